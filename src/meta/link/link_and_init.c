/* Linking and initialization of classes (JVMS §5.4, §5.5).
 *
 * One lock and one condition variable serve the states of all classes: states change rarely, and the lock is held for a
 * few instructions, never over Java code. A thread that must wait for another one's linking or initialization waits as
 * BLOCKED. TODO(classes): waiting threads of all classes share the condition, so each change wakes them all. */
#include "base/contract.h"
#include "base/vec.h"
#include "meta/meta_int.h"
#include "thread/probe_points.h"
#include "thread/thread_contract.h"

#include <stdio.h>
#include <stdlib.h>

static struct os_mutex state_lock = OS_MUTEX_INIT;
static struct os_cond state_changed = { PTHREAD_COND_INITIALIZER };
struct link_owner {
    struct class *c;
    struct thread *t;
    struct link_owner *next;
};
static struct link_owner *linking GUARDED_BY(state_lock); /* classes in CLASS_LINKING and the threads that link them */

static u8 state_of(struct class *c) { return atomic_load_explicit(&c->state, memory_order_acquire); }

static void set_state_locked(struct class *c, u8 s) WANTS_LOCK(state_lock)
{
    LOCK_HELD(&state_lock);
    /* signalled at each change; several threads may link one class */
    VM_ASSERT(s != state_of(c) || s == CLASS_LINKING);
    MADE_KNOWN();
    atomic_store_explicit(&c->state, s, memory_order_release);
    os_cond_broadcast(&state_changed);
}

/* ---- linking ---- */

void class_prepare_field(const struct classfile *cf, const struct field *f, struct object *string)
{
    const struct cf_const *k = &cf->cp[f->const_index];
    struct object *base = field_static_base(f);
    char *at = (char *)base + f->offset;
    switch (f->kind) {
    case 'Z':
    case 'B': *(i8 *)at = (i8)k->u.u4; break;
    case 'C':
    case 'S': *(i16 *)at = (i16)k->u.u4; break;
    case 'I':
    case 'F': *(u32 *)at = k->u.u4; break;
    case 'J':
    case 'D': *(u64 *)at = k->u.u8_; break;
    default: heap_store_ref(base, f->offset, string); break;
    }
}

static bool prepare_statics(struct thread *self, struct class *c)
{
    for (u32 i = 0; i < c->field_count; i++) {
        struct field *f = class_field(c, i);
        if (!f->const_index || !(f->access & ACC_STATIC)) continue;
        struct object *s = NULL;
        if (f->kind == 'L') {
            s = string_intern_symbol(self, c->cf->cp[c->cf->cp[f->const_index].u.index].u.utf8);
            if (!s) return false;
        }
        class_prepare_field(c->cf, f, s);
    }
    return true;
}

static bool owned_link_locked(const struct class *c, const struct thread *t) WANTS_LOCK(state_lock)
{
    LOCK_HELD(&state_lock);
    for (struct link_owner *o = linking; o; o = o->next)
        if (o->c == c && o->t == t) return true;
    return false;
}

/* Makes this thread a linker of c. It may be one already: verification may lead back here through class loaders and
 * tools. Returns false if c is linked. */
static bool claim_link(struct thread *self, struct class *c, struct link_owner *mine)
{
    for (;;) {
        os_mutex_lock(&state_lock);
        u8 s = state_of(c);
        bool claimed = s == CLASS_LOADED || (s == CLASS_LINKING && owned_link_locked(c, self));
        if (claimed) {
            *mine = (struct link_owner){ c, self, linking };
            linking = mine;
            set_state_locked(c, CLASS_LINKING);
        }
        os_mutex_unlock(&state_lock);
        if (claimed) return true;
        if (s != CLASS_LINKING) return false;
        thread_to_blocked(self);
        os_mutex_lock(&state_lock);
        while (state_of(c) == CLASS_LINKING) os_cond_wait(&state_changed, &state_lock);
        os_mutex_unlock(&state_lock);
        thread_from_blocked(self);
    }
}

/* Ends claim_link. Returns false if an inner call has linked c. */
static bool end_link(struct class *c, struct link_owner *mine, bool ok)
{
    os_mutex_lock(&state_lock);
    struct link_owner **at = &linking;
    while (*at != mine) at = &(*at)->next;
    *at = mine->next;
    bool open = state_of(c) == CLASS_LINKING;
    if (open && ok)
        set_state_locked(c, CLASS_LINKED);
    else if (open && !owned_link_locked(c, mine->t))
        set_state_locked(c, CLASS_LOADED);
    os_mutex_unlock(&state_lock);
    return open;
}

