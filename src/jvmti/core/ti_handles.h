/* Checks of what agents pass: references, method and field ids. Each gives the plain pointer or the specification's
 * error. And the errors that follow from what the VM answers. */
#ifndef ARGUS_JVMTI_CORE_TI_HANDLES_H
#define ARGUS_JVMTI_CORE_TI_HANDLES_H

#include "jvmti/core/ti_int.h"
#include "tool/tool_thread.h"

/* An object of any class; `bad` when the reference is not live. */
jvmtiError ti_check_object(struct thread *self, jobject ref, jvmtiError bad, struct object **out);
/* A java.lang.Thread that is alive / in whatever state. INVALID_THREAD, THREAD_NOT_ALIVE. */
jvmtiError ti_check_thread(struct thread *self, jthread ref, struct thread **out);
jvmtiError ti_check_thread_object(struct thread *self, jthread ref, struct object **out);
jvmtiError ti_check_thread_group(struct thread *self, jthreadGroup ref, struct object **out);
/* A java.lang.Module. INVALID_MODULE. */
jvmtiError ti_check_module(struct thread *self, jobject ref, struct object **out);
/* A java.lang.Class, of primitive types too. INVALID_CLASS. */
jvmtiError ti_check_class(struct thread *self, jclass ref, struct class **out);
/* The current version of a method. INVALID_METHODID. */
jvmtiError ti_check_method(jmethodID id, struct method **out);
/* A field of c or of what c inherits from. INVALID_FIELDID. */
jvmtiError ti_check_field(struct class *c, jfieldID id, struct field **out);
/* The VM's answer about a thread and its frames, as the specification's error. */
jvmtiError ti_status_error(enum tool_status s);
struct ti_raw_monitor;
/* NULL when it is not a raw monitor. */
struct ti_raw_monitor *ti_raw_monitor_check(jrawMonitorID id);
/* Its name, cut at size; false when it is not a raw monitor. */
bool ti_raw_monitor_name(jrawMonitorID id, char *out, size_t size);

#endif
