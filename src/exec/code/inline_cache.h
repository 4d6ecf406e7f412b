/* Inline caches of interface calls: one for each instruction, in the memory of the code's class holder. */
#ifndef ARGUS_EXEC_CODE_INLINE_CACHE_H
#define ARGUS_EXEC_CODE_INLINE_CACHE_H

#include "model/loader.h"

/* The last receiver's class and its method, both below 4 GiB, in one word: readers and writers need no order. */
struct icache {
    _Atomic u64 pair;            /* class reference << 32 | method address */
    struct class *interface;     /* that the instruction names: receivers have to implement it */
    struct method *imethod;      /* the resolved method, of it, of an interface above it or of java.lang.Object */
    struct icache *next;         /* in code of the same class holder */
    _Atomic(_Atomic u64 *) wide; /* NULL, or ICACHE_WIDE such pairs: a class is at icache_place or icache_other_place */
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
/* The method that a call through ic runs on receivers of class c, public unless it is the resolved one and private
 * (JVMS §6.5.invokeinterface). NULL: c does not implement the interface, or the call needs a closer look. Any thread;
 * no locks. */
struct method *icache_method_for(const struct icache *ic, const struct class *c);
/* The same for the class of `receiver`, which ic has from now on. */
struct method *icache_select(struct icache *ic, const struct object *receiver);
/* The same for a cache that is wide. Who finds both places taken moves the first one's class to its other place, if
 * that is free. */
struct method *icache_select_wide(struct icache *ic, const struct object *receiver);
/* Makes ic, in code of h's classes, a wide one. Any thread, several at once. NULL: no room. */
_Atomic u64 *icache_widen(struct class_holder *h, struct icache *ic);
/* For a call of `imethod`, resolved in `interface`, in code of h's classes. It knows no receiver. Any thread. NULL: no
 * room. */
struct icache *icache_new(struct class_holder *h, struct class *interface, struct method *imethod);
/* World stopped: no cache remembers what is selected for a class that `is_family`. */
void icaches_forget_family(bool (*is_family)(const struct class *c));
/* World stopped: no cache of a live holder names what is class_memory_is_dead. */
void icaches_forget_dead(void);

#endif
