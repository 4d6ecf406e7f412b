/* Prints the counts of probes, as text, as JSON lines and as folded stacks. Keys mean the same in another process. */
#include "base/vec.h"
#include "os/os_time.h"
#include "probe/probe_int.h"
#include "thread/thread_contract.h"
#include <stdlib.h>

/* ---- reading ---- */

struct reading {
    struct probe *p;
    struct probe_table *tables[PROBE_MAPS_MAX]; /* to be freed; NULL: nothing */
    u64 counters[PROBE_COUNTERS];
    u64 sequence; /* 0: not a delta */
    i64 monotonic_ns, wall_ns;
    char *output; /* malloc'ed; NULL: none */
    size_t output_size;
};

/* Subtracts the values of the last read. A smallest or largest value stays as it is. */
static void subtract(u8 kind, struct probe_table *now, const struct probe_table *before)
{
    if (!now || !before || before->epoch != now->epoch || kind == PROBE_A_MIN || kind == PROBE_A_MAX) return;
    for (u32 i = 0; i < now->room; i++) {
        struct probe_entry *e = probe_entry_at(now, i);
        const struct probe_entry *old = e->used ? probe_table_find(before, e->types, e->keys) : NULL;
        bool any = !old;
        for (u32 k = 0; old && k < now->words; k++) {
            e->words[k] -= old->words[k];
            any |= e->words[k] != 0;
        }
        if (!any) e->used = 2; /* nothing new */
    }
}
static void make_delta(struct reading *r)
{
    struct probe *p = r->p;
    for (u32 i = 0; i < p->program->map_count; i++) {
        struct probe_table *all = probe_table_copy(r->tables[i]);
        subtract(p->program->maps[i].kind, r->tables[i], p->told[i]);
        free(p->told[i]);
        p->told[i] = all;
    }
    for (u32 i = 0; i < PROBE_COUNTERS; i++) {
        u64 all = r->counters[i];
        r->counters[i] -= p->told_counters[i];
        p->told_counters[i] = all;
    }
    r->sequence = ++p->sequence;
}
static void take_output(struct reading *r)
{
    struct probe *p = r->p;
    r->output = p->output;
    r->output_size = p->output_size;
    p->output = NULL;
    p->output_size = 0;
}

/* ---- order ---- */

struct row {
    const struct probe_entry *e;
    i64 weight;
};
static i64 weight(const struct probe_map *m, const struct probe_entry *e, u32 words)
{
    i64 n = (i64)e->words[0];
    if (m->kind == PROBE_A_HIST || m->kind == PROBE_A_LHIST)
        for (u32 i = 1; i < words; i++) n += (i64)e->words[i];
    return n;
}
static int by_weight(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    if (x->weight != y->weight) return x->weight < y->weight ? 1 : -1;
    return memcmp(x->e->keys, y->e->keys, sizeof x->e->keys);
}
/* malloc'ed, the largest first; *count of them. */
static struct row *rows_of(const struct probe_map *m, const struct probe_table *t, u32 *count)
{
    struct row *rows = vm_malloc((t->used + 1) * sizeof *rows);
    *count = 0;
    for (u32 i = 0; i < t->room && *count < t->used; i++) {
        const struct probe_entry *e = probe_entry_at(t, i);
        if (e->used == 1) rows[(*count)++] = (struct row){ e, weight(m, e, t->words) };
    }
    qsort(rows, *count, sizeof *rows, by_weight);
    return rows;
}

/* ---- text ---- */

