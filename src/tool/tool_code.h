/* Functions of tools for running code: breakpoints, watched fields, method events for chosen methods; and the existing
 * machine code. tool_code.c. */
#ifndef ARGUS_TOOL_TOOL_CODE_H
#define ARGUS_TOOL_TOOL_CODE_H

#include "model/class.h"
#include "tool/tool_thread.h"

/* Is `location` inside the code of the method's newest version? A place inside an instruction is allowed, as on
 * HotSpot, and never reached. */
bool tool_has_location(const struct method_id *id, i64 location);
/* Sets or clears a breakpoint before the instruction at bci, in the method's newest version and in older ones with an
 * equivalent body, whose frames continue. Does nothing if no instruction starts there, nothing has to change, or the
 * method was unloaded. The caller has stopped the world. */
void tool_set_breakpoint(const struct method_id *id, i32 bci);
void tool_clear_breakpoint(const struct method_id *id, i32 bci);
/* The caller has stopped the world. Returns false if nothing had to change. Code that never accesses the field keeps
 * its speed. */
bool tool_watch_field(struct field *f, bool write, bool on);

/* Method events for chosen methods only: each of `methods` posts MethodEntry and MethodExit to the hooks from now on,
 * or no more, as `wanted` says. All other methods run at full speed. EV_METHOD_ENTRY and EV_METHOD_EXIT stay off (while
 * on, every method posts). The caller has stopped the world. Follows redefinitions of the method. */
void tool_method_events(struct method *const *methods, u32 n, bool (*wanted)(const struct method *m));

/* Starts or stops counting calls, in code of every kind. The caller has stopped the world, and calls
 * tool_tell_retired_code afterwards. */
void tool_tally_calls(bool on);
/* Posts events of retired code to agents. Runs their code. */
void tool_tell_retired_code(struct thread *self);
/* The counts, a row for each method that was linked meanwhile; sums over all threads, also ended ones. The names have
 * the form of class files and are never freed. Malloc'ed, also if there is no row. Takes the lock of threads.
 * TOOL_NO_MEMORY. */
struct tool_tally {
    const char *class_name, *name, *desc; /* all three "": methods beyond the first million */
    bool hidden;                          /* the class */
    u64 entered, threw;
};
enum tool_status tool_call_tallies(struct thread *self, struct tool_tally **out, u32 *count);
/* The calls that t has made while they were counted. Threads locked. */
u64 tool_thread_calls(const struct thread *t);

/* The machine code in use that was made at run time. First posts events of unloaded pieces. Malloc'ed; NULL: no memory.
 * Runs agents' code. */
struct tool_code {
    struct method_id *id /* NULL: no method's */;
    char name[96];
    const void *start;
    u32 size;
};
u32 tool_generated_code(struct thread *self, struct tool_code **out);
/* The instructions of the code of that method that starts there, by address; none once it is retired. An entry of an
 * inlined method comes before that of the call, and `callers` is the number of such entries to follow. Malloc'ed, NULL:
 * none are known, or there is no memory. */
struct tool_place {
    const void *at;
    struct method_id *id;
    i32 bci;
    u32 callers;
};
u32 tool_code_places(const void *start, const struct method_id *id, struct tool_place **out);

#endif
