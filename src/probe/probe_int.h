/* Private to probe/: probes that are set, the state of threads, what a hit knows.
 *
 * Who may touch what: a thread its own struct probe_thread; others read it with threads_lock, while it goes on.
 * Lists of
 * sites grow while a class is linked and else change with the world stopped. */
#ifndef ARGUS_PROBE_PROBE_INT_H
#define ARGUS_PROBE_PROBE_INT_H

#include "base/hashmap.h"
#include "os/os_sync.h"
#include "probe/probe.h"
#include "probe/probe_text.h"
#include "thread/probe_points.h"

enum {
    PROBES_MAX = 64,
    PROBE_TABLE_KEYS = TINY(1024, 8),        /* of a thread and map */
    PROBE_TABLE_ROOM = 2 * PROBE_TABLE_KEYS, /* entries: a power of two */
    PROBE_COMMON_KEYS = TINY(65536, 16),     /* of all threads and a map */
    PROBE_SITES_MAX = 200000,
    PROBE_HIST_WORDS = 65, /* below 0, 0, then a word for each power of two */
    PROBE_OUTPUT_MAX = 65536,
    PROBE_TIMERS_MAX = 4096,
};

/* A key or value while a hit is at work. */
struct probe_datum {
    u8 type; /* enum probe_type; PROBE_ANY: missing */
    i64 n;   /* PROBE_INT; length of a PROBE_TEXT */
    double d;
    const void *p; /* PROBE_TEXT: char, PROBE_OBJECT, PROBE_CLASS, PROBE_METHOD, PROBE_STACK: the first frame */
};

/* An entry of a table: a key and the words of its sum. */
struct probe_entry {
    _Atomic u32 used; /* written last */
    u8 types[PROBE_KEYS_MAX];
    u64 keys[PROBE_KEYS_MAX]; /* PROBE_INT: the number; else a hash that probe_names knows */
    _Atomic u64 words[];
};
struct probe_table {
    u32 epoch; /* of the map when it began: clear() starts another one */
    u32 used, room, words;
    char entries[]; /* room of them */
};
static inline size_t probe_entry_size(u32 words) { return sizeof(struct probe_entry) + words * sizeof(u64); }
static inline struct probe_entry *probe_entry_at(const struct probe_table *t, u32 i)
{
    return (struct probe_entry *)(uintptr_t)(t->entries + i * probe_entry_size(t->words));
}

enum probe_loss {
    PROBE_HITS,
    PROBE_SKIPPED,
    PROBE_LOST_KEYS,
    PROBE_LOST_OUTPUT,
    PROBE_LOST_MEMORY,
    PROBE_LOST_DEPTH,
    PROBE_COUNTERS
};
extern const char *const probe_counter_names[PROBE_COUNTERS];

/* A thread's counts of a probe. */
struct probe_local {
    _Atomic u64 counters[PROBE_COUNTERS];
    struct probe_table *_Atomic tables[PROBE_MAPS_MAX];
    i64 variables[PROBE_MAPS_MAX];
    u32 variables_set; /* by bit */
};
/* A frame that is being timed. */
struct probe_timer {
    const struct frame *frame;
    const struct method *method;
    i64 began;
};
struct probe_thread {
    struct probe_local *_Atomic locals[PROBES_MAX]; /* by probe.index */
    struct probe_timer *timers;
    u32 timer_count, timer_room;
};

struct probe {
    u32 id, index;
    struct probe_program *program;
    char *text; /* in full form */
    u32 site_count;
    i64 set_at; /* os_time_monotonic_ns */
    _Atomic bool exited;
    _Atomic u32 epochs[PROBE_MAPS_MAX];
    /* threads_lock: of threads that ended; what the last delta has told */
    struct probe_local ended;
    struct probe_table *told[PROBE_MAPS_MAX];
    u64 told_counters[PROBE_COUNTERS];
    u64 sequence;
    struct os_mutex output_lock; /* a leaf */
    char *output;
    size_t output_size;
    i64 output_second;
    u32 output_records; /* in that second */
};
extern struct probe *probes_set[PROBES_MAX]; /* NULL: free. Changes with the world stopped */

