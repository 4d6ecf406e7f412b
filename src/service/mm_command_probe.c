/* Diagnostic commands about probes (docs/probes.md). */
#include "probe/probe.h"
#include "service/mm_command.h"
#include "thread/vmentry.h"
#include <stdlib.h>

/* The original line without surrounding blanks and quotes: jcmd quotes a text with blanks. */
static const char *whole_text(const char *line, size_t *n)
{
    while (*line == ' ') line++;
    *n = strlen(line);
    while (*n && (line[*n - 1] == ' ' || line[*n - 1] == '\n')) --*n;
    if (*n >= 2 && (*line == '\'' || *line == '"') && line[*n - 1] == *line) {
        line++;
        *n -= 2;
    }
    return line;
}

void mm_probe_add(JNIEnv *env, const struct command_call *call, FILE *out)
{
    char reason[512];
    size_t n;
    const char *text = whole_text(call->text, &n);
    VM_ENTRY(env);
    u32 id = probe_add(self, text, n, false, reason, sizeof reason);
    if (id)
        fprintf(out, "probe %u\n", id);
    else
        fprintf(out, "refused: %s\n", reason);
    VM_RETURN_VOID();
}

static enum probe_format format_of(const char *name, FILE *out, bool *good)
{
    *good = !strcmp(name, "text") || !strcmp(name, "json");
    if (!*good) fprintf(out, "no format %s: text, json\n", name);
    return strcmp(name, "json") ? PROBE_AS_TEXT : PROBE_AS_JSON;
}
static u32 id_of(const char *s)
{
    char *end;
    unsigned long n = strtoul(s, &end, 10);
    return *s >= '0' && *s <= '9' && !*end && n <= UINT32_MAX ? (u32)n : 0;
}
static void show(struct text *t, FILE *out)
{
    if (t->len) fwrite(t->p, 1, t->len, out);
    text_free(t);
}

void mm_probe_list(JNIEnv *env, const struct command_call *call, FILE *out)
{
    bool good;
    struct text t;
    enum probe_format f = format_of(call->values[0], out, &good);
    if (!good) return;
    text_init(&t, NULL, 0);
    VM_ENTRY(env);
    probe_list(self, f, &t);
    show(&t, out);
    VM_RETURN_VOID();
}

void mm_probe_read(JNIEnv *env, const struct command_call *call, FILE *out)
{
    bool good;
    struct text t;
    enum probe_format f = format_of(call->values[1], out, &good);
    if (!good) return;
    text_init(&t, NULL, 0);
    VM_ENTRY(env);
    if (!probe_read(self, id_of(call->values[0]), command_is_set(call, 2), f, &t))
        fprintf(out, "no probe %s\n", call->values[0]);
    show(&t, out);
    VM_RETURN_VOID();
}

void mm_probe_remove(JNIEnv *env, const struct command_call *call, FILE *out)
{
    VM_ENTRY(env);
    if (!probe_remove(self, id_of(call->values[0]))) fprintf(out, "no probe %s\n", call->values[0]);
    VM_RETURN_VOID();
}

void mm_probe_places(JNIEnv *env, const struct command_call *call, FILE *out)
{
    struct text t;
    text_init(&t, NULL, 0);
    VM_ENTRY(env);
    probe_places(self, call->values[0], &t);
    show(&t, out);
    VM_RETURN_VOID();
}
