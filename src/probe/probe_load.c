/* Which fields light rules read: `x.f` is the field f of x's class, and code finds it by the type that x is declared
 * with. That is the same field as long as no loaded subclass has another f. Where one has, where the type has no such
 * field, or where it is not loaded, C reads what the object has. */
#include "bytecode/bytecode.h"
#include "classfile/verify.h"
#include "meta/loader.h"
#include "probe/probe_int.h"
#include "thread/thread_contract.h"
#include <stdlib.h>

/* A leaf but for the table of a loader. It guards `own` of sites as long as they are `unknown`. */
static struct os_mutex lock = OS_MUTEX_INIT;

/* ---- fields that hide others ---- */

static struct vec hiders GUARDED_BY(lock); /* struct field *; the class is the owner */

static struct field *declared(const struct class *c, const char *name)
{
    for (u32 i = 0; i < c->field_count; i++)
        if (symbol_equals_cstr(class_field(c, i)->name, name)) return class_field(c, i);
    return NULL;
}
static struct field *find(const struct class *c, const char *name)
{
    struct field *f = NULL;
    for (; c && !f; c = c->super) f = declared(c, name);
    return f;
}
static bool is_noted_locked(const struct field *f) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    for (u32 i = 0; i < hiders.count; i++)
        if (hiders.items[i] == f) return true;
    return false;
}
bool probe_reads_fields(const struct probe_program *g)
{
    for (u32 i = 0; i < g->node_count; i++)
        if (g->nodes[i].kind == PROBE_N_FIELD) return true;
    return false;
}
bool probe_loads_hidden_by(const struct probe *p, const struct class *c)
{
    const struct probe_program *g = p->program;
    bool any = false;
    if (class_is_array(c) || class_is_primitive(c)) return false;
    for (u32 i = 0; i < g->node_count; i++) {
        const char *name = g->nodes[i].kind == PROBE_N_FIELD ? g->nodes[i].text : NULL;
        struct field *f = name ? declared(c, name) : NULL;
        if (!f || !find(c->super, name)) continue;
        os_mutex_lock(&lock);
        bool is_new = !is_noted_locked(f);
        if (is_new) vec_push(&hiders, f);
        os_mutex_unlock(&lock);
        any |= is_new;
    }
    return any;
}
void probe_loads_forget(const struct class *c)
{
    WORLD_STOPPED_FOR(&lock);
    u32 kept = 0;
    for (u32 i = 0; i < hiders.count; i++) {
        const struct field *f = hiders.items[i];
        if (c && f->owner != c) hiders.items[kept++] = hiders.items[i];
    }
    hiders.count = kept;
}
static bool is_hidden_locked(const struct class *c, const char *name) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    for (u32 i = 0; i < hiders.count; i++) {
        const struct field *f = hiders.items[i];
        if (f->owner != c && symbol_equals_cstr(f->name, name) && class_is_subclass(f->owner, c)) return true;
    }
    return false;
}

/* ---- types ---- */

/* The declared type of an object. */
struct declared {
    const struct class *c; /* NULL: no class with fields, or not loaded */
    const char *array;     /* a descriptor; NULL: no array */
    struct loader *loader; /* of its names */
    bool absent;           /* a class that is not loaded */
};
static struct declared of_class(const struct class *c) { return (struct declared){ .c = c }; }
static struct declared of_name(struct symbol *name, struct loader *l)
{
    struct class *c = name ? loader_loaded_class(l, name) : NULL;
    return (struct declared){ .c = c, .absent = !c };
}
static struct declared of_descriptor(const char *d, struct loader *l)
{
    if (*d == '[') return (struct declared){ .array = d, .loader = l };
    if (*d != 'L') return (struct declared){ 0 };
    return of_name(symbol_lookup(d + 1, (size_t)(strchr(d, ';') - d) - 1), l);
}
static struct declared of_argument(const struct method *m, i64 n)
{
    const char *p = m->desc->bytes + 1, *start;
    u32 len;
    for (char k; (k = desc_next(&p, &start, &len)) != 0; n--)
        if (n == 0) return of_descriptor(start, m->owner->loader);
    return (struct declared){ 0 };
}
/* Its variable could hold something else. */
static struct declared of_this(const struct method *m)
{
    struct bytecode b;
    BYTECODE_EACH (b, m->orig_code, m->orig_code ? m->code_len : 0)
        if (b.info->local != BC_NO_LOCAL && (b.info->local_access & BC_WRITTEN) && bytecode_local(&b) == 0)
            return (struct declared){ 0 };
    return of_class(m->owner);
}
/* As verification finds it: the class file's table of variables is believed no further. */
static struct declared of_variable(const struct probe_step *s, const struct probe_spot *spot)
{
    const struct method *m = spot->method;
    struct symbol *name = s->kind == 'L' && spot->types ? spot->types[s->n].name : NULL;
    if (!name) return (struct declared){ 0 };
    if (name == m->owner->name) return of_class(m->owner); /* a hidden one has no name for others */
    if (name->bytes[0] == '[') return of_descriptor(name->bytes, m->owner->loader);
    return of_name(name, m->owner->loader);
}
static struct declared of_base(const struct probe_step *s, const struct probe_spot *spot)
{
    const struct method *m = spot->method;
    const struct field *f = spot->field;
    switch ((enum probe_step_op)s->op) {
    case PROBE_S_THIS: return of_this(m);
    case PROBE_S_ARG: return of_argument(m, s->n);
    case PROBE_S_LOCAL: return of_variable(s, spot);
    case PROBE_S_RESULT: return of_descriptor(strchr(m->desc->bytes, ')') + 1, m->owner->loader);
    case PROBE_S_VALUE: return of_descriptor(f->desc->bytes, f->owner->loader);
    case PROBE_S_OBJECT: return of_class(f->owner);
    default: return (struct declared){ 0 };
    }
}

