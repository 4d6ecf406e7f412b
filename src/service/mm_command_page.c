/* Diagnostic commands about the live page (docs/page.md). */
#include "service/mm_command.h"
#include "service/page/page.h"
#include "thread/vmentry.h"
#include <stdlib.h>

enum { PORT_MAX = 65535, LEASE_MAX_S = 1000000 };

/* A number from 0 to `most`; NULL is 0. Returns false after a line. */
static bool take_number(const char *name, const char *value, i64 most, i64 *n, FILE *out)
{
    *n = value ? strtoll(value, NULL, 10) : 0;
    if (*n >= 0 && *n <= most) return true;
    fprintf(out, "%s: a number from 0 to %lld is wanted\n", name, (long long)most);
    return false;
}
static void show(struct text *t, FILE *out)
{
    if (t->len) fwrite(t->p, 1, t->len, out);
    text_free(t);
}

void mm_page_start(JNIEnv *env, const struct command_call *call, FILE *out)
{
    i64 port, lease;
    struct text t;
    if (!take_number("-port", call->values[0], PORT_MAX, &port, out)) return;
    if (!take_number("-lease", call->values[2], LEASE_MAX_S, &lease, out)) return;
    text_init(&t, NULL, 0);
    VM_ENTRY(env);
    struct page_place at = { .socket = call->values[1], .port = (int)port };
    if (!page_start(self, &at, lease, &t)) fputs("no page: ", out);
    show(&t, out);
    fputc('\n', out);
    VM_RETURN_VOID();
}

void mm_page_status(JNIEnv *env, const struct command_call *call, FILE *out)
{
    i64 lease;
    struct text t;
    if (!take_number("-lease", call->values[0], LEASE_MAX_S, &lease, out)) return;
    text_init(&t, NULL, 0);
    if (!page_status(lease, &t)) fputs("no page\n", out);
    show(&t, out);
}

void mm_page_stop(JNIEnv *env, const struct command_call *call, FILE *out)
{
    VM_ENTRY(env);
    fputs(page_stop(self) ? "the page has ended\n" : "no page\n", out);
    VM_RETURN_VOID();
}
