/* Text to a program (probe_text.h). The text comes from outside: every byte is looked at once, every list has an end.
 *
 * The shape is bpftrace's: rules of places, a condition between slashes, actions in braces. A place is read as one
 * word,
 * since names of classes and descriptors have characters that mean something else in expressions. */
#include "probe/probe_text.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

const char *const probe_value_names[PROBE_VALUES] = {
    "this",    "retval", "ex",     "obj",   "value",  "old",  "size",
    "elapsed", "tid",    "thread", "class", "method", "line", "nsecs"
};
const char *const probe_function_names[PROBE_FUNCTIONS] = { "class", "str", "hash", "stack", "tag" };
const char *const probe_aggregate_names[] = { "count", "sum", "min", "max", "avg", "hist", "lhist", NULL };
/* Longer ones before those that they begin with. */
const struct probe_operator_info probe_operators[PROBE_OPERATORS] = {
    [PROBE_O_OR] = { "||", 1 },     [PROBE_O_AND] = { "&&", 2 },    [PROBE_O_BIT_OR] = { "|", 3 },
    [PROBE_O_BIT_XOR] = { "^", 4 }, [PROBE_O_BIT_AND] = { "&", 5 }, [PROBE_O_EQ] = { "==", 6 },
    [PROBE_O_NE] = { "!=", 6 },     [PROBE_O_LE] = { "<=", 7 },     [PROBE_O_LT] = { "<", 7 },
    [PROBE_O_GE] = { ">=", 7 },     [PROBE_O_GT] = { ">", 7 },      [PROBE_O_SHL] = { "<<", 8 },
    [PROBE_O_USHR] = { ">>>", 8 },  [PROBE_O_SHR] = { ">>", 8 },    [PROBE_O_ADD] = { "+", 9 },
    [PROBE_O_SUB] = { "-", 9 },     [PROBE_O_MUL] = { "*", 10 },    [PROBE_O_DIV] = { "/", 10 },
    [PROBE_O_REM] = { "%", 10 },    [PROBE_O_NOT] = { "!", 11 },    [PROBE_O_NEG] = { "-", 11 },
    [PROBE_O_INVERT] = { "~", 11 },
};

struct parser {
    const char *text;
    u32 size, at;
    struct probe_program *p;
    struct probe_error *error;
    char *strings_at; /* where the next piece of text goes */
    u32 nodes_from;   /* the first node of this expression */
    u32 depth;
    bool in_condition, failed;
};

/* ---- refusing ---- */

static void locate(const char *text, u32 at, struct probe_error *error)
{
    error->line = error->column = 1;
    for (u32 i = 0; i < at; i++) {
        if (text[i] == '\n') {
            error->line++;
            error->column = 1;
        } else if ((text[i] & 0xc0) != 0x80)
            error->column++;
    }
}

static PRINTF_LIKE(3, 4) void refuse(struct parser *s, u32 at, const char *fmt, ...)
{
    if (s->failed) return;
    s->failed = true;
    locate(s->text, at, s->error);
    va_list list;
    va_start(list, fmt);
    vsnprintf(s->error->message, sizeof s->error->message, fmt, list);
    va_end(list);
}

/* Bytes that a character of UTF-8 takes, 0: none begins there. */
static u32 character(const u8 *s, u32 left)
{
    if (s[0] < 0x80) return s[0] != 0;
    u32 n = s[0] >= 0xc2 && s[0] < 0xe0 ? 2 : s[0] >= 0xe0 && s[0] < 0xf0 ? 3 : s[0] >= 0xf0 && s[0] < 0xf5 ? 4 : 0;
    if (!n || n > left) return 0;
    for (u32 i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80) return 0;
    if (s[0] == 0xe0 && s[1] < 0xa0) return 0;
    if (s[0] == 0xed && s[1] > 0x9f) return 0; /* surrogates */
    if (s[0] == 0xf0 && s[1] < 0x90) return 0;
    if (s[0] == 0xf4 && s[1] > 0x8f) return 0;
    return n;
}

static void check_characters(struct parser *s)
{
    for (u32 i = 0; i < s->size;) {
        u32 n = character((const u8 *)s->text + i, s->size - i);
        if (!n) {
            refuse(s, i, "the text is not UTF-8 here");
            return;
        }
        i += n;
    }
}

/* ---- characters and words ---- */

static char peek(const struct parser *s) { return s->at < s->size ? s->text[s->at] : 0; }
static char peek_at(const struct parser *s, u32 ahead) { return s->size - s->at > ahead ? s->text[s->at + ahead] : 0; }
static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || (c & 0x80);
}

