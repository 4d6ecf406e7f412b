/* Natives of java.lang.invoke.MethodHandleNatives, and reflective calls of signature-polymorphic placeholders.
 * exec/invoke/member_name.h explains MemberNames. */
#include "exec/invoke/member_name.h"
#include "jdk/jvm_natives.h"

#include "core/alloc.h"
#include "core/call.h"
#include "core/exception.h"
#include "core/jstring.h"
#include "exec/code/call_site_token.h"
#include "meta/redefine.h"
#include "meta/reflect.h"
#include "model/wellknown.h"
#include "thread/vmentry.h"

/* The MemberName of a reference; NULL with InternalError pending. */
static struct object *member(struct thread *self, jobject ref)
{
    struct object *o = ref_get(ref);
    if (!o) THROW(self, InternalError, "mname is null");
    return o;
}

static i32 flags_of(struct object *mname) { return obj_int(mname, WKF(MemberName_flags)); }

/* ---- members ---- */

static void JNICALL mhn_init(JNIEnv *env, jclass cls, jobject mname, jobject target)
{
    VM_ENTRY(env);
    struct object *m = member(self, mname), *t = ref_get(target);
    if (m && !t) THROW(self, InternalError, "target is null");
    bool ok = m && t && member_name_set_reflected(self, m, t);
    (void)ok;
    VM_RETURN_VOID();
}

static void JNICALL mhn_expand(JNIEnv *env, jclass cls, jobject mname)
{
    VM_ENTRY(env);
    struct object *m = member(self, mname);
    bool ok = m && member_name_expand(self, m);
    (void)ok;
    VM_RETURN_VOID();
}

static jobject JNICALL mhn_resolve(JNIEnv *env, jclass cls, jobject mname, jclass caller, jint lookup_mode,
                                   jboolean speculative)
{
    VM_ENTRY(env);
    struct object *m = member(self, mname), *c = ref_get(caller);
    if (!m) VM_RETURN((jobject)NULL);
    struct object *r = member_name_resolve(self, m, c ? class_of_mirror(c) : NULL,
                                           (lookup_mode & LOOKUP_UNCONDITIONAL) != 0, speculative);
    if (!r && !self->pending) {
        i32 flags = flags_of(m);
        int kind = flags >> MN_REF_KIND_SHIFT & MN_REF_KIND_MASK;
        if (kind == REF_KIND_NONE || kind >= REF_KIND_LIMIT)
            THROW(self, InternalError, "obsolete MemberName format");
        else if (speculative)
            VM_RETURN((jobject)NULL);
        else if ((flags & MN_KINDS) == MN_IS_FIELD)
            THROW(self, NoSuchFieldError, "field resolution failed");
        else if (flags & (MN_IS_METHOD | MN_IS_CONSTRUCTOR))
            THROW(self, NoSuchMethodError, "method resolution failed");
        else
            THROW(self, LinkageError, "resolution failed");
    }
    VM_RETURN(ref_local(self, r));
}

static jint JNICALL mhn_get_members(JNIEnv *env, jclass cls, jclass defc, jstring name, jstring desc, jint flags,
                                    jclass caller, jint skip, jobjectArray results)
{
    VM_ENTRY(env);
    struct object *d = ref_get(defc), *out = ref_get(results), *n = ref_get(name), *s = ref_get(desc);
    if (!d || !out) VM_RETURN(-1);
    struct class *c = class_of_mirror(d);
    if (!c || class_is_primitive(c) || class_is_array(c)) VM_RETURN(-1);
    if (!class_link(self, c)) VM_RETURN(-1);
    struct symbol *ns = n ? string_to_symbol(n, false) : NULL, *ds = s ? string_to_symbol(s, false) : NULL;
    VM_RETURN((jint)member_name_search(self, c, ns, ds, flags, skip, out));
}

/* The field of a MemberName that names one which is static or not as asked, to give its place away; NULL with an error
 * pending. */
