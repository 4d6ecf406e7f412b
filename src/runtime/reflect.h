/* Between java.lang.reflect objects and the VM's methods and fields. Implemented in reflect.c; the calls are in call.h. */
#ifndef ARGUS_RUNTIME_REFLECT_H
#define ARGUS_RUNTIME_REFLECT_H

#include "runtime/thread.h"

/* A new java.lang.reflect.Method or Constructor (for <init>) / Field with all its fields set. NULL with pending set. */
WARN_UNUSED struct object *reflect_method_object(struct thread *self, struct method *m);
WARN_UNUSED struct object *reflect_field_object(struct thread *self, struct field *f);
/* The method or field that a reflect object stands for (clazz and slot: slot is the index in owner->methods / owner->fields); NULL for other objects. */
struct method *reflect_method_of(struct object *method_or_constructor);
struct field *reflect_field_of(struct object *field);

#endif
