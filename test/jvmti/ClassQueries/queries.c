/* Every question about a class, its methods and fields. */
#include "agent.h"

static void print_method(jmethodID m)
{
    char *name, *sig, *generic;
    jint mod, max, size, n;
    jboolean native, synthetic, obsolete;
    CHECK((*ti)->GetMethodName(ti, m, &name, &sig, &generic));
    CHECK((*ti)->GetMethodModifiers(ti, m, &mod));
    CHECK((*ti)->IsMethodNative(ti, m, &native));
    CHECK((*ti)->IsMethodSynthetic(ti, m, &synthetic));
    CHECK((*ti)->IsMethodObsolete(ti, m, &obsolete));
    printf("  method %s %s generic %s modifiers %x%s%s%s in %s\n", name, sig, generic ? generic : "-", mod,
           native ? " native" : "", synthetic ? " synthetic" : "", obsolete ? " obsolete" : "",
           class_name(class_of_method(m)));
    jvmtiError e = (*ti)->GetMaxLocals(ti, m, &max);
    jlocation from, to;
    if (e == JVMTI_ERROR_NONE && !(mod & 0x400)) {
        CHECK((*ti)->GetArgumentsSize(ti, m, &size));
        CHECK((*ti)->GetMethodLocation(ti, m, &from, &to));
        printf("    locals %d arguments %d code %d..%d\n", max, size, (int)from, (int)to);
    } else if (mod & 0x400) {
        CHECK((*ti)->GetMethodLocation(ti, m, &from, &to));
        printf("    abstract, code %d..%d\n", (int)from, (int)to);
    } else
        printf("    GetMaxLocals: %s\n", error_name(e));
    unsigned char *code;
    e = (*ti)->GetBytecodes(ti, m, &n, &code);
    if (e == JVMTI_ERROR_NONE)
        printf("    %d bytes of code, %08x\n", n, hash_bytes(code, n));
    else
        printf("    GetBytecodes: %s\n", error_name(e));
    jvmtiLineNumberEntry *lines;
    e = (*ti)->GetLineNumberTable(ti, m, &n, &lines);
    if (e == JVMTI_ERROR_NONE) {
        printf("    lines");
        for (jint i = 0; i < n; i++) printf(" %d:%d", (int)lines[i].start_location, lines[i].line_number);
        printf("\n");
    } else
        printf("    GetLineNumberTable: %s\n", error_name(e));
    jvmtiLocalVariableEntry *locals;
    e = (*ti)->GetLocalVariableTable(ti, m, &n, &locals);
    if (e == JVMTI_ERROR_NONE) {
        /* the order is not specified; print a sum that does not depend on it, and the first variables by slot */
        for (jint i = 0; i < n; i++)
            printf("    local %s %s %s slot %d from %d length %d\n", locals[i].name, locals[i].signature,
                   locals[i].generic_signature ? locals[i].generic_signature : "-", locals[i].slot,
                   (int)locals[i].start_location, locals[i].length);
    } else
        printf("    GetLocalVariableTable: %s\n", error_name(e));
    give_back(name);
    give_back(sig);
    give_back(generic);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(method_name(*(jmethodID *)a), method_name(*(jmethodID *)b));
}

static void print_field(jclass c, jfieldID f)
{
    char *name, *sig, *generic;
    jint mod;
    jboolean synthetic;
    jclass owner;
    CHECK((*ti)->GetFieldName(ti, c, f, &name, &sig, &generic));
    CHECK((*ti)->GetFieldModifiers(ti, c, f, &mod));
    mod &= ~0x800; /* HotSpot shows a flag of its own here */
    CHECK((*ti)->IsFieldSynthetic(ti, c, f, &synthetic));
    CHECK((*ti)->GetFieldDeclaringClass(ti, c, f, &owner));
    printf("  field %s %s generic %s modifiers %x%s in %s\n", name, sig, generic ? generic : "-", mod,
           synthetic ? " synthetic" : "", class_name(owner));
}

