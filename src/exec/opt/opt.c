/* One method from bytecode to code. */
#include "exec/opt/opt.h"
#include "core/exception.h"
#include "exec/code/code_report.h"
#include "exec/opt/opt_emit.h"
#include "exec/opt/opt_leave.h"
#include "log/log.h"
#include "model/options.h"
#include "os/os_time.h"

struct code *opt_compile(struct thread *self, struct method *m, bool enterable, const void **entry, const char **why)
{
    struct opt_graph g = { .m = m, .enterable = enterable };
    static _Atomic i64 number;
    i64 mine = ++number;
    if (mine < options.opt_from || mine > options.opt_to || !stack_has_room(self)) return NULL;
    if (!opt_prepare(self) || m->next_version) return NULL;
    i64 start = os_time_monotonic_ns();
    arena_init(&g.arena, 64 * KB);
    struct code *c = NULL;
    if (opt_build(&g)) {
        opt_simplify(&g);
        opt_unnoted(&g);
        opt_allocate(&g);
        if (options.opt_print) opt_print(&g);
        c = opt_emit(&g, entry);
    }
    i64 took = os_time_monotonic_ns() - start;
    code_count_compiled(CODE_BY_OPTIMIZER, c, m->code_len + g.bytes, took);
    LOG(debug, jit_compilation,
        "%lld %s %s.%s%s: %u nodes, %u methods, %u objects put off, %u loops by lanes, %lld us%s%s", (long long)mine,
        c ? "optimized" : "not optimized", m->owner->name->bytes, m->name->bytes, m->desc->bytes, g.count,
        g.method_count, opt_count_virtuals(&g), g.lane_loops, (long long)took / 1000, g.why_not ? ": " : "",
        g.why_not ? g.why_not : "");
    if (why && g.why_not) *why = g.why_not;
    arena_destroy(&g.arena);
    return c;
}