static void key_text(u8 type, u64 key, struct text *to)
{
    if (type == PROBE_INT)
        text_printf(to, "%ld", (i64)key);
    else if (type == PROBE_NULL)
        text_add(to, "null");
    else
        probe_name_get(type, key, to);
}
/* The bounds of a histogram's word; *open: it has no lower (-1) or upper (1) one. */
static void bounds(const struct probe_map *m, u32 word, u32 words, i64 *low, i64 *high, int *open)
{
    *open = word == 0 ? -1 : m->kind == PROBE_A_LHIST && word == words - 1 ? 1 : 0;
    if (m->kind == PROBE_A_LHIST) {
        *low = m->low + ((i64)word - 1) * m->step;
        *high = *low + m->step;
        if (word == 0) *high = m->low;
        if (*open == 1) *low = m->high;
        if (*open == 0 && *high > m->high) *high = m->high;
    } else {
        *low = word < 2 ? 0 : (i64)(1ull << (word - 2));
        *high = word == 0 ? 0 : word == 1 ? 1 : word == 64 ? INT64_MAX : (i64)(1ull << (word - 1));
    }
}
static void hist_text(const struct probe_map *m, const struct probe_entry *e, u32 words, struct text *to)
{
    u32 first = words, last = 0;
    u64 most = 1;
    for (u32 i = 0; i < words; i++) {
        if (!e->words[i]) continue;
        if (first == words) first = i;
        last = i;
        if (e->words[i] > most) most = e->words[i];
    }
    for (u32 i = first; i <= last && i < words; i++) {
        static const char bar[] = "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@";
        char label[64];
        i64 low, high;
        int open, n;
        bounds(m, i, words, &low, &high, &open);
        if (open < 0)
            n = snprintf(label, sizeof label, "(..., %ld)", high);
        else if (open > 0)
            n = snprintf(label, sizeof label, "[%ld, ...)", low);
        else
            n = snprintf(label, sizeof label, "[%ld, %ld)", low, high);
        (void)n;
        text_printf(to, "%-24s %10lu |%-40.*s|\n", label, e->words[i], (int)(40 * (double)e->words[i] / (double)most),
                    bar);
    }
}
static void sum_text(const struct probe_map *m, const struct probe_entry *e, u32 words, struct text *to)
{
    if (m->kind == PROBE_A_HIST || m->kind == PROBE_A_LHIST) {
        text_add(to, ":\n");
        hist_text(m, e, words, to);
    } else if (m->kind == PROBE_A_AVG)
        text_printf(to, ": %ld (%lu values, sum %ld)\n", e->words[0] ? (i64)e->words[1] / (i64)e->words[0] : 0,
                    e->words[0], (i64)e->words[1]);
    else
        text_printf(to, ": %ld\n", (i64)e->words[0]);
}
static void map_text(const struct probe_map *m, const struct probe_table *t, struct text *to)
{
    u32 count;
    if (m->kind == PROBE_A_SET) return;
    if (!t) {
        if (!m->key_count)
            text_printf(to, "@%s: %s\n", m->name, m->kind == PROBE_A_COUNT || m->kind == PROBE_A_SUM ? "0" : "nothing");
        return;
    }
    struct row *rows = rows_of(m, t, &count);
    for (u32 i = 0; i < count; i++) {
        text_printf(to, "@%s", m->name);
        for (u32 k = 0; k < m->key_count; k++) {
            text_add(to, k ? ", " : "[");
            key_text(rows[i].e->types[k], rows[i].e->keys[k], to);
        }
        if (m->key_count) text_add(to, "]");
        sum_text(m, rows[i].e, t->words, to);
    }
    free(rows);
}
void probe_print_map(struct thread *self, struct probe *p, struct probe_local *l, u32 map)
{
    struct probe_table *tables[PROBE_MAPS_MAX];
    u64 counters[PROBE_COUNTERS];
    struct text t;
    text_init(&t, NULL, 0);
    probe_sum(p, tables, counters);
    map_text(&p->program->maps[map], tables[map], &t);
    if (t.len) probe_record(self, p, l, false, t.p, t.len);
    text_free(&t);
    for (u32 i = 0; i < PROBE_MAPS_MAX; i++) free(tables[i]);
}
static const char *why_stopped(const struct probe *p)
{
    return atomic_load(&p->stopped) == PROBE_TOO_DEAR ? ": it cost too much" : " by exit()";
}
static void reading_text(const struct reading *r, struct text *to)
{
    const struct probe_program *g = r->p->program;
    text_printf(to, "probe %u", r->p->id);
    if (r->sequence) text_printf(to, " delta %lu", r->sequence);
    text_printf(to, " at %ld ns, wall clock %ld ns:", r->monotonic_ns, r->wall_ns);
    for (u32 i = 0; i < PROBE_COUNTERS; i++)
        if (r->counters[i] || i == PROBE_HITS) text_printf(to, " %s %lu", probe_counter_names[i], r->counters[i]);
    if (r->p->every > 1) text_printf(to, ", every %uth hit of stacks and texts is taken", r->p->every);
    i64 end = atomic_load(&r->p->stopped_at);
    if (end) text_printf(to, ", stopped after %ld ms%s", (end - r->p->set_at) / 1000000, why_stopped(r->p));
    text_add(to, "\n");
    for (u32 i = 0; i < g->map_count; i++) map_text(&g->maps[i], r->tables[i], to);
    if (r->output) text_put(to, r->output, r->output_size);
}

