/* Chooses each method's entry, anew whenever the facts that decide it change. */
#include "exec/code/code_int.h"

#include "core/alloc.h"
#include "core/exception.h"
#include "cpu/x86_64/native_stubs.h"
#include "exec/code/code_cache.h"
#include "exec/code/code_users.h"
#include "exec/code/inline_cache.h"
#include "exec/invoke/invoke.h"
#include "exec/native/native_binding.h"
#include "exec/tier/call_tally.h"
#include "exec/tier/probe_entry.h"
#include "exec/tier/profile_file.h"
#include "exec/tier/throws.h"
#include "meta/loader.h"
#include "model/options.h"
#include "model/wellknown.h"
#include "thread/probe_points.h"
#include "thread/safepoint.h"
#include "thread/thread_contract.h"

void *code_entries[ENTRY_COUNT];
CPU_JUMP_FOR_CALL(code_jump_for_call, offsetof(struct method, entry), offsetof(struct thread, dispatch))

/* Guards the agreement of a method's entry with its version, its events and its native function. A leaf, apart from the
 * code list's lock. */
static struct os_mutex entry_lock = OS_MUTEX_INIT;

/* Entries that are final without linking. ENTRY_COUNT: the method is of another kind. */
static enum code_entry entry_without_code(const struct method *m)
{
    if (method_has(m, MTH_CONFLICT)) return ENTRY_CONFLICT;
    if (method_has(m, MTH_DELETED)) return ENTRY_DELETED;
    switch (m->intrinsic) {
    case INTRINSIC_INVOKE_BASIC: return ENTRY_INVOKE_BASIC;
    case INTRINSIC_LINK_STATIC: return ENTRY_LINK_STATIC;
    case INTRINSIC_LINK_VIRTUAL: return ENTRY_LINK_VIRTUAL;
    case INTRINSIC_LINK_SPECIAL: return ENTRY_LINK_SPECIAL;
    case INTRINSIC_LINK_INTERFACE: return ENTRY_LINK_INTERFACE;
    /* TODO(foreign): linkToNative needs an entry that calls a NativeEntryPoint; until then it ends in an
     * UnsatisfiedLinkError. */
    case INTRINSIC_LINK_NATIVE: return ENTRY_NATIVE;
    default: return method_is_abstract(m) ? ENTRY_ABSTRACT : ENTRY_COUNT;
    }
}

void *code_entry_behind_probe(const struct method *m)
{
    if (m->next_version) return code_entries[ENTRY_REPLACED];
    enum code_entry e = entry_without_code(m);
    if (e != ENTRY_COUNT) return code_entries[e];
    bool locked = (m->access & ACC_SYNCHRONIZED) != 0, events = method_has(m, MTH_TELLS);
    void *code = __atomic_load_n(&m->machine_entry, __ATOMIC_ACQUIRE); /* another thread may drop it meanwhile */
    if (code && !events) return code;
    if (method_is_native(m)) return code_entries[locked ? ENTRY_NATIVE_SYNC : ENTRY_NATIVE];
    if (events) return code_entries[ENTRY_JAVA_EVENTS];
    bool counted =
        code_entries[ENTRY_JAVA_COUNTED] && __atomic_load_n(&m->java_calls, __ATOMIC_RELAXED) != CODE_NOT_COUNTED;
    if (locked && !counted) return code_entries[ENTRY_JAVA_SYNC];
    return code_entries[counted ? ENTRY_JAVA_COUNTED : ENTRY_JAVA];
}

void *code_entry_behind_tally(const struct method *m)
{
    bool counted = method_has(m, MTH_COUNTED) && !m->next_version && entry_without_code(m) == ENTRY_COUNT;
    if (LIKELY(!counted)) return code_entry_behind_probe(m);
    void *own = probe_entry_of(m);
    return own ? own : code_entries[ENTRY_PROBED];
}

/* The entry of a method that may run: by what it is and what code it has, and whether its calls are counted. */
static void *ready_entry(struct method *m)
{
    if (method_has(m, MTH_COUNTED)) probe_entry_learn(m, code_entries[ENTRY_PROBED_BEHIND]);
    if (LIKELY(!call_tally_on) || m->next_version || entry_without_code(m) != ENTRY_COUNT)
        return code_entry_behind_tally(m);
    call_tally_number(m);
    return code_entries[ENTRY_TALLY];
}

