/* Which methods probes name, and their sites. Names are matched for all classes when a probe is set, and for each class
 * that comes before it runs.
 *
 * The table is read by hits without a lock: chains grow at their head, and lose something only while the world
 * stands. */
#include "base/vec.h"
#include "meta/loader.h"
#include "probe/probe_int.h"
#include "thread/thread_contract.h"
#include <stdlib.h>

enum { BUCKETS = TINY(4096, 4) };
static struct probe_method *_Atomic buckets[BUCKETS];
static struct os_mutex place_lock = OS_MUTEX_INIT; /* a leaf: two classes may be linked at once */

static u32 bucket_of(const struct method *first) { return (u32)hash_u64((u64)(uintptr_t)first) % BUCKETS; }

static struct probe_method *find(const struct method *first)
{
    struct probe_method *m = atomic_load_explicit(&buckets[bucket_of(first)], memory_order_acquire);
    while (m && m->method != first) m = atomic_load_explicit(&m->next, memory_order_acquire);
    return m;
}
struct probe_method *probe_method_of(const struct method *m)
{
    while (m->previous_version) m = m->previous_version;
    return find(m);
}

/* ---- names ---- */

static bool class_matches(const char *pattern, const struct class *c)
{
    char name[1024];
    return probe_matches(pattern, class_external_name(c, name, sizeof name));
}
bool probe_names_class(const struct probe_place *place, const struct class *c)
{
    if (class_matches(place->cls, c)) return true;
    if (!place->subclasses) return false;
    for (const struct class *s = c->super; s; s = s->super)
        if (class_matches(place->cls, s)) return true;
    for (u32 i = 0; i < c->all_interface_count; i++)
        if (class_matches(place->cls, c->all_interfaces[i])) return true;
    return false;
}
static bool names_method(const struct probe_place *place, const struct method *m)
{
    return probe_matches(place->member, m->name->bytes) && (!place->desc || !strcmp(place->desc, m->desc->bytes));
}

/* ---- sites ---- */

static bool uses_elapsed(const struct probe *p, const struct probe_rule *r)
{
    const struct probe_program *g = p->program;
    u16 roots[1 + PROBE_ACTIONS_MAX * (PROBE_KEYS_MAX + PROBE_PRINTED_MAX)];
    u32 n = 0;
    if (r->condition != PROBE_NONE) roots[n++] = r->condition;
    for (u32 i = 0; i < r->action_count; i++) {
        const struct probe_action *a = &r->actions[i];
        for (u32 k = 0; k < a->key_count; k++) roots[n++] = a->keys[k];
        for (u32 k = 0; k < a->value_count; k++) roots[n++] = a->values[k];
    }
    for (u32 i = 0; i < n; i++)
        for (u32 k = g->nodes[roots[i]].first; k <= roots[i]; k++)
            if (g->nodes[k].kind == PROBE_N_VALUE && g->nodes[k].number == PROBE_V_ELAPSED) return true;
    return false;
}

static struct probe_method *method_locked(struct method *first) WANTS_LOCK(place_lock)
{
    LOCK_HELD(&place_lock);
    struct probe_method *m = find(first);
    if (m) return m;
    m = vm_calloc(1, sizeof *m);
    m->method = first;
    _Atomic(struct probe_method *) *head = &buckets[bucket_of(first)];
    m->next = atomic_load(head);
    atomic_store_explicit(head, m, memory_order_release);
    return m;
}
/* At the end, so that hits run in the order in which probes were set; once, also where a class is linked that was there
 * when the probe was set, or two places of a rule name the method. */
