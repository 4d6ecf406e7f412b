/* Checks a parsed program (probe_text.h): types, values that the place has, and names with @ that agree. */
#include "probe/probe_text.h"
#include <stdarg.h>
#include <stdio.h>

#define AT(kind) (1u << (kind))
enum {
    IN_METHOD = AT(PROBE_METHOD_ENTRY) | AT(PROBE_METHOD_RETURN) | AT(PROBE_METHOD_THROW),
    IN_BODY = AT(PROBE_LINE) | AT(PROBE_BCI),
    ON_FIELD = AT(PROBE_FIELD_READ) | AT(PROBE_FIELD_WRITE),
    ON_EXCEPTION = AT(PROBE_THROW) | AT(PROBE_CATCH),
    ON_WAIT = AT(PROBE_CONTEND) | AT(PROBE_WAIT) | AT(PROBE_PARK),
    ON_GC = AT(PROBE_GC_YOUNG) | AT(PROBE_GC_FULL),
    WITH_FRAME = IN_METHOD | IN_BODY | ON_FIELD | AT(PROBE_ALLOC) | ON_EXCEPTION | ON_WAIT,
    ANYWHERE = (1u << PROBE_PLACE_KINDS) - 1
};
static const struct {
    u32 where;
    u8 type;
} value_info[PROBE_VALUES] = {
    [PROBE_V_THIS] = { IN_METHOD | IN_BODY, PROBE_OBJECT },
    [PROBE_V_RETVAL] = { AT(PROBE_METHOD_RETURN), PROBE_ANY },
    [PROBE_V_EX] = { AT(PROBE_METHOD_THROW) | ON_EXCEPTION, PROBE_OBJECT },
    [PROBE_V_OBJ] = { ON_FIELD | AT(PROBE_ALLOC) | ON_WAIT, PROBE_OBJECT },
    [PROBE_V_VALUE] = { ON_FIELD, PROBE_ANY },
    [PROBE_V_OLD] = { AT(PROBE_FIELD_WRITE), PROBE_ANY },
    [PROBE_V_SIZE] = { AT(PROBE_ALLOC), PROBE_INT },
    [PROBE_V_ELAPSED] = { AT(PROBE_METHOD_RETURN) | AT(PROBE_METHOD_THROW) | ON_WAIT | ON_GC, PROBE_INT },
    [PROBE_V_TID] = { ANYWHERE, PROBE_INT },
    [PROBE_V_THREAD] = { ANYWHERE, PROBE_TEXT },
    [PROBE_V_CLASS] = { WITH_FRAME | AT(PROBE_CLASS_LOAD), PROBE_CLASS },
    [PROBE_V_METHOD] = { WITH_FRAME, PROBE_METHOD },
    [PROBE_V_LINE] = { WITH_FRAME, PROBE_INT },
    [PROBE_V_NSECS] = { ANYWHERE, PROBE_INT },
};
static const char *const type_names[] = { "a value", "a number", "a double", "a string", "an object",
                                          "a class", "a method", "a stack",  "null" };

struct checker {
    struct probe_program *p;
    const struct probe_rule *rule;
    u32 where; /* all places of the rule */
    u32 *at;
    char *message;
    size_t size;
    bool failed;
};

static PRINTF_LIKE(3, 4) void refuse(struct checker *c, u32 at, const char *fmt, ...)
{
    if (c->failed) return;
    c->failed = true;
    *c->at = at;
    va_list list;
    va_start(list, fmt);
    vsnprintf(c->message, c->size, fmt, list);
    va_end(list);
}

static bool is_number(u8 type) { return type == PROBE_INT || type == PROBE_DOUBLE || type == PROBE_ANY; }
static bool is_whole(u8 type) { return type == PROBE_INT || type == PROBE_ANY; }
static bool is_reference(u8 type) { return type == PROBE_OBJECT || type == PROBE_ANY || type == PROBE_NULL; }
static bool is_name(u8 type) { return type == PROBE_CLASS || type == PROBE_METHOD || type == PROBE_TEXT; }

