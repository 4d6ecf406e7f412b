/* os_lock_attributes.h: what clang's -Wthread-safety (an error in this tree) is told about locks: which function takes
 * one, which wants it held, and what it guards. They change no code.
 *
 * The analysis goes function by function and along every path. Where it cannot follow (a lock handed over, held on one
 * path only) the function is marked NOT_ANALYSED, with the reason beside it. C has no way to name a sibling in a
 * structure, so members say "under lock" in words; the functions that touch them assert it. */
#ifndef ARGUS_OS_OS_LOCK_ATTRIBUTES_H
#define ARGUS_OS_OS_LOCK_ATTRIBUTES_H

#define LOCK_TYPE __attribute__((capability("mutex")))

/* Of a function: takes it, gives it back, takes it when it returns true. */
#define TAKES_LOCK(...) __attribute__((acquire_capability(__VA_ARGS__)))
#define GIVES_LOCK(...) __attribute__((release_capability(__VA_ARGS__)))
#define TRIES_LOCK(...) __attribute__((try_acquire_capability(true, __VA_ARGS__)))
/* The caller holds it; the caller must not hold it. */
#define WANTS_LOCK(...) __attribute__((requires_capability(__VA_ARGS__)))
#define WANTS_NO_LOCK(...) __attribute__((locks_excluded(__VA_ARGS__)))
/* Returns only if the caller holds it (an assertion). */
#define PROVES_LOCK(...) __attribute__((assert_capability(__VA_ARGS__)))
#define NOT_ANALYSED __attribute__((no_thread_safety_analysis))

/* Of a variable: read and written with the lock held; of a pointer: what it points to is. */
#define GUARDED_BY(lock) __attribute__((guarded_by(lock)))
#define GUARDS_TARGET(lock) __attribute__((pt_guarded_by(lock)))

#endif
