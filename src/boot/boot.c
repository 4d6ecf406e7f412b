/* The life of the VM: from JNI_CreateJavaVM's arguments to the live phase, and its end.
 *
 * Order: options, heap, class space, the creating thread; agents' Agent_OnLoad (phase
 * OnLoad); well-known classes (primordial); the first classes initialized; initPhase1; signal dispatcher; method
 * handles; initPhase2 (module graph); phase Start; initPhase3; phase Live. Every failure before the live phase ends the
 * process with HotSpot's "Error occurred during initialization of VM". */
#include "boot/boot.h"
#include "boot/crash.h"
#include "boot/signals.h"
#include "core/alloc.h"
#include "core/call.h"
#include "core/exception.h"
#include "core/jstring.h"
#include "core/thread_life.h"
#include "exec/code/code_report.h"
#include "exec/interp/interp.h"
#include "exec/tier/compile_all.h"
#include "exec/tier/compile_queue.h"
#include "exec/tier/profile_file.h"
#include "jdk/jvm.h"
#include "jdk_boot_order.h"
#include "jdk_release.h"
#include "jfr/jfr.h"
#include "jni/jni.h"
#include "jvmti/core/ti.h"
#include "log/log.h"
#include "log/log_history.h"
#include "meta/loader.h"
#include "meta/module.h"
#include "model/options.h"
#include "model/wellknown.h"
#include "os/os_dl.h"
#include "os/os_file.h"
#include "os/os_proc.h"
#include "os/os_thread.h"
#include "probe/probe.h"
#include "service/management.h"
#include "service/page/page.h"
#include "thread/events.h"
#include "thread/recorder.h"
#include "thread/safepoint.h"
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static _Atomic int exiting;

/* ---- where the JDK is ---- */
static bool is_jdk_home(const char *dir)
{
    char p[PATH_MAX + 32];
    snprintf(p, sizeof p, "%s/lib/modules", dir);
    if (os_file_exists(p)) return true;
    snprintf(p, sizeof p, "%s/modules/java.base", dir);
    return os_file_exists(p);
}

/* Cuts `levels` path components off the end. */
static void cut(char *path, int levels)
{
    while (levels-- > 0) {
        char *s = strrchr(path, '/');
        if (!s) {
            *path = 0;
            return;
        }
        *s = 0;
    }
}

static const char *find_java_home(void)
{
    static char home[PATH_MAX];
    /* Tries the launcher's own library, then the library that loaded libjava, then the places that our launcher tries,
     * then our own directory. */
    if (os_dl_loaded("/libjli.so", home, sizeof home) || os_dl_loaded("/libjava.so", home, sizeof home)) {
        char real[PATH_MAX];
        for (int i = 0; i < 2; i++) {
            /* First the path without ".." and with links in its directories resolved; then with the link of the library
             * itself followed (an image of links). */
            if (i) {
                if (!os_file_real_path(home, real, sizeof real)) break;
            } else {
                char dir[PATH_MAX];
                snprintf(dir, sizeof dir, "%s", home);
                cut(dir, 1);
                if (!os_file_real_path(dir, real, sizeof real)) continue;
                size_t n = strlen(real);
                snprintf(real + n, sizeof real - n, "%s", strrchr(home, '/'));
            }
            cut(real, 2); /* …/lib/libjli.so */
            if (is_jdk_home(real)) return strcpy(home, real);
            cut(real, 1); /* …/lib/jli/libjli.so of some builds */
            if (is_jdk_home(real)) return strcpy(home, real);
        }
    }
    static const char *const variables[] = { "ARGUS_JDK", "JAVA_HOME" };
    for (int i = 0; i < 2; i++) {
        const char *v = os_env_get(variables[i]);
        if (v && is_jdk_home(v)) {
            snprintf(home, sizeof home, "%s", v);
            return home;
        }
    }
    if (os_dl_file_of((void *)find_java_home, home, sizeof home)) {
        cut(home, 3); /* <image>/lib/argus/libjvm.so */
        if (is_jdk_home(home)) return home;
    }
    return NULL;
}