/* Blanks and comments: from // or # to the end of the line. */
static void skip(struct parser *s)
{
    for (;;) {
        while (is_space(peek(s))) s->at++;
        if (peek(s) != '#' && !(peek(s) == '/' && peek_at(s, 1) == '/')) return;
        while (s->at < s->size && peek(s) != '\n') s->at++;
    }
}
static bool take(struct parser *s, char c)
{
    skip(s);
    if (peek(s) != c || !c) return false;
    s->at++;
    return true;
}
static void describe(const struct parser *s, char *to, size_t size)
{
    u32 n = s->at < s->size ? character((const u8 *)s->text + s->at, s->size - s->at) : 0;
    if (n)
        snprintf(to, size, "not '%.*s'", (int)n, s->text + s->at);
    else
        snprintf(to, size, "and the text ends");
}
static void want(struct parser *s, char c, const char *why)
{
    char there[32];
    if (s->failed || take(s, c)) return;
    describe(s, there, sizeof there);
    refuse(s, s->at, "'%c' is wanted %s, %s", c, why, there);
}

/* A copy of n bytes in the program's text. Never more than the text itself has, with a zero for each piece. */
static const char *keep(struct parser *s, const char *from, u32 n)
{
    char *to = s->strings_at;
    VM_CHECK(to + n + 1 <= s->p->strings + s->p->string_size);
    memcpy(to, from, n);
    to[n] = 0;
    s->strings_at = to + n + 1;
    return to;
}

/* A name of letters, digits, _ and $; NULL: none is there. */
static const char *name(struct parser *s, const char *what)
{
    skip(s);
    u32 from = s->at;
    if (!is_letter(peek(s))) return NULL;
    while (is_letter(peek(s)) || is_digit(peek(s))) s->at++;
    if (s->at - from > PROBE_NAME_MAX) {
        refuse(s, from, "%s has more than %d bytes", what, PROBE_NAME_MAX);
        return NULL;
    }
    return keep(s, s->text + from, s->at - from);
}
/* Is the next word `word`? It is taken then. */
static bool take_word(struct parser *s, const char *word)
{
    skip(s);
    size_t n = strlen(word);
    if (s->size - s->at < n || memcmp(s->text + s->at, word, n)) return false;
    if (is_letter(peek_at(s, (u32)n)) || is_digit(peek_at(s, (u32)n))) return false;
    s->at += (u32)n;
    return true;
}

static int digit_of(char c)
{
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return 16;
}
/* Digits, with 0x or without; at most `most`. */
static u64 whole(struct parser *s, u64 most, const char *what)
{
    u32 from = s->at, base = 10;
    u64 v = 0;
    if (peek(s) == '0' && (peek_at(s, 1) == 'x' || peek_at(s, 1) == 'X')) {
        base = 16;
        s->at += 2;
    }
    if ((u32)digit_of(peek(s)) >= base) refuse(s, from, "%s is wanted", what);
    for (; (u32)digit_of(peek(s)) < base; s->at++) {
        u32 d = (u32)digit_of(peek(s));
        if (v > (most - d) / base) {
            refuse(s, from, "%s is at most %lu", what, most);
            return 0;
        }
        v = v * base + d;
    }
    return v;
}
static i64 signed_whole(struct parser *s, const char *what)
{
    bool minus = take(s, '-');
    skip(s);
    i64 v = (i64)whole(s, INT64_MAX, what);
    return minus ? -v : v;
}

static const char *string(struct parser *s)
{
    u32 from = s->at++;
    char out[PROBE_STRING_MAX];
    u32 n = 0;
    for (;;) {
        char c = peek(s);
        if (s->at == s->size || c == '\n') {
            refuse(s, from, "the string does not end on its line");
            return NULL;
        }
        s->at++;
        if (c == '"') break;
        if (c == '\\') {
            static const char from_to[] = "n\nt\tr\r\"\"\\\\";
            const char *e = from_to;
            while (*e && *e != peek(s)) e += 2;
            if (!*e) {
                refuse(s, s->at - 1, "the escape is none of \\n, \\t, \\r, \\\" and \\\\");
                return NULL;
            }
            c = e[1];
            s->at++;
        }
        if (n == sizeof out) {
            refuse(s, from, "the string has more than %d bytes", PROBE_STRING_MAX);
            return NULL;
        }
        out[n++] = c;
    }
    return keep(s, out, n);
}

/* ---- expressions ---- */

static u16 expression(struct parser *s, u32 level);

