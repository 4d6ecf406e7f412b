/* reshape_enums.c: constants of an enum come, go and change their order (-XX:+AllowEnhancedClassRedefinition;
 * docs/redefinition.md).
 *
 * The new static initializer runs once more, as a version of its own that does not store to fields which the class had
 * before, apart from the array of constants. So constants that stay keep their identity, and the array, which the
 * initializer fills from the fields, has them. Then, in one stop, all constants get their places in the array as
 * ordinals, and what has been laid out by ordinals follows: the caches of the mirror, EnumSets and EnumMaps, and the
 * arrays of switch statements, which are made anew from the initializers of the synthetic classes that keep them. The
 * stop begins with a rehearsal that counts the arrays this takes. If they have not been allocated yet, it ends there,
 * and another one follows. */
#include "bytecode/bytecode.h"
#include "meta/meta_int.h"
#include "thread/refs.h"
#include "thread/safepoint.h"
#include "thread/thread_contract.h"

#include <stdlib.h>

/* ---- which classes, which fields ---- */

static bool is_enum(const struct classfile *cf)
{
    return cf->access & ACC_ENUM && cf->super_name && symbol_equals_cstr(cf->super_name, "java/lang/Enum");
}

/* Is it the array of all constants (`$VALUES`, `ENUM$VALUES`)? */
static bool is_values(const struct class *c, u16 access, const struct symbol *desc)
{
    u32 n = c->name->len;
    return (access & (ACC_STATIC | ACC_SYNTHETIC)) == (ACC_STATIC | ACC_SYNTHETIC) && desc->len == n + 3 &&
           desc->bytes[0] == '[' && memcmp(desc->bytes + 2, c->name->bytes, n) == 0;
}

static struct field *values_of(const struct class *c)
{
    for (u32 i = 0; i < c->field_count; i++) {
        struct field *f = class_field(c, i);
        if (is_values(c, f->access, f->desc)) return f;
    }
    return NULL;
}

static bool is_initialized(struct class *c)
{
    return atomic_load_explicit(&c->state, memory_order_acquire) == CLASS_INITIALIZED;
}

/* The constants of an enum, or NULL. */
static struct object *constants_of(struct class *c)
{
    const struct field *f = c->cf && is_enum(c->cf) && is_initialized(c) ? values_of(c) : NULL;
    return f ? obj_ref(field_static_base(f), f->offset) : NULL;
}

static const struct cf_field *next_constant(const struct classfile *cf, u32 *at)
{
    while (*at < cf->field_count && !(cf->fields[*at].access & ACC_ENUM)) ++*at;
    return *at < cf->field_count ? &cf->fields[(*at)++] : NULL;
}

static bool same_constants(const struct classfile *a, const struct classfile *b)
{
    const struct cf_field *x, *y;
    u32 i = 0, k = 0;
    do {
        x = next_constant(a, &i);
        y = next_constant(b, &k);
        if (!x != !y || (x && x->name != y->name)) return false;
    } while (x);
    return true;
}

bool reshape_constants_change(const struct redefinition *r)
{
    WORLD_STOPPED();
    return r->twin_code && is_enum(r->cf) && is_enum(r->c->cf) && is_initialized(r->c) && values_of(r->c) &&
           !same_constants(r->c->cf, r->cf);
}

/* ---- the initializer that runs once more ---- */

static struct cf_method *initializer_in(const struct classfile *cf, const struct symbol *name)
{
    for (u32 i = 0; i < cf->method_count; i++)
        if (cf->methods[i].name == name && cf->methods[i].desc == SYM(void_sig)) return &cf->methods[i];
    return NULL;
}

u32 reshape_twin_bytes(const struct classfile *cf)
{
    const struct cf_method *m = is_enum(cf) ? initializer_in(cf, SYM(clinit)) : NULL;
    return m ? m->code.len : 0;
}