static void available(struct checker *c, const struct probe_node *n, u32 where, const char *what)
{
    for (u32 i = 0; i < c->rule->place_count; i++) {
        struct text t;
        char room[200];
        if (where & AT(c->rule->places[i].kind)) continue;
        text_init(&t, room, sizeof room);
        probe_print_place(&c->rule->places[i], &t);
        refuse(c, n->at, "%s is not there at %s", what, text_string(&t));
        text_free(&t);
        return;
    }
}

/* ---- expressions ---- */

static bool comparable(u8 a, u8 b)
{
    if (a == PROBE_STACK || b == PROBE_STACK) return false;
    if (a == PROBE_ANY || b == PROBE_ANY) return true;
    if (is_number(a) || is_number(b)) return is_number(a) && is_number(b);
    if (is_reference(a) && is_reference(b)) return true;
    return is_name(a) && is_name(b) && (a == b || a == PROBE_TEXT || b == PROBE_TEXT);
}

static void binary(struct checker *c, struct probe_node *n, const struct probe_node *a, const struct probe_node *b)
{
    u32 o = (u32)n->number;
    const char *text = probe_operators[o].text;
    n->type = PROBE_INT;
    if (o == PROBE_O_EQ || o == PROBE_O_NE) {
        if (!comparable(a->type, b->type))
            refuse(c, n->at, "%s and %s cannot be compared", type_names[a->type], type_names[b->type]);
        return;
    }
    bool whole = o <= PROBE_O_BIT_AND || o == PROBE_O_SHL || o == PROBE_O_SHR || o == PROBE_O_USHR || o == PROBE_O_REM;
    const struct probe_node *wrong = !(whole ? is_whole(a->type) : is_number(a->type))   ? a
                                     : !(whole ? is_whole(b->type) : is_number(b->type)) ? b
                                                                                         : NULL;
    if (wrong)
        refuse(c, n->at, "'%s' wants %s, not %s", text, whole ? "whole numbers" : "numbers", type_names[wrong->type]);
    if ((o == PROBE_O_DIV || o == PROBE_O_REM) && b->kind == PROBE_N_INT && !b->number)
        refuse(c, n->at, "the division is by zero");
    if (o >= PROBE_O_ADD && o <= PROBE_O_DIV && a->type != PROBE_INT) n->type = a->type;
    if (o >= PROBE_O_ADD && o <= PROBE_O_DIV && n->type != PROBE_DOUBLE && b->type != PROBE_INT) n->type = b->type;
}

static void call(struct checker *c, struct probe_node *n, const struct probe_node *a)
{
    switch ((enum probe_function)n->number) {
    case PROBE_F_CLASS:
        n->type = PROBE_CLASS;
        if (!is_reference(a->type)) refuse(c, n->at, "class(x) wants an object, not %s", type_names[a->type]);
        break;
    case PROBE_F_STR:
        n->type = PROBE_TEXT;
        if (is_number(a->type) ? a->type != PROBE_ANY : a->type == PROBE_STACK)
            refuse(c, n->at, "str(x) wants an object, a class or a method, not %s", type_names[a->type]);
        break;
    case PROBE_F_HASH:
        n->type = PROBE_INT;
        if (!is_reference(a->type) && a->type != PROBE_TEXT)
            refuse(c, n->at, "hash(x) wants an object or a string, not %s", type_names[a->type]);
        break;
    case PROBE_F_TAG:
        n->type = PROBE_INT;
        if (!is_reference(a->type)) refuse(c, n->at, "tag(x) wants an object, not %s", type_names[a->type]);
        break;
    case PROBE_F_STACK:
        n->type = PROBE_STACK;
        available(c, n, WITH_FRAME | AT(PROBE_CLASS_LOAD), "a stack");
        break;
    case PROBE_FUNCTIONS: break;
    }
}

