/* Methods by identity: what a jmethodID is called. */
#ifndef LENS_METHOD_H
#define LENS_METHOD_H

#include <jvmti.h>
#include <stdbool.h>
#include <stdint.h>

/* One method as the report knows it. Methods whose class, name and descriptor are called the same are one, even if
   several loaders defined the class. The totals are guarded by LENS_LOCK_THREADS and filled when a thread ends. */
struct lens_method {
    const char *class_name, *name, *descriptor; /* interned; a label has no class name and no descriptor */
    bool counts;                                /* passes the filter */
    uint64_t entered, left, threw;              /* threw: of those left, how many by an exception */
    uint64_t self, inclusive;                   /* ticks */
    uint64_t on_stack;                          /* frames at the end; where times are sampled */
};

/* The method of ID; resolved once, so that it keeps its name when its class is unloaded. NULL: out of memory. */
struct lens_method *lens_method_of(JNIEnv *jni, jmethodID id);

/* The method of these names, of JVM TI's forms, which may be gone. NULL: out of memory. */
struct lens_method *lens_method_named(const char *signature, const char *name, const char *descriptor);

/* A name without a class, such as a thread's, for use as a root of the tree. NULL: out of memory. */
struct lens_method *lens_method_label(const char *text);

/* Source line of LOCATION in ID, -1 if unknown (native, no table, no capability). */
int lens_method_line(jmethodID id, jlocation location);

/* All methods, labels included, in the order in which they were first seen. Only when nothing is recorded any more. */
struct lens_method *lens_method_next(const struct lens_method *previous);

/* "java.util.List.add(int, Object)": written for people, at most SIZE bytes with the NUL. */
void lens_method_print(const struct lens_method *method, bool with_parameters, char *out, size_t size);

#endif
