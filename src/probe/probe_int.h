/* Private to probe/: probes that are set, the state of threads, what a hit knows.
 *
 * Who may touch what: a thread its own struct probe_thread; others read it with threads_lock, while it goes on.
 * Lists of
 * sites grow while a class is linked and else change with the world stopped. */
#ifndef ARGUS_PROBE_PROBE_INT_H
#define ARGUS_PROBE_PROBE_INT_H

#include "base/hashmap.h"
#include "base/vec.h"
#include "os/os_sync.h"
#include "probe/probe.h"
#include "probe/probe_text.h"
#include "thread/probe_points.h"

enum {
    PROBES_MAX = 64,
    PROBE_TABLE_KEYS = TINY(1024, 32),       /* of a thread and map */
    PROBE_TABLE_ROOM = 2 * PROBE_TABLE_KEYS, /* entries: a power of two */
    PROBE_COMMON_KEYS = TINY(65536, 64),     /* of all threads and a map */
    PROBE_SITES_MAX = 200000,
    PROBE_OUTPUT_MAX = 65536,
    PROBE_TIMERS_MAX = TINY(4096, 16),
    PROBE_DEBT_NS = 50000000, /* of a processor, beyond its share: then a probe is stopped */
    PROBE_STEPS_OF_LIGHT = 2 * (1 + 2 * PROBE_SUMS_MAX) * PROBE_NODES_MAX,
};
/* Of thread.probe_words: words of rules, 0 is nobody's; tables by key, the last ones for histograms; words of sites. */
enum {
    PROBE_WORDS = TINY(65536, 256),
    PROBE_TABLES = 8,
    PROBE_HIST_TABLES = 2,
    PROBE_PAIR_TABLES = 6,
    PROBE_PAIR_FIRST = PROBE_WORDS + PROBE_TABLES * PROBE_KEYS_WORDS + PROBE_HIST_TABLES * PROBE_KEYS_HISTS,
    PROBE_SITE_FIRST = PROBE_PAIR_FIRST + PROBE_PAIR_TABLES * PROBE_PAIRS_WORDS,
    PROBE_SITE_WORDS = TINY(131072, 64),
    PROBE_WORDS_END = PROBE_SITE_FIRST + PROBE_SITE_WORDS
};

/* A key or value while a hit is at work. */
struct probe_datum {
    u8 type; /* enum probe_type; PROBE_ANY: missing */
    i64 n;   /* PROBE_INT; length of a PROBE_TEXT */
    double d;
    const void *p; /* PROBE_TEXT: char, PROBE_OBJECT, PROBE_CLASS, PROBE_METHOD, PROBE_STACK: the first frame */
};

/* d, which is a number, without what stands behind the point; the nearest one that fits. */
static inline i64 probe_whole_of(double d)
{
    return d >= 9.2233720368547758e18 ? INT64_MAX : d <= -9.2233720368547758e18 ? INT64_MIN : (i64)d;
}

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
    PROBE_REDACTED,
    PROBE_CUT,
    PROBE_LEFT_OUT,
    PROBE_LOST_KEYS,
    PROBE_LOST_OUTPUT,
    PROBE_LOST_RATE,
    PROBE_LOST_MEMORY,
    PROBE_LOST_DEPTH,
    PROBE_LOST_PLACES,
    PROBE_LOST_RING,
    PROBE_COUNTERS
};
extern const char *const probe_counter_names[PROBE_COUNTERS];

/* A thread's counts of a probe. */
struct probe_local {
    _Atomic u64 counters[PROBE_COUNTERS];
    struct probe_table *_Atomic tables[PROBE_MAPS_MAX];
    i64 variables[PROBE_MAPS_MAX];
    u32 variables_set; /* by bit */
    u32 heavy_hits, measured;
};
struct probe_thread {
    struct probe_local *_Atomic locals[PROBES_MAX]; /* by probe.index */
    struct probe_ring *_Atomic ring;                /* probe_record.c; NULL: it has printed nothing yet */
};