/* Stores the entry, and the address that optimized code calls. */
static void set_entry(struct method *m, void *entry)
{
    const struct code *c = entry == m->machine_entry ? code_find(entry) : NULL;
    const void *called = c && c->called ? (const void *)(c->start + c->called) : (const void *)code_jump_for_call;
    __atomic_store_n(&m->called, (void *)(uintptr_t)called, __ATOMIC_RELEASE);
    __atomic_store_n(&m->entry, entry, __ATOMIC_RELEASE);
}

void code_set_first_entry(struct method *m, void *entry) { set_entry(m, entry); }

/* The facts behind ready_entry have changed: gives a linked method its new entry. With entry_lock, or with the world
 * stopped. */
static void choose_again(struct method *m)
{
    LOCK_HELD_OR_WORLD_STOPPED(&entry_lock);
    if (m->entry != code_entries[ENTRY_UNLINKED] && m->entry != code_entries[ENTRY_REPLACED])
        set_entry(m, ready_entry(m));
}

static bool has_breakpoint(const struct method *m)
{
    for (u32 bci = 0; bci < m->code_len; bci++)
        if (m->code[bci] == OP_breakpoint && m->orig_code[bci] != OP_breakpoint) return true;
    return false;
}
/* The leaf that may run in place of m's bytecode; NULL: none. */
static void *leaf_of(const struct method *m)
{
    /* NULL in programs without the natives */
    void *(*find)(const struct method *m) = native_binding.leaf_of_bytecode;
    return m->code && !method_is_native(m) && find ? find(m) : NULL;
}
/* A leaf may run in place of bytecode, in every tier, but for breakpoints and where somebody is told of returns. With
 * entry_lock, or with the world stopped. */
static void choose_leaf(struct method *m)
{
    LOCK_HELD_OR_WORLD_STOPPED(&entry_lock);
    void *leaf = leaf_of(m);
    if (!leaf) return;
    bool told = has_breakpoint(m) || method_has(m, MTH_TELLS | MTH_COUNTED_BODY);
    __atomic_store_n(&m->machine_entry, told ? NULL : leaf, __ATOMIC_RELEASE);
}

/* Takes m's machine code from it and retires it. A leaf form is no such code, and stays. */
static void drop_machine_code(struct method *m)
{
    const struct code *c = m->machine_entry ? code_find(m->machine_entry) : NULL;
    if (!c) return;
    m->machine_entry = NULL;
    if (!method_is_native(m)) __atomic_store_n(&m->java_calls, 0, __ATOMIC_RELAXED); /* it may get new code */
    code_retire((struct code *)c);
}

/* The same for its told_code, and counts towards a new one. */
static void drop_told_code(struct method *m)
{
    const struct code *c = m->told_code ? code_find(m->told_code) : NULL;
    m->told_code = NULL;
    __atomic_store_n(&m->told_calls, 0, __ATOMIC_RELAXED);
    if (c) code_retire((struct code *)c);
}

/* Drops the owners' code; they are counted again, from `calls` on. World stopped. */
static void drop_code_of(struct vec *owners, u32 calls)
{
    WORLD_STOPPED();
    for (u32 i = 0; i < owners->count; i++) {
        struct method *o = vec_get(owners, i);
        VM_CHECK(o->machine_entry);
        drop_machine_code(o);
        __atomic_store_n(&o->java_calls, calls, __ATOMIC_RELAXED);
        choose_again(o);
    }
    vec_destroy(owners);
}
/* Drops the code that contains the body or address of one of the n methods, and gives up compilations that have looked
 * at one. World stopped. */
static void drop_users(struct method *const *methods, u32 n)
{
    WORLD_STOPPED();
    struct vec owners = VEC_INIT;
    code_users_find(methods, n, &owners);
    drop_code_of(&owners, 0);
}
void drop_makers(struct class *const *classes, u32 n)
{
    WORLD_STOPPED();
    struct vec owners = VEC_INIT;
    code_users_find_allocating(classes, n, &owners);
    drop_code_of(&owners, 0);
}
void drop_all_users(void)
{
    WORLD_STOPPED();
    struct vec owners = VEC_INIT;
    code_users_find_all(&owners);
    drop_code_of(&owners, 0);
}

/* The bytes from which code for m was made have changed. World stopped. */
void drop_bytecode_code(struct method *m)
{
    WORLD_STOPPED();
    if (method_is_native(m)) return;
    m->told_often = false;
    drop_machine_code(m);
    drop_told_code(m);
    choose_leaf(m);
    choose_again(m);
    drop_users(&m, 1);
}

