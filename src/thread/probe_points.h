/* Probe points: the VM reports to probes here. Rooms below probe/ call these points; probe_start fills them in. No
 * point stops, collects, throws or runs Java, so points may be where no event could be.
 *
 * A point costs a load and a test of `probe_points_on` while no probe is there. Methods of bytecode that a probe names
 * have MTH_COUNTED: compiled code does what is light on words of its thread, and calls C for what is more. Natives have
 * MTH_PROBED where it is not only light entries. */
#ifndef ARGUS_THREAD_PROBE_POINTS_H
#define ARGUS_THREAD_PROBE_POINTS_H

#include "cpu/x86_64/instructions.h"
#include "model/class.h"
#include "os/os_time.h"
#include "thread/thread.h"

/* Bits of probe_points_on. */
enum probe_point {
    POINT_CLASS = 1,  /* some probe waits for classes */
    POINT_THREAD = 2, /* threads have something to give back when they end */
    POINT_CODE = 4,   /* some probe stands at an instruction */
    POINT_WORDS = 8,  /* every thread has probe_words and probe_timers */
    POINT_EVENT = 16, /* and from here a bit for each enum probe_event */
};
extern _Atomic u32 probe_points_on; /* changes with the world stopped */
static inline bool probe_point_on(enum probe_point p)
{
    return UNLIKELY(atomic_load_explicit(&probe_points_on, memory_order_relaxed) & p);
}

/* Points in parts of the VM that are slow anyway. */
enum probe_event {
    PROBE_THROWN, /* on together with EV_PROBED_EXCEPTION of thread/events.h, which compiled code checks */
    PROBE_CAUGHT,
    PROBE_CONTENDED,
    PROBE_WAITED,
    PROBE_PARKED,
    PROBE_ALLOCATED, /* of classes whose heap_type.told is set (code_tell_allocations) */
    PROBE_COLLECTED_YOUNG,
    PROBE_COLLECTED_FULL,
    PROBE_CLASS_LOADED,
    PROBE_THREAD_STARTED,
    PROBE_THREAD_ENDED,
    PROBE_EVENTS
};
static inline bool probe_wants(enum probe_event e)
{
    return UNLIKELY(atomic_load_explicit(&probe_points_on, memory_order_relaxed) & ((u32)POINT_EVENT << e));
}

enum probe_exit { PROBE_ENTERED, PROBE_RETURNS, PROBE_LEAVES /* by an exception */ };
/* Further places in code. */
enum { PROBE_AT_FIELD = PROBE_LEAVES + 1, PROBE_AT_CODE };

/* The steps that compiled code does at a place, with integers of 64 bits, with doubles (floats are made such) and with
 * objects. An expression ends without a value at a step that has none. A word is an index of thread.probe_words; 0 is
 * no word. */
