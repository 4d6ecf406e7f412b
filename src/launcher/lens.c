/* `argus lens`: runs a program under the agent lens, or attaches lens to a running VM for a while. The agent writes its
 * report into a folder. This command shows the progress, then the table, and names the page. */
#include "launcher/java.h"
#include "launcher/target.h"
#include "launcher/verb.h"
#include "os/os_file.h"
#include "os/os_folder.h"
#include "os/os_proc.h"
#include "os/os_process.h"
#include "os/os_time.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROGRESS_EVERY_S = 5 };

struct report {
    char folder[PATH_MAX], table[PATH_MAX], progress[PATH_MAX], agent[PATH_MAX], options[3 * PATH_MAX];
    bool quiet;
};

/* Pages that lens writes, the best first. */
static const char *const pages[] = { "lens.html", "lens.svg", NULL };

static bool make_report_folder(struct report *r, const char *name)
{
    if (!os_folder_make(name, 0777) && (errno != EEXIST || !os_file_is_directory(name))) {
        complain("%s: %s; --out names another folder for the report", name, strerror(errno));
        return false;
    }
    if (!os_file_real_path(name, r->folder, sizeof r->folder)) {
        complain("%s: %s", name, strerror(errno));
        return false;
    }
    if (strchr(r->folder, ',')) {
        complain("%s: lens takes no comma in a path; --out names another folder", r->folder);
        return false;
    }
    return path_join(r->table, r->folder, "lens.txt") && path_join(r->progress, r->folder, "progress.jsonl");
}

/* Removes files of an earlier run, which would be taken for this one's. */
static bool remove_old(const struct report *r)
{
    char path[PATH_MAX];
    for (const char *const *p = pages; *p; p++)
        if (path_join(path, r->folder, *p)) (void)os_file_remove(path);
    (void)os_file_remove(r->progress);
    (void)os_file_remove(r->table);
    if (os_file_write_all(r->progress, "", 0)) return true;
    complain("%s: %s; --out names another folder for the report", r->progress, strerror(errno));
    return false;
}

static bool prepare(struct report *r, const struct words *w)
{
    static const char *const places[] = { "../agents", "../lib/argus/agents", NULL };
    const char *out = words_value(w, "--out"), *with = words_value(w, "--with");
    *r = (struct report){ .quiet = words_value(w, "--quiet") != NULL };
    if (!jdk_find_part(r->agent, sizeof r->agent, places, "liblens.so")) {
        complain("liblens.so is not beside this command; unpack or install all of Argus together");
        return false;
    }
    if (!make_report_folder(r, out ? out : "argus-lens") || !remove_old(r)) return false;
    int n = snprintf(r->options, sizeof r->options, "out=%s,progress=%s,every=1000%s%s", r->folder, r->progress,
                     with ? "," : "", with ? with : "");
    if (n < (int)sizeof r->options) return true;
    complain("--with: too long");
    return false;
}

/* The number of a member in a record of lens; 0 if it is missing. */
static double member(const char *record, const char *key)
{
    const char *at = strstr(record, key);
    return at ? strtod(at + strlen(key), NULL) : 0;
}

/* Prints the newest progress record. */
static void print_progress(const struct report *r)
{
    size_t size;
    char *text = os_file_read_all(r->progress, &size);
    if (!text) return;
    while (size && text[size - 1] != '\n') text[--size] = 0; /* an incomplete record */
    if (size) text[size - 1] = 0;
    char *last = strrchr(text, '\n');
    last = last ? last + 1 : text;
    if (*last)
        fprintf(stderr, "lens: %.0f s, %.1f million calls, %.0f classes, %.0f exceptions, %.0f collections\n",
                member(last, "\"ms\":") / 1000, member(last, "\"entered\":") / 1e6, member(last, "\"classes\":"),
                member(last, "\"exceptions\":"), member(last, "\"collections\":"));
    free(text);
}

static void open_page(const char *page)
{
    char *words[] = { "xdg-open", (char *)page, NULL }, output[256];
    static const char *const places[] = { "/usr/bin/xdg-open", "/usr/local/bin/xdg-open", "/bin/xdg-open" };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (os_file_exists(places[i]) && os_process_run(places[i], words, output, sizeof output) == 0) return;
    complain("no browser could be started (xdg-open); open %s in one", page);
}

/* Prints the table on standard error, and where the rest is. Returns the exit code for a program that ended with
 * `code`. */
