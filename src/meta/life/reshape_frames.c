/* reshape_frames.c: what was verified with the superclasses of before (docs/redefinition.md).
 *
 * When a class loses a superclass, code that was verified may use its instances as that type: a field would be read
 * that they do not have. So, with the world stopped and before anything changes, each class whose constants name such a
 * superclass is verified once more: questions about types are answered as after the commit, from classes that are
 * loaded. A class that is not loaded has no instance. For frames of versions that are old then, the method alone is
 * verified. And the verifier's types of variables and operands say which values a frame holds by such a type.
 *
 * Interfaces are no question to the verifier, but types of variables may be some: values of those are shown, too. */
#include "classfile/verify.h"
#include "meta/meta_int.h"
#include "thread/thread.h"
#include "thread/thread_contract.h"

#include <stdlib.h>

/* ---- types that go, by name ---- */

static bool names_type(const struct symbol *text, const struct symbol *type)
{
    if (text == type) return true;
    const char *p = text->bytes, *end = p + text->len;
    while ((p = memmem(p, (size_t)(end - p), type->bytes, type->len)) != NULL) {
        if (p > text->bytes && p[-1] == 'L' && p + type->len < end && p[type->len] == ';') return true;
        p++;
    }
    return false;
}

static bool pool_names(const struct constpool *cp, const struct hashmap *types)
{
    for (u32 i = 1; i < cp->count; i++) {
        if (cp->file[i].tag != CP_UTF8) continue;
        u32 cursor = 0;
        void *type;
        while (hashmap_next(types, &cursor, NULL, &type))
            if (names_type(cp->file[i].u.utf8, ((struct class *)type)->name)) return true;
    }
    return false;
}

/* ---- verification as after the commit ---- */

struct view {
    const struct reshape *s;
    struct class *c;
};

static struct class *known(const struct view *v, struct symbol *name)
{
    return name == v->c->name ? v->c : loader_loaded_class(v->c->loader, name);
}

/* VERIFY_NO: it was assignable and is not any more. */
static enum verify_answer still_assignable(void *ctx, struct symbol *to, struct symbol *from)
{
    const struct view *v = ctx;
    const struct class *t = known(v, to), *f = known(v, from);
    if (!t || !f || class_is_array(f) || class_is_interface(t) || class_is_interface(f)) return VERIFY_YES;
    return !class_is_subclass(f, t) || reshape_is_below(v->s, f, t) ? VERIFY_YES : VERIFY_NO;
}
static bool no_super(void *ctx, struct symbol *cls) { return false; }
static enum verify_answer not_protected(void *ctx, struct symbol *cls, struct symbol *name, struct symbol *desc,
                                        bool method)
{
    return VERIFY_NO;
}

static bool still_right(const struct reshape *s, struct class *c, const struct classfile *cf, const struct cf_method *m)
{
    struct view v = { s, c };
    struct verify_env env = { &v, still_assignable, no_super, not_protected };
    struct arena a;
    arena_init(&a, 0);
    bool ok = classfile_verify_method(&a, cf, m, &env) == VERIFY_OK;
    arena_destroy(&a);
    return ok;
}

struct users {
    const struct reshape *s;
    const struct hashmap *lost;
    enum redefine_status status;
};

static bool is_in_call(const struct reshape *s, const struct class *c)
{
    for (u32 i = 0; i < s->n; i++)
        if (s->all[i].c == c) return true;
    return false;
}

static void check_user(struct class *c, void *arg)
{
    struct users *u = arg;
    if (u->status != REDEFINE_OK || class_is_array(c) || !c->cf || is_in_call(u->s, c)) return;
    if (access_is_magic(c)) return; /* it was never verified; it casts each value, and frames are looked at */
    /* one that is being verified may have looked at the old superclasses */
    if (atomic_load(&c->state) < CLASS_LINKING || !pool_names(c->cp, u->lost)) return;
    for (u32 i = 0; i < c->cf->method_count && u->status == REDEFINE_OK; i++) {
        const struct cf_method *m = &c->cf->methods[i];
        bool right = !m->code.at || (c->cf->major >= 50 && still_right(u->s, c, c->cf, m));
        if (right) continue;
        u->status = redefine_refuse(c, REDEFINE_HIERARCHY, "%s%s needs a superclass that another class would lose",
                                    m->name->bytes, m->desc->bytes);
    }
}

