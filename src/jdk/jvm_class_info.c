/* Queries of java.lang.Class on one class: its name, kind, modifiers, relatives and attributes. */
#include "core/alloc.h"
#include "core/exception.h"
#include "core/jstring.h"
#include "jdk/jvm_exports.h"
#include "meta/loader.h"
#include "model/wellknown.h"
#include "thread/events.h"
#include "thread/vmentry.h"
#include <stdlib.h>

static struct class *class_of(jclass r) { return class_of_mirror(ref_get(r)); }
static bool is_ordinary(const struct class *c) { return !class_is_array(c) && !class_is_primitive(c); }

static struct object *symbol_string(struct thread *self, const struct symbol *s)
{
    return s ? string_from_mutf8_n(self, s->bytes, s->len) : NULL;
}

/* ---- identity ---- */

JNIEXPORT jstring JNICALL JVM_InitClassName(JNIEnv *env, jclass cls)
{
    VM_ENTRY(env);
    struct class *c = class_of(cls);
    struct object *s = string_intern_class_name(self, c);
    if (s) heap_store_ref(c->mirror, WKF(Class_name), s);
    VM_RETURN((jstring)ref_local(self, s));
}

JNIEXPORT jboolean JNICALL JVM_IsInterface(JNIEnv *env, jclass cls)
{
    VM_ENTRY(env);
    struct class *c = class_of(cls);
    VM_RETURN((jboolean)(is_ordinary(c) && class_is_interface(c)));
}

JNIEXPORT jboolean JNICALL JVM_IsArrayClass(JNIEnv *env, jclass cls)
{
    VM_ENTRY(env);
    VM_RETURN((jboolean)class_is_array(class_of(cls)));
}

JNIEXPORT jboolean JNICALL JVM_IsPrimitiveClass(JNIEnv *env, jclass cls)
{
    VM_ENTRY(env);
    VM_RETURN((jboolean)class_is_primitive(class_of(cls)));
}

JNIEXPORT jboolean JNICALL JVM_IsHiddenClass(JNIEnv *env, jclass cls)
{
    VM_ENTRY(env);
    VM_RETURN((jboolean)((class_of(cls)->flags & CLS_HIDDEN) != 0));
}

JNIEXPORT jboolean JNICALL JVM_IsRecord(JNIEnv *env, jclass cls)
{
    VM_ENTRY(env);
    struct class *c = class_of(cls);
    VM_RETURN((jboolean)(c->cf && c->cf->is_record && (c->access & ACC_FINAL) && c->super == WK(java_lang_Record)));
}

JNIEXPORT jint JNICALL JVM_GetClassModifiers(JNIEnv *env, jclass cls)
{
    VM_ENTRY(env);
    VM_RETURN((jint)class_modifiers(class_of(cls)));
}

JNIEXPORT jint JNICALL JVM_GetClassAccessFlags(JNIEnv *env, jclass cls)
{
    VM_ENTRY(env);
    if (!cls) {
        THROW(self, NullPointerException, NULL);
        VM_RETURN(0);
    }
    struct class *c = class_of(cls);
    VM_RETURN(class_is_primitive(c) ? ACC_ABSTRACT | ACC_FINAL | ACC_PUBLIC : (jint)(c->access & 0x7fff));
}

JNIEXPORT jstring JNICALL JVM_GetClassSignature(JNIEnv *env, jclass cls)
{
    VM_ENTRY(env);
    VM_RETURN((jstring)ref_local(self, symbol_string(self, class_of(cls)->generic)));
}

/* ---- signers and protection domain: injected fields of the mirror ---- */

JNIEXPORT jobjectArray JNICALL JVM_GetClassSigners(JNIEnv *env, jclass cls)
{
    VM_ENTRY(env);
    struct object *signers = ref_load(ref_get(cls), WKF(Class_signers));
    if (!signers || !is_ordinary(class_of(cls))) VM_RETURN((jobjectArray)NULL);
    i32 n = array_length(signers);
    struct object *copy = array_new(self, object_class(signers), n);
    if (copy && !array_copy(self, signers, 0, copy, 0, n)) copy = NULL;
    VM_RETURN((jobjectArray)ref_local(self, copy));
}

JNIEXPORT void JNICALL JVM_SetClassSigners(JNIEnv *env, jclass cls, jobjectArray signers)
{
    VM_ENTRY(env);
    if (is_ordinary(class_of(cls))) heap_store_ref(ref_get(cls), WKF(Class_signers), ref_get(signers));
    VM_RETURN_VOID();
}

JNIEXPORT jobject JNICALL JVM_GetProtectionDomain(JNIEnv *env, jclass cls)
{
    VM_ENTRY(env);
    if (!cls) {
        THROW(self, NullPointerException, NULL);
        VM_RETURN((jobject)NULL);
    }
    VM_RETURN(ref_local(self, ref_load(ref_get(cls), WKF(Class_protection_domain))));
}

