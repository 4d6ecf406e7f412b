/* From the wish for code to its publication. Who counted a method calls compile_wanted; stencils are made at once, the
 * optimizer's code by a thread that compiles (compile_queue.h), or at once too where there is none. */
#ifndef ARGUS_EXEC_TIER_COMPILE_H
#define ARGUS_EXEC_TIER_COMPILE_H

#include "model/class.h"

struct thread;

enum {
    COMPILE_FEW_CALLS = 8 /* below that a method is rather a loop that runs for long: up to that calls_seen counts */
};

/* Who wants code: an entry; a loop, which would be glad to enter it; code that has been called again, and would be
 * better without its ways into loops; code that was left too often, or that the interpreter runs beside. */
enum compile_for { COMPILE_FOR_CALL, COMPILE_FOR_LOOP, COMPILE_INSTEAD, COMPILE_AGAIN };
struct compile_task {
    struct method *m;
    enum compile_for by;
    bool enterable; /* loops can be entered */
    u32 tries;      /* that were given up because something had changed */
};

/* m has been counted enough. The caller goes on in what m has afterwards; it may have nothing yet, and is counted on
 * until then. The frame is published: agents may hear of code. May collect. */
void compile_wanted(struct thread *self, struct method *m, enum compile_for by);
/* m's code, an optimized one, is to be made anew by what is known now, and stays until there is other. Does not stop,
 * collect or call out. false: nobody compiles; the caller has to drop it. */
WARN_UNUSED bool compile_again(struct method *m);

/* ---- the work ---- */
/* compile.c fills this in, so that the entries that count and the queue do not depend on the compilers. */
struct compile_work {
    /* Makes and publishes what the task asks for on the thread that asks. `enough`: the method's profile is. The frame
     * is published: may collect. */
    void (*at_once)(struct thread *self, const struct compile_task *t, bool enough);
    /* The same on a thread that compiles. false: something the task stands on has changed, and nothing was made. */
    bool (*run)(struct thread *self, const struct compile_task *t);
    /* The task was given up for good. Code that was to be made again goes, the method is counted. */
    void (*forget)(const struct compile_task *t);
};
extern struct compile_work compile_work;
/* Before the first method is counted. */
void compile_start(void);

#endif
