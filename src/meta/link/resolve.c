/* resolve.c: resolution of symbolic references (JVMS §5.4.3), with HotSpot's messages. Results are kept in the constant
 * pool.
 *
 * Names are always read from the class file's own entries, never from a run-time entry that another thread may be
 * resolving. Several threads may resolve one entry; they find the same result. A class or dynamic constant whose
 * resolution failed with a LinkageError fails the same way from then on (link_error.c). Of two attempts with different
 * results the first to end counts. */
#include "meta/meta_int.h"
#include "thread/refs.h"
#include "thread/thread_contract.h"

#include <stdio.h>
#include <stdlib.h>

static inline bool resolved(const struct cp_entry *e)
{
    return atomic_load_explicit(&((struct cp_entry *)e)->state, memory_order_acquire) == CPS_RESOLVED;
}
static inline void publish(struct cp_entry *e) { atomic_store_explicit(&e->state, CPS_RESOLVED, memory_order_release); }

/* A leaf. Guards the filling of entries, each once: the first result stays, and no word of a published entry is written
 * again. */
static struct os_mutex entry_lock = OS_MUTEX_INIT;
/* NOT_ANALYSED: the analysis does not handle a function that takes a lock on one path only; its callers are
 * analysed. */
static bool fill_begin(struct cp_entry *e) TRIES_LOCK(entry_lock) NOT_ANALYSED
{
    os_mutex_lock(&entry_lock);
    if (atomic_load_explicit(&e->state, memory_order_relaxed) == CPS_UNRESOLVED) return true;
    os_mutex_unlock(&entry_lock);
    return false;
}
static void fill_end(struct cp_entry *e) GIVES_LOCK(entry_lock)
{
    publish(e);
    os_mutex_unlock(&entry_lock);
}

struct symbol *cp_class_name(const struct constpool *cp, u16 index)
{
    AFTER_MADE_KNOWN();
    if (cp->cf && index == cp->cf->this_index) return cp->owner->name; /* differs from the file for hidden classes */
    return cp->file[cp->file[index].u.index].u.utf8;
}

void cp_ref_names(const struct constpool *cp, u16 index, struct symbol **cls, struct symbol **name,
                  struct symbol **desc)
{
    AFTER_MADE_KNOWN();
    const struct cf_const *r = &cp->file[index], *nt = &cp->file[r->u.pair.b];
    if (cls) *cls = r->tag == CP_DYNAMIC || r->tag == CP_INDY ? NULL : cp_class_name(cp, r->u.pair.a);
    *name = cp->file[nt->u.pair.a].u.utf8;
    *desc = cp->file[nt->u.pair.b].u.utf8;
}

/* Has an earlier attempt to resolve e failed for good? Then throws its error again. */
static bool failed(struct thread *self, const struct cp_entry *e)
{
    if (atomic_load_explicit(&((struct cp_entry *)e)->state, memory_order_acquire) != CPS_ERROR) return false;
    return link_error_throw(self, e);
}

/* An attempt to resolve e, begun at `epoch`, has failed. Remembers a LinkageError. If another attempt (of another
 * thread, or an inner one of this thread, in a loader's code) has resolved e meanwhile, its result counts (JVMS
 * §5.4.3): drops the error and returns true. If members have changed meanwhile, the next attempt may find another one,
 * so the error is not remembered. */
static bool resolved_despite_error(struct thread *self, struct cp_entry *e, u32 epoch)
{
    SOMETHING_PENDING(self);
    if (!object_instance_of(self->pending, WK(LinkageError))) return false;
    u8 state = CPS_UNRESOLVED;
    bool last = atomic_load(&members_epoch) == epoch;
    if (!resolved(e) && last && link_error_remember(self, e, e))
        atomic_compare_exchange_strong(&e->state, &state, CPS_ERROR);
    if (!resolved(e)) return false;
    self->pending = NULL;
    return true;
}

/* ---- classes ---- */

