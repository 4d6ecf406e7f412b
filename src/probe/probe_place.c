/* Which places in code probes name, and their sites: methods, instructions, fields. Names are matched for all classes
 * when a probe is set, and for each class that comes before it runs.
 *
 * The table is read by hits without a lock: chains grow at their head, and lose something only while the world
 * stands. */
#include "base/vec.h"
#include "exec/code/code.h"
#include "meta/loader.h"
#include "model/class_space.h"
#include "probe/probe_int.h"
#include "thread/events.h"
#include "thread/thread_contract.h"
#include <stdlib.h>

enum { BUCKETS = TINY(4096, 4) };
static struct probe_spot *_Atomic buckets[BUCKETS];
static struct os_mutex place_lock = OS_MUTEX_INIT; /* a leaf: two classes may be linked at once */

static u32 bucket_of(const void *key) { return (u32)hash_u64((u64)(uintptr_t)key) % BUCKETS; }

struct probe_spot *probe_spot_of(const void *key)
{
    struct probe_spot *s = atomic_load_explicit(&buckets[bucket_of(key)], memory_order_acquire);
    while (s && s->key != key) s = atomic_load_explicit(&s->next, memory_order_acquire);
    return s;
}
struct probe_spot *probe_method_of(const struct method *m)
{
    while (m->previous_version) m = m->previous_version;
    return probe_spot_of(m);
}

/* ---- names ---- */

static bool class_matches(const char *pattern, const struct class *c)
{
    char name[1024];
    return probe_matches(pattern, class_external_name(c, name, sizeof name));
}
bool probe_names_class(const struct probe_place *place, const struct class *c)
{
    if (place->loader && c->loader->number != place->loader) return false;
    if (class_matches(place->cls, c)) return true;
    if (!place->subclasses) return false;
    for (const struct class *s = c->super; s; s = s->super)
        if (class_matches(place->cls, s)) return true;
    for (u32 i = 0; i < c->all_interface_count; i++)
        if (class_matches(place->cls, c->all_interfaces[i])) return true;
    return false;
}
bool probe_names_method(const struct probe_place *place, const struct method *m)
{
    return probe_matches(place->member, m->name->bytes) && (!place->desc || !strcmp(place->desc, m->desc->bytes));
}

/* ---- sites ---- */

/* The last nodes of its expressions. Returns how many. */
enum { MOST_ROOTS = 1 + PROBE_ACTIONS_MAX * (PROBE_KEYS_MAX + PROBE_PRINTED_MAX) };
static u32 find_roots(const struct probe_rule *r, u16 *roots)
{
    u32 n = 0;
    if (r->condition != PROBE_NONE) roots[n++] = r->condition;
    for (u32 i = 0; i < r->action_count; i++) {
        const struct probe_action *a = &r->actions[i];
        for (u32 k = 0; k < a->key_count; k++) roots[n++] = a->keys[k];
        for (u32 k = 0; k < a->value_count; k++) roots[n++] = a->values[k];
    }
    return n;
}
/* Does the rule read that? */
static bool uses(const struct probe *p, const struct probe_rule *r, u8 kind, i64 number)
{
    const struct probe_program *g = p->program;
    u16 roots[MOST_ROOTS];
    u32 n = find_roots(r, roots);
    for (u32 i = 0; i < n; i++)
        for (u32 k = g->nodes[roots[i]].first; k <= roots[i]; k++)
            if (g->nodes[k].kind == kind && (kind != PROBE_N_VALUE || g->nodes[k].number == number)) return true;
    return false;
}
bool probe_uses_elapsed(const struct probe_program *g)
{
    for (u32 i = 0; i < g->node_count; i++)
        if (g->nodes[i].kind == PROBE_N_VALUE && g->nodes[i].number == PROBE_V_ELAPSED) return true;
    return false;
}
static bool uses_elapsed(const struct probe *p, const struct probe_rule *r)
{
    return uses(p, r, PROBE_N_VALUE, PROBE_V_ELAPSED);
}
static bool uses_named(const struct probe *p, const struct probe_rule *r)
{
    return uses(p, r, PROBE_N_ARG, 0) || uses(p, r, PROBE_N_VALUE, PROBE_V_RETVAL);
}
static bool uses_variables(const struct probe *p, const struct probe_rule *r)
{
    return uses(p, r, PROBE_N_LOCAL, 0) || uses(p, r, PROBE_N_VALUE, PROBE_V_THIS);
}

