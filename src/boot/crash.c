/* The report of a fault: a summary on standard output and the file hs_err_pidN.log in HotSpot's format, then SIGABRT.
 *
 * Runs in a signal handler on the faulting thread, on its signal stack, in a process whose memory cannot be trusted. So
 * it does not allocate and takes no locks of ours. It prints one section after the other, and a fault inside a section
 * ends only that section. Other threads run on; a second thread that faults waits. */
#include "boot/crash.h"
#include "boot/boot.h"
#include "exec/code/code_cache.h"
#include "exec/exec.h"
#include "exec/interp/interp.h"
#include "exec/stack/stack_async.h"
#include "jfr/jfr.h"
#include "log/log.h"
#include "model/options.h"
#include "os/os_dl.h"
#include "os/os_file.h"
#include "os/os_folder.h"
#include "os/os_proc.h"
#include "os/os_signal.h"
#include "os/os_thread.h"
#include "os/os_time.h"
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static _Atomic i32 reporter;   /* tid of the reporting thread; 0: none */
static sigjmp_buf section_end; /* where a fault inside a section continues */
static volatile sig_atomic_t in_section;
static int report_fd = -1;

struct fault {
    int signal;
    const siginfo_t *info;
    const void *context;
    const char *message;
    bool no_memory;
};

