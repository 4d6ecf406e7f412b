/* Diagnostic commands for jcmd and DiagnosticCommandMBean: the list, parsing of arguments, help. The commands are in
 * mm_command_heap.c, mm_command_class.c, mm_command_vm.c, mm_command_compiler.c, mm_command_page.c and
 * mm_agent.c. */
#include "service/mm_command.h"
#include "base/text.h"
#include "os/os_mem.h"
#include <errno.h>
#include <stdlib.h>

#define MONITOR "java.lang.management.ManagementPermission(monitor)"
#define CONTROL "java.lang.management.ManagementPermission(control)"
#define OPTION(name, about, type, initial) { name, about, type, initial, true, false }
#define OPTIONAL(name, about) { name, about, "STRING", NULL, false, false }
#define MANDATORY(name, about) { name, about, "STRING", NULL, false, true }

static const struct command_argument histogram_arguments[] = {
    OPTION("-all", "Inspect all objects, including unreachable objects", "BOOLEAN", "false"),
    OPTION("-parallel", "Number of threads for the inspection; this VM uses one", "INT", "0"),
};
static const struct command_argument dump_arguments[] = {
    MANDATORY("filename", "Name of the dump file"),
    OPTION("-all", "Dump all objects, including unreachable objects", "BOOLEAN", "false"),
    OPTION("-gz", "Compress the dump (gzip) with this level, 1 (fastest) to 9", "INT", NULL),
    OPTION("-overwrite", "Write over a file that is there", "BOOLEAN", "false"),
};
static const struct command_argument load_arguments[] = {
    MANDATORY("library path", "Absolute path of the JVMTI agent to load."),
    OPTIONAL("agent option", "Option string to pass the agent."),
};
static const struct command_argument thread_arguments[] = {
    OPTION("-l", "print java.util.concurrent locks", "BOOLEAN", "false"),
    OPTION("-e", "print extended thread information", "BOOLEAN", "false"),
};
static const struct command_argument hierarchy_arguments[] = {
    OPTIONAL("classname", "Class whose superclasses are printed; all classes if there is none."),
    OPTION("-i", "Print interfaces.", "BOOLEAN", "false"),
    OPTION("-s", "Print the subclasses of the class too.", "BOOLEAN", "false"),
};
static const struct command_argument loaders_arguments[] = {
    OPTION("show-classes", "Print loaded classes.", "BOOLEAN", "false"),
    OPTION("verbose", "Print detailed information.", "BOOLEAN", "false"),
    OPTION("fold", "Show loaders of the same name and class as one.", "BOOLEAN", "true"),
};
static const struct command_argument events_arguments[] = {
    OPTION("log", "Name of the log to be printed; all if there is none.", "STRING", NULL),
    OPTION("max", "How many events at most, the newest.", "STRING", NULL),
};
static const struct command_argument all_arguments[] = {
    OPTION("-all", "Print all flags supported by the VM", "BOOLEAN", "false"),
};
static const struct command_argument log_arguments[] = {
    OPTION("output", "Name or index (#<index>) of the output to configure.", "STRING", NULL),
    OPTION("output_options", "Options for the output.", "STRING", NULL),
    OPTION("what", "Which tags to log.", "STRING", NULL),
    OPTION("decorators", "Which decorators to use; 'none' or nothing: none.", "STRING", NULL),
    OPTION("disable", "Turn all logging off.", "BOOLEAN", NULL),
    OPTION("list", "List the configuration.", "BOOLEAN", NULL),
    OPTION("rotate", "Rotate all files.", "BOOLEAN", NULL),
};
static const struct command_argument metaspace_arguments[] = {
    OPTION("basic", "Print a summary only.", "BOOLEAN", "false"),
    OPTION("show-loaders", "Show usage by class loader.", "BOOLEAN", "false"),
    OPTION("show-classes", "With show-loaders: show the classes of each loader.", "BOOLEAN", "false"),
    OPTION("by-chunktype", "Taken, and nothing more is shown.", "BOOLEAN", "false"),
    OPTION("by-spacetype", "Taken, and nothing more is shown.", "BOOLEAN", "false"),
    OPTION("vslist", "Taken, and nothing more is shown.", "BOOLEAN", "false"),
    OPTION("chunkfreelist", "Taken, and nothing more is shown.", "BOOLEAN", "false"),
    OPTION("scale", "1, KB, MB, GB, or \"dynamic\".", "STRING", "dynamic"),
};
static const struct command_argument native_arguments[] = {
    OPTION("summary", "Print a summary of native memory", "BOOLEAN", "false"),
    OPTION("detail", "The same; there are no call sites", "BOOLEAN", "false"),
    OPTION("baseline", "Remember the numbers for a comparison later", "BOOLEAN", "false"),
    OPTION("summary.diff", "Compare with those remembered", "BOOLEAN", "false"),
    OPTION("detail.diff", "Compare with those remembered", "BOOLEAN", "false"),
    OPTION("shutdown", "Not supported", "BOOLEAN", "false"),
    OPTION("statistics", "Not supported", "BOOLEAN", "false"),
    OPTION("scale", "KB, MB or GB", "STRING", "KB"),
};
static const struct command_argument set_flag_arguments[] = {
    MANDATORY("flag name", "The name of the flag we want to set"),
    OPTIONAL("string value", "The value we want to set"),
};
static const struct command_argument verbose_arguments[] = {
    OPTION("-verbose", "Dump the content of the table", "BOOLEAN", "false"),
};
static const struct command_argument date_arguments[] = {
    OPTION("-date", "Add a prefix with current date", "BOOLEAN", "false"),
};
static const struct command_argument help_arguments[] = {
    OPTIONAL("command name", "The name of the command for which we want help"),
    OPTION("-all", "Show help for all commands", "BOOLEAN", "false"),
};

