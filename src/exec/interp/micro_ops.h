/* The micro-operations of bytecode/bytecodes.def, in the interpreter's form: on the machine's registers (interp_int.h),
 * in a generated handler whose inputs and operands are C variables. bytecodes.def declares what each may do.
 *
 * SLOW and the checks leave a handler before anything is changed: tos, sp and pc are still those of the instruction. */
#ifndef ARGUS_EXEC_INTERP_MICRO_OPS_H
#define ARGUS_EXEC_INTERP_MICRO_OPS_H

#include "exec/interp/interp_int.h"

/* ---- functions ---- */
static ALWAYS_INLINE i32 double_to_int(double d)
{
    if (d > -2147483649.0 && d < 2147483648.0) return (i32)d;
    return d != d ? 0 : d < 0 ? INT32_MIN : INT32_MAX;
}
static ALWAYS_INLINE i64 double_to_long(double d)
{
    if (d >= -9223372036854775808.0 && d < 9223372036854775808.0) return (i64)d;
    return d != d ? 0 : d < 0 ? INT64_MIN : INT64_MAX;
}
static ALWAYS_INLINE slot return_address(struct frame *fp, const u8 *pc)
{
    return (slot)(pc - fp->method->code) << 1 | 1;
}
static inline char newarray_kind(u8 type) /* JVMS newarray: T_BOOLEAN is 4 */
{
    return type >= 4 && type <= 11 ? "ZCFDBSIJ"[type - 4] : 'I';
}
/* A resolved STRING, METHOD_HANDLE, METHOD_TYPE or DYNAMIC entry's object. */
static ALWAYS_INLINE struct object *cp_resolved_ref(struct constpool *cp, u16 index)
{
    return array_ref(ref_decode(cp->resolved), (i32)cp->e[index].aux);
}
static ALWAYS_INLINE i32 table_switch(const u8 *pc, i32 key)
{
    const i32 *t = (const i32 *)(((uintptr_t)pc + 4) & ~(uintptr_t)3); /* default, low, high, branches */
    return key < t[1] || key > t[2] ? t[0] : t[3 + (i64)key - t[1]];
}

/* ---- locals ---- */
#define LOCAL(n) locals[n]
#define LOCAL_WIDE(n) ((i64)locals[(n) + 1])
#define SET_LOCAL(n, v) ((void)(locals[n] = (v)))
#define SET_LOCAL_WIDE(n, v) ((void)(locals[(n) + 1] = (slot)(v)))
#define ADD_LOCAL(n, c) ((void)(locals[n] = (u32)locals[n] + (u32)(i32)(c)))

/* ---- checks ---- */
#define CHECK_NULL(o) \
    do { \
        if (UNLIKELY(!(o))) GO(interp_throw_npe); \
    } while (0)
#define CHECK_INDEX(a, i) \
    do { \
        CHECK_NULL(a); \
        if (UNLIKELY((u32)(i) >= (u32)array_length(a))) { \
            tos = (u64)(u32)array_length(a) << 32 | (u32)(i); \
            GO(interp_throw_bounds); \
        } \
    } while (0)
#define CHECK_DIVISOR(b) \
    do { \
        if (UNLIKELY((b) == 0)) GO(interp_throw_zero_divide); \
    } while (0)
#define CHECK_STORE(a, v) \
    do { \
        if ((v) && UNLIKELY(!INSTANCE_OF(v, object_class(a)->element))) { \
            tos = slot_of_ref(v); \
            GO(interp_throw_store); \
        } \
    } while (0)
#define CHECK_CAST(o, c) \
    do { \
        if ((o) && UNLIKELY(!INSTANCE_OF(o, c))) GO(interp_throw_cast); \
    } while (0)
#define INSTANCE_OF(o, c) object_instance_of(o, c)

/* ---- memory ---- */
#define AT(type, o, offset) (*(type *)((char *)(o) + (offset)))
#define LOAD(type, o, offset) AT(type, o, offset)
#define LOAD_REF(o, offset) ref_decode(AT(nref, o, offset))
#define STORE(type, o, offset, v) ((void)(AT(type, o, offset) = (type)(v)))
#define STORE_REF(o, offset, v) heap_store_ref(o, offset, v)
#define STATIC(index) cp_static_address(&fp->cp[index])
#define LOAD_STATIC(type, index) AT(type, STATIC(index), 0)
#define LOAD_STATIC_REF(index) ref_decode(AT(nref, STATIC(index), 0))
#define STORE_STATIC(type, index, v) ((void)(AT(type, STATIC(index), 0) = (type)(v)))
#define STORE_STATIC_REF(index, v) \
    heap_store_ref((struct object *)(STATIC(index) - fp->cp[index].field->offset), fp->cp[index].field->offset, v)