static struct probe_node *node_of(struct parser *s, u16 n) { return &s->p->nodes[n]; }

static u16 add(struct parser *s, struct probe_node node)
{
    struct probe_program *p = s->p;
    if (s->failed) return PROBE_NONE;
    if (p->node_count - s->nodes_from == PROBE_NODES_MAX) {
        refuse(s, node.at, "the expression has more than %d parts", PROBE_NODES_MAX);
        return PROBE_NONE;
    }
    if (p->node_count == p->node_room) {
        p->node_room = p->node_room ? p->node_room * 2 : 64;
        p->nodes = vm_realloc(p->nodes, p->node_room * sizeof *p->nodes);
    }
    p->nodes[p->node_count] = node;
    return (u16)p->node_count++;
}
static u16 leaf(struct parser *s, u8 kind, u32 at, i64 number)
{
    return add(s, (struct probe_node){ .kind = kind, .at = at, .number = number, .a = PROBE_NONE, .b = PROBE_NONE });
}

/* A map's number by its name after the @. */
static u16 map(struct parser *s)
{
    u32 at = s->at++;
    const char *n = is_letter(peek(s)) ? name(s, "the name") : keep(s, "", 0);
    struct probe_program *p = s->p;
    if (!n) return 0;
    for (u32 i = 0; i < p->map_count; i++)
        if (!strcmp(p->maps[i].name, n)) return (u16)i;
    if (p->map_count == PROBE_MAPS_MAX) {
        refuse(s, at, "the text has more than %d names with @", PROBE_MAPS_MAX);
        return 0;
    }
    p->maps[p->map_count] = (struct probe_map){ .name = n, .at = at };
    return (u16)p->map_count++;
}

static u16 number_node(struct parser *s)
{
    u32 from = s->at, n = 0;
    bool hex = peek(s) == '0' && (peek_at(s, 1) == 'x' || peek_at(s, 1) == 'X');
    while (is_digit(peek_at(s, n))) n++;
    if (!hex && peek_at(s, n) == '.' && is_digit(peek_at(s, n + 1))) {
        char digits[64];
        for (n++; is_digit(peek_at(s, n));) n++;
        if (n >= sizeof digits) {
            refuse(s, from, "the number has more than %zu digits", sizeof digits - 1);
            return PROBE_NONE;
        }
        memcpy(digits, s->text + from, n);
        digits[n] = 0;
        s->at += n;
        u16 node = leaf(s, PROBE_N_DOUBLE, from, 0);
        if (node != PROBE_NONE) node_of(s, node)->real = strtod(digits, NULL);
        return node;
    }
    i64 v = (i64)whole(s, hex ? UINT64_MAX : INT64_MAX, "a number");
    if (peek(s) == 'L' || peek(s) == 'l') s->at++;
    if (is_letter(peek(s)) || is_digit(peek(s))) refuse(s, s->at, "a number ends in a letter");
    return leaf(s, PROBE_N_INT, from, v);
}

/* A function's arguments after its name. */
static u16 call(struct parser *s, u32 at, u32 function)
{
    u16 a = PROBE_NONE;
    i64 limit = -1;
    take(s, '(');
    skip(s);
    if (function == PROBE_F_STACK) {
        limit = peek(s) == ')' ? 16 : (i64)whole(s, PROBE_STACK_MAX, "a number of frames");
        if (!limit) refuse(s, at, "a stack of no frames says nothing");
    } else
        a = expression(s, 1);
    if (function == PROBE_F_STR && take(s, ',')) {
        skip(s);
        limit = (i64)whole(s, PROBE_STRING_MAX, "a number of bytes");
    }
    if (function == PROBE_F_TAG && take(s, ',')) {
        skip(s);
        limit = (i64)whole(s, 1000, "the number of an environment");
        if (!limit) refuse(s, at, "environments have numbers from 1 on");
    }
    want(s, ')', "after the arguments");
    u16 b = limit >= 0 ? leaf(s, PROBE_N_INT, at, limit) : PROBE_NONE;
    return add(s, (struct probe_node){ .kind = PROBE_N_CALL, .at = at, .number = function, .a = a, .b = b });
}

static u16 local(struct parser *s, u32 at)
{
    want(s, '(', "after local");
    skip(s);
    if (s->failed) return PROBE_NONE;
    u16 n;
    if (peek(s) == '"') {
        const char *t = string(s);
        n = leaf(s, PROBE_N_LOCAL, at, -1);
        if (!s->failed) node_of(s, n)->text = t;
    } else
        n = leaf(s, PROBE_N_LOCAL, at, (i64)whole(s, 65535, "the name or number of a variable"));
    want(s, ')', "after the variable");
    return n;
}