static const struct command_argument configure_arguments[] = {
    OPTION("repositorypath", "Path to repository,.e.g \\\"My Repository\\\"", "STRING", NULL),
    OPTION("dumppath", "Path to dump, e.g. \\\"My Dump path\\\"", "STRING", NULL),
    OPTION("stackdepth", "Stack depth", "INT", "64"),
    OPTION("globalbuffercount", "Number of global buffers,", "INT", "20"),
    OPTION("globalbuffersize", "Size of a global buffers,", "MEMORY SIZE", "512k"),
    OPTION("thread_buffer_size", "Size of a thread buffer", "MEMORY SIZE", "8k"),
    OPTION("memorysize", "Overall memory size, ", "MEMORY SIZE", "10m"),
    OPTION("maxchunksize", "Size of an individual disk chunk", "MEMORY SIZE", "12m"),
    OPTION("samplethreads", "Activate thread sampling", "BOOLEAN", "true"),
};

static const struct command_argument page_start_arguments[] = {
    OPTION("-port", "Port of 127.0.0.1; 0: any that is free.", "INT", "0"),
    OPTION("-socket", "Path of a Unix socket, in place of a port.", "STRING", NULL),
    OPTION("-lease", "End the page when nobody asks for that many seconds.", "INT", NULL),
};
static const struct command_argument page_status_arguments[] = {
    OPTION("-lease", "Begin the lease again, with that many seconds, if there is one.", "INT", NULL),
};
static const struct command_argument probe_list_arguments[] = {
    OPTION("-format", "text or json.", "STRING", "text"),
};
static const struct command_argument probe_places_arguments[] = {
    MANDATORY("pattern", "CLASS.NAME, with * for any characters."),
};
static const struct command_argument probe_read_arguments[] = {
    MANDATORY("probe", "The number that Probe.add answered."),
    OPTION("-format", "text, json, folded (stacks), or output: only what was printed.", "STRING", "text"),
    OPTION("-delta", "Only what was added since the last such read.", "BOOLEAN", "false"),
    OPTION("-lease", "Remove the probe when nobody reads it so for that many seconds.", "INT", NULL),
};
static const struct command_argument probe_remove_arguments[] = {
    MANDATORY("probe", "The number that Probe.add answered."),
    OPTION("-format", "text, json or folded: print what it has counted to its last hit.", "STRING", NULL),
    OPTION("-delta", "Of that, only what was added since the last read with -delta.", "BOOLEAN", "false"),
};