static void node(struct checker *c, struct probe_node *n)
{
    struct probe_node *a = n->a == PROBE_NONE ? NULL : &c->p->nodes[n->a],
                      *b = n->b == PROBE_NONE ? NULL : &c->p->nodes[n->b];
    char what[32];
    switch ((enum probe_node_kind)n->kind) {
    case PROBE_N_INT: n->type = PROBE_INT; break;
    case PROBE_N_DOUBLE: n->type = PROBE_DOUBLE; break;
    case PROBE_N_TEXT: n->type = PROBE_TEXT; break;
    case PROBE_N_NULL: n->type = PROBE_NULL; break;
    case PROBE_N_VALUE:
        n->type = value_info[n->number].type;
        available(c, n, value_info[n->number].where, probe_value_names[n->number]);
        break;
    case PROBE_N_ARG:
        snprintf(what, sizeof what, "arg%ld", n->number);
        n->type = PROBE_ANY;
        available(c, n, AT(PROBE_METHOD_ENTRY), what);
        break;
    case PROBE_N_LOCAL:
        n->type = PROBE_ANY;
        available(c, n, IN_BODY, "a local variable");
        break;
    case PROBE_N_VARIABLE:
        n->type = PROBE_INT;
        if (c->p->maps[n->number].kind != PROBE_A_SET || !c->p->maps[n->number].known)
            refuse(c, n->at, "@%s is set to no value of a thread", c->p->maps[n->number].name);
        break;
    case PROBE_N_FIELD:
        n->type = PROBE_ANY;
        if (!is_reference(a->type)) refuse(c, n->at, "%s has no fields", type_names[a->type]);
        break;
    case PROBE_N_ELEMENT:
        n->type = PROBE_ANY;
        if (!is_reference(a->type)) refuse(c, n->at, "%s has no elements", type_names[a->type]);
        if (!is_whole(b->type)) refuse(c, n->at, "an index is a whole number, not %s", type_names[b->type]);
        break;
    case PROBE_N_CALL: call(c, n, a); break;
    case PROBE_N_UNARY:
        n->type = n->number == PROBE_O_NEG ? a->type : PROBE_INT;
        if (n->number == PROBE_O_NEG ? !is_number(a->type) : !is_whole(a->type))
            refuse(c, n->at, "'%s' wants a number, not %s", probe_operators[n->number].text, type_names[a->type]);
        break;
    case PROBE_N_BINARY: binary(c, n, a, b); break;
    }
}

/* Its nodes stand before it, operands before their users. */
static u8 expression(struct checker *c, u16 root)
{
    for (u32 i = c->p->nodes[root].first; i <= root && !c->failed; i++) node(c, &c->p->nodes[i]);
    return c->p->nodes[root].type;
}

/* ---- actions ---- */

static void declare(struct checker *c, const struct probe_action *a)
{
    struct probe_map *m = &c->p->maps[a->map];
    if (a->kind > PROBE_A_SET) return;
    if (!m->known) {
        *m = (struct probe_map){ m->name, a->kind, a->key_count, true, a->low, a->high, a->step, a->at };
        if (a->kind == PROBE_A_SET && a->key_count) refuse(c, a->at, "a value of a thread has no keys");
        return;
    }
    if (m->kind != a->kind)
        refuse(c, a->at, "@%s is %s elsewhere", m->name,
               m->kind == PROBE_A_SET ? "a value of a thread" : probe_aggregate_names[m->kind]);
    else if (m->key_count != a->key_count)
        refuse(c, a->at, "@%s has %u keys elsewhere", m->name, m->key_count);
    else if (m->low != a->low || m->high != a->high || m->step != a->step)
        refuse(c, a->at, "@%s is an lhist of other steps elsewhere", m->name);
}

static void key(struct checker *c, u16 root)
{
    u8 type = expression(c, root);
    if (type == PROBE_OBJECT || type == PROBE_DOUBLE || type == PROBE_NULL)
        refuse(c, c->p->nodes[root].at, "%s is no key%s", type_names[type],
               type == PROBE_OBJECT ? ": class(x), str(x) and hash(x) are" : "");
}

/* One conversion of a format; *f stands after the %, and behind it afterwards. 0: none. */
static char conversion(const char **f)
{
    const char *s = *f;
    u32 digits = 0;
    while (*s == '-' || *s == '0') s++;
    for (; *s >= '0' && *s <= '9'; s++) digits++;
    if (digits > 2) return 0;
    if (*s == '.')
        for (digits = 0, s++; *s >= '0' && *s <= '9'; s++) digits++;
    if (digits > 2) return 0;
    while (*s == 'l') s++;
    *f = *s ? s + 1 : s;
    return *s && strchr("dxsfu%", *s) ? *s : 0;
}

