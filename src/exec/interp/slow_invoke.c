/* Linking of call instructions (JVMS §6.5 invoke*): resolution, selection rules, choice of the quick form. */
#include "core/exception.h"
#include "exec/interp/slow_int.h"
#include "exec/invoke/math_call.h"

/* The kind of signature-polymorphic method that the constant names (JVMS §2.9.3); INTRINSIC_NONE for an ordinary
 * one. */
static enum method_intrinsic polymorphic_kind(struct constpool *cp, u16 index)
{
    struct symbol *cls, *name, *desc;
    cp_ref_names(cp, index, &cls, &name, &desc);
    struct class *holder;
    if (cls == SYM(java_lang_invoke_MethodHandle))
        holder = WK(java_lang_invoke_MethodHandle);
    else if (cls == SYM(java_lang_invoke_VarHandle))
        holder = WK(java_lang_invoke_VarHandle);
    else
        return INTRINSIC_NONE;
    enum method_intrinsic which = holder ? invoke_intrinsic_of(holder, name) : INTRINSIC_NONE;
    /* The linkers are not public. For other classes resolution throws. */
    return which > INTRINSIC_INVOKE_GENERIC && !class_same_package(cp->owner, holder) ? INTRINSIC_NONE : which;
}

/* The instance of invokeBasic or linkTo… for this constant's descriptor. The constant pool keeps it as a resolved
 * method. */
static struct method *link_intrinsic(struct thread *self, struct constpool *cp, u16 index, enum method_intrinsic which)
{
    struct cp_entry *e = &cp->e[index];
    if (atomic_load_explicit(&e->state, memory_order_acquire) == CPS_RESOLVED) return e->method;
    struct symbol *cls, *name, *desc;
    cp_ref_names(cp, index, &cls, &name, &desc);
    struct method *m = invoke_polymorphic_method(self, WK(java_lang_invoke_MethodHandle), which, name, desc);
    if (!m) return NULL;
    e->method = m;
    e->nargs = m->nargs;
    atomic_store_explicit(&e->state, CPS_RESOLVED, memory_order_release);
    return m;
}

/* The target of an invokestatic that is linked to m. In code of Math it may be a function of Math's own
 * (math_call.h). */
static struct method *link_math(struct method *from, u16 index, struct method *m)
{
    struct method *own = math_call_target(from, m);
    if (!own) return m;
    __atomic_store_n(&from->cp->e[index].method, own, __ATOMIC_RELEASE);
    return own;
}

static bool is_of_lost_super(const struct class *current, const struct method *m)
{
    if (class_is_interface(current) || class_is_interface(m->owner)) return false;
    return !(m->access & ACC_PRIVATE) && m->name != SYM(init) && !class_is_subclass(current, m->owner);
}

/* The method that invokespecial runs: the resolved one, or with ACC_SUPER the nearest override above the current
 * class. */
static struct method *select_special(struct thread *self, struct class *current, struct method *m)
{
    if (m->name == SYM(init) || (m->access & ACC_PRIVATE) || class_is_interface(current) ||
        class_is_interface(m->owner) || m->owner == current || !class_is_subclass(current, m->owner)) {
        /* an old version of `current` calls a method of a superclass that a redefinition took from it */
        if (UNLIKELY(current->flags & CLS_REDEFINED) && is_of_lost_super(current, m)) {
            throw_new(self, WK(IncompatibleClassChangeError), "%s is no superclass any more", m->owner->name->bytes);
            return NULL;
        }
        return m;
    }
    struct method *s = class_find_method(current->super, m->name, m->desc);
    if (!s) throw_new(self, WK(AbstractMethodError), "%s.%s%s", m->owner->name->bytes, m->name->bytes, m->desc->bytes);
    return s;
}

static void throw_not_implemented(struct thread *self, struct object *receiver, struct class *interface)
{
    char a[512], b[512];
    throw_new(self, WK(IncompatibleClassChangeError), "Class %s does not implement the requested interface %s",
              class_external_name(object_class(receiver), a, sizeof a), class_external_name(interface, b, sizeof b));
}

