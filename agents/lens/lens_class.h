/* Classes by loader and module. */
#ifndef LENS_CLASS_H
#define LENS_CLASS_H

#include <jvmti.h>
#include <stdint.h>

#include "lens_table.h"

struct lens_loader {
    const char *name;       /* "boot", the loader's own name, or its class name */
    const char *class_name; /* "" for the boot loader */
    jweak ref;              /* NULL: boot, or gone */
};

/* A package of a loader: what a module is found by. */
struct lens_package {
    struct lens_loader *loader;
    const char *name;   /* internal form, "" for the unnamed package */
    const char *module; /* NULL: not asked yet */
};

/* Classes of one name in one loader (hidden classes of one origin share theirs). */
struct lens_class {
    struct lens_package *package;
    const char *name;
    uint64_t loaded, prepared;
};

/* In the callbacks of ClassLoad and ClassPrepare. */
void lens_class_loaded(JNIEnv *jni, jclass klass);
void lens_class_prepared(JNIEnv *jni, jclass klass);

/* In VMInit: now modules and loaders can be asked for their names. */
void lens_class_live(JNIEnv *jni);

/* Classes loaded so far. */
uint64_t lens_class_total(void);

/* All rows, in order of arrival; only when nothing is recorded any more. */
const struct lens_table *lens_class_rows(void);

/* Sums over one loader and module, most classes first; the caller frees the table. */
struct lens_class_group {
    const char *loader, *module;
    uint64_t loaded, prepared;
};
void lens_class_groups(struct lens_table *groups);

#endif
