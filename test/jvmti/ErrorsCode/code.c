/* Places in code and what class files may leave out: locations, breakpoints, tables, source files, debug extensions,
 * array classes. */
#include "agent.h"

static jmethodID method(JNIEnv *jni, jclass c, const char *name) { return (*jni)->GetMethodID(jni, c, name, "()V"); }

JNIEXPORT void JNICALL Java_ErrorsCode_code(JNIEnv *jni, jclass me, jclass c)
{
    jmethodID m = method(jni, c, "code"), a = method(jni, c, "noCode"), n = method(jni, c, "inC");
    jlocation from = 5, to = 5;
    static const jlocation at[] = { 0, -1, 1, 3 /* inside an instruction */, 100000, 1LL << 32, INT64_MAX, INT64_MIN };
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        printf("@%lld: clear %s", (long long)at[i], error_name((*ti)->ClearBreakpoint(ti, m, at[i])));
        printf(", set %s, again %s, clear %s", error_name((*ti)->SetBreakpoint(ti, m, at[i])),
               error_name((*ti)->SetBreakpoint(ti, m, at[i])), error_name((*ti)->ClearBreakpoint(ti, m, at[i])));
        printf("\n");
    }
    printf("abstract: set %s, clear %s\n", error_name((*ti)->SetBreakpoint(ti, a, 0)),
           error_name((*ti)->ClearBreakpoint(ti, a, 0)));
    printf("native: set %s, clear %s\n", error_name((*ti)->SetBreakpoint(ti, n, 0)),
           error_name((*ti)->ClearBreakpoint(ti, n, 0)));
    jmethodID all[] = { m, a, n };
    for (int i = 0; i < 3; i++) {
        jint count = -1;
        jvmtiLineNumberEntry *lines;
        jvmtiLocalVariableEntry *variables;
        unsigned char *bytes;
        from = to = 5;
        printf("%s: lines %s", method_name(all[i]), error_name((*ti)->GetLineNumberTable(ti, all[i], &count, &lines)));
        printf(", variables %s", error_name((*ti)->GetLocalVariableTable(ti, all[i], &count, &variables)));
        printf(", location %s %d %d", error_name((*ti)->GetMethodLocation(ti, all[i], &from, &to)), (int)from, (int)to);
        printf(", bytecodes %s", error_name((*ti)->GetBytecodes(ti, all[i], &count, &bytes)));
        printf(", max locals %s", error_name((*ti)->GetMaxLocals(ti, all[i], &count)));
        printf(", arguments %s\n", error_name((*ti)->GetArgumentsSize(ti, all[i], &count)));
    }
}

/* No method of the class has a table of variables. */
JNIEXPORT void JNICALL Java_ErrorsCode_withoutVariables(JNIEnv *jni, jclass me, jclass c)
{
    jint count = -1;
    jvmtiLocalVariableEntry *variables;
    jmethodID m = method(jni, c, "noCode");
    printf("%s: variables %s\n", method_name(m), error_name((*ti)->GetLocalVariableTable(ti, m, &count, &variables)));
}

JNIEXPORT void JNICALL Java_ErrorsCode_klass(JNIEnv *jni, jclass me, jclass c)
{
    char *s = NULL;
    jint a = -1, b = -1;
    unsigned char *bytes;
    jmethodID *methods;
    jfieldID *fields;
    jclass *classes;
    printf("%s: source %s", class_name(c), error_name((*ti)->GetSourceFileName(ti, c, &s)));
    jvmtiError e = (*ti)->GetSourceDebugExtension(ti, c, &s);
    printf(", extension %s %s", error_name(e), e == JVMTI_ERROR_NONE ? s : "");
    printf(", version %s", error_name((*ti)->GetClassVersionNumbers(ti, c, &a, &b)));
    printf(", pool %s", error_name((*ti)->GetConstantPool(ti, c, &a, &b, &bytes)));
    printf(", methods %s", error_name((*ti)->GetClassMethods(ti, c, &a, &methods)));
    printf(", fields %s", error_name((*ti)->GetClassFields(ti, c, &a, &fields)));
    printf(", interfaces %s\n", error_name((*ti)->GetImplementedInterfaces(ti, c, &a, &classes)));
}

JNIEXPORT void JNICALL Java_ErrorsCode_watches(JNIEnv *jni, jclass me, jclass c)
{
    jfieldID f = (*jni)->GetFieldID(jni, c, "field", "I");
    printf("access: clear %s, set %s", error_name((*ti)->ClearFieldAccessWatch(ti, c, f)),
           error_name((*ti)->SetFieldAccessWatch(ti, c, f)));
    printf(", again %s, clear %s\n", error_name((*ti)->SetFieldAccessWatch(ti, c, f)),
           error_name((*ti)->ClearFieldAccessWatch(ti, c, f)));
    printf("modification: clear %s, set %s", error_name((*ti)->ClearFieldModificationWatch(ti, c, f)),
           error_name((*ti)->SetFieldModificationWatch(ti, c, f)));
    printf(", again %s, clear %s\n", error_name((*ti)->SetFieldModificationWatch(ti, c, f)),
           error_name((*ti)->ClearFieldModificationWatch(ti, c, f)));
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_generate_breakpoint_events = caps.can_get_line_numbers = caps.can_access_local_variables =
        caps.can_get_bytecodes = 1;
    caps.can_get_source_file_name = caps.can_get_source_debug_extension = caps.can_get_constant_pool = 1;
    caps.can_generate_field_access_events = caps.can_generate_field_modification_events = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    return 0;
}