static void names_of(const struct classfile *cf, u16 ref, const struct symbol **cls, const struct symbol **name,
                     const struct symbol **desc)
{
    const struct cf_const *r = &cf->cp[ref], *pair = &cf->cp[r->u.pair.b];
    *cls = classfile_class_name(cf, r->u.pair.a);
    *name = cf->cp[pair->u.pair.a].u.utf8;
    *desc = cf->cp[pair->u.pair.b].u.utf8;
}

/* Does the class have that field already, so that its value stays? */
static bool stays(const struct redefinition *r, u16 ref)
{
    const struct symbol *cls, *name, *desc;
    names_of(r->cf, ref, &cls, &name, &desc);
    if (cls != r->cf->this_name) return false;
    for (u32 i = 0; i < r->c->field_count; i++) {
        const struct field *f = class_field(r->c, i);
        if (f->name == name && f->desc == desc && f->access & ACC_STATIC) return !is_values(r->c, f->access, f->desc);
    }
    return false;
}

void reshape_write_twin(struct redefinition *r)
{
    WORLD_STOPPED();
    const struct cf_method *m = initializer_in(r->cf, SYM(clinit));
    u8 *code = r->twin_code;
    memcpy(code, m->code.at, m->code.len);
    struct bytecode b;
    BYTECODE_EACH (b, m->code.at, m->code.len) {
        if (b.op != OP_putstatic || !stays(r, bytecode_constant(&b))) continue;
        const struct symbol *cls, *name, *desc;
        names_of(r->cf, bytecode_constant(&b), &cls, &name, &desc);
        code[b.bci] = desc->bytes[0] == 'J' || desc->bytes[0] == 'D' ? OP_pop2 : OP_pop;
        code[b.bci + 1] = code[b.bci + 2] = OP_nop;
    }
    values_of(r->c)->late = true; /* no code takes it as a constant any more */
    /* HotswapAgent adds a copy of the initializer and calls it later, which would make the new constants twice. */
    static const u8 nothing[] = { OP_return };
    struct cf_method *of_agent = initializer_in(r->cf, SYM(agent_clinit));
    if (!of_agent || !of_agent->code.at) return;
    of_agent->code = (struct bytes){ nothing, sizeof nothing };
    of_agent->stack_map = (struct bytes){ 0 };
    of_agent->handler_count = 0;
    of_agent->line_count = of_agent->local_count = 0;
}

/* The twin is an older version of the initializer: it lives as long, and frames may run in it. Until it has run, it
 * does not lead to the newest version, or a call of it would run that. */
void reshape_insert_twin(struct redefinition *r)
{
    WORLD_STOPPED();
    struct method *m = class_find_method_here(r->c, SYM(clinit), SYM(void_sig));
    struct method *t = r->twin = &r->methods[r->cf->method_count];
    class_fill_method(r->c, t, m->cf, r->cp);
    t->orig_code = r->twin_code;
    t->index = m->index;
    t->flags = m->flags | MTH_OBSOLETE;
    t->version = m->version;
    t->previous_version = m->previous_version;
    m->previous_version = t;
    exec.method_created(t);
}

static void retire_twin(struct redefinition *r)
{
    WORLD_STOPPED();
    struct method *t = r->twin;
    if (!t || t->next_version) return;
    t->next_version = class_find_method_here(r->c, SYM(clinit), SYM(void_sig));
    exec.relink_method(t, t->next_version);
}

/* ---- arrays that are allocated ahead ---- */

struct wish {
    struct class *array;
    i32 length;   /* negative: an object of the class */
    jobject made; /* a global reference; NULL: not yet */
    bool used;
};

struct renumbering {
    struct redefinition *all;
    u32 n;
    jobject *before;   /* of each enum among them: its old constants, else NULL */
    struct vec wishes; /* of struct wish */
    bool rehearsal;    /* nothing changes */
    bool lacks;        /* some wish is not fulfilled */
    u32 ordinal;       /* where constants keep it */
    u32 *old;          /* of the enum at hand: its constants by their old ordinals: 1 + place now, 0: gone */
    u32 old_count;
    u32 count;          /* of its constants now */
    struct object *now; /* these; in a rehearsal NULL */
    struct class *of;
    struct class *map, *small_set, *large_set, *small_iterator;
    bool enlarges;         /* some set with one word gets an array */
    bool keeps_small;      /* not in this attempt: a thread uses one */
    struct hashmap copies; /* sets that have become large ones -> what their iterators use */
};

