/* -Xcheck:jni: a second function table, whose functions check a call and then make it through the plain table.
 *
 * The wrappers are generated (tools/gen_jni.py, from spec/jni_functions.tsv). Each begins a check, which takes the
 * thread into the VM, calls the checks of its parameters, ends the check and calls the plain function:
 *
 *     IN_NATIVE | jni_check_begin | IN_VM: jni_check_class, … | jni_check_end | IN_NATIVE: jni_table.…, what follows
 *
 * Misuse is reported on standard output in HotSpot's words: warnings with the Java stack, errors that end the VM.
 * Without the option no thread uses this table. */
#ifndef ARGUS_JNI_CHECK_JNI_CHECK_H
#define ARGUS_JNI_CHECK_JNI_CHECK_H

#include "jni/jni_int.h"
#include "thread/thread_contract.h"
#include <stdarg.h>

/* A call that is being checked. Lives in the wrapper's frame. */
struct jni_check {
    struct thread *self;
    const char *function;         /* "GetIntField" */
    struct saved_registers outer; /* vmentry.h */
    bool unchecked;               /* an earlier call of this native method left an exception unchecked */
};

enum jni_check_allowed { JNI_WHILE_PENDING = 1, JNI_WHILE_CRITICAL = 2, JNI_CHECKS = 4 /* looks for exceptions */ };
enum jni_check_reference { /* what a reference may or must be besides a live one that is not NULL */
                           JNI_OR_NULL = 1,
                           JNI_OR_PRIMITIVE = 2,
                           JNI_THROWABLE = 4,
                           JNI_GLOBAL = 8,
                           JNI_WEAK = 16,
                           JNI_LOCAL = 32
};
enum jni_check_form { JNI_CALL_INSTANCE, JNI_CALL_STATIC, JNI_CALL_NEW, JNI_CALL_EITHER };
enum jni_check_buffer { JNI_BUFFER_ELEMENTS, JNI_BUFFER_CRITICAL, JNI_BUFFER_CHARS, JNI_BUFFER_UTF };

/* The table of all threads with the option; generated. */
extern struct JNINativeInterface_ jni_checked_table;

/* IN_NATIVE → IN_VM. Checks that the JNIEnv belongs to this thread, pending exceptions and critical regions. `allowed`:
 * enum jni_check_allowed. */
void jni_check_begin(struct jni_check *c, JNIEnv *env, const char *function, u32 allowed);
void jni_check_end(struct jni_check *c); /* IN_VM → IN_NATIVE */
/* Call both IN_VM. */
_Noreturn void jni_check_fatal(struct jni_check *c, const char *words);
void jni_check_warn(struct jni_check *c, const char *words);
/* Notes that a Call…Method function was called: the running native method has to check for an exception. */
void jni_check_call_made(struct jni_check *c);
/* Sets or clears the mark "exception unchecked" of the innermost frame of local references. The mark ends with the
 * frame. */
void jni_check_unchecked(struct jni_check *c, bool unchecked);

/* ---- parameters; IN_VM (jni_check_arguments.c) ---- */
/* returns NULL for NULL and cleared weak references */
struct object *jni_check_object(struct jni_check *c, jobject r, u32 allowed);
struct class *jni_check_class(struct jni_check *c, jclass r, u32 allowed);
void jni_check_thrown(struct jni_check *c, jthrowable r);
void jni_check_string(struct jni_check *c, jstring r);
/* `kind`: 'I' … of that type, 'P' any primitive one, 'L' of references, '*' any */
void jni_check_array(struct jni_check *c, jarray r, char kind);
/* `k` and `o` are NULL if the form does not have them. */
void jni_check_call(struct jni_check *c, jclass k, jobject o, jmethodID id, enum jni_check_form form);
/* Checks the references among the arguments of a call whose method is valid. Does not consume `arguments`. */
void jni_check_arguments(struct jni_check *c, jmethodID id, va_list arguments);
void jni_check_values(struct jni_check *c, jmethodID id, const jvalue *arguments);
/* `kind`: 'I' … or 'L' for all references */
void jni_check_instance_field(struct jni_check *c, jobject o, jfieldID id, char kind);
void jni_check_static_field(struct jni_check *c, jclass k, jfieldID id, char kind);
void jni_check_field_of(struct jni_check *c, jclass k, jfieldID id, bool is_static);
void jni_check_class_name(struct jni_check *c, const char *name);
void jni_check_capacity(struct jni_check *c, jint n);

/* ---- buffers (jni_check_buffers.c) ---- */
/* IN_NATIVE: the plain function returned `data` (NULL: nothing) for `of`. Returns the pointer that the caller gets
 * instead. */
void *jni_check_hand_out(struct jni_check *c, jobject of, void *data, jboolean *is_copy, enum jni_check_buffer kind);
/* IN_VM: the caller releases `buffer`. Returns the pointer that the plain function gets instead. */
void *jni_check_take_back(struct jni_check *c, jobject of, void *buffer, jint mode, enum jni_check_buffer kind);
/* Begin and end a critical region for strings of two-byte characters, as on HotSpot. Call IN_NATIVE and IN_VM. */
void jni_check_region_begun(struct jni_check *c, jstring string);
void jni_check_region_ended(struct jni_check *c, jstring string);

#endif