enum probe_step_op {
    PROBE_S_CONST,   /* n; `kind` L: NULL; D: bits of a double; M, C: the method, its class, at a place that has one
                        (else 0) */
    PROBE_S_ARG,     /* of an entry, n: which, without the receiver */
    PROBE_S_RESULT,  /* of a return */
    PROBE_S_VALUE,   /* of a field's access: what is read or written */
    PROBE_S_ELAPSED, /* of a return: in nanoseconds. Where it is not known, `method` does what is done there */
    PROBE_S_THIS,    /* of an entry, a return, an instruction */
    PROBE_S_OBJECT,  /* of a field's access: the object, never NULL */
    PROBE_S_LOCAL,   /* of an instruction, n: the slot with the value; `kind`: the first letter of its type */
    PROBE_S_CLASS,   /* of step a, an object: its class reference; of NULL: 0 */
    PROBE_S_FIELD,   /* of step a, an object: probe_step_field, of the type `kind`. None of NULL */
    PROBE_S_LENGTH,  /* of step a, an array. None of NULL */
    PROBE_S_ELEMENT, /* of step a, an array of the type `kind`, at step b. None of NULL and outside */
    PROBE_S_SOME,    /* of step a, a class reference. None of 0 */
    PROBE_S_WHOLE,   /* of step a, a number, towards 0, at most the largest. None of a double that is no number */
    PROBE_S_MIN,     /* of steps a and b */
    PROBE_S_MAX,
    PROBE_S_PAIR,    /* of steps a and b: their number in the table of pairs at word n; 0: it is full */
    PROBE_S_DECIDED, /* if step a decides step n, an `and` or `or`: goes on behind it, with its result */
    PROBE_S_NEG,     /* of step a; as +, -, *, / and comparisons, of doubles if one operand is such */
    PROBE_S_FLIP,
    PROBE_S_IS_ZERO,
    PROBE_S_OR, /* of steps a and b; 1 or 0 */
    PROBE_S_AND,
    PROBE_S_EQ, /* also of two objects */
    PROBE_S_NE,
    PROBE_S_LE,
    PROBE_S_LT,
    PROBE_S_GE,
    PROBE_S_GT,
    PROBE_S_BIT_OR,
    PROBE_S_BIT_XOR,
    PROBE_S_BIT_AND,
    PROBE_S_SHL,
    PROBE_S_USHR,
    PROBE_S_SHR,
    PROBE_S_ADD,
    PROBE_S_SUB,
    PROBE_S_MUL,
    PROBE_S_DIV, /* step b is a constant that is not 0, or one of the steps is a double */
    PROBE_S_REM
};
struct probe_step {
    u8 op, kind;
    u16 a, b; /* steps before it */
    i64 n;
};
static inline const struct field *probe_step_field(const struct probe_step *s)
{
    return (const struct field *)(uintptr_t)s->n;
}
/* Does the step read what an object has? May it have no value? */
static inline bool probe_step_loads(const struct probe_step *s)
{
    return s->op >= PROBE_S_FIELD && s->op <= PROBE_S_ELEMENT;
}
static inline bool probe_step_may_end(const struct probe_step *s)
{
    return s->op >= PROBE_S_FIELD && s->op <= PROBE_S_WHOLE;
}
/* Is it one, if those are doubles that its operands a and b and the place's value (of `kind`) say? */
static inline bool probe_step_is_real(const struct probe_step *s, char kind, bool a, bool b)
{
    switch ((enum probe_step_op)s->op) {
    case PROBE_S_ARG:
    case PROBE_S_RESULT:
    case PROBE_S_VALUE: return kind == 'F' || kind == 'D';
    case PROBE_S_CONST:
    case PROBE_S_LOCAL:
    case PROBE_S_FIELD:
    case PROBE_S_ELEMENT: return s->kind == 'F' || s->kind == 'D';
    case PROBE_S_NEG: return a;
    case PROBE_S_ADD:
    case PROBE_S_SUB:
    case PROBE_S_MUL:
    case PROBE_S_DIV: return a || b;
    default: return false;
    }
}
enum probe_sum_kind {
    PROBE_SUM_ADD,
    PROBE_SUM_HIST, /* adds 1 to word probe_hist_word(v) */
    PROBE_SUM_AT,   /* to word v */
    PROBE_SUM_MIN,
    PROBE_SUM_MAX,
    PROBE_SUM_COUNT /* by a key */
};
static inline bool probe_sums_words(u8 sum_kind) { return sum_kind == PROBE_SUM_HIST || sum_kind == PROBE_SUM_AT; }
enum probe_by { PROBE_BY_NOTHING, PROBE_BY_CLASS, PROBE_BY_NUMBER };
struct probe_sum_up {
    u8 kind, by;
    u16 step, key;  /* of what, by what */
    u16 first, end; /* its own steps, up to `end` */
    u32 word;       /* the first one; with a key: the table's (below) */
    u32 words;      /* without a key; of a histogram more than one */
    u32 missed;     /* counts those without a value; 0: they all have one */
    /* By several keys: the tables of pairs; `key` is the number of the last pair. By three keys the second table has
     * the numbers of the first two, and the third one. */
    u32 pairs[2];
};
enum { PROBE_SUMS_MAX = 8 };
struct probe_light {
    u32 hits;        /* counts each */
    u32 passed;      /* counts those for which the condition holds; without one it is `hits`. Written last */
    u32 missed;      /* counts those for which the condition has no value; 0: it has one each time */
    u16 condition;   /* 1 + its step; 0: none */
    u16 early_steps; /* those that the condition needs, the first ones */
    u16 step_count, sum_count;
    struct probe_step *steps;
    struct probe_sum_up sums[PROBE_SUMS_MAX];
};
/* A frame that is being timed, of a thread's stack of them. The first one of a thread is none: it lies below all. */
struct probe_timer {
    const slot *locals; /* the frame's: its header may move */
    const struct method *method;
    u64 began; /* probe_ticks */
};
/* Of a histogram by powers of two: below 0, 0, and a word for each power. */
static inline u32 probe_hist_word(i64 v) { return v < 0 ? 0 : v == 0 ? 1 : 65 - (u32)__builtin_clzll((u64)v); }