/* An array of zeros; in a rehearsal NULL. */
static struct object *take_array(struct renumbering *r, struct class *array, i32 length)
{
    for (u32 i = 0; i < r->wishes.count; i++) {
        struct wish *w = r->wishes.items[i];
        if (w->used || w->array != array || w->length != length) continue;
        w->used = true;
        r->lacks |= !w->made;
        return r->rehearsal ? NULL : ref_get(w->made);
    }
    VM_CHECK(r->rehearsal);
    struct wish *w = vm_malloc(sizeof *w);
    *w = (struct wish){ array, length, NULL, true };
    vec_push(&r->wishes, w);
    r->lacks = true;
    return NULL;
}

static bool fulfil_wishes(struct thread *self, struct renumbering *r)
{
    for (u32 i = 0; i < r->wishes.count; i++) {
        struct wish *w = r->wishes.items[i];
        if (w->made) continue;
        struct object *a = w->length < 0 ? object_new(self, w->array) : array_new(self, w->array, w->length);
        if (!a || !(w->made = ref_global_or_null(a))) return false;
    }
    return true;
}

/* ---- what is laid out by ordinals ---- */

static u32 offset_of(const struct class *c, const char *name)
{
    for (; c; c = c->super)
        for (u32 i = 0; i < c->field_count; i++) {
            const struct field *f = class_field(c, i);
            if (!(f->access & ACC_STATIC) && symbol_equals_cstr(f->name, name)) return f->offset;
        }
    return 0;
}

static struct class *library_class(const char *name)
{
    struct symbol *s = symbol_lookup(name, strlen(name));
    return s ? loader_loaded_class(&boot_loader, s) : NULL;
}

static u32 place_now(const struct renumbering *r, u32 old) { return old < r->old_count ? r->old[old] : 0; }

static u64 move_bits(const struct renumbering *r, u64 bits, u32 first, u64 *words, u32 n)
{
    for (u32 i = 0; i < 64; i++) {
        u32 to = bits >> i & 1 ? place_now(r, first + i) : 0;
        if (to && (to - 1) / 64 < n) words[(to - 1) / 64] |= (u64)1 << (to - 1) % 64;
    }
    return words[0];
}

/* A dead object may refer to what is not there any more. */
static struct object *living(struct object *o) { return o && heap_is_object(o) ? o : NULL; }

static u64 bits_that_stay(const struct renumbering *r, u64 bits)
{
    for (u32 i = 0; i < 64; i++)
        if (bits >> i & 1 && !place_now(r, i)) bits &= ~((u64)1 << i);
    return bits;
}

static u64 moved_word(const struct renumbering *r, u64 bits)
{
    u64 words[1] = { 0 };
    return move_bits(r, bits, 0, words, 1);
}

/* A set that has one word becomes one with an array, as the library makes for so many constants. Objects of both
 * classes are of one size, and have the same fields of their superclass. Iterators get a copy of the old form: they
 * have bits of their own. */
static void enlarge_set(struct renumbering *r, struct object *o)
{
    u32 n = (r->count + 63) / 64, from = offset_of(r->small_set, "elements"), to = offset_of(r->large_set, "elements");
    struct object *a = take_array(r, atomic_load(&class_primitive['J']->array), (i32)n);
    struct object *copy = take_array(r, r->small_set, -1);
    if (!a || !copy) return;
    u64 *words = array_data(a), bits = (u64)obj_long(o, from);
    move_bits(r, bits, 0, words, n);
    heap_store_ref(copy, offset_of(r->small_set, "universe"), r->now);
    obj_set_long(copy, from, (i64)moved_word(r, bits));
    hashmap_put(&r->copies, o, copy);
    obj_set_long(o, from, 0); /* a barrier reads the reference that was there */
    o->class_ref = (u32)(uintptr_t)r->large_set;
    heap_store_ref(o, to, a);
    obj_set_int(o, offset_of(r->large_set, "size"), __builtin_popcountll(bits_that_stay(r, bits)));
}

