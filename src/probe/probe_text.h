/* The language of probes: text to a program, checked completely, and back to text. No VM state; nothing is looked up
 * here, so what depends on a class is checked where a probe is placed. The grammar: docs/probes.md.
 *
 * A program is bounded: PROBE_…_MAX below. Parsing recurs at most PROBE_DEPTH_MAX deep. */
#ifndef ARGUS_PROBE_PROBE_TEXT_H
#define ARGUS_PROBE_PROBE_TEXT_H

#include "base/text.h"

enum {
    PROBE_TEXT_MAX = 16384, /* bytes */
    PROBE_RULES_MAX = 64,   /* of a text */
    PROBE_PLACES_MAX = 16,  /* of a rule */
    PROBE_ACTIONS_MAX = 8,  /* of a rule */
    PROBE_NODES_MAX = 64,   /* of an expression */
    PROBE_LOADS_MAX = 16,   /* fields and elements one after the other */
    PROBE_DEPTH_MAX = 24,   /* of parentheses, signs and operators that bind more strongly inside each other */
    PROBE_KEYS_MAX = 3,
    PROBE_MAPS_MAX = 32,    /* names with @ in a text */
    PROBE_PRINTED_MAX = 8,  /* values of a print or printf */
    PROBE_NAME_MAX = 255,   /* bytes of a name with @, of a field or variable */
    PROBE_STRING_MAX = 255, /* bytes */
    PROBE_STACK_MAX = 64,   /* frames */
    PROBE_STEPS_MAX = 1000, /* of an lhist */
};

enum probe_place_kind {
    PROBE_METHOD_ENTRY,
    PROBE_METHOD_RETURN,
    PROBE_METHOD_THROW,
    PROBE_LINE,
    PROBE_BCI,
    PROBE_FIELD_READ,
    PROBE_FIELD_WRITE,
    PROBE_ALLOC,
    PROBE_THROW,
    PROBE_CATCH,
    PROBE_CONTEND,
    PROBE_WAIT,
    PROBE_PARK,
    PROBE_GC_YOUNG,
    PROBE_GC_FULL,
    PROBE_CLASS_LOAD,
    PROBE_THREAD_START,
    PROBE_THREAD_END,
    PROBE_INTERVAL,
    PROBE_BEGIN,
    PROBE_END,
    PROBE_PLACE_KINDS
};

/* Names are patterns, '*' stands for any characters. Strings end with a zero; NULL: not given. */
struct probe_place {
    u8 kind;
    bool later;      /* nothing has to be there yet */
    bool subclasses; /* CLASS+ */
    u32 loader;      /* 0: any; the number of the one that has defined the class */
    const char *cls; /* with dots */
    const char *member, *desc;
    i64 number; /* line, bci; interval: nanoseconds */
    u32 at;     /* in the text */
    bool gone;  /* of a probe that is set: a redefinition took away what was there */
};

enum probe_type {
    PROBE_ANY, /* known when the probe is hit */
    PROBE_INT, /* also boolean, long: 64 bits */
    PROBE_DOUBLE,
    PROBE_TEXT,
    PROBE_OBJECT,
    PROBE_CLASS,
    PROBE_METHOD,
    PROBE_STACK,
    PROBE_NULL,
    PROBE_SECRET /* only at a hit: not to be shown */
};

enum probe_node_kind {
    PROBE_N_INT,
    PROBE_N_DOUBLE,
    PROBE_N_TEXT,
    PROBE_N_NULL,
    PROBE_N_VALUE,    /* number: enum probe_value */
    PROBE_N_ARG,      /* number: which */
    PROBE_N_LOCAL,    /* number: slot; text not NULL: by name */
    PROBE_N_VARIABLE, /* number: map */
    PROBE_N_FIELD,    /* a, text */
    PROBE_N_ELEMENT,  /* a[b] */
    PROBE_N_CALL,     /* number: enum probe_function; a, b: PROBE_NONE where there is none */
    PROBE_N_UNARY,    /* number: enum probe_operator; a */
    PROBE_N_BINARY    /* number: enum probe_operator; a, b */
};

enum probe_value {
    PROBE_V_THIS,
    PROBE_V_RETVAL,
    PROBE_V_EX,
    PROBE_V_OBJ,
    PROBE_V_VALUE,
    PROBE_V_OLD,
    PROBE_V_SIZE,
    PROBE_V_ELAPSED,
    PROBE_V_TID,
    PROBE_V_THREAD,
    PROBE_V_CLASS,
    PROBE_V_METHOD,
    PROBE_V_LINE,
    PROBE_V_NSECS,
    PROBE_VALUES
};

