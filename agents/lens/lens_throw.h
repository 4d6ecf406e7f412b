/* Exceptions by class, place of the throw and place of the catch. */
#ifndef LENS_THROW_H
#define LENS_THROW_H

#include <jvmti.h>
#include <stdint.h>

#include "lens_method.h"
#include "lens_table.h"

/* Throws of one kind: Exception events. CATCH NULL: the VM saw nothing that would catch it; native code may. */
struct lens_throw {
    const char *class_name;
    struct lens_method *at, *catch;
    int line, catch_line; /* -1: unknown */
    uint64_t count;
};

/* Catches of one kind: ExceptionCatch events. */
struct lens_catch {
    const char *class_name;
    struct lens_method *at;
    int line, unused; /* no padding: rows serve as keys when they are summed up */
    uint64_t count;
};

/* In the callbacks of Exception and ExceptionCatch. */
void lens_throw_record(JNIEnv *jni, jobject exception, jmethodID at, jlocation location, jmethodID catch_at,
                       jlocation catch_location);
void lens_throw_record_catch(JNIEnv *jni, jobject exception, jmethodID at, jlocation location);

uint64_t lens_throw_total(void);
uint64_t lens_throw_caught_total(void);

/* Tables of struct lens_throw and struct lens_catch by what a reader can tell apart; only when nothing is recorded any
   more; the caller frees them. */
void lens_throw_rows(struct lens_table *throws, struct lens_table *catches);

#endif
