/* Commands of the recorder: -XX:StartFlightRecording, -XX:FlightRecorderOptions, and what jcmd's JFR.* call. Reading
 * and doing them is the JDK's half (jdk.jfr.internal.dcmd); only JFR.configure has its arguments read here. */
#include "base/text.h"
#include "jfr/jfr_int.h"
#include "model/options.h"
#include "model/vm.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#define PACKAGE "jdk/jfr/internal/dcmd/"
#define STR "Ljava/lang/String;"
#define LONG "Ljava/lang/Long;"

static jobject new_command(JNIEnv *env, const char *name, jclass *cls)
{
    char text[100];
    snprintf(text, sizeof text, PACKAGE "%s", name);
    *cls = (*env)->FindClass(env, text);
    jmethodID make = *cls ? (*env)->GetMethodID(env, *cls, "<init>", "()V") : NULL;
    return make ? (*env)->NewObject(env, *cls, make) : NULL;
}

/* The text of what is pending, which is pending no longer: malloc'ed, or NULL. */
static char *take_message(JNIEnv *env)
{
    jthrowable t = (*env)->ExceptionOccurred(env);
    if (!t) return NULL;
    (*env)->ExceptionClear(env);
    jmethodID m = (*env)->GetMethodID(env, (*env)->GetObjectClass(env, t), "getMessage", "()" STR);
    jstring s = m ? (*env)->CallObjectMethod(env, t, m) : NULL;
    const char *chars = s ? (*env)->GetStringUTFChars(env, s, NULL) : NULL;
    char *text = vm_strdup(chars ? chars : "");
    if (chars) (*env)->ReleaseStringUTFChars(env, s, chars);
    (*env)->ExceptionClear(env);
    return text;
}

static void each_line(JNIEnv *env, jobjectArray lines, jfr_line_fn *fn, void *arg)
{
    jsize n = lines ? (*env)->GetArrayLength(env, lines) : 0;
    for (jsize i = 0; i < n; i++) {
        jstring s = (*env)->GetObjectArrayElement(env, lines, i);
        const char *text = s ? (*env)->GetStringUTFChars(env, s, NULL) : NULL;
        if (text) {
            fn(text, false, arg);
            (*env)->ReleaseStringUTFChars(env, s, text);
        }
        (*env)->DeleteLocalRef(env, s);
    }
}

/* Passes the lines on or, if the command failed, the reason. */
static bool tell_result(JNIEnv *env, jobjectArray lines, jfr_line_fn *fn, void *arg)
{
    char *why = take_message(env);
    if (why)
        fn(why, true, arg);
    else
        each_line(env, lines, fn, arg);
    free(why);
    return !why;
}

bool jfr_command(JNIEnv *env, const char *name, const char *source, const char *text, char delimiter, jfr_line_fn *fn,
                 void *arg)
{
    if ((*env)->PushLocalFrame(env, 32)) return false;
    jclass cls;
    jobject command = new_command(env, name, &cls);
    jmethodID run = command ? (*env)->GetMethodID(env, cls, "execute", "(" STR STR "C)[" STR) : NULL;
    jstring from = run ? (*env)->NewStringUTF(env, source) : NULL, line = from ? (*env)->NewStringUTF(env, text) : NULL;
    jobjectArray lines = line ? (*env)->CallObjectMethod(env, command, run, from, line, (jint)delimiter) : NULL;
    bool good = tell_result(env, lines, fn, arg);
    (*env)->PopLocalFrame(env, NULL);
    return good;
}

void jfr_command_help(JNIEnv *env, const char *name, jfr_line_fn *fn, void *arg)
{
    if ((*env)->PushLocalFrame(env, 32)) return;
    jclass cls;
    jobject command = new_command(env, name, &cls);
    jmethodID help = command ? (*env)->GetMethodID(env, cls, "printHelp", "()[" STR) : NULL;
    (void)tell_result(env, help ? (*env)->CallObjectMethod(env, command, help) : NULL, fn, arg);
    (*env)->PopLocalFrame(env, NULL);
}

