/* Methods that become nodes: single instructions of the processor, and natives in their leaf form
 * (exec/native/leaf.h). */
#include "core/alloc.h"
#include "cpu/x86_64/instructions.h"
#include "exec/invoke/invoke.h"
#include "exec/native/native_binding.h"
#include "exec/opt/build/opt_build.h"
#include "exec/tier/call_tally.h"
#include "model/loader.h"
#include "model/plumbing.h"
#include "model/wellknown.h"

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
    { "min", "(II)I", OPT_MIN },       { "max", "(II)I", OPT_MAX },       { "min", "(JJ)J", OPT_MIN },
    { "max", "(JJ)J", OPT_MAX },       { "min", "(FF)F", OPT_FLOAT_MIN }, { "max", "(FF)F", OPT_FLOAT_MAX },
    { "min", "(DD)D", OPT_FLOAT_MIN }, { "max", "(DD)D", OPT_FLOAT_MAX }, { "multiplyHigh", "(JJ)J", OPT_MUL_HIGH }
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

/* Math.fma, where the processor has it. */
static bool build_fma(struct builder *b, struct method *m)
{
    if (!symbol_equals_cstr(m->name, "fma") || !symbol_equals_cstr(m->owner->name, MATH) || !cpu_has_fma())
        return false;
    opt_note_method(b, m);
    u8 type = type_of_kind(m->return_kind);
    opt_value z = pop_kind(b, type), y = pop_kind(b, type), v = add(b, OPT_FMA, type, pop_kind(b, type), y);
    node(b, v)->in[2] = z;
    push_type(b, v);
    return true;
}

/* ---- leaves ---- */
/* quick: the form that opt_quick.c emits in line, or 0. looks: it changes no field and no element. */
struct leaf_form {
    const char *class_name, *name, *desc;
    u8 quick;
    bool looks;
};
#define LATIN1 "java/lang/StringLatin1"
#define UTF16 "java/lang/StringUTF16"
static struct leaf_form form_of(const struct method *m)
{
    static const struct leaf_form forms[] = {
        { "java/lang/System", "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V", OPT_QUICK_COPY, false },
        { "java/lang/System", "identityHashCode", "(Ljava/lang/Object;)I", OPT_QUICK_HASH_OR_NULL, true },
        { "java/lang/Object", "hashCode", "()I", OPT_QUICK_HASH, true },
        { "java/lang/Class", "isInstance", "(Ljava/lang/Object;)Z", OPT_QUICK_INSTANCE, true },
        { "java/lang/Class", "isAssignableFrom", "(Ljava/lang/Class;)Z", OPT_QUICK_ASSIGNABLE, true },
        { "java/lang/Class", "getSuperclass", "()Ljava/lang/Class;", OPT_QUICK_SUPERCLASS, true },
        { LATIN1, "equals", "([B[B)Z", OPT_QUICK_EQUAL, true },
        { UTF16, "equals", "([B[B)Z", OPT_QUICK_EQUAL, true },
        { LATIN1, "indexOfChar", "([BIII)I", OPT_QUICK_FIND_BYTE, true },
        { UTF16, "indexOfChar", "([BIII)I", OPT_QUICK_FIND_CHAR, true },
        { "jdk/internal/util/ArraysSupport", "vectorizedMismatch", "(Ljava/lang/Object;JLjava/lang/Object;JII)I",
          OPT_QUICK_MISMATCH, true },
        { "jdk/internal/misc/Unsafe", "copyMemory0", "(Ljava/lang/Object;JLjava/lang/Object;JJ)V", OPT_QUICK_MEMORY,
          false },
        { LATIN1, "compareTo", "([B[B)I", OPT_QUICK_COMPARE, true },
        { UTF16, "compareTo", "([B[B)I", 0, true },
        { UTF16, "compress", "([CI[BII)I", OPT_QUICK_COMPRESS, false },
        { LATIN1, "hashCode", "([B)I", 0, true },
        { UTF16, "hashCode", "([B)I", 0, true },
        { LATIN1, "indexOf", "([B[B)I", 0, true },
        { LATIN1, "indexOf", "([BI[BII)I", 0, true },
        { UTF16, "indexOf", "([B[B)I", 0, true },
        { UTF16, "indexOf", "([BI[BII)I", 0, true },
        { UTF16, "indexOfLatin1", "([B[B)I", 0, true },
        { UTF16, "indexOfLatin1", "([BI[BII)I", 0, true },
        { "java/lang/StringCoding", "hasNegatives", "([BII)Z", 0, true },
        { "java/lang/FdLibm$Cbrt", "compute", "(D)D", 0, true },
    };
    for (u32 i = 0; i < ARRAY_LEN(forms); i++)
        if (symbol_equals_cstr(m->name, forms[i].name) && symbol_equals_cstr(m->owner->name, forms[i].class_name) &&
            symbol_equals_cstr(m->desc, forms[i].desc))
            return forms[i];
    return (struct leaf_form){ .looks = m->intrinsic == INTRINSIC_MATH };
}
static void build_leaf(struct builder *b, struct method *m, leaf_body body, u32 bci)
{
    opt_value *args = ARENA_NEW_ARRAY(b->a, opt_value, m->nargs + 1u);
    memcpy(args, stack_of(b) + b->sp - m->nargs, m->nargs * sizeof *args);
    u8 type = type_of_kind(m->return_kind);
    opt_value v = add(b, OPT_CALL_LEAF, type, 0, 0);
    struct opt_node *n = node(b, v);
    n->ptr = (void *)(uintptr_t)body;
    n->args = args;
    n->argc = m->nargs;
    n->state = opt_state_at(b, bci, OPT_RARE);
    struct leaf_form form = form_of(m);
    n->kind = form.quick;
    n->cc = form.looks;
    n->imm = m->return_kind == 'Z';
    if (m->nargs + 1u > b->g->leaf_slots) b->g->leaf_slots = m->nargs + 1u;
    b->sp -= m->nargs;
    if (type != OPT_VOID) push_type(b, v);
}

