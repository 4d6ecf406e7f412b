/* A program as text, in full form: what was left out is there, a blank stands where one may, a rule takes a line. */
#include "probe/probe_text.h"

static const char *const place_words[PROBE_PLACE_KINDS] = {
    "method", "method", "method", "line", "bci",   "field",  "field",  "alloc",    "throw", "catch", "contend",
    "wait",   "park",   "gc",     "gc",   "class", "thread", "thread", "interval", "begin", "end"
};
static const char *const place_ends[PROBE_PLACE_KINDS] = {
    [PROBE_METHOD_ENTRY] = ":entry", [PROBE_METHOD_RETURN] = ":return", [PROBE_METHOD_THROW] = ":throw",
    [PROBE_FIELD_READ] = ":read",    [PROBE_FIELD_WRITE] = ":write",    [PROBE_GC_YOUNG] = ":young",
    [PROBE_GC_FULL] = ":full",       [PROBE_CLASS_LOAD] = ":load",      [PROBE_THREAD_START] = ":start",
    [PROBE_THREAD_END] = ":end",
};

void probe_print_place(const struct probe_place *place, struct text *to)
{
    if (place->later) text_add(to, "later ");
    if (place->loader) text_printf(to, "loader(%u) ", place->loader);
    text_add(to, place_words[place->kind]);
    if (place->cls) text_printf(to, ":%s%s", place->cls, place->subclasses ? "+" : "");
    if (place->member) text_printf(to, ".%s%s", place->member, place->desc ? place->desc : "");
    if (place->kind == PROBE_LINE || place->kind == PROBE_BCI) text_printf(to, ":%ld", place->number);
    if (place->kind == PROBE_INTERVAL) {
        bool seconds = place->number % 1000000000 == 0;
        text_printf(to, ":%s:%ld", seconds ? "s" : "ms", place->number / (seconds ? 1000000000 : 1000000));
    }
    if (place_ends[place->kind]) text_add(to, place_ends[place->kind]);
}

static void string(struct text *to, const char *s)
{
    text_put(to, "\"", 1);
    for (; *s; s++) {
        static const char escapes[] = "\nn\tt\rr\"\"\\\\";
        const char *e = escapes;
        while (*e && *e != *s) e += 2;
        if (*e) {
            text_put(to, "\\", 1);
            text_put(to, e + 1, 1);
        } else
            text_put(to, s, 1);
    }
    text_put(to, "\"", 1);
}

static void expression(const struct probe_program *p, u16 root, u32 level, struct text *to);

static void call(const struct probe_program *p, const struct probe_node *n, struct text *to)
{
    text_printf(to, "%s(", probe_function_names[n->number]);
    if (n->a != PROBE_NONE) expression(p, n->a, 1, to);
    if (n->b != PROBE_NONE) text_printf(to, "%s%ld", n->a != PROBE_NONE ? ", " : "", p->nodes[n->b].number);
    text_add(to, ")");
}

/* In parentheses if it binds less strongly than `level`. */
static void expression(const struct probe_program *p, u16 root, u32 level, struct text *to)
{
    const struct probe_node *n = &p->nodes[root];
    u32 own = n->kind == PROBE_N_UNARY || n->kind == PROBE_N_BINARY ? probe_operators[n->number].level : 12;
    if (own < level) text_add(to, "(");
    switch ((enum probe_node_kind)n->kind) {
    case PROBE_N_INT: text_printf(to, n->number < 0 ? "0x%lx" : "%ld", n->number); break;
    case PROBE_N_DOUBLE: text_printf(to, "%.17f", n->real); break;
    case PROBE_N_TEXT: string(to, n->text); break;
    case PROBE_N_NULL: text_add(to, "null"); break;
    case PROBE_N_VALUE: text_add(to, probe_value_names[n->number]); break;
    case PROBE_N_ARG: text_printf(to, "arg%ld", n->number); break;
    case PROBE_N_LOCAL:
        text_add(to, "local(");
        if (n->text)
            string(to, n->text);
        else
            text_printf(to, "%ld", n->number);
        text_add(to, ")");
        break;
    case PROBE_N_VARIABLE: text_printf(to, "@%s", p->maps[n->number].name); break;
    case PROBE_N_FIELD:
        expression(p, n->a, 12, to);
        text_printf(to, ".%s", n->text);
        break;
    case PROBE_N_ELEMENT:
        expression(p, n->a, 12, to);
        text_add(to, "[");
        expression(p, n->b, 1, to);
        text_add(to, "]");
        break;
    case PROBE_N_CALL: call(p, n, to); break;
    case PROBE_N_UNARY:
        text_add(to, probe_operators[n->number].text);
        expression(p, n->a, own, to);
        break;
    case PROBE_N_BINARY:
        expression(p, n->a, own, to);
        text_printf(to, " %s ", probe_operators[n->number].text);
        expression(p, n->b, own + 1, to);
        break;
    }
    if (own < level) text_add(to, ")");
}

static void list(const struct probe_program *p, const u16 *roots, u32 count, struct text *to)
{
    for (u32 i = 0; i < count; i++) {
        if (i) text_add(to, ", ");
        expression(p, roots[i], 1, to);
    }
}

static void action(const struct probe_program *p, const struct probe_action *a, struct text *to)
{
    const char *name = p->maps[a->map].name;
    if (a->kind <= PROBE_A_SET) {
        text_printf(to, "@%s", name);
        if (a->key_count) text_add(to, "[");
        list(p, a->keys, a->key_count, to);
        text_add(to, a->key_count ? "] = " : " = ");
    }
    switch ((enum probe_action_kind)a->kind) {
    case PROBE_A_SET: list(p, a->values, 1, to); break;
    case PROBE_A_PRINT: text_add(to, "print("); break;
    case PROBE_A_PRINT_MAP: text_printf(to, "print(@%s)", name); break;
    case PROBE_A_PRINTF:
        text_add(to, "printf(");
        string(to, a->format);
        if (a->value_count) text_add(to, ", ");
        break;
    case PROBE_A_CLEAR: text_printf(to, "clear(@%s)", name); break;
    case PROBE_A_EXIT: text_add(to, "exit()"); break;
    default: text_printf(to, "%s(", probe_aggregate_names[a->kind]); break;
    }
    if (a->kind == PROBE_A_SET || a->kind == PROBE_A_PRINT_MAP || a->kind == PROBE_A_CLEAR || a->kind == PROBE_A_EXIT)
        return;
    list(p, a->values, a->value_count, to);
    if (a->kind == PROBE_A_LHIST) text_printf(to, ", %ld, %ld, %ld", a->low, a->high, a->step);
    text_add(to, ")");
}

void probe_print(const struct probe_program *p, struct text *to)
{
    for (u32 i = 0; i < p->rule_count; i++) {
        const struct probe_rule *r = &p->rules[i];
        for (u32 k = 0; k < r->place_count; k++) {
            if (k) text_add(to, ", ");
            probe_print_place(&r->places[k], to);
        }
        if (r->condition != PROBE_NONE) {
            text_add(to, " /");
            expression(p, r->condition, 1, to);
            text_add(to, "/");
        }
        text_add(to, " { ");
        for (u32 k = 0; k < r->action_count; k++) {
            if (k) text_add(to, "; ");
            action(p, &r->actions[k], to);
        }
        text_add(to, " }\n");
    }
}