static void move_set(struct renumbering *r, struct object *o)
{
    bool fits = r->large_set && r->large_set->type.instance_size == object_type(o)->instance_size;
    if (r->count > 64 && fits && !r->keeps_small) {
        r->enlarges = true;
        enlarge_set(r, o);
    } else if (!r->rehearsal) {
        u32 at = offset_of(r->small_set, "elements");
        obj_set_long(o, at, (i64)moved_word(r, (u64)obj_long(o, at)));
    }
    if (!r->rehearsal) heap_store_ref(o, offset_of(r->small_set, "universe"), r->now);
}

/* Not before the walk ends, which would find them. */
static void finish_copies(struct renumbering *r)
{
    u32 cursor = 0;
    void *copy;
    while (hashmap_next(&r->copies, &cursor, NULL, &copy))
        heap_store_ref(copy, offset_of(r->small_set, "elementType"), r->of->mirror);
    hashmap_destroy(&r->copies);
    r->copies = (struct hashmap){ 0 };
}

/* An iterator over a set: what it has seen has other places. */
static bool move_iterator(struct object *o, void *arg)
{
    struct renumbering *r = arg;
    if (object_class(o) != r->small_iterator) return true;
    static const char *const bits[] = { "unseen", "lastReturned" };
    u32 outer = offset_of(r->small_iterator, "this$0");
    struct object *set = living(obj_ref(o, outer));
    if (!set || obj_ref(set, offset_of(r->small_set, "elementType")) != r->of->mirror) return true;
    for (u32 i = 0; i < ARRAY_LEN(bits); i++) {
        u32 at = offset_of(r->small_iterator, bits[i]);
        obj_set_long(o, at, (i64)moved_word(r, (u64)obj_long(o, at)));
    }
    struct object *copy = hashmap_get(&r->copies, set);
    if (copy) heap_store_ref(o, outer, copy);
    return true;
}

static void move_large_set(struct renumbering *r, struct object *o)
{
    u32 at = offset_of(r->large_set, "elements"), n = (r->count + 63) / 64, size = 0;
    struct object *old = living(obj_ref(o, at)), *a = old ? take_array(r, object_class(old), (i32)n) : NULL;
    if (!a) return;
    u64 *words = (u64 *)array_data(a);
    for (i32 i = 0; i < array_length(old); i++) move_bits(r, ((const u64 *)array_data(old))[i], 64 * (u32)i, words, n);
    for (u32 i = 0; i < n; i++) size += (u32)__builtin_popcountll(words[i]);
    heap_store_ref(o, at, a);
    heap_store_ref(o, offset_of(r->large_set, "universe"), r->now);
    obj_set_int(o, offset_of(r->large_set, "size"), (i32)size);
}

static void move_map(struct renumbering *r, struct object *o)
{
    u32 at = offset_of(r->map, "vals");
    struct object *old = living(obj_ref(o, at)), *a = old ? take_array(r, object_class(old), (i32)r->count) : NULL;
    if (!a) return;
    i32 size = 0;
    for (i32 i = 0; i < array_length(old); i++) {
        u32 to = place_now(r, (u32)i);
        if (!to || !living(array_ref(old, i))) continue;
        array_set_ref(a, (i32)to - 1, array_ref(old, i));
        size++;
    }
    heap_store_ref(o, at, a);
    heap_store_ref(o, offset_of(r->map, "keyUniverse"), r->now);
    obj_set_int(o, offset_of(r->map, "size"), size);
}

static bool is_of(const struct renumbering *r, const struct object *o, const struct class *c, const char *type)
{
    return c && class_is_subclass(object_class(o), c) && obj_ref(o, offset_of(c, type)) == r->of->mirror;
}

static bool move_collection(struct object *o, void *arg)
{
    struct renumbering *r = arg;
    const struct class *c = object_class(o);
    if (class_is_array(c) || !c->super || c->super == WK(java_lang_Object)) return true;
    if (is_of(r, o, r->map, "keyType"))
        move_map(r, o);
    else if (is_of(r, o, r->large_set, "elementType"))
        move_large_set(r, o);
    else if (is_of(r, o, r->small_set, "elementType"))
        move_set(r, o);
    return true;
}