/* NULL: there is none. */
struct probe *probe_by_id(u32 id);

/* A rule at a method. */
struct probe_site {
    struct probe *probe;
    const struct probe_rule *rule;
    struct probe_site *_Atomic next;
};
struct probe_method {
    struct method *method;            /* the first version */
    struct probe_site *_Atomic at[3]; /* enum probe_exit */
    _Atomic bool timed;
    struct probe_method *_Atomic next;
};
/* NULL: no probe names m. */
struct probe_method *probe_method_of(const struct method *m);
/* Finds the methods of c that places of p name and adds sites; returns how many. World stopped, or c is being
 * linked. `marked`, if not NULL, gets the methods that have MTH_PROBED newly. */
struct vec;
u32 probe_place_class(struct probe *p, struct class *c, struct vec *marked);
/* p's sites go; `unmarked` gets methods that have none left. World stopped. */
void probe_unplace(struct probe *p, struct vec *unmarked);
void probe_places_forget(struct class *c);
/* Does c's name match the place's? */
bool probe_names_class(const struct probe_place *place, const struct class *c);

/* The values that a hit can read. */
struct probe_hit {
    struct thread *self;
    struct frame *frame; /* NULL: none */
    struct method *method;
    struct class *cls;
    const slot *value; /* retval; NULL: void */
    struct object *ex, *obj;
    i64 elapsed, size; /* -1: not known */
};
/* probe_event.c: places in the VM. Adds p's rules there, or takes them away. World stopped. */
void probe_watch(struct probe *p);
void probe_unwatch(struct probe *p);
/* The bits of probe_points_on for what is watched. */
u32 probe_watched_points(void);
void probe_hit_event(struct thread *self, enum probe_event e, struct object *o, struct class *c, i64 n);
/* Has the program rules that run again and again? They need a thread. */
bool probe_has_intervals(const struct probe_program *g);
/* The thread is there. false: it cannot be made. IN_VM. */
WARN_UNUSED bool probe_clock_start(struct thread *self);
/* Intervals have come or gone. */
void probe_clock_wake(void);

/* probe_hit.c: evaluates a rule. A thread that runs Java or the VM; takes no lock but leaves. */
void probe_run(struct probe *p, const struct probe_rule *r, const struct probe_hit *h);
void probe_hit_method(struct thread *self, struct frame *f, enum probe_exit how, const slot *value, struct object *ex);

/* probe_state.c. NULL: no memory. */
struct probe_thread *probe_thread_of(struct thread *self);
struct probe_local *probe_local_of(struct thread *self, struct probe *p);
void probe_count(struct probe_local *l, enum probe_loss what);
/* The words of the key, made if it is new. NULL: lost, and counted. */
_Atomic u64 *probe_find(struct probe *p, struct probe_local *l, u32 map, const u8 *types, const u64 *keys, bool *fresh);
u32 probe_map_words(const struct probe_map *m);
void probe_thread_ended(struct thread *t); /* threads_lock */
/* World stopped: what threads have of p, or all they have. */
void probe_forget_locals(struct probe *p);
/* The sums of all threads: malloc'ed tables, NULL for what has nothing. threads_lock. */
void probe_sum(struct probe *p, struct probe_table **tables, u64 *counters);
struct probe_table *probe_table_copy(const struct probe_table *t);
/* The entry with that key, or NULL. */
struct probe_entry *probe_table_find(const struct probe_table *t, const u8 *types, const u64 *keys);

/* Keys that are no numbers stand in tables as hashes; here is their text. */
void probe_name_put(u8 type, u64 key, const char *text, size_t size);
/* "?" when it was not kept. */
void probe_name_get(u8 type, u64 key, struct text *to);
void probe_names_clear(void); /* world stopped */
/* The text of a class, method, stack. */
void probe_datum_text(const struct probe_datum *d, u32 frames, struct text *to);
u64 probe_datum_key(const struct probe_datum *d, u32 frames);
void probe_print_output(struct probe *p, struct probe_local *l, const char *s, size_t n);

#endif
