/* Private to service/page/: requests and answers between the server and the files that answer.
 *
 * One thread of the VM serves all connections. It has no Java object, makes none, and runs no Java. It answers in state
 * VM, so no object moves and no class goes while an answer is put together, unless the answer polls, takes the lock of
 * the thread list or stops a thread. It waits for sockets in state BLOCKED. */
#ifndef ARGUS_SERVICE_PAGE_PAGE_INT_H
#define ARGUS_SERVICE_PAGE_PAGE_INT_H

#include "base/text.h"
#include "model/class.h"
#include "service/page/page_http.h"
#include "thread/thread.h"

struct page_request {
    enum http_method method;
    const char *query;
    const char *body; /* body_size bytes */
    size_t body_size;
};
struct page_answer {
    int status;
    const char *type;   /* its media type */
    struct text body;   /* without file_path: the bytes to send */
    char file_name[64]; /* not empty: the browser saves it under this name */
    char *file_path;    /* not NULL: this file is sent, and removed first; malloc'ed */
};
typedef void page_answer_fn(struct thread *self, const struct page_request *q, struct page_answer *a);
/* One for each path. */
page_answer_fn page_now, page_threads, page_thread, page_probe, page_probes, page_probe_remove, page_classes,
    page_class, page_code, page_gc, page_locks, page_heap, page_flame, page_methods, page_save;

/* {"error":TEXT} with this status, in place of what the body has. */
void page_refuse(struct page_answer *a, int status, const char *text);
/* A number from `least` to `most`; `usual` if it is not given. Returns false after page_refuse. */
WARN_UNUSED bool page_number(const struct page_request *q, struct page_answer *a, const char *name, i64 usual,
                             i64 least, i64 most, i64 *out);
/* One of the words, which NULL ends: its place. The first one if none is given. */
WARN_UNUSED bool page_word(const struct page_request *q, struct page_answer *a, const char *name,
                           const char *const *words, u32 *out);
/* The searched text: empty if there is none. */
enum { PAGE_SEARCH_MAX = 256, PAGE_ROWS_MAX = 10000 };
WARN_UNUSED bool page_search(const struct page_request *q, struct page_answer *a, char text[PAGE_SEARCH_MAX]);
/* Is `part` in the n bytes of modified UTF-8? Without regard to the case of ASCII letters; '/' counts as '.'. */
WARN_UNUSED bool page_contains(const char *s, size_t n, const char *part);

/* For walks over thread_by_index: fetches what they will read of threads that come soon after `index`, as the walk
 * would otherwise wait for memory at each. With threads_lock. */
void page_fetch_threads(u32 index);

/* Puts the first `wanted` rows of the order in place, the others behind them in any order. In state BLOCKED, since it
 * takes long for many rows: `compare` reads no object. */
void page_sort(struct thread *self, void *rows, size_t count, size_t size, size_t wanted,
               int (*compare)(const void *, const void *));

/* ---- JSON (page_json.c) ---- */
/* The name of a class as Class.getName has it; of an array "int[]". */
void page_put_class(struct text *to, const struct class *c);
/* The same of a name; of an array its descriptor, as Class.getName has it. */
void page_put_name(struct text *to, const struct symbol *name, bool hidden);
void page_put_symbol(struct text *to, const struct symbol *s);
void page_put_string(struct text *to, struct object *java_string); /* NULL: "" */
/* "class@hash", as java.lang.management.LockInfo has it; "class@?" if the hash would have to be made by its owner. */
void page_put_lock(struct thread *self, struct text *to, struct object *o);
void page_put_named(struct text *to, const char *name, const char *text, size_t n); /* ,"name":"text"; NULL: null */
void page_put_bool(struct text *to, const char *name, bool b);                      /* ,"name":true */
void page_put_number(struct text *to, const char *name, i64 n);

/* Takes threads_lock, calls fn, unless it is NULL, for each thread, and sums up their figures for /api/now. Gives the
 * lock back after some threads, so that no thread waits long for it. Polls: may stop. */
void page_walk_threads(struct thread *self, void (*fn)(void *arg, struct thread *t), void *arg);
/* Of samples, NULL after the last: the words of `mode`. Are their figures bytes? Else numbers of samples. */
extern const char *const page_modes[];
extern const bool page_modes_are_bytes[];
/* A page begins: the next reading of /api/heap is its first. */
void page_heap_forget(void);
/* The stacks that /api/flame has a tree of, a line each: PREFIX, frames with semicolons, the number. Returns false
 * after page_refuse. */
WARN_UNUSED bool page_folded(struct thread *self, const struct page_request *q, struct page_answer *a,
                             const char *prefix, struct text *to);
/* The page ends: nobody wants samples any more. */
void page_sample_end(void);
/* Processor time of the page's threads, also of those that have ended; on the server's own thread. */
i64 page_cpu_ns(void);
i64 page_sampler_cpu_ns(void); /* the part of those that take samples (page_sample.c); any thread */

#endif