/* Programs start other VMs with the JDK's launcher and their own arguments (JMH). If that launcher would take another
 * libjvm, the arguments must name this one, as the user did: the launcher does not pass -XXaltjvm on. */
static void tell_alternative_vm(void)
{
    char file[PATH_MAX], folder[PATH_MAX], option[PATH_MAX + 16];
    size_t home = strlen(options.java_home);
    if (!os_dl_file_of((void *)tell_alternative_vm, file, sizeof file)) return;
    if (!strncmp(file, options.java_home, home) && file[home] == '/') return; /* an image, or in the JDK's own place */
    cut(file, 1);
    if (!os_file_real_path(file, folder, sizeof folder)) return;
    snprintf(option, sizeof option, "-XXaltjvm=%s", folder);
    options_put_argument_first(option);
}

/* Reads the JDK's version from its `release` file. Empty if it has none. */
static void jdk_version(const char *home, char *out, size_t size)
{
    char path[PATH_MAX + 16], line[1024];
    snprintf(path, sizeof path, "%s/release", home);
    *out = 0;
    FILE *f = fopen(path, "r");
    if (!f) return;
    while (fgets(line, sizeof line, f))
        if (sscanf(line, "JAVA_VERSION=\"%63[^\"]\"", line) == 1) {
            snprintf(out, size, "%s", line);
            break;
        }
    fclose(f);
}

/* Prints one line in the words of the `argus` command and ends the process: nothing of the VM has started. */
static __attribute__((noreturn, format(printf, 1, 2))) void refuse_jdk(const char *fmt, ...)
{
    va_list va;
    va_start(va, fmt);
    fputs("argus: ", stderr);
    vfprintf(stderr, fmt, va);
    fputc('\n', stderr);
    va_end(va);
    fflush(NULL);
    _Exit(1);
}

static void check_jdk(void)
{
    const char *home = find_java_home();
    if (!home) refuse_jdk("no JDK found (no lib/modules near the launcher, ARGUS_JDK or JAVA_HOME)");
    options.java_home = vm_strdup(home);
    char version[64];
    jdk_version(home, version, sizeof version);
    size_t n = strlen(JDK_RELEASE_TEXT);
    if (*version && (strncmp(version, JDK_RELEASE_TEXT, n) || (version[n] && version[n] != '.')))
        refuse_jdk("the JDK at %s is version %s; a JDK " JDK_RELEASE_TEXT " is needed", home, version);
}

/* Sets the properties that describe the VM. Options may not replace them. */
static void vm_properties(void)
{
    property_set("java.vm.specification.name", "Java Virtual Machine Specification");
    property_set("java.vm.specification.vendor", "Oracle Corporation");
    property_set("java.vm.specification.version", JDK_RELEASE_TEXT);
    property_set("java.vm.version", vm_version_string());
    property_set("java.vm.name", vm_name());
    property_set("java.vm.vendor", "Argus project");
    property_set("java.vm.info", vm_mode());
    property_set("java.vm.compressedOopsMode", "Zero based");
    property_set("jdk.debug", "release");
    /* a tool may not change these (SetSystemProperty) */
    for (struct property *fixed = options.properties; fixed; fixed = fixed->next)
        if ((!strncmp(fixed->key, "java.vm.", 8) && strcmp(fixed->key, "java.vm.info")) ||
            !strcmp(fixed->key, "jdk.debug"))
            fixed->writeable = false;
    property_set("java.home", options.java_home);
    const char *more = options.boot_library_append;
    char *libraries = vm_malloc(strlen(options.java_home) + (more ? strlen(more) : 0) + sizeof "/lib:");
    sprintf(libraries, "%s/lib%s%s", options.java_home, more ? ":" : "", more ? more : "");
    property_set("sun.boot.library.path", libraries);
    free(libraries);
    if (!property_get("java.library.path")) {
        const char *ld = os_env_get("LD_LIBRARY_PATH");
        static const char *const system_path = "/usr/java/packages/lib:/usr/lib/x86_64-linux-gnu/jni:/lib/"
                                               "x86_64-linux-gnu:/usr/lib/x86_64-linux-gnu:/usr/lib/jni:/lib:/usr/lib";
        char *joined = vm_malloc((ld ? strlen(ld) : 0) + strlen(system_path) + 2);
        sprintf(joined, "%s%s%s", ld && *ld ? ld : "", ld && *ld ? ":" : "", system_path);
        property_set("java.library.path", joined);
        free(joined);
    }
}

