/* Machine code that does what light probes do at a method's entry, as ENTRY_PROBED does it by C: there is a piece for
 * each method whose arguments they look at. It runs in every tier, before what the method is entered by.
 *
 * Registers are those of an entry (interp/interp.h): r12 self, r14 the last argument, rdx the method. The others that
 * are used here are free, all of floats too. Steps that are no constants and no arguments have a word below the C stack
 * each; a double has its bits there. */
#include "cpu/x86_64/x86_sse.h"
#include "exec/code/code_cache.h"
#include "exec/tier/key_count_code.h"
#include "exec/tier/probe_entry.h"
#include "exec/tier/timer_code.h"
#include "os/os_sync.h"

enum {
    MOST_BYTES = 2048,
    MOST_OF_RULE = 512 /* steps */,
    MOST_STEPS = 15 /* computed in an expression: words in the red zone */,
    MOST_JUMPS = 3 * MOST_STEPS
};
enum { SELF = R12, LAST_ARGUMENT = R14, WORDS = R8, PLACE = R11 };
enum { REAL, SECOND_REAL, WIDENED }; /* registers of floats */
#define SELF_AT(member) (i32) offsetof(struct thread, member)

struct piece {
    struct emit e;
    const struct method *m;
    const struct probe_light *l;
    bool real[MOST_OF_RULE];                 /* by step: is it a double? */
    u32 in_rax;                              /* 1 + the step whose value rax has; 0: of none */
    u32 first;                               /* the first step of the expression */
    u32 jumps[MOST_JUMPS], jump_count;       /* taken where it has no value */
    u32 decided[MOST_STEPS], by[MOST_STEPS]; /* jumps behind the step `by`, which is decided */
    u32 decided_count;
};