static bool is_argument(const char *n, u32 *which)
{
    if (strncmp(n, "arg", 3) || !is_digit(n[3]) || strlen(n) > 6) return false;
    *which = 0;
    for (n += 3; is_digit(*n); n++) *which = *which * 10 + (u32)(*n - '0');
    return !*n && *which < 255;
}

static u16 word(struct parser *s)
{
    u32 at = s->at, which;
    const char *n = name(s, "the name");
    if (!n) return PROBE_NONE;
    skip(s);
    bool calls = peek(s) == '(';
    if (calls)
        for (u32 i = 0; i < PROBE_FUNCTIONS; i++)
            if (!strcmp(n, probe_function_names[i])) return call(s, at, i);
    if (!strcmp(n, "local")) return local(s, at);
    if (calls) {
        bool known = false;
        for (u32 i = 0; probe_aggregate_names[i]; i++) known |= !strcmp(n, probe_aggregate_names[i]);
        refuse(s, at, known ? "%s is what a name with @ is set to, not a value" : "there is no function %s", n);
        return PROBE_NONE;
    }
    if (!strcmp(n, "true") || !strcmp(n, "false")) return leaf(s, PROBE_N_INT, at, n[0] == 't');
    if (!strcmp(n, "null")) return leaf(s, PROBE_N_NULL, at, 0);
    for (u32 i = 0; i < PROBE_VALUES; i++)
        if (!strcmp(n, probe_value_names[i])) return leaf(s, PROBE_N_VALUE, at, i);
    if (is_argument(n, &which)) return leaf(s, PROBE_N_ARG, at, which);
    refuse(s, at, "there is no value %s", n);
    return PROBE_NONE;
}

static u16 primary(struct parser *s)
{
    skip(s);
    u32 at = s->at;
    char c = peek(s);
    if (is_digit(c)) return number_node(s);
    if (is_letter(c)) return word(s);
    if (c == '@') return leaf(s, PROBE_N_VARIABLE, at, map(s));
    if (c == '"') {
        const char *t = string(s);
        u16 n = leaf(s, PROBE_N_TEXT, at, 0);
        if (!s->failed) node_of(s, n)->text = t;
        return n;
    }
    if (take(s, '(')) {
        bool outer = s->in_condition;
        s->in_condition = false; /* a slash divides in here */
        u16 n = expression(s, 1);
        s->in_condition = outer;
        want(s, ')', "after the expression");
        return n;
    }
    char there[32];
    describe(s, there, sizeof there);
    refuse(s, at, "a value is wanted, %s", there);
    return PROBE_NONE;
}

/* Fields and elements of what is there. */
static u16 chain(struct parser *s)
{
    u16 n = primary(s);
    for (u32 loads = 1; !s->failed; loads++) {
        skip(s);
        u32 at = s->at;
        bool field = peek(s) == '.', element = peek(s) == '[';
        if (!field && !element) break;
        if (loads > PROBE_LOADS_MAX) {
            refuse(s, at, "more than %d fields and elements follow each other", PROBE_LOADS_MAX);
            break;
        }
        s->at++;
        struct probe_node node = { .kind = field ? PROBE_N_FIELD : PROBE_N_ELEMENT, .at = at, .a = n, .b = PROBE_NONE };
        if (field) {
            node.text = name(s, "the field's name");
            if (!node.text) refuse(s, s->at, "the name of a field is wanted after the dot");
        } else {
            bool outer = s->in_condition;
            s->in_condition = false;
            node.b = expression(s, 1);
            s->in_condition = outer;
            want(s, ']', "after the index");
        }
        n = add(s, node);
    }
    return n;
}

static u16 unary(struct parser *s)
{
    skip(s);
    u32 at = s->at;
    for (u32 o = PROBE_O_NOT; o < PROBE_OPERATORS; o++) {
        if (peek(s) != probe_operators[o].text[0]) continue;
        s->at++;
        if (++s->depth > PROBE_DEPTH_MAX) refuse(s, at, "the expression is more than %d deep", PROBE_DEPTH_MAX);
        u16 a = s->failed ? PROBE_NONE : unary(s);
        s->depth--;
        if (s->failed) return PROBE_NONE;
        return add(s, (struct probe_node){ .kind = PROBE_N_UNARY, .at = at, .a = a, .b = PROBE_NONE, .number = o });
    }
    return chain(s);
}

