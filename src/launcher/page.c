/* `argus page`: starts the live page in a VM that runs, and ends it with this command. Each request is a connection of
 * its own, so the VM ends the page by itself when neither this command nor a browser asks any more. */
#include "launcher/target.h"
#include "launcher/verb.h"
#include "os/os_process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEASE_S = 10, EVERY_MS = 3000, LINE_MAX_LENGTH = 512 };

/* The answer to a command of jcmd, malloc'ed; NULL after a message. */
static char *command(const struct target *t, const char *line)
{
    int result;
    char *text = target_ask(t, &result, "jcmd", line, NULL, NULL);
    if (!text || result == 0) return text;
    (void)target_refused(t, text);
    free(text);
    return NULL;
}

/* Prints the URL. False after a message. */
static bool start(const struct target *t, const struct words *w, bool keep)
{
    const char *port = words_value(w, "--port"), *path = words_value(w, "--socket");
    char line[LINE_MAX_LENGTH], lease[32] = "";
    if (!keep) snprintf(lease, sizeof lease, " -lease=%d", LEASE_S);
    snprintf(line, sizeof line, "Page.start -port=%s%s%s%s%s", port ? port : "0", path ? " -socket=\"" : "",
             path ? path : "", path ? "\"" : "", lease);
    char *answer = command(t, line);
    if (!answer) return false;
    bool good = !strncmp(answer, "http://", 7);
    if (good)
        good = fputs(answer, stdout) >= 0 && fflush(stdout) == 0;
    else
        (void)target_refused(t, answer);
    free(answer);
    return good;
}

static bool has_ended(int pid)
{
    struct target t;
    return !target_is_vm(&t, pid);
}

/* Until a signal comes, the program ends, or somebody ends the page. */
static int stay(const struct target *t)
{
    char line[64];
    snprintf(line, sizeof line, "Page.status -lease=%d", LEASE_S);
    while (os_process_pause(EVERY_MS)) {
        if (has_ended(t->pid)) return complain("process %d has ended", t->pid);
        char *answer = command(t, line);
        bool there = answer && !strncmp(answer, "http://", 7);
        free(answer);
        if (there) continue;
        return complain(has_ended(t->pid) ? "process %d has ended" : "process %d: somebody has ended the page", t->pid);
    }
    free(command(t, "Page.stop"));
    return 0;
}

static int wrong(const struct words *w)
{
    const char *port = words_value(w, "--port"), *path = words_value(w, "--socket");
    char *end;
    long n = port ? strtol(port, &end, 10) : 0;
    if (port && (*end || end == port || n < 0 || n > 65535)) {
        complain("--port %s: a number from 0 to 65535 is wanted", port);
        return EXIT_WRONG;
    }
    if (path && (*path != '/' || strpbrk(path, "\"'\n") || strlen(path) > 100)) {
        complain("--socket %s: an absolute path without quotes is wanted, at most 100 bytes", path);
        return EXIT_WRONG;
    }
    if (!port || !path) return 0;
    complain("page: --port or --socket, not both");
    return EXIT_WRONG;
}

int verb_page(const struct words *w)
{
    struct target t;
    bool keep = words_value(w, "--keep") != NULL;
    int code = wrong(w);
    if (code) return code;
    if (!target_find(&t, w->operands[0])) return EXIT_FAILED;
    if (!target_is_argus(&t)) return complain("process %d runs HotSpot, which has no page; start it with argus", t.pid);
    os_process_hold_signals();
    if (!start(&t, w, keep)) return EXIT_FAILED;
    return keep ? 0 : stay(&t);
}