enum probe_stopped { PROBE_RUNS, PROBE_BY_EXIT, PROBE_TOO_DEAR };
struct probe {
    u32 id, index;
    struct probe_light *lights; /* by rule; hits 0: it is none. NULL: no rule is */
    u32 first_word, word_count; /* of thread.probe_words */
    u32 tables_used;            /* of its tables by key, then of those of pairs: by bit */
    u64 by_site;                /* its rules with words by site: by bit */
    struct vec own_sites;       /* struct probe_site*, those with words. Lock in probe_site.c */
    struct probe_program *program;
    char *text; /* in full form */
    u32 site_count;
    i64 set_at; /* os_time_monotonic_ns */
    /* Its hits count: all code fits it. Until then they do nothing; what compiled code counts is forgotten. */
    _Atomic bool armed;
    _Atomic u8 stopped;     /* enum probe_stopped: its hits do nothing any more */
    _Atomic i64 stopped_at; /* os_time_monotonic_ns; 0: it is not yet */
    bool left;              /* then: no place has it any more. Changes with the world stopped */
    /* Of heavy rules every `every`th hit is looked at. What hits took since `window` began, in ns: those that were
     * looked at, those that were left out. `debt`: what the latter took beyond the share, ever. */
    _Atomic u32 every;
    _Atomic u64 busy, busy_leaving, debt;
    _Atomic i64 window;
    _Atomic i64 lease; /* removed at this time (os_time_monotonic_ns); 0: never */
    _Atomic u32 epochs[PROBE_MAPS_MAX];
    /* threads_lock: of threads that ended; what the last delta has told */
    struct probe_local ended;
    struct probe_table *told[PROBE_MAPS_MAX];
    u64 told_counters[PROBE_COUNTERS];
    u64 sequence;
    char *output; /* threads_lock: records that are not read yet */
    size_t output_size;
    _Atomic i64 second;
    _Atomic u32 records; /* in that second */
};
extern struct probe *probes_set[PROBES_MAX]; /* NULL: free. Changes with the world stopped */

/* NULL: there is none. */
struct probe *probe_by_id(u32 id);

/* A rule at a spot. */
struct probe_site {
    struct probe *probe;
    const struct probe_rule *rule;
    struct probe_site *_Atomic next;
    /* probe_site.c: what code does here, with a word or variables of its own. NULL: what the rule does */
    struct probe_light *own;
    struct method *method;    /* with a word, and of `inner`: the first version; else NULL */
    struct probe_site *inner; /* of a field: what methods that access it do, by `next` */
    bool named;               /* its keys have their texts */
    _Atomic bool unknown;     /* `own` has fields of classes that are not loaded yet (probe_load.c) */
};
enum probe_spot_kind { PROBE_SPOT_METHOD, PROBE_SPOT_CODE, PROBE_SPOT_FIELD };
struct probe_spot {
    enum probe_spot_kind kind;
    /* Hits find the spot by it: the first version of a method; an instruction in the running copy of a version; a
     * field. */
    const void *key;
    struct method *method; /* the first version; the version with that instruction; NULL */
    struct field *field;   /* or NULL */
    /* SPOT_METHOD: by enum probe_exit; SPOT_CODE: the first; SPOT_FIELD: read, write */
    struct probe_site *_Atomic at[3];
    struct local_type *types; /* SPOT_CODE: of variables (classfile/verify.h). NULL: not known */
    _Atomic bool timed;
    u64 secrets; /* SPOT_METHOD: probe_secret_bit of arguments, PROBE_SECRET_RESULT; SPOT_FIELD: not 0 if it is one */
    struct probe_spot *_Atomic next;
};
/* NULL: no probe is there. */
struct probe_spot *probe_spot_of(const void *key);
struct probe_spot *probe_method_of(const struct method *m);
/* Finds the methods of c that places of p name and adds sites. World stopped, then `marked` gets these methods; or c is
 * being linked, it is NULL, and they have their flags. */
