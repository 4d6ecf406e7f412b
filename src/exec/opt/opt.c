/* Compiles one method: the order of the passes, from bytecode to machine code. */
#include "exec/opt/opt.h"
#include "core/exception.h"
#include "exec/code/code_report.h"
#include "exec/code/code_users.h"
#include "exec/opt/emit/opt_emit.h"
#include "exec/opt/emit/opt_leave.h"
#include "exec/opt/pass/opt_pass.h"
#include "log/log.h"
#include "model/options.h"
#include "os/os_time.h"
#include "thread/recorder.h"

/* ---- the order of passes ---- */
enum { ROUNDS = 4, NESTED = 4 /* loops in loops, objects in objects */ };

static bool named(const char *list, const char *name)
{
    size_t n = strlen(name);
    for (const char *p = list; p && *p; p += strcspn(p, ","), p += *p == ',')
        if (strcspn(p, ",") == n && memcmp(p, name, n) == 0) return true;
    return false;
}
static void refuse(const struct opt_graph *g, const char *pass, const char *text)
{
    VM_FATAL("the graph of %s.%s%s is not sound after %s: %s", g->m->owner->name->bytes, g->m->name->bytes,
             g->m->desc->bytes, pass, text);
}
/* After each pass? */
static bool verifies(void)
{
    VM_DEBUG_ONLY(return !options.opt_verify_last;)
    return options.opt_verify;
}
static void after(struct opt_graph *g, const char *pass)
{
    char text[512];
    if (g->why_not) return; /* given up: its last analysis may have stopped early */
    VM_DEBUG_ONLY(opt_plant_fault(g, pass);)
    if (UNLIKELY(options.opt_print_after != NULL) && named(options.opt_print_after, pass)) opt_print(g, pass);
    if (verifies() && !opt_verify(g, text, sizeof text)) refuse(g, pass, text);
}
static void after_allocation(struct opt_graph *g)
{
    char text[512];
    VM_DEBUG_ONLY(opt_plant_fault(g, "allocate");)
    if (options.opt_print || (UNLIKELY(options.opt_print_after != NULL) && named(options.opt_print_after, "allocate")))
        opt_print(g, "allocate");
    if ((verifies() || options.opt_verify_last) && !opt_verify_places(g, text, sizeof text))
        refuse(g, "allocate", text);
}
static void after_last(struct opt_graph *g)
{
    char text[512];
    if (options.opt_verify_last && !opt_verify(g, text, sizeof text)) refuse(g, "the last pass", text);
}
static bool run(struct opt_graph *g, const char *name, bool (*pass)(struct opt_graph *g))
{
    if (g->why_not) return false; /* the compilation has been given up */
    bool changed = pass(g);
    opt_scratch_end(g);
    after(g, name);
    return opt_may_go_on(g) && changed;
}
#define RUN(name) run(g, #name, opt_##name)

