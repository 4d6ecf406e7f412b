/* What test agents share: an environment, a printing lock, the usual questions in one line. Everything printed goes to
 * standard output. */
#ifndef TEST_AGENT_H
#define TEST_AGENT_H

#include <jvmti.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jvmtiEnv *ti;
static JavaVM *the_vm;

/* A call that must succeed: prints what it answered instead. */
#define CHECK(call) \
    do { \
        jvmtiError check_ = (call); \
        if (check_ != JVMTI_ERROR_NONE) \
            printf("%s:%d: %s answered %d\n", __FILE_NAME__, __LINE__, #call, (int)check_); \
    } while (0)

static inline void *keep(void *p) { return p; }
static inline void give_back(void *p) { (*ti)->Deallocate(ti, (unsigned char *)p); }

/* Strings below are in a ring of buffers: good for one printf. */
static inline char *ring(void)
{
    static __thread char buffers[16][2048];
    static __thread int at;
    return buffers[at++ % 16];
}
static inline const char *class_name(jclass c)
{
    char *sig = NULL, *r = ring();
    if (!c || (*ti)->GetClassSignature(ti, c, &sig, NULL) != JVMTI_ERROR_NONE) return "(none)";
    char *suffix = strstr(sig, ".0x"); /* of a hidden class: differs from run to run */
    if (suffix) strcpy(suffix, ";");
    snprintf(r, 2048, "%s", sig);
    give_back(sig);
    return r;
}
static inline const char *method_name(jmethodID m)
{
    char *name = NULL, *sig = NULL, *r = ring();
    jclass c = NULL;
    if (!m || (*ti)->GetMethodName(ti, m, &name, &sig, NULL) != JVMTI_ERROR_NONE ||
        (*ti)->GetMethodDeclaringClass(ti, m, &c) != JVMTI_ERROR_NONE)
        return "(none)";
    snprintf(r, 2048, "%s.%s%s", class_name(c), name, sig);
    give_back(name);
    give_back(sig);
    return r;
}
static inline const char *thread_name(jthread t)
{
    jvmtiThreadInfo info;
    char *r = ring();
    if ((*ti)->GetThreadInfo(ti, t, &info) != JVMTI_ERROR_NONE) return "(none)";
    snprintf(r, 2048, "%s", info.name);
    give_back(info.name);
    return r;
}
static inline jclass class_of_method(jmethodID m)
{
    jclass c = NULL;
    (*ti)->GetMethodDeclaringClass(ti, m, &c);
    return c;
}
static inline int starts_with(const char *s, const char *prefix) { return strncmp(s, prefix, strlen(prefix)) == 0; }

static inline const char *error_name(jvmtiError e)
{
    char *name = NULL, *r = ring();
    if ((*ti)->GetErrorName(ti, e, &name) != JVMTI_ERROR_NONE) return "(no such error)";
    snprintf(r, 2048, "%s", name + strlen("JVMTI_ERROR_"));
    give_back(name);
    return r;
}

static inline jvmtiEnv *new_env(JavaVM *vm)
{
    jvmtiEnv *e = NULL;
    the_vm = vm;
    setvbuf(stdout, NULL, _IOLBF, 0); /* lines of C and of Java in the order in which they were printed */
    if ((*vm)->GetEnv(vm, (void **)&e, JVMTI_VERSION_11) != JNI_OK) {
        printf("no JVM TI environment\n");
        exit(3);
    }
    return e;
}
static inline void enable(jvmtiEnv *e, jvmtiEvent event)
{
    CHECK((*e)->SetEventNotificationMode(e, JVMTI_ENABLE, event, NULL));
}
static inline void disable(jvmtiEnv *e, jvmtiEvent event)
{
    CHECK((*e)->SetEventNotificationMode(e, JVMTI_DISABLE, event, NULL));
}

static inline uint32_t hash_bytes(const unsigned char *p, jint n)
{
    uint32_t h = 2166136261u;
    for (jint i = 0; i < n; i++) h = (h ^ p[i]) * 16777619u;
    return h;
}

#endif