bool resolve_check_class(struct thread *self, const struct class *from, const struct class *to)
{
    if (access_class(from, to)) return true;
    if (class_is_array(to)) to = to->innermost;
    char reason[2600], place[2600], a[600], b[600];
    if (resolve_module_reason(from, to, reason, sizeof reason))
        THROW(self, IllegalAccessError, "%s", reason);
    else
        THROW(self, IllegalAccessError, "failed to access class %s from class %s (%s)",
              class_external_name(to, a, sizeof a), class_external_name(from, b, sizeof b),
              classes_in_module_of_loader(to, from, place, sizeof place));
    return false;
}

struct class *cp_resolve_class(struct thread *self, struct constpool *cp, u16 index)
{
    MAY_CALL_OUT(self);
    AFTER_MADE_KNOWN();
    struct cp_entry *e = &cp->e[index];
    if (LIKELY(resolved(e))) return e->cls;
    if (failed(self, e)) return NULL;
    u32 epoch = atomic_load(&members_epoch);
    struct class *c = loader_load_class(self, cp->owner->loader, cp_class_name(cp, index));
    if (c && !resolve_check_class(self, cp->owner, c)) c = NULL;
    if (!c) return resolved_despite_error(self, e, epoch) ? e->cls : NULL;
    if (fill_begin(e)) {
        e->cls = c;
        fill_end(e);
    } else if (failed(self, e)) {
        return NULL;
    }
    return c;
}

/* ---- fields ---- */

static const char *visibility(u16 access)
{
    return access & ACC_PRIVATE ? "private " : access & ACC_PROTECTED ? "protected " : "";
}

static void refuse_member(struct thread *self, struct class *caller, struct class *owner, u16 access, const char *what,
                          const char *member)
{
    char from[600], place[2600];
    THROW(self, IllegalAccessError, "class %s tried to access %s%s%s %s (%s)",
          class_external_name(caller, from, sizeof from), visibility(access), access & ACC_ABSTRACT ? "abstract " : "",
          what, member, classes_in_module_of_loader(caller, owner, place, sizeof place));
}

struct field *link_resolve_field(struct thread *self, struct class *ref, struct symbol *name, struct symbol *desc,
                                 struct class *caller, bool is_static)
{
    char owner[600], member[1400];
    struct field *f = class_find_field(ref, name, desc);
    if (!f) {
        THROW(self, NoSuchFieldError, "%s", name->bytes);
        return NULL;
    }
    if (caller && !access_member(self, caller, f->owner, ref, f->access)) {
        snprintf(member, sizeof member, "%s.%s", class_external_name(f->owner, owner, sizeof owner), name->bytes);
        refuse_member(self, caller, f->owner, f->access & ~(u16)ACC_ABSTRACT, "field", member);
        return NULL;
    }
    if (is_static != ((f->access & ACC_STATIC) != 0)) {
        THROW(self, IncompatibleClassChangeError, "Expected %s field %s.%s", is_static ? "static" : "non-static",
              class_external_name(f->owner, owner, sizeof owner), name->bytes);
        return NULL;
    }
    if (caller && !constraint_check_member(self, caller, ref, f->owner, f->name, f->desc)) return NULL;
    return f;
}

/* A final field may be written only by its class, and from class files of version 53 on only by its initializer.
 * HotswapAgent initializes static fields that a redefinition added in a method of its own. */
static bool check_final_put(struct thread *self, struct class *ref, struct field *f, struct class *caller,
                            struct method *from)
{
    if (!(f->access & ACC_FINAL)) return true;
    bool st = f->access & ACC_STATIC;
    char a[600], b[600];
    if (caller != f->owner) {
        THROW(self, IllegalAccessError,
              "Update to %s final field %s.%s attempted from a different class (%s) than the field's declaring class",
              st ? "static" : "non-static", class_external_name(ref, a, sizeof a), f->name->bytes,
              class_external_name(caller, b, sizeof b));
        return false;
    }
    if (!from || caller->major < 53) return true;
    if (st ? from->name == SYM(clinit) : from->name == SYM(init)) return true;
    if (st && from->name == SYM(agent_clinit) && options.enhanced_redefinition) return true;
    THROW(self, IllegalAccessError,
          "Update to %s final field %s.%s attempted from a different method (%s) than the initializer method %s ",
          st ? "static" : "non-static", class_external_name(ref, a, sizeof a), f->name->bytes, from->name->bytes,
          st ? "<clinit>" : "<init>");
    return false;
}

