/* What a tool can ask of the VM and do to it. jvmti/ is built on this header alone.
 *
 * "Target" thread: the caller itself, or a thread that the function stops by a handshake. A target that has ended
 * answers TOOL_NOT_ALIVE. Objects are plain pointers (the caller is IN_VM); arrays come malloc'ed and the caller frees
 * them. None of these throws. */
#ifndef ARGUS_TOOL_TOOLING_H
#define ARGUS_TOOL_TOOLING_H

#include "classfile/verify.h"
#include "core/alloc.h"
#include "core/call.h"
#include "core/exception.h"
#include "core/jstring.h"
#include "meta/loader.h"
#include "meta/module.h"
#include "model/options.h"
#include "model/vm.h"
#include "model/wellknown.h"
#include "thread/events.h"
#include "thread/monitor.h"
#include "thread/refs.h"
#include "thread/safepoint.h"

enum tool_status {
    TOOL_OK,
    TOOL_NOT_ALIVE,
    TOOL_NO_MORE_FRAMES,
    TOOL_OPAQUE_FRAME,
    TOOL_NOT_SUSPENDED,
    TOOL_NO_MEMORY,
    TOOL_INVALID
};

/* ---- threads ---- */
/* All live threads shown to tools: their java.lang.Thread objects. */
enum tool_status tool_all_threads(struct thread *self, struct object ***threads, u32 *count);
/* JVM TI state bits of a java.lang.Thread that may be new or ended (t NULL then: from threadStatus). */
u32 tool_thread_state(struct thread *self, struct object *java_thread);

/* ---- stacks ---- */
struct tool_frame {
    struct method *method;
    i32 bci; /* -1 native */
};
struct frame *tool_frame_at(struct thread *stopped, u32 depth); /* 0: top; NULL: no such frame */
/* Methods that a trace of another thread names stay until they are released; that thread may go on before the caller
 * has looked at them. */
struct tool_kept {
    bool held;
};
static inline struct tool_kept tool_keep_methods(struct thread *self, struct thread *target)
{
    if (self != target) classes_hold();
    return (struct tool_kept){ self != target };
}
static inline void tool_release_methods(struct tool_kept k)
{
    if (k.held) classes_release();
}
enum tool_status tool_stack_trace(struct thread *self, struct thread *target, i32 start, u32 max,
                                  struct tool_frame *out, u32 *count);
enum tool_status tool_frame_count(struct thread *self, struct thread *target, u32 *count);
struct tool_stack {
    struct object *thread;
    u32 state;
    u32 count;
    struct tool_frame *frames;
};
/* One consistent moment. `threads` NULL: all. */
enum tool_status tool_all_stacks(struct thread *self, struct object *const *threads, u32 n, u32 max,
                                 struct tool_stack **out, u32 *count);

/* What variable `slot` of m holds before the instruction at bci by its verification; a kind of 0 if nothing. false: not
 * known (old class files). Takes no locks but leaves: a handshake may ask. (tooling_types.c) */
bool tool_local_type(const struct method *m, i32 bci, u32 slot, struct local_type *out);
/* Is `c` a type that a variable of this descriptor may hold? By name, because the variable's class need not be
 * loaded. */
bool tool_may_hold(const char *desc, size_t len, const struct class *c);

/* ---- controlling frames and code: tool/tool_control.c ---- */
/* The target is suspended. Carried out when it goes on. Top frame native, or called from C: TOOL_OPAQUE_FRAME; no
 * caller: TOOL_NO_MORE_FRAMES. */
enum tool_status tool_pop_frame(struct thread *self, struct thread *target);
/* `value` as in a slot, or `object`, whichever the method's return_kind asks for (the caller checked that it fits). */
enum tool_status tool_force_return(struct thread *self, struct thread *target, slot value, struct object *object);
/* hooks.frame_pop when the frame at `depth` goes (turn EV_FRAME_POP on too). Asked for already: TOOL_INVALID. */
enum tool_status tool_notify_frame_pop(struct thread *self, struct thread *target, u32 depth);
/* Is the variable an argument, or does an instruction before bci store into it? */
bool tool_local_is_stored(const struct method *m, i32 bci, u32 slot);
/* Stops every other thread, and lets them go on: around what says that the caller has stopped the world. */
void tool_stop_world(struct thread *self, const char *why);
void tool_resume_world(struct thread *self);
/* Is there a byte of code at `location` of the method's newest version? A place inside an instruction is good, as on
 * HotSpot, and never reached. */
bool tool_has_location(const struct method_id *id, i64 location);
/* Before the instruction at bci, in the method's newest version and in those older ones whose body means the same:
 * their frames go on in them. Nothing happens where no instruction starts, where it was so already, or when the method
 * is gone. The caller has stopped the world. */
void tool_set_breakpoint(const struct method_id *id, i32 bci);
void tool_clear_breakpoint(const struct method_id *id, i32 bci);
/* flag: FLD_WATCH_READ or FLD_WATCH_WRITE. The caller has stopped the world. false: the state was so already. Code that
 * never touches the field runs as before. */
bool tool_watch_field(struct field *f, u8 flag, bool on);

/* Method events for chosen methods alone: each of `methods` posts MethodEntry and MethodExit to the hooks from now on,
 * or no more, as `wanted` says; all other methods run as if nobody listened. EV_METHOD_ENTRY and EV_METHOD_EXIT stay
 * off (on, every method posts). The caller has stopped the world. Follows redefinitions of the method. */
void tool_method_events(struct method *const *methods, u32 n, bool (*wanted)(const struct method *m));
/* The calling thread's frames, newest first, from a signal handler; `context`: the signal's, NULL outside one. Takes no
 * lock, allocates nothing. */
u32 tool_async_stack(struct thread *self, const void *context, struct tool_frame *out, u32 max);

/* Machine code that was made at run time and is in use. Malloc'ed; NULL: no memory. */
struct tool_code {
    struct method_id *id /* NULL: no method's */;
    char name[96];
    const void *start;
    u32 size;
};
u32 tool_generated_code(struct tool_code **out);

/* ---- the heap ---- */
/* service/heap_dump.h heap_dump_write; NULL before the tools are up. */
extern i64 (*tool_heap_dump)(struct thread *self, const char *path, bool live, bool overwrite, char *error,
                             size_t error_size);
void tool_collect(struct thread *self);
/* Every object, 512 bytes at a time (heap_walk_words). The caller has stopped the world. */
void tool_walk_heap(bool (*fn)(uintptr_t base, u64 starts, void *arg), void *arg);

/* What a resolved constant keeps alive: the mirror of a CLASS; the object of a STRING, METHOD_HANDLE, METHOD_TYPE or
 * DYNAMIC; NULL otherwise. */
struct object *tool_constant_object(const struct constpool *cp, u16 index);

/* ---- ids from agents (tooling_ids.c) ---- */
/* The method or field behind a jmethodID or jfieldID; NULL for every word that is none. Any word may be asked about. */
struct method *tool_method_of_id(const void *id);
struct field *tool_field_of_id(const void *id);

#endif