enum { IMETHOD_SELECTED = 1u << 31 }; /* in aux of an IMETHOD entry: an interface call through it has succeeded */

/* The method that a call of `m`, resolved in `interface`, runs on `receiver`; NULL with pending. linking: no call
 * through this constant has succeeded before. */
static struct method *select_interface(struct thread *self, struct object *receiver, struct class *interface,
                                       struct method *m, bool linking)
{
    struct class *c = object_class(receiver);
    if (UNLIKELY(!class_assignable(c, interface))) {
        throw_not_implemented(self, receiver, interface);
        return NULL;
    }
    if (m->access & ACC_PRIVATE) return m;
    bool of_object = !class_is_interface(m->owner);
    struct method *s = of_object ? class_select_method(c, m) : class_itable_lookup(c, m);
    if (!s) s = m;
    if (of_object) return s;
    if (UNLIKELY(method_selection_is_hidden(m, s))) {
        char text[1024]; /* HotSpot has the longer message only while linking */
        throw_new(self, WK(IllegalAccessError), linking ? "'%s'" : NULL,
                  linking ? method_name_external(c, s->name, s->desc, text, sizeof text) : "");
        return NULL;
    }
    return s;
}

/* Uses the operand bytes if the table slot and the number of arguments fit, else the constant pool. */
static void quicken_virtual(struct method *from, const u8 *pc, u32 slot, u32 nargs)
{
    if (slot < 4096 && nargs < 16) {
        code_patch_operand(from, pc, OP_invokevirtual_q, (u16)(slot << 4 | nargs));
    } else
        code_patch(from, pc, OP_invokevirtual_cp);
}
/* Is it an invokevirtual that was resolved to a method of a superinterface of the named class? */
static bool found_in_interface(const struct method *m)
{
    return class_is_interface(m->owner) && !(m->access & ACC_PRIVATE);
}
/* Quickens the invokevirtual at pc, whose constant is resolved to m. Returns the method's index in the receivers'
 * tables, or a negative number. */
static i32 quicken_resolved(struct method *from, const u8 *pc, u16 index, const struct method *m)
{
    i32 at = (i32)from->cp->e[index].aux; /* its index in the table of the named class */
    if (found_in_interface(m)) {
        if (at >= 0) quicken_virtual(from, pc, (u32)at, m->nargs);
        return at;
    }
    if (m->vtable_index < 0 || (m->access & ACC_PRIVATE)) {
        code_patch(from, pc, OP_invokedirect_q);
        return -1;
    }
    if (m->access & ACC_FINAL || m->owner->access & ACC_FINAL)
        code_patch(from, pc, OP_invokedirect_q);
    else if (at == m->vtable_index)
        quicken_virtual(from, pc, (u32)at, m->nargs);
    return m->vtable_index;
}
/* Gives the interface call at pc, whose constant is resolved to m, an inline cache. Returns NULL if there is no room:
 * the instruction stays as it is. */
static struct icache *quicken_interface(struct method *from, const u8 *pc, u16 index, struct method *m)
{
    struct icache *ic = icache_new(from->cp->holder, cp_holder_of(from->cp, index), m);
    if (ic) code_patch_wide(pc, OP_invokeinterface_q, (u32)(uintptr_t)ic);
    return ic;
}

/* Does each invokespecial of m in `from` have to look at the receiver's class? Only methods of interfaces do, since the
 * verifier takes interfaces for Object. A constructor's receiver is what `new` has made. */
static bool checks_special(const struct method *from, const struct method *m)
{
    return class_is_interface(from->owner) && m->name != SYM(init);
}

static void quicken_special(struct method *from, const u8 *pc, const struct method *m)
{
    code_patch(from, pc, checks_special(from, m) ? OP_invokespecial_q : OP_invokedirect_q);
}

/* Returns the method to call at this instruction now, and quickens the instruction if that is right for all later
 * executions. NULL with pending. */