/* ---- relatives ---- */

JNIEXPORT jobjectArray JNICALL JVM_GetClassInterfaces(JNIEnv *env, jclass cls)
{
    VM_ENTRY(env);
    struct class *c = class_of(cls);
    struct class *of_arrays[] = { WK(java_lang_Cloneable), WK(java_io_Serializable) };
    struct class **list = class_is_array(c) ? of_arrays : c->interfaces;
    u32 n = class_is_array(c) ? 2 : class_is_primitive(c) ? 0 : c->interface_count;
    struct object *a = array_new_ref(self, WK(java_lang_Class), (i32)n);
    if (a)
        for (u32 i = 0; i < n; i++) array_set_ref(a, (i32)i, list[i]->mirror);
    event_vm_alloc(self, a);
    VM_RETURN((jobjectArray)ref_local(self, a));
}

/* Does the InnerClasses attribute of `outer` list `inner`, as its member or as a class that is none? If not, throws
 * IncompatibleClassChangeError. */
static bool check_inner_class(struct thread *self, struct class *outer, struct class *inner, bool member)
{
    if (outer->cf) {
        for (u32 i = 0; i < outer->cf->inner_count; i++) {
            const struct cf_inner *e = &outer->cf->inner[i];
            if (!e->inner || !e->outer == member || cp_class_name(outer->cp, e->inner) != inner->name) continue;
            if (member && cp_class_name(outer->cp, e->outer) != outer->name) continue;
            struct class *o = member ? cp_resolve_class(self, outer->cp, e->outer) : outer;
            struct class *c = o ? cp_resolve_class(self, outer->cp, e->inner) : NULL;
            if (!c) return false;
            if (o == outer && c == inner) return true;
        }
    }
    char a[512], b[512];
    throw_name(self, "java/lang/IncompatibleClassChangeError", "%s and %s disagree on InnerClasses attribute",
               class_external_name(outer, a, sizeof a), class_external_name(inner, b, sizeof b));
    return false;
}

JNIEXPORT jobjectArray JNICALL JVM_GetDeclaredClasses(JNIEnv *env, jclass cls)
{
    VM_ENTRY(env);
    struct class *c = class_of(cls);
    u32 count = c->cf ? c->cf->inner_count : 0;
    struct class **found = malloc(count * sizeof *found + 1);
    u32 n = 0;
    struct object *a = NULL;
    if (!found) throw_no_c_memory(self);
    if (!found) VM_RETURN((jobjectArray)NULL);
    for (u32 i = 0; i < count; i++) {
        const struct cf_inner *e = &c->cf->inner[i];
        if (!e->inner || !e->outer || cp_class_name(c->cp, e->outer) != c->name) continue;
        if (cp_class_name(c->cp, e->inner) == c->name) continue;
        struct class *outer = cp_resolve_class(self, c->cp, e->outer);
        if (!outer) goto out;
        if (outer != c) continue;
        struct class *inner = cp_resolve_class(self, c->cp, e->inner);
        if (!inner || !check_inner_class(self, c, inner, true)) goto out;
        found[n++] = inner;
    }
    a = array_new_ref(self, WK(java_lang_Class), (i32)n);
    if (a)
        for (u32 i = 0; i < n; i++) array_set_ref(a, (i32)i, found[i]->mirror);
out:
    free(found);
    event_vm_alloc(self, a);
    VM_RETURN((jobjectArray)ref_local(self, a));
}

/* The entry of c's own InnerClasses attribute that describes c; NULL for a top level class. */
static const struct cf_inner *own_inner_entry(const struct class *c)
{
    if (!c->cf) return NULL;
    for (u32 i = 0; i < c->cf->inner_count; i++)
        if (c->cf->inner[i].inner && cp_class_name(c->cp, c->cf->inner[i].inner) == c->name) return &c->cf->inner[i];
    return NULL;
}

JNIEXPORT jclass JNICALL JVM_GetDeclaringClass(JNIEnv *env, jclass cls)
{
    VM_ENTRY(env);
    struct class *c = class_of(cls), *outer = NULL;
    const struct cf_inner *e = own_inner_entry(c);
    if (e) {
        bool member = e->outer;
        u16 index = member ? e->outer : c->cf->enclosing_class;
        outer = index ? cp_resolve_class(self, c->cp, index) : NULL;
        /* A class that is no member has no declaring class, but its enclosing class is checked too. */
        if (outer && (!check_inner_class(self, outer, c, member) || !member)) outer = NULL;
    }
    VM_RETURN((jclass)ref_local(self, outer ? outer->mirror : NULL));
}

