/* Diagnostic commands, as jcmd and DiagnosticCommandMBean run them. A command writes its answer to a stream. */
#include "base/hashmap.h"
#include "core/alloc.h"
#include "core/exception.h"
#include "jdk_release.h"
#include "log/log.h"
#include "meta/module.h"
#include "model/flags.h"
#include "model/options.h"
#include "model/vm.h"
#include "os/os_proc.h"
#include "os/os_time.h"
#include "service/heap_dump.h"
#include "service/management_int.h"
#include "thread/safepoint.h"
#include "thread/vmentry.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct command {
    const char *name, *description, *impact;
    void (*run)(JNIEnv *env, const char *args, FILE *out);
};

static void run_version(JNIEnv *env, const char *args, FILE *out)
{
    const char *jdk = property_get("java.version");
    fprintf(out, "%s version %s\nJDK %s\n", vm_name(), vm_version_string(), jdk ? jdk : JDK_RELEASE_TEXT);
}

static void run_uptime(JNIEnv *env, const char *args, FILE *out)
{
    i64 ms = log_uptime_ns() / OS_NS_PER_MS;
    fprintf(out, "%lld.%03lld s\n", (long long)(ms / 1000), (long long)(ms % 1000));
}

static void run_command_line(JNIEnv *env, const char *args, FILE *out)
{
    const char *path = property_get("java.class.path");
    fputs("VM Arguments:\njvm_args:", out);
    for (int i = 0; i < options.jvm_args; i++) fprintf(out, " %s", options.jvm_arg[i]);
    fprintf(out, "\njava_command: %s\njava_class_path (initial): %s\nLauncher Type: SUN_STANDARD\n",
            options.java_command ? options.java_command : "<unknown>", path ? path : "");
}

static void run_flags(JNIEnv *env, const char *args, FILE *out)
{
    if (strstr(args, "-all"))
        vm_flags_print(out, false, false);
    else
        vm_flags_print_changed(out);
}

/* VMSupport.serializePropertiesToByteArray answers in the form that jcmd and the attach API expect. */
static void print_properties(JNIEnv *env, const char *method, FILE *out)
{
    jclass c = (*env)->FindClass(env, "jdk/internal/vm/VMSupport");
    jmethodID m = c ? (*env)->GetStaticMethodID(env, c, method, "()[B") : NULL;
    jbyteArray a = m ? (*env)->CallStaticObjectMethod(env, c, m) : NULL;
    if (!a || (*env)->ExceptionCheck(env)) {
        (*env)->ExceptionClear(env);
        fputs("could not read the properties\n", out);
        return;
    }
    jsize n = (*env)->GetArrayLength(env, a);
    jbyte *bytes = malloc((size_t)n + 1);
    if (!bytes) {
        fputs("no memory for the properties\n", out);
        return;
    }
    (*env)->GetByteArrayRegion(env, a, 0, n, bytes);
    fwrite(bytes, 1, (size_t)n, out);
    free(bytes);
}
static void run_system_properties(JNIEnv *env, const char *args, FILE *out)
{
    print_properties(env, "serializePropertiesToByteArray", out);
}

static void run_thread_print(JNIEnv *env, const char *args, FILE *out)
{
    VM_ENTRY(env);
    threads_print(self, out);
    VM_RETURN_VOID();
}

static void run_gc(JNIEnv *env, const char *args, FILE *out)
{
    VM_ENTRY(env);
    vm_collect(self, HEAP_CAUSE_TOOL, false);
    VM_RETURN_VOID();
}

static void run_heap_info(JNIEnv *env, const char *args, FILE *out)
{
    size_t class_used, class_committed;
    mm_class_space(&class_used, &class_committed);
    fprintf(out, " heap            total %zuK, used %zuK, max %zuK\n", heap_committed() / KB, heap_used() / KB,
            heap_max() / KB);
    fprintf(out, " class metadata  total %zuK, used %zuK\n", class_committed / KB, class_used / KB);
    fprintf(out, " collections     %llu, %llu ms\n", (unsigned long long)heap_collections(),
            (unsigned long long)(heap_collection_ns() / (u64)OS_NS_PER_MS));
}

/* ---- class histogram ---- */

struct count {
    struct class *c;
    u64 instances, bytes;
};
struct histogram {
    struct hashmap by_class;
};

static bool count_object(struct object *o, void *arg)
{
    struct histogram *h = arg;
    struct count *n = hashmap_get(&h->by_class, object_class(o));
    if (!n) {
        n = vm_calloc(1, sizeof *n);
        n->c = object_class(o);
        hashmap_put(&h->by_class, n->c, n);
    }
    n->instances++;
    n->bytes += object_size(o);
    return true;
}

