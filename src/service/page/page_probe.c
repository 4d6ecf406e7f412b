/* Probes from the page: they are set with a lease, so that none stays behind when nobody reads it any more. */
#include "probe/probe.h"
#include "service/page/page_int.h"
#include <stdio.h>
#include <stdlib.h>

enum { LEASE_S = 30, MINE_MAX = 1024 };
static u32 mine[MINE_MAX]; /* numbers of probes that the page set, the newest ones; the server's thread alone */
static u32 mine_count;

static bool is_mine(u32 id)
{
    for (u32 i = 0; i < MINE_MAX; i++)
        if (id && mine[i] == id) return true;
    return false;
}

static void refuse_text(struct page_answer *a, const char *reason)
{
    unsigned line, column;
    page_refuse(a, 422, reason);
    if (sscanf(reason, "line %u, column %u:", &line, &column) != 2) return;
    a->body.len--; /* the brace */
    text_printf(&a->body, ",\"line\":%u,\"column\":%u}", line, column);
}

static void set_probe(struct thread *self, const struct page_request *q, struct page_answer *a)
{
    char reason[512] = "";
    u32 id = probe_add(self, q->body, q->body_size, false, reason, sizeof reason);
    if (!id) {
        refuse_text(a, reason);
        return;
    }
    mine[mine_count++ % MINE_MAX] = id;
    probe_lease(self, id, LEASE_S);
    text_printf(&a->body, "{\"id\":%u}", id);
}

static void no_probe(struct page_answer *a)
{
    a->body.len = 0;
    page_refuse(a, 404, "there is no such probe");
}

void page_probe(struct thread *self, const struct page_request *q, struct page_answer *a)
{
    i64 id, delta;
    if (q->method == HTTP_POST) {
        set_probe(self, q, a);
        return;
    }
    if (!page_number(q, a, "id", 0, 0, UINT32_MAX, &id) || !page_number(q, a, "delta", 0, 0, 1, &delta)) return;
    if (is_mine((u32)id)) probe_lease(self, (u32)id, LEASE_S);
    if (!probe_read(self, (u32)id, delta != 0, PROBE_AS_JSON, &a->body)) no_probe(a);
}

void page_probe_remove(struct thread *self, const struct page_request *q, struct page_answer *a)
{
    i64 id;
    if (!page_number(q, a, "id", 0, 0, UINT32_MAX, &id)) return;
    if (probe_remove(self, (u32)id, false, PROBE_AS_TEXT, NULL))
        text_add(&a->body, "{\"removed\":true}");
    else
        no_probe(a);
}

void page_probes(struct thread *self, const struct page_request *q, struct page_answer *a)
{
    struct text list;
    text_init(&list, NULL, 0);
    probe_list(self, PROBE_AS_JSON, &list);
    text_add(&a->body, "{\"probes\":[");
    bool first = true;
    for (const char *p = text_string(&list); *p == '{';) { /* an object a line */
        size_t n = strcspn(p, "\n");
        unsigned id = 0;
        (void)sscanf(p, "{\"probe\":%u", &id);
        if (!first) text_add(&a->body, ",");
        first = false;
        text_put(&a->body, p, n - 1);
        page_put_bool(&a->body, "mine", is_mine(id));
        text_add(&a->body, "}");
        p += n + (p[n] == '\n');
    }
    text_add(&a->body, "]}");
    text_free(&list);
}