/* Repeats five passes until none of them changes anything, since each uses the results of the others. */
static void settle(struct opt_graph *g)
{
    for (u32 round = 0; round < ROUNDS; round++) {
        bool changed = RUN(merges);
        changed |= RUN(suppose);
        changed |= RUN(number);
        changed |= RUN(prune);
        changed |= RUN(branches);
        if (!changed) break;
    }
}
/* Branches that `number` has decided, where `settle` does not follow: no pass may make new loops or tests any more. */
static void go_one_way(struct opt_graph *g)
{
    if (RUN(prune)) RUN(merges);
}
static void take_copies_apart(struct opt_graph *g)
{
    if (RUN(copies)) settle(g);
}
/* Takes short loops apart, the innermost first. */
static void flatten(struct opt_graph *g)
{
    for (u32 round = 0; round < NESTED; round++) {
        RUN(drop); /* opt_unroll_whole counts the nodes of a turn: dead ones would count */
        bool changed = RUN(empty);
        if (!RUN(unroll_whole) && !changed) break;
        settle(g);
        take_copies_apart(g); /* the loop may have found how many elements there are */
    }
}
static bool has_boxes(const struct opt_graph *g)
{
    for (u32 v = 1; v < g->count; v++)
        if (g->nodes[v].op == OPT_BOX && !g->nodes[v].dead) return true;
    return false;
}
static bool unbox(struct opt_graph *g) { return options.escape_analysis && has_boxes(g) && RUN(unbox); }
static bool has_objects(const struct opt_graph *g)
{
    for (u32 v = 1; v < g->count; v++)
        if ((g->nodes[v].op == OPT_NEW || g->nodes[v].op == OPT_NEW_ARRAY) && !g->nodes[v].dead)
            return options.escape_analysis;
    return false;
}
static void optimize(struct opt_graph *g)
{
    opt_analyze(g);
    after(g, "build");
    settle(g);
    RUN(unlocked); /* after branches that are known are gone; before objects, whose monitors are not entered then */
    if (unbox(g)) settle(g);      /* a counter that is a box is a number: its loop counts */
    if (RUN(runahead)) settle(g); /* counters are merges then, as the other passes for loops know them, */
    if (RUN(narrow)) settle(g);   /* and ints */
    take_copies_apart(g);         /* after merges of one value are gone: the classes of arrays can be known */
    flatten(g);
    for (u32 round = 0; round < NESTED && has_objects(g); round++) {
        RUN(drop); /* dead merges would keep objects from being replaced */
        if (!RUN(escape)) break;
        settle(g);
        take_copies_apart(g); /* fields of objects are numbers now, */
        flatten(g);           /* counters of iterators, too */
    }
    if (unbox(g)) settle(g); /* values that objects held */
    if (has_boxes(g)) {
        RUN(sink); /* before they are branches */
        if (RUN(boxes)) settle(g);
    }
    if (RUN(stores)) RUN(number); /* the stores that remain may store what is there */
    RUN(hoist);
    RUN(number);      /* values that left two loops may be equal */
    if (RUN(carry)) { /* after the checks of the objects have left the loops */
        RUN(merges);
        RUN(suppose); /* counters in fields are merges now */
        RUN(number);
        RUN(drop);
    }
    if (RUN(orders)) { /* after the limits have left the loops */
        RUN(number);   /* what asks the same once more is known */
        go_one_way(g);
    }
    if (RUN(unswitch)) { /* after their conditions have left the loops */
        RUN(merges);
        RUN(number); /* the same condition may be asked again */
        go_one_way(g);
        RUN(hoist); /* what stood on one way only is in each turn now */
        RUN(number);
    }
    RUN(indexes);
    if (RUN(empty)) RUN(drop); /* loops that did nothing but check */
    RUN(merges);
    g->loops_done = true;
    RUN(number); /* checks are gone, so lengths can become constants */
    go_one_way(g);
    RUN(drop);
    bool chosen = false; /* checks are gone from the loops; vectors have no branches */
    for (u32 round = 0; round < NESTED && RUN(select); round++) {
        RUN(merges); /* a merge of one way is one of another branch's numbers */
        chosen = true;
    }
    if (chosen) {
        RUN(number);
        RUN(drop);
    }
    bool longer = RUN(vectors);    /* before unrolling: it needs a loop of one turn */
    if (RUN(distances)) RUN(drop); /* a turn has fewer variables then */
    longer |= RUN(unroll);
    if (longer) {
        RUN(number);   /* a turn now knows the loads and checks of the turn before, */
        go_one_way(g); /* its branches, too */
        RUN(drop);
    }
    if (RUN(ways)) RUN(drop); /* after unrolling, which makes further exits; tests that only exits named go */
    RUN(addresses);           /* the last pass that needs to know what indexes are */
    RUN(divisions);           /* the bounds of remainders are not asked for any more */
    RUN(fences);              /* unrolled turns stand one behind the other */
    RUN(unnoted);             /* no later pass puts a node between the two ends of a monitor */
}

/* ---- the whole ---- */
enum { PHASES = 4 };
static const char *const phase_names[PHASES] = { "Build", "Optimize", "Allocate", "Emit" };

