/* Observing agents: the basis of -Xlog:jvmti and -Xcheck:jvmti.
 *
 * Environments that are created while one of the two is on get a second function table and callbacks of ours (both
 * written by tools/gen_ti.py). Each keeps a struct ti_observed on the C stack around the real call or the agent's
 * callback, so code inside one sees what encloses it. If neither option is on, none of this is on any path.
 *
 *     ti_observe.c       the frames, and listeners         ti_trace.c   lines and JSON objects
 *     ti_trace_filter.c  -XX:JVMTITraceFilter              ti_argument_text.c  arguments and results as text
 *     ti_check_calls.c   finds misuse                      ti_misuse.c  reports it
 *     ti_check_memory.c  memory that agents must free      ti_check_monitors.c  raw monitors that are entered
 *
 * A frame belongs to its thread. Locks of these files are leaves. Threads in any state come here, also unattached ones
 * and those in the VM with the world stopped: only if ti_can_enter is true may objects be read. */
#ifndef ARGUS_JVMTI_TRACE_TI_OBSERVE_H
#define ARGUS_JVMTI_TRACE_TI_OBSERVE_H

#include "base/text.h"
#include "jvmti/core/ti_int.h"

/* The kind of one element of a parameter. */
enum ti_kind {
    TI_K_INT,
    TI_K_LONG,
    TI_K_FLOAT,
    TI_K_DOUBLE,
    TI_K_BOOL,
    TI_K_CHAR,
    TI_K_LOCATION,
    TI_K_VALUE /* jvalue */,
    TI_K_ENUM,
    TI_K_BITS,
    TI_K_ERROR,
    TI_K_THREAD,
    TI_K_GROUP,
    TI_K_CLASS,
    TI_K_OBJECT,
    TI_K_METHOD,
    TI_K_FIELD,
    TI_K_MONITOR,
    TI_K_STRING,
    TI_K_BYTES,
    TI_K_POINTER,
    TI_K_FUNCTION,
    TI_K_CAPABILITIES,
    TI_K_CALLBACKS,
    TI_K_HEAP_CALLBACKS,
    TI_K_THREAD_INFO,
    TI_K_GROUP_INFO,
    TI_K_FRAME,
    TI_K_STACK,
    TI_K_LINE,
    TI_K_VARIABLE,
    TI_K_MONITOR_USAGE,
    TI_K_MONITOR_DEPTH,
    TI_K_TIMER,
    TI_K_CLASS_DEFINITION,
    TI_K_EXTENSION_FUNCTION,
    TI_K_EXTENSION_EVENT,
};
/* How the word of an argument leads to its elements. */
enum ti_way {
    TI_W_VALUE, /* is the element itself */
    TI_W_IN,    /* points at elements that the callee reads */
    TI_W_OUT,   /* points at the place where the callee writes them */
    /* points at the place where the callee writes a pointer to them, which the agent frees with Deallocate */
    TI_W_ALLOCATED,
    TI_W_ALLOCATED2 /* … a pointer to pointers to them; the agent frees each one, and the array */
};
struct ti_name {
    i64 value;
    const char *name;
};
struct ti_parameter {
    const char *name;
    u8 kind, way;
    /* index of the argument with the number of elements; -1: one, or a NUL ends them */
    i8 count;
    const struct ti_name *names; /* for enumerations and bits; ends with name NULL */
    i16 bad;                     /* jvmtiError for an invalid value; 0: every value is valid */
    i16 null;                    /* jvmtiError for NULL; 0: NULL is allowed */
};
/* A function, or an event. */
struct ti_shape {
    const char *name;
    u16 num;
    bool event;
    u8 level;                 /* enum log_level from which it is traced */
    bool raw;                 /* called without entering the VM */
    bool safe;                /* callback-safe */
    bool walks;               /* runs heap callbacks */
    const char *phases;       /* where it is allowed, as text */
    const char *capabilities; /* required, separated by ", "; "" */
    u8 count;
    const struct ti_parameter *parameters; /* jni_env of events is not one of them */
};
/* Each array ends with name NULL. */
extern const struct ti_shape ti_function_shapes[], ti_event_shapes[], ti_extension_shapes[],
    ti_extension_event_shapes[];
extern struct jvmtiInterface_1_ ti_observed_table;
extern const jvmtiEventCallbacks ti_observed_callbacks;

/* A running call or callback. */
struct ti_observed {
    struct ti_observed *outer; /* the call or callback that encloses it */
    const struct ti_shape *shape;
    jvmtiEnv *jvmti;
    struct ti_env *env; /* also if disposed; NULL: no environment */
    const u64 *args;
    const void *caller;  /* return address in the agent; for an event its callback */
    struct thread *self; /* NULL: unattached */
    /* trace */
    bool shown, begun;
    u64 id;
    i64 start;
    char thread_name[64];
    struct text line, json; /* the arguments */
    char room[384];
    /* check */
    /* for an event: local references at its begin, the floor of their frame, how many more may remain at its end */
    u32 locals, floor, granted;
};

