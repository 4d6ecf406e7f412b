/* JSON of what the VM has: names in modified UTF-8, strings, locks; and parameters of requests. */
#include "core/alloc.h"
#include "core/jstring.h"
#include "service/page/page_int.h"
#include "thread/monitor.h"
#include "thread/thread_contract.h"
#include "thread/thread_control.h"
#include <errno.h>
#include <stdlib.h>

void page_refuse(struct page_answer *a, int status, const char *text)
{
    a->status = status;
    a->type = "application/json";
    a->body.len = 0;
    text_add(&a->body, "{\"error\":");
    text_json(&a->body, text, strlen(text));
    text_add(&a->body, "}");
}

static bool refuse_parameter(struct page_answer *a, const char *name)
{
    char text[96];
    snprintf(text, sizeof text, "the parameter %s has a value that is not taken", name);
    page_refuse(a, 400, text);
    return false;
}

bool page_number(const struct page_request *q, struct page_answer *a, const char *name, i64 usual, i64 least, i64 most,
                 i64 *out)
{
    char value[32], *end;
    enum http_parameter there = http_parameter(q->query, name, value, sizeof value);
    *out = usual;
    if (there == HTTP_ABSENT) return true;
    errno = 0;
    i64 n = there == HTTP_PRESENT && *value >= '0' && *value <= '9' ? strtoll(value, &end, 10) : -1;
    if (n < 0 || *end || errno || n < least || n > most) return refuse_parameter(a, name);
    *out = n;
    return true;
}

bool page_word(const struct page_request *q, struct page_answer *a, const char *name, const char *const *words,
               u32 *out)
{
    char value[32];
    enum http_parameter there = http_parameter(q->query, name, value, sizeof value);
    *out = 0;
    if (there == HTTP_ABSENT) return true;
    for (u32 i = 0; there == HTTP_PRESENT && words[i]; i++)
        if (!strcmp(words[i], value)) {
            *out = i;
            return true;
        }
    return refuse_parameter(a, name);
}

bool page_search(const struct page_request *q, struct page_answer *a, char text[PAGE_SEARCH_MAX])
{
    *text = 0;
    return http_parameter(q->query, "search", text, PAGE_SEARCH_MAX) != HTTP_WRONG || refuse_parameter(a, "search");
}

static char folded(char c) { return c == '/' ? '.' : c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c; }
bool page_contains(const char *s, size_t n, const char *part)
{
    size_t length = strlen(part);
    for (size_t i = 0; i + length <= n; i++) {
        size_t k = 0;
        while (k < length && folded(s[i + k]) == folded(part[k])) k++;
        if (k == length) return true;
    }
    return false;
}

void page_put_name(struct text *to, const struct symbol *name, bool hidden)
{
    size_t n = name->len;
    char small[256], *copy = n < sizeof small ? small : vm_malloc(n);
    memcpy(copy, name->bytes, n);
    for (size_t i = 0; i < n; i++)
        if (copy[i] == '/') copy[i] = '.';
    char *plus = hidden ? memrchr(copy, '+', n) : NULL; /* p/Name+0x… of a hidden class is p.Name/0x… */
    if (plus) *plus = '/';
    text_json(to, copy, n);
    if (copy != small) free(copy);
}

void page_put_class(struct text *to, const struct class *c)
{
    u32 dimensions = 0;
    while (class_is_array(c)) c = c->element, dimensions++;
    page_put_name(to, c->name, c->flags & CLS_HIDDEN);
    if (!dimensions) return;
    to->len--; /* the quote */
    while (dimensions--) text_add(to, "[]");
    text_add(to, "\"");
}

static void fetch(const void *at) { __builtin_prefetch(at); }
void page_fetch_threads(u32 index)
{
    THREADS_LOCKED();
    enum { FAR = 16, NEAR = 6 };
    if (index + FAR >= THREAD_INDEX_COUNT) return;
    const struct thread *t = atomic_load_explicit(&thread_by_index[index + FAR], memory_order_relaxed);
    if (t) {
        fetch(&t->state);
        fetch(&t->heap);
        fetch(&t->heap.span_start);
        fetch(&t->java);
        fetch(&t->is_hidden);
        fetch(&t->blocked_on);
        fetch(&t->java_status);
        fetch(&t->counted);
        fetch(&t->blocked_count);
        fetch(&t->thrown);
    }
    t = atomic_load_explicit(&thread_by_index[index + NEAR], memory_order_relaxed);
    if (t && t->java) {
        fetch(t->java);
        fetch((const char *)t->java + 64);
    }
}

/* For few wanted ones of many: those before `kept` are in order, and each of the others that belongs there comes in. */
static void select_first(char *rows, size_t count, size_t size, size_t kept, int (*compare)(const void *, const void *))
{
    char *row = vm_malloc(size);
    qsort(rows, kept, size, compare);
    for (size_t i = kept; i < count; i++) {
        if (compare(rows + i * size, rows + (kept - 1) * size) >= 0) continue;
        memcpy(row, rows + i * size, size);
        size_t low = 0, high = kept - 1;
        while (low < high) {
            size_t middle = (low + high) / 2;
            if (compare(row, rows + middle * size) < 0)
                high = middle;
            else
                low = middle + 1;
        }
        memcpy(rows + i * size, rows + (kept - 1) * size, size);
        memmove(rows + (low + 1) * size, rows + low * size, (kept - 1 - low) * size);
        memcpy(rows + low * size, row, size);
    }
    free(row);
}
void page_sort(struct thread *self, void *rows, size_t count, size_t size, size_t wanted,
               int (*compare)(const void *, const void *))
{
    IN_STATE(self, VM);
    enum { FEW = 8 }; /* it pays if at most that part is wanted */
    if (!count || !wanted) return;
    thread_to_blocked(self);
    if (wanted < count / FEW)
        select_first(rows, count, size, wanted, compare);
    else
        qsort(rows, count, size, compare);
    thread_from_blocked(self);
}

void page_put_symbol(struct text *to, const struct symbol *s) { text_json(to, s->bytes, s->len); }

void page_put_string(struct text *to, struct object *s)
{
    text_add(to, "\"");
    struct string_text t = s ? string_text(s) : (struct string_text){ .length = 0 };
    for (u32 i = 0; i < t.length; i++) {
        u16 c = t.latin1 ? ((const u8 *)t.units)[i] : ((const u16 *)t.units)[i];
        if (c >= ' ' && c < 0x7f && c != '"' && c != '\\' && c != '<') {
            char plain = (char)c;
            text_put(to, &plain, 1);
        } else
            text_printf(to, "\\u%04x", c);
    }
    text_add(to, "\"");
}

void page_put_lock(struct thread *self, struct text *to, struct object *o)
{
    IN_STATE(self, VM);
    i32 hash;
    const struct class *c = object_class(o), *in = class_is_array(c) ? c->innermost : c;
    page_put_name(to, c->name, in->flags & CLS_HIDDEN);
    to->len--; /* the quote */
    if (object_hash_quick(self, o, &hash))
        text_printf(to, "@%x\"", (u32)hash);
    else
        text_add(to, "@?\"");
}

void page_put_named(struct text *to, const char *name, const char *text, size_t n)
{
    text_printf(to, ",\"%s\":", name);
    if (text)
        text_json(to, text, n);
    else
        text_add(to, "null");
}
void page_put_bool(struct text *to, const char *name, bool b)
{
    text_printf(to, ",\"%s\":%s", name, b ? "true" : "false");
}
void page_put_number(struct text *to, const char *name, i64 n) { text_printf(to, ",\"%s\":%lld", name, (long long)n); }
