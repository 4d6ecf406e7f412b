/* Options that the launcher and the environment give to the VM: -X…, -XX:…, -D…, -agent…, module options (D11). */
#ifndef ARGUS_MODEL_OPTIONS_H
#define ARGUS_MODEL_OPTIONS_H

#include "base/base.h"
#include <jni.h>
#include <stdarg.h>
#include <stdio.h>

struct property {
    char *key, *value;
    bool internal /* not shown in System.getProperties */, writeable;
    struct property *next;
};
/* An -ea/-da. name NULL: for all; else as given, with dots; ends with "..." for a package. */
struct assertion_option {
    char *name;
    bool enable;
    struct assertion_option *next;
};
struct agent_option {
    char *name, *options;
    bool is_path;
    struct agent_option *next;
};
struct vm_options {
    struct property *properties;
    struct agent_option *agents; /* in order */
    char *boot_append;           /* -Xbootclasspath/a: */
    char *boot_library_append;   /* -Dsun.boot.library.path=, after the JDK's folder; NULL: none */
    size_t direct_max;           /* -XX:MaxDirectMemorySize, 0: not given */
    size_t tlab_size;            /* -XX:TLABSize, 0: not given */
    char *java_home;
    size_t heap_max, heap_initial, java_stack;
    /* of class metadata: its limit, the size that requests the first collection, the limit of classes themselves */
    size_t metaspace_max, metaspace_size, class_space_max;
    size_t code_cache_max; /* -XX:ReservedCodeCacheSize: the size of the code cache */
    u32 gc_stress, gc_stress_backoff;
    u32 gc_threads;  /* threads that collect: -XX:ParallelGCThreads, 1 with -XX:+UseSerialGC */
    u32 gc_pause_ms; /* -XX:MaxGCPauseMillis, 30: the goal for young collections */
    bool gc_stress_moving, gc_stress_concurrent, verify_heap;
    bool concurrent_marking;     /* -XX:+ArgusConcurrentMarking; off */
    bool generational;           /* -XX:-Generational: every collection is full; on */
    bool stencils;               /* -XX:-ArgusStencils: no machine code for bytecode; on */
    bool optimizer;              /* -XX:-ArgusOptimizer: only stencils; on */
    bool escape_analysis;        /* -XX:-DoEscapeAnalysis; on */
    bool fast_throw;             /* -XX:-OmitStackTraceInFastThrow: exceptions of hot instructions have traces; on */
    i64 avx;                     /* -XX:UseAVX, at most what the processor has: 2 and more: vectors of 32 bytes */
    bool vectors;                /* -XX:-UseSuperWord: loops over arrays by one element; on */
    i64 loop_unroll;             /* -XX:LoopUnrollLimit: nodes of an iteration; 60 */
    i64 opt_from, opt_to;        /* -XX:ArgusOptimizeFrom, To: compile only these methods, to find a fault */
    i64 opt_work;                /* -XX:ArgusOptimizeWork: the bound on the work for one method */
    bool opt_print;              /* -XX:+ArgusPrintGraphs */
    char *opt_print_after;       /* -XX:ArgusPrintAfter: passes, with commas, after which graphs are printed; or NULL */
    bool opt_verify;             /* -XX:+ArgusVerifyGraphs: after every pass, as debug builds do by default */
    bool opt_verify_last;        /* -XX:+ArgusVerifyLast: after the last pass; in debug builds only then */
    char *compile_all;           /* -XX:ArgusCompileAll: classes whose methods are compiled at the end; or NULL */
    i64 stencil_threshold;       /* -XX:ArgusStencilThreshold: the number of calls */
    char *vm_name;               /* -XX:ArgusVMName: replaces "Argus 64-Bit VM"; NULL: not given */
    char *page;                  /* -XX:ArgusPage: where the live page listens (docs/page.md); NULL: nowhere */
    char *probes;                /* -XX:ArgusProbes: a text, or the file that has it (docs/probes.md); NULL: none */
    char *probe_redact;          /* -XX:ArgusProbeRedact: names that probes hide too, or (-NAME) do not; NULL: none */
    i64 probe_share;             /* -XX:ArgusProbeShare: of a processor, in percent, for a probe's heavy hits; 0: all */
    bool probing;                /* -XX:-ArgusProbing: probes cannot be set; on */
    char *profile_file;          /* -XX:ArgusProfile: the file of profiles; NULL: none */
    bool background_compilation; /* -Xbatch, -XX:-BackgroundCompilation turn it off: the counting thread compiles */
    i64 compile_pause;           /* -XX:ArgusCompilePause: microseconds that compiler threads wait at polls */
    i64 leave_every;      /* -XX:ArgusLeaveEvery: every nth check of a thread in optimized code leaves; 0: none */
    u32 compile_threads;  /* maximum number; from -XX:CICompilerCount */
    i64 profile_enough;   /* -XX:ArgusProfileEnough: calls and iterations that a profile counts */
    bool class_unloading; /* -XX:-ClassUnloading, -Xnoclassgc; on */
    bool verify_local, verify_remote; /* -Xverify, -XX:±BytecodeVerification… */
    bool check_jni, check_jvmti, print_flags;
    bool int_only, compiled_only;             /* -Xint, -Xcomp */
    bool flight_recorder, no_flight_recorder; /* -XX:±FlightRecorder; -: no recording starts */
    char *recorder_options;                   /* -XX:FlightRecorderOptions; NULL: not given */
    char **recordings;                        /* the text of each -XX:StartFlightRecording, in order */
    u32 recording_count;
    char *start_flight_recording; /* the last of them */
    bool enhanced_redefinition;   /* -XX:+AllowEnhancedClassRedefinition: docs/redefinition.md; off */
    char *hotswap;                /* -XX:HotswapAgent: disabled, external, core, fatjar; NULL: disabled */
    i64 redefinition_room;        /* -XX:ArgusRedefinitionRoom: bytes in each instance for fields that are added */
    bool add_delete_methods, ignore_unrecognized, unlock_diagnostic, unlock_experimental, heap_dump_on_oom, exit_on_oom,
        crash_on_oom, disable_attach, show_hidden_frames, code_details_in_npe;
    bool reduce_signals;           /* -Xrs: leave SIGHUP, SIGINT, SIGTERM and SIGQUIT to the program */
    bool user_handlers;            /* -XX:+AllowUserSignalHandlers: keep handlers that were installed before the VM */
    bool start_attach;             /* -XX:+StartAttachListener: listen for tools from the start */
    char *heap_dump_path, *on_oom; /* -XX:HeapDumpPath, OnOutOfMemoryError; NULL: not given */
    bool contended, contended_restricted; /* @Contended pads; only in classes of the JDK */
    i64 contended_padding;                /* bytes */
    bool print_compilation, print_compile_times, perf_map;
    bool pre_touch, huge_pages; /* memory of the heap: touched when it is committed; in huge pages */
    bool heap_dump_before_full, heap_dump_after_full;
    bool disable_explicit_gc;    /* System.gc() does nothing */
    bool traces;                 /* -XX:-StackTraceInThrowable; on */
    bool print_concurrent_locks; /* at SIGQUIT */
    char *error_file, *on_error; /* of a crash; NULL: not given */
    bool error_to_stdout, error_to_stderr, core_dump;
    char *native_tracking; /* -XX:NativeMemoryTracking: off, summary, detail; NULL: not given */
    bool perf_private;     /* -XX:+PerfDisableSharedMem */
    bool print_flags_initial, print_flags_ranges, print_command_line;
    bool perf_data; /* -XX:±UsePerfData: the file that jps finds; on */
    bool system_assertions;
    struct assertion_option *assertions; /* -ea/-da, in order */
    u32 max_trace_depth;                 /* -XX:MaxJavaStackTraceDepth, 1024 */
    jint (*vfprintf_hook)(FILE *, const char *, va_list);
    void (*exit_hook)(jint);
    void (*abort_hook)(void);
    int jvm_args;
    char **jvm_arg;
    char *java_command;
    char *jvm_flags;
    int jvm_flag_words; /* the same one by one */
    char **jvm_flag_word;
    char *ti_trace_filter; /* -XX:JVMTITraceFilter=, see docs/tracing.md; NULL: none */
    bool management_agent; /* a property com.sun.management… was given: the JMX agent starts */
    bool enable_preview;   /* --enable-preview */
};
extern struct vm_options options;

/* Parses JavaVMInitArgs, JAVA_TOOL_OPTIONS and _JAVA_OPTIONS (with their "Picked up" lines), -XX:Flags=/VMOptionsFile.
 * On failure prints HotSpot's message and returns the JNI error. */
jint options_parse(const JavaVMInitArgs *args);
/* Then, with java_home known: adds what -XX:HotswapAgent asks for. Returns as options_parse does. */
jint options_add_hotswap_agent(void);
/* Puts an option before the arguments that programs and tools see (RuntimeMXBean, jcmd). */
void options_put_argument_first(const char *o);
void property_set(const char *key, const char *value);
/* Like property_set, for properties that the class library removes before programs see them, and that agents may not
 * change. */
void property_set_internal(const char *key, const char *value);
bool property_is_internal(const char *key);
const char *property_get(const char *key);
/* The ith property. Returns false if there are fewer. */
bool property_at(u32 i, const char **key, const char **value);

#endif
