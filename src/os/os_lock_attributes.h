/* os_lock_attributes.h: attributes that describe locks to clang's -Wthread-safety (an error in this tree): which
 * function takes a lock, which requires it, and which data it guards. They change no code.
 *
 * The analysis works function by function and along every path. Where it cannot follow (a lock handed over, held on one
 * path only) the function is marked NOT_ANALYSED, with the reason beside it. C cannot name another member of the same
 * structure, so comments of members say "under lock"; the functions that touch them assert it. */
#ifndef ARGUS_OS_OS_LOCK_ATTRIBUTES_H
#define ARGUS_OS_OS_LOCK_ATTRIBUTES_H

#define LOCK_TYPE __attribute__((capability("mutex")))

/* For functions: takes the lock, releases it, takes it when it returns true. */
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
