/* See profile.h. The records are made once, at the first request, with one for each instruction that can have one. */
#include "exec/tier/profile.h"
#include "bytecode/bytecode.h"
#include "exec/code/code.h"
#include "exec/tier/profile_file.h"
#include "log/log.h"
#include "meta/loader.h"
#include "model/class_space.h"
#include "model/options.h"
#include "os/os_sync.h"
#include "thread/thread_contract.h"
#include <stdio.h>

static struct os_mutex profile_lock = OS_MUTEX_INIT; /* a leaf, but for class space's */
static struct profile *all GUARDED_BY(profile_lock);

static bool has_record(const struct bytecode *b)
{
    switch (b->op) {
    case OP_invokevirtual:
    case OP_invokeinterface:
    case OP_checkcast:
    case OP_instanceof: return true;
    default: return b->info->flow == BC_BRANCH || b->info->flow == BC_SWITCH;
    }
}

struct profile *profile_if_made(const struct method *m)
{
    return (struct profile *)(uintptr_t)__atomic_load_n(&m->profile, __ATOMIC_ACQUIRE);
}

struct places {
    u32 records;
    bool calls;
};
static struct places count_places(const struct method *m)
{
    struct bytecode b;
    struct places found = { 0 };
    BYTECODE_EACH (b, m->orig_code, m->code_len) {
        found.records += has_record(&b);
        found.calls |= b.op >= OP_invokevirtual && b.op <= OP_invokedynamic;
    }
    return found;
}
static void start_records(struct profile *p, const struct method *m)
{
    struct bytecode b;
    p->heat = (i32)options.profile_enough;
    p->enough = false;
    p->put_off = 0;
    p->count = 0;
    BYTECODE_EACH (b, m->orig_code, m->code_len)
        if (has_record(&b)) p->site[p->count++] = (struct profile_site){ .bci = b.bci };
}
static struct profile *make_records(const struct method *m)
{
    struct places places = count_places(m);
    if (!places.records && !places.calls) return NULL;
    size_t bytes = sizeof(struct profile) + places.records * sizeof(struct profile_site);
    struct profile *p = class_holder_alloc(m->cp->holder, ALIGN_UP(bytes, (size_t)8));
    if (p) start_records(p, m);
    return p;
}

struct profile *profile_of(struct method *m)
{
    if (!m->orig_code) return NULL;
    os_mutex_lock(&profile_lock);
    struct profile *p = profile_if_made(m), *fresh = p ? NULL : make_records(m);
    if (fresh) {
        fresh->next = all;
        all = p = fresh;
    }
    __atomic_store_n(&m->profile, (u32)(uintptr_t)p, __ATOMIC_RELEASE);
    os_mutex_unlock(&profile_lock);
    if (fresh) profile_file_recall(m, fresh);
    return p;
}

u32 profile_runs_left(const struct method *m)
{
    u32 some = (u32)(options.profile_enough / 50);
    const struct profile *p = profile_if_made(m);
    if (p) {
        i64 counted = options.profile_enough - __atomic_load_n(&p->heat, __ATOMIC_RELAXED);
        return profile_is_enough(p) || counted < 0 || counted >= some ? 0 : some - (u32)counted;
    }
    u32 calls = __atomic_load_n(&m->java_calls, __ATOMIC_RELAXED);
    if (calls == CODE_NOT_COUNTED || m->machine_entry || !m->orig_code || !count_places(m).records) return 0;
    u64 before = calls / CODE_CALL_WEIGHT, all = options.stencil_threshold;
    return (u32)(before < all ? all - before : 0) + some;
}

bool profile_count_again(const struct method *m)
{
    struct profile *p = profile_if_made(m);
    if (!p) return false;
    __atomic_store_n(&p->heat, (i32)options.profile_enough, __ATOMIC_RELAXED);
    __atomic_store_n(&p->enough, false, __ATOMIC_RELAXED);
    return true;
}

struct profile_site *profile_site(const struct method *m, u32 bci)
{
    struct profile *p = profile_if_made(m);
    u32 from = 0, to = p ? p->count : 0;
    while (from < to) {
        u32 middle = from + (to - from) / 2;
        if (p->site[middle].bci == bci) return &p->site[middle];
        if (p->site[middle].bci < bci)
            from = middle + 1;
        else
            to = middle;
    }
    return NULL;
}

__attribute__((preserve_most)) void profile_note(struct profile_site *s, u64 class_ref_or_target)
{
    for (u32 i = 0; i < PROFILE_CLASSES; i++) {
        if (!s->class_ref[i]) s->class_ref[i] = (u32)class_ref_or_target;
        if (s->class_ref[i] == class_ref_or_target) {
            s->count[i]++;
            return;
        }
    }
    s->others++;
}

