/* jdk.internal.reflect.ConstantPool: a class's constant pool for annotation parsing. The object's `constantPoolOop` is
 * the class's mirror. A bad index or tag is an IllegalArgumentException. */
#include "jdk/jvm_exports.h"

#include "core/alloc.h"
#include "core/exception.h"
#include "core/jstring.h"
#include "meta/loader.h"
#include "meta/reflect.h"
#include "model/wellknown.h"
#include "thread/vmentry.h"

enum { TAG_ANY_REF = 1u << CP_FIELD | 1u << CP_METHOD | 1u << CP_IMETHOD };

/* The class of a ConstantPool object. NULL with pending: its constructor has not run, or its field is no class with a
 * pool. */
static struct class *class_of_pool(struct thread *self, jobject ref)
{
    struct object *mirror = ref_get(ref);
    struct class *c = mirror && object_class(mirror) == WK(java_lang_Class) ? class_of_mirror(mirror) : NULL;
    if (c && c->cp) return c;
    if (mirror)
        THROW(self, IllegalArgumentException, "not a class with a constant pool");
    else
        THROW(self, NullPointerException, NULL);
    return NULL;
}
static struct constpool *pool_of(struct thread *self, jobject ref)
{
    struct class *c = class_of_pool(self, ref);
    return c ? c->cp : NULL;
}

/* The class file's entry at `index` if its tag is in `tags` (bits); NULL with pending. `cp`: from pool_of. */
static const struct cf_const *entry(struct thread *self, struct constpool *cp, jint index, u32 tags)
{
    if (!cp) return NULL; /* pending */
    if (index < 0 || index >= cp->count) {
        THROW(self, IllegalArgumentException, "Constant pool index out of bounds");
        return NULL;
    }
    const struct cf_const *k = &cp->file[index];
    if (tags >> k->tag & 1) return k;
    THROW(self, IllegalArgumentException, "Wrong type at constant pool index");
    return NULL;
}

static struct object *symbol_string(struct thread *self, struct symbol *s)
{
    return string_from_mutf8_n(self, s->bytes, s->len);
}

jobject JNICALL JVM_GetClassConstantPool(JNIEnv *env, jclass cls)
{
    VM_ENTRY(env);
    struct object *mirror = ref_get(cls), *o = NULL;
    struct class *c = class_of_mirror(mirror), *cpc = WK(jdk_internal_reflect_ConstantPool);
    if (c && c->cp && class_init(self, cpc) && (o = object_new(self, cpc)))
        heap_store_ref(o, WKF(ConstantPool_constantPoolOop), mirror);
    VM_RETURN(ref_local(self, o));
}

jint JNICALL JVM_ConstantPoolGetSize(JNIEnv *env, jobject unused, jobject ref)
{
    VM_ENTRY(env);
    struct constpool *cp = pool_of(self, ref);
    VM_RETURN((jint)(cp ? cp->count : 0));
}

/* ---- classes ---- */

jclass JNICALL JVM_ConstantPoolGetClassAt(JNIEnv *env, jobject unused, jobject ref, jint index)
{
    VM_ENTRY(env);
    struct constpool *cp = pool_of(self, ref);
    struct class *c = entry(self, cp, index, 1u << CP_CLASS) ? cp_resolve_class(self, cp, (u16)index) : NULL;
    VM_RETURN((jclass)ref_local(self, c ? c->mirror : NULL));
}

/* The class if it is loaded already. Loads nothing. */
static struct class *loaded_class(struct constpool *cp, u16 index)
{
    if (atomic_load_explicit(&cp->e[index].state, memory_order_acquire) == CPS_RESOLVED) return cp->e[index].cls;
    return loader_loaded_class(cp->owner->loader, cp_class_name(cp, index));
}

jclass JNICALL JVM_ConstantPoolGetClassAtIfLoaded(JNIEnv *env, jobject unused, jobject ref, jint index)
{
    VM_ENTRY(env);
    struct constpool *cp = pool_of(self, ref);
    struct class *c = entry(self, cp, index, 1u << CP_CLASS) ? loaded_class(cp, (u16)index) : NULL;
    VM_RETURN((jclass)ref_local(self, c ? c->mirror : NULL));
}

jint JNICALL JVM_ConstantPoolGetClassRefIndexAt(JNIEnv *env, jobject unused, jobject ref, jint index)
{
    VM_ENTRY(env);
    const struct cf_const *k = entry(self, pool_of(self, ref), index, TAG_ANY_REF);
    VM_RETURN((jint)(k ? k->u.pair.a : 0));
}

/* ---- members ---- */

static struct object *member_at(struct thread *self, struct constpool *cp, jint index, bool field, bool load)
{
    const struct cf_const *k = entry(self, cp, index, field ? 1u << CP_FIELD : 1u << CP_METHOD | 1u << CP_IMETHOD);
    if (!k) return NULL;
    struct class *c = load ? cp_resolve_class(self, cp, k->u.pair.a) : loaded_class(cp, k->u.pair.a);
    if (!c) return NULL;
    struct symbol *cls, *name, *desc;
    cp_ref_names(cp, (u16)index, &cls, &name, &desc);
    if (field) {
        struct field *f = class_find_field_here(c, name, desc);
        if (f) return reflect_field_object(self, f);
    } else {
        struct method *m = class_find_method(c, name, desc);
        if (m) return reflect_method_object(self, m);
    }
    THROW(self, java_lang_RuntimeException,
          field ? "Unable to look up field in target class" : "Unable to look up method in target class");
    return NULL;
}

#define MEMBER_AT(function, field, load) \
    jobject JNICALL function(JNIEnv *env, jobject unused, jobject ref, jint index) \
    { \
        VM_ENTRY(env); \
        VM_RETURN(ref_local(self, member_at(self, pool_of(self, ref), index, field, load))); \
    }
