/* Probes that are set: adding, removing, and what happens to them as classes and threads come and go. */
#include "base/vec.h"
#include "exec/code/code.h"
#include "exec/code/code_cache.h"
#include "exec/tier/compile_queue.h"
#include "meta/loader.h"
#include "model/options.h"
#include "model/vm.h"
#include "os/os_time.h"
#include "probe/probe_int.h"
#include "thread/safepoint.h"
#include "thread/thread_contract.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static u32 last_id;

/* ---- refusing absent places ---- */

static u32 distance(const char *a, const char *b)
{
    enum { LONGEST = 64 };
    u32 row[LONGEST + 1], n = (u32)strlen(a), m = (u32)strlen(b);
    if (n > LONGEST || m > LONGEST) return UINT32_MAX;
    for (u32 k = 0; k <= m; k++) row[k] = k;
    for (u32 i = 1; i <= n; i++) {
        u32 diagonal = row[0];
        row[0] = i;
        for (u32 k = 1; k <= m; k++) {
            u32 above = row[k], best = diagonal + (a[i - 1] != b[k - 1]);
            if (above + 1 < best) best = above + 1;
            if (row[k - 1] + 1 < best) best = row[k - 1] + 1;
            row[k] = best;
            diagonal = above;
        }
    }
    return row[m];
}

struct search {
    const struct probe_place *place;
    struct class *found;          /* a class that the place names */
    bool there, member;           /* what the place names; its method */
    const char *nearest;          /* member of such a class */
    u32 best;                     /* its distance */
    i64 nearest_line, last_index; /* -1: none */
};
static void look_at_name(struct search *s, const char *name)
{
    u32 d = distance(s->place->member, name);
    if (d >= s->best) return;
    s->best = d;
    s->nearest = name;
}
static void look_at_method(struct search *s, const struct method *m)
{
    const struct probe_place *place = s->place;
    if (place->member) look_at_name(s, m->name->bytes);
    bool same = place->member && probe_names_method(place, m) && !method_is_abstract(m);
    s->member |= same;
    if (place->kind <= PROBE_METHOD_THROW) s->there |= same;
    if (place->kind == PROBE_BCI && same && !method_is_native(m)) {
        s->there |= code_is_instruction(m, (i32)place->number);
        if ((i64)m->code_len > s->last_index) s->last_index = m->code_len - 1;
    }
    if (place->kind != PROBE_LINE) return;
    s->there |= probe_bci_of_line(m, place->number) >= 0;
    for (u32 i = 0; m->cf && i < m->cf->line_count; i++) {
        i64 line = m->cf->lines[i].line;
        if (s->nearest_line < 0 || llabs(line - place->number) < llabs(s->nearest_line - place->number))
            s->nearest_line = line;
    }
}
static void look(struct class *c, void *arg)
{
    struct search *s = arg;
    const struct probe_place *place = s->place;
    if (class_is_primitive(c) || !probe_names_class(place, c)) return;
    s->found = c;
    s->there |= place->kind >= PROBE_ALLOC;
    bool field = place->kind == PROBE_FIELD_READ || place->kind == PROBE_FIELD_WRITE;
    for (u32 i = 0; !field && i < c->method_count; i++) look_at_method(s, c->methods[i]);
    for (u32 i = 0; field && i < c->field_count; i++) {
        const char *name = class_field(c, i)->name->bytes;
        s->there |= probe_matches(place->member, name);
        look_at_name(s, name);
    }
}
static void say_absent(const struct search *s, char *why, size_t size)
{
    const struct probe_place *place = s->place;
    const char *desc = place->desc ? place->desc : "";
    if (!s->found && place->loader)
        snprintf(why, size, "no class %s is loaded by loader(%u), or no more", place->cls, place->loader);
    else if (!s->found)
        snprintf(why, size, "no class %s is loaded ('later' before the place takes it when it comes)", place->cls);
    else if (place->kind == PROBE_LINE && s->nearest_line >= 0)
        snprintf(why, size, "%s has no code at line %ld; the nearest line is %ld", place->cls, place->number,
                 s->nearest_line);
    else if (place->kind == PROBE_LINE)
        snprintf(why, size, "%s has no lines: it was compiled without them", place->cls);
    else if (place->kind == PROBE_BCI && s->member)
        snprintf(why, size, "no instruction begins at %ld in %s.%s%s; its code ends at %ld", place->number, place->cls,
                 place->member, desc, s->last_index);
    else if (place->kind == PROBE_FIELD_READ || place->kind == PROBE_FIELD_WRITE)
        snprintf(why, size, "%s has no field %s; the nearest name is %s", place->cls, place->member,
                 s->nearest ? s->nearest : "none");
    else if (!s->best)
        snprintf(why, size, "%s has no method %s%s with code", place->cls, place->member, desc);
    else
        snprintf(why, size, "%s has no method %s; the nearest name is %s", place->cls, place->member,
                 s->nearest ? s->nearest : "none");
}
/* World stopped, so that nothing comes meanwhile. false: refused. */
static bool is_there(const struct probe_place *place, char *why, size_t size)
{
    WORLD_STOPPED();
    if (place->later || !probe_is_exact(place)) return true;
    struct search s = { .place = place, .best = UINT32_MAX, .nearest_line = -1, .last_index = -1 };
    loader_for_each_class(look, &s);
    if (!s.there) say_absent(&s, why, size);
    return s.there;
}
static bool all_there(const struct probe_program *g, bool later, u32 *at, char *why, size_t size)
{
    if (later) return true;
    for (u32 i = 0; i < g->rule_count; i++)
        for (u32 k = 0; k < g->rules[i].place_count; k++) {
            *at = g->rules[i].places[k].at;
            if (!is_there(&g->rules[i].places[k], why, size)) return false;
        }
    return true;
}

