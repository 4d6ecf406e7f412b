/* Objects by class. */
#ifndef LENS_ALLOC_H
#define LENS_ALLOC_H

#include <jvmti.h>
#include <stdint.h>

#include "lens_table.h"

struct lens_alloc {
    const char *class_name;
    uint64_t samples;
    double objects, bytes;         /* estimates for all allocations, from the samples */
    uint64_t vm_objects, vm_bytes; /* made by the VM itself where bytecode and JNI do not show it; exact, mostly in the
                                      estimates as well */
};

/* In the callbacks of SampledObjectAlloc and VMObjectAlloc. */
void lens_alloc_sampled(jclass klass, jlong size);
void lens_alloc_by_vm(jclass klass, jlong size);

/* Rows of struct lens_alloc; only when nothing is recorded any more. */
const struct lens_table *lens_alloc_rows(void);

#endif