static void put(int fd, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void put(int fd, const char *fmt, ...)
{
    char line[2048];
    va_list va;
    va_start(va, fmt);
    int n = vsnprintf(line, sizeof line, fmt, va);
    va_end(va);
    if (n > (int)sizeof line - 1) n = sizeof line - 1;
    if (n > 0) (void)os_file_write(fd, line, (size_t)n);
}

/* ---- sections: each takes the output and the fault ---- */

/* "V  [libjvm.so+0x5a039]  heap_alloc+0x19": V for our library, C for others; the name is the nearest exported
 *                          symbol. */
static void put_address(int fd, uintptr_t pc)
{
    const struct code *made = code_find((const void *)pc);
    if (made) {
        put(fd, "J  0x%016lx  %s+0x%lx", pc, made->name, pc - (uintptr_t)made->start);
        return;
    }
    const char *file, *name;
    uintptr_t start;
    size_t offset;
    if (!os_dl_library_of((void *)pc, &file, &start)) {
        put(fd, "C  0x%016lx", pc);
        return;
    }
    const char *base = strrchr(file, '/');
    base = base ? base + 1 : file;
    put(fd, "%c  [%s+0x%lx]", strncmp(base, "libjvm.so", 9) ? 'C' : 'V', base, pc - start);
    if (os_dl_name_of((void *)pc, &name, &offset)) put(fd, "  %s+0x%lx", name, offset);
}

static void section_summary(int fd, const struct fault *f)
{
    put(fd, f->no_memory ? "#\n# There is insufficient memory for the Java Runtime Environment to continue.\n"
                         : "#\n# A fatal error has been detected by the Java Runtime Environment:\n#\n");
    if (f->no_memory) {
        put(fd, "# %s\n#\n", f->message);
    } else if (f->message) {
        put(fd, "#  Internal Error, pid=%d, tid=%d\n#  %s\n#\n", os_pid(), os_thread_tid(), f->message);
    } else {
        const char *name = os_signal_name(f->signal);
        put(fd, "#  SIG%s (0x%x) at pc=0x%016lx, pid=%d, tid=%d\n#\n", name ? name : "?", f->signal,
            os_signal_pc(f->context), os_pid(), os_thread_tid());
    }
    put(fd, "# JRE version: OpenJDK Runtime Environment (%s)\n", vm_jdk_build());
    put(fd, "# Java VM: %s (%s, %s, compressed oops, linux-amd64)\n", vm_name(), vm_version_string(), vm_mode());
    if (!f->message) {
        put(fd, "# Problematic frame:\n# ");
        put_address(fd, os_signal_pc(f->context));
        put(fd, "\n#\n");
    }
    if (!options.core_dump)
        put(fd, "# CreateCoredumpOnCrash turned off, no core file dumped\n#\n");
    else if (os_core_dumps_are_off())
        put(fd, "# No core dump will be written. Core dumps have been disabled. To enable core dumping, try \"ulimit "
                "-c unlimited\" before starting Java again\n#\n");
    else
        put(fd, "# Core dump will be written, where the system's core pattern says\n#\n");
}

static char recorder_path[PATH_MAX + 32]; /* empty: nothing is recorded */
static void section_recorder_path(int fd, const struct fault *f)
{
    if (fd == OS_STDOUT && !jfr_dump_path(recorder_path, sizeof recorder_path)) recorder_path[0] = 0;
    if (*recorder_path) put(fd, "# JFR recording file will be written. Location: %s\n#\n", recorder_path);
}
static void section_recorder(int fd, const struct fault *f)
{
    if (*recorder_path) jfr_dump(recorder_path, f->context);
}

static void section_time(int fd, const struct fault *f)
{
    char text[64];
    os_time_format(text, sizeof text, os_time_wall_ms() / 1000, "%a %b %e %H:%M:%S %Y %Z", false);
    put(fd, "\n---------------  S U M M A R Y ------------\n\nCommand Line:");
    for (int i = 0; i < options.jvm_args; i++) put(fd, " %s", options.jvm_arg[i]);
    put(fd, " %s\n\nTime: %s elapsed time: %.3f seconds\n", options.java_command ? options.java_command : "", text,
        (double)log_uptime_ns() / 1e9);
}

static void section_thread(int fd, const struct fault *f)
{
    put(fd, "\n---------------  T H R E A D  ---------------\n\n");
    const struct thread *t = thread_self();
    static const char *const states[] = { "new", "in Java", "in VM", "in native", "blocked", "dead" };
    if (!t) {
        put(fd, "Current thread: not a thread of the VM, tid %d\n", os_thread_tid());
        return;
    }
    u32 state = t->state;
    put(fd, "Current thread (0x%016lx):  \"%s\"%s [%s, id=%d, C stack below 0x%016lx]\n", (uintptr_t)t, t->name,
        t->is_daemon ? " daemon" : "", state < ARRAY_LEN(states) ? states[state] : "?", t->os_tid,
        (uintptr_t)t->c_stack_base);
}

/* Walks the frame pointers, which all of our code keeps except the interpreter's handlers. Stops at the first one that
 * looks wrong. */
static void section_native_stack(int fd, const struct fault *f)
{
    put(fd, "\nNative frames:\n");
    uintptr_t pc, fp, sp;
    if (f->context)
        pc = os_signal_pc(f->context), fp = os_signal_fp(f->context), sp = os_signal_sp(f->context);
    else
        pc = (uintptr_t)__builtin_return_address(0), fp = (uintptr_t)__builtin_frame_address(0), sp = fp;
    for (int i = 0; i < 64; i++) {
        put_address(fd, pc);
        put(fd, "\n");
        if (fp < sp || fp - sp > 64 * MB || !IS_ALIGNED(fp, 8)) return;
        uintptr_t next = ((const uintptr_t *)fp)[0];
        pc = ((const uintptr_t *)fp)[1];
        sp = fp + 16;
        fp = next;
        if (!pc) return;
    }
}

static void section_java_stack(int fd, const struct fault *f)
{
    struct thread *t = thread_self();
    if (!t) return;
    static struct async_frame frames[256];
    u32 n = stack_async_walk(t, f->context, frames, ARRAY_LEN(frames));
    put(fd, "\nJava frames:\n");
    for (u32 i = 0; i < n; i++) {
        const struct method *m = frames[i].method;
        const char *file = m->owner->source_file ? m->owner->source_file->bytes : "Unknown Source";
        put(fd, "%c  %s.%s%s", method_is_native(m) ? 'n' : 'j', m->owner->name->bytes, m->name->bytes, m->desc->bytes);
        if (method_is_native(m))
            put(fd, " (native)\n");
        else
            put(fd, "+%d (%s:%d)\n", frames[i].bci, file, method_line(m, frames[i].bci));
    }
}

static void section_fault(int fd, const struct fault *f)
{
    if (!f->info) return;
    put(fd, "\nsiginfo: si_signo: %d, si_code: %d, si_addr: 0x%016lx%s\n\nRegisters:\n", f->signal, f->info->si_code,
        (uintptr_t)f->info->si_addr,
        f->signal == SIGSEGV ? os_signal_is_write(f->context) ? " (write)" : " (read)" : "");
    size_t n;
    const uintptr_t *r = os_signal_registers(f->context, &n);
    for (size_t i = 0; i < n; i++) put(fd, "%s=0x%016lx%s", os_signal_register_name(i), r[i], i % 4 == 3 ? "\n" : ", ");
    put(fd, "RIP=0x%016lx\n", os_signal_pc(f->context));
}

static void section_code(int fd, const struct fault *f)
{
    if (!f->context) return;
    const u8 *pc = (const u8 *)os_signal_pc(f->context);
    put(fd, "\nInstructions at pc 0x%016lx:\n", (uintptr_t)pc);
    for (int i = 0; i < 32; i++) put(fd, "%02x%s", pc[i], i % 16 == 15 ? "\n" : " ");
}

static void section_threads(int fd, const struct fault *f)
{
    put(fd, "\n---------------  P R O C E S S  ---------------\n\nThreads:\n");
    struct thread *me = thread_self();
    u32 n = 0;
    /* without the lock: the faulting thread may hold it */
    for (struct thread *t = threads_first(); t && n < 1000; t = t->next, n++)
        put(fd, "%s 0x%016lx \"%s\"%s [state %u, id=%d]\n", t == me ? "=>" : "  ", (uintptr_t)t, t->name,
            t->is_daemon ? " daemon" : "", (u32)t->state, t->os_tid);
}

static void section_heap(int fd, const struct fault *f)
{
    put(fd, "\nHeap: used %zuK, committed %zuK, max %zuK, collections %llu\n", heap_used() / KB, heap_committed() / KB,
        heap_max() / KB, (unsigned long long)heap_collections());
    put(fd, "VM phase: %u\n", (u32)vm_phase);
}

static void section_process(int fd, const struct fault *f)
{
    put(fd, "\nDynamic libraries and memory:\n");
    os_file_copy_to(fd, "/proc/self/maps");
    static const char *const variables[] = { "JAVA_HOME", "ARGUS_JDK", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS",
                                             "CLASSPATH", "PATH",      "LD_LIBRARY_PATH",   "LD_PRELOAD",
                                             "LANG",      "TZ" };
    put(fd, "\nEnvironment Variables:\n");
    for (size_t i = 0; i < ARRAY_LEN(variables); i++)
        if (os_env_get(variables[i])) put(fd, "%s=%s\n", variables[i], os_env_get(variables[i]));
    put(fd, "\n---------------  S Y S T E M  ---------------\n\nCPUs: %d\nMemory: %lluK physical\n", os_cpu_count(),
        (unsigned long long)os_physical_memory() / KB);
    os_file_copy_to(fd, "/proc/loadavg");
    put(fd, "\nEND.\n");
}

/* ---- running them ---- */

static void run_section(void (*section)(int fd, const struct fault *f), int fd, const struct fault *f)
{
    if (sigsetjmp(section_end, 1) == 0) {
        in_section = 1;
        section(fd, f);
    } else {
        put(fd, "\n[error occurred during error reporting]\n");
    }
    in_section = 0;
}

static bool open_report(char *path, size_t size)
{
    char folder[PATH_MAX];
    if (options.error_file) {
        os_proc_expand_pid(path, size, options.error_file, strlen(options.error_file));
        report_fd = os_file_create(path, OS_FILE_REPLACE, 0644);
        if (report_fd >= 0) return true;
    }
    for (int i = 0; i < 2; i++) {
        if (i == 0 && !os_folder_current(folder, sizeof folder)) continue;
        snprintf(path, size, "%s/hs_err_pid%d.log", i ? "/tmp" : folder, os_pid());
        report_fd = os_file_create(path, OS_FILE_REPLACE, 0644);
        if (report_fd >= 0) return true;
    }
    return false;
}

/* -XX:OnError: commands separated by semicolons. */
static void section_commands(int fd, const struct fault *f)
{
    put(fd, "#\n# -XX:OnError=\"%s\"\n", options.on_error);
    for (const char *at = options.on_error; *at; at += strcspn(at, ";")) {
        at += strspn(at, "; ");
        char text[1024];
        os_proc_expand_pid(text, sizeof text, at, strcspn(at, ";"));
        if (!*text) continue;
        put(fd, "#   Executing /bin/sh -c \"%s\" ...\n", text);
        if (os_proc_shell(text) < 0) put(fd, "os::fork_and_exec failed\n");
    }
}

static void report(const struct fault *f)
{
    static void (*const sections[])(int fd, const struct fault *f) = {
        section_time, section_thread,  section_native_stack, section_java_stack, section_fault,
        section_code, section_threads, section_heap,         section_process,
    };
    char path[PATH_MAX + 64];
    if (!f->no_memory) run_section(section_summary, OS_STDOUT, f); /* else base.c has printed it */
    run_section(section_recorder_path, OS_STDOUT, f);
    int fd = options.error_to_stdout ? OS_STDOUT : options.error_to_stderr ? OS_STDERR : -1;
    bool file = fd < 0 && open_report(path, sizeof path);
    if (fd < 0) fd = file ? report_fd : OS_STDOUT;
    if (file)
        put(OS_STDOUT, "# An error report file with more information is saved as:\n# %s\n%s", path,
            f->no_memory ? "" : "#\n");
    else if (!options.error_to_stdout && !options.error_to_stderr)
        put(OS_STDOUT, "# Can not save log file, dump to screen..\n");
    if (fd != OS_STDOUT) {
        run_section(section_summary, fd, f);
        run_section(section_recorder_path, fd, f);
    }
    for (size_t i = 0; i < ARRAY_LEN(sections); i++) run_section(sections[i], fd, f);
    if (file) os_file_close(report_fd);
    run_section(section_recorder, OS_STDOUT, f);
    if (options.on_error) run_section(section_commands, OS_STDOUT, f);
}

/* Returns false if another thread reports already; the caller then waits for the end of the process. */
static bool claim_report(void)
{
    i32 nobody = 0;
    return atomic_compare_exchange_strong(&reporter, &nobody, os_thread_tid());
}

static NORETURN void end_process(void)
{
    if (options.abort_hook) options.abort_hook();
    if (!options.core_dump) _Exit(1);
    os_signal_default(SIGABRT);
    os_signal_unblock(SIGABRT);
    abort();
}

bool crash_is_reporting(void) { return atomic_load(&reporter) == os_thread_tid(); }

void crash_on_fault(int signal, siginfo_t *info, void *context)
{
    if (crash_is_reporting()) {
        if (in_section) siglongjmp(section_end, 1);
        os_signal_default(signal);
        return; /* the instruction faults again */
    }
    if (!claim_report()) os_thread_stop_forever();
    report(&(struct fault){ .signal = signal, .info = info, .context = context });
    end_process();
}

static void fatal_hook(const char *message)
{
    if (!claim_report()) return; /* vm_fatal inside a report */
    report(&(struct fault){ .message = message });
    end_process();
}

static void no_memory_hook(const char *message)
{
    if (claim_report()) report(&(struct fault){ .message = message, .no_memory = true });
}

void crash_init(void)
{
    vm_fatal_set_hook(fatal_hook);
    vm_out_of_memory_set_hook(no_memory_hook);
}