/* A table by key in thread.probe_words: words of its own, entries of a key and a count, and as many of a sum and a word
 * without a meaning. A smallest or largest number is 0 at first and grows (probe_grown). The sum of a histogram says at
 * which byte its words begin; they lie behind tables that are made for them. An entry lies where its key says, or at
 * the next free place behind that one. A key is a class reference, or a number with its highest bit changed; 0 is no
 * key: of a class, that a hit had none. Keys never go while threads run: a class that was unloaded becomes
 * PROBE_KEY_GONE. */
enum {
    PROBE_KEYS_MOST = TINY(1024, 32), /* beyond it a hit counts as lost */
    PROBE_KEYS_LOG = TINY(11, 6),
    PROBE_KEYS_ROOM = 1 << PROBE_KEYS_LOG,
    PROBE_KEYS_USED = 0, /* words: entries that are used */
    PROBE_KEYS_LOST = 1, /* hits */
    PROBE_KEYS_ZERO = 2, /* hits of the number that would have the key 0, with the last sum; hits without a class */
    PROBE_KEYS_FIRST = 4,
    PROBE_KEYS_SUMS = PROBE_KEYS_FIRST + 2 * (PROBE_KEYS_ROOM + 1),
    PROBE_KEYS_WORDS = PROBE_KEYS_SUMS + 2 * (PROBE_KEYS_ROOM + 1),
    PROBE_HIST_WORDS = 65,                                       /* below 0, 0, then a word for each power of two */
    PROBE_KEYS_HISTS = (PROBE_KEYS_MOST + 1) * PROBE_HIST_WORDS, /* words */
    PROBE_KEY_GONE = 1
};
/* A table of pairs in thread.probe_words: the number of those that are there, then for each its two values and 1, last.
 * The number of a pair says where it lies, from 1. */
enum {
    PROBE_PAIRS_FIRST = 4,
    PROBE_PAIR_LOG = 2, /* words of each */
    PROBE_PAIRS_WORDS = PROBE_PAIRS_FIRST + (PROBE_KEYS_ROOM << PROBE_PAIR_LOG)
};
#define PROBE_KEY_FACTOR 0x9e3779b1u
static inline u32 probe_key_place(u64 key) { return (u32)key * PROBE_KEY_FACTOR >> (32 - PROBE_KEYS_LOG); }
static inline u32 probe_pair_place(u64 a, u64 b)
{
    return ((u32)a * PROBE_KEY_FACTOR + (u32)b) * PROBE_KEY_FACTOR >> (32 - PROBE_KEYS_LOG);
}
static inline u64 probe_key_of_number(i64 n) { return (u64)n ^ 1ull << 63; }
/* What v is where the larger of such numbers without a sign is kept; and back. */
static inline i64 probe_grown(enum probe_sum_kind k, i64 v) { return v ^ (k == PROBE_SUM_MIN ? INT64_MAX : INT64_MIN); }