/* ---- steps that run Java ---- */
/* Prints like Throwable.printStackTrace, but without Java code: Java may not have started, or the same failure may
 * happen again. */
static void print_throwable(struct object *e)
{
    char name[512], text[1024];
    for (int causes = 0; e && causes < 16; causes++) {
        struct object *msg = obj_ref(e, WKF(Throwable_detailMessage)), *cause = obj_ref(e, WKF(Throwable_cause));
        printf("%s%s", causes ? "Caused by: " : "", class_external_name(object_class(e), name, sizeof name));
        printf(msg ? ": %s\n" : "\n", msg ? string_to_mutf8_buf(msg, text, sizeof text) : "");
        for (i32 i = 0, n = throwable_depth(e); i < n; i++) {
            struct method *m;
            i32 bci;
            if (!throwable_frame(e, i, &m, &bci)) break;
            const struct module *in = m->owner->module;
            printf("\tat %s.%s(", class_external_name(m->owner, name, sizeof name), m->name->bytes);
            if (in && in->name)
                printf("%s%s%s/", in->name->bytes, in->version ? "@" : "", in->version ? in->version->bytes : "");
            if (method_is_native(m))
                printf("Native Method)\n");
            else if (!m->owner->source_file)
                printf("Unknown Source)\n");
            else
                printf("%s:%d)\n", m->owner->source_file->bytes, method_line(m, bci));
        }
        e = cause == e ? NULL : cause;
    }
    printf("\n");
}

/* Ends the process with the trace, as HotSpot does, when the step left an exception. */
static void must(struct thread *self, bool ok, const char *what)
{
    if (ok && !self->pending) return;
    struct object *e = self->pending;
    self->pending = NULL;
    fflush(stdout);
    printf("Error occurred during initialization of VM\n");
    fflush(stdout);
    if (e)
        print_throwable(e);
    else
        printf("%s\n", what);
    fflush(NULL);
    _Exit(1);
}

static void init_class(struct thread *self, struct class *c) { must(self, class_init(self, c), c->name->bytes); }

/* Initializes the classes of one step of the table boot_order. */
static void init_step(struct thread *self, const u16 *classes, size_t count)
{
    for (size_t i = 0; i < count; i++) init_class(self, wk_classes[classes[i]]);
}
#define INIT_STEP(self, step) init_step(self, boot_##step, ARRAY_LEN(boot_##step))

static void first_classes(struct thread *self)
{
    INIT_STEP(self, strings);
    obj_set_byte(WK(java_lang_String)->mirror, WKF(String_COMPACT_STRINGS), 1);
    INIT_STEP(self, threads);

    struct object *system_group = object_new(self, WK(java_lang_ThreadGroup));
    must(self, system_group != NULL, "system thread group");
    slot a[3] = { slot_of_ref(system_group) };
    java_call(self, WKM(ThreadGroup_init), a);
    must(self, true, "system thread group");
    struct object *main_group = object_new(self, WK(java_lang_ThreadGroup));
    must(self, main_group != NULL, "main thread group");
    struct object *name = string_from_mutf8(self, "main");
    must(self, name != NULL, "main thread group");
    a[0] = slot_of_ref(main_group);
    a[1] = slot_of_ref(system_group);
    a[2] = slot_of_ref(name);
    java_call(self, WKM(ThreadGroup_init_parent_name), a);
    must(self, true, "main thread group");
    must(self, thread_make_java(self, "main", main_group, false), "main thread");

    INIT_STEP(self, constants);
    struct object *constants = WK(jdk_internal_misc_UnsafeConstants)->mirror;
    obj_set_int(constants, WKF(UnsafeConstants_ADDRESS_SIZE0), 8);
    obj_set_int(constants, WKF(UnsafeConstants_PAGE_SIZE), (i32)os_page_size());
    obj_set_byte(constants, WKF(UnsafeConstants_BIG_ENDIAN), 0);
    obj_set_byte(constants, WKF(UnsafeConstants_UNALIGNED_ACCESS), 1);
    obj_set_int(constants, WKF(UnsafeConstants_DATA_CACHE_LINE_FLUSH_SIZE), 0);
    INIT_STEP(self, reflection);
}