/* ---- JSON: one object, one line ---- */

static const char *type_name(u8 type)
{
    static const char *const names[] = { "missing", "int",    "double", "string", "object",
                                         "class",   "method", "stack",  "null",   "secret" };
    return names[type];
}
static void key_json(u8 type, u64 key, struct text *to)
{
    struct text t;
    text_init(&t, NULL, 0);
    key_text(type, key, &t);
    text_printf(to, "{\"type\":\"%s\",\"value\":", type_name(type));
    if (type == PROBE_INT || type == PROBE_NULL)
        text_put(to, t.p, t.len);
    else
        text_json(to, t.p, t.len);
    text_add(to, "}");
    text_free(&t);
}
static void hist_json(const struct probe_map *m, const struct probe_entry *e, u32 words, struct text *to)
{
    const char *comma = "";
    text_add(to, "\"buckets\":[");
    for (u32 i = 0; i < words; i++) {
        i64 low, high;
        int open;
        if (!e->words[i]) continue;
        bounds(m, i, words, &low, &high, &open);
        text_printf(to, "%s{", comma);
        if (open >= 0) text_printf(to, "\"from\":%ld,", low);
        if (open <= 0) text_printf(to, "\"to\":%ld,", high);
        text_printf(to, "\"count\":%lu}", e->words[i]);
        comma = ",";
    }
    text_add(to, "]");
}
static void row_json(const struct probe_map *m, const struct probe_entry *e, u32 words, struct text *to)
{
    text_add(to, "{\"keys\":[");
    for (u32 k = 0; k < m->key_count; k++) {
        if (k) text_add(to, ",");
        key_json(e->types[k], e->keys[k], to);
    }
    text_add(to, "],");
    if (m->kind == PROBE_A_HIST || m->kind == PROBE_A_LHIST)
        hist_json(m, e, words, to);
    else if (m->kind == PROBE_A_AVG)
        text_printf(to, "\"count\":%lu,\"sum\":%ld", e->words[0], (i64)e->words[1]);
    else
        text_printf(to, "\"value\":%ld", (i64)e->words[0]);
    text_add(to, "}");
}
static void reading_json(const struct reading *r, struct text *to)
{
    const struct probe_program *g = r->p->program;
    text_printf(to, "{\"probe\":%u,\"sequence\":%lu,\"monotonic_ns\":%ld,\"wall_ns\":%ld,\"one_moment\":false",
                r->p->id, r->sequence, r->monotonic_ns, r->wall_ns);
    text_printf(to, ",\"every\":%u,\"stopped\":%s", r->p->every, r->p->stopped ? "true" : "false");
    for (u32 i = 0; i < PROBE_COUNTERS; i++) text_printf(to, ",\"%s\":%lu", probe_counter_names[i], r->counters[i]);
    text_add(to, ",\"maps\":[");
    const char *comma = "";
    for (u32 i = 0; i < g->map_count; i++) {
        const struct probe_map *m = &g->maps[i];
        u32 count = 0;
        if (m->kind == PROBE_A_SET) continue;
        text_printf(to, "%s{\"name\":", comma);
        text_json(to, m->name, strlen(m->name));
        text_printf(to, ",\"kind\":\"%s\",\"rows\":[", probe_aggregate_names[m->kind]);
        struct row *rows = r->tables[i] ? rows_of(m, r->tables[i], &count) : NULL;
        for (u32 k = 0; k < count; k++) {
            if (k) text_add(to, ",");
            row_json(m, rows[k].e, r->tables[i]->words, to);
        }
        free(rows);
        text_add(to, "]}");
        comma = ",";
    }
    text_add(to, "],\"output\":");
    text_json(to, r->output ? r->output : "", r->output_size);
    text_add(to, "}\n");
}

/* ---- folded stacks ---- */