/* ---- setting ---- */

static struct probe *probe_new(struct probe_program *g)
{
    struct probe *p = vm_calloc(1, sizeof *p);
    struct text t;
    text_init(&t, NULL, 0);
    probe_print(g, &t);
    p->text = vm_strdup(text_string(&t));
    text_free(&t);
    p->program = g;
    for (u32 i = 0; i < g->node_count; i++) {
        struct probe_node *n = &g->nodes[i];
        bool named = n->kind == PROBE_N_FIELD || (n->kind == PROBE_N_LOCAL && n->text);
        n->secret = named && probe_name_is_secret(n->text);
    }
    p->set_at = os_time_monotonic_ns();
    p->window = p->set_at;
    p->every = 1;
    return p;
}
static void probe_delete(struct probe *p)
{
    for (u32 i = 0; i < PROBE_MAPS_MAX; i++) {
        free(p->ended.tables[i]);
        free(p->told[i]);
    }
    free(p->output);
    free(p->text);
    probe_free(p->program);
    free(p);
}

struct placing {
    struct probe *p;
    struct vec *marked;
};
static void place_one(struct class *c, void *arg)
{
    struct placing *w = arg;
    probe_place_methods(w->p, c, w->marked);
    probe_place_code(w->p, c);
}

/* World stopped. false: all numbers are taken. */
static bool take_index(struct probe *p)
{
    WORLD_STOPPED();
    u32 i = 0;
    while (i < PROBES_MAX && probes_set[i]) i++;
    if (i == PROBES_MAX) return false;
    probes_set[i] = p;
    p->index = i;
    p->id = ++last_id;
    return true;
}

static void run_rules(struct thread *self, struct probe *p, u8 kind)
{
    struct probe_hit h = { .self = self, .elapsed = -1, .size = -1 };
    for (u32 i = 0; i < p->program->rule_count; i++)
        for (u32 k = 0; k < p->program->rules[i].place_count; k++)
            if (p->program->rules[i].places[k].kind == kind) probe_run(p, &p->program->rules[i], &h);
}

static void say(const char *text, u32 at, const char *why, char *reason, size_t size)
{
    u32 line = 1, column = 1;
    for (u32 i = 0; i < at; i++) {
        column = text[i] == '\n' ? 1 : column + ((text[i] & 0xc0) != 0x80);
        line += text[i] == '\n';
    }
    snprintf(reason, size, "line %u, column %u: %s", line, column, why);
}

