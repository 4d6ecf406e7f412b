/* Checks of arguments from agents: references, method and field ids. Each gives the plain pointer or the
 * specification's error. Also translates the VM's statuses to errors. */
#ifndef ARGUS_JVMTI_CORE_TI_HANDLES_H
#define ARGUS_JVMTI_CORE_TI_HANDLES_H

#include "jvmti/core/ti_int.h"
#include "tool/tool_thread.h"

/* An object of any class; returns `bad` if the reference is not live. */
jvmtiError ti_check_object(struct thread *self, jobject ref, jvmtiError bad, struct object **out);
/* A java.lang.Thread that is alive / in any state. INVALID_THREAD, THREAD_NOT_ALIVE. */
jvmtiError ti_check_thread(struct thread *self, jthread ref, struct thread **out);
jvmtiError ti_check_thread_object(struct thread *self, jthread ref, struct object **out);
jvmtiError ti_check_thread_group(struct thread *self, jthreadGroup ref, struct object **out);
/* A java.lang.Module. INVALID_MODULE. */
jvmtiError ti_check_module(struct thread *self, jobject ref, struct object **out);
/* A java.lang.Class, also of a primitive type. INVALID_CLASS. */
jvmtiError ti_check_class(struct thread *self, jclass ref, struct class **out);
/* The current version of a method. INVALID_METHODID. */
jvmtiError ti_check_method(jmethodID id, struct method **out);
/* A field of c or of a supertype. INVALID_FIELDID. */
jvmtiError ti_check_field(struct class *c, jfieldID id, struct field **out);
/* The specification's error for a status of a thread or its frames. */
jvmtiError ti_status_error(enum tool_status s);
struct ti_raw_monitor;
/* NULL if it is not a raw monitor. */
struct ti_raw_monitor *ti_raw_monitor_check(jrawMonitorID id);
/* Its name, cut at size. Returns false if it is not a raw monitor. */
bool ti_raw_monitor_name(jrawMonitorID id, char *out, size_t size);

#endif