static void add_site_locked(struct probe_method *m, struct probe *p, const struct probe_rule *r, enum probe_exit how)
    WANTS_LOCK(place_lock)
{
    LOCK_HELD(&place_lock);
    _Atomic(struct probe_site *) *at = &m->at[how];
    for (struct probe_site *s; (s = atomic_load(at)) != NULL; at = &s->next)
        if (s->probe == p && s->rule == r) return;
    struct probe_site *s = vm_calloc(1, sizeof *s);
    s->probe = p;
    s->rule = r;
    atomic_store_explicit(at, s, memory_order_release);
    if (how != PROBE_ENTERED && uses_elapsed(p, r)) atomic_store(&m->timed, true);
    p->site_count++;
}

static u32 place_method(struct probe *p, const struct probe_rule *r, const struct probe_place *place, struct class *c,
                        struct vec *marked)
{
    u32 n = 0;
    for (u32 i = 0; i < c->method_count; i++) {
        struct method *m = c->methods[i];
        if (method_is_abstract(m) || !names_method(place, m)) continue;
        n++;
        os_mutex_lock(&place_lock);
        bool full = p->site_count == PROBE_SITES_MAX;
        if (!full)
            add_site_locked(method_locked(method_first_version(m)), p, r,
                            (enum probe_exit)(place->kind - PROBE_METHOD_ENTRY));
        os_mutex_unlock(&place_lock);
        if (full) continue;
        if (!(__atomic_load_n(&m->flags, __ATOMIC_RELAXED) & MTH_PROBED) && marked) vec_push(marked, m);
        if (!marked) __atomic_fetch_or(&m->flags, MTH_PROBED, __ATOMIC_SEQ_CST);
    }
    return n;
}

u32 probe_place_class(struct probe *p, struct class *c, struct vec *marked)
{
    u32 n = 0;
    if (class_is_array(c) || class_is_primitive(c)) return 0;
    for (u32 i = 0; i < p->program->rule_count; i++) {
        const struct probe_rule *r = &p->program->rules[i];
        for (u32 k = 0; k < r->place_count; k++)
            if (r->places[k].kind <= PROBE_METHOD_THROW && probe_names_class(&r->places[k], c))
                n += place_method(p, r, &r->places[k], c, marked);
    }
    return n;
}

/* ---- the end ---- */

static void drop_sites(struct probe_method *m, const struct probe *p)
{
    bool timed = false;
    for (u32 how = 0; how < ARRAY_LEN(m->at); how++) {
        _Atomic(struct probe_site *) *at = &m->at[how];
        while (*at) {
            struct probe_site *s = *at;
            if (s->probe == p) {
                *at = s->next;
                free(s);
                continue;
            }
            timed |= how != PROBE_ENTERED && uses_elapsed(s->probe, s->rule);
            at = &s->next;
        }
    }
    m->timed = timed;
}
void probe_unplace(struct probe *p, struct vec *unmarked)
{
    WORLD_STOPPED();
    for (u32 i = 0; i < BUCKETS; i++) {
        _Atomic(struct probe_method *) *at = &buckets[i];
        while (*at) {
            struct probe_method *m = *at;
            drop_sites(m, p);
            if (m->at[0] || m->at[1] || m->at[2]) {
                at = &m->next;
                continue;
            }
            struct method *newest = m->method;
            while (newest->next_version) newest = newest->next_version;
            vec_push(unmarked, newest);
            *at = m->next;
            free(m);
        }
    }
}
void probe_places_forget(struct class *c)
{
    WORLD_STOPPED();
    for (u32 i = 0; i < BUCKETS; i++) {
        _Atomic(struct probe_method *) *at = &buckets[i];
        while (*at) {
            struct probe_method *m = *at;
            if (m->method->owner != c) {
                at = &m->next;
                continue;
            }
            for (u32 how = 0; how < ARRAY_LEN(m->at); how++)
                while (m->at[how]) {
                    struct probe_site *s = m->at[how];
                    m->at[how] = s->next;
                    s->probe->site_count--;
                    free(s);
                }
            *at = m->next;
            free(m);
        }
    }
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
        if (method_is_abstract(m) || !names_method(l->place, m) || l->count++ >= PLACES_SHOWN) continue;
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
