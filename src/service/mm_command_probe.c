/* Diagnostic commands about probes (docs/probes.md). */
#include "probe/probe.h"
#include "service/mm_command.h"
#include "thread/vmentry.h"
#include <errno.h>
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

/* A text has actions in braces; another text names a file, since jcmd makes commands of the lines of a text.
 * malloc'ed; NULL: `reason` says why. */
static char *text_of_file(const char *name, size_t *n, char *reason, size_t size)
{
    char *path = vm_malloc(*n + 1);
    memcpy(path, name, *n);
    path[*n] = 0;
    char *text = probe_file(path, n);
    if (!text)
        snprintf(reason, size, "a text has actions in braces, and a file %.300s cannot be read: %s", path,
                 strerror(errno));
    free(path);
    return text;
}
void mm_probe_add(JNIEnv *env, const struct command_call *call, FILE *out)
{
    char reason[512];
    size_t n;
    const char *text = whole_text(call->text, &n);
    bool is_text = memchr(text, '{', n) || !n;
    char *read = is_text ? NULL : text_of_file(text, &n, reason, sizeof reason);
    VM_ENTRY(env);
    u32 id = is_text || read ? probe_add(self, read ? read : text, n, false, reason, sizeof reason) : 0;
    if (id)
        fprintf(out, "probe %u\n", id);
    else
        fprintf(out, "refused: %s\n", reason);
    free(read);
    VM_RETURN_VOID();
}

enum { LIST_FORMATS = 2, REMOVE_FORMATS = 3, READ_FORMATS = 4 };
/* One of the first `count` formats. */
static bool take_format(const char *name, int count, enum probe_format *f, FILE *out)
{
    static const char *const names[] = {
        [PROBE_AS_TEXT] = "text", [PROBE_AS_JSON] = "json", [PROBE_AS_FOLDED] = "folded", [PROBE_AS_OUTPUT] = "output"
    };
    for (int i = 0; i < count; i++)
        if (!strcmp(name, names[i])) {
            *f = (enum probe_format)i;
            return true;
        }
    fprintf(out, "no format %s:", name);
    for (int i = 0; i < count; i++) fprintf(out, "%s %s", i ? "," : "", names[i]);
    fputc('\n', out);
    return false;
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
    enum probe_format f;
    struct text t;
    if (!take_format(call->values[0], LIST_FORMATS, &f, out)) return;
    text_init(&t, NULL, 0);
    VM_ENTRY(env);
    probe_list(self, f, &t);
    show(&t, out);
    VM_RETURN_VOID();
}

enum { LEASE_MAX_S = 1000000 };
void mm_probe_read(JNIEnv *env, const struct command_call *call, FILE *out)
{
    enum probe_format f;
    struct text t;
    i64 lease = call->values[3] ? strtoll(call->values[3], NULL, 10) : 0;
    if (!take_format(call->values[1], READ_FORMATS, &f, out)) return;
    text_init(&t, NULL, 0);
    VM_ENTRY(env);
    u32 id = id_of(call->values[0]);
    if (!probe_read(self, id, command_is_set(call, 2), f, &t)) fprintf(out, "no probe %s\n", call->values[0]);
    if (lease > 0 && lease <= LEASE_MAX_S) probe_lease(self, id, lease);
    show(&t, out);
    VM_RETURN_VOID();
}

void mm_probe_remove(JNIEnv *env, const struct command_call *call, FILE *out)
{
    enum probe_format f = PROBE_AS_TEXT;
    struct text t;
    const char *format = call->values[1];
    if (format && !take_format(format, REMOVE_FORMATS, &f, out)) return;
    text_init(&t, NULL, 0);
    VM_ENTRY(env);
    if (!probe_remove(self, id_of(call->values[0]), command_is_set(call, 2), f, format ? &t : NULL))
        fprintf(out, "no probe %s\n", call->values[0]);
    show(&t, out);
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