struct vec;
void probe_place_methods(struct probe *p, struct class *c, struct vec *marked);
/* Likewise instructions and fields. World stopped; probe_wants_code_of says whether there are places that name c. */
void probe_place_code(struct probe *p, struct class *c);
bool probe_wants_code_of(const struct probe *p, const struct class *c);
/* Does a probe stand at an instruction? World stopped. */
bool probe_stands_in_code(void);
/* p's sites go; `changed` gets methods that had some. World stopped. */
void probe_unplace(struct probe *p, struct vec *changed);
void probe_places_forget(struct class *c);
void probe_places_forget_dead(void);
/* Does the place name it? */
bool probe_names_class(const struct probe_place *place, const struct class *c);
bool probe_names_method(const struct probe_place *place, const struct method *m);
/* Where m's code of that line begins, and what a place of a line or an index names in m; -1: nothing. */
i32 probe_bci_of_line(const struct method *m, i64 line);
i32 probe_bci_of(const struct probe_place *place, const struct method *m);

/* probe_light.c: rules that code runs by itself. Finds those of p, and gives them words. World stopped. */
void probe_light_begin(struct probe *p);
/* p's words are as in the beginning, in all threads. World stopped. */
void probe_light_clear(const struct probe *p);
/* c is being unloaded: what tables by class say of it goes to what threads that ended have left. World stopped. */
void probe_light_forget_class(const struct class *c);
/* p's words are nobody's. World stopped. */
void probe_light_end(struct probe *p);
/* probe_points.h. */
u32 probe_method_flags(const struct method *m);
const struct probe_light *probe_light_at(const struct method *m, enum probe_exit how, u32 n);
bool probe_heavy_at(const struct method *m, enum probe_exit how);
/* The same at an instruction, and at a field. */
const struct probe_light *probe_light_at_code(const u8 *pc, u32 n);
const struct probe_light *probe_light_at_field(const struct field *f, bool write, struct method *m, u32 n);
bool probe_heavy_at_code(const u8 *pc);
bool probe_heavy_at_field(const struct field *f, bool write, struct method *m);
void probe_light_entered(struct thread *self, const struct method *m, const slot *args);
bool probe_is_timed(const struct method *m);
void probe_thread_listed(struct thread *t);
/* Timers of methods that are not timed any more go. World stopped. */
void probe_forget_timers(void);
/* Timers of methods whose ends p looks at go. World stopped. */
void probe_forget_timers_of(const struct probe *p);
/* A frame with these locals is timed from now on, unless there is no room. */
void probe_timer_begin(struct thread *self, const slot *locals, const struct method *m);
/* Ends it. Returns the nanoseconds, or -1 if they are not known. */
i64 probe_timer_end(struct thread *self, const slot *locals, const struct method *m);
/* Is there no room for a timer more? */
bool probe_timers_full(const struct thread *self);
bool probe_uses_elapsed(const struct probe_program *g);
/* Measures the processor's clock, once; takes some milliseconds. */
void probe_find_ticks(void);
/* Calls add for each map of p of which the words have something, with a table of one entry, and adds to counters. */
void probe_light_add(const struct probe *p, const u64 *words, _Atomic u64 *counters,
                     void (*add)(void *to, u32 map, const struct probe_table *t), void *to);
/* t's words go; they are in the sums already. threads_lock. */
void probe_light_thread_ended(struct thread *t);

/* probe_keys.c: tables by key in a thread's words. Of a thread that does not run: nothing is counted yet. */
void probe_keys_clear(u64 *table, bool hists);
/* As compiled code does it, for the thread itself: counts v by key. */
void probe_keys_count(u64 *table, const struct probe_sum_up *s, u64 key, i64 v);
void probe_pairs_clear(u64 *table);
/* The number of the pair in the thread's own table; 0: it is full. */
u64 probe_pair_number(u64 *table, u64 a, u64 b);
/* A sum by keys. */
struct probe_keyed {
    const struct probe_program *program;
    const struct probe_action *action;
    const struct probe_sum_up *sum;
};
/* What a thread's words have of it, while they may grow. *lost grows by hits whose pair found no room. malloc'ed; NULL:
 * no memory. threads_lock, so that no class goes. */