/* Math.pow(x, 2) is x * x, as its body has it (jvm_leaf_math.c). */
static bool build_square(struct builder *b, const struct method *m)
{
    static const double two = 2;
    i64 bits;
    memcpy(&bits, &two, sizeof bits);
    const struct opt_node *y = m->nargs == 4 ? node(b, stack_of(b)[b->sp - 1]) : NULL;
    if (!y || y->op != OPT_CONST || y->imm != bits || !symbol_equals_cstr(m->name, "pow")) return false;
    (void)pop_kind(b, OPT_DOUBLE);
    opt_value x = pop_kind(b, OPT_DOUBLE);
    push_type(b, add(b, OPT_MUL, OPT_DOUBLE, x, x));
    return true;
}
bool opt_build_math(struct builder *b, struct method *m, u32 bci)
{
    if (build_square(b, m)) return true;
    build_leaf(b, m, native_binding.leaf_body(m), bci);
    return true;
}

/* ---- questions ---- */
enum { GUARD_ENOUGH = 100 }; /* answers of a guard, all the same, before code counts on that */
/* Methods of java.lang.Class that read one word of the class. */
static bool build_fact(struct builder *b, const struct method *m)
{
    static const struct {
        const char *name;
        u32 fact;
    } questions[] = { { "isArray", FACT_ARRAY },
                      { "isInterface", FACT_INTERFACE },
                      { "isPrimitive", FACT_PRIMITIVE },
                      { "isHidden", FACT_HIDDEN },
                      { "getModifiers", FACT_MODIFIERS } };
    if (m->owner != WK(java_lang_Class) || m->nargs != 1) return false;
    u32 i = 0;
    while (i < ARRAY_LEN(questions) && !symbol_equals_cstr(m->name, questions[i].name)) i++;
    if (i == ARRAY_LEN(questions)) return false;
    u32 fact = questions[i].fact, shift = (u32)__builtin_ctz(fact);
    const struct class *known = opt_known_mirror(b, stack_of(b)[b->sp - 1]);
    opt_value mirror = pop(b);
    if (known) {
        push(b, constant(b, OPT_INT, (known->facts & fact) >> shift));
        return true;
    }
    opt_value v = add(b, OPT_FACTS, OPT_INT, mirror, 0);
    v = add(b, OPT_AND, OPT_INT, v, constant(b, OPT_INT, fact));
    if (shift) v = add(b, OPT_USHR, OPT_INT, v, constant(b, OPT_INT, shift));
    push(b, v);
    return true;
}
static bool build_current_thread(struct builder *b, const struct method *m)
{
    if (m->owner != WK(java_lang_Thread) || !symbol_equals_cstr(m->name, "currentThread")) return false;
    push(b, add(b, OPT_THREAD, OPT_REF, 0, 0));
    return true;
}
/* The field of c or a superclass at this offset, or NULL. */
static const struct field *field_at(const struct class *c, u32 offset)
{
    for (; c; c = c->super)
        for (u32 i = 0; i < c->field_count; i++)
            if (!(class_field(c, i)->access & ACC_STATIC) && class_field(c, i)->offset == offset)
                return class_field(c, i);
    return NULL;
}
/* Reference.refersTo0: compares the referent with the object. */
static bool build_refers_to(struct builder *b, const struct method *m)
{
    if (!symbol_equals_cstr(m->name, "refersTo0") || m->nargs != 2) return false;
    const struct field *f = field_at(m->owner, WKF(Reference_referent));
    if (!f || f->flags & FLD_READ_TOLD) return false;
    opt_value other = pop(b), reference = pop(b), referent = add(b, OPT_LOAD, OPT_REF, reference, 0);
    struct opt_node *n = node(b, referent);
    n->kind = f->kind;
    n->imm = f->offset;
    n->ptr = (void *)(uintptr_t)f;
    n->cc = true; /* the collector may clear it at any safepoint */
    opt_value same = add(b, OPT_TEST, OPT_INT, referent, other);
    node(b, same)->cc = OPT_EQ;
    push(b, same);
    return true;
}

