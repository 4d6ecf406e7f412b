/* See code_users.h. A use is one method or class of one user. It is in two lists: its user's, and that of its bucket.
 * Uses are in one array and name each other by number; number 0 is none. */
#include "exec/code/code_users.h"
#include "exec/code/code_cache.h"
#include "os/os_sync.h"
#include "thread/thread_contract.h"

enum { FIRST_BUCKETS = 64, FIRST_USES = 64 };

struct use {
    struct code_user *user; /* NULL: free */
    u32 key;                /* the address of a method or class: they lie below 4 GiB */
    u32 next, before;       /* in the bucket; `next` also in the free list */
    u32 sibling;            /* the user's next one */
};

static struct os_mutex lock = OS_MUTEX_INIT;
static struct use *uses GUARDED_BY(lock);
static u32 use_room GUARDED_BY(lock), use_end GUARDED_BY(lock), use_count GUARDED_BY(lock);
static u32 free_uses GUARDED_BY(lock);
static u32 *buckets GUARDED_BY(lock);
static u32 bucket_count GUARDED_BY(lock); /* a power of two, or 0 */
static struct code_user *under_way GUARDED_BY(lock), *with_code GUARDED_BY(lock);
static struct code_user *to_replace GUARDED_BY(lock); /* outdated, and not yet given to a compiler thread */
static _Atomic u32 outdated;

static u32 address(const void *m) { return (u32)(uintptr_t)m; }
static u32 *bucket_locked(u32 key) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    return &buckets[((key >> 3) * 0x9e3779b1u >> 7) & (bucket_count - 1)];
}

/* ---- uses ---- */
static void chain_locked(u32 i) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    u32 *head = bucket_locked(uses[i].key);
    uses[i].next = *head;
    uses[i].before = 0;
    if (*head) uses[*head].before = i;
    *head = i;
}
static void unchain_locked(u32 i) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    const struct use *u = &uses[i];
    if (u->before)
        uses[u->before].next = u->next;
    else
        *bucket_locked(u->key) = u->next;
    if (u->next) uses[u->next].before = u->before;
}

static void more_buckets_locked(void) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    free(buckets);
    bucket_count = bucket_count ? 2 * bucket_count : TINY(FIRST_BUCKETS, 1);
    buckets = vm_calloc(bucket_count, sizeof *buckets);
    for (u32 i = 1; i < use_end; i++)
        if (uses[i].user) chain_locked(i);
}
static u32 fresh_use_locked(void) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    u32 i = free_uses;
    if (i) {
        free_uses = uses[i].next;
        return i;
    }
    if (!use_end) use_end = 1;
    if (use_end >= use_room) {
        use_room = use_room ? 2 * use_room : TINY(FIRST_USES, 2);
        uses = vm_realloc(uses, use_room * sizeof *uses);
    }
    uses[use_end].user = NULL;
    return use_end++;
}

static bool needs_locked(const struct code_user *u, u32 key) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    for (u32 i = u->uses; i; i = uses[i].sibling)
        if (uses[i].key == key) return true;
    return false;
}
static void add_locked(struct code_user *u, u32 key) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    if (use_count >= bucket_count) more_buckets_locked();
    u32 i = fresh_use_locked();
    uses[i] = (struct use){ .user = u, .key = key, .sibling = u->uses };
    chain_locked(i);
    u->uses = i;
    u->count++;
    use_count++;
}

/* ---- users ---- */
static void link_locked(struct code_user **list, struct code_user *u) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    u->next = *list;
    u->at = list;
    if (*list) (*list)->at = &u->next;
    *list = u;
}
static void unlink_locked(struct code_user *u) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    *u->at = u->next;
    if (u->next) u->next->at = u->at;
}

struct code_user *code_user_begin(struct method *m)
{
    struct code_user *u = vm_calloc(1, sizeof *u);
    u->method = m;
    os_mutex_lock(&lock);
    link_locked(&under_way, u);
    os_mutex_unlock(&lock);
    return u;
}

void code_user_needs(struct code_user *u, struct method *m)
{
    VM_ASSERT((uintptr_t)m == address(m) && !m->next_version);
    (void)__atomic_fetch_or(&m->flags, MTH_IN_CODE, __ATOMIC_SEQ_CST);
    os_mutex_lock(&lock);
    if (!needs_locked(u, address(m))) add_locked(u, address(m));
    os_mutex_unlock(&lock);
}
void code_user_allocates(struct code_user *u, const struct class *c)
{
    VM_ASSERT((uintptr_t)c == address(c));
    os_mutex_lock(&lock);
    if (!needs_locked(u, address(c))) add_locked(u, address(c));
    os_mutex_unlock(&lock);
}

void code_user_has_code(struct code_user *u, struct code *c)
{
    VM_ASSERT(!u->code && !c->user);
    os_mutex_lock(&lock);
    unlink_locked(u);
    link_locked(&with_code, u);
    u->code = c;
    os_mutex_unlock(&lock);
    c->user = u;
}

void code_user_end(struct code_user *u)
{
    os_mutex_lock(&lock);
    unlink_locked(u);
    for (u32 i = u->uses, next; i; i = next) {
        next = uses[i].sibling;
        unchain_locked(i);
        uses[i] = (struct use){ .next = free_uses };
        free_uses = i;
        use_count--;
    }
    bool was_last = u->outdated && atomic_fetch_sub(&outdated, 1) == 1;
    os_mutex_unlock(&lock);
    if (was_last) os_futex_wake(&outdated, INT32_MAX);
    free(u);
}

/* ---- questions ---- */
static void make_stale(struct code_user *u) { atomic_store_explicit(&u->stale, true, memory_order_release); }

