/* JNI method ids and calls: GetMethodID, NewObject, Call…Method in its three argument forms. */
#include "jni/jni_int.h"
#include <stdarg.h>

struct object *jni_alloc(struct thread *self, struct class *c);

static jmethodID find_method(JNIEnv *env, jclass k, const char *name, const char *sig, bool is_static)
{
    VM_ENTRY(env);
    jmethodID id = NULL;
    struct class *c = jni_class(k);
    if (!c)
        throw_new(self, WK(NullPointerException), NULL);
    else {
        struct symbol *n = symbol_lookup(name, strlen(name)), *d = symbol_lookup(sig, strlen(sig));
        struct method *m = NULL;
        if (n && d && !class_is_primitive(c) && class_init(self, c)) {
            if (n == SYM(init) || n == SYM(clinit))
                m = class_find_method_here(c, n, d); /* never inherited */
            else {
                m = class_find_method(c, n, d);
                if (!m) m = class_find_interface_method(c, n, d);
            }
        }
        if (m && method_is_static(m) == is_static)
            id = jni_method_id(m);
        else if (!self->pending) {
            /* HotSpot prints more when the VM knows both names. */
            if (!n || !d)
                throw_new(self, WK(NoSuchMethodError), "%s", name);
            else if (class_is_array(c))
                throw_new(self, WK(NoSuchMethodError), "%s%s.%s%s", is_static ? "static " : "", c->name->bytes, name,
                          sig);
            else
                throw_new(self, WK(NoSuchMethodError), "%sL%s;.%s%s", is_static ? "static " : "", c->name->bytes, name,
                          sig);
        }
    }
    VM_RETURN(id);
}

static jmethodID JNICALL get_method_id(JNIEnv *env, jclass k, const char *n, const char *s)
{
    return find_method(env, k, n, s, false);
}
static jmethodID JNICALL get_static_method_id(JNIEnv *env, jclass k, const char *n, const char *s)
{
    return find_method(env, k, n, s, true);
}

/* Unpacks the arguments after the receiver from a va_list or a jvalue array into JVM slots. `args` must have room for
 * m's arguments and no more: the collector scans the caller's frame while the method runs, so the frame must contain no
 * uninitialized words. */
static void unpack(struct method *m, slot *args, u32 at, va_list *va, const jvalue *jv)
{
    const char *p = m->desc->bytes + 1, *start;
    u32 len, i = 0;
    for (char k; (k = desc_next(&p, &start, &len)) != 0; i++) {
        switch (k) {
        case 'J':
            args[at++] = 0;
            args[at] = (slot)(jv ? jv[i].j : va_arg(*va, jlong));
            break;
        case 'D':
            args[at++] = 0;
            args[at] = slot_of_double(jv ? jv[i].d : va_arg(*va, double));
            break;
        case 'F': args[at] = slot_of_float(jv ? jv[i].f : (float)va_arg(*va, double)); break;
        case 'L':
        case '[': args[at] = slot_of_ref(ref_get(jv ? jv[i].l : va_arg(*va, jobject))); break;
        case 'Z': args[at] = slot_of_int((jv ? jv[i].z : va_arg(*va, int)) & 1); break;
        case 'B': args[at] = slot_of_int(jv ? jv[i].b : (jbyte)va_arg(*va, int)); break;
        case 'C': args[at] = slot_of_int(jv ? jv[i].c : (jchar)va_arg(*va, int)); break;
        case 'S': args[at] = slot_of_int(jv ? jv[i].s : (jshort)va_arg(*va, int)); break;
        default: args[at] = slot_of_int(jv ? jv[i].i : va_arg(*va, jint)); break;
        }
        at++;
    }
}

enum call_form { FORM_VIRTUAL, FORM_NONVIRTUAL, FORM_STATIC };

static slot invoke(struct thread *self, jobject receiver, jmethodID id, enum call_form form, va_list *va,
                   const jvalue *jv)
{
    struct method *m = jni_method(id);
    slot args[m->nargs + 1u];
    u32 at = 0;
    if (form != FORM_STATIC) {
        struct object *o = jni_nonnull(self, receiver);
        if (!o) return 0;
        args[at++] = slot_of_ref(o);
    } else if (!class_init(self, m->owner))
        return 0;
    unpack(m, args, at, va, jv);
    if (form != FORM_VIRTUAL) return java_call(self, m, args);
    struct method *selected = class_select_method(object_class(slot_ref(args[0])), m);
    if (selected && method_selection_is_hidden(m, selected)) {
        throw_new(self, WK(IllegalAccessError), NULL);
        return 0;
    }
    return java_call(self, selected ? selected : m, args);
}

static jobject new_object(JNIEnv *env, jclass k, jmethodID id, va_list *va, const jvalue *jv)
{
    VM_ENTRY(env);
    jobject r = NULL;
    struct object *o = jni_alloc(self, jni_class(k));
    if (o) {
        slot args[jni_method(id)->nargs + 1u];
        args[0] = slot_of_ref(o);
        r = ref_local(self, o);
        unpack(jni_method(id), args, 1, va, jv);
        java_call(self, jni_method(id), args);
        if (self->pending) {
            ref_delete_local(self, r);
            r = NULL;
        }
    }
    VM_RETURN(r);
}

static jobject JNICALL new_object_v(JNIEnv *env, jclass k, jmethodID id, va_list va)
{
    va_list c;
    va_copy(c, va);
    jobject r = new_object(env, k, id, &c, NULL);
    va_end(c);
    return r;
}
static jobject JNICALL new_object_a(JNIEnv *env, jclass k, jmethodID id, const jvalue *a)
{
    return new_object(env, k, id, NULL, a);
}
static jobject JNICALL new_object_dots(JNIEnv *env, jclass k, jmethodID id, ...)
{
    va_list va;
    va_start(va, id);
    jobject r = new_object(env, k, id, &va, NULL);
    va_end(va);
    return r;
}

