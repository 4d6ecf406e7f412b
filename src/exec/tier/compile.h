/* Requests for code, up to its publication. The code that counted a method calls compile_wanted. Stencils are made at
 * once. The optimizer's code is made by a compiler thread (compile_queue.h), or at once if there is none. */
#ifndef ARGUS_EXEC_TIER_COMPILE_H
#define ARGUS_EXEC_TIER_COMPILE_H

#include "model/class.h"

struct thread;

enum {
    COMPILE_FEW_CALLS = 8 /* a method with fewer calls mainly runs long loops; calls_seen stops there */
};

/* The reasons for code: an entry was called; a loop has run and should enter the code; code with loop entries has been
 * called again, and would be better without them; code was left too often, or the interpreter runs beside it. */
enum compile_for { COMPILE_FOR_CALL, COMPILE_FOR_LOOP, COMPILE_INSTEAD, COMPILE_AGAIN };
struct compile_task {
    struct method *m;
    enum compile_for by;
    bool enterable; /* with entries at loops */
    u32 tries;      /* how often it was given up because something had changed */
};

/* m has been counted enough. The caller continues in the code that m has afterwards, if any; otherwise m is counted on.
 * The frame is published, since agents may get events about code. May collect. */
void compile_wanted(struct thread *self, struct method *m, enum compile_for by);
/* Makes m's told_code, if it can have some. The frame is published, since agents may get events about code. May
 * collect. */
void compile_told(struct thread *self, struct method *m);
/* Requests new code for m, whose code is the optimizer's; the old code stays until then. Does not stop, collect or call
 * out. Returns false if there is no compiler thread: the caller has to drop the code. */
WARN_UNUSED bool compile_again(struct method *m);

/* Does the interpreter still run loops of m beside its code? Then the code has loop entries. */
static inline bool compile_is_missed(const struct method *m) { return m->missed > m->missed_before; }
/* The task that compile_again queues. */
static inline struct compile_task compile_new_for(struct method *m)
{
    return (struct compile_task){ .m = m,
                                  .by = COMPILE_AGAIN,
                                  .enterable = m->calls_seen < COMPILE_FEW_CALLS || compile_is_missed(m) };
}

/* ---- the work ---- */
/* compile.c sets this, so that entries and queue do not depend on the compilers. */
struct compile_work {
    /* Makes and publishes the code on the requesting thread. `enough`: the method's profile is enough. The frame is
     * published, since this may collect. */
    void (*at_once)(struct thread *self, const struct compile_task *t, bool enough);
    /* The same on a compiler thread. Returns false if a dependency has changed; then no code was made. */
    bool (*run)(struct thread *self, const struct compile_task *t);
    /* Gives up the task for good. Code that was to be replaced is dropped, and the method is counted again. */
    void (*forget)(const struct compile_task *t);
    /* Makes and publishes m's told_code, on the requesting thread. */
    void (*told)(struct thread *self, struct method *m);
};
extern struct compile_work compile_work;
/* Called before the first method is counted. */
void compile_start(void);

#endif
