/* late: joins a VM that runs and replaces a text in a class. argus attach PID liblate.so=Demo,slow,fast
 *
 * The VM hands the bytes of the class to ClassFileLoadHook once more (RetransformClasses), where the agent changes the
 * constant. Real agents use a library that writes class files; a text of the same length needs none. Works on every
 * VM. */
#include <jvmti.h>
#include <stdio.h>
#include <string.h>

static char class_name[256], from[256], to[256];

static void JNICALL on_load(jvmtiEnv *jvmti, JNIEnv *jni, jclass redefined, jobject loader, const char *name,
                            jobject domain, jint size, const unsigned char *data, jint *new_size,
                            unsigned char **new_data)
{
    size_t length = strlen(from);
    if (!redefined || !name || strcmp(name, class_name) != 0) return;
    if ((*jvmti)->Allocate(jvmti, size, new_data) != JVMTI_ERROR_NONE) return; /* the VM gives it back */
    memcpy(*new_data, data, (size_t)size);
    *new_size = size;
    /* A text constant is the byte 1, the length in two bytes, and the text (JVMS 4.4.7). */
    for (unsigned char *p = *new_data, *end = p + size - length - 3; p < end; p++)
        if (p[0] == 1 && p[1] == length >> 8 && p[2] == (length & 255) && memcmp(p + 3, from, length) == 0)
            memcpy(p + 3, to, length);
}

static jclass find_class(jvmtiEnv *jvmti)
{
    jclass *classes, found = NULL;
    jint count;
    char wanted[260], *signature;
    snprintf(wanted, sizeof wanted, "L%s;", class_name);
    if ((*jvmti)->GetLoadedClasses(jvmti, &count, &classes) != JVMTI_ERROR_NONE) return NULL;
    for (jint i = 0; i < count && !found; i++) {
        if ((*jvmti)->GetClassSignature(jvmti, classes[i], &signature, NULL) != JVMTI_ERROR_NONE) continue;
        if (strcmp(signature, wanted) == 0) found = classes[i];
        (*jvmti)->Deallocate(jvmti, (unsigned char *)signature);
    }
    (*jvmti)->Deallocate(jvmti, (unsigned char *)classes);
    return found;
}

JNIEXPORT jint JNICALL Agent_OnAttach(JavaVM *vm, char *options, void *reserved)
{
    jvmtiEnv *jvmti;
    char *error_name = NULL;
    if (!options || sscanf(options, "%255[^,],%255[^,],%255[^,]", class_name, from, to) != 3 ||
        strlen(from) != strlen(to))
        return fprintf(stderr, "late: CLASS,OLD,NEW is wanted, both texts equally long\n"), JNI_ERR;
    if ((*vm)->GetEnv(vm, (void **)&jvmti, JVMTI_VERSION_11) != JNI_OK) return JNI_ERR;
    jvmtiCapabilities wanted = { .can_retransform_classes = 1 };
    jvmtiEventCallbacks callbacks = { .ClassFileLoadHook = on_load };
    if ((*jvmti)->AddCapabilities(jvmti, &wanted)) return JNI_ERR;
    (*jvmti)->SetEventCallbacks(jvmti, &callbacks, sizeof callbacks);
    (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, NULL);
    jclass c = find_class(jvmti);
    jvmtiError error = c ? (*jvmti)->RetransformClasses(jvmti, 1, &c) : JVMTI_ERROR_INVALID_CLASS;
    (*jvmti)->GetErrorName(jvmti, error, &error_name);
    printf("late: %s: %s\n", class_name, error_name);
    fflush(stdout);
    (*jvmti)->DisposeEnvironment(jvmti); /* the class stays changed */
    return error ? JNI_ERR : JNI_OK;
}