static command_fn run_help;
#define WITH(arguments) arguments, ARRAY_LEN(arguments), false, false, NULL, false, false, false
#define BARE NULL, 0, false, false, NULL, false, false, false
#define RAW NULL, 0, true, true, NULL, false, false, false
#define RAW_LIVE NULL, 0, true, true, NULL, false, true, false
#define ATTACHED(arguments) \
    arguments, ARRAY_LEN(arguments), false, true, NULL, false, false, false /* no operation of the bean */

/* sorted by name */
static const struct command commands[] = {
    { "Compiler.codecache", "Print code cache layout and bounds.", "Low", MONITOR, mm_code_cache, BARE },
    { "Compiler.codelist", "Print all compiled methods in code cache that are alive", "Medium", MONITOR, mm_code_list,
      BARE },
    { "Compiler.perfmap", "Write map file for Linux perf tool.", "Low", MONITOR, mm_perf_map, BARE },
    { "Compiler.queue", "Print methods queued for compilation.", "Low", MONITOR, mm_code_queue, BARE },
    { "GC.class_histogram", "Provide statistics about the Java heap usage.",
      "High: Depends on Java heap size and content.", MONITOR, mm_class_histogram, WITH(histogram_arguments) },
    { "GC.finalizer_info", "Provide information about Java finalization queue.", "Medium", MONITOR, mm_finalizer_info,
      BARE },
    { "GC.heap_dump", "Generate a HPROF format dump of the Java heap.",
      "High: Depends on Java heap size and content. Request a full GC unless the '-all' option is specified.", MONITOR,
      mm_heap_dump, dump_arguments, ARRAY_LEN(dump_arguments), false, true, NULL, false, false, false },
    { "GC.heap_info", "Provide generic Java heap information.", "Medium", MONITOR, mm_heap_info, BARE },
    { "GC.run", "Call java.lang.System.gc().", "Medium: Depends on Java heap size and content.", NULL, mm_run_gc,
      BARE },
    { "GC.run_finalization", "Call java.lang.System.runFinalization().", "Medium: Depends on Java content.", NULL,
      mm_run_finalization, BARE },
    { "JFR.check", "Checks running JFR recording(s)", "Low", MONITOR, mm_jfr_check, NULL, 0, true, false, "DCmdCheck",
      false, true, false },
    { "JFR.configure", "Configure JFR", "Low", MONITOR, mm_jfr_configure, configure_arguments,
      ARRAY_LEN(configure_arguments), false, false, "DCmdConfigure", false, true, false },
    { "JFR.dump", "Copies contents of a JFR recording to file. Either the name or the recording id must be specified.",
      "Low", MONITOR, mm_jfr_dump, NULL, 0, true, false, "DCmdDump", false, true, false },
    { "JFR.start", "Starts a new JFR recording",
      "Medium: Depending on the settings for a recording, the impact can range from low to high.", MONITOR,
      mm_jfr_start, NULL, 0, true, false, "DCmdStart", false, true, false },
    { "JFR.stop", "Stops a JFR recording", "Low", MONITOR, mm_jfr_stop, NULL, 0, true, false, "DCmdStop", false, true,
      false },
    { "JVMTI.agent_load", "Load JVMTI native agent.", "Low", CONTROL, mm_agent_load, load_arguments,
      ARRAY_LEN(load_arguments), true, false, NULL, false, true, false },
    { "JVMTI.data_dump", "Signal the JVM to do a data dump request for JVMTI.", "High", MONITOR, mm_data_dump, BARE },
    { "ManagementAgent.start", "Start remote management agent.", "Low: No impact", NULL, mm_agent_start, RAW_LIVE },
    { "ManagementAgent.start_local", "Start local management agent.", "Low: No impact", NULL, mm_agent_start_local,
      RAW_LIVE },
    { "ManagementAgent.status", "Print the management agent status.", "Low: No impact", MONITOR, mm_agent_status,
      RAW_LIVE },
    { "ManagementAgent.stop", "Stop remote management agent.", "Low: No impact", NULL, mm_agent_stop, RAW_LIVE },
    { "Page.start", "Start the live page and print its URL (docs/page.md).", "Low", CONTROL, mm_page_start,
      page_start_arguments, ARRAY_LEN(page_start_arguments), false, true, NULL, false, true, false },
    { "Page.status", "Print the URL of the live page, and what it has answered.", "Low", CONTROL, mm_page_status,
      ATTACHED(page_status_arguments) },
    { "Page.stop", "End the live page.", "Low", CONTROL, mm_page_stop, NULL, 0, false, true, NULL, false, false,
      false },
    { "Probe.add", "Set a probe: the line behind the command is its text, or the file that has it (docs/probes.md).",
      "Medium: Depends on how often its places are reached.", CONTROL, mm_probe_add, NULL, 0, true, true, NULL, false,
      false, true },
    { "Probe.list", "Print the probes that are set.", "Low", MONITOR, mm_probe_list, ATTACHED(probe_list_arguments) },
    { "Probe.places", "Print the methods that a pattern CLASS.NAME names.", "Low", MONITOR, mm_probe_places,
      ATTACHED(probe_places_arguments) },
    { "Probe.read", "Print what a probe has counted.", "Low", MONITOR, mm_probe_read, ATTACHED(probe_read_arguments) },
    { "Probe.remove", "Remove a probe.", "Medium: stops all threads for a moment.", CONTROL, mm_probe_remove,
      ATTACHED(probe_remove_arguments) },
    { "System.trim_native_heap", "Attempts to free up memory by trimming the C-heap.", "Low", CONTROL,
      mm_trim_native_heap, BARE },
    { "Thread.print", "Print all threads with stacktraces.", "Medium: Depends on the number of threads.", MONITOR,
      mm_thread_print, WITH(thread_arguments) },
    { "VM.class_hierarchy", "Print all loaded classes below their superclasses, with their loaders.",
      "Medium: Depends on number of loaded classes.", MONITOR, mm_class_hierarchy, WITH(hierarchy_arguments) },
    { "VM.classloader_stats", "Print statistics about all ClassLoaders.", "Low", MONITOR, mm_classloader_stats, BARE },
    { "VM.classloaders", "Prints classloader hierarchy.",
      "Medium: Depends on number of class loaders and classes loaded.", MONITOR, mm_classloaders,
      WITH(loaders_arguments) },
    { "VM.command_line", "Print the command line used to start this VM instance.", "Low", MONITOR, mm_vm_command_line,
      BARE },
    { "VM.dynlibs", "Print loaded dynamic libraries.", "Low", MONITOR, mm_vm_dynlibs, BARE },
    { "VM.events", "Print VM event logs", "Low: Depends on event log size. ", MONITOR, mm_vm_events,
      WITH(events_arguments) },
    { "VM.flags", "Print VM flag options and their current values.", "Low", MONITOR, mm_vm_flags, WITH(all_arguments) },
    { "VM.info", "Print information about JVM environment and status.", "Low", MONITOR, mm_vm_info, BARE },
    { "VM.log", "Lists current log configuration, enables/disables/configures a log output, or rotates all logs.",
      "Low: No impact", CONTROL, mm_vm_log, WITH(log_arguments) },
    { "VM.metaspace", "Prints the statistics for the metaspace", "Medium: Depends on number of classes loaded.",
      MONITOR, mm_metaspace, WITH(metaspace_arguments) },
    { "VM.native_memory", "Print native memory usage", "Medium", MONITOR, mm_native_memory, WITH(native_arguments) },
    { "VM.redefinition", "Print which classes were redefined, and what was refused and why (docs/redefinition.md).",
      "Low", MONITOR, mm_redefinition, BARE },
    { "VM.set_flag", "Sets VM flag option using the provided value.", "Low", CONTROL, mm_vm_set_flag,
      WITH(set_flag_arguments) },
    { "VM.start_java_debugging",
      "Starts up the Java debugging if the jdwp agentlib was enabled with the option onjcmd=y.",
      "High: Switches the VM into Java debug mode.", CONTROL, mm_start_debugging, NULL, 0, false, true, NULL, true,
      true, false },
    { "VM.stringtable", "Dump string table.", "Medium: Depends on Java content.", MONITOR, mm_stringtable,
      WITH(verbose_arguments) },
    { "VM.symboltable", "Dump symbol table.", "Medium: Depends on Java content.", MONITOR, mm_symboltable,
      WITH(verbose_arguments) },
    { "VM.system_properties", "Print system properties.", "Low", "java.util.PropertyPermission(*, read)",
      mm_vm_properties, BARE },
    { "VM.systemdictionary", "Prints the statistics for dictionary hashtable sizes and bucket length",
      "Medium: Depends on Java content.", MONITOR, mm_systemdictionary, WITH(verbose_arguments) },
    { "VM.uptime", "Print VM uptime.", "Low", NULL, mm_vm_uptime, WITH(date_arguments) },
    { "VM.version", "Print JVM version information.", "Low", "java.util.PropertyPermission(java.vm.version, read)",
      mm_vm_version, BARE },
    { "help",
      "For more information about a specific command use 'help <command>'. With no argument this will show a list of "
      "available commands. 'help all' will show help for all commands.",
      "Low", NULL, run_help, WITH(help_arguments) },
};
enum { command_count = ARRAY_LEN(commands) };