static void format(struct checker *c, const struct probe_action *a)
{
    u32 n = 0;
    for (const char *f = a->format; *f && !c->failed;) {
        if (*f++ != '%') continue;
        char k = conversion(&f);
        if (k == '%') continue;
        if (!k) {
            refuse(c, a->at, "the format has a conversion that is none of %%d, %%u, %%x, %%f, %%s and %%%%");
            return;
        }
        if (n == a->value_count) {
            refuse(c, a->at, "the format wants more values than the %u that are there", n);
            return;
        }
        const struct probe_node *v = &c->p->nodes[a->values[n++]];
        if (k == 'f' ? !is_number(v->type) : k != 's' && !is_whole(v->type))
            refuse(c, v->at, "%%%c wants a number, not %s", k, type_names[v->type]);
    }
    if (n < a->value_count) refuse(c, a->at, "the format takes %u of %u values", n, a->value_count);
}

/* Where the counts of all threads can be summed: nothing that a thread does is held up for it. */
static void summed(struct checker *c, const struct probe_action *a)
{
    struct probe_node n = { .at = a->at };
    available(c, &n, ON_GC | AT(PROBE_INTERVAL) | AT(PROBE_BEGIN) | AT(PROBE_END), "print of a name with @");
}

static void action(struct checker *c, const struct probe_action *a)
{
    for (u32 i = 0; i < a->key_count; i++) key(c, a->keys[i]);
    for (u32 i = 0; i < a->value_count; i++) {
        u8 type = expression(c, a->values[i]);
        if (a->kind <= PROBE_A_SET && !is_number(type))
            refuse(c, c->p->nodes[a->values[i]].at, "%s wants a number, not %s",
                   a->kind == PROBE_A_SET ? "a value of a thread" : probe_aggregate_names[a->kind], type_names[type]);
    }
    if (c->failed) return;
    if (a->kind == PROBE_A_PRINTF) format(c, a);
    if ((a->kind == PROBE_A_CLEAR || a->kind == PROBE_A_PRINT_MAP) && !c->p->maps[a->map].known)
        refuse(c, a->at, "@%s is nothing", c->p->maps[a->map].name);
    if (a->kind == PROBE_A_PRINT_MAP) summed(c, a);
}

static void rule(struct checker *c, const struct probe_rule *r)
{
    c->rule = r;
    if (r->condition != PROBE_NONE) {
        u8 type = expression(c, r->condition);
        if (!is_whole(type))
            refuse(c, c->p->nodes[r->condition].at, "a condition is a number, not %s", type_names[type]);
    }
    for (u32 i = 0; i < r->action_count && !c->failed; i++) action(c, &r->actions[i]);
}

bool probe_check(struct probe_program *p, u32 *at, char *message, size_t size)
{
    struct checker c = { .p = p, .at = at, .message = message, .size = size };
    for (u32 i = 0; i < p->rule_count; i++)
        for (u32 k = 0; k < p->rules[i].action_count && !c.failed; k++) declare(&c, &p->rules[i].actions[k]);
    for (u32 i = 0; i < p->rule_count && !c.failed; i++) rule(&c, &p->rules[i]);
    return !c.failed;
}

bool probe_matches(const char *pattern, const char *name)
{
    const char *star = NULL, *again = NULL;
    while (*name) {
        if (*pattern == '*') {
            star = ++pattern;
            again = name;
        } else if (*pattern == *name) {
            pattern++;
            name++;
        } else if (star) {
            pattern = star;
            name = ++again;
        } else
            return false;
    }
    while (*pattern == '*') pattern++;
    return !*pattern;
}

bool probe_is_exact(const struct probe_place *place)
{
    return place->cls && !place->subclasses && !strchr(place->cls, '*') &&
           !(place->member && strchr(place->member, '*'));
}