/* ends[i]: when the phase ended; 0: it was not begun. */
static struct code *make(struct opt_graph *g, const void **entry, i64 ends[PHASES])
{
    bool built = opt_build(g);
    if (built && opt_begin_again(g)) built = opt_build(g);
    ends[0] = os_time_monotonic_ns();
    if (!built || !opt_may_go_on(g)) return NULL;
    optimize(g);
    ends[1] = os_time_monotonic_ns();
    if (g->why_not) return NULL;
    after_last(g);
    opt_allocate(g);
    opt_scratch_end(g);
    ends[2] = os_time_monotonic_ns();
    if (g->why_not) return NULL;
    after_allocation(g);
    if (!opt_may_go_on(g)) return NULL;
    struct code *c = opt_emit(g, entry);
    ends[3] = os_time_monotonic_ns();
    return c;
}

static void record_phases(struct thread *self, const struct code *c, i64 began, const i64 ends[PHASES])
{
    if (!RECORDER_WANTS(CompilerPhase)) return;
    for (u32 i = 0; i < PHASES && ends[i]; began = ends[i++])
        recorder_compiler_phase(self, began, ends[i], phase_names[i], c ? (i64)c->serial : 0, 1);
}

static void log_compiled(struct opt_graph *g, i64 number, const struct code *c, u32 methods, i64 took)
{
    const struct method *m = g->m;
    LOG(debug, jit_compilation,
        "%lld %s %s.%s%s: %u nodes, work %llu, %u methods, %u objects put off, %u loops by lanes, %lld us%s%s",
        (long long)number, c ? "optimized" : "not optimized", m->owner->name->bytes, m->name->bytes, m->desc->bytes,
        g->count, (unsigned long long)g->work, methods, opt_count_virtuals(g), g->lane_loops, (long long)took / 1000,
        g->why_not ? ": " : "", g->why_not ? g->why_not : "");
}

struct code *opt_compile(struct thread *self, const struct opt_request *r, const void **entry, const char **why)
{
    struct opt_graph g = { .m = r->m,
                           .enterable = r->enterable,
                           .polling = r->polls ? self : NULL,
                           .can_wait = r->can_wait,
                           .wide = options.avx >= 2 };
    static _Atomic i64 number;
    i64 mine = ++number;
    if (mine < options.opt_from || mine > options.opt_to || !stack_has_room(self)) return NULL;
    if (!opt_prepare(self) || r->m->next_version) return NULL;
    i64 start = os_time_thread_cpu_ns(), began = os_time_monotonic_ns();
    arena_init(&g.arena, 64 * KB);
    arena_init(&g.scratch, 64 * KB);
    (void)arena_alloc(&g.scratch, 1); /* its first chunk stays until the end */
    g.unused = arena_mark(&g.scratch);
    opt_hold(&g, r->m);
    struct code_user *user = g.user = code_user_begin(r->m);
    i64 ends[PHASES] = { 0 };
    struct code *c = make(&g, entry, ends);
    u32 methods = user->count;
    if (g.user) code_user_end(g.user);
    self->held_count = 0;
    i64 took = os_time_thread_cpu_ns() - start;
    code_count_compiled(CODE_BY_OPTIMIZER, c, r->m->code_len + g.bytes, took);
    log_compiled(&g, mine, c, methods, took);
    if (g.why_not != opt_put_off) code_record_compiled(self, CODE_BY_OPTIMIZER, r->m, c, began, g.bytes, g.why_not);
    record_phases(self, c, began, ends);
    for (const struct opt_decision *d = c ? g.decisions : NULL; d; d = d->next)
        recorder_compiler_inlining(self, (i64)c->serial, d->caller, d->owner->bytes, d->name->bytes, d->desc->bytes,
                                   !d->why_not, d->why_not ? d->why_not : "inline", (i32)d->bci);
    if (why && g.why_not) *why = g.why_not;
    arena_destroy(&g.scratch);
    arena_destroy(&g.arena);
    return c;
}
