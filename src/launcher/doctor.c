/* `argus doctor`: prints each finding as a line with its verdict. A finding that is wrong or missing has advice below
 * it. */
#include "argus_version.h"
#include "jdk_release.h"
#include "launcher/java.h"
#include "launcher/verb.h"
#include "os/os_file.h"
#include "os/os_proc.h"
#include "os/os_process.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum verdict { OK, NOTE, WRONG };
static int wrongs; /* how many findings keep programs from running */

/* Prints a finding. `advice` is how to mend it; NULL: nothing. */
__attribute__((format(printf, 4, 5))) static void find(enum verdict verdict, const char *subject, const char *advice,
                                                       const char *format, ...)
{
    static const char *const words[] = { "ok", "note", "WRONG" };
    char text[3 * PATH_MAX];
    va_list va;
    va_start(va, format);
    vsnprintf(text, sizeof text, format, va);
    va_end(va);
    printf("%-6s %-12s %s\n", words[verdict], subject, text);
    if (advice) printf("%-19s -> %s\n", "", advice);
    wrongs += verdict == WRONG;
}

static bool check_vm(char vm[PATH_MAX])
{
    static const char *const places[] = { "../argus", "../lib/argus", ".", NULL };
    if (!jdk_find_part(vm, PATH_MAX, places, "libjvm.so")) {
        find(WRONG, "VM", "unpack or install all of Argus together", "libjvm.so is not beside this command");
        return false;
    }
    find(OK, "VM", NULL, "%s, argus " ARGUS_VERSION " (" ARGUS_COMMIT ")", vm);
    *strrchr(vm, '/') = 0;
    return true;
}

static bool check_jdk(struct jdk *jdk)
{
    char remark[PATH_MAX + 128];
    bool found = jdk_look(jdk, remark, sizeof remark);
    if (!found && *remark)
        find(WRONG, "JDK", "let ARGUS_JDK name a JDK " JDK_RELEASE_TEXT ", or unset it so that others are looked at",
             "%s", remark);
    else if (!found)
        find(WRONG, "JDK", "install openjdk-" JDK_RELEASE_TEXT "-jdk-headless, or let ARGUS_JDK or JAVA_HOME name one",
             "no JDK " JDK_RELEASE_TEXT " found in ARGUS_JDK, JAVA_HOME, /usr/lib/jvm and PATH");
    else if (*remark)
        find(NOTE, "JDK", "let JAVA_HOME name a JDK " JDK_RELEASE_TEXT ", or unset it", "%s", remark);
    if (found)
        find(OK, "JDK", NULL, "%s%s%s, %s (%s)", jdk->version, *jdk->vendor ? ", " : "", jdk->vendor, jdk->home,
             jdk->why);
    return found;
}

/* The last non-empty line, which is the most informative. */
static const char *last_line(char *text)
{
    size_t n = strlen(text);
    while (n && text[n - 1] == '\n') text[--n] = 0;
    char *at = strrchr(text, '\n');
    return at ? at + 1 : text;
}

static void check_start(const struct jdk *jdk, const char *vm)
{
    char *version[] = { "-version", NULL }, text[8192];
    struct java java;
    if (!java_command(&java, jdk, vm, NULL, version)) {
        wrongs++;
        return;
    }
    int code = os_process_run(java.program, java.words, text, sizeof text);
    free(java.words);
    if (code < 0)
        find(WRONG, "start", "is the JDK for this machine (x86-64), and its launcher executable?", "%s: %s",
             java.program, strerror(errno));
    else if (code != 0)
        find(WRONG, "start", "the whole message: argus -version", "java %s -version ends with exit code %d: %s",
             java.vm_option, code, last_line(text));
    else if (!strstr(text, "Argus 64-Bit VM"))
        find(WRONG, "start", "unset what chooses another VM in JDK_JAVA_OPTIONS and JAVA_TOOL_OPTIONS",
             "java %s starts another VM: %s", java.vm_option, last_line(text));
    else
        find(OK, "start", NULL, "java %s works: %s", java.vm_option, last_line(text));
}