static const struct command *find(const char *name, size_t len)
{
    for (u32 i = 0; i < (u32)command_count; i++)
        if (strlen(commands[i].name) == len && !memcmp(commands[i].name, name, len)) return &commands[i];
    return NULL;
}

/* ---- help ---- */

static void help_argument(const struct command_argument *a, FILE *out)
{
    fprintf(out, "\t%s : %s%s (%s, ", a->name, a->mandatory ? " " : "[optional] ", a->description, a->type);
    fprintf(out, a->default_text ? "%s)\n" : "no default value)\n", a->default_text);
}

static void help_syntax(const struct command *c, FILE *out)
{
    u32 options_there = 0;
    for (u32 i = 0; i < c->argument_count; i++) options_there += c->arguments[i].option;
    fprintf(out, "Syntax%s: %s", c->argument_count ? " " : "", c->name);
    if (c->argument_count) fputs(options_there ? " [options]" : " ", out);
    for (u32 i = 0; i < c->argument_count; i++)
        if (!c->arguments[i].option)
            fprintf(out, c->arguments[i].mandatory ? " <%s>" : " [<%s>]", c->arguments[i].name);
    fputc('\n', out);
    if (options_there < c->argument_count) fputs("\nArguments:\n", out);
    for (u32 i = 0; i < c->argument_count; i++)
        if (!c->arguments[i].option) help_argument(&c->arguments[i], out);
    if (options_there) fputs("\nOptions: (options must be specified using the <key> or <key>=<value> syntax)\n", out);
    for (u32 i = 0; i < c->argument_count; i++)
        if (c->arguments[i].option) help_argument(&c->arguments[i], out);
}