static int by_bytes(const void *a, const void *b)
{
    const struct count *x = *(struct count *const *)a, *y = *(struct count *const *)b;
    return x->bytes < y->bytes ? 1 : x->bytes > y->bytes ? -1 : 0;
}

static void run_histogram(JNIEnv *env, const char *args, FILE *out)
{
    struct histogram h = { HASHMAP_INIT };
    {
        VM_ENTRY(env);
        if (!strstr(args, "-all")) vm_collect(self, HEAP_CAUSE_TOOL, false); /* only live objects */
        safepoint_begin(self, "ClassHistogram");
        heap_walk(count_object, &h);
        safepoint_end(self);
        VM_LEAVE();
    }
    u32 n = hashmap_count(&h.by_class), cursor = 0, i = 0;
    struct count **list = vm_malloc(n * sizeof *list);
    void *value;
    while (hashmap_next(&h.by_class, &cursor, NULL, &value)) list[i++] = value;
    hashmap_destroy(&h.by_class);
    qsort(list, n, sizeof *list, by_bytes);
    u64 instances = 0, bytes = 0;
    fputs(" num     #instances         #bytes  class name "
          "(module)\n-------------------------------------------------------\n",
          out);
    for (i = 0; i < n; i++) {
        char name[1024];
        const struct module *m = list[i]->c->module;
        fprintf(out, "%4u: %13llu %14llu  %s", i + 1, (unsigned long long)list[i]->instances,
                (unsigned long long)list[i]->bytes, class_external_name(list[i]->c, name, sizeof name));
        if (m && m->name) fprintf(out, " (%s)", m->name->bytes);
        fputc('\n', out);
        instances += list[i]->instances;
        bytes += list[i]->bytes;
        free(list[i]);
    }
    fprintf(out, "Total %13llu %14llu\n", (unsigned long long)instances, (unsigned long long)bytes);
    free(list);
}

/* GC.heap_dump [-all] FILE */
static void run_heap_dump(JNIEnv *env, const char *args, FILE *out)
{
    bool all = !strncmp(args, "-all ", 5);
    if (all) args += 5;
    char path[PATH_MAX], error[256];
    snprintf(path, sizeof path, "%.*s", (int)strcspn(args, " \n"), args);
    if (!*path) {
        fputs("java.lang.IllegalArgumentException: The argument 'filename' is mandatory.\n", out);
        return;
    }
    i64 start = os_time_monotonic_ns(), size;
    {
        VM_ENTRY(env);
        size = heap_dump_write(self, path, !all, false, error, sizeof error);
        VM_LEAVE();
    }
    fprintf(out, "Dumping heap to %s ...\n", path);
    if (size < 0)
        fprintf(out, "Unable to create %s: %s\n", path, error);
    else
        fprintf(out, "Heap dump file created [%lld bytes in %.3f secs]\n", (long long)size,
                (double)(os_time_monotonic_ns() - start) / 1e9);
}

/* JVMTI.agent_load LIBRARY [OPTIONS]: the rest of the line is the agent's, '=' and ',' included; quotes around it are
 * not. A jar goes through libinstrument. */
static void run_agent_load(JNIEnv *env, const char *args, FILE *out)
{
    size_t n = strcspn(args, " ");
    if (n == 0) {
        fputs("java.lang.IllegalArgumentException: The argument 'library path' is mandatory.\n", out);
        return;
    }
    char *path = vm_strdup(args), *text = path + n;
    if (*text) *text++ = 0;
    while (*text == ' ') text++;
    size_t len = strlen(text);
    if (len >= 2 && (*text == '"' || *text == '\'') && text[len - 1] == *text) {
        text[len - 1] = 0;
        text++;
    }
    if (n >= 4 && !strcmp(path + n - 4, ".jar")) {
        size_t size = strlen(path) + strlen(text) + 2;
        char *jar = vm_malloc(size);
        snprintf(jar, size, "%s%s%s", path, *text ? "=" : "", text);
        attach_load_agent(env, "instrument", false, jar, out);
        free(jar);
    } else
        attach_load_agent(env, path, true, *text ? text : NULL, out);
    free(path);
}

static void run_help(JNIEnv *env, const char *args, FILE *out);