/* The byte offset from the last argument of argument n, and its type. */
static i32 argument_at(const struct method *m, i64 n, char *kind)
{
    const char *p = m->desc->bytes + 1, *start;
    i32 slot = 1 - m->nargs + !method_is_static(m);
    u32 len;
    for (char k; (k = desc_next(&p, &start, &len)) != 0; n--) {
        i32 wide = k == 'J' || k == 'D';
        *kind = k;
        if (n == 0) return 8 * (slot + wide);
        slot += 1 + wide;
    }
    VM_UNREACHABLE(); /* looked at when the probe was placed */
}
/* reg = the bits of the double that the float in it is. */
static void widen(struct emit *e, int reg)
{
    x_float_from(e, false, WIDENED, reg);
    x_float(e, false, X_FCONVERT, WIDENED, WIDENED);
    x_float_to(e, true, reg, WIDENED);
}
static void load_argument(struct piece *p, int reg, i64 n)
{
    struct emit *e = &p->e;
    char kind;
    i32 at = argument_at(p->m, n, &kind);
    switch (kind) {
    case 'Z':
        x_load32(e, reg, LAST_ARGUMENT, at);
        x_alu_by(e, false, X_AND, reg, 1);
        break;
    case 'B': x_load_at(e, X_S8, true, reg, LAST_ARGUMENT, at); break;
    case 'C': x_load_at(e, X_U16, false, reg, LAST_ARGUMENT, at); break;
    case 'S': x_load_at(e, X_S16, true, reg, LAST_ARGUMENT, at); break;
    case 'I': x_load_at(e, X_S32, true, reg, LAST_ARGUMENT, at); break;
    case 'F':
        x_load32(e, reg, LAST_ARGUMENT, at);
        widen(e, reg);
        break;
    default: x_load(e, reg, LAST_ARGUMENT, at); break;
    }
}
static bool is_small(i64 n) { return n == (i32)n; }
/* Is step i the same number as its operand? */
static bool is_same(const struct piece *p, u32 i)
{
    return p->l->steps[i].op == PROBE_S_WHOLE && !p->real[p->l->steps[i].a];
}
static bool is_computed(const struct piece *p, u32 i)
{
    u8 op = p->l->steps[i].op;
    return op != PROBE_S_CONST && op != PROBE_S_ARG && op != PROBE_S_THIS && op != PROBE_S_CLASS && !is_same(p, i);
}
static u32 computed_before(const struct piece *p, u32 first, u32 i)
{
    u32 n = 0;
    for (u32 k = first; k < i; k++) n += is_computed(p, k);
    return n;
}
static i32 word_of(const struct piece *p, u32 i) { return -8 * ((i32)computed_before(p, p->first, i) + 1); }
/* Finds which steps are doubles. */
static void find_reals(struct piece *p)
{
    for (u32 i = 0; i < p->l->step_count; i++) {
        const struct probe_step *s = &p->l->steps[i];
        char kind = 0;
        if (s->op == PROBE_S_ARG) (void)argument_at(p->m, s->n, &kind);
        p->real[i] = probe_step_is_real(s, kind, i && p->real[s->a], i && p->real[s->b]);
    }
}
/* Keeps the flags only if the step is computed. It is no class. */
static void load_plain(struct piece *p, int reg, u32 i)
{
    const struct probe_step *s = &p->l->steps[i];
    VM_ASSERT(s->op != PROBE_S_CLASS);
    if (p->in_rax == i + 1) {
        if (reg != RAX) x_move(&p->e, reg, RAX);
    } else if (s->op == PROBE_S_ARG)
        load_argument(p, reg, s->n);
    else if (s->op == PROBE_S_THIS)
        x_load(&p->e, reg, LAST_ARGUMENT, 8 * (1 - p->m->nargs));
    else if (s->op != PROBE_S_CONST)
        x_load(&p->e, reg, RSP, word_of(p, i));
    else if (is_small(s->n))
        x_imm_signed(&p->e, reg, (i32)s->n);
    else
        x_imm64(&p->e, reg, (u64)s->n);
    if (reg == RAX) p->in_rax = i + 1;
}
static void load_step(struct piece *p, int reg, u32 i)
{
    if (is_same(p, i)) i = p->l->steps[i].a;
    const struct probe_step *s = &p->l->steps[i];
    u32 null = 0;
    if (s->op != PROBE_S_CLASS) {
        load_plain(p, reg, i);
        return;
    }
    load_plain(p, reg, s->a);
    if (p->l->steps[s->a].op != PROBE_S_THIS) {
        x_test(&p->e, true, reg, reg);
        null = x_jump_if(&p->e, CC_E);
    }
    x_load32(&p->e, reg, reg, (i32)offsetof(struct object, class_ref));
    if (null) x_here(&p->e, null);
    if (reg == RAX) p->in_rax = i + 1;
}
/* xmm = step i, a number, through rax. */
static void load_real(struct piece *p, int xmm, u32 i)
{
    load_step(p, RAX, i);
    if (p->real[i])
        x_float_from(&p->e, true, xmm, RAX);
    else {
        x_float_zero(&p->e, xmm);
        x_float_of_int(&p->e, true, true, xmm, RAX);
    }
}
/* Has the step doubles as operands? */
static bool of_reals(const struct piece *p, const struct probe_step *s)
{
    return p->real[s->a] || (s->op >= PROBE_S_EQ && p->real[s->b]);
}
/* rcx = step b, then rax = step a. */
static void load_both(struct piece *p, const struct probe_step *s)
{
    load_step(p, RCX, s->b);
    load_step(p, RAX, s->a);
}
/* The condition under which a comparison holds; -1: the step is none, or it takes two conditions. */
static int condition_of(const struct piece *p, const struct probe_step *s)
{
    bool real = of_reals(p, s);
    switch ((enum probe_step_op)s->op) {
    case PROBE_S_EQ:
    case PROBE_S_NE:
        if (real) return -1;
        break;
    case PROBE_S_LT:
    case PROBE_S_GT:
        if (real) return CC_A; /* does not hold of what is no number */
        break;
    case PROBE_S_LE:
    case PROBE_S_GE:
        if (real) return CC_AE;
        break;
    default: break;
    }
    switch ((enum probe_step_op)s->op) {
    case PROBE_S_IS_ZERO:
    case PROBE_S_EQ: return CC_E;
    case PROBE_S_NE: return CC_NE;
    case PROBE_S_LE: return CC_LE;
    case PROBE_S_LT: return CC_L;
    case PROBE_S_GE: return CC_GE;
    case PROBE_S_GT: return CC_G;
    default: return -1;
    }
}
static void compare_reals(struct piece *p, const struct probe_step *s)
{
    bool less = s->op == PROBE_S_LT || s->op == PROBE_S_LE;
    load_real(p, SECOND_REAL, less ? s->a : s->b);
    load_real(p, REAL, less ? s->b : s->a);
    x_float_compare(&p->e, true, REAL, SECOND_REAL);
}
static void compare(struct piece *p, const struct probe_step *s)
{
    const struct probe_step *b = &p->l->steps[s->b];
    if (of_reals(p, s))
        compare_reals(p, s);
    else if (s->op == PROBE_S_IS_ZERO) {
        load_step(p, RAX, s->a);
        x_test(&p->e, true, RAX, RAX);
    } else if (b->op == PROBE_S_CONST && is_small(b->n)) {
        load_step(p, RAX, s->a);
        x_alu_by(&p->e, true, X_CMP, RAX, (i32)b->n);
    } else {
        load_both(p, s);
        x_alu(&p->e, true, X_CMP, RAX, RCX);
    }
}
/* reg = 1 if it is not 0. */
static void make_truth(struct piece *p, int reg)
{
    x_test(&p->e, true, reg, reg);
    x_set_if(&p->e, CC_NE, reg);
    x_zero_extend_byte(&p->e, reg, reg);
}
static void operate(struct piece *p, u8 op)
{
    static const u8 group[] = {
        [PROBE_S_OR] = X_OR,       [PROBE_S_AND] = X_AND, [PROBE_S_BIT_OR] = X_OR, [PROBE_S_BIT_XOR] = X_XOR,
        [PROBE_S_BIT_AND] = X_AND, [PROBE_S_ADD] = X_ADD, [PROBE_S_SUB] = X_SUB
    };
    struct emit *e = &p->e;
    switch ((enum probe_step_op)op) {
    case PROBE_S_DIV:
    case PROBE_S_REM:
        x_move(e, R9, RDX);
        x_sign_to_rdx(e, true);
        x_divide(e, true, RCX);
        if (op == PROBE_S_REM) x_move(e, RAX, RDX);
        x_move(e, RDX, R9);
        return;
    case PROBE_S_SHL: x_shift_cl(e, true, X_SHL, RAX); return;
    case PROBE_S_USHR: x_shift_cl(e, true, X_SHR, RAX); return;
    case PROBE_S_SHR: x_shift_cl(e, true, X_SAR, RAX); return;
    case PROBE_S_MUL: x_multiply(e, true, RAX, RCX); return;
    case PROBE_S_MIN:
    case PROBE_S_MAX:
        x_alu(e, true, X_CMP, RAX, RCX);
        x_move_if(e, true, op == PROBE_S_MIN ? CC_G : CC_L, RAX, RCX);
        return;
    case PROBE_S_OR:
    case PROBE_S_AND:
        make_truth(p, RAX);
        make_truth(p, RCX);
        break;
    default: break;
    }
    x_alu(e, true, group[op], RAX, RCX);
}
static void jump_without_value(struct piece *p, int cc)
{
    VM_CHECK(p->jump_count < MOST_JUMPS);
    p->jumps[p->jump_count++] = x_jump_if(&p->e, cc);
}
/* rax = the double step a as a whole number. */
static void make_whole(struct piece *p, const struct probe_step *s)
{
    struct emit *e = &p->e;
    load_real(p, REAL, s->a);
    x_float_compare(e, true, REAL, REAL);
    jump_without_value(p, CC_P);
    x_int_of_float(e, true, true, RAX, REAL);
    x_imm64(e, RCX, 1ull << 63); /* also where it does not fit */
    x_alu(e, true, X_CMP, RAX, RCX);
    u32 fits = x_jump_if(e, CC_NE);
    x_float_zero(e, SECOND_REAL);
    x_float_compare(e, true, REAL, SECOND_REAL);
    u32 below = x_jump_if(e, CC_BE);
    x_imm64(e, RAX, INT64_MAX);
    x_here(e, fits);
    x_here(e, below);
}
/* rax = what the step makes of doubles: a number's bits, or 1 or 0. */
static void operate_reals(struct piece *p, const struct probe_step *s)
{
    struct emit *e = &p->e;
    if (s->op == PROBE_S_NEG) {
        load_step(p, RAX, s->a);
        x_change_bit(e, true, RAX, 63);
        return;
    }
    if (s->op == PROBE_S_EQ || s->op == PROBE_S_NE) {
        compare_reals(p, s);
        x_set_if(e, CC_E, RAX);
        x_set_if(e, CC_NP, RCX);
        x_alu(e, false, X_AND, RAX, RCX);
        x_zero_extend_byte(e, RAX, RAX);
        if (s->op == PROBE_S_NE) x_alu_by(e, false, X_XOR, RAX, 1);
        return;
    }
    load_real(p, SECOND_REAL, s->b);
    load_real(p, REAL, s->a);
    x_float(e, true,
            s->op == PROBE_S_ADD   ? X_FADD
            : s->op == PROBE_S_SUB ? X_FSUB
            : s->op == PROBE_S_MUL ? X_FMUL
                                   : X_FDIV,
            REAL, SECOND_REAL);
    x_float_to(e, true, RAX, REAL);
}
/* rax = what lies at base + disp + index * size. index: -1, none. */
static void load_value(struct emit *e, u8 kind, int index, i32 disp)
{
    u32 log = kind == 'J' || kind == 'D' ? 3 : kind == 'Z' || kind == 'B' ? 0 : kind == 'S' || kind == 'C' ? 1 : 2;
    u32 scale = index < 0 ? 0 : log;
    switch (kind) {
    case 'Z':
        x_load_as(e, X_U8, false, RAX, RAX, index, (int)scale, disp);
        x_alu_by(e, false, X_AND, RAX, 1);
        break;
    case 'B': x_load_as(e, X_S8, true, RAX, RAX, index, (int)scale, disp); break;
    case 'C': x_load_as(e, X_U16, false, RAX, RAX, index, (int)scale, disp); break;
    case 'S': x_load_as(e, X_S16, true, RAX, RAX, index, (int)scale, disp); break;
    case 'I': x_load_as(e, X_S32, true, RAX, RAX, index, (int)scale, disp); break;
    case 'J':
    case 'D': x_load_as(e, X_32, true, RAX, RAX, index, (int)scale, disp); break;
    case 'F':
        x_load_as(e, X_32, false, RAX, RAX, index, (int)scale, disp);
        widen(e, RAX);
        break;
    default: /* ref_decode */
        x_load_as(e, X_32, false, RAX, RAX, index, (int)scale, disp);
        x_shift_by(e, true, X_SHL, RAX, 3);
        break;
    }
}
/* rax = the field, the length or the element. */
static void load_from(struct piece *p, const struct probe_step *s)
{
    struct emit *e = &p->e;
    bool element = s->op == PROBE_S_ELEMENT;
    if (element) load_step(p, RCX, s->b);
    load_step(p, RAX, s->a);
    if (p->l->steps[s->a].op != PROBE_S_THIS) {
        x_test(e, true, RAX, RAX);
        jump_without_value(p, CC_E);
    }
    if (element) {
        x_load32(e, R9, RAX, ARRAY_LENGTH_OFFSET);
        x_alu(e, true, X_CMP, RCX, R9);
        jump_without_value(p, CC_AE); /* also below 0 */
    }
    if (element)
        load_value(e, s->kind, RCX, s->kind == 'J' || s->kind == 'D' ? ARRAY_BASE_WIDE : ARRAY_BASE);
    else
        load_value(e, s->kind, -1, s->op == PROBE_S_LENGTH ? ARRAY_LENGTH_OFFSET : (i32)probe_step_field(s)->offset);
}
struct pair_in_piece {
    struct piece *p;
    const struct probe_step *s;
};
static int load_of_pair(void *of, u32 i)
{
    const struct pair_in_piece *x = of;
    load_step(x->p, RCX, i ? x->s->b : x->s->a);
    return RCX;
}
static void find_pair(struct piece *p, const struct probe_step *s)
{
    struct pair_in_piece x = { p, s };
    struct pair_values v = { load_of_pair, &x };
    pair_number_code(&p->e, WORDS, PLACE, (u32)s->n, &v);
    x_move(&p->e, RAX, PLACE);
}
static void decide(struct piece *p, const struct probe_step *s)
{
    struct emit *e = &p->e;
    bool is_or = p->l->steps[s->n].op == PROBE_S_OR;
    load_step(p, RAX, s->a);
    make_truth(p, RAX);
    x_store(e, RSP, word_of(p, (u32)s->n), RAX);
    x_test(e, true, RAX, RAX);
    VM_CHECK(p->decided_count < MOST_STEPS);
    p->by[p->decided_count] = (u32)s->n;
    p->decided[p->decided_count++] = x_jump_if(e, is_or ? CC_NE : CC_E);
    p->in_rax = 0;
}
/* Ways to behind step i, where its value is only in its word. */
static void join_decided(struct piece *p, u32 i)
{
    u32 kept = 0;
    for (u32 k = 0; k < p->decided_count; k++) {
        if (p->by[k] == i) {
            x_here(&p->e, p->decided[k]);
            p->in_rax = 0;
            continue;
        }
        p->by[kept] = p->by[k];
        p->decided[kept++] = p->decided[k];
    }
    p->decided_count = kept;
}
/* Computes step i to rax and to its word. */
static void compute(struct piece *p, u32 i)
{
    struct emit *e = &p->e;
    const struct probe_step *s = &p->l->steps[i];
    if (!is_computed(p, i)) return;
    if (s->op == PROBE_S_DECIDED) {
        decide(p, s);
        return;
    }
    int cc = condition_of(p, s);
    if (probe_step_loads(s))
        load_from(p, s);
    else if (s->op == PROBE_S_PAIR)
        find_pair(p, s);
    else if (s->op == PROBE_S_SOME) {
        load_step(p, RAX, s->a);
        x_test(e, true, RAX, RAX);
        jump_without_value(p, CC_E);
    } else if (s->op == PROBE_S_WHOLE)
        make_whole(p, s);
    else if (cc >= 0) {
        compare(p, s);
        x_set_if(e, cc, RAX);
        x_zero_extend_byte(e, RAX, RAX);
    } else if (p->real[i] || of_reals(p, s))
        operate_reals(p, s);
    else if (s->op == PROBE_S_NEG || (s->op == PROBE_S_DIV && p->l->steps[s->b].n == -1)) {
        load_step(p, RAX, s->a);
        x_negate(e, true, RAX);
    } else if (s->op == PROBE_S_FLIP) {
        load_step(p, RAX, s->a);
        x_alu_by(e, true, X_XOR, RAX, -1);
    } else {
        load_both(p, s);
        operate(p, s->op);
    }
    x_store(e, RSP, word_of(p, i), RAX);
    p->in_rax = i + 1;
    join_decided(p, i);
}
/* Returns the jump that is taken if the condition, the last early step, does not hold. */
static u32 ask(struct piece *p)
{
    u32 i = p->l->condition - 1u;
    int cc = condition_of(p, &p->l->steps[i]);
    if (cc >= 0) {
        compare(p, &p->l->steps[i]);
        return x_jump_if(&p->e, cc ^ 1);
    }
    compute(p, i); /* and comes here where it has been decided */
    load_step(p, RAX, i);
    x_test(&p->e, true, RAX, RAX);
    return x_jump_if(&p->e, CC_E);
}
static void add_one(struct piece *p, u32 word) { x_alu_mem_by(&p->e, true, X_ADD, WORDS, (i32)(8 * word), 1); }
/* rcx = probe_hist_word of rax: 1 + the highest bit of 2v + 1; 0 below 0 */
static void find_hist_word(struct emit *e)
{
    x_lea_index(e, true, RCX, RAX, RAX, 0, 1);
    x_highest_bit(e, true, RCX, RCX);
    x_alu_by(e, true, X_ADD, RCX, 1);
    x_move(e, R9, RAX);
    x_shift_by(e, true, X_SAR, R9, 63);
    x_alu_by(e, true, X_XOR, R9, -1);
    x_alu(e, true, X_AND, RCX, R9);
}
static void sum_up_by_key(struct piece *p, const struct probe_sum_up *s)
{
    struct emit *e = &p->e;
    load_step(p, RCX, s->key);
    if (s->kind != PROBE_SUM_COUNT) load_step(p, RAX, s->step);
    struct key_missed missed =
        key_find_code(e, WORDS, RCX, PLACE, s->word, s->by == PROBE_BY_NUMBER, probe_sums_words(s->kind));
    switch ((enum probe_sum_kind)s->kind) {
    case PROBE_SUM_COUNT: break;
    case PROBE_SUM_ADD: key_add_code(e, WORDS, PLACE, s->word, RAX); break;
    case PROBE_SUM_HIST:
        find_hist_word(e);
        key_hist_code(e, WORDS, PLACE, s->word, RCX);
        break;
    case PROBE_SUM_AT: key_hist_code(e, WORDS, PLACE, s->word, RAX); break;
    case PROBE_SUM_MIN:
    case PROBE_SUM_MAX: /* probe_grown */
        x_move(e, RCX, RAX);
        x_change_bit(e, true, RCX, 63);
        if (s->kind == PROBE_SUM_MIN) x_alu_by(e, true, X_XOR, RCX, -1);
        key_grow_code(e, WORDS, PLACE, s->word, RCX);
        break;
    }
    key_missed_code(e, &missed);
}
static void sum_up(struct piece *p, const struct probe_sum_up *s)
{
    struct emit *e = &p->e;
    i32 at = (i32)(8 * s->word);
    if (s->by) {
        sum_up_by_key(p, s);
        return;
    }
    load_step(p, RAX, s->step);
    switch ((enum probe_sum_kind)s->kind) {
    case PROBE_SUM_COUNT: return;
    case PROBE_SUM_ADD: x_alu_to_mem(e, X_ADD, WORDS, at, RAX); return;
    case PROBE_SUM_HIST:
        find_hist_word(e);
        x_alu_index_by(e, X_ADD, WORDS, RCX, 3, at, 1);
        return;
    case PROBE_SUM_AT: x_alu_index_by(e, X_ADD, WORDS, RAX, 3, at, 1); return;
    case PROBE_SUM_MIN:
    case PROBE_SUM_MAX: {
        x_alu_mem(e, true, X_CMP, RAX, WORDS, at);
        u32 past = x_jump_if(e, s->kind == PROBE_SUM_MIN ? CC_GE : CC_LE);
        x_store(e, WORDS, at, RAX);
        x_here(e, past);
        return;
    }
    }
}
/* The remainder of a division by -1 is 0, and the instruction faults for the smallest number. */
static bool divides_by_minus_one(const struct probe_light *l)
{
    for (u32 i = 0; i < l->step_count; i++)
        if (l->steps[i].op == PROBE_S_REM && l->steps[l->steps[i].b].n == -1) return true;
    return false;
}
static bool begin_expression(struct piece *p, u32 first, u32 end)
{
    p->first = first;
    p->jump_count = 0;
    return computed_before(p, first, end) <= MOST_STEPS;
}
/* Where the expression has no value, code comes here and counts that. */
static void count_missed(struct piece *p, u32 missed)
{
    for (u32 i = 0; i < p->jump_count; i++) x_here(&p->e, p->jumps[i]);
    add_one(p, missed);
    p->in_rax = 0;
}
static bool run_sum(struct piece *p, const struct probe_sum_up *s)
{
    if (!begin_expression(p, s->first, s->end)) return false;
    for (u32 i = s->first; i < s->end; i++) compute(p, i);
    sum_up(p, s);
    if (!p->jump_count) return true;
    u32 past = x_jump(&p->e);
    count_missed(p, s->missed);
    x_here(&p->e, past);
    return true;
}
static bool run(struct piece *p, const struct probe_light *l)
{
    u32 no = 0;
    p->l = l;
    p->in_rax = 0;
    if (l->step_count > MOST_OF_RULE) return false;
    find_reals(p);
    if (divides_by_minus_one(l) || !begin_expression(p, 0, l->early_steps)) return false;
    if (l->passed != l->hits) add_one(p, l->hits);
    for (u32 i = 0; i + 1 < l->early_steps; i++) compute(p, i);
    if (l->condition) {
        no = ask(p);
        p->in_rax = 0;
    }
    u32 missed[MOST_JUMPS], missed_count = p->jump_count;
    memcpy(missed, p->jumps, sizeof missed);
    for (u32 i = 0; i < l->sum_count; i++)
        if (!run_sum(p, &l->sums[i])) return false;
    add_one(p, l->passed); /* after the sums: readers look at it first */
    if (missed_count) {
        u32 past = x_jump(&p->e);
        memcpy(p->jumps, missed, sizeof missed);
        p->jump_count = missed_count;
        count_missed(p, l->missed);
        x_here(&p->e, past);
    }
    if (no) x_here(&p->e, no);
    return true;
}

