/* /api/classes and /api/class. No class is unloaded while a list is put together (classes_hold), so the server may stop
 * for others in between. */
#include "exec/code/code_report.h"
#include "log/log.h"
#include "meta/loader.h"
#include "model/loader.h"
#include "service/page/page_int.h"
#include "thread/thread_contract.h"
#include "tool/tool_class.h"
#include <stdlib.h>

enum { BETWEEN_POLLS = 256 };

/* ---- collecting ---- */

struct classes {
    struct thread *self;
    struct class **all;
    u32 count, room, total, since_poll;
    char search[PAGE_SEARCH_MAX];
    /* or the one that is wanted */
    u32 serial, loader;
    char name[PAGE_SEARCH_MAX];
};

static bool is_named(const struct class *c, const char *name)
{
    size_t n = strlen(name);
    return c->name->len == n && page_contains(c->name->bytes, n, name);
}
static bool is_wanted(const struct classes *s, const struct class *c)
{
    if (s->serial) return c->serial == s->serial;
    if (*s->name) return (!s->loader || c->loader->number == s->loader) && is_named(c, s->name);
    return !*s->search || page_contains(c->name->bytes, c->name->len, s->search);
}
static void take_class(struct class *c, void *arg)
{
    struct classes *s = arg;
    if (class_is_array(c)) return; /* as the bean counts */
    s->total++;
    if (is_wanted(s, c)) {
        if (s->count == s->room) s->all = vm_realloc(s->all, (s->room = s->room * 2 + 256) * sizeof(struct class *));
        s->all[s->count++] = c;
    }
    if (++s->since_poll % BETWEEN_POLLS == 0) thread_poll(s->self);
}

static int by_name(const void *a, const void *b)
{
    const struct class *x = *(struct class *const *)a, *y = *(struct class *const *)b;
    int c = strcmp(x->name->bytes, y->name->bytes);
    return c ? c : (x->serial > y->serial) - (x->serial < y->serial);
}

static const char *const states[] = { [TOOL_CLASS_LOADED] = "loaded",
                                      [TOOL_CLASS_LINKING] = "linking",
                                      [TOOL_CLASS_LINKED] = "linked",
                                      [TOOL_CLASS_INITIALIZED] = "initialized",
                                      [TOOL_CLASS_ERRONEOUS] = "erroneous" };

static void put_loader(struct text *to, const struct loader *l)
{
    static const char *const built_in[] = { "bootstrap", "platform", "app" };
    const char *name = l->is_boot ? built_in[0] : l->is_platform ? built_in[1] : l->is_app ? built_in[2] : NULL;
    page_put_number(to, "loader", l->number);
    if (name)
        page_put_named(to, "loader_name", name, strlen(name));
    else if (l->name)
        page_put_named(to, "loader_name", l->name->bytes, l->name->len);
    else {
        text_add(to, ",\"loader_name\":");
        page_put_class(to, l->type);
    }
}

static void put_class_head(struct text *to, struct class *c)
{
    text_add(to, "{\"class\":");
    page_put_class(to, c);
    put_loader(to, c->loader);
    page_put_number(to, "id", c->serial);
    text_printf(to, ",\"state\":\"%s\"", states[tool_class_state(c)]);
    page_put_named(to, "source", c->source_file ? c->source_file->bytes : NULL,
                   c->source_file ? c->source_file->len : 0);
}

void page_classes(struct thread *self, const struct page_request *q, struct page_answer *a)
{
    i64 limit, offset;
    struct classes s = { .self = self };
    if (!page_search(q, a, s.search) || !page_number(q, a, "limit", 200, 0, PAGE_ROWS_MAX, &limit) ||
        !page_number(q, a, "offset", 0, 0, INT32_MAX, &offset))
        return;
    classes_hold();
    loader_for_each_class(take_class, &s);
    page_sort(self, s.all, s.count, sizeof(struct class *), (size_t)(offset + limit), by_name);
    text_printf(&a->body, "{\"total\":%u,\"matching\":%u,\"classes\":[", s.total, s.count);
    for (i64 i = offset; i < s.count && i < offset + limit; i++) {
        if (i > offset) text_add(&a->body, ",");
        put_class_head(&a->body, s.all[i]);
        page_put_number(&a->body, "methods", s.all[i]->method_count);
        text_add(&a->body, "}");
        thread_poll(self);
    }
    text_add(&a->body, "]}");
    classes_release();
    free(s.all);
}

/* ---- one class ---- */

static void put_flags(struct text *to, u32 access, bool method)
{
    static const struct {
        u32 flag;
        const char *word;
    } words[] = { { ACC_PUBLIC, "public" },       { ACC_PRIVATE, "private" },
                  { ACC_PROTECTED, "protected" }, { ACC_ABSTRACT, "abstract" },
                  { ACC_STATIC, "static" },       { ACC_FINAL, "final" },
                  { ACC_NATIVE, "native" },       { ACC_STRICT, "strictfp" },
                  { ACC_SYNTHETIC, "synthetic" }, { ACC_SYNCHRONIZED, "synchronized" } };
    text_add(to, ",\"flags\":\"");
    bool any = false;
    for (u32 i = 0; i < ARRAY_LEN(words); i++) {
        if (!(access & words[i].flag)) continue;
        if (any) text_add(to, " ");
        any = true;
        text_add(to, words[i].word);
    }
    if (method && access & ACC_VARARGS) text_add(to, any ? " varargs" : "varargs");
    if (method && access & ACC_BRIDGE) text_add(to, any ? " bridge" : "bridge");
    text_add(to, "\"");
}

