/* Methods that are instructions or calls of C: what a processor does at once, and natives in their leaf form
 * (exec/native/leaf.h). */
#include "cpu/x86_64/instructions.h"
#include "exec/native/native_binding.h"
#include "exec/opt/opt_build.h"
#include "model/loader.h"

/* ---- one instruction ---- */
struct unary {
    const char *class_name, *name, *desc;
    u8 conv;
    bool wants_sse4;
};
#define MATH "java/lang/Math"
#define STRICT "java/lang/StrictMath"
#define INTEGER "java/lang/Integer"
#define LONG "java/lang/Long"
static const struct unary unaries[] = {
    { STRICT, "sqrt", "(D)D", OPT_SQRT, false },
    { MATH, "sqrt", "(D)D", OPT_SQRT, false },
    { MATH, "floor", "(D)D", OPT_FLOOR, true },
    { MATH, "ceil", "(D)D", OPT_CEIL, true },
    { MATH, "rint", "(D)D", OPT_RINT, true },
    { STRICT, "floor", "(D)D", OPT_FLOOR, true },
    { STRICT, "ceil", "(D)D", OPT_CEIL, true },
    { STRICT, "rint", "(D)D", OPT_RINT, true },
    { INTEGER, "bitCount", "(I)I", OPT_BIT_COUNT, true },
    { LONG, "bitCount", "(J)I", OPT_BIT_COUNT, true },
    { INTEGER, "numberOfLeadingZeros", "(I)I", OPT_LEADING_ZEROS, false },
    { LONG, "numberOfLeadingZeros", "(J)I", OPT_LEADING_ZEROS, false },
    { INTEGER, "numberOfTrailingZeros", "(I)I", OPT_TRAILING_ZEROS, false },
    { LONG, "numberOfTrailingZeros", "(J)I", OPT_TRAILING_ZEROS, false },
    { INTEGER, "reverseBytes", "(I)I", OPT_REVERSE_BYTES, false },
    { LONG, "reverseBytes", "(J)J", OPT_REVERSE_BYTES, false },
    { "java/lang/Float", "floatToRawIntBits", "(F)I", OPT_RAW_F2I, false },
    { "java/lang/Float", "intBitsToFloat", "(I)F", OPT_RAW_I2F, false },
    { "java/lang/Double", "doubleToRawLongBits", "(D)J", OPT_RAW_D2L, false },
    { "java/lang/Double", "longBitsToDouble", "(J)D", OPT_RAW_L2D, false },
};

static const struct unary *unary_of(const struct method *m)
{
    for (u32 i = 0; i < ARRAY_LEN(unaries); i++) {
        const struct unary *u = &unaries[i];
        if (symbol_equals_cstr(m->name, u->name) && symbol_equals_cstr(m->owner->name, u->class_name) &&
            symbol_equals_cstr(m->desc, u->desc))
            return !u->wants_sse4 || cpu_has_popcnt() ? u : NULL;
    }
    return NULL;
}

static void build_unary(struct builder *b, const struct unary *u)
{
    u8 from = type_of_kind((u8)u->desc[1]), to = type_of_kind((u8)u->desc[3]);
    opt_value x = pop_kind(b, from), v = add(b, OPT_CONV, to, x, 0);
    node(b, v)->imm = u->conv;
    push_type(b, v);
}

struct binary {
    const char *name, *desc;
    u8 op;
};
static const struct binary binaries[] = {
    { "min", "(II)I", OPT_MIN }, { "max", "(II)I", OPT_MAX }, { "min", "(JJ)J", OPT_MIN }, { "max", "(JJ)J", OPT_MAX }
};
static const struct binary *binary_of(const struct method *m)
{
    if (!symbol_equals_cstr(m->owner->name, MATH)) return NULL;
    for (u32 i = 0; i < ARRAY_LEN(binaries); i++)
        if (symbol_equals_cstr(m->name, binaries[i].name) && symbol_equals_cstr(m->desc, binaries[i].desc))
            return &binaries[i];
    return NULL;
}
static void build_binary(struct builder *b, const struct binary *x)
{
    u8 type = type_of_kind((u8)x->desc[1]);
    opt_value second = pop_kind(b, type), first = pop_kind(b, type);
    push_type(b, add(b, x->op, type, first, second));
}

/* ---- leaves ---- */
static void build_leaf(struct builder *b, struct method *m, leaf_body body, u32 bci)
{
    opt_value *args = ARENA_NEW_ARRAY(b->a, opt_value, m->nargs + 1u);
    memcpy(args, stack_of(b) + b->sp - m->nargs, m->nargs * sizeof *args);
    u8 type = type_of_kind(m->return_kind);
    opt_value v = add(b, OPT_CALL_LEAF, type, 0, 0);
    struct opt_node *n = node(b, v);
    n->ptr = (void *)body;
    n->args = args;
    n->argc = m->nargs;
    n->state = opt_state_at(b, bci, OPT_RARE);
    n->kind = symbol_equals_cstr(m->name, "arraycopy") && symbol_equals_cstr(m->owner->name, "java/lang/System");
    if (m->nargs + 1u > b->g->leaf_slots) b->g->leaf_slots = m->nargs + 1u;
    b->sp -= m->nargs;
    if (type != OPT_VOID) push_type(b, v);
}

static void build_get_class(struct builder *b, u32 bci)
{
    opt_value checked = check_null(b, stack_of(b)[b->sp - 1], bci);
    opt_value c = add(b, OPT_CLASS_OF, OPT_INT, pop(b), 0), v = add(b, OPT_CONV, OPT_REF, c, 0);
    node(b, c)->dep = checked;
    node(b, v)->imm = OPT_CLASS_MIRROR;
    push(b, v);
}

/* Breakpoints that come later drop the code (opt_note_method). */
static bool has_breakpoint(const struct method *m)
{
    for (u32 bci = 0; bci < m->code_len; bci++)
        if (__atomic_load_n(m->code + bci, __ATOMIC_RELAXED) == OP_breakpoint && m->orig_code[bci] != OP_breakpoint)
            return true;
    return false;
}

bool opt_build_intrinsic(struct builder *b, struct method *m, u32 bci)
{
    if (!m->owner->loader->is_boot || m->next_version || method_has(m, MTH_EVENTS | MTH_OBSOLETE)) return false;
    leaf_body body = method_is_native(m) ? native_binding.leaf_body(m) : native_binding.intrinsic_body(m);
    if (method_is_native(m) ? !body : !m->code || has_breakpoint(m)) return false;
    const struct unary *u = unary_of(m);
    const struct binary *x = binary_of(m);
    if (!u && !x && (!body || symbol_equals_cstr(m->name, "clone"))) return false; /* a clone often declines */
    opt_note_method(b, m);
    if (u)
        build_unary(b, u);
    else if (x)
        build_binary(b, x);
    else if (symbol_equals_cstr(m->name, "getClass") && m->nargs == 1)
        build_get_class(b, bci);
    else
        build_leaf(b, m, body, bci);
    return true;
}
