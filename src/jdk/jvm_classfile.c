/* Queries of libverify (the type-inferring verifier for class files before version 50) on a class. Results come from
 * the defined class file, not from the running copy; while a redefinition is checked, from the new class file. Names
 * are symbols, which are never freed, so JVM_ReleaseUTF has nothing to do. Indices come from the verifier, which walks
 * the same file: they are asserted, not reported. */
#include "jdk/jvm_exports.h"
#include "model/wellknown.h"
#include "thread/vmentry.h"

static const struct classfile *any_file_in(const struct thread *self, jclass r)
{
    const struct class *c = class_of_mirror(ref_get(r));
    return c == self->verifying ? self->verifying_file : c->cf;
}

static const struct classfile *file_in(const struct thread *self, jclass r)
{
    const struct classfile *cf = any_file_in(self, r);
    VM_CHECKF(cf, "libverify asks about %s, which has no class file", class_of_mirror(ref_get(r))->name->bytes);
    return cf;
}

static const struct cf_method *method_in(const struct thread *self, jclass r, jint method)
{
    const struct classfile *cf = file_in(self, r);
    VM_CHECK(method >= 0 && method < cf->method_count);
    return &cf->methods[method];
}

static const struct cf_const *const_in(const struct classfile *cf, jint index)
{
    VM_CHECK(index > 0 && index < cf->cp_count);
    return &cf->cp[index];
}

/* ---- the class ---- */

JNIEXPORT const char *JNICALL JVM_GetClassNameUTF(JNIEnv *env, jclass cls)
{
    VM_ENTRY(env);
    VM_RETURN((const char *)class_of_mirror(ref_get(cls))->name->bytes);
}

JNIEXPORT void JNICALL JVM_GetClassCPTypes(JNIEnv *env, jclass cls, unsigned char *types)
{
    VM_ENTRY(env);
    const struct classfile *cf = file_in(self, cls);
    for (u32 i = 0; i < cf->cp_count; i++) types[i] = cf->cp[i].tag;
    VM_RETURN_VOID();
}

JNIEXPORT jint JNICALL JVM_GetClassCPEntriesCount(JNIEnv *env, jclass cls)
{
    VM_ENTRY(env);
    const struct classfile *cf = any_file_in(self, cls);
    VM_RETURN(cf ? (jint)cf->cp_count : 0);
}

JNIEXPORT jint JNICALL JVM_GetClassFieldsCount(JNIEnv *env, jclass cls)
{
    VM_ENTRY(env);
    const struct classfile *cf = any_file_in(self, cls);
    VM_RETURN(cf ? (jint)cf->field_count : 0);
}

JNIEXPORT jint JNICALL JVM_GetClassMethodsCount(JNIEnv *env, jclass cls)
{
    VM_ENTRY(env);
    const struct classfile *cf = any_file_in(self, cls);
    VM_RETURN(cf ? (jint)cf->method_count : 0);
}

JNIEXPORT jint JNICALL JVM_GetFieldIxModifiers(JNIEnv *env, jclass cls, jint field)
{
    VM_ENTRY(env);
    const struct classfile *cf = file_in(self, cls);
    VM_CHECK(field >= 0 && field < cf->field_count);
    VM_RETURN((jint)cf->fields[field].access);
}

JNIEXPORT jboolean JNICALL JVM_IsSameClassPackage(JNIEnv *env, jclass a, jclass b)
{
    VM_ENTRY(env);
    VM_RETURN((jboolean)class_same_package(class_of_mirror(ref_get(a)), class_of_mirror(ref_get(b))));
}

/* ---- its methods ---- */

#define METHOD_INT(function, expression) \
    JNIEXPORT jint JNICALL function(JNIEnv *env, jclass cls, jint method) \
    { \
        VM_ENTRY(env); \
        const struct cf_method *m = method_in(self, cls, method); \
        VM_RETURN((jint)(expression)); \
    }
METHOD_INT(JVM_GetMethodIxExceptionsCount, m->extra->exception_count)
METHOD_INT(JVM_GetMethodIxByteCodeLength, m->code.len)
METHOD_INT(JVM_GetMethodIxExceptionTableLength, m->handler_count)
METHOD_INT(JVM_GetMethodIxModifiers, m->access)
METHOD_INT(JVM_GetMethodIxLocalsCount, m->max_locals)
METHOD_INT(JVM_GetMethodIxMaxStack, m->max_stack)
METHOD_INT(JVM_GetMethodIxArgsSize, desc_arg_slots(m->desc) + ((m->access & ACC_STATIC) ? 0 : 1))

JNIEXPORT void JNICALL JVM_GetMethodIxExceptionIndexes(JNIEnv *env, jclass cls, jint method, unsigned short *exceptions)
{
    VM_ENTRY(env);
    const struct cf_method *m = method_in(self, cls, method);
    for (u32 i = 0; i < m->extra->exception_count; i++) exceptions[i] = m->extra->exceptions[i];
    VM_RETURN_VOID();
}

