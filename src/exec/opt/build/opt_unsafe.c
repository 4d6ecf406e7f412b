/* Methods of jdk.internal.misc.Unsafe as nodes: accesses by base and offset, compare-and-swap, fences. The operation
 * follows from the parts of the method's name: get, Int, Acquire. The processor needs no alignment, so getLongUnaligned
 * and its like, which the class library writes with comparisons of the offset's low bits, are one access too.
 *
 * While a field is watched (JVM TI "Watched Field") the methods are calls of leaves, which look at the base's class.
 * Code with these nodes depends on the methods, and is dropped by the first watch (code_field_watch_changed). */
#include "exec/opt/opt_ir.h"

#include "exec/native/native_binding.h"
#include "exec/opt/build/opt_build.h"
#include "meta/watch.h"
#include "model/wellknown.h"

/* The operation of a method of Unsafe. */
struct access {
    u8 op;    /* enum opt_op */
    u8 kind;  /* the letter of the accessed type */
    u8 order; /* OPT_CC_VOLATILE */
    bool old;
};
struct word {
    const char *text;
    u8 value, more;
};
/* Finds the word that is a prefix of `name`; the list has longer words first. Returns NULL if there is none, and moves
 * *name after the word. */
static const struct word *take_word(const struct word *words, size_t n, const char **name)
{
    for (size_t i = 0; i < n; i++) {
        size_t length = strlen(words[i].text);
        if (strncmp(*name, words[i].text, length)) continue;
        *name += length;
        return &words[i];
    }
    return NULL;
}

static bool read_name(const char *name, struct access *a)
{
    static const struct word verbs[] = { { "getAndAdd", OPT_RAW_ADD, true },
                                         { "getAndSet", OPT_RAW_SET, true },
                                         { "get", OPT_RAW_LOAD, false },
                                         { "put", OPT_RAW_STORE, false },
                                         { "compareAndSet", OPT_RAW_COMPARE, false },
                                         { "weakCompareAndSet", OPT_RAW_COMPARE, false },
                                         { "compareAndExchange", OPT_RAW_COMPARE, true } };
    static const struct word kinds[] = { { "Boolean", 'Z', 0 }, { "Byte", 'B', 0 },   { "Short", 'S', 0 },
                                         { "Char", 'C', 0 },    { "Int", 'I', 0 },    { "Long", 'J', 0 },
                                         { "Float", 'F', 0 },   { "Double", 'D', 0 }, { "Reference", 'L', 0 } };
    static const struct word orders[] = { { "Volatile", 1, 0 },
                                          { "Acquire", OPT_UNFENCED, 0 },
                                          { "Opaque", OPT_UNFENCED, 0 },
                                          { "Release", OPT_UNFENCED, 0 },
                                          { "Plain", 0, 0 },
                                          { "Unaligned", 0, 0 },
                                          { "", 0, 0 } };
    const struct word *verb = take_word(verbs, ARRAY_LEN(verbs), &name);
    const struct word *kind = verb ? take_word(kinds, ARRAY_LEN(kinds), &name) : NULL;
    const struct word *order = kind ? take_word(orders, ARRAY_LEN(orders), &name) : NULL;
    if (!order || *name) return false;
    if (!strcmp(order->text, "Unaligned") && verb->value != OPT_RAW_LOAD && verb->value != OPT_RAW_STORE) return false;
    *a = (struct access){ verb->value, kind->value, order->value, verb->more };
    bool is_word = a->kind == 'I' || a->kind == 'J' || (a->kind == 'L' && a->op != OPT_RAW_ADD);
    return a->op == OPT_RAW_LOAD || a->op == OPT_RAW_STORE || is_word;
}
/* Are the parameters an object, an offset, and as many values as the operation takes? */
static bool has_descriptor(const struct method *m, const struct access *a)
{
    static const char place[] = "(Ljava/lang/Object;J";
    const char *d = m->desc->bytes;
    if (strncmp(d, place, sizeof place - 1)) return false;
    u32 values = a->op == OPT_RAW_LOAD ? 0 : a->op == OPT_RAW_COMPARE ? 2 : 1;
    u32 slots = a->kind == 'J' || a->kind == 'D' ? 2 : 1;
    return m->nargs == 4 + values * slots && !(m->access & ACC_STATIC);
}

/* Does the store hit an object's header? Programs do that through sun.misc.Unsafe (jvm_unsafe.c), so their stores ask
 * for the offset first, and are leaves where it is known or where the answer has often been yes. The class library does
 * not. The operands are those of the call. */
