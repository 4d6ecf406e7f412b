/* The flight recorder's interface for lower rooms. src/jfr/ fills the table before anything runs; docs/jfr.md. */
#ifndef ARGUS_THREAD_RECORDER_H
#define ARGUS_THREAD_RECORDER_H

#include "thread/thread.h"

struct class;
struct method;
struct loader;
struct module;
struct package;

/* A field of an event, by its kind in spec/jdk17/jfr_events.tsv. */
union recorder_value {
    u64 number; /* also of a constant, and a boolean */
    double real;
    const char *text; /* modified UTF-8 or NULL */
    struct class *cls;
    struct thread *thread; /* the caller keeps it from ending */
    struct method *method;
    struct loader *loader;
    struct module *module;
    struct package *package;
};

struct recorder_binding {
    /* Writes an event of the VM. `began`: os_time_monotonic_ns() at its begin, 0: it has no duration. `ended`: likewise
     * at its end, 0: now. `of`: its thread. IN_VM; does not poll, collect or throw. Called through the functions of
     * recorder_events.h, and only if the event is enabled. */
    void (*emit)(struct thread *self, u32 event, i64 began, i64 ended, struct thread *of,
                 const union recorder_value *values);
    /* Returns the number of a thread, and puts its name into this epoch. The caller keeps the thread from ending.
     * IN_VM. */
    u64 (*use_thread)(struct thread *t);
    /* Class c, a subclass of jdk.internal.event.Event, is being defined from these bytes; its class file is parsed and
     * its superclass is loaded. Returns a class file with the members that every event class has: malloc'ed, *new_len
     * bytes. NULL: the bytes stay. IN_VM, may not collect. */
    u8 *(*event_class)(const struct class *c, const u8 *bytes, size_t len, size_t *new_len);
    /* The same class, whose file has these members now: fills in their code, if it is needed from the start. `super`:
     * the superclass's mirror; `serial`: the class's. Returns a class file, malloc'ed, or NULL: the bytes stay. Runs
     * Java; leaves nothing pending. */
    u8 *(*event_code)(struct thread *self, struct object *super, u32 serial, const u8 *bytes, size_t len,
                      size_t *new_len);
    /* Class c gets a new class file (redefinition, retransformation). Returns the bytes that the recorder needs instead
     * of those that tools have returned, malloc'ed, or NULL. Runs Java; leaves nothing pending. */
    u8 *(*class_file)(struct thread *self, struct class *c, const u8 *bytes, size_t len, size_t *new_len);
    /* Class c goes. No number may be found by the address of a package, a module or a loader any more. The world is
     * stopped. */
    void (*class_unloaded)(struct class *c);
    void (*thread_exits)(
        struct thread *self); /* Thread.exit comes next, which clears the group. IN_VM, on its own thread */
    void (*thread_ends)(struct thread *self); /* its last events. Likewise, after Thread.exit */
    void (*thread_ended)(struct thread *t);   /* it writes no more events, and has left the list of threads */
    /* The recorder samples a new object of class c, which no other thread knows yet. IN_VM; does not poll. */
    void (*sampled_alloc)(struct thread *self, struct class *c);
    /* The same of another sampler (HEAP_SAMPLER_OLD), which follows the object. An array has no length yet. */
    void (*sampled_object)(struct thread *self, struct object *o, size_t bytes);
    /* A collection begins, which may free classes and methods. World stopped. */
    void (*collection_begins)(void);
};
extern struct recorder_binding recorder;
/* The number of the present chunk. A constant's number is valid for one epoch: until the caller's next poll, unless it
 * compares epochs. Changes with the world stopped. */
extern u32 recorder_epoch;
/* Why compiled code was left for good or for once: constants of jfr_static.c. */
enum { RECORDER_DEOPT_UNLOADED, RECORDER_DEOPT_CHECK, RECORDER_DEOPT_PREDICATE, RECORDER_DEOPT_UNSTABLE_IF };
/* Which memory of classes is full: likewise. */
enum { RECORDER_METADATA, RECORDER_METADATA_CLASSES };
/* Numbers of classes begin behind those that the JDK has. */
enum { RECORDER_RESERVED_IDS = 501 };

#include "recorder_events.h"

/* Is the event enabled? One load and a branch. */
extern u8 recorder_wanted[RECORDER_EVENT_COUNT];
#define RECORDER_WANTS(event) UNLIKELY(__atomic_load_n(&recorder_wanted[RECORDER_##event], __ATOMIC_RELAXED))

#endif
