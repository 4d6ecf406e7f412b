/* Light rules at entries that have no code for them (exec/tier/probe_entry.h), as that would do them: on the words of
 * the thread. */
#include "probe/probe_int.h"
#include <math.h>

/* The values of steps: whole numbers, addresses, bits of doubles. */
struct values {
    i64 v[PROBE_STEPS_OF_LIGHT];
    bool real[PROBE_STEPS_OF_LIGHT];
};
static bool is_object(u8 kind) { return kind == 'L' || kind == '['; }
static i64 bits_of(double d)
{
    i64 bits;
    memcpy(&bits, &d, sizeof bits);
    return bits;
}
static double real_of(const struct values *x, u32 i)
{
    double d;
    memcpy(&d, &x->v[i], sizeof d);
    return x->real[i] ? d : (double)x->v[i];
}
static i64 value_of(struct probe_datum d)
{
    return d.type == PROBE_INT ? d.n : d.type == PROBE_DOUBLE ? bits_of(d.d) : (i64)(uintptr_t)d.p;
}
static i64 argument(const struct method *m, const slot *args, i64 n, char *kind)
{
    const char *p = m->desc->bytes + 1, *start;
    u32 at = !method_is_static(m), len;
    for (char k; (k = desc_next(&p, &start, &len)) != 0; n--) {
        u32 wide = k == 'J' || k == 'D';
        *kind = k;
        if (n == 0) return is_object((u8)k) ? (i64)args[at + wide] : value_of(probe_of_slot(k, args[at + wide]));
        at += 1 + wide;
    }
    return 0;
}
static i64 of_reals(enum probe_step_op op, double a, double b)
{
    switch (op) {
    case PROBE_S_EQ: return a == b;
    case PROBE_S_NE: return a != b;
    case PROBE_S_LE: return a <= b;
    case PROBE_S_LT: return a < b;
    case PROBE_S_GE: return a >= b;
    case PROBE_S_GT: return a > b;
    case PROBE_S_ADD: return bits_of(a + b);
    case PROBE_S_SUB: return bits_of(a - b);
    case PROBE_S_MUL: return bits_of(a * b);
    case PROBE_S_DIV: return bits_of(a / b);
    case PROBE_S_NEG: return bits_of(-a);
    case PROBE_S_WHOLE: return probe_whole_of(a);
    default: return 0; /* light rules have no other of them */
    }
}
static i64 step(const struct probe_step *s, const struct values *x, const struct method *m, const slot *args,
                u64 *words, char *kind)
{
    u64 a = (u64)x->v[s->a], b = (u64)x->v[s->b];
    if ((s->op == PROBE_S_NEG || s->op == PROBE_S_WHOLE) && x->real[s->a]) return of_reals(s->op, real_of(x, s->a), 0);
    if (s->op >= PROBE_S_EQ && (x->real[s->a] || x->real[s->b]))
        return of_reals(s->op, real_of(x, s->a), real_of(x, s->b));
    switch ((enum probe_step_op)s->op) {
    case PROBE_S_CONST: return s->n;
    case PROBE_S_ARG: return argument(m, args, s->n, kind);
    case PROBE_S_THIS: return (i64)args[0];
    case PROBE_S_CLASS: return a ? (i64)(uintptr_t)object_class(slot_ref(a)) : 0;
    case PROBE_S_FIELD: return value_of(probe_load_field(slot_ref(a), probe_step_field(s)));
    case PROBE_S_LENGTH: return array_length(slot_ref(a));
    case PROBE_S_ELEMENT: return value_of(probe_load_element(slot_ref(a), (i64)b, (char)s->kind));
    case PROBE_S_SOME:
    case PROBE_S_WHOLE: return (i64)a;
    case PROBE_S_MIN: return (i64)a < (i64)b ? (i64)a : (i64)b;
    case PROBE_S_MAX: return (i64)a > (i64)b ? (i64)a : (i64)b;
    case PROBE_S_PAIR: return (i64)probe_pair_number(words + s->n, a, b);
    case PROBE_S_DECIDED: break; /* run_steps */
    case PROBE_S_RESULT:
    case PROBE_S_VALUE:
    case PROBE_S_OBJECT:
    case PROBE_S_LOCAL:
    case PROBE_S_ELAPSED: break; /* of no entry */
    case PROBE_S_NEG: return (i64)(0 - a);
    case PROBE_S_FLIP: return (i64)~a;
    case PROBE_S_IS_ZERO: return !a;
    case PROBE_S_OR: return a || b;
    case PROBE_S_AND: return a && b;
    case PROBE_S_EQ: return a == b;
    case PROBE_S_NE: return a != b;
    case PROBE_S_LE: return (i64)a <= (i64)b;
    case PROBE_S_LT: return (i64)a < (i64)b;
    case PROBE_S_GE: return (i64)a >= (i64)b;
    case PROBE_S_GT: return (i64)a > (i64)b;
    case PROBE_S_BIT_OR: return (i64)(a | b);
    case PROBE_S_BIT_XOR: return (i64)(a ^ b);
    case PROBE_S_BIT_AND: return (i64)(a & b);
    case PROBE_S_SHL: return (i64)(a << (b & 63));
    case PROBE_S_USHR: return (i64)(a >> (b & 63));
    case PROBE_S_SHR: return (i64)a >> (b & 63);
    case PROBE_S_ADD: return (i64)(a + b);
    case PROBE_S_SUB: return (i64)(a - b);
    case PROBE_S_MUL: return (i64)(a * b);
    case PROBE_S_DIV: return b == UINT64_MAX ? (i64)(0 - a) : (i64)a / (i64)b;
    case PROBE_S_REM: return b == UINT64_MAX ? 0 : (i64)a % (i64)b;
    }
    return 0;
}
static void put(u64 *word, u64 v) { __atomic_store_n(word, v, __ATOMIC_RELAXED); }
static void sum_up(const struct probe_sum_up *s, u64 *words, const i64 *steps)
{
    u64 *w = &words[s->word];
    i64 v = steps[s->step], key = steps[s->key];
    if (s->by) {
        probe_keys_count(w, s, s->by == PROBE_BY_NUMBER ? probe_key_of_number(key) : (u64)key, v);
        return;
    }
    switch ((enum probe_sum_kind)s->kind) {
    case PROBE_SUM_COUNT: break;
    case PROBE_SUM_ADD: put(w, *w + (u64)v); break;
    case PROBE_SUM_HIST: w += probe_hist_word(v), put(w, *w + 1); break;
    case PROBE_SUM_AT: w += v, put(w, *w + 1); break;
    case PROBE_SUM_MIN:
        if (v < (i64)*w) put(w, (u64)v);
        break;
    case PROBE_SUM_MAX:
        if (v > (i64)*w) put(w, (u64)v);
        break;
    }
}
/* Has the step no value? */
static bool is_missing(const struct probe_step *s, const struct values *x)
{
    i64 a = x->v[s->a], b = x->v[s->b];
    const struct object *o = probe_step_loads(s) ? slot_ref((slot)a) : NULL;
    if (s->op == PROBE_S_WHOLE) return x->real[s->a] && isnan(real_of(x, s->a));
    if (!probe_step_loads(s)) return s->op == PROBE_S_SOME && !a;
    return !o || (s->op == PROBE_S_ELEMENT && (b < 0 || b >= array_length(o)));
}
/* Stores the values of the steps up to `to`. Returns false if there are none. */
static bool run_steps(const struct probe_light *l, u32 from, u32 to, struct values *x, const struct method *m,
                      const slot *args, u64 *words)
{
    for (u32 i = from; i < to; i++) {
        const struct probe_step *s = &l->steps[i];
        bool decides = s->op == PROBE_S_DECIDED && (x->v[s->a] != 0) == (l->steps[s->n].op == PROBE_S_OR);
        char kind = 0;
        if (is_missing(s, x)) return false;
        if (decides) i = (u32)s->n;
        x->v[i] = decides ? x->v[s->a] != 0 : step(s, x, m, args, words, &kind);
        x->real[i] = !decides && probe_step_is_real(s, kind, x->real[s->a], x->real[s->b]);
    }
    return true;
}
static void run(struct thread *self, const struct probe_light *l, const struct method *m, const slot *args)
{
    struct values x;
    x.v[0] = 0;
    x.real[0] = false;
    if (l->passed != l->hits) probe_word_add(self, l->hits);
    if (!run_steps(l, 0, l->early_steps, &x, m, args, self->probe_words)) {
        probe_word_add(self, l->missed);
        return;
    }
    if (l->condition && !x.v[l->condition - 1]) return;
    for (u32 i = 0; i < l->sum_count; i++) {
        const struct probe_sum_up *s = &l->sums[i];
        if (run_steps(l, s->first, s->end, &x, m, args, self->probe_words))
            sum_up(s, self->probe_words, x.v);
        else
            probe_word_add(self, s->missed);
    }
    COMPILER_BARRIER();
    probe_word_add(self, l->passed);
}
void probe_light_entered(struct thread *self, const struct method *m, const slot *args)
{
    const struct probe_light *l;
    for (u32 i = 0; (l = probe_light_at(m, PROBE_ENTERED, i)) != NULL; i++) run(self, l, m, args);
    if (probe_is_timed(m)) probe_timer_begin(self, args, m);
}