/* ---- switch statements ---- */

/* The int that an instruction pushes. */
static bool pushed_int(const struct classfile *cf, const struct bytecode *b, i32 *v)
{
    if (b->op >= OP_iconst_m1 && b->op <= OP_iconst_5) {
        *v = b->op - OP_iconst_0;
    } else if (b->op == OP_bipush) {
        *v = (i8)b->at[1];
    } else if (b->op == OP_sipush) {
        *v = (i16)(b->at[1] << 8 | b->at[2]);
    } else if (b->op == OP_ldc || b->op == OP_ldc_w) {
        const struct cf_const *k = &cf->cp[bytecode_constant(b)];
        *v = (i32)k->u.u4;
        return k->tag == CP_INTEGER;
    } else {
        return false;
    }
    return true;
}

/* The place of e's constant of this name; -1: it has none. */
static i32 place_of_constant(struct class *e, const struct symbol *name)
{
    struct object *all = constants_of(e);
    for (u32 i = 0; all && i < e->field_count; i++) {
        const struct field *f = class_field(e, i);
        if (f->name != name || !(f->access & ACC_STATIC) || f->kind != 'L') continue;
        const struct object *v = obj_ref(field_static_base(f), f->offset);
        for (i32 k = 0; v && k < array_length(all); k++)
            if (array_ref(all, k) == v) return k;
    }
    return -1;
}

static bool changes(const struct renumbering *r, const struct class *c)
{
    for (u32 i = 0; i < r->n; i++)
        if (r->all[i].c == c) return true;
    return false;
}

/* The part of an initializer in which the array that becomes f is a variable (Kotlin): from where it is made to where
 * it is stored in f. */
static void find_part(const struct classfile *cf, const struct cf_method *m, const struct field *f, u32 *from, u32 *to)
{
    struct bytecode b;
    const struct symbol *cls, *name, *desc;
    BYTECODE_EACH (b, m->code.at, m->code.len) {
        if (b.op == OP_newarray) *from = b.bci;
        if (b.op != OP_putstatic) continue;
        names_of(cf, bytecode_constant(&b), &cls, &name, &desc);
        *to = b.bci;
        if (cls == cf->this_name && name == f->name) return;
    }
    *to = *from; /* none */
}

static bool is_kotlins(const struct field *f) { return symbol_starts_with(f->name, "$EnumSwitchMapping$"); }

/* What the initializer of a synthetic class writes into an array of a switch: `array[E.constant.ordinal()] = number`,
 * again and again. `to` NULL: only says which enum. */
static struct class *replay_switch(struct class *c, const struct field *array, struct object *to)
{
    const struct classfile *cf = c->cf;
    const struct cf_method *m = initializer_in(cf, SYM(clinit));
    struct bytecode b;
    struct class *e = NULL;
    const struct symbol *cls, *name, *desc, *constant = NULL;
    bool in = false; /* behind a load of the array */
    u32 first = 0, end = 0;
    if (!m) return NULL;
    if (is_kotlins(array)) find_part(cf, m, array, &first, &end);
    BYTECODE_EACH (b, m->code.at, m->code.len) {
        i32 number;
        bool is_aload = b.op == OP_aload || (b.op >= OP_aload_0 && b.op <= OP_aload_3);
        if (is_aload && b.bci > first && b.bci < end) {
            in = true;
        } else if (b.op == OP_putstatic) {
            in = false;
        } else if (b.op == OP_getstatic) {
            names_of(cf, bytecode_constant(&b), &cls, &name, &desc);
            bool is_array = cls == cf->this_name && name == array->name;
            constant = in && !is_array ? name : NULL;
            if (constant) e = loader_loaded_class(c->loader, (struct symbol *)cls);
            in = is_array;
            if (constant && (!e || !to)) return e;
        } else if (constant && to && pushed_int(cf, &b, &number)) {
            i32 at = place_of_constant(e, constant);
            if (at >= 0 && at < array_length(to)) ((i32 *)array_data(to))[at] = number;
            constant = NULL;
        }
    }
    return e;
}