extern bool ti_tracing, ti_checking; /* set once, before the first environment */
static inline bool ti_observing(void) { return ti_tracing || ti_checking; }

/* ---- for the generated code ---- */
/* The agent's callback for the environment's slot; NULL: there is none any more. */
void *ti_observed_callback(jvmtiEnv *jvmti, u32 event);
jvmtiExtensionEvent ti_observed_extension_callback(jvmtiEnv *jvmti, u32 index);
/* Returns false if the call must not happen; it returns NONE then. */
bool ti_observe_call(struct ti_observed *o, jvmtiEnv *jvmti, const struct ti_shape *shape, const u64 *args,
                     const void *caller);
jvmtiError ti_observe_answer(struct ti_observed *o, jvmtiError err);
/* A call that returns an error has nevertheless left `block` to the agent. */
void ti_observe_left(const struct ti_observed *o, const void *block);
void ti_observe_event(struct ti_observed *o, jvmtiEnv *jvmti, const struct ti_shape *shape, const u64 *args,
                      const void *callback);
void ti_observe_event_end(struct ti_observed *o);
static inline u64 ti_word_of_float(float f)
{
    u32 b;
    memcpy(&b, &f, sizeof b);
    return b;
}
static inline u64 ti_word_of_double(double d)
{
    u64 b;
    memcpy(&b, &d, sizeof b);
    return b;
}

/* ---- for the other sections ---- */
/* Stores the agent's callback (or NULL) for this slot of the environment's table, and returns the one of ours to be set
 * there. Under ti_lock. */
void *ti_observe_callback(struct ti_env *env, u32 slot, void *callback);
/* After the last Agent_OnUnload. */
void ti_observe_vm_end(void);

/* ---- ti_trace.c, ti_trace_filter.c ---- */
void ti_trace_begin(struct ti_observed *o);
void ti_trace_end(struct ti_observed *o, jvmtiError err);
void ti_trace_environment(const struct ti_env *env, const char *what);
/* Returns NULL if the filter is valid, otherwise the fault of `text`, in static memory. */
const char *ti_trace_filter_parse(const char *text);
bool ti_trace_filter_shape(const struct ti_shape *shape, const struct ti_env *env);
bool ti_trace_filter_thread(const char *name);

/* ---- ti_argument_text.c ---- */
/* Writes the arguments before the call (results false) or the results (true), as "name=value name=value" or as JSON
 * members. in_vm: objects may be read; otherwise they are shown as addresses. */
void ti_values(struct text *t, bool json, const struct ti_observed *o, bool results, bool in_vm);
/* Writes one value as text. */
void ti_value_argument(struct text *t, const struct ti_observed *o, u32 parameter, bool in_vm);
/* The number of elements of the argument, from the counts among the arguments. */
u32 ti_value_count(const struct ti_shape *shape, const u64 *args, u32 parameter);
/* The current thread's name, from Java (in_vm) or from the VM. */
void ti_value_thread_name(struct thread *self, bool in_vm, char *out, size_t size);

/* ---- ti_check_calls.c ---- */
bool ti_check_begin(struct ti_observed *o); /* like ti_observe_call */
void ti_check_end(struct ti_observed *o, jvmtiError err);
void ti_check_event_begin(struct ti_observed *o);
void ti_check_event_end(struct ti_observed *o);

/* ---- ti_misuse.c ---- */
/* Reports a misuse: the place, then the text. o is the enclosing call or event, or NULL. `origin`, introduced by
 * `origin_words` ("entered from"), is one more place. */
void ti_misuse(const struct ti_observed *o, const char *origin_words, const void *origin, const char *fmt, ...)
    PRINTF_LIKE(4, 5);
const char *ti_misuse_phase_name(void); /* where the VM is */
/* Reports the numbers of repetitions. */
void ti_misuse_summary(void);

/* ---- ti_check_memory.c ---- */
/* Adds the blocks that a successful call has handed out. */
void ti_blocks_add(const struct ti_observed *o);
void ti_blocks_add_one(const struct ti_observed *o, const void *block);
/* Returns true if the block is allocated, and removes it. Otherwise *freed_by is the place that freed it, NULL if it
 * was never ours. */
bool ti_blocks_remove(const void *block, const void *by, const void **freed_by);
/* Reports the blocks that env (NULL: any) has not freed. */
void ti_blocks_report(const struct ti_observed *o, const struct ti_env *env, const char *when);

/* ---- ti_check_monitors.c ---- */
void ti_held_enter(const struct ti_observed *o, jrawMonitorID monitor);
void ti_held_exit(jrawMonitorID monitor, bool destroyed);
/* Reports monitors that were entered inside o and not exited; from now on they belong to the enclosing frame. */
void ti_held_report(const struct ti_observed *o);
/* Called when the thread ends. */
void ti_held_thread_end(void);

#endif
