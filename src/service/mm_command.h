/* Private to service/: diagnostic commands and their arguments. */
#ifndef ARGUS_SERVICE_MM_COMMAND_H
#define ARGUS_SERVICE_MM_COMMAND_H

#include "service/management_int.h"

enum { COMMAND_ARGUMENTS = 10 };
/* As HotSpot declares them: an option is "key" or "key=value", anywhere; others are positional. */
struct command_argument {
    const char *name, *description, *type, *default_text; /* type: STRING, BOOLEAN or INT */
    bool option, mandatory;
};
struct command_call {
    const char *text;                      /* the line after the command's name */
    const char *values[COMMAND_ARGUMENTS]; /* one for each argument, defaults filled in; NULL: not given */
};
/* Entered IN_NATIVE. Writes its result to `out`, a stream in memory; an exception may stay pending. */
typedef void command_fn(JNIEnv *env, const struct command_call *call, FILE *out);
struct command {
    const char *name, *description, *impact, *permission;
    command_fn *run;
    const struct command_argument *arguments;
    u32 argument_count;
    bool raw;             /* gets the line unparsed */
    bool attach_only;     /* not for DiagnosticCommandMBean */
    const char *recorder; /* class of the flight recorder's command, which has its help; NULL: none */
    bool hidden;          /* not in the list of commands */
    bool live;            /* for the live phase: starts an agent, or wants the system class loader */
    bool waits;           /* for seconds: other tools are answered meanwhile */
};
static inline bool command_is_set(const struct command_call *call, u32 i)
{
    return call->values[i] && !strcmp(call->values[i], "true");
}

/* mm_command_heap.c */
command_fn mm_class_histogram, mm_heap_dump, mm_heap_info, mm_run_gc, mm_run_finalization, mm_finalizer_info;
/* mm_command_class.c */
command_fn mm_metaspace, mm_classloaders, mm_classloader_stats, mm_class_hierarchy, mm_systemdictionary, mm_stringtable,
    mm_symboltable, mm_redefinition;
/* mm_command_vm.c */
command_fn mm_vm_version, mm_vm_uptime, mm_vm_command_line, mm_vm_flags, mm_vm_set_flag, mm_vm_properties, mm_vm_info,
    mm_vm_log, mm_vm_dynlibs, mm_vm_events, mm_native_memory, mm_trim_native_heap, mm_agent_load, mm_data_dump,
    mm_start_debugging, mm_thread_print;
/* mm_command_compiler.c */
command_fn mm_code_cache, mm_code_list, mm_code_queue, mm_perf_map;
/* mm_command_probe.c */
command_fn mm_probe_add, mm_probe_list, mm_probe_read, mm_probe_remove, mm_probe_places;
/* mm_command_page.c */
command_fn mm_page_start, mm_page_status, mm_page_stop;
/* mm_command_recorder.c */
command_fn mm_jfr_check, mm_jfr_configure, mm_jfr_dump, mm_jfr_start, mm_jfr_stop;
void mm_jfr_help(JNIEnv *env, const struct command *c, FILE *out);
/* mm_agent.c: an exception stays pending */
command_fn mm_agent_start, mm_agent_start_local, mm_agent_stop, mm_agent_status;

/* Calls a static method of the class library without arguments. Returns its result or NULL. An exception stays
 * pending. */
jobject mm_call_static(JNIEnv *env, const char *class_name, const char *method, const char *signature);

#endif