static struct probe_spot *spot_locked(enum probe_spot_kind kind, const void *key, struct method *m, struct field *f)
    WANTS_LOCK(place_lock)
{
    LOCK_HELD(&place_lock);
    struct probe_spot *s = probe_spot_of(key);
    if (s) return s;
    s = vm_calloc(1, sizeof *s);
    s->kind = kind;
    s->key = key;
    s->method = m;
    s->field = f;
    _Atomic(struct probe_spot *) *head = &buckets[bucket_of(key)];
    s->next = atomic_load(head);
    atomic_store_explicit(head, s, memory_order_release);
    return s;
}
/* At the end, so that hits run in the order in which probes were set; once, also where a class is linked that was there
 * when the probe was set, or two places of a rule name the same. */
static void add_site_locked(struct probe_spot *spot, struct probe *p, const struct probe_rule *r, u32 list)
    WANTS_LOCK(place_lock)
{
    LOCK_HELD(&place_lock);
    _Atomic(struct probe_site *) *at = &spot->at[list];
    for (struct probe_site *s; (s = atomic_load(at)) != NULL; at = &s->next)
        if (s->probe == p && s->rule == r) return;
    struct probe_site *s = vm_calloc(1, sizeof *s);
    s->probe = p;
    s->rule = r;
    probe_site_begin(s, spot);
    atomic_store_explicit(at, s, memory_order_release);
    if (spot->kind == PROBE_SPOT_METHOD && list != PROBE_ENTERED && uses_elapsed(p, r))
        atomic_store(&spot->timed, true);
    p->site_count++;
}
/* A place more than there may be is left out, and counted. */
static bool is_full(struct probe *p)
{
    if (p->site_count < PROBE_SITES_MAX) return false;
    atomic_fetch_add(&p->ended.counters[PROBE_LOST_PLACES], 1);
    return true;
}

static void place_method(struct probe *p, const struct probe_rule *r, const struct probe_place *place, struct class *c,
                         struct vec *marked)
{
    for (u32 i = 0; i < c->method_count; i++) {
        struct method *m = c->methods[i], *first = method_first_version(m);
        if (method_is_abstract(m) || !probe_names_method(place, m)) continue;
        u64 secrets = uses_named(p, r) ? probe_secrets_of(m) : 0;
        os_mutex_lock(&place_lock);
        bool full = is_full(p);
        if (!full) {
            struct probe_spot *s = spot_locked(PROBE_SPOT_METHOD, first, first, NULL);
            s->secrets |= secrets;
            add_site_locked(s, p, r, (u32)(place->kind - PROBE_METHOD_ENTRY));
        }
        os_mutex_unlock(&place_lock);
        if (full) continue;
        if (marked) vec_push(marked, m);
    }
}

void probe_place_methods(struct probe *p, struct class *c, struct vec *marked)
{
    if (class_is_array(c) || class_is_primitive(c)) return;
    for (u32 i = 0; i < p->program->rule_count; i++) {
        const struct probe_rule *r = &p->program->rules[i];
        for (u32 k = 0; k < r->place_count; k++)
            if (r->places[k].kind <= PROBE_METHOD_THROW && probe_names_class(&r->places[k], c))
                place_method(p, r, &r->places[k], c, marked);
    }
    for (u32 i = 0; !marked && i < c->method_count; i++) {
        struct method *m = c->methods[i];
        u32 was = __atomic_load_n(&m->flags, __ATOMIC_RELAXED) & MTH_OF_PROBES;
        __atomic_fetch_xor(&m->flags, was ^ probe_method_flags(m), __ATOMIC_SEQ_CST);
    }
}

/* ---- instructions and fields ---- */

static bool has_body(const struct method *m) { return !method_is_abstract(m) && !method_is_native(m) && m->orig_code; }

