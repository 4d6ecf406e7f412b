/* java.lang.reflect objects: made from the VM's fields and methods, and mapped back.
 *
 * `Field.slot` is the index in class->fields, `Method.slot` and `Constructor.slot` the index in class->methods (file
 * order). reflect_invoke and its companions are in call.h. All of these may allocate and load classes. */
#ifndef ARGUS_META_REFLECT_H
#define ARGUS_META_REFLECT_H

#include "core/call.h"
#include "model/annotation_pool.h"

/* Makes a java.lang.reflect.Field for f; for m a Constructor if it is an instance initializer, otherwise a Method. NULL
 * with pending. */
WARN_UNUSED struct object *reflect_field_object(struct thread *self, struct field *f);
WARN_UNUSED struct object *reflect_method_object(struct thread *self, struct method *m);
WARN_UNUSED struct object *reflect_record_component(struct thread *self, struct class *c,
                                                    const struct cf_record_component *rc);

/* The field or method of a reflect object. NULL if `o` is not of such a class or its slot is out of range (nothing
 * pending). After a redefinition, the newest version. */
struct field *reflect_field_of(struct object *o);
struct method *reflect_method_of(struct object *o);

/* The class that a field descriptor of `len` bytes names, loaded by `accessing`'s loader (primitives and arrays too;
 * 'V' is void). NULL with pending: NoClassDefFoundError. */
WARN_UNUSED struct class *reflect_class_of_desc(struct thread *self, const char *desc, u32 len,
                                                struct class *accessing);
/* Class[] of a method descriptor's parameters; *ret gets the class of its result. NULL with pending. */
WARN_UNUSED struct object *reflect_parameter_types(struct thread *self, struct symbol *desc, struct class *accessing,
                                                   struct class **ret);

/* A byte[] with an annotation attribute of class file `from` of c, in a form for jdk.internal.reflect.ConstantPool of
 * c. NULL with nothing pending: the attribute is absent. */
struct object *reflect_bytes_object(struct thread *self, const struct class *c, const struct classfile *from,
                                    enum annotation_kind kind, struct bytes b);

/* The access flags of fields and methods that java.lang.reflect shows. */
enum {
    FIELD_MODIFIERS = ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED | ACC_STATIC | ACC_FINAL | ACC_VOLATILE | ACC_TRANSIENT |
                      ACC_ENUM | ACC_SYNTHETIC,
    METHOD_MODIFIERS = ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED | ACC_STATIC | ACC_FINAL | ACC_SYNCHRONIZED |
                       ACC_BRIDGE | ACC_VARARGS | ACC_NATIVE | ACC_ABSTRACT | ACC_STRICT | ACC_SYNTHETIC,
};

/* java.lang.Integer for 'I' and so on; NULL for kinds without a box. */
struct class *box_class(char kind);

/* Makes an exception of class `c` through its constructor (Throwable) and makes it pending: InvocationTargetException,
 * BootstrapMethodError. */
void throw_wrapping(struct thread *self, struct class *c, struct object *cause);

#endif
