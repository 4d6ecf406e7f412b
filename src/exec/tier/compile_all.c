/* Compiles all methods of linked classes, in every way, and publishes nothing. */
#include "exec/tier/compile_all.h"
#include "base/vec.h"
#include "exec/code/code.h"
#include "exec/code/code_cache.h"
#include "exec/interp/link_ahead.h"
#include "exec/opt/opt.h"
#include "exec/stencil/stencil_emit.h"
#include "exec/tier/profile.h"
#include "exec/tier/profile_invent.h"
#include "meta/loader.h"
#include "os/os_time.h"
#include "thread/thread_contract.h"
#include <stdio.h>

enum way {
    STENCILS,
    COUNTING_STENCILS,
    OPTIMIZER,
    OPTIMIZER_WITH_ENTRIES,
    /* with invented profiles */
    OPTIMIZER_TOLD,
    OPTIMIZER_TOLD_WITH_ENTRIES,
    WAYS
};
static const char *const way_names[] = { "stencils",          "stencils that count",
                                         "optimizer",         "optimizer, loops entered",
                                         "invented profiles", "invented, loops entered" };

enum { REASONS = 32, NAME = 1024 };
struct reason {
    const char *why;
    u32 count;
    const struct method *first;
};
struct compiled {
    u32 methods, refused;
    u64 code_bytes;
    i64 ns, most_ns;
    const struct method *slowest;
    struct reason reasons[REASONS];
};
struct all {
    const char *pattern;
    struct vec classes;
    u32 methods;
    u64 bytes;
    struct link_ahead_counts links;
    struct inventor inventor;
    struct compiled by[WAYS];
};

/* ---- selection ---- */
static bool matches(const char *name, const char *pattern, size_t n)
{
    bool rest = n && pattern[n - 1] == '*';
    n -= rest;
    return !strncmp(name, pattern, n) && (rest || !name[n]);
}
static bool named(const struct class *c, const char *pattern)
{
    char name[NAME];
    class_external_name(c, name, sizeof name);
    for (;;) {
        size_t n = strcspn(pattern, ",");
        if (matches(name, pattern, n)) return true;
        if (!pattern[n]) return false;
        pattern += n + 1;
    }
}
static void add_class(struct class *c, void *arg)
{
    struct all *all = arg;
    u8 state = atomic_load_explicit(&c->state, memory_order_acquire);
    bool linked = state >= CLASS_LINKED && state != CLASS_ERRONEOUS && !class_is_array(c);
    if (linked && named(c, all->pattern)) vec_push(&all->classes, c);
}
/* Lists the classes that are linked now, including those that bootstrap methods have made. */
static void find_classes(struct all *all)
{
    vec_clear(&all->classes);
    loader_for_each_class(add_class, all);
}
static void each_method(struct thread *self, struct all *all,
                        void (*fn)(struct thread *, struct all *, struct method *))
{
    for (u32 i = 0; i < all->classes.count; i++) {
        const struct class *c = vec_get(&all->classes, i);
        for (u32 k = 0; k < c->method_count; k++)
            if (c->methods[k]->orig_code && !c->methods[k]->next_version) fn(self, all, c->methods[k]);
        thread_poll(self);
    }
}

/* ---- one method ---- */
/* Loads the classes that m's constants name, which runs Java code, before instructions are linked that must not run. */
static void load_named(struct thread *self, const struct class *c)
{
    for (u32 i = 1; i < c->cp->count; i++) {
        if (c->cp->e[i].tag == CP_CLASS && !cp_resolve_class(self, c->cp, (u16)i)) self->pending = NULL;
        thread_poll(self);
    }
}
static void link_sites(struct thread *self, struct all *all, struct method *m)
{
    (void)all;
    if (code_link_method(self, m)) interp_link_sites(self, m);
    self->pending = NULL;
}
static void link(struct thread *self, struct all *all, struct method *m)
{
    if (code_link_method(self, m)) interp_link_ahead(self, m, &all->links);
    self->pending = NULL;
}