static struct field *field_member(struct thread *self, jobject ref, bool want_static)
{
    struct object *m = ref_get(ref);
    i32 want = MN_IS_FIELD | (want_static ? ACC_STATIC : 0);
    bool right = m && (flags_of(m) & (MN_IS_FIELD | ACC_STATIC)) == want && obj_ref(m, WKF(MemberName_clazz));
    struct field *f = right ? member_name_field(m) : NULL;
    if (f && (f->flags & FLD_DELETED)) {
        THROW(self, NoSuchFieldError, "%s", f->name->bytes);
        return NULL;
    }
    if (f) {
        redefine_note_offset(self, f);
        return f;
    }
    THROW(self, InternalError, want_static ? "static field required" : "non-static field required");
    return NULL;
}

static jlong JNICALL mhn_object_field_offset(JNIEnv *env, jclass cls, jobject mname)
{
    VM_ENTRY(env);
    struct field *f = field_member(self, mname, false);
    VM_RETURN((jlong)(f ? f->offset : 0));
}

static jlong JNICALL mhn_static_field_offset(JNIEnv *env, jclass cls, jobject mname)
{
    VM_ENTRY(env);
    struct field *f = field_member(self, mname, true);
    VM_RETURN((jlong)(f ? f->offset : 0));
}

static jobject JNICALL mhn_static_field_base(JNIEnv *env, jclass cls, jobject mname)
{
    VM_ENTRY(env);
    struct field *f = field_member(self, mname, true);
    VM_RETURN(ref_local(self, f ? field_static_base(f) : NULL));
}

/* { Long vmindex, vmtarget }: the class for a field, the MemberName itself for a method. */
static jobject JNICALL mhn_get_member_vm_info(JNIEnv *env, jclass cls, jobject mname)
{
    VM_ENTRY(env);
    struct object *m = ref_get(mname);
    if (!m) VM_RETURN((jobject)NULL);
    bool is_field = flags_of(m) & MN_IS_FIELD;
    struct object *index = box_value(self, 'J', (slot)(is_field ? (u32)member_name_index(m) : member_name_index(m)));
    if (!index) VM_RETURN((jobject)NULL);
    struct object *pair = array_new_ref(self, WK(java_lang_Object), 2);
    if (!pair) VM_RETURN((jobject)NULL);
    array_set_ref(pair, 0, index);
    i32 flags = flags_of(m);
    if (flags & MN_IS_FIELD)
        array_set_ref(pair, 1, obj_ref(m, WKF(MemberName_clazz)));
    else if (flags & (MN_IS_METHOD | MN_IS_CONSTRUCTOR))
        array_set_ref(pair, 1, m);
    VM_RETURN(ref_local(self, pair));
}

/* ---- call sites: code may use a target as a constant ---- */

static void JNICALL mhn_set_target_normal(JNIEnv *env, jclass cls, jobject site, jobject target)
{
    VM_ENTRY(env);
    if (!site) {
        THROW(self, NullPointerException, NULL);
    } else {
        heap_store_ref(ref_get(site), WKF(CallSite_target), ref_get(target));
        code_site_changed(self, ref_get(site));
    }
    VM_RETURN_VOID();
}

static void JNICALL mhn_set_target_volatile(JNIEnv *env, jclass cls, jobject site, jobject target)
{
    VM_ENTRY(env);
    if (!site) {
        THROW(self, NullPointerException, NULL);
    } else {
        heap_store_ref_volatile(ref_get(site), WKF(CallSite_target), ref_get(target));
        code_site_changed(self, ref_get(site));
    }
    VM_RETURN_VOID();
}

static void JNICALL mhn_clear_call_site_context(JNIEnv *env, jclass cls, jobject context)
{
    VM_ENTRY(env);
    if (context) code_site_gone(self, ref_get(context));
    VM_RETURN_VOID();
}

/* Names the VM's constants for a check in debug versions of the library; HotSpot's product build names none. */
static jint JNICALL mhn_get_named_con(JNIEnv *env, jclass cls, jint which, jobjectArray name) { return 0; }

/* ---- bootstrap arguments, pulled one by one ---- */

enum { PULL_METHOD = -4, PULL_NAME = -3, PULL_TYPE = -2, PULL_COUNT = -1 };