/* One frame, without the signs that separate frames and lines. */
static void put_frame(const char *s, size_t n, struct text *to)
{
    text_add(to, ";");
    for (size_t i = 0; i < n; i++) text_printf(to, "%c", s[i] == ';' ? ',' : (unsigned char)s[i] < ' ' ? ' ' : s[i]);
}
/* Keys that are no stack are frames too. A stack was kept with its innermost frame first. */
static void put_key(u8 type, u64 key, struct text *to)
{
    struct text t;
    text_init(&t, NULL, 0);
    key_text(type, key, &t);
    size_t end = t.len;
    while (type == PROBE_STACK && end) {
        size_t from = end;
        while (from && t.p[from - 1] != ';') from--;
        put_frame(t.p + from, end - from, to);
        end = from ? from - 1 : 0;
    }
    if (type != PROBE_STACK) put_frame(t.p, t.len, to);
    text_free(&t);
}
static void reading_folded(const struct reading *r, struct text *to)
{
    const struct probe_program *g = r->p->program;
    for (u32 i = 0; i < g->map_count; i++) {
        const struct probe_map *m = &g->maps[i];
        u32 count = 0;
        struct row *rows = r->tables[i] && m->kind != PROBE_A_SET ? rows_of(m, r->tables[i], &count) : NULL;
        for (u32 k = 0; k < count; k++) {
            text_printf(to, "@%s", m->name);
            for (u32 n = 0; n < m->key_count; n++) put_key(rows[k].e->types[n], rows[k].e->keys[n], to);
            text_printf(to, " %ld\n", m->kind == PROBE_A_AVG ? (i64)rows[k].e->words[1] : rows[k].weight);
        }
        free(rows);
    }
}

/* ---- all formats ---- */

static void reading_take(struct reading *r, bool delta, enum probe_format format)
{
    THREADS_LOCKED();
    probe_records_drain();
    if (format != PROBE_AS_OUTPUT && r->p->armed) probe_sum(r->p, r->tables, r->counters);
    r->monotonic_ns = os_time_monotonic_ns();
    r->wall_ns = os_time_wall_ns();
    if (delta && format != PROBE_AS_OUTPUT) make_delta(r);
    if (format != PROBE_AS_FOLDED) take_output(r);
}
static void reading_show(struct reading *r, enum probe_format format, struct text *to)
{
    switch (format) {
    case PROBE_AS_TEXT: reading_text(r, to); break;
    case PROBE_AS_JSON: reading_json(r, to); break;
    case PROBE_AS_FOLDED: reading_folded(r, to); break;
    case PROBE_AS_OUTPUT:
        text_printf(to, "probe %u %s\n", r->p->id, r->p->stopped ? "stopped" : "running");
        if (r->output) text_put(to, r->output, r->output_size);
        break;
    }
    for (u32 i = 0; i < PROBE_MAPS_MAX; i++) free(r->tables[i]);
    free(r->output);
}

void probe_read_locked(struct probe *p, bool delta, enum probe_format format, struct text *to)
{
    THREADS_LOCKED();
    struct reading r = { .p = p };
    reading_take(&r, delta, format);
    reading_show(&r, format, to);
}
bool probe_read(struct thread *self, u32 id, bool delta, enum probe_format format, struct text *to)
{
    IN_STATE(self, VM);
    threads_lock(self);
    struct reading r = { .p = probe_by_id(id) };
    if (r.p) reading_take(&r, delta, format);
    threads_unlock();
    if (!r.p) return false;
    reading_show(&r, format, to);
    return true;
}

void probe_list(struct thread *self, enum probe_format format, struct text *to)
{
    IN_STATE(self, VM);
    bool any = false;
    for (u32 i = 0; i < PROBES_MAX; i++) {
        const struct probe *p = probes_set[i];
        if (!p) continue;
        any = true;
        if (format == PROBE_AS_JSON) {
            text_printf(to, "{\"probe\":%u,\"sites\":%u,\"set_monotonic_ns\":%ld,\"stopped\":%s,\"text\":", p->id,
                        p->site_count, p->set_at, p->stopped ? "true" : "false");
            text_json(to, p->text, strlen(p->text));
            text_add(to, "}\n");
        } else {
            bool stopped = p->stopped != PROBE_RUNS;
            text_printf(to, "probe %u, %u places%s%s\n", p->id, p->site_count,
                        stopped     ? ", stopped"
                        : !p->armed ? ", code is made for it"
                                    : "",
                        stopped ? why_stopped(p) : "");
            for (const char *s = p->text; *s;) {
                size_t n = strcspn(s, "\n") + 1;
                text_printf(to, "    %.*s", (int)n, s);
                s += n;
            }
            probe_list_gone(p, to);
        }
    }
    if (!any && format == PROBE_AS_TEXT) text_add(to, "No probe is set.\n");
}