static void set_phase(struct thread *self, enum vm_phase p)
{
    vm_set_phase(p);
    ti_phase_changed(self, p);
}

/* Keeps the JDK's version, which Java code knows after initPhase1. */
static void note_jdk_version(void)
{
    struct object *props = WK(java_lang_VersionProps)->mirror;
    struct object *version = obj_ref(props, WKF(VersionProps_java_version));
    struct object *build = obj_ref(props, WKF(VersionProps_java_runtime_version));
    vm_set_jdk_version(version ? string_to_mutf8(version) : NULL, build ? string_to_mutf8(build) : NULL);
}

static void run_boot_sequence(struct thread *self)
{
    must(self, wellknown_resolve(self), "java.base");
    ti_early_start(self);
    first_classes(self);
    java_call(self, WKM(System_initPhase1), NULL);
    must(self, true, "System.initPhase1");
    note_jdk_version();
    INIT_STEP(self, errors);
    must(self, exception_prepare(self), "OutOfMemoryError");
    jvm_start_services(self);
    INIT_STEP(self, handles);
    slot args[2] = { 0 /* not to stderr */, 0 /* no stack trace */ };
    i32 r = slot_int(java_call(self, WKM(System_initPhase2), args));
    must(self, true, "System.initPhase2");
    if (r != 0) {
        fflush(NULL);
        _Exit(1);
    } /* the boot layer has printed why */
    set_phase(self, VM_START);
    java_call(self, WKM(System_initPhase3), NULL);
    must(self, true, "System.initPhase3");
    set_phase(self, VM_LIVE);
    management_start_agent(self);
    jfr_start_from_options(self);
    probe_start_from_options(self);
    page_start_from_options(self);
}