enum redefine_status reshape_check_users(const struct reshape *s, const struct hashmap *lost)
{
    WORLD_STOPPED();
    struct users u = { s, lost, REDEFINE_OK };
    loader_for_each_class(check_user, &u);
    return u.status;
}

/* ---- frames ---- */

struct frames {
    const struct reshape *s;
    const struct hashmap *types;
    reshape_value_fn fn;
    void *arg;
    enum redefine_status status;
    const struct constpool *last; /* recursion repeats it */
    bool last_names;
};

static void show(const struct frames *x, const struct frame *f, struct symbol *type, slot v)
{
    struct object *o = slot_ref(v);
    if (type && o && heap_is_object(o)) x->fn(f->method, type, o, x->arg);
}

/* end: the first slot above f's operands, for callers the first argument of the callee. */
static void show_values(const struct frames *x, struct frame *f, const slot *end)
{
    const struct method *m = f->method;
    struct frame_types t = { vm_calloc(m->max_locals + 1u, sizeof *t.locals),
                             vm_calloc(m->max_stack + 1u, sizeof *t.operands), 0 };
    struct arena a;
    arena_init(&a, 0);
    if (classfile_frame_types(&a, m->cp->cf, m->cf, (u32)frame_bci(f), &t)) {
        const slot *operands = frame_operands(f) + 1;
        for (u32 i = 0; i < m->max_locals; i++) show(x, f, t.locals[i], f->locals[i]);
        for (u32 i = 0; i < t.depth && operands + i < end; i++) show(x, f, t.operands[i], operands[i]);
    }
    arena_destroy(&a);
    free(t.locals);
    free(t.operands);
}

/* The library's accessors for reflection are not verified. They cast receiver and arguments one after the other, and
 * unbox meanwhile. */
static void show_operands(const struct frames *x, struct frame *f, const slot *end)
{
    for (const slot *v = frame_operands(f) + 1; v < end; v++) {
        u32 cursor = 0;
        void *type;
        while (hashmap_next(x->types, &cursor, NULL, &type)) show(x, f, ((struct class *)type)->name, *v);
    }
}

static bool loses_superclass(const struct reshape *s, const struct class *c)
{
    for (u32 i = 0; i < s->n; i++)
        if (s->all[i].c == c && reshape_next_lost(s, &s->all[i], NULL)) return true;
    return false;
}

/* A frame of a version that is old after the commit, or is old already. */
static void check_old(struct frames *x, const struct frame *f)
{
    const struct method *m = f->method;
    struct class *c = m->owner;
    if (m->cp == c->cp && !is_in_call(x->s, c)) return; /* reshape_check_users */
    /* it calls, or has called, a constructor of the superclass that goes */
    bool right = !(method_has(m, MTH_INIT) && loses_superclass(x->s, c)) && m->cp->cf->major >= 50 &&
                 still_right(x->s, c, m->cp->cf, m->cf);
    if (right) return;
    x->status = redefine_refuse(c, REDEFINE_HIERARCHY, "%s%s runs and needs a superclass that goes", m->name->bytes,
                                m->desc->bytes);
}

static void look_at_frame(struct frames *x, struct frame *f, const slot *end)
{
    const struct method *m = f->method;
    if (f->kind != FRAME_JAVA || !m->cf || !m->cp) return;
    if (x->s->lost && loses_superclass(x->s, m->owner)) check_old(x, f);
    if (m->cp != x->last) {
        x->last = m->cp;
        x->last_names = pool_names(m->cp, x->types);
    }
    if (!x->last_names) return;
    if (x->s->lost && x->status == REDEFINE_OK) check_old(x, f);
    if (access_is_magic(m->owner))
        show_operands(x, f, end);
    else
        show_values(x, f, end);
}

enum redefine_status reshape_look_at_frames(const struct reshape *s, const struct hashmap *types, reshape_value_fn fn,
                                            void *arg)
{
    WORLD_STOPPED();
    struct frames x = { s, types, fn, arg, REDEFINE_OK, NULL, false };
    for (struct thread *t = threads_first(); t; t = t->next) {
        const slot *end = t->jsp + 1;
        for (struct frame *f = t->fp; f; end = f->locals, f = frame_prev(f)) look_at_frame(&x, f, end);
    }
    return x.status;
}