/* ---- JFR.configure ---- */

static jobject boxed(JNIEnv *env, const char *cls_name, const char *type, jvalue v)
{
    char sig[60];
    snprintf(sig, sizeof sig, "(%s)L%s;", type, cls_name);
    jclass cls = (*env)->FindClass(env, cls_name);
    jmethodID m = cls ? (*env)->GetStaticMethodID(env, cls, "valueOf", sig) : NULL;
    return m ? (*env)->CallStaticObjectMethodA(env, cls, m, &v) : NULL;
}
static jobject boxed_long(JNIEnv *env, i64 v)
{
    return v < 0 ? NULL : boxed(env, "java/lang/Long", "J", (jvalue){ .j = v });
}

bool jfr_configure(JNIEnv *env, const struct jfr_configuration *c, bool verbose, jfr_line_fn *fn, void *arg)
{
    if ((*env)->PushLocalFrame(env, 48)) return false;
    jclass cls;
    jobject command = new_command(env, "DCmdConfigure", &cls);
    jmethodID run = command ? (*env)->GetMethodID(env, cls, "execute",
                                                  "(Z" STR STR "Ljava/lang/Integer;" LONG LONG LONG LONG LONG
                                                  "Ljava/lang/Boolean;)[" STR)
                            : NULL;
    jobjectArray lines = NULL;
    if (run) {
        jvalue args[] = {
            { .z = verbose },
            { .l = c->repository ? (*env)->NewStringUTF(env, c->repository) : NULL },
            { .l = c->dump_path ? (*env)->NewStringUTF(env, c->dump_path) : NULL },
            { .l = c->stack_depth < 0 ? NULL : boxed(env, "java/lang/Integer", "I", (jvalue){ .i = c->stack_depth }) },
            { .l = boxed_long(env, c->global_count) },
            { .l = boxed_long(env, c->global_size) },
            { .l = boxed_long(env, c->thread_size) },
            { .l = boxed_long(env, c->memory_size) },
            { .l = boxed_long(env, c->chunk_size) },
            { .l = c->sample_threads < 0
                       ? NULL
                       : boxed(env, "java/lang/Boolean", "Z", (jvalue){ .z = (jboolean)c->sample_threads }) },
        };
        if (!(*env)->ExceptionCheck(env)) lines = (*env)->CallObjectMethodA(env, command, run, args);
    }
    bool good = tell_result(env, lines, fn, arg);
    (*env)->PopLocalFrame(env, NULL);
    return good;
}

/* ---- the command line ---- */

static void log_startup(const char *text, bool failed, void *arg)
{
    if (failed)
        LOG(error, jfr_startup, "%s", text);
    else
        LOG(info, jfr_startup, "%s", text);
}

static bool refuse_low(const char *key, const char *value, u64 least, const char *what)
{
    LOG(error, arguments, "Value specified for option \"%s\" is %s", key, value);
    LOG(error, arguments, "This value is lower than the minimum %s %llu%s", what,
        (unsigned long long)(least >= KB ? least / KB : least), least >= KB ? "k" : "");
    return false;
}

static bool take_size(const char *key, const char *value, u64 least, i64 *out)
{
    u64 n;
    if (!text_parse_size(value, &n) || n > INT64_MAX) {
        LOG(error, arguments, "Parsing error memory size value: invalid value");
        return false;
    }
    *out = (i64)n;
    return n >= least || refuse_low(key, value, least, "size required");
}

static bool take_number(const char *key, const char *value, i64 *out)
{
    char *end;
    errno = 0;
    *out = strtoll(value, &end, 10);
    if (!errno && *value && !*end) return true;
    LOG(error, arguments, "Integer parsing error in command argument '%s'. Could not parse: %s.\n", key, value);
    return false;
}