struct probe_points {
    /* f, on top and published, of a method with MTH_PROBED, or with MTH_COUNTED_BODY where it ends or where `heavy`
     * says so. `value`: what it returns, as the return instruction finds it; NULL for void. `ex`: what it is left
     * by. */
    void (*method)(struct thread *self, struct frame *f, enum probe_exit how, const slot *value, struct object *ex);
    /* f, on top and published, is about to run the instruction at its pc, which has a probe (code_set_probe). */
    void (*code)(struct thread *self, struct frame *f);
    /* The code of the top frame is about to access a field with FLD_PROBE_READ or FLD_PROBE_WRITE. o: NULL if the field
     * is static. value: the value to be written; NULL: a read. */
    void (*field)(struct thread *self, const struct field *f, struct object *o, const slot *value);
    /* o: the object that was thrown, caught, waited for, parked for (or NULL), or made. c: its class, or the class that
     * was loaded; NULL: none. n: bytes, or nanoseconds. self is in the VM, or has stopped the world to collect. */
    void (*event)(struct thread *self, enum probe_event e, struct object *o, struct class *c, i64 n);
    /* c is being linked; none of its methods has run. IN_VM. */
    void (*class_linking)(struct thread *self, struct class *c);
    void (*class_unloading)(struct class *c); /* world stopped */
    void (*forget_dead)(void);                /* old versions of methods may be unloaded. World stopped */
    /* c has new versions of its methods; none of them has run. World stopped. */
    void (*class_redefined)(struct class *c);
    /* Fields of instances have come, gone or moved, or have `shorts` or not any more. World stopped. */
    void (*fields_changed)(void);
    /* m's flags out of MTH_OF_PROBES. */
    u32 (*method_flags)(const struct method *m);
    /* The nth thing that code does where a method with MTH_COUNTED is entered or left; NULL: there are no more. What
     * it points to stays until the world stops. */
    const struct probe_light *(*light)(const struct method *m, enum probe_exit how, u32 n);
    /* The same before the instruction at pc, of `code`, and at an access of a field in m, of `field`. Where code cannot
     * have a variable that a step names, `code` does what is done there. */
    const struct probe_light *(*light_code)(const u8 *pc, u32 n);
    const struct probe_light *(*light_field)(const struct field *f, bool write, struct method *m, u32 n);
    bool (*heavy_code)(const u8 *pc);
    bool (*heavy_field)(const struct field *f, bool write, struct method *m);
    /* Sets the bits of the slots (by number, both of a long or double) that `code` reads at pc. */
    void (*variables)(const u8 *pc, u64 *slots);
    /* Is m timed? Then its entry begins that; `entered` and `method` do it too. */
    bool (*timed)(const struct method *m);
    double tick_ns; /* of cpu_ticks; 0: they are not used, and no step is PROBE_S_ELAPSED */
    /* Is there more to be done, which `method` does together with that? */
    bool (*heavy)(const struct method *m, enum probe_exit how);
    /* m, with MTH_COUNTED, is about to be entered: does what `light` says. args: its first argument's slot. */
    void (*entered)(struct thread *self, const struct method *m, const slot *args);
    /* t is new in the list of threads, and has run no Java; threads_lock. For POINT_WORDS. */
    void (*thread_listed)(struct thread *t);
    /* t leaves the list of threads; threads_lock. */
    void (*thread_ended)(struct thread *t);
};
extern struct probe_points probe_points;
static inline void probe_tell(struct thread *self, enum probe_event e, struct object *o, i64 n)
{
    probe_points.event(self, e, o, o ? object_class(o) : NULL, n);
}
/* The time at the beginning of a measured action; 0: no probe measures it. */
static inline i64 probe_began(enum probe_event e) { return probe_wants(e) ? os_time_monotonic_ns() : 0; }
static inline void probe_tell_since(struct thread *self, enum probe_event e, struct object *o, i64 began)
{
    if (UNLIKELY(began != 0)) probe_tell(self, e, o, os_time_monotonic_ns() - began);
}

static inline u64 probe_ticks(void)
{
    return LIKELY(probe_points.tick_ns != 0) ? cpu_ticks() : (u64)os_time_monotonic_ns();
}

static inline bool method_probed(const struct method *m) { return UNLIKELY((m->flags & MTH_PROBED) != 0); }
/* Do probes want to know how it ends? */
static inline bool method_exits_probed(const struct method *m)
{
    return UNLIKELY((m->flags & (MTH_PROBED | MTH_COUNTED_BODY)) != 0);
}
static inline void probe_word_add(const struct thread *self, u32 word)
{
    u64 *at = &self->probe_words[word];
    __atomic_store_n(at, __atomic_load_n(at, __ATOMIC_RELAXED) + 1, __ATOMIC_RELAXED);
}

#endif