struct field *cp_resolve_field(struct thread *self, struct constpool *cp, u16 index, bool is_static, bool is_put,
                               struct method *from)
{
    MAY_CALL_OUT(self);
    AFTER_MADE_KNOWN();
    struct cp_entry *e = &cp->e[index];
    struct field *f = resolved(e) ? e->field : NULL;
    if (f && (is_static == ((f->access & ACC_STATIC) != 0)) && !(is_put && (f->access & ACC_FINAL))) return f;
    struct symbol *name, *desc;
    cp_ref_names(cp, index, NULL, &name, &desc);
    struct class *ref = cp_resolve_class(self, cp, cp->file[index].u.pair.a);
    if (!ref) return NULL;
    u32 epoch;
    do {
        epoch = atomic_load(&members_epoch);
        f = link_resolve_field(self, ref, name, desc, cp->owner, is_static);
        if (!f || (is_put && !check_final_put(self, ref, f, cp->owner, from))) return NULL;
    } while (atomic_load(&members_epoch) != epoch);
    if (fill_begin(e)) {
        e->field = f;
        if (is_static) {
            u64 address = (u64)(uintptr_t)field_static_base(f) + f->offset;
            e->aux = (u32)address;
            e->nargs = (u16)(address >> 32);
        } else
            e->aux = f->offset;
        fill_end(e);
    }
    return f;
}

/* ---- methods ---- */

static struct method *polymorphic(const struct class *ref, const struct symbol *name)
{
    if (ref != WK(java_lang_invoke_MethodHandle) && ref != WK(java_lang_invoke_VarHandle)) return NULL;
    for (u32 i = 0; i < ref->method_count; i++)
        if (ref->methods[i]->name == name && method_has(ref->methods[i], MTH_SIG_POLY)) return ref->methods[i];
    return NULL;
}

static struct method *find_in_class(struct class *ref, struct symbol *name, struct symbol *desc)
{
    for (struct class *c = ref; c; c = c->super) {
        struct method *m = polymorphic(c, name);
        if (m || (m = class_find_method_here(c, name, desc)) != NULL) return m;
    }
    return class_find_interface_method(ref, name, desc);
}

static struct method *find_in_interface(struct class *ref, struct symbol *name, struct symbol *desc)
{
    struct method *m = class_find_method_here(ref, name, desc);
    if (m) return m;
    m = class_find_method_here(WK(java_lang_Object), name, desc);
    if (m && (m->access & (ACC_PUBLIC | ACC_STATIC)) == ACC_PUBLIC) return m;
    return class_find_interface_method(ref, name, desc);
}

static bool icce(struct thread *self, const char *what, const struct class *ref, const struct method *m)
{
    char text[1400];
    /* If there are default methods, HotSpot replaces an inherited abstract method by one of the class's own. */
    const struct class *named =
        class_is_interface(m->owner) && method_is_abstract(m) && (ref->flags & CLS_HAS_DEFAULTS) ? ref : m->owner;
    THROW(self, IncompatibleClassChangeError, "%s '%s'", what,
          method_name_external(named, m->name, m->desc, text, sizeof text));
    return false;
}

static bool check_kind(struct thread *self, struct class *ref, struct method *m, enum call_kind kind)
{
    char a[600];
    bool st = method_is_static(m);
    if (kind == CALL_STATIC) return st || icce(self, "Expected static method", ref, m);
    if (st)
        return icce(self,
                    kind == CALL_VIRTUAL || !class_is_interface(ref) ? "Expecting non-static method"
                                                                     : "Expected instance not static method",
                    ref, m);
    if (kind == CALL_SPECIAL && m->name == SYM(init) && m->owner != ref) {
        THROW(self, NoSuchMethodError, "%s: method %s%s not found", class_external_name(ref, a, sizeof a),
              m->name->bytes, m->desc->bytes);
        return false;
    }
    return true;
}