void drop_left_methods(struct method *const *left, u32 n)
{
    WORLD_STOPPED();
    for (u32 i = 0; i < n; i++) (void)__atomic_fetch_or(&left[i]->flags, MTH_OVERRIDDEN, __ATOMIC_SEQ_CST);
    drop_users(left, n);
    code_users_all_stale();
}

void drop_method_users(struct method *m)
{
    WORLD_STOPPED();
    drop_users(&m, 1);
}
void drop_class_users(struct class *c)
{
    WORLD_STOPPED();
    drop_users(c->methods, c->method_count);
}

void code_drop(struct method *m, u32 calls)
{
    os_mutex_lock(&entry_lock);
    drop_machine_code(m);
    __atomic_store_n(&m->java_calls, calls, __ATOMIC_RELAXED);
    choose_again(m);
    os_mutex_unlock(&entry_lock);
}

void code_drop_told(struct method *m)
{
    os_mutex_lock(&entry_lock);
    drop_told_code(m);
    os_mutex_unlock(&entry_lock);
}

u32 code_calls_before(u32 n)
{
    u64 all = options.stencil_threshold;
    return (u32)(CODE_CALL_WEIGHT * (all > n ? all - n : 0));
}

void code_method_created(struct method *m)
{
    enum code_entry e = entry_without_code(m);
    set_entry(m, code_entries[e != ENTRY_COUNT ? e : ENTRY_UNLINKED]);
}

/* A method with a profile from a file gets code after so many calls: most of it is linked by then. */
enum { PROFILED_CALLS = 100 };

/* Code is prepared at the first call, not at link time: most methods never run. */
static bool prepare(struct thread *self, struct method *m)
{
    enum code_prepared p = code_prepare(m);
    if (p == CODE_NO_ROOM && options.class_unloading) {
        vm_collect(self, HEAP_CAUSE_METADATA, true);
        p = code_prepare(m);
    }
    if (p == CODE_NO_ROOM) throw_out_of_metadata(self, "Metaspace");
    if (p == CODE_BAD)
        throw_new(self, WK(VerifyError), "Bad instruction in method %s%s of class %s", m->name->bytes, m->desc->bytes,
                  m->owner->name->bytes);
    return p == CODE_PREPARED;
}

bool code_link_method(struct thread *self, struct method *m)
{
    MAY_COLLECT(self);
    if (!method_is_native(m) && !method_is_abstract(m) && m->orig_code && !prepare(self, m)) return false;
    /* two threads may come here with the same value */
    if (m->code) __atomic_store_n(&m->entries, m->cp->e, __ATOMIC_RELAXED);
    if (m->code && !__atomic_load_n(&m->java_calls, __ATOMIC_RELAXED) && profile_file_has(m))
        __atomic_store_n(&m->java_calls, code_calls_before(PROFILED_CALLS), __ATOMIC_RELAXED);
    os_mutex_lock(&entry_lock);
    if (!m->machine_entry) choose_leaf(m);
    set_entry(m, ready_entry(m));
    os_mutex_unlock(&entry_lock);
    return true;
}

static void bind_native(struct method *m, void *fn, void *leaf)
{
    os_mutex_lock(&entry_lock);
    __atomic_store_n(&m->native_fn, fn, __ATOMIC_RELEASE);
    drop_machine_code(m);
    __atomic_store_n(&m->machine_entry, leaf, __ATOMIC_RELEASE);
    __atomic_store_n(&m->native_calls, 0, __ATOMIC_RELAXED);
    choose_again(m);
    os_mutex_unlock(&entry_lock);
}
void code_bind_native(struct method *m, void *fn, void *leaf)
{
    /* another thread may bind it at the same time */
    const void *entry = __atomic_load_n(&m->machine_entry, __ATOMIC_ACQUIRE);
    bind_native(m, fn, leaf);
    __atomic_thread_fence(__ATOMIC_SEQ_CST); /* a compiler sets MTH_IN_CODE before it reads the entry */
    if (!entry || code_find(entry) || !method_has(m, MTH_IN_CODE)) return;
    struct thread *self = thread_self(); /* code may contain the leaf */
    safepoint_begin(self, "a native is bound again");
    drop_users(&m, 1);
    safepoint_end(self);
}

bool code_publish_wrapper(struct method *m, void *fn, const void *wrapper)
{
    os_mutex_lock(&entry_lock);
    bool current = m->native_fn == fn && !m->machine_entry && !m->next_version;
    if (current) {
        m->machine_entry = (void *)wrapper;
        choose_again(m);
    }
    os_mutex_unlock(&entry_lock);
    return current;
}

