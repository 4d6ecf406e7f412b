/* Reads and sets each property of a list, in OnLoad and in the live phase. Values that tell of one VM or one machine
 * are not printed. */
#include "agent.h"

static const char *const keys[] = {
    "mine",
    "empty",
    "not.there",
    "java.class.path",
    "java.vm.name",
    "java.vm.info",
    "java.home",
    "java.library.path",
    "sun.boot.library.path",
    "jdk.debug",
    "jdk.module.addopens.0",
    "jdk.module.addopens.7",
    "jdk.module.addexports.0",
    "jdk.module.addreads.0",
    "jdk.module.addmods.0",
    "jdk.module.patch.0",
    "jdk.module.limitmods",
    "jdk.boot.class.path.append",
    "sun.nio.MaxDirectMemorySize",
    "sun.java.launcher.is_altjvm",
    "java.class.version",
};
enum { KEYS = sizeof keys / sizeof *keys };

static const char *shown(const char *key, const char *value)
{
    static const char *const of_one_vm[] = {
        "java.class.path", "jdk.boot.class.path.append", "java.vm.name",         "java.vm.info",
        "java.home",       "java.library.path",          "sun.boot.library.path"
    };
    for (unsigned i = 0; i < sizeof of_one_vm / sizeof *of_one_vm; i++)
        if (!strcmp(key, of_one_vm[i])) return "(something)";
    return value;
}

static void get(const char *key)
{
    char *value = NULL;
    jvmtiError e = (*ti)->GetSystemProperty(ti, key, &value);
    printf("  get %s", error_name(e));
    if (e != JVMTI_ERROR_NONE) return;
    printf(" %s", value ? shown(key, value) : "NULL");
    give_back(value);
}

static void try_all(void)
{
    for (int i = 0; i < KEYS; i++) {
        printf("%s:", keys[i]);
        get(keys[i]);
        /* the VM could not run with the others */
        int changes = !strcmp(keys[i], "mine") || strncmp(keys[i], "java.", 5) != 0;
        if (changes && strcmp(keys[i], "sun.boot.library.path"))
            printf("  set %s", error_name((*ti)->SetSystemProperty(ti, keys[i], "set by the agent")));
        get(keys[i]);
        printf("\n");
    }
}

static void list(void)
{
    jint n = 0;
    char **all = NULL;
    CHECK((*ti)->GetSystemProperties(ti, &n, &all));
    for (int k = 0; k < KEYS; k++) {
        int times = 0;
        for (jint i = 0; i < n; i++) times += !strcmp(all[i], keys[k]);
        printf("%s listed %d\n", keys[k], times);
    }
    for (jint i = 0; i < n; i++) {
        if (starts_with(all[i], "jdk.module") || starts_with(all[i], "jdk.internal")) printf("also %s\n", all[i]);
        give_back(all[i]);
    }
    give_back(all);
}

JNIEXPORT jobjectArray JNICALL Java_SystemProperties_names(JNIEnv *jni, jclass me)
{
    printf("live\n");
    try_all();
    list();
    fflush(stdout);
    jobjectArray a = (*jni)->NewObjectArray(jni, 6, (*jni)->FindClass(jni, "java/lang/String"), NULL);
    static const char *const names[] = { "mine",
                                         "sun.boot.library.path",
                                         "jdk.module.addopens.0",
                                         "jdk.module.addopens.7",
                                         "jdk.boot.class.path.append",
                                         "sun.java.launcher.is_altjvm" };
    for (int i = 0; i < 6; i++) (*jni)->SetObjectArrayElement(jni, a, i, (*jni)->NewStringUTF(jni, names[i]));
    return a;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    printf("OnLoad\n");
    try_all();
    list();
    fflush(stdout);
    return 0;
}