/* Links c. Its supertypes are linked. */
static bool link_one(struct thread *self, struct class *c)
{
    struct link_owner mine;
    if (!claim_link(self, c, &mine)) return true;
    bool ok = class_verify(self, c);
    /* otherwise its statics may have been written since */
    if (state_of(c) == CLASS_LINKING) ok = ok && constraint_check_overrides(self, c) && prepare_statics(self, c);
    if (ok && UNLIKELY(atomic_load(&method_ids_early))) class_make_method_ids(c);
    if (ok) exec.class_linking(self, c);
    if (ok && probe_point_on(POINT_CLASS)) probe_points.class_linking(self, c);
    bool first = end_link(c, &mine, ok);
    if (!ok || !first) return ok;
    if (event_on(EV_CLASS_PREPARE) && hooks.class_prepare) hooks.class_prepare(self, c);
    return !self->pending; /* pending: from an agent; the class is linked nevertheless */
}

/* The next supertype of c that is not linked, the superclass first. *at counts those examined. NULL: there are no
 * more. */
static struct class *next_unlinked(const struct class *c, u32 *at)
{
    while (*at <= c->interface_count) {
        u32 i = (*at)++;
        struct class *s = i ? c->interfaces[i - 1] : c->super;
        if (s && state_of(s) < CLASS_LINKED) return s;
    }
    return NULL;
}

/* Links supertypes first, depth first. There may be many thousands of levels, so the path is kept in a list and not on
 * the C stack. Classes on it are supertypes of c, which the caller keeps alive. */
bool class_link(struct thread *self, struct class *c)
{
    MAY_CALL_OUT(self);
    if (state_of(c) >= CLASS_LINKED) return true;
    if (!stack_check(self)) return false; /* verification loads classes, which runs Java code */
    struct vec path = VEC_INIT;
    u32 at = 0;
    bool ok = true;
    while (ok && c) {
        struct class *s = next_unlinked(c, &at);
        if (s) {
            vec_push(&path, c);
            vec_push(&path, (void *)(uintptr_t)at);
            c = s;
            at = 0;
            continue;
        }
        ok = link_one(self, c);
        c = path.count ? (at = (u32)(uintptr_t)vec_pop(&path), vec_pop(&path)) : NULL;
    }
    vec_destroy(&path);
    return ok;
}

/* ---- initialization ---- */

/* Makes the cause for later NoClassDefFoundErrors: the first failure as text, with its stack trace, so that no object
 * of the program is kept alive. NULL (nothing pending) if it cannot be made. */
static struct object *failure_record(struct thread *self, struct object *failure)
{
    char cls[600], thread_name[200] = "";
    struct object *message = obj_ref(failure, WKF(Throwable_detailMessage));
    char *text = message ? string_to_mutf8(message) : NULL;
    struct object *name = self->java ? obj_ref(self->java, WKF(Thread_name)) : NULL;
    if (name) string_to_mutf8_buf(name, thread_name, sizeof thread_name);
    class_external_name(object_class(failure), cls, sizeof cls);
    throw_new(self, WK(ExceptionInInitializerError), "Exception %s%s%s [in thread \"%s\"]", cls, text ? ": " : "",
              text ? text : "", thread_name);
    free(text);
    struct object *record = self->pending;
    self->pending = NULL;
    if (!record || object_class(record) != WK(ExceptionInInitializerError)) return NULL;
    i32 depth = throwable_depth(failure);
    struct object *elements = array_new_ref(self, WK(java_lang_StackTraceElement), depth);
    bool ok = elements != NULL;
    for (i32 i = 0; ok && i < depth; i++) {
        struct object *e = object_new(self, WK(java_lang_StackTraceElement));
        if (e) array_set_ref(elements, i, e);
        ok = e != NULL;
    }
    ok = ok && throwable_elements(self, elements, failure);
    if (ok) {
        heap_store_ref(record, WKF(Throwable_stackTrace), elements);
        heap_store_ref(record, WKF(Throwable_backtrace), NULL);
    }
    self->pending = NULL;
    return record;
}

static void throw_erroneous(struct thread *self, struct class *c)
{
    char name[600];
    class_external_name(c, name, sizeof name);
    struct object *record = ref_decode(c->init_error);
    if (record)
        throw_with_cause(self, WK(NoClassDefFoundError), record, "Could not initialize class %s", name);
    else
        THROW(self, NoClassDefFoundError, "Could not initialize class %s", name);
}

enum claim { CLAIM_MINE, CLAIM_DONE, CLAIM_ERROR };