static bool is_switch_map(const struct field *f)
{
    return is_kotlins(f) || (f->access & ACC_SYNTHETIC && symbol_starts_with(f->name, "$SwitchMap$"));
}

static void renew_switches(struct class *c, void *arg)
{
    struct renumbering *r = arg;
    if (class_is_array(c) || !c->cf || !is_initialized(c)) return;
    for (u32 i = 0; i < c->field_count; i++) {
        struct field *f = class_field(c, i);
        if (!(f->access & ACC_STATIC) || f->name->bytes[0] != '$') continue;
        if (f->desc->len != 2 || f->desc->bytes[0] != '[' || f->desc->bytes[1] != 'I') continue;
        if (!r->rehearsal && f->access & ACC_SYNTHETIC &&
            symbol_starts_with(f->name, "$SWITCH_TABLE$")) /* Eclipse's compiler: is made when it is NULL */
            heap_store_ref(field_static_base(f), f->offset, NULL);
        if (!is_switch_map(f)) continue;
        struct class *e = replay_switch(c, f, NULL);
        if (!e || (!changes(r, c) && !changes(r, e)) || !constants_of(e)) continue;
        struct object *a = take_array(r, atomic_load(&class_primitive['I']->array), array_length(constants_of(e)));
        if (!a) continue;
        (void)replay_switch(c, f, a);
        heap_store_ref(field_static_base(f), f->offset, a);
        f->late = true; /* no code takes it as a constant any more */
    }
}

/* ---- the stop ---- */

static void note_places(struct renumbering *r, const struct object *before, const struct object *values)
{
    r->old_count = (u32)array_length(before);
    r->old = vm_calloc(r->old_count + 1, sizeof *r->old);
    for (u32 i = 0; i < r->old_count; i++)
        for (i32 k = 0; k < array_length(values); k++)
            if (array_ref(values, k) == array_ref(before, (i32)i)) r->old[i] = (u32)k + 1;
}

static void renumber_enum(struct renumbering *r, struct class *c, const struct object *before)
{
    struct object *values = constants_of(c);
    if (!values) return;
    i32 n = array_length(values);
    r->of = c;
    r->count = (u32)n;
    r->now = take_array(r, object_class(values), n);
    note_places(r, before, values);
    if (!r->rehearsal) heap_marking_pause(); /* classes of objects change */
    heap_walk(move_collection, r);
    if (!r->rehearsal && r->small_iterator) heap_walk(move_iterator, r);
    if (!r->rehearsal) heap_marking_resume();
    finish_copies(r);
    free(r->old);
    if (r->rehearsal) return;
    for (i32 i = 0; i < n; i++) {
        struct object *k = array_ref(values, i);
        array_set_ref(r->now, i, k);
        if (k) obj_set_int(k, r->ordinal, i);
    }
    heap_store_ref(c->mirror, WKF(Class_enumConstants), r->now);
    heap_store_ref(c->mirror, WKF(Class_enumConstantDirectory), NULL);
}

static void renumber_all(struct renumbering *r, bool rehearsal)
{
    r->rehearsal = rehearsal;
    for (u32 i = 0; i < r->wishes.count; i++) ((struct wish *)r->wishes.items[i])->used = false;
    for (u32 i = 0; i < r->n; i++)
        if (r->before[i]) renumber_enum(r, r->all[i].c, ref_get(r->before[i]));
    loader_for_each_class(renew_switches, r);
}

/* A set must not get another class below a method that uses it. They are short, but for those that ask a collection of
 * the program. */
static bool uses_set(const struct thread *t)
{
    WORLD_STOPPED();
    for (struct frame *f = frame_java(t->fp); f; f = frame_caller(f)) {
        const struct class *c = f->method->owner;
        if (c->loader->is_boot && (symbol_starts_with(c->name, "java/util/RegularEnumSet") ||
                                   symbol_starts_with(c->name, "java/util/EnumSet")))
            return true;
    }
    return false;
}