jint boot_create(const JavaVMInitArgs *args, struct thread **out)
{
    atomic_store(&vm_phase, VM_NONE);
    vm_reserve_init();
    jint r = options_parse(args);
    if (r != JNI_OK) return r;
    log_tell_configuration();
    check_jdk();
    r = options_add_hotswap_agent();
    if (r != JNI_OK) return r;
    tell_alternative_vm();
    vm_properties();

    char err[512] = "";
    wellknown_symbols_init();
    loaders_init();
    if (!vm_heap_init(options.heap_max, options.heap_initial, 0, options.verify_heap, err, sizeof err))
        vm_exit_during_init("%s", err);
    options.heap_max = heap_max(); /* rounded, as the flag MaxHeapSize shows it */
    if (!threads_init(options.java_stack, 0)) vm_exit_during_init("Could not set up threads");
    exec_init();
    probe_start();
    jni_init();
    jvm_init();
    ti_init();
    management_init();
    crash_init();
    signals_init();

    struct thread *self = thread_attach_current("main", false);
    if (!self) vm_exit_during_init("could not reserve address space for the stacks of the main thread");
    thread_main = self;

    /* Agents load before any Java class exists. */
    vm_set_phase(VM_ONLOAD);
    thread_to_native(self);
    r = ti_load_agents();
    thread_from_native(self);
    if (r != JNI_OK) return r;
    set_phase(self, VM_PRIMORDIAL);

    char path[PATH_MAX + 32];
    if (!boot_path_init(options.java_home, err, sizeof err)) vm_exit_during_init("%s", err);
    for (struct property *p = options.properties; p; p = p->next)
        if (!strncmp(p->key, "jdk.module.patch.", 17)) {
            char *copy = vm_strdup(p->value), *eq = strchr(copy, '=');
            *eq = 0;
            boot_path_patch_module(copy, eq + 1);
            free(copy);
        }
    if (options.boot_append) {
        char *save = NULL, *copy = vm_strdup(options.boot_append);
        for (char *e = strtok_r(copy, ":", &save); e; e = strtok_r(NULL, ":", &save)) boot_path_append(e);
        free(copy);
    }
    modules_init();
    snprintf(path, sizeof path, "%s/lib/libjava.so", options.java_home);
    os_libjava = os_dl_open(path, err, sizeof err);
    if (!os_libjava) vm_exit_during_init("Unable to load native library: %s", err);
    history_note(HISTORY_LIBRARIES, "Loaded shared library %s", path);

    run_boot_sequence(self);
    if (options.gc_stress) {
        safepoint_begin(self, "GC stress");
        heap_set_stress(options.gc_stress, options.gc_stress_backoff);
        safepoint_end(self);
    }
    /* Tools see the start of the creating thread when the VM is up, after VMInit. */
    if (event_on(EV_THREAD_START) && hooks.thread_start) hooks.thread_start(self);
    self->pending = NULL; /* no program runs yet in which an agent's exception could be thrown */
    VM_DEBUG_ONLY(planted_bug(self);)
    *out = self;
    return JNI_OK;
}

/* ---- the end ---- */
/* Runs once before the process ends. A second thread that wants to end the VM waits here forever. */
static void before_exit(struct thread *self)
{
    int no = 0;
    if (!atomic_compare_exchange_strong(&exiting, &no, 1)) {
        thread_to_blocked(self);
        os_thread_stop_forever();
    }
    self->pending = NULL;
    compile_queue_end();
    if (options.compile_all && options.stencils && !options.int_only) compile_all(self, options.compile_all);
    probe_end(self);
    page_end();
    ti_phase_changed(self, VM_DEAD); /* posts VMDeath, still in the live phase */
    /* After this, no agent can suspend this thread: it could not resume it, as ResumeThread is for the live phase. */
    thread_begin_end(self);
    vm_set_phase(VM_DEAD);
    if (options.profile_file && !options.int_only) profile_file_write(options.profile_file);
    thread_to_native(self);
    if (options.perf_map && !code_write_perf_map()) LOG(warning, jit_compilation, "the map for perf was not written");
    if (options.print_compile_times) code_print_times(stdout);
    ti_unload_agents();
    thread_from_native(self);
}

void boot_exit(struct thread *self, int code)
{
    before_exit(self);
    safepoint_begin_last(self, "exit"); /* no thread runs Java code any more */
    thread_to_native(self);
    if (options.exit_hook) options.exit_hook(code);
    exit(code);
}

jint boot_destroy(struct thread *self)
{
    threads_wait_for_non_daemons(self);
    if (RECORDER_WANTS(Shutdown)) recorder_shutdown(self, NULL, "No remaining non-daemon Java threads");
    struct class *shutdown = loader_load_class(self, &boot_loader, symbol_from_cstr("java/lang/Shutdown"));
    struct method *m = shutdown ? class_find_method_here(shutdown, symbol_from_cstr("shutdown"), SYM(void_sig)) : NULL;
    if (m && class_init(self, shutdown)) java_call(self, m, NULL);
    if (self->pending) {
        exception_print(self, self->pending);
        self->pending = NULL;
    }
    before_exit(self);
    safepoint_begin_last(self, "DestroyJavaVM");
    thread_to_native(self);
    thread_leave_ended_vm(self);
    return JNI_OK;
}