struct probe_table *probe_keys_sum(const u64 *words, const struct probe_keyed *k, u64 *lost);
/* Are classes and methods among them? */
bool probe_keys_name_classes(const struct probe_keyed *k);
/* c is being unloaded: what it has goes to what threads that ended have. World stopped. */
void probe_keys_take(struct probe *p, u64 *words, const struct probe_keyed *k, const struct class *c);
/* A table for so many entries of a key and `words`, which probe_table_put adds one after the other: only to be merged
 * into others. malloc'ed; NULL: no memory. */
struct probe_table *probe_table_for(u32 entries, u32 words);
/* types, keys: PROBE_KEYS_MAX of them, 0 behind the last one. Returns the words, which are 0. */
_Atomic u64 *probe_table_put(struct probe_table *t, const u8 *types, const u64 *keys);
/* With an entry that has no key. */
struct probe_table *probe_table_of_one(u32 words);

/* probe_site.c: words of sites: the number of hits, then those of sums. Are all keys of the rule, which has some, the
 * same at each hit of a place, and all its words numbers that are added up? */
bool probe_counts_by_site(const struct probe_program *g, const struct probe_rule *r);
/* The site, which no hit sees yet, gets a word if its rule is such a one and there are words left, and finds its
 * variables. */
void probe_site_begin(struct probe_site *s, const struct probe_spot *spot);
/* Does a site of a field depend on the method that accesses it? */
bool probe_site_asks_method(const struct probe_site *s);
/* Then: the site of what m does there, made if it is new. Its `own` is NULL if there are no words left. It stays until
 * the world stops. */
struct probe_site *probe_site_in(struct probe_site *s, const struct probe_spot *spot, struct method *m);
/* The light form of the rule; NULL: there is none. */
static inline const struct probe_light *probe_light_of_rule(const struct probe_site *s)
{
    const struct probe *p = s->probe;
    const struct probe_light *l = p->lights ? &p->lights[s->rule - p->program->rules] : NULL;
    return l && l->hits ? l : NULL;
}
/* c is being unloaded: what its methods have counted at the field's site goes to threads that ended. World stopped. */
void probe_site_forget_class(struct probe_site *s, const struct class *c);
/* It gives its word back; its count goes to those of threads that ended if it is to be kept. World stopped. */
void probe_site_end(struct probe_site *s, bool keep);
/* Words begin anew if many are used up and none is a probe's. World stopped. */
void probe_sites_renew(void);
/* The words of p in `words`, or, if that is NULL, those of threads that ended, are 0. World stopped. */
void probe_sites_clear(const struct probe *p, u64 *words);
/* A thread with these words ends. threads_lock. */
void probe_sites_ended(const u64 *words);
/* As probe_light_add, for all threads. threads_lock. */
void probe_sites_add(struct probe *p, _Atomic u64 *counters,
                     void (*add)(void *to, u32 map, const struct probe_table *t), void *to);

/* probe_load.c: which fields the steps of light rules read. */
bool probe_reads_fields(const struct probe_program *g);
/* Finds those of s->own, which no hit sees yet. */
void probe_loads_begin(struct probe_site *s, const struct probe_spot *spot);
/* Are they known? Looks for classes that have come. */
bool probe_loads_known(struct probe_site *s, const struct probe_spot *spot);
/* Finds them anew. Did they change? World stopped. */
bool probe_loads_renew(struct probe_site *s, const struct probe_spot *spot);
/* Notes fields of c that hide one which rules of p may read. c is being linked, or the world has stopped. Were there
 * any? */
bool probe_loads_hidden_by(const struct probe *p, const struct class *c);
/* Forgets fields that c declares, or, if it is NULL, all. World stopped. */
void probe_loads_forget(const struct class *c);
/* Code that reads fields for rules goes if these are others now. World stopped. */
void probe_renew_loads(struct vec *changed);

/* probe_secret.c: is it the name of something that is not shown? */
bool probe_name_is_secret(const char *name);
/* Ends the VM if -XX:ArgusProbeRedact takes a name out that is no secret. */
void probe_check_secrets(void);
/* Those arguments of m, and its result. */
enum { PROBE_SECRET_LAST = 62 /* arguments from there on share a bit */ };
#define PROBE_SECRET_RESULT (1ull << 63)
static inline u64 probe_secret_bit(i64 argument)
{
    return 1ull << (argument < PROBE_SECRET_LAST ? argument : PROBE_SECRET_LAST);
}
u64 probe_secrets_of(const struct method *m);