bool code_publish_bytecode(struct method *m, const void *entry)
{
    const struct code *c = code_find(entry);
    os_mutex_lock(&entry_lock);
    bool current = !m->next_version && !method_has(m, MTH_TELLS) && !(c && c->user && code_user_is_stale(c->user));
    if (current) {
        drop_machine_code(m);
        __atomic_store_n(&m->java_calls, CODE_NOT_COUNTED, __ATOMIC_RELAXED);
        __atomic_store_n(&m->machine_entry, (void *)entry, __ATOMIC_RELEASE);
        choose_again(m);
    }
    os_mutex_unlock(&entry_lock);
    return current;
}

bool code_publish_told(struct method *m, const void *entry)
{
    os_mutex_lock(&entry_lock);
    bool current = !m->next_version && !method_has(m, MTH_PROBED) && !m->told_code;
    if (current) __atomic_store_n(&m->told_code, (void *)entry, __ATOMIC_RELEASE);
    os_mutex_unlock(&entry_lock);
    return current;
}

void code_relink_method(struct method *old_version, struct method *new_version)
{
    WORLD_STOPPED();
    new_version->flags |= old_version->flags & (MTH_TELLS | MTH_OF_PROBES | MTH_OVERRIDDEN);
    new_version->tally = old_version->tally;
    drop_machine_code(old_version);
    drop_told_code(old_version);
    drop_users(&old_version, 1);
    if (method_is_native(old_version) && method_is_native(new_version)) {
        new_version->native_fn = old_version->native_fn;
        new_version->machine_entry = old_version->machine_entry; /* a leaf */
    }
    code_method_created(new_version);
    set_entry(old_version, code_entries[ENTRY_REPLACED]);
}

void code_carry_native(struct method *from, struct method *to)
{
    WORLD_STOPPED();
    drop_machine_code(from);
    to->native_fn = from->native_fn;
    to->machine_entry = from->machine_entry; /* a leaf */
    code_method_created(to);
}

/* ---- methods with events or probes of their own ---- */
static void rewrite_returns(struct method *m)
{
    struct bytecode b;
    os_mutex_lock(&patch_lock);
    BYTECODE_EACH (b, m->orig_code, m->code ? m->code_len : 0) {
        if (b.info->flow != BC_RETURN) continue;
        split_fused_locked(m, (i32)b.bci);
        put_op_locked(m, m->code + b.bci, return_form(m, b.bci));
    }
    os_mutex_unlock(&patch_lock);
}

/* Flips the flag of each method. */
static void change_flag(struct method *const *methods, u32 n, enum method_flag flag)
{
    WORLD_STOPPED();
    for (u32 i = 0; i < n; i++) {
        struct method *m = methods[i];
        m->flags ^= flag;
        rewrite_returns(m);
        if (!method_is_native(m)) drop_machine_code(m);
        choose_leaf(m);
        choose_again(m);
    }
    drop_users(methods, n);
}
void code_method_events(struct method *const *methods, u32 n, bool (*wanted)(const struct method *m))
{
    WORLD_STOPPED();
    struct vec changed = VEC_INIT;
    for (u32 i = 0; i < n; i++)
        if (wanted(methods[i]) != method_has(methods[i], MTH_EVENTS)) vec_push(&changed, methods[i]);
    change_flag((struct method *const *)changed.items, changed.count, MTH_EVENTS);
    vec_destroy(&changed);
}
/* Does the code of a method with these flags know of probes? Where all that they count is its entry, the entry does. */
static bool code_knows(u32 flags) { return flags & (MTH_PROBED | MTH_COUNTED_BODY); }
/* m's own code does not fit its flags. A leaf may come in its place at once. */
static void replace_own(struct method *m, bool gently)
{
    const struct code *c = m->machine_entry ? code_find(m->machine_entry) : NULL;
    if (gently && c && c->user && !leaf_of(m)) {
        code_user_outdate(c->user);
        return;
    }
    drop_machine_code(m);
    if (c && gently) __atomic_store_n(&m->java_calls, code_calls_before(1), __ATOMIC_RELAXED);
}
void code_method_probes(struct method *const *methods, u32 n, bool gently)
{
    WORLD_STOPPED();
    struct vec changed = VEC_INIT;
    for (u32 i = 0; i < n; i++) {
        struct method *m = methods[i];
        u32 was = m->flags & MTH_OF_PROBES, is = probe_points.method_flags(m);
        if (was == is && !(is & MTH_COUNTED)) continue;
        m->flags ^= was ^ is;
        if (code_knows(was ^ is)) rewrite_returns(m);
        if ((code_knows(was) || code_knows(is)) && !method_is_native(m)) {
            replace_own(m, gently);
            drop_told_code(m);
        }
        choose_leaf(m);
        probe_entry_forget(m);
        choose_again(m);
        vec_push(&changed, m);
    }
    if (gently)
        code_users_outdate((struct method *const *)changed.items, changed.count);
    else
        drop_users((struct method *const *)changed.items, changed.count);
    vec_destroy(&changed);
}

