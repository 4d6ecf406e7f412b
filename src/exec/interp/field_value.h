/* Fields of all kinds as slots have them, also of objects that are short (heap/heap_short.c). */
#ifndef ARGUS_EXEC_INTERP_FIELD_VALUE_H
#define ARGUS_EXEC_INTERP_FIELD_VALUE_H

#include "heap/heap.h"
#include "model/class.h"
#include "model/frame.h"

static inline u64 field_load(u8 kind, const char *at)
{
    switch (kind) {
    case 'Z':
    case 'B': return (u32)(i32) * (const volatile i8 *)at;
    case 'C': return *(const volatile u16 *)at;
    case 'S': return (u32)(i32) * (const volatile i16 *)at;
    case 'I':
    case 'F': return *(const volatile u32 *)at;
    case 'J':
    case 'D': return *(const volatile u64 *)at;
    default: return slot_of_ref(ref_decode(*(const volatile nref *)at));
    }
}
/* Where f of o is. */
static inline struct heap_place field_place(const struct field *f, struct object *o)
{
    if (LIKELY(!f->shorts)) return (struct heap_place){ o, f->offset };
    return heap_place(o, f->offset, f->kind == 'L' || f->kind == '[');
}
static inline void field_store(const struct field *f, struct heap_place to, u64 v)
{
    char *at = (char *)to.base + to.offset;
    bool is_volatile = (f->access & ACC_VOLATILE) != 0;
    switch (f->kind) {
    case 'Z': *(volatile u8 *)at = (u8)(v & 1); break;
    case 'B': *(volatile u8 *)at = (u8)v; break;
    case 'C':
    case 'S': *(volatile u16 *)at = (u16)v; break;
    case 'I':
    case 'F': *(volatile u32 *)at = (u32)v; break;
    case 'J':
    case 'D': *(volatile u64 *)at = v; break;
    default:
        if (is_volatile)
            heap_store_ref_volatile(to.base, (u32)to.offset, slot_ref(v));
        else
            heap_store_ref(to.base, (u32)to.offset, slot_ref(v));
        return;
    }
    if (is_volatile) atomic_thread_fence(memory_order_seq_cst);
}

#endif
