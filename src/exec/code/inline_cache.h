/* Inline caches of interface calls: one for each instruction, in the memory of the code's class holder. */
#ifndef ARGUS_EXEC_CODE_INLINE_CACHE_H
#define ARGUS_EXEC_CODE_INLINE_CACHE_H

#include "model/loader.h"

/* The last receiver's class and the method that it selects, both below 4 GiB, in one word: readers and writers need no
 * order. */
struct icache {
    _Atomic u64 pair;            /* class reference << 32 | method address */
    struct class *interface;     /* the interface that the instruction names; receivers have to implement it */
    struct method *imethod;      /* the resolved method: the interface's, a superinterface's or java.lang.Object's */
    struct icache *next;         /* the next cache in code of the same class holder */
    _Atomic(_Atomic u64 *) wide; /* NULL, or ICACHE_WIDE more pairs: a class is at icache_place or icache_other_place */
    u16 nargs;
};
enum { ICACHE_WIDE_BITS = 4, ICACHE_WIDE = 1 << ICACHE_WIDE_BITS, ICACHE_HASH = (i32)0x9e3779b1 };
static inline u32 icache_hash(u32 class_ref) { return class_ref * (u32)ICACHE_HASH; }
static inline u32 icache_place(u32 class_ref) { return icache_hash(class_ref) >> (32 - ICACHE_WIDE_BITS); }
static inline u32 icache_other_place(u32 class_ref)
{
    return icache_hash(class_ref) >> (32 - 2 * ICACHE_WIDE_BITS) & (ICACHE_WIDE - 1);
}

static inline void icache_set(struct icache *ic, u32 class_ref, const struct method *selected)
{
    u64 pair = (u64)class_ref << 32 | (u64)(uintptr_t)selected;
    atomic_store_explicit(&ic->pair, pair, memory_order_relaxed);
}
/* The method that a call through ic runs on receivers of class c: a public one, or the resolved one if that is private
 * (JVMS §6.5.invokeinterface). Returns NULL if c does not implement the interface, or the call needs more checks. Any
 * thread; no locks. */
struct method *icache_method_for(const struct icache *ic, const struct class *c);
/* The same for the class of `receiver`, which is put into the cache. */
struct method *icache_select(struct icache *ic, const struct object *receiver);
/* The same for a wide cache. If both places of the class are taken, the class in the first one moves to its other place
 * if that is free. */
struct method *icache_select_wide(struct icache *ic, const struct object *receiver);
/* Makes ic, in code of h's classes, wide. Any thread, several at once. Returns NULL if there is no room. */
_Atomic u64 *icache_widen(struct class_holder *h, struct icache *ic);
/* Makes a cache for a call of `imethod`, resolved in `interface`, in code of h's classes. It has no receiver yet. Any
 * thread. Returns NULL if there is no room. */
struct icache *icache_new(struct class_holder *h, struct class *interface, struct method *imethod);
/* World stopped: clears the entries of all caches for classes with CLS_FAMILY. */
void icaches_forget_family(void);
/* World stopped: removes what is class_memory_is_dead from the caches of live holders. */
void icaches_forget_dead(void);

#endif