enum header { NEVER, ASKED, OFTEN };
static enum header meets_header(struct builder *b, const struct access *a)
{
    bool program = false;
    for (const struct scope *s = b->s; s && !program; s = s->caller)
        program = s->m->owner->name == SYM(sun_misc_Unsafe);
    if (!program || a->op != OPT_RAW_STORE || a->kind == 'L') return NEVER;
    u32 value = a->kind == 'J' || a->kind == 'D' ? 2 : 1;
    const struct opt_node *offset = node(b, stack_of(b)[b->sp - value - 1]),
                          *base = node(b, stack_of(b)[b->sp - value - 3]);
    bool nowhere = base->op == OPT_CONST && !base->imm,
         behind = offset->op == OPT_CONST && (u64)offset->imm >= OBJECT_HEADER_SIZE;
    if (nowhere || behind) return NEVER;
    return offset->op == OPT_CONST || b->g->m->given_up + 1 >= OPT_MADE_AGAIN ? OFTEN : ASKED;
}
/* Leaves if the offset is one of the header's, or below it. The interpreter calls the native, which writes a header. */
static opt_value check_behind_header(struct builder *b, opt_value offset, struct opt_state *state)
{
    opt_value v = add(b, OPT_CHECK_ORDER, OPT_VOID, offset, constant(b, OPT_LONG, OBJECT_HEADER_SIZE));
    node(b, v)->cc = OPT_GE;
    node(b, v)->state = state;
    return v;
}

/* The field that the access is one of; NULL: not known. An object that a method was called on is an instance of the
 * method's owner, as that of a record whose `equals` is inlined. */
static const struct field *field_of(struct builder *b, const struct access *a, opt_value base, opt_value offset)
{
    bool simple = a->op == OPT_RAW_LOAD || a->op == OPT_RAW_STORE;
    if (!simple || !is_const(b, offset)) return NULL;
    const struct field *f = opt_field_at(opt_declared_class(b, base), node(b, offset)->imm, a->kind);
    for (const struct scope *s = b->s; s && !f; s = s->caller)
        if (s->receiver == base) f = opt_field_at(s->m->owner, node(b, offset)->imm, a->kind);
    return f;
}
static void build_access(struct builder *b, const struct method *m, const struct access *a, bool asks, u32 bci)
{
    u8 type = type_of_kind(a->kind);
    struct opt_state *state = opt_state_at(b, bci, OPT_RARE);
    opt_value second = a->op == OPT_RAW_COMPARE ? pop_kind(b, type) : 0;
    opt_value first = a->op == OPT_RAW_LOAD ? 0 : pop_kind(b, type);
    opt_value offset = pop_wide(b), base = pop(b), checked = 0;
    (void)pop(b); /* the receiver, Unsafe itself */
    const struct field *f = field_of(b, a, base, offset);
    if (asks) checked = check_behind_header(b, offset, state);
    if (f || (a->kind == 'L' && a->op != OPT_RAW_LOAD)) {
        /* the store barrier and a field need an object. The state is the one before the call */
        const struct opt_node *n = node(b, base);
        bool made = opt_allocates(n) || (n->op == OPT_CONST && n->imm) || n->known;
        if (!made) {
            checked = add(b, OPT_CHECK_NULL, OPT_VOID, base, 0);
            node(b, checked)->state = state;
        }
    }
    u8 result = m->return_kind == 'V' ? OPT_VOID : type_of_kind(m->return_kind);
    opt_value v = add(b, a->op, result, base, offset);
    struct opt_node *n = node(b, v);
    n->in[2] = first;
    n->kind = a->kind;
    n->state = state;
    n->dep = checked;
    if (a->op == OPT_RAW_STORE) n->imm = opt_primitive_array(b->g, base);
    if (a->op == OPT_RAW_LOAD || a->op == OPT_RAW_STORE) n->cc = a->order;
    if (a->op == OPT_RAW_COMPARE) {
        n->imm = a->old;
        n->args = ARENA_NEW_ARRAY(b->a, opt_value, 1);
        n->args[0] = second;
        n->argc = 1;
    }
    if (f) opt_access_field(n, f);
    if (result != OPT_VOID) push_type(b, v);
}

bool opt_build_unsafe(struct builder *b, struct method *m, u32 bci)
{
    if (m->owner != WK(jdk_internal_misc_Unsafe) || watched_fields) return false;
    if (method_is_native(m) && !native_binding.leaf_body(m)) return false; /* bound by an agent */
    const char *name = m->name->bytes;
    bool full = !strcmp(name, "fullFence");
    if (full || !strcmp(name, "loadFence") || !strcmp(name, "storeFence")) {
        opt_note_method(b, m);
        (void)pop(b);
        node(b, add(b, OPT_FENCE, OPT_VOID, 0, 0))->cc = full;
        return true;
    }
    struct access a;
    if (!read_name(name, &a) || !has_descriptor(m, &a)) return false;
    enum header header = meets_header(b, &a);
    if (header == OFTEN) return false;
    opt_note_method(b, m);
    build_access(b, m, &a, header == ASKED, bci);
    return true;
}