/* Throws for a reference that names no method, before access and kind are checked. `tag` 0: no constant pool entry. */
static void throw_no_such_method(struct thread *self, const struct class *ref, struct symbol *name, struct symbol *desc)
{
    /* a letter of a descriptor becomes at most a word */
    size_t size = 800 + name->len + desc->len * (sizeof "boolean, " - 1);
    char *text = vm_malloc(size);
    THROW(self, NoSuchMethodError, "'%s'", method_name_external(ref, name, desc, text, size));
    free(text);
}

static struct method *find_method(struct thread *self, struct class *ref, struct symbol *name, struct symbol *desc,
                                  enum call_kind kind, u8 tag)
{
    char text[1400], cls[600];
    bool iface = class_is_interface(ref),
         by_interface = kind == CALL_INTERFACE || ((kind == CALL_STATIC || kind == CALL_SPECIAL) && iface);
    if (kind == CALL_VIRTUAL && iface) {
        THROW(self, IncompatibleClassChangeError, "Found interface %s, but class was expected",
              class_external_name(ref, cls, sizeof cls));
        return NULL;
    }
    if (kind == CALL_INTERFACE && !iface) {
        THROW(self, IncompatibleClassChangeError, "Found class %s, but interface was expected",
              class_external_name(ref, cls, sizeof cls));
        return NULL;
    }
    if (tag && (tag == CP_IMETHOD) != by_interface) {
        THROW(self, IncompatibleClassChangeError, "Method '%s' must be %s constant",
              method_name_external(ref, name, desc, text, sizeof text),
              by_interface ? "InterfaceMethodref" : "Methodref");
        return NULL;
    }
    struct method *m = by_interface ? find_in_interface(ref, name, desc) : find_in_class(ref, name, desc);
    if (!m) throw_no_such_method(self, ref, name, desc);
    return m;
}

static struct method *resolve_method(struct thread *self, struct class *ref, struct symbol *name, struct symbol *desc,
                                     enum call_kind kind, struct class *caller, bool constraints, u8 tag)
{
    struct method *m = find_method(self, ref, name, desc, kind, tag);
    if (!m) return NULL;
    if (caller && !(m->access & ACC_PUBLIC)) {
        /* public on arrays */
        bool array_clone = class_is_array(ref) && m->owner == WK(java_lang_Object) && m->name == SYM(clone);
        if (!array_clone && !access_member(self, caller, m->owner, ref, m->access)) {
            char text[1400], quoted[1404];
            snprintf(quoted, sizeof quoted, "'%s'", method_external_name(m, text, sizeof text));
            refuse_member(self, caller, m->owner, m->access, "method", quoted);
            return NULL;
        }
    }
    if (!check_kind(self, ref, m, kind)) return NULL;
    if (caller && constraints && !method_has(m, MTH_SIG_POLY) &&
        !constraint_check_member(self, caller, ref, m->owner, m->name, m->desc))
        return NULL;
    return m;
}

struct method *link_resolve_method(struct thread *self, struct class *ref, struct symbol *name, struct symbol *desc,
                                   enum call_kind kind, struct class *caller)
{
    return resolve_method(self, ref, name, desc, kind, caller, true, 0);
}

struct method *link_resolve_method_public(struct thread *self, struct class *ref, struct symbol *name,
                                          struct symbol *desc, enum call_kind kind, struct class *caller)
{
    return resolve_method(self, ref, name, desc, kind, caller, false, 0);
}

bool link_check_field_constraints(struct thread *self, const struct class *caller, const struct class *ref,
                                  const struct field *f)
{
    return constraint_check_member(self, caller, ref, f->owner, f->name, f->desc);
}