/* clang-format off */
#define TYPES(X) \
    X(Object, jobject, ref_local(self, self->pending ? NULL : slot_ref(v))) X(Boolean, jboolean, (jboolean)(v & 1)) \
    X(Byte, jbyte, (jbyte)v) X(Char, jchar, (jchar)v) X(Short, jshort, (jshort)v) X(Int, jint, (jint)v) \
    X(Long, jlong, (jlong)v) X(Float, jfloat, slot_float(v)) X(Double, jdouble, slot_double(v))
/* clang-format on */

/* Nine result types times three call forms times three argument forms. */
#define DEFINE_FORM(N, T, RESULT, KIND, FORM, PARAMS, RECEIVER) \
    static T N##_##KIND##_run(JNIEnv *env, jobject receiver, jmethodID id, va_list *va, const jvalue *jv) \
    { \
        VM_ENTRY(env); \
        slot v = invoke(self, receiver, id, FORM, va, jv); \
        T r = RESULT; \
        VM_RETURN(r); \
    } \
    static T JNICALL N##_##KIND##_dots(PARAMS, jmethodID id, ...) \
    { \
        va_list va; \
        va_start(va, id); \
        T r = N##_##KIND##_run(env, RECEIVER, id, &va, NULL); \
        va_end(va); \
        return r; \
    } \
    static T JNICALL N##_##KIND##_v(PARAMS, jmethodID id, va_list va) \
    { \
        va_list c; \
        va_copy(c, va); \
        T r = N##_##KIND##_run(env, RECEIVER, id, &c, NULL); \
        va_end(c); \
        return r; \
    } \
    static T JNICALL N##_##KIND##_a(PARAMS, jmethodID id, const jvalue *jv) \
    { \
        return N##_##KIND##_run(env, RECEIVER, id, NULL, jv); \
    }

#define P_VIRTUAL JNIEnv *env, jobject o
#define P_NONVIRTUAL JNIEnv *env, jobject o, jclass k
#define P_STATIC JNIEnv *env, jclass k
#define DEFINE(N, T, RESULT) \
    DEFINE_FORM(N, T, RESULT, virtual, FORM_VIRTUAL, P_VIRTUAL, o) \
    DEFINE_FORM(N, T, RESULT, nonvirtual, FORM_NONVIRTUAL, P_NONVIRTUAL, o) \
    DEFINE_FORM(N, T, RESULT, static, FORM_STATIC, P_STATIC, k)
TYPES(DEFINE)

static void run_void(JNIEnv *env, jobject receiver, jmethodID id, enum call_form form, va_list *va, const jvalue *jv)
{
    VM_ENTRY(env);
    invoke(self, receiver, id, form, va, jv);
    VM_RETURN_VOID();
}
#define DEFINE_VOID(KIND, FORM, PARAMS, RECEIVER) \
    static void JNICALL void_##KIND##_dots(PARAMS, jmethodID id, ...) \
    { \
        va_list va; \
        va_start(va, id); \
        run_void(env, RECEIVER, id, FORM, &va, NULL); \
        va_end(va); \
    } \
    static void JNICALL void_##KIND##_v(PARAMS, jmethodID id, va_list va) \
    { \
        va_list c; \
        va_copy(c, va); \
        run_void(env, RECEIVER, id, FORM, &c, NULL); \
        va_end(c); \
    } \
    static void JNICALL void_##KIND##_a(PARAMS, jmethodID id, const jvalue *jv) \
    { \
        run_void(env, RECEIVER, id, FORM, NULL, jv); \
    }
DEFINE_VOID(virtual, FORM_VIRTUAL, P_VIRTUAL, o)
DEFINE_VOID(nonvirtual, FORM_NONVIRTUAL, P_NONVIRTUAL, o)
DEFINE_VOID(static, FORM_STATIC, P_STATIC, k)

void jni_fill_call(struct JNINativeInterface_ *t)
{
    t->GetMethodID = get_method_id;
    t->GetStaticMethodID = get_static_method_id;
    t->NewObject = new_object_dots;
    t->NewObjectV = new_object_v;
    t->NewObjectA = new_object_a;
#define FILL(N, T, R) \
    t->Call##N##Method = N##_virtual_dots; \
    t->Call##N##MethodV = N##_virtual_v; \
    t->Call##N##MethodA = N##_virtual_a; \
    t->CallNonvirtual##N##Method = N##_nonvirtual_dots; \
    t->CallNonvirtual##N##MethodV = N##_nonvirtual_v; \
    t->CallNonvirtual##N##MethodA = N##_nonvirtual_a; \
    t->CallStatic##N##Method = N##_static_dots; \
    t->CallStatic##N##MethodV = N##_static_v; \
    t->CallStatic##N##MethodA = N##_static_a;
    TYPES(FILL)
    t->CallVoidMethod = void_virtual_dots;
    t->CallVoidMethodV = void_virtual_v;
    t->CallVoidMethodA = void_virtual_a;
    t->CallNonvirtualVoidMethod = void_nonvirtual_dots;
    t->CallNonvirtualVoidMethodV = void_nonvirtual_v;
    t->CallNonvirtualVoidMethodA = void_nonvirtual_a;
    t->CallStaticVoidMethod = void_static_dots;
    t->CallStaticVoidMethodV = void_static_v;
    t->CallStaticVoidMethodA = void_static_a;
}