static void help_one(JNIEnv *env, const struct command *c, FILE *out)
{
    fprintf(out, "%s\n%s\n\nImpact: %s\n\n", c->name, c->description, c->impact);
    if (c->permission) fprintf(out, "Permission: %s\n\n", c->permission);
    if (c->recorder && !c->argument_count)
        mm_jfr_help(env, c, out);
    else
        help_syntax(c, out);
}

static void run_help(JNIEnv *env, const struct command_call *call, FILE *out)
{
    const char *name = call->values[0];
    const struct command *c = name ? find(name, strlen(name)) : NULL;
    if (name) {
        if (c)
            help_one(env, c, out);
        else
            fprintf(out, "Help unavailable : '%s' : No such command\n", name);
        return;
    }
    fputs("The following commands are available:\n", out);
    for (u32 i = 0; i < (u32)command_count; i++) {
        if (commands[i].hidden) continue;
        if (command_is_set(call, 1))
            help_one(env, &commands[i], out);
        else
            fprintf(out, "%s\n", commands[i].name);
    }
    fputs("\nFor more information about a specific command use 'help <command>'.\n", out);
}

/* ---- reading a line ---- */

/* Copies the next word of *at to `to`, which has room for it, without quotes. NULL: there is none. `key`: '=' ends it
 * too. */
static char *next_word(const char **at, char *to, bool key)
{
    const char *p = *at;
    if (!key && (*p == 0 || *p == ' ' || *p == '\n')) return NULL;
    while (*p && *p != ' ' && *p != '\n' && !(key && *p == '=')) {
        if (*p == '"' || *p == '\'') {
            char q = *p++;
            while (*p && *p != q) *to++ = *p++;
            if (*p) p++;
        } else
            *to++ = *p++;
    }
    *to = 0;
    *at = p;
    return to + 1;
}