JNIEXPORT void JNICALL JVM_GetMethodIxByteCode(JNIEnv *env, jclass cls, jint method, unsigned char *code)
{
    VM_ENTRY(env);
    const struct cf_method *m = method_in(self, cls, method);
    if (m->code.len) memcpy(code, m->code.at, m->code.len);
    VM_RETURN_VOID();
}

JNIEXPORT void JNICALL JVM_GetMethodIxExceptionTableEntry(JNIEnv *env, jclass cls, jint method, jint entry,
                                                          struct jvm_exception_entry *out)
{
    VM_ENTRY(env);
    const struct cf_method *m = method_in(self, cls, method);
    VM_CHECK(entry >= 0 && entry < m->handler_count);
    const struct cf_handler *h = &m->handlers[entry];
    *out = (struct jvm_exception_entry){ h->start, h->end, h->handler, h->type };
    VM_RETURN_VOID();
}

JNIEXPORT jboolean JNICALL JVM_IsConstructorIx(JNIEnv *env, jclass cls, jint method)
{
    VM_ENTRY(env);
    VM_RETURN((jboolean)(method_in(self, cls, method)->name == SYM(init)));
}

/* The VM's fillers are not among the class file's methods. */
JNIEXPORT jboolean JNICALL JVM_IsVMGeneratedMethodIx(JNIEnv *env, jclass cls, jint method) { return JNI_FALSE; }

JNIEXPORT const char *JNICALL JVM_GetMethodIxNameUTF(JNIEnv *env, jclass cls, jint method)
{
    VM_ENTRY(env);
    VM_RETURN((const char *)method_in(self, cls, method)->name->bytes);
}

JNIEXPORT const char *JNICALL JVM_GetMethodIxSignatureUTF(JNIEnv *env, jclass cls, jint method)
{
    VM_ENTRY(env);
    VM_RETURN((const char *)method_in(self, cls, method)->desc->bytes);
}

/* ---- its constant pool ---- */

enum ref_part { PART_CLASS, PART_NAME, PART_DESC };

/* A part of a Fieldref, Methodref, InterfaceMethodref, Dynamic or InvokeDynamic entry (which have no class). */
static const struct symbol *ref_part(const struct classfile *cf, jint index, enum ref_part part)
{
    const struct cf_const *pool = cf->cp, *ref = const_in(cf, index);
    VM_CHECK(ref->tag == CP_FIELD || ref->tag == CP_METHOD || ref->tag == CP_IMETHOD ||
             (part != PART_CLASS && (ref->tag == CP_DYNAMIC || ref->tag == CP_INDY)));
    if (part == PART_CLASS) return pool[pool[ref->u.pair.a].u.index].u.utf8;
    const struct cf_const *nt = &pool[ref->u.pair.b];
    return pool[part == PART_NAME ? nt->u.pair.a : nt->u.pair.b].u.utf8;
}

#define REF_PART(function, part) \
    JNIEXPORT const char *JNICALL function(JNIEnv *env, jclass cls, jint index) \
    { \
        VM_ENTRY(env); \
        VM_RETURN((const char *)ref_part(file_in(self, cls), index, part)->bytes); \
    }
REF_PART(JVM_GetCPFieldNameUTF, PART_NAME)
REF_PART(JVM_GetCPFieldSignatureUTF, PART_DESC)
REF_PART(JVM_GetCPFieldClassNameUTF, PART_CLASS)
REF_PART(JVM_GetCPMethodNameUTF, PART_NAME)
REF_PART(JVM_GetCPMethodSignatureUTF, PART_DESC)
REF_PART(JVM_GetCPMethodClassNameUTF, PART_CLASS)

JNIEXPORT const char *JNICALL JVM_GetCPClassNameUTF(JNIEnv *env, jclass cls, jint index)
{
    VM_ENTRY(env);
    const struct classfile *cf = file_in(self, cls);
    const struct cf_const *e = const_in(cf, index);
    VM_CHECK(e->tag == CP_CLASS);
    VM_RETURN((const char *)const_in(cf, e->u.index)->u.utf8->bytes);
}

JNIEXPORT jint JNICALL JVM_GetCPFieldModifiers(JNIEnv *env, jclass cls, int index, jclass called)
{
    VM_ENTRY(env);
    const struct classfile *cf = file_in(self, cls);
    const struct class *k = class_of_mirror(ref_get(called));
    struct field *f = class_find_field_here(k, ref_part(cf, index, PART_NAME), ref_part(cf, index, PART_DESC));
    VM_RETURN(f ? (jint)f->access : -1);
}

JNIEXPORT jint JNICALL JVM_GetCPMethodModifiers(JNIEnv *env, jclass cls, int index, jclass called)
{
    VM_ENTRY(env);
    const struct classfile *cf = file_in(self, cls);
    const struct class *k = class_of_mirror(ref_get(called));
    struct method *m = class_find_method_here(k, ref_part(cf, index, PART_NAME), ref_part(cf, index, PART_DESC));
    VM_RETURN(m ? (jint)m->access : -1);
}

JNIEXPORT void JNICALL JVM_ReleaseUTF(const char *utf) {}