JNIEXPORT jstring JNICALL JVM_GetSimpleBinaryName(JNIEnv *env, jclass cls)
{
    VM_ENTRY(env);
    struct class *c = class_of(cls);
    const struct cf_inner *e = own_inner_entry(c);
    VM_RETURN((jstring)ref_local(self, e && e->name ? symbol_string(self, c->cp->file[e->name].u.utf8) : NULL));
}

JNIEXPORT jobjectArray JNICALL JVM_GetEnclosingMethodInfo(JNIEnv *env, jclass cls)
{
    VM_ENTRY(env);
    struct class *c = class_of(cls);
    struct object *a = NULL;
    if (c->cf && c->cf->has_enclosing && c->cf->enclosing_class) {
        struct class *outer = cp_resolve_class(self, c->cp, c->cf->enclosing_class);
        a = outer ? array_new_ref(self, WK(java_lang_Object), 3) : NULL;
        if (!a) VM_RETURN((jobjectArray)NULL);
        array_set_ref(a, 0, outer->mirror);
        if (c->cf->enclosing_method) {
            const struct cf_const *nt = &c->cp->file[c->cf->enclosing_method];
            for (i32 i = 1; i <= 2; i++) {
                struct object *s = symbol_string(self, c->cp->file[i == 1 ? nt->u.pair.a : nt->u.pair.b].u.utf8);
                if (!s) VM_RETURN((jobjectArray)NULL);
                array_set_ref(a, i, s);
            }
        }
    }
    VM_RETURN((jobjectArray)ref_local(self, a));
}

/* ---- nests and sealing (JVMS §4.7.28, §4.7.29, §4.7.31) ---- */

JNIEXPORT jboolean JNICALL JVM_AreNestMates(JNIEnv *env, jclass current, jclass member)
{
    VM_ENTRY(env);
    if (!current || !member) {
        THROW(self, NullPointerException, NULL);
        VM_RETURN((jboolean)JNI_FALSE);
    }
    struct class *a = class_of(current), *b = class_of(member);
    VM_RETURN((jboolean)(a == b ||
                         (is_ordinary(a) && is_ordinary(b) && class_nest_host(self, a) == class_nest_host(self, b))));
}

JNIEXPORT jclass JNICALL JVM_GetNestHost(JNIEnv *env, jclass current)
{
    VM_ENTRY(env);
    VM_RETURN((jclass)ref_local(self, class_nest_host(self, class_of(current))->mirror));
}

/* The classes at `index` in c's constant pool that can be resolved and for which `keep` is true, after `first` (or
 * NULL). Linkage errors of single classes are dropped; after an error of the VM (memory, stack) that one stays pending,
 * and the result is NULL. */
static struct object *resolved_classes(struct thread *self, struct class *c, const u16 *index, u32 count,
                                       struct class *first,
                                       bool (*keep)(struct thread *self, struct class *member, struct class *of))
{
    struct class **found = malloc((count + 1) * sizeof *found);
    u32 n = 0;
    if (!found) {
        throw_no_c_memory(self);
        return NULL;
    }
    if (first) found[n++] = first;
    struct object *a = NULL;
    for (u32 i = 0; i < count; i++) {
        struct class *m = cp_resolve_class(self, c->cp, index[i]);
        if (!m) {
            for (struct class *e = object_class(self->pending); e; e = e->super)
                if (symbol_equals_cstr(e->name, "java/lang/VirtualMachineError")) goto out;
            self->pending = NULL;
            continue;
        }
        if (is_ordinary(m) && keep(self, m, c)) found[n++] = m;
    }
    a = array_new_ref(self, WK(java_lang_Class), (i32)n);
    if (a)
        for (u32 i = 0; i < n; i++) array_set_ref(a, (i32)i, found[i]->mirror);
out:
    free(found);
    return a;
}

static bool in_nest_of(struct thread *self, struct class *member, struct class *host)
{
    return class_nest_host(self, member) == host;
}
static bool any_class(struct thread *self, struct class *member, struct class *of) { return true; }

JNIEXPORT jobjectArray JNICALL JVM_GetNestMembers(JNIEnv *env, jclass current)
{
    VM_ENTRY(env);
    struct class *host = class_nest_host(self, class_of(current));
    u32 n = host->cf ? host->cf->nest_member_count : 0;
    VM_RETURN((jobjectArray)ref_local(
        self, resolved_classes(self, host, n ? host->cf->nest_members : NULL, n, host, in_nest_of)));
}

JNIEXPORT jobjectArray JNICALL JVM_GetPermittedSubclasses(JNIEnv *env, jclass current)
{
    VM_ENTRY(env);
    struct class *c = class_of(current);
    if (!c->cf || !c->cf->is_sealed) VM_RETURN((jobjectArray)NULL);
    VM_RETURN((jobjectArray)ref_local(
        self, resolved_classes(self, c, c->cf->permitted, c->cf->permitted_count, NULL, any_class)));
}
