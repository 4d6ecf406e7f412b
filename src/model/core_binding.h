/* Functions of core/ that thread/, a layer below it, calls. boot/bind.c fills it in. */
#ifndef ARGUS_MODEL_CORE_BINDING_H
#define ARGUS_MODEL_CORE_BINDING_H

#include "model/class.h"

struct core_binding {
    /* core/exception.h: throw_new. */
    void (*throw_new)(struct thread *self, struct class *c, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
};
extern struct core_binding core_binding;

#endif