/* The values that a hit can read. */
struct probe_hit {
    struct thread *self;
    struct frame *frame; /* NULL: none */
    struct method *method;
    struct class *cls;
    const slot *value; /* retval; NULL: void */
    struct object *ex, *obj;
    i64 elapsed, size;             /* -1: not known */
    const struct probe_spot *spot; /* NULL: none */
    const struct field *field;     /* or NULL */
    const slot *written;           /* to it; NULL: it is read */
};
/* probe_gone.c: c has new versions of its methods. Says which methods, lines and instructions that p names went with
 * the old ones. World stopped. */
void probe_tell_gone(struct probe *p, const struct class *c);
void probe_list_gone(const struct probe *p, struct text *to);

/* probe_event.c: places in the VM. Adds p's rules there, or takes them away; gently: code_tell_allocations. World
 * stopped. */
void probe_watch(struct probe *p, bool gently);
void probe_unwatch(struct probe *p, bool gently);
/* c is being linked: are its allocations told? */
void probe_watch_linking(struct class *c);
/* c may have other supertypes. World stopped. */
void probe_watch_redefined(struct class *c);
/* The bits of probe_points_on for what is watched. */
u32 probe_watched_points(void);
void probe_hit_event(struct thread *self, enum probe_event e, struct object *o, struct class *c, i64 n);
/* Has the program rules that run again and again, print, make stacks or may stop it? They need a thread. */
bool probe_needs_clock(const struct probe_program *g);
/* The thread is there. false: it cannot be made. IN_VM. */
WARN_UNUSED bool probe_clock_start(struct thread *self);
/* probe_read.c: probe_read, where the list of threads is locked or the world stopped. */
void probe_read_locked(struct probe *p, bool delta, enum probe_format format, struct text *to);

/* probe_budget.c: which rules are heavy. */
void probe_find_heavy(struct probe_program *g);
/* A heavy rule of p is hit: is this one to be left out? */
bool probe_leaves_out(struct probe *p, struct probe_local *l);
/* The time at which a hit begins if it is one that is measured, else 0; and its end. */
i64 probe_measure(struct probe_local *l);
void probe_measured(struct probe *p, i64 began);
/* Hits of heavy rules of p that were looked at have taken so many nanoseconds more. At the end of a window of time it
 * is decided which hits are left out in the next one, and whether p goes on. */
void probe_use_up(struct probe *p, u64 ns, i64 now);
/* p's hits do nothing from now on, unless that is so already; the clock takes p out of the code, and its counts stay.
 * From a hit. */
void probe_stop(struct probe *p, enum probe_stopped why);
/* probe_set.c: then all its places go, unless they have gone. IN_VM. May stop the world. */
void probe_leave(struct thread *self, u32 id);

/* probe_hit.c: evaluates a rule. A thread that runs Java or the VM; takes no lock but leaves. */
void probe_run(struct probe *p, const struct probe_rule *r, const struct probe_hit *h);
void probe_hit_method(struct thread *self, struct frame *f, enum probe_exit how, const slot *value, struct object *ex);

/* The value there, of a type by its first letter; in a field; in an element that the array has. */
struct probe_datum probe_load(const void *at, char kind);
struct probe_datum probe_load_field(const struct object *o, const struct field *f);
struct probe_datum probe_load_element(const struct object *o, i64 index, char kind);
void probe_hit_code(struct thread *self, struct frame *f);
void probe_hit_field(struct thread *self, const struct field *f, struct object *o, const slot *value);

/* probe_variable.c. malloc'ed, m->max_locals of them; NULL: not known. */
struct local_type *probe_types_of_variables(const struct method *m, i32 bci);
/* The slot that has the value of the variable that the node names, at an instruction, and the first letter of its type.
 * Returns false if it is not there, not known or not to be shown. */
