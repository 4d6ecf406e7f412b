/* field: tells the life of one field: where it is read and written, and with which value.
 *
 *     -agentpath:libfield.so=Demo$Account.cents
 *
 * Works on every VM. On Argus the program runs as fast as without the agent wherever it does not touch the field. */
#include <jvmti.h>
#include <stdio.h>
#include <string.h>

static char class_signature[512], field_name[256];
static _Thread_local int looks; /* the agent's own look at the field is no event of the program */

/* " in pay (line 12)" and a newline on standard output. */
static void print_place(jvmtiEnv *jvmti, jmethodID m, jlocation at)
{
    char *name = NULL;
    jint lines = 0, line = -1;
    jvmtiLineNumberEntry *table = NULL;
    (*jvmti)->GetMethodName(jvmti, m, &name, NULL, NULL);
    if ((*jvmti)->GetLineNumberTable(jvmti, m, &lines, &table) != JVMTI_ERROR_NONE) lines = 0;
    for (jint i = 0; i < lines; i++)
        if (table[i].start_location <= at) line = table[i].line_number;
    printf(" in %s (line %d)\n", name, line);
    fflush(stdout); /* so that lines of the program come in between */
    (*jvmti)->Deallocate(jvmti, (unsigned char *)name);
    (*jvmti)->Deallocate(jvmti, (unsigned char *)table);
}

static void JNICALL on_read(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jmethodID m, jlocation at, jclass c,
                            jobject object, jfieldID f)
{
    if (!looks) printf("%s is read", field_name), print_place(jvmti, m, at);
}

static void JNICALL on_write(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jmethodID m, jlocation at, jclass c,
                             jobject object, jfieldID f, char type, jvalue value)
{
    looks = 1;
    if (type == 'J' && object) /* other types have functions and members of their own */
        printf("%s %lld -> %lld", field_name, (long long)(*jni)->GetLongField(jni, object, f), (long long)value.j);
    else
        printf("%s is written", field_name);
    looks = 0;
    print_place(jvmti, m, at);
}

static void JNICALL on_prepare(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jclass c)
{
    char *signature, *name;
    jfieldID *fields;
    jint count;
    if ((*jvmti)->GetClassSignature(jvmti, c, &signature, NULL)) return;
    if (strcmp(signature, class_signature) != 0 || (*jvmti)->GetClassFields(jvmti, c, &count, &fields)) count = 0;
    for (jint i = 0; i < count; i++) {
        if ((*jvmti)->GetFieldName(jvmti, c, fields[i], &name, NULL, NULL) || strcmp(name, field_name)) continue;
        (*jvmti)->SetFieldAccessWatch(jvmti, c, fields[i]);
        (*jvmti)->SetFieldModificationWatch(jvmti, c, fields[i]);
    }
    (*jvmti)->Deallocate(jvmti, (unsigned char *)signature);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    jvmtiEnv *jvmti;
    char *dot = options ? strrchr(options, '.') : NULL; /* CLASS.FIELD */
    if (!dot || (*vm)->GetEnv(vm, (void **)&jvmti, JVMTI_VERSION_11) != JNI_OK) return JNI_ERR;
    snprintf(class_signature, sizeof class_signature, "L%.*s;", (int)(dot - options), options);
    snprintf(field_name, sizeof field_name, "%s", dot + 1);
    jvmtiCapabilities wanted = { .can_get_line_numbers = 1 };
    wanted.can_generate_field_access_events = wanted.can_generate_field_modification_events = 1;
    jvmtiEventCallbacks callbacks = { .ClassPrepare = on_prepare,
                                      .FieldAccess = on_read,
                                      .FieldModification = on_write };
    if ((*jvmti)->AddCapabilities(jvmti, &wanted)) return JNI_ERR;
    (*jvmti)->SetEventCallbacks(jvmti, &callbacks, sizeof callbacks);
    (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_CLASS_PREPARE, NULL);
    (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_FIELD_ACCESS, NULL);
    (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_FIELD_MODIFICATION, NULL);
    return JNI_OK;
}