JNIEXPORT void JNICALL Java_ClassQueries_show(JNIEnv *jni, jclass me, jclass c, jboolean members)
{
    char *sig, *generic, *source;
    jint status, mod, minor, major, n, bytes;
    jboolean is_interface, is_array, modifiable;
    jobject loader;
    CHECK((*ti)->GetClassSignature(ti, c, &sig, &generic));
    CHECK((*ti)->GetClassStatus(ti, c, &status));
    CHECK((*ti)->GetClassModifiers(ti, c, &mod));
    CHECK((*ti)->IsInterface(ti, c, &is_interface));
    CHECK((*ti)->IsArrayClass(ti, c, &is_array));
    CHECK((*ti)->IsModifiableClass(ti, c, &modifiable));
    CHECK((*ti)->GetClassLoader(ti, c, &loader));
    /* a hidden class's is a number of the VM, which also has its own constants in such a class */
    char *suffix = strrchr(sig, '.');
    if (suffix) *suffix = 0;
    printf("class %s generic %s status %x modifiers %x%s%s%s loader %s\n", sig, generic ? generic : "-", status, mod,
           is_interface ? " interface" : "", is_array ? " array" : "", modifiable ? " modifiable" : "",
           loader ? class_name((*jni)->GetObjectClass(jni, loader)) : "-");
    jvmtiError e = (*ti)->GetSourceFileName(ti, c, &source);
    printf("  source %s", e == JVMTI_ERROR_NONE ? source : error_name(e));
    e = (*ti)->GetSourceDebugExtension(ti, c, &source);
    printf(", extension %s", e == JVMTI_ERROR_NONE ? source : error_name(e));
    e = (*ti)->GetClassVersionNumbers(ti, c, &minor, &major);
    if (status & 8) { /* HotSpot does not answer this and the next question for a class in error */
        printf("\n");
        goto members;
    }
    if (e == JVMTI_ERROR_NONE)
        printf(", version %d.%d", major, minor);
    else
        printf(", version %s", error_name(e));
    unsigned char *pool;
    e = (*ti)->GetConstantPool(ti, c, &n, &bytes, &pool);
    if (suffix)
        printf("\n");
    else if (e == JVMTI_ERROR_NONE)
        printf(", %d constants, %d bytes, %08x\n", n, bytes, hash_bytes(pool, bytes));
    else
        printf(", constants %s\n", error_name(e));
    jclass *interfaces;
members:
    e = (*ti)->GetImplementedInterfaces(ti, c, &n, &interfaces);
    printf("  interfaces");
    if (e != JVMTI_ERROR_NONE)
        printf(" %s", error_name(e));
    else
        for (jint i = 0; i < n; i++) printf(" %s", class_name(interfaces[i]));
    printf("\n");
    if (!members) return;
    jmethodID *methods;
    jfieldID *fields;
    e = (*ti)->GetClassMethods(ti, c, &n, &methods);
    if (e == JVMTI_ERROR_NONE) {
        for (jint i = 0; i < n; i++) print_method(methods[i]);
    } else
        printf("  methods %s\n", error_name(e));
    e = (*ti)->GetClassFields(ti, c, &n, &fields);
    if (e == JVMTI_ERROR_NONE)
        for (jint i = 0; i < n; i++) print_field(c, fields[i]);
    else
        printf("  fields %s\n", error_name(e));
    (void)by_name;
}

/* Is the class in GetLoadedClasses; and in GetClassLoaderClasses of the loader. */
JNIEXPORT jboolean JNICALL Java_ClassQueries_isLoaded(JNIEnv *jni, jclass me, jclass c)
{
    jint n;
    jclass *all;
    jboolean found = JNI_FALSE;
    CHECK((*ti)->GetLoadedClasses(ti, &n, &all));
    for (jint i = 0; i < n; i++) {
        found |= (*jni)->IsSameObject(jni, all[i], c);
        (*jni)->DeleteLocalRef(jni, all[i]);
    }
    give_back(all);
    return found;
}
JNIEXPORT jboolean JNICALL Java_ClassQueries_isLoadedBy(JNIEnv *jni, jclass me, jobject loader, jclass c)
{
    jint n;
    jclass *all;
    jboolean found = JNI_FALSE;
    CHECK((*ti)->GetClassLoaderClasses(ti, loader, &n, &all));
    for (jint i = 0; i < n; i++) {
        found |= (*jni)->IsSameObject(jni, all[i], c);
        (*jni)->DeleteLocalRef(jni, all[i]);
    }
    give_back(all);
    return found;
}
JNIEXPORT jboolean JNICALL Java_ClassQueries_sameHash(JNIEnv *jni, jclass me, jobject o, jint hash)
{
    jint h;
    CHECK((*ti)->GetObjectHashCode(ti, o, &h));
    return h == hash;
}
JNIEXPORT jlong JNICALL Java_ClassQueries_size(JNIEnv *jni, jclass me, jobject o)
{
    jlong n = 0;
    CHECK((*ti)->GetObjectSize(ti, o, &n));
    return n;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_get_bytecodes = caps.can_get_synthetic_attribute = caps.can_get_source_file_name =
        caps.can_get_line_numbers = 1;
    caps.can_get_source_debug_extension = caps.can_access_local_variables = caps.can_get_constant_pool =
        caps.can_maintain_original_method_order = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    return 0;
}
