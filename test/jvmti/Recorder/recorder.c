/* Records what test agents reach: which function gave which answer, which events were delivered, which capabilities
 * were held.
 *
 * Loaded as the first agent, it replaces the JavaVM's function table by a copy whose GetEnv gives test agents
 * environments with a recording function table; both are a store into the first word of what the VM hands out, so it
 * works on any VM and for each environment by itself. Agents that do not lie in a folder test-agents (libjdwp,
 * libinstrument) are left alone. The counts live in a shared mapping of the file that ARGUS_CONFORMANCE_OUT names, so
 * that they outlive a crash. tools/gen/ti_record.py writes the wrappers and fixes the layout. Without the variable
 * nothing is changed. */
#include <dlfcn.h>
#include <fcntl.h>
#include <jvmti.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const struct jvmtiInterface_1_ *rec_real;

#include "tests/ti_record.h"

struct rec_env {
    jvmtiEnv *env;
    jvmtiEventCallbacks agents; /* what the agent set; read while it may change, like the VM's own */
};

static uint64_t *words;
static struct rec_env *envs[1 << 14]; /* open addressing by address; entries stay */
static pthread_mutex_t envs_lock = PTHREAD_MUTEX_INITIALIZER;
static struct JNIInvokeInterface_ vm_table;
static const struct JNIInvokeInterface_ *vm_real;

static void count(size_t word) { __atomic_fetch_add(&words[word], 1, __ATOMIC_RELAXED); }
static jvmtiError rec_count(int function, jvmtiError answer)
{
    unsigned a = (unsigned)answer < REC_ANSWERS ? (unsigned)answer : REC_ANSWERS - 1;
    count(REC_FUNCTIONS + (size_t)function * REC_ANSWERS + a);
    return answer;
}
static void rec_event(int event) { count(REC_EVENTS + (size_t)event); }
static void rec_capability(int i) { count(REC_CAPABILITIES + (size_t)i); }

static struct rec_env *find(jvmtiEnv *env, int add)
{
    size_t mask = sizeof envs / sizeof *envs - 1, i = (uintptr_t)env / 16 & mask;
    for (size_t n = 0; n < mask; n++, i = (i + 1) & mask) {
        struct rec_env *e = __atomic_load_n(&envs[i], __ATOMIC_ACQUIRE);
        if (e && e->env == env) return e;
        if (e) continue;
        if (!add || !(e = calloc(1, sizeof *e))) return NULL;
        e->env = env;
        __atomic_store_n(&envs[i], e, __ATOMIC_RELEASE);
        return e;
    }
    return NULL;
}

static const jvmtiEventCallbacks *rec_callbacks(jvmtiEnv *env)
{
    struct rec_env *e = find(env, 0);
    return e ? &e->agents : NULL;
}

static jvmtiError rec_set_callbacks(jvmtiEnv *env, const jvmtiEventCallbacks *callbacks, jint size)
{
    struct rec_env *e = env ? find(env, 0) : NULL;
    if (!e || !callbacks || size <= 0) return rec_real->SetEventCallbacks(env, callbacks, size);
    jvmtiEventCallbacks mine, old = e->agents, new = { 0 };
    memset(&mine, 0, sizeof mine);
    memcpy(&new, callbacks, (size_t)size < sizeof new ? (size_t)size : sizeof new);
    rec_trampolines(&new, &mine);
    e->agents = new; /* before the VM can use it */
    jvmtiError answer = rec_real->SetEventCallbacks(env, &mine, size > (jint)sizeof mine ? (jint)sizeof mine : size);
    if (answer != JVMTI_ERROR_NONE) e->agents = old;
    return answer;
}

static void rec_capabilities(jvmtiEnv *env)
{
    jvmtiCapabilities held;
    memset(&held, 0, sizeof held);
    if (rec_real->GetCapabilities(env, &held) == JVMTI_ERROR_NONE) rec_held(&held);
}

static int is_test_agent(void *caller)
{
    Dl_info info;
    return dladdr(caller, &info) && info.dli_fname && strstr(info.dli_fname, "/test-agents/");
}

static jint JNICALL get_env(JavaVM *vm, void **out, jint version)
{
    jint r = vm_real->GetEnv(vm, out, version);
    if (r != JNI_OK || (version & JVMTI_VERSION_MASK_INTERFACE_TYPE) != JVMTI_VERSION_INTERFACE_JVMTI ||
        !is_test_agent(__builtin_return_address(0)))
        return r;
    struct _jvmtiEnv {
        const struct jvmtiInterface_1_ *functions;
    } *env = *out;
    pthread_mutex_lock(&envs_lock);
    if (!rec_real) rec_real = env->functions;
    struct rec_env *e = rec_real == env->functions ? find(*out, 1) : NULL;
    if (e) {
        memset(&e->agents, 0, sizeof e->agents); /* the VM may give out the address of a disposed environment again */
        env->functions = &rec_table;
    }
    pthread_mutex_unlock(&envs_lock);
    return r;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    const char *file = getenv("ARGUS_CONFORMANCE_OUT");
    if (!file) return 0;
    int fd = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0 || ftruncate(fd, (off_t)sizeof(uint64_t) * REC_WORDS)) return 1;
    words = mmap(NULL, sizeof(uint64_t) * REC_WORDS, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (words == MAP_FAILED) return 1;
    vm_real = *vm;
    vm_table = *vm_real;
    vm_table.GetEnv = get_env;
    *vm = &vm_table;
    return 0;
}