/* A guard's counters, int[2] by answer, if this answer has always been given and often; else false. */
static bool always_answered(struct builder *b, opt_value counters, i32 *answer)
{
    const struct object *known = node(b, counters)->known;
    if (!known || opt_known_length(b, counters) != 2 || b->g->m->given_up + 1 >= OPT_MADE_AGAIN) return false;
    const i32 *count = array_data((struct object *)(uintptr_t)known);
    *answer = count[1] > count[0];
    return !count[!*answer] && count[*answer] >= GUARD_ENOUGH;
}
/* MethodHandleImpl.profileBoolean gives its argument, and counts for compilers: many guards share one method, whose own
 * profile says nothing. An answer that was never given leaves the code, and the interpreter counts it.
 * isCompileConstant asks whether the handle is known here. */
static bool build_handle_question(struct builder *b, struct method *m, u32 bci)
{
    bool profile = symbol_equals_cstr(m->name, "profileBoolean");
    if ((!profile && !symbol_equals_cstr(m->name, "isCompileConstant")) ||
        !symbol_equals_cstr(m->owner->name, "java/lang/invoke/MethodHandleImpl"))
        return false;
    opt_value asked = stack_of(b)[b->sp - m->nargs];
    i32 answer;
    if (!profile && !node(b, asked)->known) return false;
    opt_note_method(b, m);
    if (!profile)
        asked = constant(b, OPT_INT, 1);
    else if (always_answered(b, stack_of(b)[b->sp - 1], &answer)) {
        opt_value v = add(b, OPT_CHECK_ORDER, OPT_VOID, asked, constant(b, OPT_INT, 0));
        node(b, v)->cc = answer ? OPT_NE : OPT_EQ;
        node(b, v)->state = opt_state_at(b, bci, OPT_CHECK);
        asked = constant(b, OPT_INT, answer);
    }
    b->sp -= m->nargs;
    push(b, asked);
    return true;
}

/* Reflection.getCallerClass, in a method that was inlined together with its caller. */
static bool build_caller(struct builder *b)
{
    const struct scope *s = b->s;
    if (!method_has(s->m, MTH_CALLER_SENSITIVE)) return false;
    do s = s->caller;
    while (s && method_is_plumbing(s->m));
    if (s) push(b, constant(b, OPT_REF, (i64)(uintptr_t)s->m->owner->mirror));
    return s != NULL;
}

