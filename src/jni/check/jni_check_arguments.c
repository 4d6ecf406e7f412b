/* -Xcheck:jni: references, classes, ids and values as arguments. An argument may be any word, so nothing is
 * dereferenced before it has been recognized. */
#include "base/mutf8.h"
#include "jni/check/jni_check.h"
#include "tool/tool_class.h"
#include "tool/tool_object.h"

static const char BAD_REFERENCE[] = "Bad global or local ref passed to JNI";
static const char NOT_A_CLASS[] = "JNI received a class argument that is not a class";
static const char WRONG_METHOD[] = "Wrong object class or methodID passed to JNI call";

/* Reports a reference of the wrong kind for a Delete… function. */
static void require_kind(struct jni_check *c, jobjectRefType is, u32 allowed)
{
    if ((allowed & JNI_GLOBAL) && is != JNIGlobalRefType)
        jni_check_fatal(c, "Invalid global JNI handle passed to DeleteGlobalRef");
    if ((allowed & JNI_WEAK) && is != JNIWeakGlobalRefType)
        jni_check_fatal(c, "Invalid weak global JNI handle passed to DeleteWeakGlobalRef");
    if ((allowed & JNI_LOCAL) && is != JNILocalRefType)
        jni_check_fatal(c, "Invalid local JNI handle passed to DeleteLocalRef");
}

struct object *jni_check_object(struct jni_check *c, jobject r, u32 allowed)
{
    IN_STATE(c->self, VM);
    if (!r) {
        if (!allowed) jni_check_fatal(c, "Null object passed to JNI");
        return NULL;
    }
    jobjectRefType is = ref_type(c->self, r);
    if (is == JNIInvalidRefType) jni_check_fatal(c, BAD_REFERENCE);
    require_kind(c, is, allowed);
    return ref_get(r);
}

static bool is_throwable(const struct class *k) { return class_assignable(k, WK(java_lang_Throwable)); }

static void require_throwable(struct jni_check *c, const struct class *k)
{
    if (!is_throwable(k))
        jni_check_fatal(
            c, "JNI Throw or ThrowNew received a class argument that is not a Throwable or Throwable subclass");
}

struct class *jni_check_class(struct jni_check *c, jclass r, u32 allowed)
{
    struct object *o = jni_check_object(c, r, JNI_OR_NULL);
    if (!o) jni_check_fatal(c, BAD_REFERENCE);
    struct class *k = tool_is_class(o) ? class_of_mirror(o) : NULL;
    if (!k || (class_is_primitive(k) && !(allowed & JNI_OR_PRIMITIVE))) jni_check_fatal(c, NOT_A_CLASS);
    if (allowed & JNI_THROWABLE) require_throwable(c, k);
    return k;
}

void jni_check_thrown(struct jni_check *c, jthrowable r)
{
    struct object *o = jni_check_object(c, r, JNI_OR_NULL);
    if (o)
        require_throwable(c, object_class(o));
    else
        jni_check_warn(c, "JNI Throw called with NULL throwable");
}

void jni_check_string(struct jni_check *c, jstring r)
{
    struct object *o = jni_check_object(c, r, JNI_OR_NULL);
    if (!o || !tool_is_string(o)) jni_check_fatal(c, "JNI string operation received a non-string");
}

void jni_check_array(struct jni_check *c, jarray r, char kind)
{
    struct object *o = jni_check_object(c, r, JNI_OR_NULL);
    const struct class *k = o ? object_class(o) : NULL;
    if (!k || !class_is_array(k)) jni_check_fatal(c, "Non-array passed to JNI array operations");
    bool primitive = class_is_primitive(k->element);
    if (kind == 'L' && primitive) jni_check_fatal(c, "Object array expected but not received for JNI array operation");
    if (kind == 'L' || kind == '*') return;
    if (!primitive) jni_check_fatal(c, "Primitive type array expected but not received for JNI array operation");
    if (kind != 'P' && k->element->prim_kind != kind) jni_check_fatal(c, "Array element type mismatch in JNI");
}

void jni_check_call(struct jni_check *c, jclass clazz, jobject r, jmethodID id, enum jni_check_form form)
{
    const struct method *m = tool_method_of_id(id);
    if (!m) jni_check_fatal(c, WRONG_METHOD);
    if (form != JNI_CALL_EITHER && method_is_static(m) != (form == JNI_CALL_STATIC)) jni_check_fatal(c, WRONG_METHOD);
    if (clazz && !class_assignable(jni_check_class(c, clazz, 0), m->owner)) jni_check_fatal(c, WRONG_METHOD);
    struct object *o = jni_check_object(c, r, JNI_OR_NULL);
    if (o && !object_instance_of(o, m->owner)) jni_check_fatal(c, WRONG_METHOD);
}