static bool take_bool(const char *key, const char *value, int *out)
{
    *out = !*value || !strcmp(value, "true");
    if (*out || !strcmp(value, "false")) return true;
    LOG(error, arguments, "Boolean parsing error in command argument '%s'. Could not parse: %s.\n", key, value);
    return false;
}

static bool take_option(struct jfr_configuration *c, const char *key, const char *value)
{
    i64 number;
    int yes;
    if (!strcmp(key, "repository")) {
        c->repository = value;
        return true;
    }
    if (!strcmp(key, "threadbuffersize")) return take_size(key, value, 4 * KB, &c->thread_size);
    if (!strcmp(key, "memorysize")) return take_size(key, value, MB, &c->memory_size);
    if (!strcmp(key, "globalbuffersize")) return take_size(key, value, 64 * KB, &c->global_size);
    if (!strcmp(key, "maxchunksize")) return take_size(key, value, 0, &c->chunk_size);
    if (!strcmp(key, "numglobalbuffers"))
        return take_number(key, value, &c->global_count) &&
               (c->global_count >= 2 || refuse_low(key, value, 2, "required number"));
    if (!strcmp(key, "stackdepth")) {
        if (!take_number(key, value, &number)) return false;
        c->stack_depth = (i32)(number < 1 ? 1 : number > 2048 ? 2048 : number);
        return true;
    }
    if (!strcmp(key, "samplethreads")) return take_bool(key, value, &c->sample_threads);
    if (!strcmp(key, "old-object-queue-size")) {
        if (!take_number(key, value, &number)) return false;
        jfr_old_queue_size = (u32)(number < 0 ? 0 : number > JFR_OLD_QUEUE_MOST ? JFR_OLD_QUEUE_MOST : number);
        return true;
    }
    if (!strcmp(key, "retransform")) {
        if (!take_bool(key, value, &yes)) return false;
        jfr_may_retransform = yes;
        return true;
    }
    LOG(error, arguments, "Unknown argument '%s' in diagnostic command.", key);
    return false;
}

/* Global buffers and the memory for all of them belong together: what is not given comes from the others. */
static void complete(struct jfr_configuration *c)
{
    bool size = c->global_size >= 0, count = c->global_count >= 0, memory = c->memory_size >= 0;
    if (!size) c->global_size = memory && count ? c->memory_size / c->global_count : (i64)(512 * KB);
    if (!count) c->global_count = memory ? (c->memory_size + c->global_size - 1) / c->global_size : 20;
    if (!memory) c->memory_size = c->global_size * c->global_count;
    if (c->thread_size < 0) c->thread_size = (i64)(8 * KB);
    if (c->stack_depth < 0) c->stack_depth = 64;
}

static bool configure_from(JNIEnv *env, const char *text)
{
    struct jfr_configuration c = JFR_NOTHING_CONFIGURED;
    char *copy = vm_strdup(text), *rest = copy;
    bool good = true;
    for (char *key; good && (key = strsep(&rest, ",")) != NULL;) {
        if (!*key) continue;
        char *value = strchr(key, '=');
        if (value) *value++ = 0;
        good = take_option(&c, key, value ? value : "");
    }
    if (good && *text) {
        complete(&c);
        good = jfr_configure(env, &c, false, log_startup, NULL);
    }
    free(copy);
    return good;
}

void jfr_start_from_options(struct thread *self)
{
    IN_STATE(self, VM);
    if (!options.recorder_options && !options.recording_count) return;
    JNIEnv *env = thread_env(self);
    thread_to_native(self);
    if (options.recorder_options && !configure_from(env, options.recorder_options))
        vm_exit_during_init("Failure when starting JFR on_create_vm_2");
    if (options.recording_count && options.no_flight_recorder) {
        puts("Flight Recorder is disabled.\n");
        fflush(stdout);
    } else
        for (u32 i = 0; i < options.recording_count; i++) {
            if (!jfr_command(env, "DCmdStart", "internal", options.recordings[i], ',', log_startup, NULL))
                vm_exit_during_init("Failure when starting JFR on_create_vm_3");
        }
    thread_from_native(self);
}