static void build_get_class(struct builder *b, u32 bci)
{
    opt_value checked = check_null(b, stack_of(b)[b->sp - 1], bci);
    const struct class *known = exact_class(b, stack_of(b)[b->sp - 1]);
    if (known && opt_can_name_class(b, known)) {
        (void)pop(b);
        push(b, constant(b, OPT_REF, (i64)(uintptr_t)known->mirror));
        return;
    }
    opt_value c = add(b, OPT_CLASS_OF, OPT_INT, pop(b), 0), v = add(b, OPT_CONV, OPT_REF, c, 0);
    node(b, c)->dep = checked;
    node(b, v)->imm = OPT_CLASS_MIRROR;
    push(b, v);
}

/* Class.isInstance on a known class. */
static bool build_is_instance(struct builder *b)
{
    opt_value o = stack_of(b)[b->sp - 1];
    struct class *c = opt_known_mirror(b, stack_of(b)[b->sp - 2]), *is = exact_class(b, o);
    if (!c || class_is_primitive(c) || !opt_can_name_class(b, c)) return false;
    b->sp -= 2;
    if (is) {
        push(b, constant(b, OPT_INT, class_assignable(is, c)));
        return true;
    }
    opt_value v = add(b, OPT_INSTANCE_OF, OPT_INT, o, 0);
    node(b, v)->ptr = c;
    push(b, v);
    return true;
}

/* Class.isAssignableFrom on a known class, of another known one or of an object's. */
static bool build_assignable(struct builder *b)
{
    opt_value asked = stack_of(b)[b->sp - 1];
    struct class *to = opt_known_mirror(b, stack_of(b)[b->sp - 2]), *from = opt_known_mirror(b, asked);
    const struct opt_node *n = node(b, asked);
    bool of_object = n->op == OPT_CONV && n->imm == OPT_CLASS_MIRROR && node(b, n->in[0])->op == OPT_CLASS_OF;
    if (!to || (!from && !of_object) || !opt_can_name_class(b, to)) return false;
    bool primitive = class_is_primitive(to) || (from && class_is_primitive(from));
    opt_value answer;
    if (from || primitive)
        answer = constant(b, OPT_INT, primitive ? from == to : class_assignable(from, to));
    else {
        answer = add(b, OPT_INSTANCE_OF, OPT_INT, node(b, node(b, asked)->in[0])->in[0], 0);
        node(b, answer)->ptr = to;
    }
    b->sp -= 2;
    push(b, answer);
    return true;
}
/* Class.getSuperclass and getComponentType of a known class. A class keeps both alive. */
static bool build_related(struct builder *b, bool super)
{
    const struct class *c = opt_known_mirror(b, stack_of(b)[b->sp - 1]), *related = NULL;
    if (!c) return false;
    if (!super)
        related = class_is_array(c) ? c->element : NULL;
    else if (class_is_array(c))
        related = WK(java_lang_Object);
    else if (!class_is_interface(c) && !class_is_primitive(c))
        related = c->super;
    if (related && !related->mirror) return false;
    (void)pop(b);
    push(b, constant(b, OPT_REF, related ? (i64)(uintptr_t)related->mirror : 0));
    return true;
}
/* Class.cast on a known class: a check, behind which the object's class is told. */
static bool build_cast(struct builder *b, u32 bci)
{
    struct class *c = opt_known_mirror(b, stack_of(b)[b->sp - 2]);
    opt_value o = stack_of(b)[b->sp - 1];
    if (!c || class_is_primitive(c) || opt_throws_often(b, OPT_CHECK_CAST, bci) || !opt_can_name_class(b, c))
        return false;
    const struct class *is = exact_class(b, o);
    bool holds = c == WK(java_lang_Object) || (is && class_assignable(is, c));
    if (!holds) node(b, check(b, OPT_CHECK_CAST, o, 0, bci))->ptr = c;
    b->sp -= 2;
    push(b, o);
    return true;
}
/* Is no agent and no probe told of the method of Class that Java's own body would call? */
static bool is_untold(struct builder *b, const char *name, const char *desc)
{
    const struct symbol *n = symbol_lookup(name, strlen(name)), *d = symbol_lookup(desc, strlen(desc));
    struct method *m = n && d ? class_find_method_here(WK(java_lang_Class), n, d) : NULL;
    if (!m || call_tally_on) return false;
    opt_note_method(b, m);
    return !method_has(m, MTH_TELLS | MTH_COUNTED | MTH_COUNTED_BODY);
}
static bool build_class_question(struct builder *b, struct method *m, u32 bci)
{
    if (m->owner != WK(java_lang_Class) || method_is_static(m)) return false;
    if (symbol_equals_cstr(m->name, "getSuperclass")) return m->nargs == 1 && build_related(b, true);
    if (symbol_equals_cstr(m->name, "isAssignableFrom")) return m->nargs == 2 && build_assignable(b);
    if (symbol_equals_cstr(m->name, "getComponentType")) {
        if (m->nargs != 1 || !is_untold(b, "isArray", "()Z") || !build_related(b, false)) return false;
        opt_note_method(b, m);
        return true;
    }
    if (!symbol_equals_cstr(m->name, "cast") || m->nargs != 2) return false;
    if (!is_untold(b, "isInstance", "(Ljava/lang/Object;)Z") || !build_cast(b, bci)) return false;
    opt_note_method(b, m);
    return true;
}