enum probe_function { PROBE_F_CLASS, PROBE_F_STR, PROBE_F_HASH, PROBE_F_STACK, PROBE_F_TAG, PROBE_FUNCTIONS };

enum probe_operator {
    PROBE_O_OR,
    PROBE_O_AND,
    PROBE_O_BIT_OR,
    PROBE_O_BIT_XOR,
    PROBE_O_BIT_AND,
    PROBE_O_EQ,
    PROBE_O_NE,
    PROBE_O_LE,
    PROBE_O_LT,
    PROBE_O_GE,
    PROBE_O_GT,
    PROBE_O_SHL,
    PROBE_O_USHR,
    PROBE_O_SHR,
    PROBE_O_ADD,
    PROBE_O_SUB,
    PROBE_O_MUL,
    PROBE_O_DIV,
    PROBE_O_REM,
    PROBE_O_NOT, /* from here on with one operand */
    PROBE_O_NEG,
    PROBE_O_INVERT,
    PROBE_OPERATORS
};

enum { PROBE_NONE = 0xffff };

struct probe_node {
    u8 kind, type; /* enum probe_node_kind, probe_type */
    bool secret;   /* its name is one whose value is not shown */
    u16 a, b;      /* nodes of the program, before this one; PROBE_NONE: there is none */
    u16 first;     /* of the last node of an expression, which is its value: where its nodes begin */
    u32 at;        /* in the text */
    i64 number;
    double real;
    const char *text;
};

enum probe_action_kind {
    PROBE_A_COUNT,
    PROBE_A_SUM,
    PROBE_A_MIN,
    PROBE_A_MAX,
    PROBE_A_AVG,
    PROBE_A_HIST,
    PROBE_A_LHIST,
    PROBE_A_SET, /* @m = x */
    PROBE_A_PRINT,
    PROBE_A_PRINT_MAP,
    PROBE_A_PRINTF,
    PROBE_A_CLEAR,
    PROBE_A_EXIT
};

struct probe_action {
    u8 kind;
    u8 key_count, value_count;
    u16 map;                       /* of what has one */
    u16 keys[PROBE_KEYS_MAX];      /* nodes */
    u16 values[PROBE_PRINTED_MAX]; /* nodes; the first is summed */
    i64 low, high, step;           /* lhist */
    const char *format;            /* printf */
    u32 at;
};

struct probe_rule {
    struct probe_place places[PROBE_PLACES_MAX];
    struct probe_action actions[PROBE_ACTIONS_MAX];
    u16 place_count, action_count;
    u16 condition; /* node; PROBE_NONE */
    bool heavy;    /* it makes stacks or texts at a hit */
};

/* The kind and the keys of @name. All its uses agree. */
struct probe_map {
    const char *name; /* without @; may be empty */
    u8 kind;          /* PROBE_A_COUNT … PROBE_A_SET */
    u8 key_count;
    bool known; /* an action has fixed its kind */
    i64 low, high, step;
    u32 at;
};

struct probe_program {
    struct probe_rule *rules;
    struct probe_node *nodes;
    u32 rule_count, node_count, node_room;
    struct probe_map maps[PROBE_MAPS_MAX];
    u32 map_count;
    char *strings; /* all text of the program */
    size_t string_size;
};

struct probe_error {
    u32 line, column; /* from 1, in characters */
    char message[200];
};

/* `text` is `size` bytes from outside. NULL: refused, *error says where and why. The caller frees the program. Any
 * thread, any state. */
WARN_UNUSED struct probe_program *probe_parse(const char *text, size_t size, struct probe_error *error);
void probe_free(struct probe_program *p);

/* Adds the program in full form, a line a rule; parsing that gives the same program. */
void probe_print(const struct probe_program *p, struct text *to);
void probe_print_place(const struct probe_place *place, struct text *to);

/* The second half of probe_parse: types, which value is there at which place. false: *at and `message`. */
WARN_UNUSED bool probe_check(struct probe_program *p, u32 *at, char *message, size_t size);

/* Does `name` match the pattern? */
bool probe_matches(const char *pattern, const char *name);
/* Has the place no '*' and no '+', so that something must be there? */
bool probe_is_exact(const struct probe_place *place);

extern const char *const probe_value_names[PROBE_VALUES];
extern const char *const probe_function_names[PROBE_FUNCTIONS];
extern const char *const probe_aggregate_names[]; /* PROBE_A_COUNT … PROBE_A_LHIST */
struct probe_operator_info {
    const char *text;
    u8 level; /* how strongly it binds: 1 least */
};
extern const struct probe_operator_info probe_operators[PROBE_OPERATORS];

#endif
