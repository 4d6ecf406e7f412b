/* Ties the interpreter to the runtime: dispatch tables, method entries, threads (the binding of core/call.h). */
#include "exec/exec.h"
#include "core/alloc.h"
#include "core/call.h"
#include "core/exception.h"
#include "exec/code/code_cache.h"
#include "exec/exec_thread.h"
#include "exec/interp/interp_int.h"
#include "exec/invoke/invoke.h"
#include "exec/native/leaf.h"
#include "exec/native/native_code.h"
#include "model/options.h"
#include "os/os_sync.h"
#include "thread/events.h"
#include "thread/safepoint.h"
#include <stdlib.h>

/* The entry of a method that may run: by what it is and whether it has running code. */
static void *ready_entry(const struct method *m)
{
    if (m->next_version) return (void *)entry_replaced;
    if (m->flags & MTH_CONFLICT) return (void *)entry_conflict;
    if (m->flags & MTH_DELETED) return (void *)entry_deleted;
    switch (m->intrinsic) {
    case INTRINSIC_INVOKE_BASIC: return (void *)entry_invoke_basic;
    case INTRINSIC_LINK_STATIC: return (void *)entry_link_static;
    case INTRINSIC_LINK_VIRTUAL: return (void *)entry_link_virtual;
    case INTRINSIC_LINK_SPECIAL: return (void *)entry_link_special;
    case INTRINSIC_LINK_INTERFACE: return (void *)entry_link_interface;
    default: break;
    }
    if (method_is_abstract(m)) return (void *)entry_abstract;
    bool locked = (m->access & ACC_SYNCHRONIZED) != 0;
    bool events = (m->flags & MTH_EVENTS) != 0;
    if (method_is_native(m))
        return m->native_stub && !events ? m->native_stub : (void *)(locked ? entry_native_sync : entry_native);
    if (events) return (void *)entry_java_events;
    return (void *)(locked ? entry_java_sync : entry_java);
}

static struct os_mutex native_lock = OS_MUTEX_INIT; /* a method's entry agrees with what its native is bound to; leaf */

static void method_created(struct method *m)
{
    void *ready = ready_entry(m);
    bool direct = ready == (void *)entry_conflict || ready == (void *)entry_deleted ||
                  ready == (void *)entry_abstract || m->intrinsic >= INTRINSIC_INVOKE_BASIC;
    m->entry = direct ? ready : (void *)entry_unlinked;
}

/* Code is prepared at the first call, not at link time: most methods never run. */
static bool prepare_code(struct thread *self, struct method *m)
{
    enum interp_prepared p = interp_prepare_code(m);
    if (p == INTERP_NO_ROOM && options.class_unloading) {
        vm_collect(self, HEAP_CAUSE_METADATA, true);
        p = interp_prepare_code(m);
    }
    if (p == INTERP_NO_ROOM) throw_out_of_metadata(self, "Metaspace");
    if (p == INTERP_BAD_CODE)
        throw_new(self, WK(VerifyError), "Bad instruction in method %s%s of class %s", m->name->bytes, m->desc->bytes,
                  m->owner->name->bytes);
    return p == INTERP_PREPARED;
}

static bool method_link(struct thread *self, struct method *m)
{
    if (!method_is_native(m) && !method_is_abstract(m) && m->orig_code && !prepare_code(self, m)) return false;
    /* two threads may come here with the same value */
    if (m->code) __atomic_store_n(&m->entries, m->cp->e, __ATOMIC_RELAXED);
    os_mutex_lock(&native_lock);
    __atomic_store_n(&m->entry, ready_entry(m), __ATOMIC_RELEASE);
    os_mutex_unlock(&native_lock);
    return true;
}

static void bind_native(struct method *m, void *fn, void *leaf)
{
    os_mutex_lock(&native_lock);
    __atomic_store_n(&m->native_fn, fn, __ATOMIC_RELEASE);
    native_code_drop(m);
    m->native_stub = leaf;
    __atomic_store_n(&m->native_calls, 0, __ATOMIC_RELAXED);
    if (m->entry != (void *)entry_unlinked) __atomic_store_n(&m->entry, ready_entry(m), __ATOMIC_RELEASE);
    os_mutex_unlock(&native_lock);
}

