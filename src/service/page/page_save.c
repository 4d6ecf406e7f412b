/* /api/save: what the page shows, as a file: stacks, figures, or the whole heap. */
#include "base/pprof.h"
#include "os/os_proc.h"
#include "os/os_time.h"
#include "service/heap_dump.h"
#include "service/page/page_int.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static void name_file(struct page_answer *a, const char *type, const char *ending)
{
    char stamp[32];
    os_time_format(stamp, sizeof stamp, os_time_wall_ms() / 1000, "%Y%m%d-%H%M%S", true);
    a->type = type;
    snprintf(a->file_name, sizeof a->file_name, "argus-%d-%s.%s", os_pid(), stamp, ending);
}

static void save_folded(struct thread *self, const struct page_request *q, struct page_answer *a)
{
    if (page_folded(self, q, a, "", &a->body)) name_file(a, "text/plain; charset=utf-8", "folded");
}

static void save_pprof(struct thread *self, const struct page_request *q, struct page_answer *a)
{
    struct text folded;
    i64 seconds;
    u32 mode;
    size_t n = 0;
    text_init(&folded, NULL, 0);
    bool good = page_number(q, a, "seconds", 10, 1, 60, &seconds) && page_word(q, a, "mode", page_modes, &mode) &&
                page_folded(self, q, a, page_modes_are_bytes[mode] ? "alloc_space;" : "samples;", &folded);
    unsigned char *profile = good ? pprof_make(text_string(&folded), page_modes_are_bytes[mode] ? "bytes" : "count",
                                               os_time_wall_ns(), seconds * OS_NS_PER_SEC, &n)
                                  : NULL;
    if (good && !profile) page_refuse(a, 503, "the process is short of memory");
    if (profile) {
        text_put(&a->body, (const char *)profile, n);
        name_file(a, "application/octet-stream", "pb");
    }
    free(profile);
    text_free(&folded);
}

static void save_json(struct thread *self, const struct page_request *q, struct page_answer *a)
{
    static const struct {
        const char *name, *query;
        page_answer_fn *fn;
    } parts[] = { { "now", "", page_now },
                  { "threads", "limit=10000", page_threads },
                  { "heap", "limit=10000", page_heap },
                  { "gc", "", page_gc },
                  { "locks", "", page_locks },
                  { "code", "limit=10000", page_code },
                  { "probes", "", page_probes },
                  { "flame", NULL, page_flame } /* the query of the request */ };
    for (u32 i = 0; i < ARRAY_LEN(parts); i++) {
        struct page_request part = { HTTP_GET, parts[i].query ? parts[i].query : q->query, "", 0 };
        text_printf(&a->body, "%s\"%s\":", i ? "," : "{", parts[i].name);
        struct page_answer one = { .status = 200, .type = a->type };
        text_init(&one.body, NULL, 0);
        parts[i].fn(self, &part, &one);
        if (one.status == 200)
            text_put(&a->body, one.body.p, one.body.len);
        else
            text_add(&a->body, "null");
        text_free(&one.body);
        thread_poll(self);
    }
    text_add(&a->body, "}\n");
    name_file(a, "application/json", "json");
}

/* All objects, also dead ones, so that no collection comes first. The file has no name any more when it is sent. */
static void save_heap(struct thread *self, const struct page_request *q, struct page_answer *a)
{
    u64 random[2];
    char path[PATH_MAX], error[512];
    if (!os_random(random, sizeof random)) {
        page_refuse(a, 500, "the system gives no random name");
        return;
    }
    snprintf(path, sizeof path, "/tmp/argus-page-%d-%016llx%016llx.hprof", os_pid(), (unsigned long long)random[0],
             (unsigned long long)random[1]);
    if (heap_dump_write_plain(self, path, false, false, error, sizeof error) < 0) {
        page_refuse(a, 500, error);
        return;
    }
    a->file_path = vm_strdup(path);
    name_file(a, "application/octet-stream", "hprof");
}

void page_save(struct thread *self, const struct page_request *q, struct page_answer *a)
{
    static const char *const kinds[] = { "json", "folded", "pprof", "hprof", NULL };
    static page_answer_fn *const save[] = { save_json, save_folded, save_pprof, save_heap };
    u32 kind;
    if (q->method == HTTP_HEAD)
        page_refuse(a, 405, "a file is saved by GET alone");
    else if (page_word(q, a, "what", kinds, &kind))
        save[kind](self, q, a);
}