static NOINLINE struct method *link_call(struct thread *self, struct frame *fp, const u8 *pc, slot *sp)
{
    struct method *from = fp->method;
    struct constpool *cp = from->cp;
    const u8 *insn = orig_insn(fp, pc);
    u16 index = rd_u16be(insn + 1);
    switch (insn[0]) {
    case OP_invokestatic: {
        enum method_intrinsic which = polymorphic_kind(cp, index);
        if (which >= INTRINSIC_LINK_VIRTUAL) {
            /* first: another thread may run the quick form at once */
            struct method *m = link_intrinsic(self, cp, index, which);
            if (m) code_patch(from, pc, OP_invokestatic_q);
            return m;
        }
        struct method *m = cp_resolve_method(self, cp, index, CALL_STATIC);
        if (!m || !interp_init_resolved(self, m->owner)) return NULL;
        m = link_math(from, index, m);
        if (interp_may_quicken(m->owner, &cp->e[index])) code_patch(from, pc, OP_invokestatic_q);
        return m;
    }
    case OP_invokespecial: {
        struct method *m = cp_resolve_method(self, cp, index, CALL_SPECIAL);
        if (!m) return NULL;
        struct method *s = select_special(self, from->owner, m);
        if (!s) return NULL;
        if (!sp[1 - m->nargs]) {
            throw_new(self, WK(NullPointerException), NULL);
            return NULL;
        }
        if (checks_special(from, m) && !object_instance_of(slot_ref(sp[1 - m->nargs]), from->owner)) {
            char a[512], b[512];
            throw_new(self, WK(IllegalAccessError),
                      "Receiver class %s must be the current class or a subtype of interface %s",
                      class_external_name(object_class(slot_ref(sp[1 - m->nargs])), a, sizeof a),
                      class_external_name(from->owner, b, sizeof b));
            return NULL;
        }
        if (s == m) quicken_special(from, pc, m);
        return s;
    }
    case OP_invokevirtual: {
        enum method_intrinsic which = polymorphic_kind(cp, index);
        if (which == INTRINSIC_INVOKE_GENERIC) {
            if (!invoke_link_call_site(self, cp, index, from, (i32)(pc - from->code))) return NULL;
            code_patch(from, pc, OP_invokehandle_q);
            return from; /* any method: the caller sees the quick opcode */
        }
        if (which == INTRINSIC_INVOKE_BASIC) { /* the entry of an intrinsic checks the receiver */
            struct method *m = link_intrinsic(self, cp, index, which);
            code_patch(from, pc, OP_invokedirect_q);
            return m;
        }
        struct method *m = cp_resolve_method(self, cp, index, CALL_VIRTUAL);
        if (!m) return NULL;
        struct object *receiver = slot_ref(sp[1 - m->nargs]);
        if (!receiver) {
            throw_new(self, WK(NullPointerException), NULL);
            return NULL;
        }
        i32 at = quicken_resolved(from, pc, index, m);
        if (at >= 0) return object_class(receiver)->vtable[at];
        struct method *s = found_in_interface(m) ? class_select_method(object_class(receiver), m) : m;
        return s ? s : m;
    }
    default: {
        struct method *m = cp_resolve_method(self, cp, index, CALL_INTERFACE);
        if (!m) return NULL;
        struct object *receiver = slot_ref(sp[1 - m->nargs]);
        if (!receiver) {
            throw_new(self, WK(NullPointerException), NULL);
            return NULL;
        }
        struct cp_entry *e = &cp->e[index];
        struct method *s = select_interface(self, receiver, cp_holder_of(cp, index), m, !(e->aux & IMETHOD_SELECTED));
        if (!s) return NULL;
        e->aux |= IMETHOD_SELECTED;
        struct icache *ic = quicken_interface(from, pc, index, m);
        if (ic) icache_set(ic, receiver->class_ref, s);
        return s;
    }
    }
}

PRESERVE_NONE void slow_invoke(INTERP_PARAMS)
{
    PUBLISH_ALL();
    struct method *m = link_call(self, fp, pc, sp);
    if (UNLIKELY(!m)) GO(interp_throw);
    GO_IF_TOLD();
    u8 op = *orig_insn(fp, pc);
    if (op == OP_invokevirtual) {
        if (code_running_op(pc) == OP_invokehandle_q) AGAIN();
    }
    RELOAD();
    CALL(m, op == OP_invokeinterface ? 5 : 3);
}

