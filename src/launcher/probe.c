/* `argus probe`: sets a probe in a VM that runs, shows its output, and removes it. Each request is a connection of
 * its own, so the VM lends the probe for a while with each read, and takes it away when no more reads come. */
#include "base/pprof.h"
#include "launcher/target.h"
#include "launcher/verb.h"
#include "os/os_file.h"
#include "os/os_process.h"
#include "os/os_time.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEASE_S = 10, EVERY_MS = 1000 };

enum output { OUTPUT_TEXT, OUTPUT_JSON, OUTPUT_FOLDED, OUTPUT_PPROF };
static const char *const outputs[] = { "text", "json", "folded", "pprof" };

struct visit {
    struct target target;
    enum output output;
    unsigned probe;
    int64_t began, end; /* os_time_monotonic_ns; end 0: none */
};

/* The answer to a command of jcmd, malloc'ed; NULL after a message. */
static char *command(const struct visit *v, const char *line)
{
    int result;
    char *text = target_ask(&v->target, &result, "jcmd", line, NULL, NULL);
    if (!text || result == 0) return text;
    (void)target_refused(&v->target, text);
    free(text);
    return NULL;
}

static bool print(const char *text)
{
    if (fputs(text, stdout) >= 0 && fflush(stdout) == 0) return true;
    complain("standard output: %s", strerror(errno));
    return false;
}

static bool set_probe(struct visit *v, const char *text)
{
    static const char add[] = "Probe.add ";
    size_t size = sizeof add + strlen(text);
    char *line = malloc(size);
    if (!line) {
        complain("out of memory");
        return false;
    }
    snprintf(line, size, "%s%s", add, text);
    char *answer = command(v, line);
    free(line);
    if (!answer) return false;
    bool set = sscanf(answer, "probe %u", &v->probe) == 1;
    if (!set) (void)target_refused(&v->target, answer);
    free(answer);
    return set;
}

/* A second passes, or the visit ends. */
static bool wait_a_second(const struct visit *v)
{
    int64_t ms = EVERY_MS, now = os_time_monotonic_ns();
    if (v->end && v->end - now < ms * OS_NS_PER_MS) ms = v->end > now ? (v->end - now) / OS_NS_PER_MS + 1 : 0;
    return os_process_pause(ms) && (!v->end || os_time_monotonic_ns() < v->end);
}

enum news { GOES_ON, STOPPED, FAILED };
/* Reads the new output, and renews the lease. */
static enum news look(const struct visit *v)
{
    char line[96];
    bool json = v->output == OUTPUT_JSON;
    snprintf(line, sizeof line, "Probe.read %u -lease=%d %s", v->probe, LEASE_S,
             json ? "-delta -format=json" : "-format=output");
    char *text = command(v, line);
    if (!text) return FAILED;
    char *printed = json ? text : text + strcspn(text, "\n");
    if (!json && *printed) *printed++ = 0;
    bool found = !strncmp(text, json ? "{" : "probe ", json ? 1 : 6);
    bool stopped = json ? strstr(text, "\"stopped\":true,\"hits\":") != NULL : strstr(text, " stopped") != NULL;
    bool shown = found && (v->output > OUTPUT_JSON || print(printed));
    if (!found) complain("process %d: somebody has removed the probe", v->target.pid);
    free(text);
    return !shown ? FAILED : stopped ? STOPPED : GOES_ON;
}

static bool write_pprof(const char *folded, int64_t duration_ns)
{
    size_t n;
    unsigned char *profile = pprof_make(folded, "count", os_time_wall_ns(), duration_ns, &n);
    if (!profile) errno = ENOMEM;
    bool good = profile && fwrite(profile, 1, n, stdout) == n && fflush(stdout) == 0;
    free(profile);
    return good;
}

static int finish(const struct visit *v)
{
    static const char *const formats[] = { "text", "json -delta", "folded", "folded" };
    char line[64];
    snprintf(line, sizeof line, "Probe.remove %u -format=%s", v->probe, formats[v->output]);
    char *text = command(v, line);
    if (!text) return EXIT_FAILED;
    bool good = true;
    if (v->output != OUTPUT_PPROF)
        good = print(text);
    else if (!write_pprof(text, os_time_monotonic_ns() - v->began)) {
        complain("standard output: %s", strerror(errno));
        good = false;
    }
    free(text);
    return good ? 0 : EXIT_FAILED;
}

static bool has_ended(const struct visit *v)
{
    struct target t;
    return !target_is_vm(&t, v->target.pid);
}
static int run(struct visit *v, const char *text)
{
    if (!set_probe(v, text)) return EXIT_FAILED;
    enum news news = look(v);
    while (news == GOES_ON && wait_a_second(v)) {
        if (has_ended(v)) return complain("process %d has ended", v->target.pid);
        news = look(v);
    }
    if (news == FAILED && has_ended(v)) return EXIT_FAILED;
    int code = finish(v);
    return news == FAILED ? EXIT_FAILED : code;
}

/* The text of -f, malloc'ed, or a copy of the operand. NULL after a message. */
static char *text_of(const struct words *w)
{
    const char *file = words_value(w, "-f");
    size_t size;
    char *text = file ? os_file_read_all(file, &size) : strdup(w->operands[1]);
    if (!text) complain("%s: %s", file ? file : "the text", strerror(errno));
    return text;
}

static int wrong(const struct words *w, struct visit *v)
{
    const char *seconds = words_value(w, "-d"), *output = words_value(w, "-o");
    char *end;
    if (!words_value(w, "-f") == (w->operand_count < 2)) {
        complain("probe: the text of the probe, or -f FILE; `argus probe --help` has an example");
        return EXIT_WRONG;
    }
    long n = seconds ? strtol(seconds, &end, 10) : 0;
    if (seconds && (*end || end == seconds || n < 1 || n > 1000000)) {
        complain("-d %s: a number from 1 to 1000000 is wanted", seconds);
        return EXIT_WRONG;
    }
    v->began = os_time_monotonic_ns();
    v->end = n ? v->began + n * 1000 * OS_NS_PER_MS : 0;
    for (size_t i = 0; output && i < sizeof outputs / sizeof *outputs; i++)
        if (!strcmp(output, outputs[i])) {
            v->output = (enum output)i;
            output = NULL;
        }
    if (!output) return 0;
    complain("-o %s: text, json, folded or pprof is wanted", output);
    return EXIT_WRONG;
}

int verb_probe(const struct words *w)
{
    struct visit v = { .output = OUTPUT_TEXT };
    int code = wrong(w, &v);
    if (code) return code;
    if (!target_find(&v.target, w->operands[0])) return EXIT_FAILED;
    if (!target_is_argus(&v.target))
        return complain("process %d runs HotSpot, which has no probes; start it with argus", v.target.pid);
    char *text = text_of(w);
    if (!text) return EXIT_FAILED;
    os_process_hold_signals();
    code = run(&v, text);
    free(text);
    return code;
}