/* JVMS §5.5 steps 1 to 6. */
static enum claim claim_init(struct thread *self, struct class *c)
{
    for (;;) {
        os_mutex_lock(&state_lock);
        u8 s = state_of(c);
        struct thread *by = c->init_thread;
        if (s == CLASS_LINKED) {
            c->init_thread = self;
            set_state_locked(c, CLASS_INITIALIZING);
        }
        os_mutex_unlock(&state_lock);
        if (s == CLASS_LINKED) return CLAIM_MINE;
        if (s == CLASS_INITIALIZED || (s == CLASS_INITIALIZING && by == self)) return CLAIM_DONE;
        if (s == CLASS_ERRONEOUS) return CLAIM_ERROR;
        VM_ASSERT(s == CLASS_INITIALIZING);
        thread_to_blocked(self);
        os_mutex_lock(&state_lock);
        while (state_of(c) == CLASS_INITIALIZING) os_cond_wait(&state_changed, &state_lock);
        os_mutex_unlock(&state_lock);
        thread_from_blocked(self);
    }
}

static void end_init(struct class *c, u8 state)
{
    os_mutex_lock(&state_lock);
    c->init_thread = NULL;
    set_state_locked(c, state);
    os_mutex_unlock(&state_lock);
}

static bool declares_default(const struct class *iface)
{
    for (u32 i = 0; i < iface->method_count; i++)
        if (method_has(iface->methods[i], MTH_DEFAULT)) return true;
    return false;
}

/* Initializes superinterfaces with default methods, their superinterfaces first. all_interfaces has that order
 * (vtable.c). */
static bool init_interfaces(struct thread *self, struct class *c)
{
    for (u32 i = 0; i < c->interface_count; i++) {
        struct class *in = c->interfaces[i];
        if (!(in->flags & CLS_HAS_DEFAULTS)) continue;
        for (u32 k = 0; k <= in->all_interface_count; k++) {
            struct class *one = k < in->all_interface_count ? in->all_interfaces[k] : in;
            if (declares_default(one) && !class_init(self, one)) return false;
        }
    }
    return true;
}

/* Steps 10 and 11: wraps an exception that is no Error, remembers it, and marks the class erroneous. */
static void fail_init(struct thread *self, struct class *c, bool wrap)
{
    struct object *failure = self->pending;
    self->pending = NULL;
    struct object *record = failure_record(self, failure);
    if (record) {
        c->init_error = ref_encode(record);
        holder_stores(c->holder);
    }
    end_init(c, CLASS_ERRONEOUS);
    if (wrap && !object_instance_of(failure, WK(java_lang_Error)))
        throw_with_cause(self, WK(ExceptionInInitializerError), failure, NULL);
    else
        self->pending = failure;
}

/* Steps 7 to 10 for c. This thread has claimed it, and its superclass is initialized. */
static bool init_claimed(struct thread *self, struct class *c)
{
    if (!class_is_interface(c) && (c->flags & CLS_HAS_DEFAULTS) && !init_interfaces(self, c)) {
        fail_init(self, c, false);
        return false;
    }
    if (c->clinit) {
        struct class *outer = self->initializing;
        self->initializing = c;
        LOG(info, class_init, "Initializing '%s'", c->name->bytes);
        java_call(self, c->clinit, NULL);
        self->initializing = outer;
        if (self->pending) {
            fail_init(self, c, true);
            return false;
        }
    }
    end_init(c, CLASS_INITIALIZED);
    return true;
}

/* Claims c and its superclasses that are not initialized, from c upwards, in `claimed`. Returns false with an exception
 * pending. */
static bool claim_chain(struct thread *self, struct class *c, struct vec *claimed)
{
    for (; c && state_of(c) != CLASS_INITIALIZED; c = class_is_interface(c) ? NULL : c->super) {
        switch (claim_init(self, c)) {
        case CLAIM_DONE: return true;
        case CLAIM_ERROR: throw_erroneous(self, c); return false;
        case CLAIM_MINE: vec_push(claimed, c); break;
        }
    }
    return true;
}

bool class_initialize(struct thread *self, struct class *c)
{
    MAY_CALL_OUT(self);
    if (state_of(c) == CLASS_INITIALIZED) return true;
    if (!stack_check(self) || !class_link(self, c)) return false;
    struct vec claimed = VEC_INIT;
    bool ok = claim_chain(self, c, &claimed);
    while (claimed.count) { /* the topmost first */
        struct class *k = vec_pop(&claimed);
        if (ok)
            ok = init_claimed(self, k);
        else
            fail_init(self, k, false);
    }
    vec_destroy(&claimed);
    return ok;
}