#define ELEMENT(type, a, i, base) (((type *)((char *)(a) + (base)))[(u32)(i)])
#define LOAD_ELEMENT(type, a, i, base) ELEMENT(type, a, i, base)
#define LOAD_ELEMENT_REF(a, i) ref_decode(ELEMENT(nref, a, i, ARRAY_BASE))
#define STORE_ELEMENT(type, a, i, base, v) ((void)(ELEMENT(type, a, i, base) = (type)(v)))
#define STORE_ELEMENT_REF(a, i, v) heap_store_ref(a, ARRAY_BASE + 4 * (u32)(i), v)
#define ARRAY_LENGTH(a) array_length(a)
#define IS_BOOLEAN_ARRAY(a) (object_class(a)->element == class_primitive['Z'])

/* ---- constants of the pool; an instruction that uses one has been linked ---- */
#define CONSTANT_INT(index) ((u32)fp->cp[index].i)
#define CONSTANT_LONG(index) ((i64)fp->cp[index].bits)
#define CONSTANT_REF(index) cp_resolved_ref(fp->method->cp, index)
#define CONSTANT_CLASS(index) (fp->cp[index].cls)
#define CONSTANT_METHOD(index) (fp->cp[index].method)
#define OWN_CLASS (fp->method->owner)
#define CONSTANT_ENTRY(index) (&fp->cp[index])
#define CONSTANT_SITE(index) (fp->cp[index].site)
#define IS_DYNAMIC(index) (fp->cp[index].tag == CP_DYNAMIC)

/* ---- calls: every argument is in memory, up to *sp ---- */
#define RECEIVER(argument_slots) slot_ref(sp[1 - (i32)(argument_slots)])
#define APPEND(o) ((void)(*++sp = slot_of_ref(o)))
#define CLASS_OF(o) ((o)->class_ref)
#define VTABLE_METHOD(o, index) (object_class(o)->vtable[index])
#define INLINE_CACHE(address) ((struct icache *)(uintptr_t)(u32)(address))
#define CACHED(ic) atomic_load_explicit(&(ic)->pair, memory_order_relaxed)
#define CACHED_CLASS(pair) ((u32)((pair) >> 32))
#define CACHED_METHOD(pair) ((struct method *)(uintptr_t)(u32)(pair))
#define CALL_SITE(address) ((struct call_site *)(uintptr_t)(u32)(address))
#define CALL_METHOD(m) CALL(m, LENGTH)

/* ---- objects ---- */
#define ALLOCATE(c) heap_alloc_quick(&self->heap, &(c)->type, (c)->type.quick_size)
#define ALLOCATE_ARRAY(r, kind, n) \
    do { \
        PUBLISH(); \
        (r) = array_new_prim(self, newarray_kind(kind), n); \
        if (UNLIKELY(!(r))) GO(interp_throw); \
        RELOAD(); \
    } while (0)
#define NEEDS_FINALIZER(o) (object_type(slot_ref(o))->finalizable)
#define ENTER(o) monitor_enter_fast(self, o, fp)
#define LEAVE(o) monitor_exit_fast(self, o)

/* ---- control ---- */
#define SLOW(path) GO(path)
#define BRANCH_IF(condition, d) \
    do { \
        if (condition) JUMP(d); \
    } while (0)
#define SWITCH(d) JUMP(d)
#define TABLE_TARGET(key) table_switch(pc, key)
#define LOOKUP_TARGET(key) lookup_switch(pc, key)
#define RETURN_ADDRESS() return_address(fp, pc + LENGTH)
#define JUMP_BACK(address) \
    do { \
        pc = fp->method->code + ((address) >> 1); \
        JUMP(0); \
    } while (0)
#define RETURN_VALUE(v) \
    do { \
        tos = (v); \
        sp = locals; \
        RETURN(); \
    } while (0)
#define RETURN_WIDE(v) \
    do { \
        tos = (u64)(v); \
        sp = locals + 1; \
        RETURN(); \
    } while (0)
#define RETURN_VOID() \
    do { \
        sp = locals - 1; \
        tos = *sp; \
        RETURN(); \
    } while (0)
#define RESULT_NARROWED(v) narrow_int(fp->method->return_kind, (i32)(v))

#endif