/* The site's record, if its instruction is a branch, a switch or (BC_NEXT) neither, and has counts. */
static const struct profile_site *seen(const struct method *m, u32 bci, u8 flow)
{
    const struct profile_site *s = profile_site(m, bci);
    if (!s || bytecode_info[m->orig_code[bci]].flow != flow) return NULL;
    bool branch = flow == BC_BRANCH;
    u32 counted = branch ? s->branch.taken | s->branch.not_taken : s->others;
    for (u32 i = 0; i < PROFILE_CLASSES && !branch; i++) counted |= s->count[i];
    return counted ? s : NULL;
}

bool profile_receivers(const struct method *m, u32 bci, struct profile_receivers *p)
{
    const struct profile_site *s = seen(m, bci, BC_NEXT);
    if (!s) return false;
    for (u32 i = 0; i < PROFILE_CLASSES; i++) {
        p->cls[i] = (const struct class *)(uintptr_t)s->class_ref[i];
        p->count[i] = s->count[i];
    }
    p->others = s->others;
    return true;
}

bool profile_branch(const struct method *m, u32 bci, struct profile_branch *p)
{
    const struct profile_site *s = seen(m, bci, BC_BRANCH);
    if (s) *p = s->branch;
    return s != NULL;
}

bool profile_switch(const struct method *m, u32 bci, struct profile_switch *p)
{
    const struct profile_site *s = seen(m, bci, BC_SWITCH);
    if (!s) return false;
    for (u32 i = 0; i < PROFILE_CLASSES; i++) {
        p->target[i] = s->target[i] - 1;
        p->count[i] = s->target[i] ? s->count[i] : 0;
    }
    p->others = s->others;
    return true;
}

/* Targets are no addresses of class space, so they are not dead. */
static void forget_classes(struct profile *p)
{
    for (u32 i = 0; i < p->count; i++)
        for (u32 k = 0; k < PROFILE_CLASSES; k++)
            if (class_memory_is_dead((const void *)(uintptr_t)p->site[i].class_ref[k])) {
                p->site[i].class_ref[k] = 0;
                p->site[i].count[k] = 0;
            }
}

void profiles_forget_dead(void)
{
    WORLD_STOPPED_FOR(&profile_lock);
    for (struct profile **at = &all; *at;)
        if (class_memory_is_dead(*at))
            *at = (*at)->next;
        else {
            forget_classes(*at);
            at = &(*at)->next;
        }
}

static void log_receivers(const struct method *m, u32 bci, const struct profile_receivers *r)
{
    char line[512] = "";
    for (u32 i = 0, n = 0; i < PROFILE_CLASSES && r->cls[i] && n < sizeof line; i++)
        n += (u32)snprintf(line + n, sizeof line - n, "%s %u, ", r->cls[i]->name->bytes, r->count[i]);
    LOG(debug, jit_data, "  %u %s %sothers %u", bci, bytecode_name(m->orig_code[bci]), line, r->others);
}
static void log_targets(const struct method *m, u32 bci, const struct profile_switch *s)
{
    char line[256] = "";
    for (u32 i = 0, n = 0; i < PROFILE_CLASSES && s->count[i] && n < sizeof line; i++)
        n += (u32)snprintf(line + n, sizeof line - n, "to %u: %u, ", s->target[i], s->count[i]);
    LOG(debug, jit_data, "  %u %s %sothers %u", bci, bytecode_name(m->orig_code[bci]), line, s->others);
}
static void log_site(const struct method *m, u32 bci)
{
    struct profile_branch b;
    struct profile_receivers r;
    struct profile_switch s;
    if (profile_branch(m, bci, &b))
        LOG(debug, jit_data, "  %u %s taken %u, not taken %u", bci, bytecode_name(m->orig_code[bci]), b.taken,
            b.not_taken);
    else if (profile_receivers(m, bci, &r))
        log_receivers(m, bci, &r);
    else if (profile_switch(m, bci, &s))
        log_targets(m, bci, &s);
}
void profile_log(const struct method *m)
{
    const struct profile *p = profile_if_made(m);
    if (!LOG_ENABLED(debug, jit_data) || !p) return;
    LOG(debug, jit_data, "%s.%s%s", m->owner->name->bytes, m->name->bytes, m->desc->bytes);
    for (u32 i = 0; i < p->count; i++) log_site(m, p->site[i].bci);
}