enum { LETS = 100, LET = 100000 /* ns */ };

/* Returns false if threads have run, which were in such a method. */
static bool leave_sets(struct thread *self, struct renumbering *r)
{
    bool used = true;
    u32 n = 0;
    for (; used && n < LETS; n++) {
        used = false;
        for (struct thread *t = threads_first(); t && !used; t = t->next) used = uses_set(t);
        if (used) safepoint_let(self, uses_set, LET);
    }
    r->keeps_small = used;
    if (used) LOG(warning, redefine_class, "sets of an enum have no room for all constants: a thread uses one");
    return n == 1;
}

/* Returns false if arrays are lacking, or others may be; then nothing has changed. */
static bool stop_and_renumber(struct thread *self, struct renumbering *r)
{
    safepoint_begin(self, "RedefineClasses");
    r->map = library_class("java/util/EnumMap");
    r->small_set = library_class("java/util/RegularEnumSet");
    r->large_set = library_class("java/util/JumboEnumSet");
    r->small_iterator = library_class("java/util/RegularEnumSet$EnumSetIterator");
    r->lacks = r->enlarges = false;
    for (u32 i = 0; i < r->n; i++) retire_twin(&r->all[i]);
    renumber_all(r, true);
    bool done = !r->lacks;
    if (done && r->enlarges && !r->keeps_small) done = leave_sets(self, r);
    if (done) {
        renumber_all(r, false);
        exec.members_changed(&(struct member_changes){ .count = 0, .all_code = true });
    }
    safepoint_end(self);
    return done;
}

static bool has_switches(const struct class *c)
{
    for (u32 i = 0; i < c->field_count; i++)
        if (is_switch_map(class_field(c, i))) return true;
    return false;
}

/* The library's class of sets of so many constants. Nothing is pending. */
static void load_large_set(struct thread *self, struct class *e)
{
    struct object *values = constants_of(e);
    if (!values || array_length(values) <= 64) return;
    struct symbol *name = symbol_from_cstr("java/util/JumboEnumSet");
    struct class *c = loader_load_class(self, &boot_loader, name);
    if (!c || !class_init(self, c)) self->pending = NULL; /* then sets stay as they are */
}

static void run_initializer(struct thread *self, struct redefinition *r, jobject *before)
{
    struct object *values = constants_of(r->c);
    if (r->twin->next_version) return; /* another redefinition came between, and ran its own */
    if (!values || !(*before = ref_global_or_null(values))) return;
    java_call(self, r->twin, NULL);
    if (!self->pending) load_large_set(self, r->c);
    if (!self->pending) return;
    LOG(warning, redefine_class, "the initializer of %s has failed: %s", r->c->name->bytes,
        object_class(self->pending)->name->bytes);
    self->pending = NULL;
}

void reshape_run_initializers(struct thread *self, struct redefinition *all, u32 n)
{
    MAY_CALL_OUT(self);
    bool wanted = false;
    for (u32 i = 0; i < n; i++) wanted |= all[i].twin != NULL || has_switches(all[i].c);
    if (!wanted) return;
    struct renumbering r = { .all = all, .n = n, .before = vm_calloc(n, sizeof *r.before) };
    for (u32 i = 0; i < n; i++)
        if (all[i].twin) run_initializer(self, &all[i], &r.before[i]);
    r.ordinal = offset_of(library_class("java/lang/Enum"), "ordinal");
    while (!stop_and_renumber(self, &r))
        if (!fulfil_wishes(self, &r)) {
            self->pending = NULL;
            LOG(warning, redefine_class, "no memory to renumber constants");
            break;
        }
    for (u32 i = 0; i < n; i++)
        if (r.before[i]) ref_delete_global(r.before[i]);
    for (u32 i = 0; i < r.wishes.count; i++) {
        struct wish *w = r.wishes.items[i];
        if (w->made) ref_delete_global(w->made);
        free(w);
    }
    vec_destroy(&r.wishes);
    free(r.before);
}