static void update_points(void)
{
    WORLD_STOPPED();
    bool any = false, words = code_outdated() > 0; /* that code has some */
    for (u32 i = 0; i < PROBES_MAX; i++) {
        any |= probes_set[i] != NULL;
        words |= probes_set[i] && (probes_set[i]->lights || probe_uses_elapsed(probes_set[i]->program));
    }
    probe_points_on = POINT_THREAD | (words ? POINT_WORDS : 0) | (any ? POINT_CLASS : 0) |
                      (probe_stands_in_code() ? POINT_CODE : 0) | probe_watched_points();
}

/* World stopped: p's places go. */
static void take_out(struct probe *p, bool gently)
{
    WORLD_STOPPED();
    struct vec changed = VEC_INIT;
    probe_unplace(p, &changed);
    probe_unwatch(p, gently);
    code_method_probes((struct method *const *)changed.items, changed.count, gently);
    vec_destroy(&changed);
}
/* World stopped: all that p has in the VM goes. */
static void take_away(struct probe *p, bool gently)
{
    WORLD_STOPPED();
    probe_records_drain();
    take_out(p, gently);
    probe_light_end(p);
    probe_forget_locals(p);
    probes_set[p->index] = NULL;
    update_points();
    if (code_outdated()) compile_queue_wake();
    if (!(probe_points_on & POINT_CLASS)) probe_names_clear();
}
void probe_leave(struct thread *self, u32 id)
{
    IN_STATE(self, VM);
    bool gently = compile_queue_ready(self);
    safepoint_begin(self, "Probe");
    struct probe *p = probe_by_id(id);
    if (p && p->stopped && !p->left) {
        probe_keep(p);
        take_out(p, gently);
        probe_light_end(p);
        probe_forget_timers();
        p->left = true;
        p->site_count = 0;
        update_points();
        if (code_outdated()) compile_queue_wake();
    }
    safepoint_end(self);
    code_announce_retired(self);
}

static void note_hidden(struct class *c, void *arg) { (void)probe_loads_hidden_by(arg, c); }
/* World stopped. false: it has too many places, and some are not set. */
static bool set_stopped(struct probe *p, bool gently)
{
    WORLD_STOPPED();
    struct vec marked = VEC_INIT;
    struct placing w = { p, &marked };
    probe_light_begin(p);
    if (p->lights && probe_reads_fields(p->program)) loader_for_each_class(note_hidden, p);
    loader_for_each_class(place_one, &w);
    bool fits = !atomic_load(&p->ended.counters[PROBE_LOST_PLACES]);
    if (fits) code_method_probes((struct method *const *)marked.items, marked.count, gently);
    vec_destroy(&marked);
    if (fits) probe_watch(p, gently);
    update_points();
    if (code_outdated()) compile_queue_wake();
    return fits;
}

/* World stopped, and all code fits p: its hits count from now on. */
static void arm(struct thread *self, struct probe *p)
{
    WORLD_STOPPED();
    VM_ASSERT(!code_outdated());
    probe_forget_locals(p);
    probe_forget_timers_of(p);
    probe_light_clear(p);
    for (u32 i = 0; i < PROBE_MAPS_MAX; i++) free(p->ended.tables[i]);
    u64 lost = atomic_load(&p->ended.counters[PROBE_LOST_PLACES]); /* classes came meanwhile */
    memset(&p->ended, 0, sizeof p->ended);
    atomic_store(&p->ended.counters[PROBE_LOST_PLACES], lost);
    p->set_at = os_time_monotonic_ns();
    p->window = p->set_at;
    p->armed = true;
    run_rules(self, p, PROBE_BEGIN);
}

/* World stopped: p is set, or nothing of it is left and `why` says the reason, at `at` of the text. */
static bool try_set(struct thread *self, struct probe *p, bool later, bool gently, u32 *at, char *why, size_t size)
{
    WORLD_STOPPED();
    if (!all_there(p->program, later, at, why, size)) return false;
    *at = UINT32_MAX;
    if (!take_index(p)) {
        snprintf(why, size, "%d probes are set already", PROBES_MAX);
        return false;
    }
    if (set_stopped(p, gently)) {
        if (!gently) code_drop_outdated();
        if (!code_outdated()) arm(self, p);
        return true;
    }
    snprintf(why, size, "it has more than %d places", PROBE_SITES_MAX);
    take_away(p, gently);
    return false;
}
/* Code is outdated since the probe was set, or since another one went: it runs while new code is made, and goes after a
 * while. Returns false if the probe was removed meanwhile. */
