/* JNI field ids, instance and static fields. Watches (EV_FIELD_ACCESS, EV_FIELD_MODIFICATION) see these accesses
 * too. */
#include "jni/jni_int.h"
#include "thread/events.h"
#include "thread/probe_points.h"

static jfieldID find_field(JNIEnv *env, jclass k, const char *name, const char *sig, bool is_static)
{
    VM_ENTRY(env);
    struct field *f = NULL;
    struct class *c = jni_class(k);
    if (!c)
        throw_new(self, WK(NullPointerException), NULL);
    else {
        struct symbol *n = symbol_lookup(name, strlen(name)), *d = symbol_lookup(sig, strlen(sig));
        if (n && d && !class_is_primitive(c) && !class_is_array(c) && class_init(self, c))
            f = class_find_field(c, n, d);
        if (f && ((f->access & ACC_STATIC) != 0) != is_static) f = NULL;
        if (f && is_static && !class_init(self, f->owner)) f = NULL;
        char cn[512];
        if (!f && !self->pending) {
            if (is_static)
                throw_new(self, WK(NoSuchFieldError), "%s", name);
            else
                throw_new(self, WK(NoSuchFieldError), "%s.%s %s", class_external_name(c, cn, sizeof cn), name, sig);
        }
    }
    VM_RETURN((jfieldID)f);
}

static jfieldID JNICALL get_field_id(JNIEnv *env, jclass k, const char *n, const char *s)
{
    return find_field(env, k, n, s, false);
}
static jfieldID JNICALL get_static_field_id(JNIEnv *env, jclass k, const char *n, const char *s)
{
    return find_field(env, k, n, s, true);
}

static struct heap_place place_of(struct object *o, const struct field *f)
{
    return heap_place(o, f->offset, f->kind == 'L' || f->kind == '[');
}

/* Reads and writes by kind. A volatile field is accessed as volatile. */
static slot load(struct object *o, const struct field *f)
{
    struct heap_place at = place_of(o, f);
    const char *p = (const char *)at.base + at.offset;
    bool vol = (f->access & ACC_VOLATILE) != 0;
    slot v;
    switch (f->kind) {
    case 'Z':
    case 'B': v = (slot)(i64) * (const volatile i8 *)p; break;
    case 'C': v = *(const volatile u16 *)p; break;
    case 'S': v = (slot)(i64) * (const volatile i16 *)p; break;
    case 'I':
    case 'F': v = (slot)(i64) * (const volatile i32 *)p; break;
    case 'J':
    case 'D': v = *(const volatile u64 *)p; break;
    default: v = slot_of_ref(ref_load(at.base, (u32)at.offset)); break;
    }
    if (vol) atomic_thread_fence(memory_order_acquire);
    return v;
}

static void store(struct object *o, const struct field *f, slot v)
{
    struct heap_place at = place_of(o, f);
    char *p = (char *)at.base + at.offset;
    bool vol = (f->access & ACC_VOLATILE) != 0;
    if (vol) atomic_thread_fence(memory_order_release);
    switch (f->kind) {
    case 'Z': *(volatile u8 *)p = v & 1; break;
    case 'B': *(volatile u8 *)p = (u8)v; break;
    case 'C':
    case 'S': *(volatile u16 *)p = (u16)v; break;
    case 'I':
    case 'F': *(volatile u32 *)p = (u32)v; break;
    case 'J':
    case 'D': *(volatile u64 *)p = v; break;
    default:
        if (vol)
            heap_store_ref_volatile(at.base, (u32)at.offset, slot_ref(v));
        else
            heap_store_ref(at.base, (u32)at.offset, slot_ref(v));
    }
    if (vol) atomic_thread_fence(memory_order_seq_cst);
}

/* The object that has field f; NULL with the exception pending. */
static struct object *holder_of(struct thread *self, jobject r, const struct field *f)
{
    if (UNLIKELY(f->flags & FLD_DELETED)) {
        throw_new(self, WK(NoSuchFieldError), "%s", f->name->bytes);
        return NULL;
    }
    return f->access & ACC_STATIC ? field_static_base(f) : jni_nonnull(self, r);
}

static slot get(struct thread *self, jobject r, jfieldID id)
{
    struct field *f = jni_field(id);
    struct object *o = holder_of(self, r, f);
    if (!o) return 0;
    if (event_on(EV_FIELD_ACCESS) && (f->flags & FLD_WATCH_READ))
        hooks.field_access(self, frame_java(self->fp), f, f->access & ACC_STATIC ? NULL : o);
    if (f->flags & FLD_PROBE_READ) probe_points.field(self, f, f->access & ACC_STATIC ? NULL : o, NULL);
    if (UNLIKELY(f->flags & FLD_DELETED)) o = holder_of(self, r, f); /* an agent that was told has deleted it */
    return o ? load(o, f) : 0;
}

static void set(struct thread *self, jobject r, jfieldID id, slot v)
{
    struct field *f = jni_field(id);
    struct object *o = holder_of(self, r, f);
    if (!o) return;
    if (event_on(EV_FIELD_MODIFICATION) && (f->flags & FLD_WATCH_WRITE))
        hooks.field_modification(self, frame_java(self->fp), f, f->access & ACC_STATIC ? NULL : o, v);
    if (f->flags & FLD_PROBE_WRITE) probe_points.field(self, f, f->access & ACC_STATIC ? NULL : o, &v);
    if (UNLIKELY(f->flags & FLD_DELETED)) o = holder_of(self, r, f); /* an agent that was told has deleted it */
    if (o) store(o, f, v);
}

/* clang-format off */
#define TYPES(X) \
    X(Object, jobject, ref_local(self, slot_ref(v)), slot_of_ref(ref_get(x))) \
    X(Boolean, jboolean, (jboolean)(v & 1), x) X(Byte, jbyte, (jbyte)v, (slot)x) X(Char, jchar, (jchar)v, x) \
    X(Short, jshort, (jshort)v, (slot)x) X(Int, jint, (jint)v, (slot)x) X(Long, jlong, (jlong)v, (slot)x) \
    X(Float, jfloat, slot_float(v), slot_of_float(x)) X(Double, jdouble, slot_double(v), slot_of_double(x))
/* clang-format on */

#define DEFINE(N, T, OUT, IN) \
    static T JNICALL get_##N(JNIEnv *env, jobject o, jfieldID id) \
    { \
        VM_ENTRY(env); \
        slot v = get(self, o, id); \
        T r = OUT; \
        VM_RETURN(r); \
    } \
    static void JNICALL set_##N(JNIEnv *env, jobject o, jfieldID id, T x) \
    { \
        VM_ENTRY(env); \
        set(self, o, id, IN); \
        VM_RETURN_VOID(); \
    }
TYPES(DEFINE)

void jni_fill_field(struct JNINativeInterface_ *t)
{
    t->GetFieldID = get_field_id;
    t->GetStaticFieldID = get_static_field_id;
#define FILL(N, T, OUT, IN) \
    t->Get##N##Field = get_##N; \
    t->Set##N##Field = set_##N; \
    t->GetStatic##N##Field = get_##N; \
    t->SetStatic##N##Field = set_##N;
    TYPES(FILL)
}
