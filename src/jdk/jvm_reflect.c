/* Queries of java.lang.Class and java.lang.reflect on a class's declared members, their annotations and parameters; and
 * reflective calls.
 *
 * Members come in the class file's order (HotSpot: the same for fields, methods in the order of its symbols' addresses,
 * on which no program can rely). */
#include "jdk/jvm_exports.h"

#include "core/alloc.h"
#include "core/exception.h"
#include "core/jstring.h"
#include "meta/reflect.h"
#include "model/options.h"
#include "model/wellknown.h"
#include "thread/events.h"
#include "thread/vmentry.h"

/* The class of a mirror if it has members of its own: not a primitive type, not an array. */
static struct class *member_class(jclass ref)
{
    struct object *mirror = ref_get(ref);
    struct class *c = mirror ? class_of_mirror(mirror) : NULL;
    return c && !class_is_primitive(c) && !class_is_array(c) ? c : NULL;
}

/* ---- declared members ---- */

/* Making the objects lets the world stop, and a redefinition may change the members: it begins again then. */
static struct object *declared(struct thread *self, struct class *c, bool public_only, struct class *element,
                               struct object *(*list)(struct thread *self, struct class *c, bool public_only))
{
    if (!c) return array_new_ref(self, element, 0);
    if (!class_link(self, c)) return NULL;
    struct object *a;
    u32 epoch;
    do {
        epoch = atomic_load(&members_epoch);
        a = list(self, c, public_only);
    } while (a && atomic_load(&members_epoch) != epoch);
    return a;
}

static struct object *list_fields(struct thread *self, struct class *c, bool public_only)
{
    struct class *element = WK(java_lang_reflect_Field);
    i32 n = 0;
    for (u32 i = 0; i < c->field_count; i++) n += !public_only || (class_field(c, i)->access & ACC_PUBLIC);
    struct object *a = array_new_ref(self, element, n);
    if (!a) return NULL;
    i32 at = 0;
    for (u32 i = 0; i < c->field_count && at < n; i++) {
        struct field *f = class_field(c, i);
        if (public_only && !(f->access & ACC_PUBLIC)) continue;
        struct object *o = reflect_field_object(self, f);
        if (!o) return NULL;
        array_set_ref(a, at++, o);
    }
    return a;
}

static bool wanted(const struct method *m, bool constructors, bool public_only)
{
    if (m->name == SYM(clinit) || (m->name == SYM(init)) != constructors) return false;
    if (method_has(m, MTH_DELETED)) return false;
    return !public_only || (m->access & ACC_PUBLIC);
}

static struct object *list_methods(struct thread *self, struct class *c, bool constructors, bool public_only)
{
    struct class *element = constructors ? WK(java_lang_reflect_Constructor) : WK(java_lang_reflect_Method);
    i32 n = 0;
    for (u16 i = 0; i < c->method_count; i++) n += wanted(c->methods[i], constructors, public_only);
    struct object *a = array_new_ref(self, element, n);
    if (!a) return NULL;
    i32 at = 0;
    for (u16 i = 0; i < c->method_count && at < n; i++) {
        if (!wanted(c->methods[i], constructors, public_only)) continue;
        struct object *o = reflect_method_object(self, c->methods[i]);
        if (!o) return NULL;
        array_set_ref(a, at++, o);
    }
    return a;
}
static struct object *list_plain_methods(struct thread *self, struct class *c, bool public_only)
{
    return list_methods(self, c, false, public_only);
}
static struct object *list_constructors(struct thread *self, struct class *c, bool public_only)
{
    return list_methods(self, c, true, public_only);
}

jobjectArray JNICALL JVM_GetClassDeclaredFields(JNIEnv *env, jclass cls, jboolean public_only)
{
    VM_ENTRY(env);
    struct object *a = declared(self, member_class(cls), public_only, WK(java_lang_reflect_Field), list_fields);
    event_vm_alloc_array(self, a);
    VM_RETURN((jobjectArray)ref_local(self, a));
}

jobjectArray JNICALL JVM_GetClassDeclaredMethods(JNIEnv *env, jclass cls, jboolean public_only)
{
    VM_ENTRY(env);
    struct object *a = declared(self, member_class(cls), public_only, WK(java_lang_reflect_Method), list_plain_methods);
    event_vm_alloc_array(self, a);
    VM_RETURN((jobjectArray)ref_local(self, a));
}

jobjectArray JNICALL JVM_GetClassDeclaredConstructors(JNIEnv *env, jclass cls, jboolean public_only)
{
    VM_ENTRY(env);
    struct object *a =
        declared(self, member_class(cls), public_only, WK(java_lang_reflect_Constructor), list_constructors);
    event_vm_alloc_array(self, a);
    VM_RETURN((jobjectArray)ref_local(self, a));
}

jobjectArray JNICALL JVM_GetRecordComponents(JNIEnv *env, jclass cls)
{
    VM_ENTRY(env);
    struct class *c = member_class(cls);
    struct object *a = NULL;
    if (c && class_is_record(c) && class_init(self, WK(java_lang_reflect_RecordComponent))) {
        a = array_new_ref(self, WK(java_lang_reflect_RecordComponent), c->cf->component_count);
        for (u16 i = 0; a && i < c->cf->component_count; i++) {
            struct object *o = reflect_record_component(self, c, &c->cf->components[i]);
            if (!o)
                a = NULL;
            else
                array_set_ref(a, i, o);
        }
    }
    event_vm_alloc_array(self, a);
    VM_RETURN((jobjectArray)ref_local(self, a));
}