static bool arm_later(struct thread *self, u32 id)
{
    enum { LONGEST_MS = 2000 };
    i64 deadline = os_time_monotonic_ns() + LONGEST_MS * 1000000ll;
    bool there = true, armed = false;
    while (there && !armed) {
        bool in_time = code_wait_for_new(self, deadline) || os_time_monotonic_ns() < deadline;
        safepoint_begin(self, "Probe");
        struct probe *p = probe_by_id(id);
        if (!in_time) code_drop_outdated();
        there = p != NULL;
        armed = there && !code_outdated();
        if (armed) arm(self, p);
        safepoint_end(self);
        code_announce_retired(self);
    }
    return there;
}

u32 probe_add(struct thread *self, const char *text, size_t size, bool later, char *reason, size_t reason_size)
{
    IN_STATE(self, VM);
    struct probe_error error;
    char why[512];
    u32 at = 0;
    if (!options.probing) {
        snprintf(reason, reason_size, "this VM takes no probes (-XX:-ArgusProbing)");
        return 0;
    }
    struct probe_program *g = probe_parse(text, size, &error);
    if (!g) {
        snprintf(reason, reason_size, "line %u, column %u: %s", error.line, error.column, error.message);
        return 0;
    }
    probe_find_heavy(g);
    if (probe_needs_clock(g) && !probe_clock_start(self)) {
        snprintf(reason, reason_size, "there is no memory for the thread that intervals, prints and stacks need");
        probe_free(g);
        return 0;
    }
    if (probe_uses_elapsed(g)) probe_find_ticks();
    struct probe *p = probe_new(g);
    bool gently = compile_queue_ready(self);
    safepoint_begin(self, "Probe");
    bool set = try_set(self, p, later, gently, &at, why, sizeof why), armed = p->armed;
    u32 id = p->id;
    safepoint_end(self);
    if (!set && at == UINT32_MAX)
        snprintf(reason, reason_size, "%s", why);
    else if (!set)
        say(text, at, why, reason, reason_size);
    if (!set) probe_delete(p);
    code_announce_retired(self);
    if (set && !armed && !arm_later(self, id)) {
        snprintf(reason, reason_size, "it was removed before it was set");
        return 0;
    }
    if (set) probe_clock_wake();
    return set ? id : 0;
}

bool probe_remove(struct thread *self, u32 id, bool delta, enum probe_format format, struct text *to)
{
    IN_STATE(self, VM);
    bool gently = compile_queue_ready(self);
    safepoint_begin(self, "Probe");
    struct probe *p = probe_by_id(id);
    if (p) run_rules(self, p, PROBE_END);
    if (p && to) probe_read_locked(p, delta, format, to);
    if (p) take_away(p, gently);
    safepoint_end(self);
    if (!p) return false;
    probe_delete(p);
    code_announce_retired(self);
    return true;
}

/* ---- classes and threads ---- */