MEMBER_AT(JVM_ConstantPoolGetMethodAt, false, true)
MEMBER_AT(JVM_ConstantPoolGetMethodAtIfLoaded, false, false)
MEMBER_AT(JVM_ConstantPoolGetFieldAt, true, true)
MEMBER_AT(JVM_ConstantPoolGetFieldAtIfLoaded, true, false)

/* A String[] of these symbols. */
static struct object *strings(struct thread *self, struct symbol *const *s, i32 n)
{
    struct object *a = array_new_ref(self, WK(java_lang_String), n);
    for (i32 i = 0; a && i < n; i++) {
        struct object *o = symbol_string(self, s[i]);
        if (!o) return NULL;
        array_set_ref(a, i, o);
    }
    return a;
}

jobjectArray JNICALL JVM_ConstantPoolGetMemberRefInfoAt(JNIEnv *env, jobject unused, jobject ref, jint index)
{
    VM_ENTRY(env);
    struct constpool *cp = pool_of(self, ref);
    struct object *a = NULL;
    if (entry(self, cp, index, TAG_ANY_REF)) {
        struct symbol *s[3];
        cp_ref_names(cp, (u16)index, &s[0], &s[1], &s[2]);
        a = strings(self, s, 3);
    }
    VM_RETURN((jobjectArray)ref_local(self, a));
}

jint JNICALL JVM_ConstantPoolGetNameAndTypeRefIndexAt(JNIEnv *env, jobject unused, jobject ref, jint index)
{
    VM_ENTRY(env);
    const struct cf_const *k = entry(self, pool_of(self, ref), index, TAG_ANY_REF | 1u << CP_INDY);
    VM_RETURN((jint)(k ? k->u.pair.b : 0));
}

jobjectArray JNICALL JVM_ConstantPoolGetNameAndTypeRefInfoAt(JNIEnv *env, jobject unused, jobject ref, jint index)
{
    VM_ENTRY(env);
    struct constpool *cp = pool_of(self, ref);
    const struct cf_const *k = entry(self, cp, index, 1u << CP_NAME_TYPE);
    struct object *a = NULL;
    if (k) {
        struct symbol *s[2] = { cp->file[k->u.pair.a].u.utf8, cp->file[k->u.pair.b].u.utf8 };
        a = strings(self, s, 2);
    }
    VM_RETURN((jobjectArray)ref_local(self, a));
}

/* ---- values for annotations; for a redefined class by the indices of annotation_pool.h ---- */

static bool value(struct thread *self, jobject ref, jint index, u8 tag, struct cf_const *k)
{
    struct class *c = class_of_pool(self, ref);
    if (!c) return false;
    if (index < 0 || !annotation_constant(c, (u32)index, k)) {
        THROW(self, IllegalArgumentException, "Constant pool index out of bounds");
        return false;
    }
    if (k->tag == tag) return true;
    THROW(self, IllegalArgumentException, "Wrong type at constant pool index");
    return false;
}

jint JNICALL JVM_ConstantPoolGetIntAt(JNIEnv *env, jobject unused, jobject ref, jint index)
{
    VM_ENTRY(env);
    struct cf_const k;
    VM_RETURN((jint)(value(self, ref, index, CP_INTEGER, &k) ? k.u.u4 : 0));
}

jlong JNICALL JVM_ConstantPoolGetLongAt(JNIEnv *env, jobject unused, jobject ref, jint index)
{
    VM_ENTRY(env);
    struct cf_const k;
    VM_RETURN((jlong)(value(self, ref, index, CP_LONG, &k) ? k.u.u8_ : 0));
}

jfloat JNICALL JVM_ConstantPoolGetFloatAt(JNIEnv *env, jobject unused, jobject ref, jint index)
{
    VM_ENTRY(env);
    struct cf_const k;
    VM_RETURN((jfloat)(value(self, ref, index, CP_FLOAT, &k) ? slot_float(k.u.u4) : 0));
}

jdouble JNICALL JVM_ConstantPoolGetDoubleAt(JNIEnv *env, jobject unused, jobject ref, jint index)
{
    VM_ENTRY(env);
    struct cf_const k;
    VM_RETURN((jdouble)(value(self, ref, index, CP_DOUBLE, &k) ? slot_double(k.u.u8_) : 0));
}

jstring JNICALL JVM_ConstantPoolGetStringAt(JNIEnv *env, jobject unused, jobject ref, jint index)
{
    VM_ENTRY(env);
    struct constpool *cp = pool_of(self, ref);
    struct object *s = entry(self, cp, index, 1u << CP_STRING) ? cp_resolve_string(self, cp, (u16)index) : NULL;
    VM_RETURN((jstring)ref_local(self, s));
}

jstring JNICALL JVM_ConstantPoolGetUTF8At(JNIEnv *env, jobject unused, jobject ref, jint index)
{
    VM_ENTRY(env);
    struct cf_const k;
    VM_RETURN((jstring)ref_local(self, value(self, ref, index, CP_UTF8, &k) ? symbol_string(self, k.u.utf8) : NULL));
}

jbyte JNICALL JVM_ConstantPoolGetTagAt(JNIEnv *env, jobject unused, jobject ref, jint index)
{
    VM_ENTRY(env);
    struct constpool *cp = pool_of(self, ref);
    if (!cp) VM_RETURN((jbyte)0);
    if (index < 0 || index >= cp->count) {
        THROW(self, IllegalArgumentException, "Constant pool index out of bounds");
        VM_RETURN((jbyte)0);
    }
    VM_RETURN((jbyte)cp->file[index].tag);
}
