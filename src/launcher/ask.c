/* Verbs that ask a VM in another process: threads, heap, dump, attach, debug, ps. */
#include "launcher/jdk.h"
#include "launcher/target.h"
#include "launcher/verb.h"
#include "os/os_file.h"
#include "os/os_folder.h"
#include "os/os_process.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Prints the answer to a request. A refusal is printed as one line. */
static int print_answer(const struct target *t, const char *command, const char *first, const char *second,
                        const char *third)
{
    int result;
    char *text = target_ask(t, &result, command, first, second, third);
    if (!text) return EXIT_FAILED;
    int code = 0;
    if (result != 0)
        code = target_refused(t, text);
    else if (fputs(text, stdout) < 0 || fflush(stdout) != 0)
        code = complain("standard output: %s", strerror(errno));
    free(text);
    return code;
}

int verb_threads(const struct words *w)
{
    struct target t;
    if (!target_find(&t, w->operands[0])) return EXIT_FAILED;
    return print_answer(&t, "threaddump", words_value(w, "--locks") ? "-l" : NULL, NULL, NULL);
}

int verb_heap(const struct words *w)
{
    struct target t;
    if (!target_find(&t, w->operands[0])) return EXIT_FAILED;
    return print_answer(&t, "inspectheap", words_value(w, "--all") ? "-all" : "-live", NULL, NULL);
}

/* Makes `name` absolute, since the other process has another working folder. */
static bool make_absolute(char out[PATH_MAX], const char *name)
{
    char here[PATH_MAX];
    if (*name == '/') return snprintf(out, PATH_MAX, "%s", name) < PATH_MAX;
    if (!os_folder_current(here, sizeof here)) {
        complain("the working folder: %s", strerror(errno));
        return false;
    }
    return path_join(out, here, name);
}

int verb_dump(const struct words *w)
{
    struct target t;
    char path[PATH_MAX], folder[PATH_MAX];
    const char *name = w->operands[1];
    if (!target_find(&t, w->operands[0]) || !make_absolute(path, name)) return EXIT_FAILED;
    if (os_file_exists(path)) return complain("%s is there already; name another file or remove it", name);
    snprintf(folder, sizeof folder, "%s", path);
    *strrchr(folder, '/') = 0;
    if (*folder && !os_file_is_directory(folder)) return complain("%s: there is no such folder", folder);
    int result;
    char *text = target_ask(&t, &result, "dumpheap", path, words_value(w, "--all") ? "-all" : "-live", NULL);
    if (!text) return EXIT_FAILED;
    int code = 0;
    if (strstr(text, "No space left") || strstr(text, "quota exceeded"))
        code = complain("%s: no space left; make room or name a file elsewhere", path);
    else if (result != 0 || !os_file_exists(path))
        code = target_refused(&t, text);
    else
        printf("%s: written by process %d\n", name, t.pid);
    free(text);
    return code;
}

static bool ends_with(const char *text, size_t n, const char *end)
{
    size_t m = strlen(end);
    return n >= m && !strncmp(text + n - m, end, m);
}

int verb_attach(const struct words *w)
{
    struct target t;
    const char *agent = w->operands[1], *options = strchr(agent, '=');
    size_t length = options ? (size_t)(options - agent) : strlen(agent);
    char name[PATH_MAX], path[PATH_MAX], for_java[2 * PATH_MAX];
    if (options) options++;
    if (!target_find(&t, w->operands[0])) return EXIT_FAILED;
    if (length >= sizeof name) return complain("%.40s...: the name is too long", agent);
    snprintf(name, sizeof name, "%.*s", (int)length, agent);
    bool is_jar = ends_with(name, length, ".jar"), is_file = os_file_exists(name);
    if (!is_file && (is_jar || strchr(name, '/') || ends_with(name, length, ".so")))
        return complain("%s: there is no such file", name);
    if (!is_file) { /* -agentlib's names: the VM looks for libNAME.so */
        if (!target_load_agent(&t, name, false, options)) return EXIT_FAILED;
    } else {
        if (!os_file_real_path(name, path, sizeof path)) return complain("%s: %s", name, strerror(errno));
        snprintf(for_java, sizeof for_java, "%s%s%s", path, options ? "=" : "", options ? options : "");
        if (!(is_jar ? target_load_agent(&t, "instrument", false, for_java)
                     : target_load_agent(&t, path, true, options)))
            return EXIT_FAILED;
    }
    printf("%s: loaded into process %d\n", name, t.pid);
    return 0;
}

static int say_how_to_debug(int pid, int port)
{
    printf("process %d listens for a debugger at 127.0.0.1:%d\n"
           "  jdb       jdb -attach 127.0.0.1:%d\n"
           "  an IDE    a configuration \"Remote JVM Debug\", host 127.0.0.1, port %d\n",
           pid, port, port, port);
    return 0;
}

/* Starts debugging that -agentlib:jdwp=...,onjcmd=y has prepared. HotSpot does it on request. */
static int debug_prepared(const struct target *t)
{
    int result;
    char *text = target_ask(t, &result, "jcmd", "VM.start_java_debugging", NULL, NULL);
    if (!text) return EXIT_FAILED;
    bool started = result == 0 && !strstr(text, "not been started");
    if (started) fputs(text, stdout);
    free(text);
    if (started) return 0;
    return complain("process %d runs HotSpot, which cannot load a debugger late; start it with argus, or with "
                    "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,onjcmd=y",
                    t->pid);
}

int verb_debug(const struct words *w)
{
    struct target t;
    const char *number = words_value(w, "--port");
    char *end, options[128];
    long port = number ? strtol(number, &end, 10) : 5005;
    if (number && (*end || end == number || port < 1 || port > 65535)) {
        complain("--port %s: a number from 1 to 65535 is wanted", number);
        return EXIT_WRONG;
    }
    if (!target_find(&t, w->operands[0])) return EXIT_FAILED;
    if (!target_is_argus(&t)) return debug_prepared(&t);
    int found = os_process_free_port((int)port);
    if (!found || (number && found != port))
        return complain("port %ld is taken; leave --port out for one that is free", port);
    snprintf(options, sizeof options, "transport=dt_socket,server=y,suspend=n,address=127.0.0.1:%d", found);
    if (!target_load_agent(&t, "jdwp", false, options)) return EXIT_FAILED;
    return say_how_to_debug(t.pid, found);
}

static bool list_one(void *only_pids, int pid)
{
    struct target t;
    char command[160];
    if (!target_is_vm(&t, pid)) return true;
    if (only_pids) return printf("%d\n", pid) > 0;
    if (!os_process_command(pid, command, sizeof command)) *command = 0;
    return printf("%7d  %-7s  %s\n", pid, target_vm_name(&t), command) > 0;
}

int verb_ps(const struct words *w)
{
    os_process_each(list_one, (void *)words_value(w, "--pids"));
    return 0;
}