/* StringUTF16.getChar and putChar access a char in a byte[]. */
static bool build_char(struct builder *b, struct method *m, u32 bci)
{
    bool put = symbol_equals_cstr(m->name, "putChar") && symbol_equals_cstr(m->desc, "([BII)V");
    bool get = symbol_equals_cstr(m->name, "getChar") && symbol_equals_cstr(m->desc, "([BI)C");
    if ((!put && !get) || !symbol_equals_cstr(m->owner->name, UTF16)) return false;
    opt_note_method(b, m);
    const opt_value *args = stack_of(b) + b->sp - m->nargs;
    opt_value array = args[0], index = args[1], c = put ? args[2] : 0, checked = check_null(b, array, bci);
    opt_value length = add(b, OPT_ARRAY_LENGTH, OPT_INT, array, 0);
    node(b, length)->dep = checked;
    length = add(b, OPT_USHR, OPT_INT, length, constant(b, OPT_INT, 1));
    opt_value in_bounds = check(b, OPT_CHECK_INDEX, index, length, bci);
    opt_value v = add(b, put ? OPT_STORE_ELEMENT : OPT_LOAD_ELEMENT, put ? OPT_VOID : OPT_INT, array, index);
    node(b, v)->in[2] = c;
    node(b, v)->kind = 'C';
    node(b, v)->dep = in_bounds;
    b->sp -= m->nargs;
    if (get) push(b, v);
    return true;
}

/* Comparison of two byte arrays (StringLatin1, StringUTF16). Arrays of different lengths need no call of C. */
static bool build_equal_bytes(struct builder *b, struct method *m, leaf_body body, u32 bci)
{
    if (!body || !symbol_equals_cstr(m->name, "equals") || !symbol_equals_cstr(m->desc, "([B[B)Z")) return false;
    opt_note_method(b, m);
    opt_value x = stack_of(b)[b->sp - 2], y = stack_of(b)[b->sp - 1], length[2];
    opt_value checked = check_null(b, x, bci);
    node(b, length[0] = add(b, OPT_ARRAY_LENGTH, OPT_INT, x, 0))->dep = checked;
    checked = check_null(b, y, bci);
    node(b, length[1] = add(b, OPT_ARRAY_LENGTH, OPT_INT, y, 0))->dep = checked;
    opt_value no = constant(b, OPT_INT, 0), branch = add(b, OPT_IF, OPT_VOID, length[0], length[1]);
    node(b, branch)->cc = OPT_EQ;
    u32 from = b->block, same = new_block(b), other = new_block(b), joined = new_block(b);
    opt_add_edge(b->g, from, same);
    opt_add_edge(b->g, from, other);
    b->block = same;
    build_leaf(b, m, body, bci);
    opt_value asked = pop(b);
    (void)add(b, OPT_GOTO, OPT_VOID, 0, 0);
    opt_add_edge(b->g, same, joined);
    b->block = other;
    (void)add(b, OPT_GOTO, OPT_VOID, 0, 0);
    opt_add_edge(b->g, other, joined);
    b->block = joined;
    opt_value answer = opt_new_node(b->g, OPT_PHI, OPT_INT);
    opt_append(b->g, joined, answer);
    opt_add_phi_arg(b, answer, asked);
    opt_add_phi_arg(b, answer, no);
    push(b, answer);
    return true;
}