void code_tell_allocations(struct class *const *classes, u32 n, bool gently)
{
    WORLD_STOPPED();
    for (u32 i = 0; i < n; i++) {
        struct heap_type *t = &classes[i]->type;
        t->told = !t->told;
        heap_type_set_size(t, t->instance_size);
    }
    if (gently)
        code_users_outdate_allocating(classes, n);
    else
        drop_makers(classes, n);
}

u32 code_outdated(void) { return code_users_outdated(); }
bool code_wait_for_new(struct thread *self, i64 deadline)
{
    IN_STATE(self, VM);
    thread_to_blocked(self);
    while (code_users_outdated() && code_users_wait_for_new(deadline)) {}
    thread_from_blocked(self);
    return !code_users_outdated();
}
void code_drop_outdated(void)
{
    WORLD_STOPPED();
    struct vec owners = VEC_INIT;
    code_users_find_outdated(&owners);
    drop_code_of(&owners, code_calls_before(1));
}

/* ---- calls that are counted ---- */
static void add_methods(struct class *c, void *all)
{
    for (u32 i = 0; i < c->method_count; i++) vec_push(all, c->methods[i]);
}

/* Drops optimized code: it has no nodes for inlined calls, or has nodes that are not needed any more. All other code
 * stays, since ENTRY_TALLY comes before it. */
void code_tally_calls(bool on)
{
    WORLD_STOPPED();
    if (on == call_tally_on) return;
    struct vec all = VEC_INIT;
    loader_for_each_class(add_methods, &all);
    call_tally_on = on;
    for (struct thread *t = threads_first(); on && t; t = t->next) (void)call_tally_array(t);
    drop_users((struct method *const *)all.items, all.count);
    for (u32 i = 0; i < all.count; i++) choose_again(vec_get(&all, i));
    code_users_all_stale();
    vec_destroy(&all);
}

/* ---- new classes ---- */
/* A compiler sets MTH_IN_CODE in the same word before it looks. So one of the two sees the other's flag. */
static bool override(struct method *m)
{
    if (method_has(m, MTH_OVERRIDDEN)) return false;
    return __atomic_fetch_or(&m->flags, MTH_OVERRIDDEN, __ATOMIC_SEQ_CST) & MTH_IN_CODE;
}
static void drop_overridden(const struct class *c)
{
    const struct class *super = c->super;
    struct vec overridden = VEC_INIT;
    for (u32 i = 0; i < super->vtable_len; i++)
        if (c->vtable[i] != super->vtable[i]) vec_push(&overridden, super->vtable[i]);
    drop_users((struct method *const *)overridden.items, overridden.count);
    vec_destroy(&overridden);
}
void code_class_linking(struct thread *self, struct class *c)
{
    const struct class *super = c->super;
    if (!super || class_is_interface(c) || c->vtable == super->vtable) return;
    bool in_code = false;
    for (u32 i = 0; i < super->vtable_len; i++)
        if (c->vtable[i] != super->vtable[i]) in_code |= override(super->vtable[i]);
    if (!in_code) return;
    safepoint_begin(self, "Deoptimize");
    drop_overridden(c);
    safepoint_end(self);
    code_announce_retired(self);
}

/* ---- unloading ---- */
/* Replaced versions lost their code when they were replaced. */
void code_class_unloading(struct class *c)
{
    WORLD_STOPPED();
    for (u32 i = 0; i < c->method_count; i++) {
        drop_machine_code(c->methods[i]);
        drop_told_code(c->methods[i]);
        probe_entry_forget(c->methods[i]);
    }
    drop_users(c->methods, c->method_count);
    code_users_all_stale(); /* their code may name it as an object's class */
}

void code_forget_dead(void)
{
    WORLD_STOPPED();
    icaches_forget_dead();
    breakpoints_forget_dead();
    profiles_forget_dead();
    throws_forget();
}