/* ---- annotations ---- */

jbyteArray JNICALL JVM_GetClassAnnotations(JNIEnv *env, jclass cls)
{
    VM_ENTRY(env);
    struct class *c = member_class(cls);
    VM_RETURN(
        (jbyteArray)ref_local(self, c ? reflect_bytes_object(self, c, c->cf, ANNOTATIONS, c->cf->annotations) : NULL));
}

jbyteArray JNICALL JVM_GetClassTypeAnnotations(JNIEnv *env, jclass cls)
{
    VM_ENTRY(env);
    struct class *c = member_class(cls);
    VM_RETURN((jbyteArray)ref_local(
        self, c ? reflect_bytes_object(self, c, c->cf, ANNOTATIONS_TYPE, c->cf->type_annotations) : NULL));
}

jbyteArray JNICALL JVM_GetFieldTypeAnnotations(JNIEnv *env, jobject field)
{
    VM_ENTRY(env);
    struct field *f = reflect_field_of(ref_get(field));
    VM_RETURN((jbyteArray)ref_local(
        self, f ? reflect_bytes_object(self, f->owner, f->owner->cf, ANNOTATIONS_TYPE, f->type_annotations) : NULL));
}

jbyteArray JNICALL JVM_GetMethodTypeAnnotations(JNIEnv *env, jobject method)
{
    VM_ENTRY(env);
    struct method *m = reflect_method_of(ref_get(method));
    VM_RETURN((jbyteArray)ref_local(self, m && m->cf ? reflect_bytes_object(self, m->owner, m->cp->cf, ANNOTATIONS_TYPE,
                                                                            m->cf->extra->type_annotations)
                                                     : NULL));
}

/* ---- parameters ---- */

/* Are all name indices of the MethodParameters attribute valid? Returns false with IllegalArgumentException pending,
 * which Executable turns into MalformedParametersException. */
static bool check_parameter_names(struct thread *self, const struct method *m)
{
    for (i32 i = 0; i < m->cf->extra->parameter_count; i++) {
        u16 index = m->cf->extra->parameters[i].name;
        if (index >= m->cp->count) {
            THROW(self, IllegalArgumentException, "Constant pool index out of bounds");
            return false;
        }
        if (index && m->cp->file[index].tag != CP_UTF8) {
            THROW(self, IllegalArgumentException, "Wrong type at constant pool index");
            return false;
        }
    }
    return true;
}

static struct object *parameters(struct thread *self, struct method *m, struct object *executable)
{
    if (!m || !m->cf || m->cf->extra->parameter_count < 0) return NULL;
    if (!check_parameter_names(self, m)) return NULL;
    struct class *pc = WK(java_lang_reflect_Parameter);
    if (!class_init(self, pc)) return NULL;
    struct object *a = array_new_ref(self, pc, m->cf->extra->parameter_count);
    if (!a) return NULL;
    for (i32 i = 0; i < m->cf->extra->parameter_count; i++) {
        u16 index = m->cf->extra->parameters[i].name;
        struct object *name = index ? string_intern_symbol(self, m->cp->file[index].u.utf8) : NULL;
        if (index && !name) return NULL;
        struct object *p = object_new(self, pc);
        if (!p) return NULL;
        heap_store_ref(p, WKF(Parameter_name), name);
        heap_store_ref(p, WKF(Parameter_executable), executable);
        obj_set_int(p, WKF(Parameter_modifiers), m->cf->extra->parameters[i].access);
        obj_set_int(p, WKF(Parameter_index), i);
        array_set_ref(a, i, p);
    }
    return a;
}

jobjectArray JNICALL JVM_GetMethodParameters(JNIEnv *env, jobject method)
{
    VM_ENTRY(env);
    struct object *e = ref_get(method);
    VM_RETURN((jobjectArray)ref_local(self, parameters(self, reflect_method_of(e), e)));
}

/* ---- calls ---- */

/* Throws because a redefinition has deleted the member of a Method or Constructor. */
static void throw_deleted(struct thread *self)
{
    if (options.enhanced_redefinition)
        THROW(self, NoSuchMethodError, NULL);
    else
        THROW(self, InternalError, "invoke");
}

jobject JNICALL JVM_InvokeMethod(JNIEnv *env, jobject method, jobject receiver, jobjectArray args)
{
    VM_ENTRY(env);
    struct object *mo = ref_get(method), *r = NULL;
    struct method *m = reflect_method_of(mo);
    if (!m) {
        throw_deleted(self);
    } else {
        struct object *ret = obj_ref(mo, WKF(Method_returnType));
        r = reflect_invoke(self, m, ref_get(receiver), ref_get(args), obj_ref(mo, WKF(Method_parameterTypes)),
                           obj_byte(mo, WKF(AccessibleObject_override)), ret);
        /* Only the box of a primitive result was allocated by the VM itself. */
        if (class_is_primitive(class_of_mirror(ret))) event_vm_alloc(self, r);
    }
    VM_RETURN(ref_local(self, r));
}

jobject JNICALL JVM_NewInstanceFromConstructor(JNIEnv *env, jobject constructor, jobjectArray args)
{
    VM_ENTRY(env);
    struct object *co = ref_get(constructor), *r = NULL;
    struct method *m = reflect_method_of(co);
    if (!m)
        throw_deleted(self);
    else
        r = reflect_new_instance(self, m, ref_get(args), obj_ref(co, WKF(Constructor_parameterTypes)));
    event_vm_alloc(self, r);
    VM_RETURN(ref_local(self, r));
}