bool opt_has_breakpoint(const struct method *m)
{
    for (u32 bci = 0; bci < m->code_len; bci++)
        if (__atomic_load_n(m->code + bci, __ATOMIC_RELAXED) == OP_breakpoint && m->orig_code[bci] != OP_breakpoint)
            return true;
    return false;
}

static bool build_intrinsic(struct builder *b, struct method *m, u32 bci)
{
    if (!m->owner->loader->is_boot || m->next_version || method_has(m, MTH_TELLS | MTH_COUNTED_BODY | MTH_OBSOLETE))
        return false;
    if (method_is_native(m)) opt_note_method(b, m); /* before it is looked at: it may be bound again meanwhile */
    leaf_body body = method_is_native(m) ? native_binding.leaf_body(m) : native_binding.intrinsic_body(m);
    if (method_is_native(m) ? !body : !m->code || opt_has_breakpoint(m)) return false;
    if (opt_build_unsafe(b, m, bci)) return true;
    if (symbol_equals_cstr(m->name, "getCallerClass")) return build_caller(b);
    if (build_handle_question(b, m, bci) || build_class_question(b, m, bci)) return true;
    if (build_fma(b, m) || build_char(b, m, bci) || build_equal_bytes(b, m, body, bci)) return true;
    const struct unary *u = unary_of(m);
    const struct binary *x = binary_of(m);
    if (!u && !x && opt_is_new_array(m)) return opt_build_new_array(b, m, bci);
    if (!u && !x && (!body || symbol_equals_cstr(m->name, "clone"))) return false; /* clone declines often */
    opt_note_method(b, m);
    if (u)
        build_unary(b, u);
    else if (x)
        build_binary(b, x);
    else if (symbol_equals_cstr(m->name, "getClass") && m->nargs == 1)
        build_get_class(b, bci);
    else if (build_fact(b, m) || build_current_thread(b, m) || build_refers_to(b, m))
        return true;
    else if (symbol_equals_cstr(m->name, "isInstance") && m->nargs == 2 && build_is_instance(b))
        return true;
    else
        build_leaf(b, m, body, bci);
    return true;
}

bool opt_build_pure(struct builder *b, struct method *m)
{
    if (!m->owner->loader->is_boot || m->next_version || method_has(m, MTH_TELLS | MTH_COUNTED_BODY | MTH_OBSOLETE))
        return false;
    const struct unary *u = unary_of(m);
    const struct binary *x = binary_of(m);
    bool asks = m->owner == WK(java_lang_Class) && m->nargs == 2 && symbol_equals_cstr(m->name, "isInstance");
    if (!u && !x && !asks) return false;
    opt_note_method(b, m); /* before it is looked at: it may be bound again meanwhile */
    if (method_is_native(m) ? !native_binding.leaf_body(m) : !m->code || opt_has_breakpoint(m)) return false;
    if (asks && !build_is_instance(b)) return false;
    if (u) build_unary(b, u);
    if (x) build_binary(b, x);
    opt_tally(b, m);
    opt_probe_entered(b, m);
    return true;
}
bool opt_build_intrinsic(struct builder *b, struct method *m, u32 bci)
{
    if (!build_intrinsic(b, m, bci)) return false;
    opt_tally(b, m); /* a body that declines has left before */
    opt_probe_entered(b, m);
    return true;
}
