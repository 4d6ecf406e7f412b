/* Shared by the files of lens: the environment, the options, the phases and which parts of the report are on. */
#ifndef LENS_H
#define LENS_H

#include <jvmti.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "lens_options.h"

enum lens_phase { LENS_ONLOAD, LENS_VMSTART, LENS_VMINIT, LENS_VMDEATH, LENS_PHASE_COUNT };

struct lens {
    JavaVM *vm;
    jvmtiEnv *ti;
    struct lens_options options;
    jvmtiCapabilities have;              /* capabilities that the VM gave us */
    atomic_bool live;                    /* VMInit was seen: all of JVM TI and JNI may be used */
    atomic_bool closed;                  /* the report is being written: callbacks return at once */
    uint64_t phase_ns[LENS_PHASE_COUNT]; /* when each phase was seen, 0 with !phase_seen */
    bool phase_seen[LENS_PHASE_COUNT];
    const char *title;
    const char *vm_name, *vm_version;
    _Atomic uint64_t lost; /* records that found no memory or no room */
};

extern struct lens lens;

/* A part of the report that was wanted but cannot be had; said in the table and the JSON lines. Texts are kept. */
struct lens_off {
    const char *part, *reason;
};
#define LENS_OFF_MAX 16
extern struct lens_off lens_offs[LENS_OFF_MAX];
extern int lens_off_count;

/* Collections, counted by the VM's own thread with the world stopped. */
struct lens_collections {
    _Atomic uint64_t started, finished, total_ns, longest_ns, began_ns;
};
extern struct lens_collections lens_collections;

/* The name in external form of a class signature: "Ljava/util/List;" gives "java.util.List", "[I" gives "int[]". What
 * differs from run to run is cut: the suffix of a hidden class becomes "/hidden", and the number of a lambda class
 * goes. Interned. */
const char *lens_class_name(const char *signature);

/* lens_class_name of a class; "?" if the VM does not answer. Usable from VMStart on. */
const char *lens_class_name_of(jclass klass);

#endif