struct method *cp_resolve_method(struct thread *self, struct constpool *cp, u16 index, enum call_kind kind)
{
    MAY_CALL_OUT(self);
    AFTER_MADE_KNOWN();
    struct cp_entry *e = &cp->e[index];
    u8 tag = cp->file[index].tag;
    struct class *ref = cp_resolve_class(self, cp, cp->file[index].u.pair.a);
    if (!ref) return NULL;
    struct symbol *name, *desc;
    cp_ref_names(cp, index, NULL, &name, &desc);
    /* An entry keeps the first resolution. Other instructions may use it in another way, so the checks that depend on
     * the instruction come each time. They load classes, so members may change meanwhile. */
    struct method *m;
    u32 epoch;
    do {
        epoch = atomic_load(&members_epoch);
        m = resolve_method(self, ref, name, desc, kind, cp->owner, true, tag);
        if (!m || method_has(m, MTH_SIG_POLY)) return m; /* exec/invoke keeps the call site in the entry */
    } while (atomic_load(&members_epoch) != epoch);
    i32 slot = m->vtable_index;
    if (!class_is_interface(ref) && class_is_interface(m->owner)) slot = vtable_find(ref, m->name, m->desc);
    if (fill_begin(e)) {
        e->method = m;
        e->aux = (u32)slot;
        e->nargs = m->nargs;
        fill_end(e);
    }
    return m;
}

/* ---- objects ---- */

static struct object *resolved_array(struct thread *self, struct constpool *cp)
{
    nref have = __atomic_load_n(&cp->resolved, __ATOMIC_ACQUIRE);
    if (have) return ref_decode(have);
    struct object *a = array_new_ref(self, WK(java_lang_Object), cp->resolved_count);
    if (!a) return NULL;
    nref none = 0;
    if (!__atomic_compare_exchange_n(&cp->resolved, &none, ref_encode(a), false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return ref_decode(none);
    holder_stores(cp->holder);
    return a;
}

struct object *cp_resolve_string(struct thread *self, struct constpool *cp, u16 index)
{
    struct cp_entry *e = &cp->e[index];
    struct object *a = resolved_array(self, cp);
    if (!a) return NULL;
    if (resolved(e)) return array_ref(a, (i32)e->aux);
    struct object *s = string_intern_symbol(self, cp->file[cp->file[index].u.index].u.utf8);
    if (!s) return NULL;
    array_set_ref(a, (i32)e->aux, s);
    publish(e);
    return s;
}

struct object *cp_resolve_object(struct thread *self, struct constpool *cp, u16 index)
{
    MAY_CALL_OUT(self);
    AFTER_MADE_KNOWN();
    struct cp_entry *e = &cp->e[index];
    struct object *a = resolved_array(self, cp);
    if (!a) return NULL;
    if (resolved(e)) return array_ref(a, (i32)e->aux);
    if (failed(self, e)) return NULL;
    /* a dynamic constant may be an argument of its own bootstrap method, which recurses */
    if (!stack_check(self)) return NULL;
    u32 epoch = atomic_load(&members_epoch);
    struct object *o = exec.resolve_object(self, cp, index);
    if (self->pending) return resolved_despite_error(self, e, epoch) ? array_ref(a, (i32)e->aux) : NULL;
    struct object *first;
    /* the first result is the constant */
    if (!heap_cas_ref(a, ARRAY_BASE + 4 * e->aux, NULL, o, &first) && first) o = first;
    u8 state = CPS_UNRESOLVED; /* an earlier error stays */
    atomic_compare_exchange_strong(&e->state, &state, CPS_RESOLVED);
    return failed(self, e) ? NULL : o;
}

/* ---- handlers ---- */

i32 method_find_handler(struct thread *self, struct method *m, struct class *ec, i32 bci)
{
    for (u32 i = 0; i < m->handler_count; i++) {
        const struct handler *h = &m->handlers[i];
        if (bci < h->start || bci >= h->end) continue;
        if (!h->type) return h->handler;
        struct object *pending = self->pending;
        self->pending = NULL;
        struct class *t = cp_resolve_class(self, m->cp, h->type);
        if (!t) return h->handler; /* the linkage error replaces the thrown exception */
        self->pending = pending;
        if (class_assignable(ec, t)) return h->handler;
    }
    return -1;
}
