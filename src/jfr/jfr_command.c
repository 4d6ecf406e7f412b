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

/* The four sizes that belong together, as they were given; NULL: not given. */
struct given {
    const char *memory, *global_size, *global_count, *thread;
};

static bool take_option(struct jfr_configuration *c, struct given *g, const char *key, const char *value)
{
    i64 number;
    if (!strcmp(key, "threadbuffersize")) g->thread = value;
    if (!strcmp(key, "memorysize")) g->memory = value;
    if (!strcmp(key, "globalbuffersize")) g->global_size = value;
    if (!strcmp(key, "numglobalbuffers")) g->global_count = value;
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

static const i64 default_size = 512 * (i64)KB, default_thread = 8 * (i64)KB, least_memory = (i64)MB,
                 least_size = 64 * (i64)KB, most_unit = (i64)MB;
enum { DEFAULT_COUNT = 20, LEAST_COUNT = 2 };

static void say_value(const char *key, const char *given, const char *by_default)
{
    LOG(error, arguments, "Value %s for option %s is %s", given ? "specified" : "default", key,
        given ? given : by_default);
}

/* More than it may be: `small` of `large`. */
static bool refuse_larger(const char *large, const char *large_given, const char *small, const char *small_given)
{
    char key[40];
    snprintf(key, sizeof key, "\"%s\"", large);
    say_value(key, large_given, "");
    snprintf(key, sizeof key, "\"%s\"", small);
    say_value(key, small_given, "");
    LOG(error, arguments, "The value for option \"%s\" should not be larger than the value specified for option \"%s\"",
        small, large);
    return false;
}

/* Do the options agree with each other? Values as they were given, not rounded. */
static bool agree(const struct jfr_configuration *c, const struct given *g)
{
    bool both = g->global_size && g->global_count;
    i64 all;
    if (both && __builtin_mul_overflow(c->global_size, c->global_count, &all)) all = INT64_MAX;
    if (both && g->memory && all != c->memory_size) {
        say_value("\"globalbuffersize\"", g->global_size, "");
        say_value("\"numglobalbuffers\"", g->global_count, "");
        say_value("\"memorysize\"", g->memory, "");
        LOG(error, arguments, "These values are causing an ambiguity when trying to determine how much memory to use");
        LOG(error, arguments, "\"globalbuffersize\" * \"numglobalbuffers\" do not equal \"memorysize\"");
        LOG(error, arguments, "Try to remove one of the involved options or make sure they are unambigous");
        return false;
    }
    if (both && all < least_memory) {
        say_value("\"globalbuffersize\"", g->global_size, "");
        say_value("\"numglobalbuffers\"", g->global_count, "");
        LOG(error, arguments,
            "\"globalbuffersize\" * \"numglobalbuffers\" (%lld) is lower than minimum memory size required %lld",
            (long long)all, (long long)least_memory);
        return false;
    }
    if (g->global_size && g->thread && c->thread_size > c->global_size)
        return refuse_larger("globalbuffersize", g->global_size, "threadbuffersize", g->thread);
    if (g->memory && g->global_size && c->global_size > c->memory_size)
        return refuse_larger("memorysize", g->memory, "globalbuffersize", g->global_size);
    if (g->memory && g->thread && c->thread_size > c->memory_size)
        return refuse_larger("memorysize", g->memory, "threadbuffersize", g->thread);
    return true;
}

/* A size of buffers for so much memory: the default one, or halves or doubles of it that give about as many of them. */
static i64 unit_for(i64 memory)
{
    i64 unit = default_size;
    while (unit > least_size && memory / unit < DEFAULT_COUNT) unit /= 2;
    while (unit < most_unit && memory / (2 * unit) >= DEFAULT_COUNT) unit *= 2;
    return unit;
}

static bool refuse_split(const struct given *g)
{
    say_value("\"memorysize\"", g->memory, "");
    say_value("\"globalbuffersize\"", g->global_size, "512k");
    say_value(" \"numglobalbuffers\"", g->global_count, "20");
    say_value("\"threadbuffersize\"", g->thread, "8k");
    return false;
}

/* Global buffers and the memory for all of them belong together: what is not given comes from the others. Sizes are
 * whole pages, the memory is exactly all global buffers, and none of these is smaller than a thread's. */
static bool complete(struct jfr_configuration *c, const struct given *g)
{
    if (!agree(c, g)) return false;
    enum { PAGE = 4096 };
    i64 thread = ALIGN_UP(g->thread ? c->thread_size : default_thread, (i64)PAGE);
    i64 size = g->global_size ? ALIGN_UP(c->global_size, (i64)PAGE) : 0, count = g->global_count ? c->global_count : 0;
    if (!g->memory) {
        if (!size) size = thread > default_size ? thread : default_size;
        if (!count) count = DEFAULT_COUNT;
    } else {
        i64 memory = ALIGN_UP(c->memory_size, (i64)PAGE);
        if (!count || (!size && g->thread && memory / count < thread)) {
            i64 unit = size ? size : count ? thread : unit_for(memory);
            if (unit < thread) unit = thread;
            count = memory / unit;
        }
        if (count < LEAST_COUNT) {
            refuse_split(g);
            LOG(error, arguments, "numglobalbuffers %lld is less than minimal value %d", (long long)count, LEAST_COUNT);
            LOG(error, arguments, "Decrease globalbuffersize/threadbuffersize or increase memorysize");
            return false;
        }
        size = ALIGN_DOWN(memory / count, (i64)PAGE);
        if (size < PAGE) size = PAGE;
        if (size < thread) {
            refuse_split(g);
            LOG(error, arguments, "globalbuffersize %lld is less than threadbuffersize%lld", (long long)size,
                (long long)thread);
            LOG(error, arguments, "Decrease globalbuffersize or increase memorysize or adjust global/threadbuffersize");
            return false;
        }
    }
    c->thread_size = thread;
    c->global_size = size;
    c->global_count = count;
    if (__builtin_mul_overflow(size, count, &c->memory_size)) c->memory_size = ALIGN_DOWN(INT64_MAX, (i64)PAGE);
    if (c->stack_depth < 0) c->stack_depth = 64;
    return true;
}

static bool configure_from(JNIEnv *env, const char *text)
{
    struct jfr_configuration c = JFR_NOTHING_CONFIGURED;
    struct given g = { 0 };
    char *copy = vm_strdup(text), *rest = copy;
    bool good = true;
    for (char *key; good && (key = strsep(&rest, ",")) != NULL;) {
        if (!*key) continue;
        char *value = strchr(key, '=');
        if (value) *value++ = 0;
        good = take_option(&c, &g, key, value ? value : "");
    }
    if (good && *text) good = complete(&c, &g) && jfr_configure(env, &c, false, log_startup, NULL);
    free(copy);
    return good;
}

void jfr_start_from_options(struct thread *self)
{
    IN_STATE(self, VM);
    if (!options.recorder_options && !options.recording_count) return;
    /* Recordings that start say so, unless an option asks for something else. */
    if (options.recording_count && atomic_load(&log_enabled_levels[LOGTAGS_jfr_startup]) == LOG_warning)
        (void)log_select_stdout("jfr+startup=info");
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
