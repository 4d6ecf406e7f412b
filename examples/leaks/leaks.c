/* leaks: how is a class's first object reached from the roots? -agentpath:libleaks.so=Demo$Session
 *
 * At the end of the VM it counts the objects of the class that are reachable, and prints the chain of references that
 * keeps one of them. Works on every VM. */
#include <jvmti.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OBJECTS = 1 << 22 };
/* A tag is an index into this table. Classes get theirs before the walk, objects when the walk meets them. */
static struct {
    jint referrer, of_class;
    char seen;
} met[OBJECTS];
static char **class_names;
static jlong met_count, wanted_class, first_found;
static long found_count;
static char wanted[512];

static jint JNICALL on_reference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info, jlong class_tag,
                                 jlong referrer_class_tag, jlong size, jlong *tag, jlong *referrer_tag, jint length,
                                 void *user_data)
{
    if (!*tag) {
        if (met_count + 1 >= OBJECTS) return JVMTI_VISIT_ABORT;
        *tag = ++met_count;
        found_count += class_tag == wanted_class;
        if (class_tag == wanted_class && !first_found) first_found = *tag;
    }
    if (met[*tag].seen) return JVMTI_VISIT_OBJECTS; /* this is a second way to it */
    met[*tag].seen = 1;
    met[*tag].of_class = (jint)class_tag;
    met[*tag].referrer = referrer_tag ? (jint)*referrer_tag : 0; /* NULL: a root */
    return JVMTI_VISIT_OBJECTS;
}

static void JNICALL on_death(jvmtiEnv *jvmti, JNIEnv *jni)
{
    jclass *classes;
    jint count;
    if ((*jvmti)->GetLoadedClasses(jvmti, &count, &classes)) return;
    if (!(class_names = calloc((size_t)count + 1, sizeof *class_names))) return;
    for (jint i = 0; i < count; i++) {
        (*jvmti)->GetClassSignature(jvmti, classes[i], &class_names[i + 1], NULL);
        if (!strcmp(class_names[i + 1], wanted)) wanted_class = i + 1;
        (*jvmti)->SetTag(jvmti, classes[i], i + 1);
    }
    met_count = count;
    jvmtiHeapCallbacks callbacks = { .heap_reference_callback = on_reference };
    (*jvmti)->FollowReferences(jvmti, 0, NULL, NULL, &callbacks, NULL);
    printf("%ld objects of %s are reachable\n", found_count, wanted);
    for (jlong i = first_found; i; i = met[i].referrer) {
        const char *text = i <= count ? class_names[i] : class_names[met[i].of_class];
        printf("  %s%s\n", i <= count ? "class " : "", text);
    }
    if (first_found) printf("  a root\n");
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    jvmtiEnv *jvmti;
    if (!options || (*vm)->GetEnv(vm, (void **)&jvmti, JVMTI_VERSION_11) != JNI_OK) return JNI_ERR;
    snprintf(wanted, sizeof wanted, "L%s;", options);
    jvmtiCapabilities capabilities = { .can_tag_objects = 1 };
    jvmtiEventCallbacks callbacks = { .VMDeath = on_death };
    if ((*jvmti)->AddCapabilities(jvmti, &capabilities)) return JNI_ERR;
    (*jvmti)->SetEventCallbacks(jvmti, &callbacks, sizeof callbacks);
    return (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_VM_DEATH, NULL) ? JNI_ERR : JNI_OK;
}