/* The slash that ends a condition stands before a brace. */
static bool at_end_of_condition(const struct parser *s)
{
    u32 i = 1;
    while (is_space(peek_at(s, i))) i++;
    return s->in_condition && peek(s) == '/' && peek_at(s, i) == '{';
}
/* The operator that is there, PROBE_O_NOT: none. */
static u32 operator(struct parser *s)
{
    skip(s);
    if (at_end_of_condition(s)) return PROBE_O_NOT;
    static const u8 order[] = { PROBE_O_OR,  PROBE_O_AND,    PROBE_O_EQ,      PROBE_O_NE,      PROBE_O_LE,
                                PROBE_O_GE,  PROBE_O_SHL,    PROBE_O_USHR,    PROBE_O_SHR,     PROBE_O_LT,
                                PROBE_O_GT,  PROBE_O_BIT_OR, PROBE_O_BIT_XOR, PROBE_O_BIT_AND, PROBE_O_ADD,
                                PROBE_O_SUB, PROBE_O_MUL,    PROBE_O_DIV,     PROBE_O_REM };
    for (u32 i = 0; i < ARRAY_LEN(order); i++) {
        const char *t = probe_operators[order[i]].text;
        size_t n = strlen(t);
        if (s->size - s->at >= n && !memcmp(s->text + s->at, t, n)) return order[i];
    }
    return PROBE_O_NOT;
}

/* Operators that bind at least as strongly as `level`. */
static u16 expression(struct parser *s, u32 level)
{
    if (++s->depth > PROBE_DEPTH_MAX) refuse(s, s->at, "the expression is more than %d deep", PROBE_DEPTH_MAX);
    u16 left = s->failed ? PROBE_NONE : unary(s);
    while (!s->failed) {
        u32 o = operator(s), at = s->at;
        if (o == PROBE_O_NOT || probe_operators[o].level < level) break;
        s->at += (u32)strlen(probe_operators[o].text);
        u16 right = expression(s, probe_operators[o].level + 1u);
        if (s->failed) break;
        left = add(s, (struct probe_node){ .kind = PROBE_N_BINARY, .at = at, .a = left, .b = right, .number = o });
    }
    s->depth--;
    return s->failed ? PROBE_NONE : left;
}
static u16 whole_expression(struct parser *s)
{
    s->nodes_from = s->p->node_count;
    s->depth = 0;
    u16 root = expression(s, 1);
    if (!s->failed) s->p->nodes[root].first = (u16)s->nodes_from;
    return root;
}

/* ---- places ---- */

struct place_word {
    const char *at;
    u32 size, from;
};

/* Up to the next colon outside of a descriptor, which is taken; the last part ends where the place does. */
static struct place_word part(struct parser *s)
{
    u32 from = s->at;
    bool in_desc = false;
    for (; s->at < s->size; s->at++) {
        char c = peek(s);
        in_desc |= c == '(';
        if (c == ':' || is_space(c) || c == '{' || c == '}') break;
        if (!in_desc && (c == ',' || c == '/' || c == ';' || c == '"')) break;
    }
    struct place_word w = { s->text + from, s->at - from, from };
    return w;
}
static bool is_word(struct place_word w, const char *text)
{
    return w.size == strlen(text) && !memcmp(w.at, text, w.size);
}
static struct place_word next_part(struct parser *s, const char *what)
{
    char there[32];
    if (!s->failed && peek(s) != ':') {
        describe(s, there, sizeof there);
        refuse(s, s->at, "a colon and %s are wanted, %s", what, there);
    }
    if (s->failed) return (struct place_word){ "", 0, s->at };
    s->at++;
    struct place_word w = part(s);
    if (!w.size) refuse(s, w.from, "%s is wanted after the colon", what);
    return w;
}

