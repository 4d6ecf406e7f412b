/* Boxes. The result of `valueOf` holds its argument, whether it comes from a cache or is new. So a read of the box is
 * the argument itself.
 *
 * A call of valueOf becomes one node, OPT_BOX, so that passes see one object and not a merge of two (opt_unbox.c).
 * opt_boxes.c makes it where it must be there. The node's state is that of valueOf's own `new`: a slow allocation shows
 * the same frames as the bytecode does. Boolean has no new objects: its valueOf is inlined. */
#include "bytecode/bytecode.h"
#include "core/alloc.h"
#include "exec/code/code_users.h"
#include "exec/opt/build/opt_build.h"
#include "exec/tier/call_tally.h"
#include "meta/loader.h"
#include "model/wellknown.h"

static bool is_boxing(const struct method *m)
{
    if (!method_is_static(m) || !symbol_equals_cstr(m->name, "valueOf") || m->desc->bytes[2] != ')') return false;
    const struct class *c = m->owner;
    return c == WK(java_lang_Integer) || c == WK(java_lang_Long) || c == WK(java_lang_Character) ||
           c == WK(java_lang_Boolean) || c == WK(java_lang_Byte) || c == WK(java_lang_Short);
}

opt_value opt_to_be_boxed(struct builder *b, const struct method *m)
{
    return is_boxing(m) ? stack_of(b)[b->sp - 1] : 0;
}
void opt_know_box(struct builder *b, opt_value box, const struct method *m, opt_value number)
{
    struct opt_node *n = node(b, box);
    if (is_const(b, box)) return; /* a constant is not what one call has made */
    n->boxed = number;
    n->box = m->owner;
}
/* ---- a call as one node ---- */
static bool is_ready(const struct class *c)
{
    return c && atomic_load_explicit(&c->state, memory_order_acquire) == CLASS_INITIALIZED;
}
/* The caches are classes of the class library, with the numbers that they begin with. The number of boxes in
 * IntegerCache is an option. */
static struct class *cache_of(const struct class *c, i64 *least)
{
    static const struct {
        const char *boxes, *cache;
        i64 least;
    } caches[] = { { "java/lang/Integer", "java/lang/Integer$IntegerCache", -128 },
                   { "java/lang/Long", "java/lang/Long$LongCache", -128 },
                   { "java/lang/Short", "java/lang/Short$ShortCache", -128 },
                   { "java/lang/Byte", "java/lang/Byte$ByteCache", -128 },
                   { "java/lang/Character", "java/lang/Character$CharacterCache", 0 } };
    for (u32 i = 0; i < ARRAY_LEN(caches); i++) {
        if (!symbol_equals_cstr(c->name, caches[i].boxes)) continue;
        struct symbol *name = symbol_lookup(caches[i].cache, (u32)strlen(caches[i].cache));
        *least = caches[i].least;
        return name ? loader_loaded_class(&boot_loader, name) : NULL;
    }
    return NULL;
}
/* The only field of the class that is static or not and whose name is this. */
static const struct field *field_named(const struct class *c, const char *name, bool is_static)
{
    for (u32 i = 0; i < c->field_count; i++) {
        const struct field *f = class_field(c, i);
        if (symbol_equals_cstr(f->name, name) && !(f->access & ACC_STATIC) == !is_static) return f;
    }
    return NULL;
}
static bool is_told(const struct field *f)
{
    return f->shorts || f->late || f->flags & (FLD_READ_TOLD | FLD_WRITE_TOLD);
}
/* Is each number kept as it is? The class has one field, and a final cache that starts with the box of `least`. */
static bool describe(const struct class *c, struct opt_box_class *box)
{
    i64 least;
    const struct class *cache = cache_of(c, &least);
    if (!is_ready(c) || !is_ready(cache) || c->type.kind != HEAP_INSTANCE || c->type.finalizable) return false;
    const struct field *value = field_named(c, "value", false), *f = field_named(cache, "cache", true);
    if (!value || !f || f->desc->bytes[0] != '[' || is_told(value) || is_told(f)) return false;
    u32 fields = 0;
    for (const struct class *s = c; s; s = s->super)
        for (u32 i = 0; i < s->field_count; i++) fields += !(class_field(s, i)->access & ACC_STATIC);
    const struct object *all = opt_known_static(f);
    if (fields != 1 || !all || !class_is_array(object_class(all))) return false;
    *box = (struct opt_box_class){ (struct class *)(uintptr_t)c, value, f, least, least + array_length(all) - 1 };
    return true;
}
const struct opt_box_class *opt_box_class(const struct opt_graph *g, const struct class *c)
{
    for (u32 i = 0; i < g->box_classes; i++)
        if (g->boxes[i].cls == c) return &g->boxes[i];
    return NULL;
}
static const struct opt_box_class *box_class(struct builder *b, const struct class *c)
{
    struct opt_graph *g = b->g;
    const struct opt_box_class *known = opt_box_class(g, c);
    if (known) return known;
    if (g->box_classes == OPT_BOX_CLASSES || !describe(c, &g->boxes[g->box_classes])) return NULL;
    return &g->boxes[g->box_classes++];
}