static const struct command commands[] = {
    { "GC.class_histogram", "Provide statistics about the Java heap usage.",
      "High: Depends on Java heap size and content.", run_histogram },
    { "GC.heap_dump", "Generate a HPROF format dump of the Java heap.",
      "High: Depends on Java heap size and content. Request a full GC unless the '-all' option is specified.",
      run_heap_dump },
    { "GC.heap_info", "Provide generic Java heap information.", "Medium", run_heap_info },
    { "GC.run", "Call java.lang.System.gc().", "Medium: Depends on Java heap size and content.", run_gc },
    { "JVMTI.agent_load", "Load JVMTI native agent.", "Low", run_agent_load },
    { "ManagementAgent.start", "Start remote management agent.", "Low: No impact", mm_agent_start },
    { "ManagementAgent.start_local", "Start local management agent.", "Low: No impact", mm_agent_start_local },
    { "ManagementAgent.status", "Print the management agent status.", "Low: No impact", mm_agent_status },
    { "ManagementAgent.stop", "Stop remote management agent.", "Low: No impact", mm_agent_stop },
    { "Thread.print", "Print all threads with stacktraces.", "Medium: Depends on the number of threads.",
      run_thread_print },
    { "VM.command_line", "Print the command line used to start this VM instance.", "Low", run_command_line },
    { "VM.flags", "Print VM flag options and their current values.", "Low", run_flags },
    { "VM.system_properties", "Print system properties.", "Low", run_system_properties },
    { "VM.uptime", "Print VM uptime.", "Low", run_uptime },
    { "VM.version", "Print JVM version information.", "Low", run_version },
    { "help",
      "For more information about a specific command use 'help <command>'. With no argument this will show a list of "
      "available commands.",
      "Low", run_help },
};
enum { command_count = ARRAY_LEN(commands) };

static void run_help(JNIEnv *env, const char *args, FILE *out)
{
    if (*args) {
        for (u32 i = 0; i < (u32)command_count; i++) {
            if (strcmp(commands[i].name, args)) continue;
            fprintf(out, "%s\n%s\n\nImpact: %s\n\nSyntax: %s\n", args, commands[i].description, commands[i].impact,
                    args);
            return;
        }
        fprintf(out, "Help unavailable : '%s' : No such command\n", args);
        return;
    }
    fputs("The following commands are available:\n", out);
    for (u32 i = 0; i < (u32)command_count; i++) fprintf(out, "%s\n", commands[i].name);
    fputs("\nFor more information about a specific command use 'help <command>'.\n", out);
}

static const struct command *find(const char *name, size_t len)
{
    for (u32 i = 0; i < (u32)command_count; i++)
        if (strlen(commands[i].name) == len && !memcmp(commands[i].name, name, len)) return &commands[i];
    return NULL;
}

bool mm_run_command(JNIEnv *env, const char *line, FILE *out)
{
    while (*line == ' ') line++;
    size_t n = strcspn(line, " \n");
    const struct command *c = find(line, n);
    if (!c) {
        fputs("java.lang.IllegalArgumentException: Unknown diagnostic command\n", out);
        return false;
    }
    const char *args = line + n;
    while (*args == ' ') args++;
    c->run(env, args, out);
    return true;
}

/* ---- the jmm entries ---- */

jobjectArray mm_commands(JNIEnv *env)
{
    jclass c = (*env)->FindClass(env, "java/lang/String");
    jobjectArray a = c ? (*env)->NewObjectArray(env, (jsize)command_count, c, NULL) : NULL;
    for (u32 i = 0; a && i < command_count; i++)
        (*env)->SetObjectArrayElement(env, a, (jsize)i, (*env)->NewStringUTF(env, commands[i].name));
    return a;
}

void mm_command_info(JNIEnv *env, jobjectArray names, struct jmm_command *info)
{
    jsize n = (*env)->GetArrayLength(env, names);
    for (jsize i = 0; i < n; i++) {
        jstring name = (*env)->GetObjectArrayElement(env, names, i);
        const char *s = name ? (*env)->GetStringUTFChars(env, name, NULL) : NULL;
        if (name && !s) return; /* no memory: pending */
        const struct command *c = s ? find(s, strlen(s)) : NULL;
        if (s) (*env)->ReleaseStringUTFChars(env, name, s);
        if (!c) {
            mm_throw(env, "java/lang/IllegalArgumentException", "Unknown diagnostic command");
            return;
        }
        info[i] = (struct jmm_command){
            .name = c->name, .description = c->description, .impact = c->impact, .enabled = JNI_TRUE
        };
    }
}

/* No command has declared arguments. */
void mm_command_arguments(JNIEnv *env, jstring command, struct jmm_command_argument *info, jint count) {}

jstring mm_execute(JNIEnv *env, jstring command)
{
    const char *line = (*env)->GetStringUTFChars(env, command, NULL);
    if (!line) return NULL;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    jstring result = NULL;
    bool known = out && mm_run_command(env, line, out);
    bool whole = out && !ferror(out);
    if (out) whole &= fclose(out) == 0;
    (*env)->ReleaseStringUTFChars(env, command, line);
    if (!whole)
        mm_throw(env, "java/lang/OutOfMemoryError", "C heap space");
    else if (!known)
        mm_throw(env, "java/lang/IllegalArgumentException", "Unknown diagnostic command");
    else if (!(*env)->ExceptionCheck(env))
        result = (*env)->NewStringUTF(env, text);
    free(text);
    return result;
}