/* ---- steps ---- */

static const char read_types[] = "ZBCSIJFDL[";
/* Makes the step one that reads what it names in x. Returns how that is declared. */
static struct declared find_field_locked(struct probe_step *s, const struct declared *x, const char *name)
    WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    if (x->array && !strcmp(name, "length")) {
        s->op = PROBE_S_LENGTH;
        s->kind = 'I';
        return (struct declared){ 0 };
    }
    const struct field *f = x->c ? find(x->c, name) : NULL;
    bool known = f && !(f->access & ACC_STATIC) && !f->shorts && strchr(read_types, f->kind);
    if (!known || is_hidden_locked(x->c, name)) return (struct declared){ .absent = x->absent };
    s->kind = f->kind;
    s->n = (i64)(uintptr_t)f;
    return of_descriptor(f->desc->bytes, f->owner->loader);
}
/* Contents of texts and keys never leave. */
static struct declared find_element(struct probe_step *s, const struct declared *x)
{
    char kind = x->array ? x->array[1] : 0;
    if (!kind || kind == 'B' || kind == 'C' || !strchr(read_types, kind)) return (struct declared){ 0 };
    s->kind = (u8)kind;
    return of_descriptor(x->array + 1, x->loader);
}
static void find_locked(struct probe_site *s, const struct probe_spot *spot) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    const struct probe_light *l = probe_light_of_rule(s);
    struct declared *is = vm_calloc(l->step_count, sizeof *is);
    bool absent = false;
    for (u32 i = 0; i < l->step_count; i++) {
        struct probe_step *x = &s->own->steps[i];
        if (probe_step_loads(&l->steps[i])) *x = l->steps[i];
        if (x->op == PROBE_S_FIELD)
            is[i] = find_field_locked(x, &is[x->a], s->probe->program->nodes[x->n].text);
        else if (x->op == PROBE_S_ELEMENT)
            is[i] = find_element(x, &is[x->a]);
        else
            is[i] = of_base(x, spot);
        absent |= probe_step_loads(x) && !x->kind && is[i].absent;
    }
    free(is);
    atomic_store_explicit(&s->unknown, absent, memory_order_release);
}
static bool has_loads(const struct probe_site *s)
{
    const struct probe_light *l = s->own ? probe_light_of_rule(s) : NULL;
    for (u32 i = 0; l && i < l->step_count; i++)
        if (probe_step_loads(&l->steps[i])) return true;
    return false;
}
void probe_loads_begin(struct probe_site *s, const struct probe_spot *spot)
{
    if (!has_loads(s)) return;
    os_mutex_lock(&lock);
    find_locked(s, spot);
    os_mutex_unlock(&lock);
}
bool probe_loads_known(struct probe_site *s, const struct probe_spot *spot)
{
    if (LIKELY(!atomic_load_explicit(&s->unknown, memory_order_acquire))) return true;
    os_mutex_lock(&lock);
    if (s->unknown) find_locked(s, spot);
    bool known = !s->unknown;
    os_mutex_unlock(&lock);
    return known;
}
bool probe_loads_renew(struct probe_site *s, const struct probe_spot *spot)
{
    WORLD_STOPPED();
    if (!has_loads(s)) return false;
    size_t n = s->own->step_count * sizeof *s->own->steps;
    struct probe_step *before = vm_malloc(n);
    memcpy(before, s->own->steps, n);
    probe_loads_begin(s, spot);
    bool changed = memcmp(before, s->own->steps, n) != 0;
    free(before);
    return changed;
}