/* Returns the next reference among the arguments; NULL for an argument of any other kind. */
static jobject next_reference(char kind, va_list *arguments)
{
    switch (kind) {
    case 'L':
    case '[': return va_arg(*arguments, jobject);
    case 'J': (void)va_arg(*arguments, jlong); return NULL;
    case 'D':
    case 'F': (void)va_arg(*arguments, double); return NULL;
    default: (void)va_arg(*arguments, int); return NULL;
    }
}

void jni_check_arguments(struct jni_check *c, jmethodID id, va_list arguments)
{
    va_list copy;
    va_copy(copy, arguments);
    const char *p = tool_method_of_id(id)->desc->bytes + 1, *start;
    u32 len;
    for (char kind; (kind = desc_next(&p, &start, &len)) != 0;)
        jni_check_object(c, next_reference(kind, &copy), JNI_OR_NULL);
    va_end(copy);
}

void jni_check_values(struct jni_check *c, jmethodID id, const jvalue *arguments)
{
    const char *p = tool_method_of_id(id)->desc->bytes + 1, *start;
    u32 len;
    for (char kind; (kind = desc_next(&p, &start, &len)) != 0; arguments++)
        if (kind == 'L' || kind == '[') jni_check_object(c, arguments->l, JNI_OR_NULL);
}

static bool holds(const struct field *f, char kind) { return (f->kind == '[' ? 'L' : (char)f->kind) == kind; }
static bool is_static(const struct field *f) { return (f->access & ACC_STATIC) != 0; }

void jni_check_instance_field(struct jni_check *c, jobject r, jfieldID id, char kind)
{
    const struct field *f = tool_field_once_of_id(id);
    if (!f || is_static(f)) jni_check_fatal(c, "Static field ID passed to JNI");
    struct object *o = jni_check_object(c, r, 0);
    if (!o || !object_instance_of(o, f->owner)) jni_check_fatal(c, "Wrong field ID passed to JNI");
    if (!holds(f, kind)) jni_check_fatal(c, "Field type (instance) mismatch in JNI get/set field operations");
}

/* Finds the static field `id` of the class or of a superclass. */
static const struct field *static_field(struct jni_check *c, jclass clazz, jfieldID id)
{
    const struct class *k = jni_check_class(c, clazz, 0);
    const struct field *f = tool_field_once_of_id(id);
    if (!f) jni_check_fatal(c, "Wrong static field ID passed to JNI");
    if (!is_static(f)) jni_check_fatal(c, "Non-static field ID passed to JNI");
    if (!class_assignable(k, f->owner)) jni_check_fatal(c, "Wrong static field ID passed to JNI");
    return f;
}

void jni_check_static_field(struct jni_check *c, jclass clazz, jfieldID id, char kind)
{
    if (!holds(static_field(c, clazz, id), kind))
        jni_check_fatal(c, "Field type (static) mismatch in JNI get/set field operations");
}

void jni_check_field_of(struct jni_check *c, jclass clazz, jfieldID id, bool wants_static)
{
    if (wants_static) {
        static_field(c, clazz, id);
        return;
    }
    const struct class *k = jni_check_class(c, clazz, 0);
    const struct field *f = tool_field_once_of_id(id);
    if (!f || is_static(f)) jni_check_fatal(c, "Static field ID passed to JNI");
    if (!class_assignable(k, f->owner)) jni_check_fatal(c, "Wrong field ID passed to JNI");
}

void jni_check_class_name(struct jni_check *c, const char *name)
{
    size_t n = name ? strlen(name) : 0;
    char words[512];
    if (n && !mutf8_validate(name, n)) {
        snprintf(words, sizeof words, "JNI class name is not a valid UTF8 string \"%s\"", name);
        jni_check_fatal(c, words);
    }
    if (n < 2 || name[0] != 'L' || name[n - 1] != ';') return;
    snprintf(
        words, sizeof words,
        "JNI FindClass received a bad class descriptor \"%s\".  A correct class descriptor has no leading \"L\" or "
        "trailing \";\".  Incorrect descriptors will not be accepted in future releases.",
        name);
    jni_check_warn(c, words);
}

void jni_check_capacity(struct jni_check *c, jint n)
{
    if (n < 0) jni_check_fatal(c, "negative capacity");
}
