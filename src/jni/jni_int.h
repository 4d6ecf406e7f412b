/* Private to jni/: the pieces of the function table and what they share. */
#ifndef ARGUS_JNI_JNI_INT_H
#define ARGUS_JNI_JNI_INT_H

#include "core/alloc.h"
#include "core/call.h"
#include "core/exception.h"
#include "core/jstring.h"
#include "jni/jni_link.h"
#include "meta/loader.h"
#include "model/options.h"
#include "model/vm.h"
#include "thread/monitor.h"
#include "thread/refs.h"
#include "thread/vmentry.h"
#include <stdlib.h>

/* The plain functions. */
extern struct JNINativeInterface_ jni_table;
extern const struct JNIInvokeInterface_ jni_invoke_table;

/* Each file fills in its part of the table. */
void jni_fill_class(struct JNINativeInterface_ *t);
void jni_fill_call(struct JNINativeInterface_ *t);
void jni_fill_field(struct JNINativeInterface_ *t);
void jni_fill_string(struct JNINativeInterface_ *t);
void jni_fill_array(struct JNINativeInterface_ *t);
void jni_fill_ref(struct JNINativeInterface_ *t);
void jni_fill_buffer(struct JNINativeInterface_ *t);

/* jmethodID and jfieldID as we hand them out. */
static inline struct method *jni_method(jmethodID id) { return ((struct method_id *)id)->current; }
static inline jmethodID jni_method_id(struct method *m) { return (jmethodID)method_id_of(m); }
static inline struct field *jni_field(jfieldID id) { return (struct field *)id; }
static inline struct class *jni_class(jclass c)
{
    struct object *m = ref_get(c);
    return m ? class_of_mirror(m) : NULL;
}

/* The object, or NULL with NullPointerException pending. */
static inline struct object *jni_nonnull(struct thread *self, jobject r)
{
    struct object *o = ref_get(r);
    if (!o) throw_new(self, WK(NullPointerException), NULL);
    return o;
}

#endif
