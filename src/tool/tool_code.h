/* Functions of tools for code that runs: breakpoints, watched fields, method events for chosen methods; and the machine
 * code there is. tool_code.c. */
#ifndef ARGUS_TOOL_TOOL_CODE_H
#define ARGUS_TOOL_TOOL_CODE_H

#include "model/class.h"
#include "tool/tool_thread.h"

/* Is there a byte of code at `location` of the method's newest version? A place inside an instruction is good, as on
 * HotSpot, and never reached. */
bool tool_has_location(const struct method_id *id, i64 location);
/* Before the instruction at bci, in the method's newest version and in those older ones whose body means the same:
 * their frames go on in them. Nothing happens where no instruction starts, where it was so already, or when the method
 * is gone. The caller has stopped the world. */
void tool_set_breakpoint(const struct method_id *id, i32 bci);
void tool_clear_breakpoint(const struct method_id *id, i32 bci);
/* The caller has stopped the world. false: the state was so already. Code that never touches the field runs as
 * before. */
bool tool_watch_field(struct field *f, bool write, bool on);

/* Method events for chosen methods alone: each of `methods` posts MethodEntry and MethodExit to the hooks from now on,
 * or no more, as `wanted` says; all other methods run as if nobody listened. EV_METHOD_ENTRY and EV_METHOD_EXIT stay
 * off (on, every method posts). The caller has stopped the world. Follows redefinitions of the method. */
void tool_method_events(struct method *const *methods, u32 n, bool (*wanted)(const struct method *m));

/* Calls of methods are counted from now on, in code of every kind, or no more. The caller has stopped the world, and
 * says so to agents after that (tool_tell_retired_code). */
void tool_tally_calls(bool on);
/* Agents hear of code that went. Runs their code. */
void tool_tell_retired_code(struct thread *self);
/* The counts, a row for each method that was linked meanwhile; sums over all threads, also those that ended.
 * The names are of the form of class files and stay for ever. Malloc'ed, also where there is no row. Takes the lock of
 * threads. TOOL_NO_MEMORY. */
struct tool_tally {
    const char *class_name, *name, *desc; /* "", all three: methods beyond the first million */
    bool hidden;                          /* the class */
    u64 entered, threw;
};
enum tool_status tool_call_tallies(struct thread *self, struct tool_tally **out, u32 *count);
/* Calls that t has made while they were counted. Threads locked. */
u64 tool_thread_calls(const struct thread *t);

/* Machine code that was made at run time and is in use. Pieces that have gone are reported first. Malloc'ed; NULL:
 * no memory. Runs agents' code. */
struct tool_code {
    struct method_id *id /* NULL: no method's */;
    char name[96];
    const void *start;
    u32 size;
};
u32 tool_generated_code(struct thread *self, struct tool_code **out);
/* Which instructions the code of that method that starts there belongs to, by address; nothing once it is retired. A
 * method that was taken in stands before the call that it was taken in at, and `callers` says how many such are to
 * come. Malloc'ed, NULL: none are known, or there is no memory. */
struct tool_place {
    const void *at;
    struct method_id *id;
    i32 bci;
    u32 callers;
};
u32 tool_code_places(const void *start, const struct method_id *id, struct tool_place **out);

#endif