static int show(const struct report *r, int code, bool open)
{
    char page[PATH_MAX];
    size_t size;
    char *table = os_file_read_all(r->table, &size);
    (void)os_file_remove(r->progress);
    if (!table || !size) {
        free(table);
        complain("there is no report: the VM ended before lens could write one, or %s is full", r->folder);
        return code ? code : EXIT_FAILED;
    }
    if (!r->quiet) fwrite(table, 1, size, stderr);
    free(table);
    for (const char *const *p = pages; *p; p++) {
        if (!path_exists(r->folder, *p) || !path_join(page, r->folder, *p)) continue;
        if (!r->quiet) fprintf(stderr, "lens: the page is %s\n", page);
        if (open) open_page(page);
        break;
    }
    return code;
}

static int run_program(const struct words *w)
{
    const char *with = words_value(w, "--with");
    bool wants_help = with && !strcmp(with, "help");
    static char version[] = "-version";
    char *only_help[] = { version, NULL }, option[4 * PATH_MAX], vm[PATH_MAX];
    struct report r;
    struct jdk jdk;
    struct java java;
    if (!w->operand_count && !wants_help) {
        complain("lens: the program is missing: argus lens -- -cp DIR CLASS, or --attach PID");
        return EXIT_WRONG;
    }
    if (!jdk_find(&jdk) || !jdk_find_vm(vm, sizeof vm) || !prepare(&r, w)) return EXIT_FAILED;
    snprintf(option, sizeof option, "-agentpath:%s=%s", r.agent, wants_help ? "help" : r.options);
    if (!java_command(&java, &jdk, vm, option, wants_help ? only_help : w->operands)) return EXIT_FAILED;
    int pid = os_process_start(java.program, java.words), code;
    free(java.words);
    if (pid < 0) return complain("%s: %s", java.program, strerror(errno));
    while ((code = os_process_wait(pid, r.quiet ? -1 : PROGRESS_EVERY_S * 1000)) < 0) print_progress(&r);
    return wants_help ? code : show(&r, code, words_value(w, "--open") != NULL);
}

/* A process loads a file of an agent once and keeps its state. So each visit loads a fresh copy of the file. */
static bool copy_agent(const struct report *r, char copy[PATH_MAX])
{
    char name[64];
    snprintf(name, sizeof name, "liblens-%d-%lld.so", os_pid(), (long long)os_time_wall_ms());
    size_t size;
    void *data = os_file_read_all(r->agent, &size);
    bool ok = path_join(copy, r->folder, name) && data && os_file_write_all(copy, data, size) &&
              os_file_set_rights(copy, 0755);
    if (!ok) complain("%s: %s", copy, strerror(errno));
    free(data);
    return ok;
}

static int watch_process(const struct words *w, const char *pid)
{
    const char *number = words_value(w, "--seconds");
    char *end, copy[PATH_MAX];
    long seconds = number ? strtol(number, &end, 10) : 10;
    struct target t;
    struct report r;
    if (number && (*end || end == number || seconds < 1 || seconds > 1000000)) {
        complain("--seconds %s: a number from 1 to 1000000 is wanted", number);
        return EXIT_WRONG;
    }
    if (w->operand_count) {
        complain("lens: --attach joins a program that runs; %s is one word too many", w->operands[0]);
        return EXIT_WRONG;
    }
    if (!target_find(&t, pid) || !prepare(&r, w) || !copy_agent(&r, copy)) return EXIT_FAILED;
    bool ok = target_load_agent(&t, copy, true, r.options);
    bool goes_on = ok;
    for (long passed = 0; goes_on && passed < seconds; passed++) {
        goes_on = os_process_pause(1000) && os_process_exists(t.pid);
        if (!r.quiet && goes_on && (passed + 1) % PROGRESS_EVERY_S == 0) print_progress(&r);
    }
    /* A process that has ended wrote its report at its end. */
    if (ok && os_process_exists(t.pid)) ok = target_load_agent(&t, copy, true, "stop");
    (void)os_file_remove(copy);
    return ok ? show(&r, 0, words_value(w, "--open") != NULL) : EXIT_FAILED;
}

int verb_lens(const struct words *w)
{
    const char *pid = words_value(w, "--attach");
    if (!pid && words_value(w, "--seconds")) {
        complain("--seconds goes with --attach PID; a program is watched to its end");
        return EXIT_WRONG;
    }
    return pid ? watch_process(w, pid) : run_program(w);
}