static void class_part(struct parser *s, struct probe_place *place, struct place_word w)
{
    if (w.size && w.at[w.size - 1] == '+') {
        place->subclasses = true;
        w.size--;
    }
    if (!w.size) refuse(s, w.from, "the name of a class is wanted");
    if (s->failed) return;
    for (u32 i = 0; i < w.size; i++)
        if (w.at[i] == '+' || w.at[i] == '/' || w.at[i] == '(') {
            refuse(s, w.from + i, "the name of a class has no '%c'", w.at[i]);
            return;
        }
    place->cls = keep(s, w.at, w.size);
}
/* CLASS.NAME or CLASS.NAME(DESC) */
static void member_part(struct parser *s, struct probe_place *place, struct place_word w, bool method)
{
    u32 end = 0, dot = UINT32_MAX;
    while (end < w.size && w.at[end] != '(') end++;
    for (u32 i = 0; i < end; i++)
        if (w.at[i] == '.') dot = i;
    if (dot == UINT32_MAX || !dot || dot + 1 == end) {
        refuse(s, w.from, "CLASS.%s is wanted", method ? "METHOD" : "FIELD");
        return;
    }
    class_part(s, place, (struct place_word){ w.at, dot, w.from });
    if (s->failed) return;
    place->member = keep(s, w.at + dot + 1, end - dot - 1);
    if (end == w.size) return;
    u32 close = end;
    while (close < w.size && w.at[close] != ')') close++;
    if (!method || close == w.size) {
        refuse(s, w.from + end, method ? "the descriptor has no ')'" : "a field has no descriptor here");
        return;
    }
    place->desc = keep(s, w.at + end, w.size - end);
}

static u8 choose(struct parser *s, struct place_word w, const char *const *words, const u8 *kinds, u32 n,
                 const char *list)
{
    for (u32 i = 0; i < n; i++)
        if (is_word(w, words[i])) return kinds[i];
    refuse(s, w.from, "%s is wanted, not '%.*s'", list, (int)(w.size > 40 ? 40 : w.size), w.at);
    return 0;
}

static i64 number_part(struct parser *s, const char *what, u64 most)
{
    if (peek(s) != ':') refuse(s, s->at, "a colon and %s are wanted", what);
    if (s->failed) return 0;
    s->at++;
    return (i64)whole(s, most, what);
}

static void interval(struct parser *s, struct probe_place *place)
{
    static const char *const units[] = { "s", "ms" };
    static const u8 index[] = { 0, 1 };
    struct place_word w = next_part(s, "s or ms");
    u8 unit = choose(s, w, units, index, 2, "s or ms");
    i64 n = number_part(s, "a number", 86400000);
    place->kind = PROBE_INTERVAL;
    place->number = n * (unit ? 1000000ll : 1000000000ll);
    if (!s->failed && (!n || place->number < 10000000ll || place->number > 86400000000000ll))
        refuse(s, place->at, "an interval is 10 ms to a day");
}

static void place_after_kind(struct parser *s, struct probe_place *place, struct place_word kind)
{
    static const char *const method_words[] = { "entry", "return", "throw" };
    static const u8 method_kinds[] = { PROBE_METHOD_ENTRY, PROBE_METHOD_RETURN, PROBE_METHOD_THROW };
    static const char *const field_words[] = { "read", "write" };
    static const u8 field_kinds[] = { PROBE_FIELD_READ, PROBE_FIELD_WRITE };
    static const char *const gc_words[] = { "young", "full" };
    static const u8 gc_kinds[] = { PROBE_GC_YOUNG, PROBE_GC_FULL };
    static const char *const thread_words[] = { "start", "end" };
    static const u8 thread_kinds[] = { PROBE_THREAD_START, PROBE_THREAD_END };
    static const char *const class_words[] = { "load" };
    static const u8 class_kinds[] = { PROBE_CLASS_LOAD };
    static const char *const with_class[] = { "alloc", "throw", "catch", "contend", "wait", "park" };
    static const u8 with_class_kinds[] = {
        PROBE_ALLOC, PROBE_THROW, PROBE_CATCH, PROBE_CONTEND, PROBE_WAIT, PROBE_PARK
    };
    if (is_word(kind, "method")) {
        member_part(s, place, next_part(s, "CLASS.METHOD"), true);
        if (!s->failed)
            place->kind = choose(s, next_part(s, "entry, return or throw"), method_words, method_kinds, 3,
                                 "entry, return or throw");
    } else if (is_word(kind, "field")) {
        member_part(s, place, next_part(s, "CLASS.FIELD"), false);
        if (!s->failed)
            place->kind = choose(s, next_part(s, "read or write"), field_words, field_kinds, 2, "read or write");
    } else if (is_word(kind, "line")) {
        place->kind = PROBE_LINE;
        class_part(s, place, next_part(s, "a class"));
        place->number = number_part(s, "a line", 65535);
    } else if (is_word(kind, "bci")) {
        place->kind = PROBE_BCI;
        member_part(s, place, next_part(s, "CLASS.METHOD"), true);
        place->number = number_part(s, "a bytecode index", 65535);
    } else if (is_word(kind, "gc")) {
        place->kind = choose(s, next_part(s, "young or full"), gc_words, gc_kinds, 2, "young or full");
    } else if (is_word(kind, "class")) {
        place->kind = choose(s, next_part(s, "load"), class_words, class_kinds, 1, "load");
    } else if (is_word(kind, "thread")) {
        place->kind = choose(s, next_part(s, "start or end"), thread_words, thread_kinds, 2, "start or end");
    } else if (is_word(kind, "interval")) {
        interval(s, place);
    } else if (is_word(kind, "begin") || is_word(kind, "end")) {
        place->kind = is_word(kind, "begin") ? PROBE_BEGIN : PROBE_END;
    } else {
        place->kind =
            choose(s, kind, with_class, with_class_kinds, 6, "a place (method, line, bci, field, alloc, throw, …)");
        class_part(s, place, next_part(s, "a class"));
    }
}