static bool is_number(const char *s)
{
    char *end;
    errno = 0;
    (void)strtoll(s, &end, 10);
    return *s && !*end && !errno;
}

/* Returns false for an invalid value; `out` gets the reason. */
static bool take_value(const struct command_argument *a, const char **slot, const char *value, FILE *out)
{
    bool boolean = !strcmp(a->type, "BOOLEAN"), number = !strcmp(a->type, "INT");
    u64 size;
    if (!value) value = boolean ? "true" : number ? "1" : "";
    if (boolean && strcmp(value, "true") && strcmp(value, "false")) {
        fprintf(out,
                "java.lang.IllegalArgumentException: Boolean parsing error in command argument '%s'. Could not parse: "
                "%s.\n",
                a->name, value);
        return false;
    }
    if (number && !is_number(value)) {
        fprintf(out,
                "java.lang.IllegalArgumentException: Integer parsing error in command argument '%s'. Could not parse: "
                "%s.\n",
                a->name, value);
        return false;
    }
    if (!strcmp(a->type, "MEMORY SIZE") && !text_parse_size(value, &size)) {
        fputs("java.lang.IllegalArgumentException: Parsing error memory size value: invalid value\n", out);
        return false;
    }
    *slot = value;
    return true;
}

/* The index of the first argument that is not an option and has no value yet, or of the option with that name. */
static i32 place_of(const struct command *c, const struct command_call *call, const char *key, bool option)
{
    for (u32 i = 0; i < c->argument_count; i++) {
        const struct command_argument *a = &c->arguments[i];
        if (option ? a->option && !strcmp(a->name, key) : !a->option && !call->values[i]) return (i32)i;
    }
    return -1;
}

/* `words` has twice the line's length. Returns false on an error, which `out` describes. */
static bool read_words(const struct command *c, struct command_call *call, char *words, FILE *out)
{
    for (const char *at = call->text;;) {
        while (*at == ' ' || *at == '\n') at++;
        if (!*at) break;
        const char *start = at;
        char *key = words, *value = NULL;
        words = next_word(&at, words, true);
        i32 i = place_of(c, call, key, true);
        if (i >= 0 && *at == '=') {
            at++;
            value = words;
            char *end = next_word(&at, words, false);
            if (end)
                words = end;
            else
                *words++ = 0;
        } else if (i < 0) { /* the whole word, including '=' */
            at = start;
            value = words = key;
            words = next_word(&at, words, false);
            i = place_of(c, call, key, false);
        }
        if (i < 0) {
            fprintf(out, "java.lang.IllegalArgumentException: Unknown argument '%s' in diagnostic command.\n", key);
            return false;
        }
        if (!take_value(&c->arguments[i], &call->values[i], value, out)) return false;
    }
    for (u32 i = 0; i < c->argument_count; i++) {
        if (call->values[i]) continue;
        if (c->arguments[i].mandatory) {
            fprintf(out, "java.lang.IllegalArgumentException: The argument '%s' is mandatory.\n", c->arguments[i].name);
            return false;
        }
        if (!c->recorder) call->values[i] = c->arguments[i].default_text; /* the recorder must know what was given */
    }
    return true;
}

/* The command at the beginning of a line, or NULL. *rest: the line after its name. */
static const struct command *command_of(const char *line, const char **rest)
{
    while (*line == ' ') line++;
    size_t n = strcspn(line, " \n");
    *rest = line + n;
    return find(line, n);
}

bool mm_command_is_for_live_phase(const char *line)
{
    const char *rest;
    const struct command *c = command_of(line, &rest);
    return c && c->live;
}

bool mm_command_waits(const char *line)
{
    const char *rest;
    const struct command *c = command_of(line, &rest);
    return c && c->waits;
}

bool mm_run_command(JNIEnv *env, const char *line, FILE *out)
{
    struct command_call call = { 0 };
    const struct command *c = command_of(line, &call.text);
    if (!c) {
        fputs("java.lang.IllegalArgumentException: Unknown diagnostic command\n", out);
        return false;
    }
    while (*call.text == ' ') call.text++;
    char *words = vm_malloc(2 * strlen(line) + 2);
    bool good = c->raw || read_words(c, &call, words, out);
    if (good) c->run(env, &call, out);
    free(words);
    return good;
}