i32 probe_bci_of_line(const struct method *m, i64 line)
{
    i32 first = -1;
    for (u32 i = 0; has_body(m) && m->cf && i < m->cf->line_count; i++) {
        const struct cf_line *l = &m->cf->lines[i];
        if (l->line == line && l->bci < m->code_len && (first < 0 || l->bci < first)) first = l->bci;
    }
    return first;
}
i32 probe_bci_of(const struct probe_place *place, const struct method *m)
{
    if (place->kind == PROBE_LINE) return probe_bci_of_line(m, place->number);
    return has_body(m) && place->number < m->code_len && probe_names_method(place, m) ? (i32)place->number : -1;
}

/* A version that is obsolete runs on as it was, and so do all before it. */
static struct method *older_with_same_body(const struct method *m)
{
    struct method *older = m->previous_version;
    return older && !(older->flags & MTH_OBSOLETE) ? older : NULL;
}
static void find_variables(const struct probe_spot *spot, const struct probe_site *s, u64 *slots)
{
    const struct probe_node *nodes = s->probe->program->nodes;
    u16 roots[MOST_ROOTS];
    u32 n = find_roots(s->rule, roots), at = 0;
    char kind = 0;
    for (u32 i = 0; i < n; i++)
        for (u32 k = nodes[roots[i]].first; k <= roots[i]; k++) {
            if (nodes[k].kind != PROBE_N_LOCAL || !probe_variable_at(spot, &nodes[k], &at, &kind)) continue;
            for (u32 half = at - (kind == 'J' || kind == 'D'); half <= at; half++)
                slots[half / 64] |= 1ull << half % 64;
        }
}
void probe_variables_at(const u8 *pc, u64 *slots)
{
    const struct probe_spot *spot = probe_spot_of(pc);
    for (struct probe_site *s = spot ? atomic_load_explicit(&spot->at[0], memory_order_acquire) : NULL; s;
         s = atomic_load_explicit(&s->next, memory_order_acquire))
        find_variables(spot, s, slots);
}
static void place_instruction(struct probe *p, const struct probe_rule *r, struct method *m, i32 bci)
{
    WORLD_STOPPED();
    if (is_full(p)) return;
    if (!code_set_probe(m, bci)) return;
    if (probe_spot_of(m->code + bci)) code_probes_changed(m);
    os_mutex_lock(&place_lock);
    struct probe_spot *s = spot_locked(PROBE_SPOT_CODE, m->code + bci, m, NULL);
    os_mutex_unlock(&place_lock);
    if (uses_variables(p, r) && !s->types) s->types = probe_types_of_variables(m, bci);
    os_mutex_lock(&place_lock);
    add_site_locked(s, p, r, 0);
    os_mutex_unlock(&place_lock);
}
static void place_lines(struct probe *p, const struct probe_rule *r, const struct probe_place *place, struct class *c)
{
    for (u32 i = 0; i < c->method_count; i++) {
        i32 bci = probe_bci_of(place, c->methods[i]);
        if (bci < 0) continue;
        if (uses_variables(p, r)) atomic_store(&locals_shown, true);
        for (struct method *m = c->methods[i]; m; m = older_with_same_body(m)) place_instruction(p, r, m, bci);
    }
}
static void place_field(struct probe *p, const struct probe_rule *r, const struct probe_place *place, struct class *c)
{
    WORLD_STOPPED();
    bool write = place->kind == PROBE_FIELD_WRITE;
    for (u32 i = 0; i < c->field_count; i++) {
        struct field *f = class_field(c, i);
        if (!probe_matches(place->member, f->name->bytes) || is_full(p)) continue;
        os_mutex_lock(&place_lock);
        struct probe_spot *s = spot_locked(PROBE_SPOT_FIELD, f, NULL, f);
        s->secrets = probe_name_is_secret(f->name->bytes);
        add_site_locked(s, p, r, write);
        os_mutex_unlock(&place_lock);
        if (!code_watch_field(f, write ? FLD_PROBE_WRITE : FLD_PROBE_READ, true)) code_field_probes_changed(f);
    }
}