bool native_code_publish(struct method *m, void *fn, const void *wrapper)
{
    os_mutex_lock(&native_lock);
    bool current = m->native_fn == fn && !m->native_stub && !m->next_version;
    if (current) {
        m->native_stub = (void *)wrapper;
        if (m->entry != (void *)entry_unlinked) __atomic_store_n(&m->entry, ready_entry(m), __ATOMIC_RELEASE);
    }
    os_mutex_unlock(&native_lock);
    return current;
}
/* World stopped. Versions that were replaced lost their wrappers then. */
static void class_unloading(struct class *c)
{
    for (u32 i = 0; i < c->method_count; i++)
        if (method_is_native(c->methods[i])) native_code_drop(c->methods[i]);
}

static void thread_created(struct thread *t)
{
    t->exec_state = vm_calloc(1, sizeof(struct exec_thread));
    thread_update_dispatch(t);
}
static void thread_ended(struct thread *t)
{
    free(t->exec_state);
    t->exec_state = NULL;
}
static struct object *resolve_object(struct thread *self, struct constpool *cp, u16 index)
{
    return invoke_resolve_constant(self, cp, index);
}
static void visit_roots(struct heap_visitor *v)
{
    method_types_visit(v);
    code_reclaim();
    for (struct thread *t = threads_first(); t; t = t->next)
        if (t->exec_state) v->exact(v, &exec_thread(t)->early_object);
}
static void visit_weak(heap_live_fn live)
{
    for (struct thread *t = threads_first(); t; t = t->next)
        if (t->exec_state && exec_thread(t)->posted) exec_thread(t)->posted = live(exec_thread(t)->posted);
}
static void forget_dead(void)
{
    interp_forget_dead();
    invoke_forget_dead();
}
/* World stopped; old_version->next_version is new_version. Frames of the old one go on in it, every call goes to the
 * new one. */
static void relink_method(struct method *old_version, struct method *new_version)
{
    new_version->flags |= old_version->flags & MTH_EVENTS;
    if (method_is_native(old_version)) native_code_drop(old_version);
    /* a leaf stays */
    if (method_is_native(old_version) && method_is_native(new_version))
        new_version->native_stub = old_version->native_stub;
    method_created(new_version);
    __atomic_store_n(&old_version->entry, (void *)entry_replaced, __ATOMIC_RELEASE);
}

void exec_method_events(struct method *const *methods, u32 n, bool (*wanted)(const struct method *m))
{
    VM_ASSERT(safepoint_mine());
    for (u32 i = 0; i < n; i++) {
        struct method *m = methods[i];
        bool on = wanted(m);
        if (on == ((m->flags & MTH_EVENTS) != 0)) continue;
        m->flags ^= MTH_EVENTS;
        interp_method_events_changed(m);
        bool linked = m->entry != (void *)entry_unlinked && m->entry != (void *)entry_replaced;
        if (linked) m->entry = ready_entry(m);
    }
}

void exec_init(void)
{
    interp_tables_init();
    for (u32 i = 0; i < 4; i++) thread_dispatch_tables[i] = (void *const *)interp_tables[i];
    leaf_dispatch = leaf_access_dispatch = thread_dispatch_tables[0];
    exec.call = exec_call;
    exec.method_created = method_created;
    exec.method_link = method_link;
    exec.resolve_object = resolve_object;
    exec.thread_created = thread_created;
    exec.thread_ended = thread_ended;
    exec.visit_roots = visit_roots;
    exec.visit_holder = invoke_visit_holder;
    exec.visit_weak = visit_weak;
    exec.forget_dead = forget_dead;
    exec.relink_method = relink_method;
    exec.bind_native = bind_native;
    exec.code_changed = code_announce_retired;
    exec.class_unloading = class_unloading;
    exec.insn_length = bytecode_length;
    npe_bytecode_length = bytecode_length;
    invoke_init();
}