static void check_parts(const struct jdk *jdk)
{
    static const struct {
        const char *file, *needed_for;
    } parts[] = {
        { "bin/javac", "compiling Java" },
        { "bin/jcmd", "diagnostic commands (argus threads, heap and dump need no tool)" },
        { "bin/jdb", "debugging on the command line (an IDE needs none)" },
        { "lib/libjdwp.so", "debuggers" },
        { "lib/libinstrument.so", "agents in Java" },
        { "include/jvmti.h", "building agents in C" },
    };
    int missing = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (path_exists(jdk->home, parts[i].file)) continue;
        missing++;
        find(NOTE, "JDK's parts", "install openjdk-" JDK_RELEASE_TEXT "-jdk-headless, or use a whole JDK",
             "no %s, for %s", parts[i].file, parts[i].needed_for);
    }
    if (!missing) find(OK, "JDK's parts", NULL, "compiler, debugger, headers: all there");
}

static void check_own_parts(void)
{
    static const char *const agents[] = { "../agents", "../lib/argus/agents", NULL }, *const templates[] = {
        "../share/argus", "../../examples", "../../../examples", NULL
    };
    char path[PATH_MAX];
    bool lens = jdk_find_part(path, sizeof path, agents, "liblens.so");
    bool template = jdk_find_part(path, sizeof path, templates, "template");
    if (lens && template)
        find(OK, "own parts", NULL, "lens, template of an agent");
    else
        find(NOTE, "own parts", "unpack or install all of Argus together", "no %s beside this command",
             lens ? "template of an agent" : "liblens.so, for argus lens,");
}

static void check_folder_for_sockets(void)
{
    char path[64];
    snprintf(path, sizeof path, "/tmp/.argus_doctor_%d", os_pid());
    int fd = os_file_create(path, OS_FILE_REPLACE, 0600);
    if (fd < 0) {
        find(NOTE, "/tmp", "make it a folder that everybody may write to (chmod 1777 /tmp), with room",
             "cannot be written: %s; jcmd, argus attach, debug, threads, heap and dump need it", strerror(errno));
        return;
    }
    bool room = os_file_write(fd, path, sizeof path);
    int why = errno;
    os_file_close(fd);
    (void)os_file_remove(path);
    if (room)
        find(OK, "/tmp", NULL, "can be written");
    else
        find(NOTE, "/tmp", "make room there", "cannot be written: %s", strerror(why));
}

static void check_limits(void)
{
    enum { MIB = 1 << 20 };
    long long group = os_limit_group_memory(), space = os_limit_address_space(), processes = os_limit_processes(),
              files = os_limit_open_files(), memory = (long long)(os_physical_memory() / MIB);
    find(OK, "machine", NULL, "%d processors, %lld MB of memory", os_cpu_count(), memory);
    if (group >= 0 && group / MIB < 128)
        find(NOTE, "memory", "give the container more, or choose -Xmx for yourself", "the container may use %lld MB",
             group / MIB);
    else if (group >= 0)
        find(OK, "memory", NULL, "the container may use %lld MB; the heap takes a quarter by default (-Xmx)",
             group / MIB);
    if (space >= 0)
        find(NOTE, "ulimit -v", "ulimit -v unlimited",
             "programs may map %lld MB; a heap with room to move needs more than 4096", space / MIB);
    if (processes >= 0 && processes < 200)
        find(NOTE, "ulimit -u", "ulimit -u 1000", "this user may have %lld threads and processes; a VM takes about 20",
             processes);
    if (files >= 0 && files < 256) find(NOTE, "ulimit -n", "ulimit -n 1024", "a process may open %lld files", files);
}

static void check_environment(void)
{
    static const char *const variables[] = { "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "LD_PRELOAD" };
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *v = getenv(variables[i]);
        if (v && *v)
            find(NOTE, "environment", "unset it if it is not meant for every program", "%s=%.200s", variables[i], v);
    }
}

int verb_doctor(const struct words *w)
{
    (void)w;
    char vm[PATH_MAX];
    struct jdk jdk;
    bool has_vm = check_vm(vm), has_jdk = check_jdk(&jdk);
    if (has_vm && has_jdk) check_start(&jdk, vm);
    if (has_jdk) check_parts(&jdk);
    check_own_parts();
    check_folder_for_sockets();
    check_limits();
    check_environment();
    puts(wrongs ? "Argus cannot run programs here." : "Argus runs programs here.");
    return wrongs ? EXIT_FAILED : 0;
}