static void found_locked(struct code_user *u, struct vec *owners) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    if (u->code) {
        if (!atomic_exchange(&u->stale, true)) vec_push(owners, u);
    } else
        make_stale(u);
}
static void outdate_locked(struct code_user *u) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    if (u->outdated) return;
    u->outdated = true;
    unlink_locked(u);
    link_locked(&to_replace, u);
    atomic_fetch_add(&outdated, 1);
}
/* owners NULL: code is outdated. */
static void find_key_locked(u32 key, struct vec *owners) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    for (u32 i = bucket_count ? *bucket_locked(key) : 0; i; i = uses[i].next) {
        if (uses[i].key != key) continue;
        if (owners || !uses[i].user->code)
            found_locked(uses[i].user, owners);
        else
            outdate_locked(uses[i].user);
    }
}
static void find_one_locked(const struct method *m, struct vec *owners) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    for (struct code_user *u = under_way; u; u = u->next)
        if (u->method == m) make_stale(u);
    if (method_has(m, MTH_IN_CODE)) find_key_locked(address(m), owners);
}
/* Those from `first` on are users that were found: names their methods. */
static void name_owners_locked(struct vec *owners, u32 first) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    for (u32 i = first; i < owners->count; i++) {
        struct code_user *u = owners->items[i];
        atomic_store(&u->stale, false); /* it has been added to `owners` */
        owners->items[i] = u->method;
    }
}

void code_users_find(struct method *const *methods, u32 n, struct vec *owners)
{
    WORLD_STOPPED();
    VM_DEBUG_ONLY(code_users_check();)
    u32 first = owners->count;
    os_mutex_lock(&lock);
    for (u32 i = 0; i < n; i++) find_one_locked(methods[i], owners);
    name_owners_locked(owners, first);
    os_mutex_unlock(&lock);
}
void code_users_find_allocating(struct class *const *classes, u32 n, struct vec *owners)
{
    WORLD_STOPPED();
    u32 first = owners->count;
    os_mutex_lock(&lock);
    for (u32 i = 0; i < n; i++) find_key_locked(address(classes[i]), owners);
    name_owners_locked(owners, first);
    os_mutex_unlock(&lock);
}

void code_users_outdate(struct method *const *methods, u32 n)
{
    WORLD_STOPPED();
    os_mutex_lock(&lock);
    for (u32 i = 0; i < n; i++) find_one_locked(methods[i], NULL);
    os_mutex_unlock(&lock);
}
void code_users_outdate_allocating(struct class *const *classes, u32 n)
{
    WORLD_STOPPED();
    os_mutex_lock(&lock);
    for (u32 i = 0; i < n; i++) find_key_locked(address(classes[i]), NULL);
    os_mutex_unlock(&lock);
}
void code_user_outdate(struct code_user *u)
{
    WORLD_STOPPED();
    os_mutex_lock(&lock);
    outdate_locked(u);
    os_mutex_unlock(&lock);
}
u32 code_users_outdated(void) { return atomic_load(&outdated); }
bool code_users_wait_for_new(i64 deadline)
{
    u32 n = atomic_load(&outdated);
    return !n || os_futex_wait(&outdated, n, deadline);
}
struct method *code_users_next_outdated(struct thread *self)
{
    IN_STATE(self, VM);
    os_mutex_lock(&lock);
    struct code_user *u = to_replace;
    if (u) {
        unlink_locked(u);
        link_locked(&with_code, u);
    }
    struct method *m = u ? u->method : NULL;
    os_mutex_unlock(&lock);
    return m;
}

static void add_all_locked(const struct code_user *list, bool all, struct vec *owners) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    for (const struct code_user *u = list; u; u = u->next)
        if (all || u->outdated) vec_push(owners, u->method);
}
void code_users_find_all(struct vec *owners)
{
    WORLD_STOPPED();
    os_mutex_lock(&lock);
    add_all_locked(with_code, true, owners);
    add_all_locked(to_replace, true, owners);
    os_mutex_unlock(&lock);
    code_users_all_stale();
}
void code_users_find_outdated(struct vec *owners)
{
    WORLD_STOPPED();
    os_mutex_lock(&lock);
    add_all_locked(with_code, false, owners);
    add_all_locked(to_replace, false, owners);
    os_mutex_unlock(&lock);
}

void code_users_all_stale(void)
{
    WORLD_STOPPED();
    os_mutex_lock(&lock);
    for (struct code_user *u = under_way; u; u = u->next) make_stale(u);
    os_mutex_unlock(&lock);
}

#ifdef ARGUS_DEBUG
static u32 check_list_locked(const struct code_user *list) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    u32 n = 0;
    for (const struct code_user *u = list; u; u = u->next) {
        VM_ASSERT(!u->code || (u->code->user == u && u->code->method == u->method && !u->code->retired));
        for (u32 i = u->uses; i; i = uses[i].sibling, n++) VM_ASSERT(uses[i].user == u);
    }
    return n;
}
void code_users_check(void)
{
    os_mutex_lock(&lock);
    u32 listed = check_list_locked(under_way) + check_list_locked(with_code) + check_list_locked(to_replace);
    u32 chained = 0;
    for (u32 b = 0; b < bucket_count; b++)
        for (u32 i = buckets[b], before = 0; i; before = i, i = uses[i].next, chained++)
            VM_ASSERT(uses[i].user && uses[i].before == before && bucket_locked(uses[i].key) == &buckets[b]);
    VM_ASSERT(listed == use_count && chained == use_count);
    os_mutex_unlock(&lock);
}
#endif