/* Code that reads fields by declared types goes where these are others now. */
static void renew_loads(void)
{
    WORLD_STOPPED();
    struct vec changed = VEC_INIT;
    probe_renew_loads(&changed);
    code_method_probes((struct method *const *)changed.items, changed.count, false);
    vec_destroy(&changed);
}
static void note_fields(struct class *c, void *arg)
{
    (void)arg;
    for (u32 i = 0; i < PROBES_MAX; i++)
        if (probes_set[i]) (void)probe_loads_hidden_by(probes_set[i], c);
}
static void fields_changed(void)
{
    WORLD_STOPPED();
    bool any = false;
    for (u32 i = 0; i < PROBES_MAX; i++) any |= probes_set[i] && probe_reads_fields(probes_set[i]->program);
    if (!any) return;
    probe_loads_forget(NULL);
    loader_for_each_class(note_fields, NULL);
    renew_loads();
}
static bool has_places(const struct probe *p) { return p && !p->left; }
static void class_linking(struct thread *self, struct class *c)
{
    IN_STATE(self, VM);
    bool stop = false, hides = false;
    probe_watch_linking(c);
    for (u32 i = 0; i < PROBES_MAX; i++) {
        if (!has_places(probes_set[i])) continue;
        hides |= probe_loads_hidden_by(probes_set[i], c);
        probe_place_methods(probes_set[i], c, NULL);
        stop |= probe_wants_code_of(probes_set[i], c);
    }
    if (!stop && !hides) return;
    safepoint_begin(self, "Probe");
    for (u32 i = 0; i < PROBES_MAX; i++)
        if (has_places(probes_set[i])) probe_place_code(probes_set[i], c);
    if (hides) renew_loads();
    update_points();
    safepoint_end(self);
    code_announce_retired(self);
}
static void class_unloading(struct class *c)
{
    WORLD_STOPPED();
    probe_light_forget_class(c);
    probe_places_forget(c);
    probe_loads_forget(c);
}
static void class_redefined(struct class *c)
{
    WORLD_STOPPED();
    struct vec marked = VEC_INIT;
    probe_watch_redefined(c);
    for (u32 i = 0; i < PROBES_MAX; i++) {
        if (!has_places(probes_set[i])) continue;
        struct placing w = { probes_set[i], &marked };
        place_one(c, &w);
        probe_tell_gone(probes_set[i], c);
    }
    code_method_probes((struct method *const *)marked.items, marked.count, false);
    vec_destroy(&marked);
    update_points();
}

/* ---- from start to end ---- */

static u32 of_options; /* its number */

char *probe_file(const char *path, size_t *size)
{
    FILE *f = fopen(path, "re");
    if (!f) return NULL;
    char *text = vm_malloc(PROBE_TEXT_MAX + 1); /* one more: longer texts are refused for their length */
    *size = fread(text, 1, PROBE_TEXT_MAX + 1, f);
    bool bad = ferror(f) != 0;
    int why = errno;
    fclose(f);
    if (!bad) return text;
    free(text);
    errno = why;
    return NULL;
}

void probe_start_from_options(struct thread *self)
{
    IN_STATE(self, VM);
    const char *o = options.probes;
    char reason[512];
    probe_check_secrets();
    if (!o || !*o) return;
    bool is_text = strchr(o, '{') != NULL;
    size_t size = strlen(o);
    char *read = is_text ? NULL : probe_file(o, &size);
    if (!is_text && !read) vm_exit_during_init("-XX:ArgusProbes: %s: %s", o, strerror(errno));
    of_options = probe_add(self, is_text ? o : read, size, true, reason, sizeof reason);
    free(read);
    if (!of_options) vm_exit_during_init("-XX:ArgusProbes: %s%s%s", is_text ? "" : o, is_text ? "" : ": ", reason);
}

void probe_end(struct thread *self)
{
    IN_STATE(self, VM);
    struct text t;
    if (!(probe_points_on & POINT_CLASS)) return;
    safepoint_begin(self, "Probe");
    for (u32 i = 0; i < PROBES_MAX; i++)
        if (probes_set[i]) run_rules(self, probes_set[i], PROBE_END);
    safepoint_end(self);
    probe_records_send(self);
    if (!of_options) return;
    text_init(&t, NULL, 0);
    if (probe_read(self, of_options, false, PROBE_AS_TEXT, &t) && t.len) fwrite(t.p, 1, t.len, stderr);
    text_free(&t);
}

void probe_start(void)
{
    probe_points = (struct probe_points){ .method = probe_hit_method,
                                          .code = probe_hit_code,
                                          .field = probe_hit_field,
                                          .event = probe_hit_event,
                                          .class_linking = class_linking,
                                          .class_unloading = class_unloading,
                                          .forget_dead = probe_places_forget_dead,
                                          .class_redefined = class_redefined,
                                          .fields_changed = fields_changed,
                                          .method_flags = probe_method_flags,
                                          .light = probe_light_at,
                                          .heavy = probe_heavy_at,
                                          .light_code = probe_light_at_code,
                                          .light_field = probe_light_at_field,
                                          .heavy_code = probe_heavy_at_code,
                                          .heavy_field = probe_heavy_at_field,
                                          .variables = probe_variables_at,
                                          .timed = probe_is_timed,
                                          .entered = probe_light_entered,
                                          .thread_listed = probe_thread_listed,
                                          .thread_ended = probe_thread_ended };
}