static bool is_in_code(const struct probe_place *place)
{
    return place->kind > PROBE_METHOD_THROW && place->kind <= PROBE_FIELD_WRITE;
}
bool probe_wants_code_of(const struct probe *p, const struct class *c)
{
    if (class_is_array(c) || class_is_primitive(c)) return false;
    for (u32 i = 0; i < p->program->rule_count; i++)
        for (u32 k = 0; k < p->program->rules[i].place_count; k++) {
            const struct probe_place *place = &p->program->rules[i].places[k];
            if (is_in_code(place) && probe_names_class(place, c)) return true;
        }
    return false;
}
void probe_place_code(struct probe *p, struct class *c)
{
    WORLD_STOPPED();
    if (class_is_array(c) || class_is_primitive(c)) return;
    for (u32 i = 0; i < p->program->rule_count; i++) {
        const struct probe_rule *r = &p->program->rules[i];
        for (u32 k = 0; k < r->place_count; k++) {
            const struct probe_place *place = &r->places[k];
            if (!is_in_code(place) || !probe_names_class(place, c)) continue;
            if (place->kind >= PROBE_FIELD_READ)
                place_field(p, r, place, c);
            else
                place_lines(p, r, place, c);
        }
    }
}

/* ---- the end ---- */

/* Had it any? */
static bool drop_sites(struct probe_spot *spot, const struct probe *p)
{
    bool timed = false, any = false;
    for (u32 list = 0; list < ARRAY_LEN(spot->at); list++) {
        _Atomic(struct probe_site *) *at = &spot->at[list];
        while (*at) {
            struct probe_site *s = *at;
            if (s->probe == p) {
                *at = s->next;
                probe_site_end(s, false);
                free(s);
                any = true;
                continue;
            }
            timed |= spot->kind == PROBE_SPOT_METHOD && list != PROBE_ENTERED && uses_elapsed(s->probe, s->rule);
            at = &s->next;
        }
    }
    spot->timed = timed;
    return any;
}
/* Sites of it went: code knows the others. */
static void leave_field(const struct probe_spot *s)
{
    bool changed = false;
    if (!s->at[0]) changed |= code_watch_field(s->field, FLD_PROBE_READ, false);
    if (!s->at[1]) changed |= code_watch_field(s->field, FLD_PROBE_WRITE, false);
    if (!changed) code_field_probes_changed(s->field);
}
/* The same of an instruction. */
static void leave_instruction(const struct probe_spot *s)
{
    if (s->at[0])
        code_probes_changed(s->method);
    else
        code_clear_probe(s->method, (i32)((const u8 *)s->key - s->method->code));
}
static struct method *newest_version(const struct probe_spot *s)
{
    struct method *newest = s->method;
    while (newest->next_version) newest = newest->next_version;
    return newest;
}
static void free_spot(struct probe_spot *s)
{
    free(s->types);
    free(s);
}
void probe_unplace(struct probe *p, struct vec *changed)
{
    WORLD_STOPPED();
    for (u32 i = 0; i < BUCKETS; i++) {
        _Atomic(struct probe_spot *) *at = &buckets[i];
        while (*at) {
            struct probe_spot *s = *at;
            bool any = drop_sites(s, p);
            if (any && s->kind == PROBE_SPOT_METHOD) vec_push(changed, newest_version(s));
            if (any && s->kind == PROBE_SPOT_FIELD) leave_field(s);
            if (any && s->kind == PROBE_SPOT_CODE) leave_instruction(s);
            if (s->at[0] || s->at[1] || s->at[2]) {
                at = &s->next;
                continue;
            }
            *at = s->next;
            free_spot(s);
        }
    }
}

static struct class *owner_of(const struct probe_spot *s) { return s->field ? s->field->owner : s->method->owner; }
static bool is_of_class(const struct probe_spot *s, const struct class *c) { return owner_of(s) == c; }
static bool is_dead(const struct probe_spot *s, const struct class *c)
{
    return s->kind == PROBE_SPOT_CODE && class_memory_is_dead(s->method);
}
/* Removes the spots whose method, field or instruction goes, or has gone. */
static void forget(bool (*gone)(const struct probe_spot *s, const struct class *c), const struct class *c)
{
    WORLD_STOPPED();
    for (u32 i = 0; i < BUCKETS; i++) {
        _Atomic(struct probe_spot *) *at = &buckets[i];
        while (*at) {
            struct probe_spot *spot = *at;
            if (!gone(spot, c)) {
                at = &spot->next;
                continue;
            }
            for (u32 list = 0; list < ARRAY_LEN(spot->at); list++)
                while (spot->at[list]) {
                    struct probe_site *s = spot->at[list];
                    spot->at[list] = s->next;
                    s->probe->site_count--;
                    probe_site_end(s, true);
                    free(s);
                }
            *at = spot->next;
            free_spot(spot);
        }
    }
}
void probe_places_forget(struct class *c)
{
    WORLD_STOPPED();
    forget(is_of_class, c);
    for (u32 i = 0; i < BUCKETS; i++) /* fields of others that its methods access */
        for (struct probe_spot *s = buckets[i]; s; s = s->next)
            for (u32 list = 0; list < ARRAY_LEN(s->at); list++)
                for (struct probe_site *x = s->at[list]; x; x = x->next)
                    if (x->inner) probe_site_forget_class(x, c);
}
void probe_places_forget_dead(void) { forget(is_dead, NULL); }

