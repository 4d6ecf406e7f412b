/* Redefines, and asks old method ids. */
#include "agent.h"

static jmethodID ids[8];
static jboolean statics[8];
static int remembered;

JNIEXPORT jint JNICALL Java_RedefineAddDelete_redefine(JNIEnv *jni, jclass me, jclass c, jbyteArray file)
{
    jvmtiClassDefinition d = { c, (*jni)->GetArrayLength(jni, file),
                               (unsigned char *)(*jni)->GetByteArrayElements(jni, file, NULL) };
    jvmtiError e = (*ti)->RedefineClasses(ti, 1, &d);
    (*jni)->ReleaseByteArrayElements(jni, file, (jbyte *)d.class_bytes, JNI_ABORT);
    return (jint)e;
}

JNIEXPORT jboolean JNICALL Java_RedefineAddDelete_obsoleteAt(JNIEnv *jni, jclass me, jint depth)
{
    jmethodID m;
    jlocation at;
    jboolean yes = 9;
    CHECK((*ti)->GetFrameLocation(ti, NULL, depth, &m, &at));
    CHECK((*ti)->IsMethodObsolete(ti, m, &yes));
    return yes;
}

JNIEXPORT void JNICALL Java_RedefineAddDelete_remember(JNIEnv *jni, jclass me, jclass c, jstring name, jstring sig,
                                                       jboolean is_static)
{
    const char *n = (*jni)->GetStringUTFChars(jni, name, NULL), *s = (*jni)->GetStringUTFChars(jni, sig, NULL);
    statics[remembered] = is_static;
    ids[remembered++] = is_static ? (*jni)->GetStaticMethodID(jni, c, n, s) : (*jni)->GetMethodID(jni, c, n, s);
    (*jni)->ReleaseStringUTFChars(jni, name, n);
    (*jni)->ReleaseStringUTFChars(jni, sig, s);
}

JNIEXPORT void JNICALL Java_RedefineAddDelete_ask(JNIEnv *jni, jclass me, jclass c, jobject o)
{
    for (int i = 0; i < remembered; i++) {
        char *name = NULL, *sig = NULL;
        jint modifiers = -1, locals = -1, n = -1;
        jboolean obsolete = 9;
        jclass owner = NULL;
        unsigned char *code = NULL;
        jvmtiError e = (*ti)->GetMethodName(ti, ids[i], &name, &sig, NULL);
        printf("id %d: %s %s %s", i, error_name(e), e ? "" : name, e ? "" : sig);
        printf(" obsolete %s", error_name((*ti)->IsMethodObsolete(ti, ids[i], &obsolete)));
        printf(" %d, class %s", obsolete, error_name((*ti)->GetMethodDeclaringClass(ti, ids[i], &owner)));
        printf(" %d", (*jni)->IsSameObject(jni, owner, c));
        printf(", modifiers %s", error_name((*ti)->GetMethodModifiers(ti, ids[i], &modifiers)));
        printf(" %x, locals %s", modifiers, error_name((*ti)->GetMaxLocals(ti, ids[i], &locals)));
        printf(" %d, code %s", locals, error_name((*ti)->GetBytecodes(ti, ids[i], &n, &code)));
        printf(" %d\n", n);
        give_back(name);
        give_back(sig);
        give_back(code);
    }
}

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

JNIEXPORT jstring JNICALL Java_RedefineAddDelete_methods(JNIEnv *jni, jclass me, jclass c)
{
    jint n;
    jmethodID *all;
    char *texts[64], out[4096] = "";
    CHECK((*ti)->GetClassMethods(ti, c, &n, &all));
    for (jint i = 0; i < n; i++) {
        jboolean obsolete = 9;
        char text[256];
        CHECK((*ti)->IsMethodObsolete(ti, all[i], &obsolete));
        snprintf(text, sizeof text, "%s%s", strchr(method_name(all[i]), '.') + 1, obsolete ? " obsolete" : "");
        texts[i] = strdup(text);
    }
    qsort(texts, (size_t)n, sizeof *texts, by_text);
    for (jint i = 0; i < n; i++) {
        strcat(strcat(out, texts[i]), " ");
        free(texts[i]);
    }
    give_back(all);
    return (*jni)->NewStringUTF(jni, out);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    jvmtiCapabilities caps;
    memset(&caps, 0, sizeof caps);
    caps.can_redefine_classes = 1;
    caps.can_get_bytecodes = 1;
    CHECK((*ti)->AddCapabilities(ti, &caps));
    return 0;
}