static struct code *make(struct thread *self, struct method *m, enum way how, const char **why)
{
    const void *entry;
    switch (how) {
    case STENCILS: return stencil_emit(self, m, &(struct stencil_wish){ 0 }, &entry, why);
    case COUNTING_STENCILS:
        return stencil_emit(self, m, &(struct stencil_wish){ .counting = profile_of(m) }, &entry, why);
    case OPTIMIZER:
    case OPTIMIZER_TOLD: return opt_compile(self, &(struct opt_request){ .m = m }, &entry, why);
    default: return opt_compile(self, &(struct opt_request){ .m = m, .enterable = true }, &entry, why);
    }
}
static void note_refused(struct compiled *by, const struct method *m, const char *why)
{
    u32 i = 0;
    while (i < REASONS - 1 && by->reasons[i].why && strcmp(by->reasons[i].why, why) != 0) i++;
    struct reason *r = &by->reasons[i];
    if (!r->why) *r = (struct reason){ why, 0, m };
    r->count++;
    by->refused++;
}
static void note_time(struct compiled *by, const struct method *m, i64 ns)
{
    by->ns += ns;
    if (ns <= by->most_ns) return;
    by->most_ns = ns;
    by->slowest = m;
}
static void compile(struct thread *self, struct all *all, struct method *m, enum way how)
{
    struct compiled *by = &all->by[how];
    const char *why = "no reason given";
    code_make_room(self);
    i64 start = os_time_monotonic_ns();
    struct code *c = make(self, m, how, &why);
    note_time(by, m, os_time_monotonic_ns() - start);
    if (!c) {
        note_refused(by, m, why);
        return;
    }
    by->methods++;
    by->code_bytes += atomic_load(&c->size);
    c->told = true; /* no event has been posted for it */
    code_retire(c);
}
static void compile_cold(struct thread *self, struct all *all, struct method *m)
{
    all->methods++;
    all->bytes += m->code_len;
    for (u32 how = STENCILS; how <= OPTIMIZER_WITH_ENTRIES; how++) compile(self, all, m, how);
}
static void invent(struct thread *self, struct all *all, struct method *m)
{
    (void)self;
    inventor_fill(&all->inventor, m);
}
static void compile_told(struct thread *self, struct all *all, struct method *m)
{
    compile(self, all, m, OPTIMIZER_TOLD);
    compile(self, all, m, OPTIMIZER_TOLD_WITH_ENTRIES);
}

/* ---- output ---- */
static void print_way(const char *name, const struct compiled *by)
{
    char text[NAME];
    printf("  %-24s %7u methods, %4u refused, %9llu bytes of code, %8.3f s", name, by->methods, by->refused,
           (unsigned long long)by->code_bytes, (double)by->ns / (double)OS_NS_PER_SEC);
    if (by->slowest)
        printf(", %.1f ms for %s", (double)by->most_ns / (double)OS_NS_PER_MS,
               method_external_name(by->slowest, text, sizeof text));
    putchar('\n');
    for (const struct reason *r = by->reasons; r < by->reasons + REASONS && r->why; r++)
        printf("    refused: %u, %s (%s)\n", r->count, r->why, method_external_name(r->first, text, sizeof text));
}
static void print_all(const struct all *all)
{
    printf("Compiled all: %u classes, %u methods, %llu bytes of bytecode; %llu instructions linked, %llu not\n",
           all->classes.count, all->methods, (unsigned long long)all->bytes, (unsigned long long)all->links.linked,
           (unsigned long long)all->links.left);
    for (u32 how = 0; how < WAYS; how++) print_way(way_names[how], &all->by[how]);
    fflush(stdout);
}

void compile_all(struct thread *self, const char *pattern)
{
    MAY_CALL_OUT(self);
    struct all *all = vm_calloc(1, sizeof *all);
    all->pattern = pattern;
    classes_hold();
    find_classes(all);
    for (u32 i = 0; i < all->classes.count; i++) load_named(self, vec_get(&all->classes, i));
    each_method(self, all, link_sites);
    find_classes(all);
    each_method(self, all, link);
    each_method(self, all, compile_cold);
    inventor_begin(&all->inventor, &all->classes);
    each_method(self, all, invent);
    each_method(self, all, compile_told);
    inventor_end(&all->inventor);
    print_all(all);
    classes_release();
    vec_destroy(&all->classes);
    free(all);
}