jobject mm_call_static(JNIEnv *env, const char *class_name, const char *method, const char *signature)
{
    jclass c = (*env)->FindClass(env, class_name);
    jmethodID m = c ? (*env)->GetStaticMethodID(env, c, method, signature) : NULL;
    if (!m) return NULL;
    if (signature[strlen(signature) - 1] != 'V') return (*env)->CallStaticObjectMethod(env, c, m);
    (*env)->CallStaticVoidMethod(env, c, m);
    return NULL;
}

/* ---- functions of the jmm table ---- */

jobjectArray mm_commands(JNIEnv *env)
{
    jsize n = 0, at = 0;
    for (u32 i = 0; i < command_count; i++) n += !commands[i].attach_only;
    jclass c = (*env)->FindClass(env, "java/lang/String");
    jobjectArray a = c ? (*env)->NewObjectArray(env, n, c, NULL) : NULL;
    for (u32 i = 0; a && i < command_count; i++)
        if (!commands[i].attach_only)
            (*env)->SetObjectArrayElement(env, a, at++, (*env)->NewStringUTF(env, commands[i].name));
    return a;
}

/* "class(name)" or "class(name, action)" in three strings that are never freed. */
static void permission(const struct command *c, struct jmm_command *info)
{
    static char texts[command_count][3][64];
    char(*at)[64] = texts[c - commands];
    const char *p = c->permission ? strchr(c->permission, '(') : NULL;
    if (!p) return;
    snprintf(at[0], sizeof at[0], "%.*s", (int)(p - c->permission), c->permission);
    snprintf(at[1], sizeof at[1], "%.*s", (int)strcspn(p + 1, ",)"), p + 1);
    const char *action = strstr(p, ", ");
    if (action) snprintf(at[2], sizeof at[2], "%.*s", (int)strcspn(action + 2, ")"), action + 2);
    info->permission_class = at[0];
    info->permission_name = at[1];
    info->permission_action = action ? at[2] : NULL;
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
        info[i] = (struct jmm_command){ .name = c->name,
                                        .description = c->description,
                                        .impact = c->impact,
                                        .arguments = (int)c->argument_count,
                                        .enabled = JNI_TRUE };
        permission(c, &info[i]);
    }
}

void mm_command_arguments(JNIEnv *env, jstring command, struct jmm_command_argument *info, jint count)
{
    const char *s = (*env)->GetStringUTFChars(env, command, NULL);
    if (!s) return;
    const struct command *c = find(s, strlen(s));
    (*env)->ReleaseStringUTFChars(env, command, s);
    int position = 0;
    for (u32 i = 0; c && i < c->argument_count && (jint)i < count; i++) {
        const struct command_argument *a = &c->arguments[i];
        info[i] = (struct jmm_command_argument){ .name = a->name,
                                                 .description = a->description,
                                                 .type = a->type,
                                                 .default_string = a->default_text,
                                                 .mandatory = a->mandatory,
                                                 .option = a->option,
                                                 .position = a->option ? -1 : position++ };
    }
}

jstring mm_execute(JNIEnv *env, jstring command)
{
    const char *line = (*env)->GetStringUTFChars(env, command, NULL);
    if (!line) return NULL;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    jstring result = NULL;
    bool good = out && mm_run_command(env, line, out);
    bool whole = out && !ferror(out);
    if (out) whole &= fclose(out) == 0;
    (*env)->ReleaseStringUTFChars(env, command, line);
    static const char prefix[] = "java.lang.IllegalArgumentException: ";
    if (!whole)
        mm_throw(env, "java/lang/OutOfMemoryError", "C heap space");
    else if (!good && !(*env)->ExceptionCheck(env)) {
        text[strcspn(text, "\n")] = 0;
        mm_throw(env, "java/lang/IllegalArgumentException",
                 strncmp(text, prefix, sizeof prefix - 1) ? text : text + sizeof prefix - 1);
    } else if (!(*env)->ExceptionCheck(env))
        result = (*env)->NewStringUTF(env, text);
    free(text);
    return result;
}