/* No tool and no probe is told of a call of m; the code goes when that changes. */
static bool is_untold(struct builder *b, struct method *m)
{
    if (!m) return false;
    opt_note_method(b, m); /* before it is looked at */
    return m->code && !m->next_version && !m->told_often && !opt_has_breakpoint(m) &&
           !method_has(m, MTH_TELLS | MTH_COUNTED | MTH_COUNTED_BODY | MTH_OBSOLETE | MTH_DELETED);
}
/* The constructors that run for a new box. */
static bool constructors_are_untold(struct builder *b, const struct class *c, const struct field *value)
{
    char desc[] = "(I)V";
    desc[1] = (char)value->kind;
    const struct symbol *name = symbol_lookup("<init>", 6), *with = symbol_lookup(desc, 4),
                        *without = symbol_lookup("()V", 3);
    if (!name || !with || !without || !is_untold(b, class_find_method_here(c, name, with))) return false;
    for (c = c->super; c; c = c->super)
        if (!is_untold(b, class_find_method_here(c, name, without))) return false;
    return true;
}
/* Where valueOf makes a new box, with nothing else on its stack: `new`, `dup`, a load of the argument, `invokespecial`,
 * `areturn`. Byte makes none: 0. NO_PLACE: the code is another one. */
enum { NO_PLACE = UINT32_MAX };
static u32 place_of_new(const struct method *m)
{
    struct bytecode i;
    BYTECODE_EACH (i, m->orig_code, m->code_len) {
        if (i.op != OP_new) continue;
        const u8 *at = m->orig_code + i.bci;
        if (i.bci + 9u > m->code_len) return NO_PLACE;
        u8 load = m->nargs == 2 ? OP_lload_0 : OP_iload_0;
        return at[3] == OP_dup && at[4] == load && at[5] == OP_invokespecial && at[8] == OP_areturn ? i.bci : NO_PLACE;
    }
    return symbol_equals_cstr(m->owner->name, "java/lang/Byte") ? 0 : NO_PLACE;
}
/* The state of valueOf's frame at the instruction, above the frames of the call, whose argument is the topmost
 * operand. */
static struct opt_state *state_within(struct builder *b, struct method *m, u32 bci, u32 at, struct scope *c)
{
    struct scope *s = b->s;
    u32 below = b->sp - m->nargs, above = b->sp;
    opt_value *cur = b->cur, *args = stack_of(b) + below;
    const u64 *live = b->live;
    bool probed = b->probed;
    u64 *all = ARENA_NEW_ARRAY(b->a, u64, c->words + 1);
    for (u32 i = 0; i < m->nargs; i++) set_bit(all, i);
    b->sp = below;
    c->call = opt_state_at(b, bci, OPT_RARE);
    c->behind = cur;
    b->cur = ARENA_NEW_ARRAY(b->a, opt_value, (size_t)m->max_locals + m->max_stack + 2);
    memcpy(b->cur, args, m->nargs * sizeof *args);
    b->sp = 0;
    b->s = c;
    b->live = all;
    b->probed = false;
    struct opt_state *t = opt_state_at(b, at, OPT_RARE);
    b->s = s;
    b->cur = cur;
    b->sp = above;
    b->live = live;
    b->probed = probed;
    return t;
}
static opt_value as_kept(struct builder *b, opt_value v, u8 kind)
{
    u8 conv = kind == 'B' ? OPT_I2B : kind == 'C' ? OPT_I2C : OPT_I2S;
    if (kind == 'I' || kind == 'J') return v;
    opt_value r = add(b, OPT_CONV, OPT_INT, v, 0);
    node(b, r)->imm = conv;
    return r;
}
bool opt_build_box(struct builder *b, struct method *m, u32 bci, struct scope *c)
{
    if (call_tally_on || b->behind_args || !is_untold(b, m)) return false;
    const struct opt_box_class *box = box_class(b, m->owner);
    u32 at = box ? place_of_new(m) : NO_PLACE;
    if (at == NO_PLACE || !constructors_are_untold(b, box->cls, box->value)) return false;
    i32 top = c->header + (i32)FRAME_SLOTS + 2 + m->max_stack;
    if (top > b->g->extent) b->g->extent = top;
    struct opt_state *state = state_within(b, m, bci, at, c);
    opt_hold(b->g, m);
    struct opt_origin *o = ARENA_NEW(b->a, struct opt_origin);
    const struct opt_origin *called = b->g->origin;
    *o = (struct opt_origin){ called, m, at };
    b->g->origin = o;
    opt_value number = as_kept(b, pop_kind(b, type_of_kind(box->value->kind)), box->value->kind);
    opt_value v = add(b, OPT_BOX, OPT_REF, number, 0);
    b->g->origin = called;
    node(b, v)->ptr = box->cls;
    node(b, v)->state = state;
    opt_know_box(b, v, m, number);
    push(b, v);
    return true;
}