/* loader(N) before a place. */
static u32 loader_part(struct parser *s)
{
    u32 from = s->at;
    if (!take_word(s, "loader")) return 0;
    want(s, '(', "after loader");
    skip(s);
    u32 n = s->failed ? 0 : (u32)whole(s, 1000000000, "the number of a loader");
    want(s, ')', "after the number of a loader");
    if (!s->failed && !n) refuse(s, from, "loaders have numbers from 1 on: Probe.places shows them");
    return n;
}
static void place(struct parser *s, struct probe_rule *r)
{
    if (r->place_count == PROBE_PLACES_MAX) {
        refuse(s, s->at, "a rule has at most %d places", PROBE_PLACES_MAX);
        return;
    }
    struct probe_place *p = &r->places[r->place_count++];
    *p = (struct probe_place){ .later = take_word(s, "later") };
    skip(s);
    p->loader = loader_part(s);
    skip(s);
    p->at = s->at;
    struct place_word kind = part(s);
    char there[32];
    describe(s, there, sizeof there);
    if (!kind.size)
        refuse(s, s->at, "a place is wanted, %s", there);
    else
        place_after_kind(s, p, kind);
    if (!s->failed && p->loader && !p->cls) refuse(s, p->at, "loader(%u) is for places that name a class", p->loader);
    skip(s);
    char c = peek(s);
    describe(s, there, sizeof there);
    if (!s->failed && c != ',' && c != '/' && c != '{')
        refuse(s, s->at, "',', a condition or '{' is wanted after the place, %s", there);
}

/* ---- actions ---- */

static void values(struct parser *s, struct probe_action *a)
{
    if (take(s, ')')) return;
    do {
        if (a->value_count == PROBE_PRINTED_MAX) {
            refuse(s, s->at, "at most %d values are printed", PROBE_PRINTED_MAX);
            return;
        }
        a->values[a->value_count++] = whole_expression(s);
    } while (!s->failed && take(s, ','));
    want(s, ')', "after the values");
}

static void aggregate(struct parser *s, struct probe_action *a)
{
    take(s, '(');
    if (a->kind != PROBE_A_COUNT) {
        a->values[0] = whole_expression(s);
        a->value_count = 1;
    }
    if (a->kind == PROBE_A_LHIST) {
        u32 at = s->at;
        want(s, ',', "before the lowest value");
        a->low = signed_whole(s, "a number");
        want(s, ',', "before the highest value");
        a->high = signed_whole(s, "a number");
        want(s, ',', "before the step");
        a->step = signed_whole(s, "a number");
        if (!s->failed && (a->step <= 0 || a->low >= a->high || a->low < -(1ll << 60) || a->high > 1ll << 60 ||
                           (a->high - a->low + a->step - 1) / a->step > PROBE_STEPS_MAX))
            refuse(s, at, "lhist wants low < high and 1 to %d steps", PROBE_STEPS_MAX);
    }
    want(s, ')', "after the arguments");
}

static void map_action(struct parser *s, struct probe_action *a)
{
    a->map = map(s);
    if (take(s, '[')) {
        do {
            if (a->key_count == PROBE_KEYS_MAX) {
                refuse(s, s->at, "at most %d keys are allowed", PROBE_KEYS_MAX);
                return;
            }
            a->keys[a->key_count++] = whole_expression(s);
        } while (!s->failed && take(s, ','));
        want(s, ']', "after the keys");
    }
    want(s, '=', "after the name");
    skip(s);
    for (u32 i = 0; probe_aggregate_names[i]; i++) {
        u32 before = s->at;
        if (s->failed || !take_word(s, probe_aggregate_names[i])) continue;
        skip(s);
        if (peek(s) == '(') {
            a->kind = (u8)(PROBE_A_COUNT + i);
            aggregate(s, a);
            return;
        }
        s->at = before;
    }
    if (s->failed) return;
    a->kind = PROBE_A_SET;
    a->values[0] = whole_expression(s);
    a->value_count = 1;
}