static int by_value(const void *a, const void *b)
{
    u32 x = *(const u32 *)a, y = *(const u32 *)b;
    return (x > y) - (x < y);
}
static void put_lines(struct text *to, const struct method *m)
{
    u32 n = tool_method_line_count(m), *lines = vm_malloc((n + 1) * sizeof *lines), last = 0;
    for (u32 i = 0; i < n; i++) lines[i] = tool_method_line_at(m, i).line;
    qsort(lines, n, sizeof *lines, by_value);
    text_add(to, ",\"lines\":[");
    for (u32 i = 0; i < n; i++) {
        if (i && lines[i] == last) continue;
        text_printf(to, last || i ? ",%u" : "%u", lines[i]);
        last = lines[i];
    }
    text_add(to, "]");
    free(lines);
}

/* The machine code of a class's methods: the newest piece of each. */
struct codes {
    const struct class *c;
    struct piece {
        const struct method *method;
        u64 serial;
        u32 size;
        int level;
    } *all;
    u32 count, room;
};
static void take_code(const struct code *c, void *arg)
{
    struct codes *s = arg;
    if (!c->method || !c->table || c->method->owner != s->c) return;
    struct piece p = { c->method, c->serial, atomic_load(&c->size), code_level(c) };
    for (u32 i = 0; i < s->count; i++)
        if (s->all[i].method == c->method) {
            if (s->all[i].serial < c->serial) s->all[i] = p;
            return;
        }
    if (s->count == s->room) s->all = vm_realloc(s->all, (s->room = s->room * 2 + 32) * sizeof *s->all);
    s->all[s->count++] = p;
}

static void put_method(struct text *to, const struct method *m, const struct codes *codes)
{
    const struct piece *p = NULL;
    for (u32 i = 0; i < codes->count && !p; i++)
        if (codes->all[i].method == m) p = &codes->all[i];
    text_add(to, "{\"name\":");
    page_put_symbol(to, m->name);
    text_add(to, ",\"desc\":");
    page_put_symbol(to, m->desc);
    put_flags(to, m->access, true);
    put_lines(to, m);
    page_put_bool(to, "native", method_is_native(m));
    text_printf(to, ",\"tier\":\"%s\"",
                method_is_native(m)          ? "native"
                : !p                         ? "interpreted"
                : p->level == CODE_OPTIMIZED ? "optimized"
                                             : "stencils");
    page_put_number(to, "size", p ? p->size : 0);
    text_add(to, "}");
}

static void put_class_body(struct thread *self, struct text *to, struct class *c)
{
    struct codes codes = { .c = c };
    text_add(to, ",\"super\":");
    if (c->super)
        page_put_class(to, c->super);
    else
        text_add(to, "null");
    text_add(to, ",\"interfaces\":[");
    for (u32 i = 0; i < c->interface_count; i++) {
        if (i) text_add(to, ",");
        page_put_class(to, c->interfaces[i]);
    }
    text_add(to, "],\"fields\":[");
    for (u32 i = 0; i < c->field_count; i++) {
        const struct field *f = class_field(c, i);
        text_add(to, i ? ",{\"name\":" : "{\"name\":");
        page_put_symbol(to, f->name);
        text_add(to, ",\"desc\":");
        page_put_symbol(to, f->desc);
        page_put_bool(to, "static", tool_field_is_static(f));
        put_flags(to, f->access, false);
        text_add(to, "}");
    }
    code_look_at_each(take_code, &codes);
    text_add(to, "],\"methods\":[");
    for (u32 i = 0; i < c->method_count; i++) {
        if (i) text_add(to, ",");
        put_method(to, c->methods[i], &codes);
    }
    text_add(to, "]}");
    free(codes.all);
}

void page_class(struct thread *self, const struct page_request *q, struct page_answer *a)
{
    i64 id, loader;
    struct classes s = { .self = self };
    enum http_parameter named = http_parameter(q->query, "name", s.name, sizeof s.name);
    if (!page_number(q, a, "id", 0, 0, UINT32_MAX, &id) || !page_number(q, a, "loader", 0, 0, UINT32_MAX, &loader))
        return;
    s.serial = (u32)id;
    s.loader = (u32)loader;
    if (named != HTTP_PRESENT) *s.name = 0;
    classes_hold();
    if (s.serial || *s.name) loader_for_each_class(take_class, &s);
    /* without a poll from here on: a redefinition changes members in a stop */
    if (s.count) {
        put_class_head(&a->body, s.all[0]);
        put_class_body(self, &a->body, s.all[0]);
    } else
        page_refuse(a, 404, "there is no such class");
    classes_release();
    free(s.all);
}
