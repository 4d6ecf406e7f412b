/* Carries out the tasks of compile.h: makes and publishes code, or gives up. */
#include "exec/tier/compile.h"
#include "exec/code/code.h"
#include "exec/code/code_report.h"
#include "exec/opt/opt.h"
#include "exec/stencil/stencil_emit.h"
#include "exec/tier/profile.h"
#include "model/options.h"
#include "os/os_time.h"
#include "thread/thread_contract.h"

static struct code *make_stencils(struct thread *self, struct method *m, const struct stencil_wish *wish,
                                  const void **entry)
{
    i64 start = os_time_thread_cpu_ns(), began = os_time_monotonic_ns();
    const char *why = NULL;
    struct code *c = stencil_emit(self, m, wish, entry, &why);
    code_record_compiled(self, CODE_BY_STENCILS, m, c, began, 0, why);
    code_count_compiled(CODE_BY_STENCILS, c, m->code_len, os_time_thread_cpu_ns() - start);
    return c;
}
/* Makes stencil code, once more after room was made if the cache was full. */
static struct code *make_stencils_surely(struct thread *self, struct method *m, const struct stencil_wish *wish,
                                         const void **entry)
{
    struct code *c = m->next_version ? NULL : make_stencils(self, m, wish, entry);
    if (c || !code_cache_is_full()) return c;
    code_make_room(self);
    return m->next_version ? NULL : make_stencils(self, m, wish, entry);
}

static void announce(struct thread *self, struct code *c)
{
    if (UNLIKELY(options.print_compilation)) code_print_compiled(c);
    code_announce(self, c);
}
static void throw_away(struct code *c)
{
    c->told = true; /* no event has been posted for it */
    code_retire(c);
}

/* Publishes c; NULL: it could not be made. p: the method's profile if it is enough. */
static void publish(struct thread *self, struct method *m, struct code *c, const void *entry, struct profile *p)
{
    if (c && code_publish_bytecode(m, entry))
        announce(self, c);
    else if (c)
        throw_away(c);
    else if (p && stencil_start(m))
        p->heat = INT32_MAX; /* no room: the counting code may stay */
    else
        code_drop(m, CODE_NOT_COUNTED); /* from now on its entry is the interpreter's */
}

/* A compilation can be put off while the method's code counts, since callees are counted too then, and so often. */
enum { MOST_PUT_OFF = 2 };
static bool can_wait(const struct compile_task *t)
{
    const u8 *start = stencil_start(t->m);
    const struct profile *p = profile_if_made(t->m);
    return (t->by == COMPILE_FOR_CALL || t->by == COMPILE_FOR_LOOP) && p && p->put_off < MOST_PUT_OFF && start &&
           stencil_of(start)->counts;
}
static void put_off(const struct compile_task *t)
{
    struct profile *p = profile_if_made(t->m);
    p->put_off++;
    __atomic_store_n(&p->heat, (i32)options.profile_enough, __ATOMIC_RELAXED);
}

/* A method's first code counts for its profile. It is replaced when the profile is enough. */
static void compile_at_once(struct thread *self, const struct compile_task *t, bool enough)
{
    struct method *m = t->m;
    struct profile *p = profile_if_made(m);
    const void *entry;
    struct code *c = NULL;
    __atomic_store_n(&m->java_calls, CODE_NOT_COUNTED, __ATOMIC_RELAXED);
    code_make_room(self);
    if (enough) profile_log(m);
    const char *why = NULL;
    struct opt_request r = { .m = m, .enterable = t->enterable, .can_wait = can_wait(t) };
    if (enough && options.optimizer) c = opt_compile(self, &r, &entry, &why);
    if (!c && why == opt_put_off) {
        put_off(t);
        return;
    }
    if (!c && t->by == COMPILE_INSTEAD) return;
    if (!c) c = make_stencils_surely(self, m, &(struct stencil_wish){ .counting = enough ? NULL : p }, &entry);
    publish(self, m, c, entry, enough ? p : NULL);
}

static void make_told(struct thread *self, struct method *m)
{
    const void *entry;
    code_make_room(self);
    struct code *c = make_stencils_surely(self, m, &(struct stencil_wish){ .told = true }, &entry);
    if (c && code_publish_told(m, entry))
        announce(self, c);
    else if (c)
        throw_away(c);
}

static bool run_task(struct thread *self, const struct compile_task *t)
{
    struct method *m = t->m;
    const void *entry;
    const char *why = NULL;
    code_make_room(self);
    if (m->next_version) return true;
    profile_log(m);
    struct opt_request r = { .m = m, .enterable = t->enterable, .polls = true, .can_wait = can_wait(t) };
    struct code *c = opt_compile(self, &r, &entry, &why);
    if (!c && why == opt_stale) return false;
    if (!c && t->by == COMPILE_INSTEAD) return true;
    if (!c && why == opt_put_off) {
        put_off(t);
        return true;
    }
    struct profile *p = profile_if_made(m);
    if (!c) c = make_stencils_surely(self, m, &(struct stencil_wish){ 0 }, &entry);
    publish(self, m, c, entry, p);
    if (c && p) __atomic_store_n(&p->heat, -1, __ATOMIC_RELAXED); /* loops in the counting code look for the new code */
    return true;
}

static void forget_task(const struct compile_task *t)
{
    if (t->by == COMPILE_AGAIN) code_drop(t->m, 0);
}

void compile_start(void)
{
    compile_work =
        (struct compile_work){ .at_once = compile_at_once, .run = run_task, .forget = forget_task, .told = make_told };
}