static void print(struct parser *s, struct probe_action *a)
{
    a->kind = PROBE_A_PRINT;
    want(s, '(', "after print");
    skip(s);
    u32 from = s->at;
    if (peek(s) == '@') { /* alone: the whole map */
        u16 m = map(s);
        if (take(s, ')')) {
            a->kind = PROBE_A_PRINT_MAP;
            a->map = m;
            return;
        }
        s->at = from;
    }
    values(s, a);
    if (!s->failed && !a->value_count) refuse(s, a->at, "print wants a value");
}

static void action(struct parser *s, struct probe_rule *r)
{
    skip(s);
    if (r->action_count == PROBE_ACTIONS_MAX) {
        refuse(s, s->at, "a rule has at most %d actions", PROBE_ACTIONS_MAX);
        return;
    }
    struct probe_action *a = &r->actions[r->action_count++];
    *a = (struct probe_action){ .at = s->at };
    if (peek(s) == '@')
        map_action(s, a);
    else if (take_word(s, "printf")) {
        a->kind = PROBE_A_PRINTF;
        want(s, '(', "after printf");
        skip(s);
        if (!s->failed && peek(s) != '"') refuse(s, s->at, "printf wants a format in double quotes");
        if (s->failed) return;
        a->format = string(s);
        if (take(s, ','))
            values(s, a);
        else
            want(s, ')', "after the format");
    } else if (take_word(s, "print"))
        print(s, a);
    else if (take_word(s, "clear")) {
        a->kind = PROBE_A_CLEAR;
        want(s, '(', "after clear");
        skip(s);
        if (!s->failed && peek(s) != '@') refuse(s, s->at, "clear wants a name with @");
        if (!s->failed) a->map = map(s);
        want(s, ')', "after the name");
    } else if (take_word(s, "exit")) {
        a->kind = PROBE_A_EXIT;
        want(s, '(', "after exit");
        want(s, ')', "after exit");
    } else {
        char there[32];
        describe(s, there, sizeof there);
        refuse(s, s->at, "an action is wanted (@name = …, print, printf, clear, exit), %s", there);
    }
}

static void rule(struct parser *s)
{
    struct probe_program *p = s->p;
    if (p->rule_count == PROBE_RULES_MAX) {
        refuse(s, s->at, "a text has at most %d rules", PROBE_RULES_MAX);
        return;
    }
    struct probe_rule *r = &p->rules[p->rule_count++];
    do place(s, r);
    while (!s->failed && take(s, ','));
    r->condition = PROBE_NONE;
    if (!s->failed && take(s, '/')) {
        s->in_condition = true;
        r->condition = whole_expression(s);
        s->in_condition = false;
        want(s, '/', "after the condition");
    }
    want(s, '{', "before the actions");
    while (!s->failed && !take(s, '}')) {
        action(s, r);
        skip(s);
        if (!s->failed && peek(s) != '}') want(s, ';', "between actions");
    }
    if (!s->failed && !r->action_count) refuse(s, s->at - 1, "a rule has at least one action");
}

void probe_free(struct probe_program *p)
{
    if (!p) return;
    free(p->rules);
    free(p->nodes);
    free(p->strings);
    free(p);
}

struct probe_program *probe_parse(const char *text, size_t size, struct probe_error *error)
{
    struct parser s = { .text = text, .error = error };
    if (size > PROBE_TEXT_MAX) {
        refuse(&s, 0, "the text has more than %d bytes", PROBE_TEXT_MAX);
        return NULL;
    }
    s.size = (u32)size;
    check_characters(&s);
    if (s.failed) return NULL;
    s.p = vm_calloc(1, sizeof *s.p);
    s.p->rules = vm_calloc(PROBE_RULES_MAX, sizeof *s.p->rules);
    s.p->string_size = 4 * size + 16; /* words are kept again where the parser goes back */
    s.strings_at = s.p->strings = vm_malloc(s.p->string_size);
    skip(&s);
    if (s.at == s.size) refuse(&s, s.at, "the text has no rule");
    while (!s.failed && s.at < s.size) {
        rule(&s);
        skip(&s);
    }
    u32 at = 0;
    char message[sizeof error->message];
    if (!s.failed && !probe_check(s.p, &at, message, sizeof message)) refuse(&s, at, "%s", message);
    if (!s.failed) return s.p;
    probe_free(s.p);
    return NULL;
}