PRESERVE_NONE void slow_icache_miss(INTERP_PARAMS)
{
    i32 at;
    memcpy(&at, pc + 1, sizeof at);
    struct icache *ic = (struct icache *)(uintptr_t)(u32)at;
    struct object *receiver = slot_ref(sp[1 - ic->nargs]);
    struct method *m = icache_select(ic, receiver);
    if (UNLIKELY(!m)) {
        PUBLISH();
        m = select_interface(self, receiver, ic->interface, ic->imethod, false);
        if (UNLIKELY(!m)) GO(interp_throw);
        RELOAD();
    }
    CALL(m, 5);
}

PRESERVE_NONE void slow_invokedynamic(INTERP_PARAMS)
{
    PUBLISH_ALL();
    struct call_site *site =
        invoke_link_call_site(self, fp->method->cp, orig_index(fp, pc), fp->method, (i32)(pc - fp->method->code));
    if (UNLIKELY(!site)) GO(interp_throw);
    GO_IF_TOLD();
    code_patch_wide(pc, OP_invokedynamic_q, (u32)(uintptr_t)site);
    AGAIN();
}

/* ---- ahead of the first execution ---- */
static bool link_static(struct thread *self, struct method *from, const u8 *pc, u16 index)
{
    enum method_intrinsic which = polymorphic_kind(from->cp, index);
    struct method *m = which >= INTRINSIC_LINK_VIRTUAL ? link_intrinsic(self, from->cp, index, which)
                                                       : cp_resolve_method(self, from->cp, index, CALL_STATIC);
    if (m) (void)link_math(from, index, m);
    if (m) code_patch(from, pc, OP_invokestatic_q);
    return m != NULL;
}
static bool link_special(struct thread *self, struct method *from, const u8 *pc, u16 index)
{
    struct method *m = cp_resolve_method(self, from->cp, index, CALL_SPECIAL);
    bool known = m && select_special(self, from->owner, m) == m;
    if (known) quicken_special(from, pc, m);
    return known;
}
static bool link_virtual(struct thread *self, struct method *from, const u8 *pc, u16 index)
{
    enum method_intrinsic which = polymorphic_kind(from->cp, index);
    if (which == INTRINSIC_INVOKE_GENERIC) return false;
    struct method *m = which == INTRINSIC_INVOKE_BASIC ? link_intrinsic(self, from->cp, index, which)
                                                       : cp_resolve_method(self, from->cp, index, CALL_VIRTUAL);
    if (!m) return false;
    if (which == INTRINSIC_INVOKE_BASIC)
        code_patch(from, pc, OP_invokedirect_q);
    else
        (void)quicken_resolved(from, pc, index, m);
    return true;
}
static bool link_interface(struct thread *self, struct method *from, const u8 *pc, u16 index)
{
    struct method *m = cp_resolve_method(self, from->cp, index, CALL_INTERFACE);
    return m && quicken_interface(from, pc, index, m);
}

bool slow_link_call(struct thread *self, struct method *m, const u8 *pc)
{
    const u8 *insn = m->orig_code + (pc - m->code);
    u16 index = rd_u16be(insn + 1);
    switch (*insn) {
    case OP_invokestatic: return link_static(self, m, pc, index);
    case OP_invokespecial: return link_special(self, m, pc, index);
    case OP_invokevirtual: return link_virtual(self, m, pc, index);
    default: return link_interface(self, m, pc, index);
    }
}

bool slow_link_site(struct thread *self, struct method *m, const u8 *pc)
{
    const u8 *insn = m->orig_code + (pc - m->code);
    u16 index = rd_u16be(insn + 1);
    bool dynamic = *insn == OP_invokedynamic;
    if (!dynamic && polymorphic_kind(m->cp, index) != INTRINSIC_INVOKE_GENERIC) return true;
    struct call_site *site = invoke_link_call_site(self, m->cp, index, m, (i32)(pc - m->code));
    if (!site) return false;
    if (dynamic)
        code_patch_wide(pc, OP_invokedynamic_q, (u32)(uintptr_t)site);
    else
        code_patch(m, pc, OP_invokehandle_q);
    return true;
}