const struct code *probe_code_make(const struct method *m, const void *next)
{
    u8 bytes[MOST_BYTES];
    struct piece p = { .e = { .at = bytes, .size = sizeof bytes }, .m = m };
    const struct probe_light *l;
    i32 room = 8 * (1 - m->nargs + m->max_locals + m->max_stack) + (i32)sizeof(struct frame);
    x_lea(&p.e, RAX, LAST_ARGUMENT, room); /* a call that finds no room for its frame enters nothing */
    x_alu_mem(&p.e, true, X_CMP, RAX, SELF, SELF_AT(stack_limit));
    u32 none = x_jump_if(&p.e, CC_AE);
    x_load(&p.e, WORDS, SELF, SELF_AT(probe_words));
    for (u32 i = 0; (l = probe_points.light(m, PROBE_ENTERED, i)) != NULL; i++)
        if (!run(&p, l)) return NULL;
    if (probe_points.timed(m)) {
        if (probe_points.tick_ns == 0) return NULL;
        x_lea(&p.e, RCX, LAST_ARGUMENT, 8 * (1 - m->nargs));
        x_move(&p.e, R9, RDX);
        timer_code_begin(&p.e);
        x_move(&p.e, RDX, R9);
    }
    x_here(&p.e, none);
    x_imm64(&p.e, RAX, (u64)(uintptr_t)next);
    x_jump_reg(&p.e, RAX);
    VM_ASSERT(!p.e.astray);
    return p.e.full ? NULL : code_install(bytes, p.e.n, NULL, "probes of an entry");
}