static struct object *pseudo_argument(struct thread *self, struct constpool *cp, u16 index,
                                      const struct cf_bootstrap *bs, i32 which)
{
    struct symbol *unused, *name, *desc;
    cp_ref_names(cp, index, &unused, &name, &desc);
    switch (which) {
    case PULL_METHOD: return cp_resolve_object(self, cp, bs->handle);
    case PULL_NAME: return string_from_mutf8_n(self, name->bytes, name->len);
    case PULL_TYPE: {
        if (desc->bytes[0] == '(') return invoke_method_type(self, desc, cp->owner);
        struct class *c = reflect_class_of_desc(self, desc->bytes, desc->len, cp->owner);
        return c ? c->mirror : NULL;
    }
    default: return box_value(self, 'I', slot_of_int(bs->argc));
    }
}

static void copy_out(struct thread *self, struct class *c, struct object *info, i32 start, i32 end, struct object *buf,
                     i32 pos, bool resolve, struct object *if_not_available)
{
    if (!info || object_class(info)->type.kind != HEAP_PRIM_ARRAY || array_length(info) < 2) {
        THROW(self, InternalError, "bad index info (0)");
        return;
    }
    const i32 *pair = array_data(info);
    i32 argc = pair[0], index = pair[1];
    struct constpool *cp = c->cp;
    const struct cf_bootstrap *bs = NULL;
    if (index > 0 && index < cp->count && (cp->file[index].tag == CP_INDY || cp->file[index].tag == CP_DYNAMIC))
        bs = &cp->cf->bootstraps[cp->file[index].u.pair.a];
    if (!bs || bs->argc != argc) {
        THROW(self, InternalError, "bad index info (1)");
        return;
    }
    for (; start < 0 && start >= PULL_METHOD; start++, pos++) {
        if (start >= end || pos < 0 || pos >= array_length(buf)) break;
        struct object *o = pseudo_argument(self, cp, (u16)index, bs, start);
        if (self->pending) return;
        array_set_ref(buf, pos, o);
    }
    if (start >= end) return;
    if (start < 0 || end > argc || pos < 0 || end - start > array_length(buf) - pos) {
        THROW(self, ArrayIndexOutOfBoundsException, NULL);
        return;
    }
    for (; start < end; start++, pos++) {
        struct object *o = if_not_available;
        u16 arg = bs->args[start];
        u8 tag = cp->file[arg].tag;
        bool available = resolve || tag == CP_INTEGER || tag == CP_FLOAT || tag == CP_LONG || tag == CP_DOUBLE ||
                         atomic_load_explicit(&cp->e[arg].state, memory_order_acquire) == CPS_RESOLVED;
        if (available) o = invoke_bootstrap_argument(self, cp, arg);
        if (self->pending) return;
        array_set_ref(buf, pos, o);
    }
}

static void JNICALL mhn_copy_out_bootstrap_arguments(JNIEnv *env, jclass cls, jclass caller, jintArray info, jint start,
                                                     jint end, jobjectArray buf, jint pos, jboolean resolve,
                                                     jobject if_not_available)
{
    VM_ENTRY(env);
    struct object *mirror = ref_get(caller);
    struct class *c = mirror ? class_of_mirror(mirror) : NULL;
    if (!c || !c->cp)
        THROW(self, InternalError, "bad caller");
    else
        copy_out(self, c, ref_get(info), start, end, ref_get(buf), pos, resolve, ref_get(if_not_available));
    VM_RETURN_VOID();
}

/* ---- placeholders called by reflection or JNI ---- */

static jobject unsupported(JNIEnv *env, const char *text)
{
    VM_ENTRY(env);
    THROW(self, UnsupportedOperationException, "%s", text);
    VM_RETURN((jobject)NULL);
}
static jobject JNICALL mh_invoke(JNIEnv *env, jobject mh, jobjectArray args)
{
    return unsupported(env, "MethodHandle.invoke cannot be invoked reflectively");
}
static jobject JNICALL mh_invoke_exact(JNIEnv *env, jobject mh, jobjectArray args)
{
    return unsupported(env, "MethodHandle.invokeExact cannot be invoked reflectively");
}
static jobject JNICALL vh_access(JNIEnv *env, jobject vh, jobjectArray args)
{
    return unsupported(env, "VarHandle access mode methods cannot be invoked reflectively");
}

