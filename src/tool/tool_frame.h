/* Stacks, frames and the variables in them. A struct frame is valid while its thread is stopped (tool_run_on) or runs
 * the hook that got it. "Target" thread: the caller itself, or a thread that the function stops by a handshake. */
#ifndef ARGUS_TOOL_TOOL_FRAME_H
#define ARGUS_TOOL_TOOL_FRAME_H

#include "model/frame.h"
#include "tool/tool_thread.h"

struct tool_frame {
    struct method *method;
    i32 bci; /* -1 native */
};
/* Copies the target's frames, newest first, to `out`: at most `max`, from frame `start` on. 0 is the newest frame, -1
 * the oldest. *count: the number of frames copied; 0 if the stack is empty and `start` is 0. Otherwise, if there
 * is no frame `start`: TOOL_INVALID. TOOL_NOT_ALIVE. See tool_keep_methods. */
enum tool_status tool_stack_trace(struct thread *self, struct thread *target, i32 start, u32 max,
                                  struct tool_frame *out, u32 *count);
/* TOOL_NOT_ALIVE. */
enum tool_status tool_frame_count(struct thread *self, struct thread *target, u32 *count);
struct tool_stack {
    struct object *thread; /* java.lang.Thread; valid until the caller's next poll or transition */
    u32 state;             /* JVM TI state bits */
    u32 count;             /* 0: no frame, or the thread is new or has ended */
    struct tool_frame *frames;
};
/* The stacks of the n threads at one moment, at most `max` frames of each; `threads` NULL: of all live threads. Stops
 * the world. The caller frees each `frames`, then *out. TOOL_NO_MEMORY. See tool_keep_methods. */
enum tool_status tool_all_stacks(struct thread *self, struct object *const *threads, u32 n, u32 max,
                                 struct tool_stack **out, u32 *count);
/* The calling thread's frames, newest first, for signal handlers; `context`: the signal's, NULL outside of one. Takes
 * no lock, allocates nothing. */
u32 tool_async_stack(struct thread *self, const void *context, struct tool_frame *out, u32 max);

/* ---- one frame ---- */
struct frame *tool_frame_at(struct thread *stopped, u32 depth); /* 0: top; NULL: no such frame */
static inline struct frame *tool_frame_next(struct frame *f) { return frame_caller(f); } /* older; NULL: none */
static inline struct method *tool_frame_method(const struct frame *f) { return f->method; }
static inline i32 tool_frame_bci(const struct frame *f) { return frame_bci(f); } /* -1: native */
static inline bool tool_frame_is_java(const struct frame *f) { return f->kind == FRAME_JAVA; }
static inline slot tool_frame_variable(const struct frame *f, u32 slot) { return f->locals[slot]; }
/* For a frame of the stopped thread t. */
void tool_frame_set_variable(struct thread *t, struct frame *f, u32 at, slot value);

/* ---- words of a frame ---- */
static inline struct object *tool_word_ref(slot s) { return slot_ref(s); }
static inline slot tool_ref_word(const struct object *o) { return slot_of_ref(o); }
static inline i32 tool_word_int(slot s) { return slot_int(s); }
static inline slot tool_int_word(i32 v) { return slot_of_int(v); }
static inline float tool_word_float(slot s) { return slot_float(s); }
static inline slot tool_float_word(float f) { return slot_of_float(f); }
static inline double tool_word_double(slot s) { return slot_double(s); }
static inline slot tool_double_word(double d) { return slot_of_double(d); }

/* ---- variables: tool_local_types.c ---- */
/* The type of variable `slot` of m before the instruction at bci, by verification. Takes only leaf locks, so it may run
 * in a handshake. */
enum tool_known { TOOL_KNOWN_NOT /* old class files */, TOOL_KNOWN_OTHER, TOOL_KNOWN_REFERENCE };
enum tool_known tool_local_type(const struct method *m, i32 bci, u32 slot);
/* May a variable of this descriptor hold a `c`? Compares names, because the variable's class need not be loaded. */
bool tool_may_hold(const char *desc, size_t len, const struct class *c);
/* Is the variable an argument, or does an instruction before bci store into it? */
bool tool_local_is_stored(const struct method *m, i32 bci, u32 slot);

/* ---- popping frames: tool_frame_control.c ---- */
/* Marks the target's top frame; the thread pops it and repeats the call as soon as it runs. The target is neither the
 * caller itself nor suspended: TOOL_NOT_SUSPENDED. The frame is native, its caller is C code, or its arguments were
 * overwritten: TOOL_OPAQUE_FRAME. It has no caller: TOOL_NO_MORE_FRAMES. TOOL_NOT_ALIVE. */
enum tool_status tool_pop_frame(struct thread *self, struct thread *target);
/* Marks the target's top frame; the method returns as soon as the thread runs. Its return_kind decides what it returns:
 * `value`, in the form of a slot, or `object`. The caller has checked that the type fits. Statuses as above, but C code
 * may have called the method. */
enum tool_status tool_force_return(struct thread *self, struct thread *target, slot value, struct object *object);
/* hooks.frame_pop will be called when the frame at `depth` is popped, if EV_FRAME_POP is on then. Requested already:
 * TOOL_UNCHANGED. A native frame: TOOL_OPAQUE_FRAME. TOOL_NO_MORE_FRAMES, TOOL_NOT_ALIVE. */
enum tool_status tool_notify_frame_pop(struct thread *self, struct thread *target, u32 depth);

#endif