static bool renew_inner(const struct probe_spot *spot, struct probe_site *s)
{
    bool changed = false;
    for (struct probe_site *x = s->inner; x; x = x->next) changed |= probe_loads_renew(x, spot);
    return changed;
}
/* Are fields others that the sites of a list read? */
static bool renew_list(const struct probe_spot *spot, struct probe_site *s)
{
    bool changed = false;
    for (; s; s = s->next) {
        changed |= probe_loads_renew(s, spot);
        changed |= renew_inner(spot, s);
    }
    return changed;
}
static void renew_spot(const struct probe_spot *s, struct vec *changed)
{
    bool any = false;
    for (u32 list = 0; list < ARRAY_LEN(s->at); list++) any |= renew_list(s, s->at[list]);
    if (!any) return;
    switch (s->kind) {
    case PROBE_SPOT_METHOD: vec_push(changed, newest_version(s)); break;
    case PROBE_SPOT_CODE: code_probes_changed(s->method); break;
    case PROBE_SPOT_FIELD: code_field_probes_changed(s->field); break;
    }
}
void probe_renew_loads(struct vec *changed)
{
    WORLD_STOPPED();
    for (u32 i = 0; i < BUCKETS; i++)
        for (struct probe_spot *s = buckets[i]; s; s = s->next) renew_spot(s, changed);
}

bool probe_stands_in_code(void)
{
    WORLD_STOPPED();
    for (u32 i = 0; i < BUCKETS; i++)
        for (const struct probe_spot *s = buckets[i]; s; s = s->next)
            if (s->kind == PROBE_SPOT_CODE) return true;
    return false;
}

/* ---- Probe.places ---- */
struct places {
    const struct probe_place *place;
    struct text *to;
    u32 count;
};
enum { PLACES_SHOWN = 10000 };
static void show_places(struct class *c, void *arg)
{
    struct places *l = arg;
    char name[1024];
    if (class_is_array(c) || class_is_primitive(c) || !probe_names_class(l->place, c)) return;
    for (u32 i = 0; i < c->method_count; i++) {
        const struct method *m = c->methods[i];
        if (method_is_abstract(m) || !probe_names_method(l->place, m) || l->count++ >= PLACES_SHOWN) continue;
        const struct loader *loader = c->loader;
        if (!loader->is_boot && !loader->is_platform && !loader->is_app)
            text_printf(l->to, "loader(%u) ", loader->number);
        text_printf(l->to, "method:%s.%s%s\n", class_external_name(c, name, sizeof name), m->name->bytes,
                    m->desc->bytes);
    }
}
void probe_places(struct thread *self, const char *pattern, struct text *to)
{
    IN_STATE(self, VM);
    char cls[1024];
    const char *dot = strrchr(pattern, '.');
    size_t n = dot ? (size_t)(dot - pattern) : strlen(pattern);
    if (n >= sizeof cls) n = sizeof cls - 1;
    memcpy(cls, pattern, n);
    cls[n] = 0;
    struct probe_place place = { .cls = cls, .member = dot ? dot + 1 : "*" };
    struct places l = { &place, to, 0 };
    loader_for_each_class(show_places, &l);
    if (l.count > PLACES_SHOWN) text_printf(to, "and %u more\n", l.count - PLACES_SHOWN);
    if (!l.count) text_add(to, "There is no such method.\n");
}
