/* Method handles, invokedynamic and the natives of MethodHandleNatives (JVMS §5.4.3.5, §5.4.3.6,
 * §6.5.invokedynamic). */
#ifndef ARGUS_EXEC_INVOKE_INVOKE_H
#define ARGUS_EXEC_INVOKE_INVOKE_H

#include "exec/interp/interp.h"

enum method_intrinsic {
    INTRINSIC_NONE,
    INTRINSIC_INVOKE_GENERIC /* MethodHandle.invoke/invokeExact, VarHandle accessors: linked per call site */,
    INTRINSIC_INVOKE_BASIC,
    INTRINSIC_LINK_VIRTUAL,
    INTRINSIC_LINK_STATIC,
    INTRINSIC_LINK_SPECIAL,
    INTRINSIC_LINK_INTERFACE,
    INTRINSIC_LINK_NATIVE,
    INTRINSIC_MATH /* Math's own version of a function of StrictMath: exec/invoke/math_call.h */
};

/* A linked invokedynamic or signature-polymorphic call: `target` (a static method, a LambdaForm's entry) gets the
 * arguments, then `appendix` when it is not NULL. */
struct call_site {
    struct method *target;
    struct object *appendix; /* kept through exec.visit_holder */
    u16 nargs /* without appendix */;
    struct call_site *next;
};

/* Links the call at `index` (INDY, or METHOD naming a polymorphic method). NULL with pending. Publishes the site in the
 * constant pool entry; the first thread wins. */
WARN_UNUSED struct call_site *invoke_link_call_site(struct thread *self, struct constpool *cp, u16 index,
                                                    struct method *caller, i32 bci);
/* CP_METHOD_HANDLE, CP_METHOD_TYPE, CP_DYNAMIC. */
WARN_UNUSED struct object *invoke_resolve_constant(struct thread *self, struct constpool *cp, u16 index);
/* java.lang.invoke.MethodType of a descriptor as seen from `accessing`. */
WARN_UNUSED struct object *invoke_method_type(struct thread *self, struct symbol *desc, struct class *accessing);
/* The instance of a polymorphic intrinsic (invokeBasic, linkTo…) for a concrete descriptor: finds or makes the
 * method. */
struct method *invoke_polymorphic_method(struct thread *self, struct class *holder, enum method_intrinsic which,
                                         struct symbol *name, struct symbol *desc);
enum method_intrinsic invoke_intrinsic_of(const struct class *holder, const struct symbol *name);
/* The target and the vmindex of a MemberName. */
struct method *member_name_target(struct object *mname);
i64 member_name_index(struct object *mname);
/* A static argument of a bootstrap method: any loadable constant as an object, primitives boxed. NULL may be a value:
 * check self->pending. */
struct object *invoke_bootstrap_argument(struct thread *self, struct constpool *cp, u16 index);
/* Versions of methods are about to be unloaded: makes call sites call the newest ones (exec_binding.forget_dead). */
void invoke_forget_dead(void);
/* Roots of the collector: the cached MethodTypes of descriptors; the objects of call sites in code of h's classes. */
void method_types_visit(struct heap_visitor *v);
void invoke_visit_holder(struct heap_visitor *v, struct class_holder *h);

#endif