bool probe_variable_at(const struct probe_spot *spot, const struct probe_node *n, u32 *at, char *kind);
/* The variable that the node names, in the frame of the hit. */
struct probe_datum probe_variable(const struct probe_hit *h, const struct probe_node *n);
/* `this` of h's frame, if its variable holds an object. */
struct probe_datum probe_this(const struct probe_hit *h);
/* Sets the bits of the slots with variables that sites at pc read. */
void probe_variables_at(const u8 *pc, u64 *slots);
/* The value in a slot; `kind` is the first letter of its descriptor. */
struct probe_datum probe_of_slot(char kind, slot s);

/* probe_state.c. NULL: no memory. */
struct probe_thread *probe_thread_of(struct thread *self);
struct probe_local *probe_local_of(struct thread *self, struct probe *p);
static inline void probe_count(struct probe_local *l, enum probe_loss what)
{
    u64 n = atomic_load_explicit(&l->counters[what], memory_order_relaxed);
    atomic_store_explicit(&l->counters[what], n + 1, memory_order_relaxed);
}
/* The words of the key, made if it is new. NULL: lost, and counted. */
_Atomic u64 *probe_find(struct probe *p, struct probe_local *l, u32 map, const u8 *types, const u64 *keys, bool *fresh);
u32 probe_map_words(const struct probe_map *m);
void probe_thread_ended(struct thread *t); /* threads_lock */
/* World stopped: what threads have of p, or all they have. */
void probe_forget_locals(struct probe *p);
/* World stopped: what threads and sites have of p counts as left by threads that ended, and goes there. */
void probe_keep(struct probe *p);
/* The sums of all threads: malloc'ed tables, NULL for what has nothing. threads_lock. */
void probe_sum(struct probe *p, struct probe_table **tables, u64 *counters);
/* What threads that ended have left gets the sums of t, a table of the map. World stopped. */
void probe_add_ended(struct probe *p, u32 map, const struct probe_table *t);
struct probe_table *probe_table_copy(const struct probe_table *t);
/* The entry with that key, or NULL. */
/* Everything counted in t is forgotten. Its thread calls it, or nothing counts in it. */
void probe_table_clear(struct probe_table *t, u32 epoch);
/* Adds `from`, whose thread may go on counting, to *to, which grows; NULL: it is made. `lost` counts keys that found no
 * room. Does nothing if `from` is NULL or of another epoch. */
void probe_table_merge(u8 kind, const struct probe_table *from, struct probe_table **to, u32 epoch, _Atomic u64 *lost);
struct probe_entry *probe_table_find(const struct probe_table *t, const u8 *types, const u64 *keys);

/* Keys that are no numbers stand in tables as hashes; here is their text. */
void probe_name_put(u8 type, u64 key, const char *text, size_t size);
/* "?" when it was not kept. */
void probe_name_get(u8 type, u64 key, struct text *to);
void probe_names_clear(void); /* world stopped */
/* The text of a class, method, stack. */
void probe_datum_text(const struct probe_datum *d, u32 frames, struct text *to);
/* Gives the key that d has become its text, by probe_name_put. */
void probe_datum_name(const struct probe_datum *d, u64 key);
u64 probe_datum_key(const struct probe_datum *d, u32 frames);
/* The sums of all threads. threads_lock. */
void probe_print_map(struct thread *self, struct probe *p, struct probe_local *l, u32 map);

/* probe_record.c: prints n bytes. `stack`: with a stack, which costs more of the budget. */
void probe_record(struct thread *self, struct probe *p, struct probe_local *l, bool stack, const char *s, size_t n);
/* What the VM says itself, in the order of time with what p prints. threads_lock. */
void probe_say(struct probe *p, const char *text);
/* Records that wait in rings go to the outputs of their probes, and to agents' queue. threads_lock. */
void probe_records_drain(void);
void probe_records_thread_ended(struct thread *t);
/* Drains, and sends agents the records that wait for them. IN_VM, without locks. */
void probe_records_send(struct thread *self);
/* The clock sleeps until then, or until it is woken: intervals or leases have come or gone. IN_VM. */
void probe_clock_sleep(struct thread *self, i64 until);
void probe_clock_wake(void);
i64 probe_thread_number(const struct thread *t);

#endif