/* ---- tables ---- */

#define MN "Ljava/lang/invoke/MemberName;"
#define CLS "Ljava/lang/Class;"
#define OBJ "Ljava/lang/Object;"
#define STR "Ljava/lang/String;"
#define SITE "(Ljava/lang/invoke/CallSite;Ljava/lang/invoke/MethodHandle;)V"
static const struct vm_native mhn_table[] = {
    { "registerNatives", "()V", vm_register_natives_nothing },
    { "init", "(" MN OBJ ")V", mhn_init },
    { "expand", "(" MN ")V", mhn_expand },
    { "resolve", "(" MN CLS "IZ)" MN, mhn_resolve },
    { "getMembers", "(" CLS STR STR "I" CLS "I[" MN ")I", mhn_get_members },
    { "objectFieldOffset", "(" MN ")J", mhn_object_field_offset },
    { "staticFieldOffset", "(" MN ")J", mhn_static_field_offset },
    { "staticFieldBase", "(" MN ")" OBJ, mhn_static_field_base },
    { "getMemberVMInfo", "(" MN ")" OBJ, mhn_get_member_vm_info },
    { "setCallSiteTargetNormal", SITE, mhn_set_target_normal },
    { "setCallSiteTargetVolatile", SITE, mhn_set_target_volatile },
    { "copyOutBootstrapArguments", "(" CLS "[III[" OBJ "IZ" OBJ ")V", mhn_copy_out_bootstrap_arguments },
    { "clearCallSiteContext", "(Ljava/lang/invoke/MethodHandleNatives$CallSiteContext;)V",
      mhn_clear_call_site_context },
    { "getNamedCon", "(I[" OBJ ")I", mhn_get_named_con },
};
const struct vm_native_class natives_method_handle_natives =
    VM_NATIVE_CLASS("java/lang/invoke/MethodHandleNatives", mhn_table);

static const struct vm_native mh_table[] = {
    { "invoke", "([" OBJ ")" OBJ, mh_invoke },
    { "invokeExact", "([" OBJ ")" OBJ, mh_invoke_exact },
};
const struct vm_native_class natives_method_handle = VM_NATIVE_CLASS("java/lang/invoke/MethodHandle", mh_table);

#define VH(name, ret) { name, "([" OBJ ")" ret, vh_access }
static const struct vm_native vh_table[] = {
    VH("get", OBJ),
    VH("set", "V"),
    VH("getVolatile", OBJ),
    VH("setVolatile", "V"),
    VH("getOpaque", OBJ),
    VH("setOpaque", "V"),
    VH("getAcquire", OBJ),
    VH("setRelease", "V"),
    VH("compareAndSet", "Z"),
    VH("compareAndExchange", OBJ),
    VH("compareAndExchangeAcquire", OBJ),
    VH("compareAndExchangeRelease", OBJ),
    VH("weakCompareAndSetPlain", "Z"),
    VH("weakCompareAndSet", "Z"),
    VH("weakCompareAndSetAcquire", "Z"),
    VH("weakCompareAndSetRelease", "Z"),
    VH("getAndSet", OBJ),
    VH("getAndSetAcquire", OBJ),
    VH("getAndSetRelease", OBJ),
    VH("getAndAdd", OBJ),
    VH("getAndAddAcquire", OBJ),
    VH("getAndAddRelease", OBJ),
    VH("getAndBitwiseOr", OBJ),
    VH("getAndBitwiseOrAcquire", OBJ),
    VH("getAndBitwiseOrRelease", OBJ),
    VH("getAndBitwiseAnd", OBJ),
    VH("getAndBitwiseAndAcquire", OBJ),
    VH("getAndBitwiseAndRelease", OBJ),
    VH("getAndBitwiseXor", OBJ),
    VH("getAndBitwiseXorAcquire", OBJ),
    VH("getAndBitwiseXorRelease", OBJ),
};
const struct vm_native_class natives_var_handle = VM_NATIVE_CLASS("java/lang/invoke/VarHandle", vh_table);
