/* Private to jni/: the pieces of the function table and what they share. */
#ifndef ARGUS_JNI_INT_H
#define ARGUS_JNI_INT_H

#include "runtime/alloc.h"
#include "runtime/boot.h"
#include "runtime/call.h"
#include "runtime/exception.h"
#include "runtime/jstring.h"
#include "runtime/loader.h"
#include "runtime/monitor.h"
#include "runtime/options.h"
#include "runtime/refs.h"
#include "runtime/vmentry.h"
#include "jni/jni_link.h"
#include <stdlib.h>

extern struct JNINativeInterface_ jni_table;          /* the table that every thread points to unless a tool replaced it */
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
static inline struct class *jni_class(jclass c) { struct object *m = ref_get(c); return m ? class_of_mirror(m) : NULL; }
/* A Java array or object behind a reference; a NULL reference raises NullPointerException (returns NULL). */
struct object *jni_nonnull(struct thread *self, jobject r);

#endif
