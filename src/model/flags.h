/* The -XX: flags: all that the release knows, with HotSpot's types, groups and first values, and our own. A flag that
 * the VM acts on has its value in a variable; of the others only the text is kept, and whoever gives one of them
 * another value is told that nothing comes of it. */
#ifndef ARGUS_MODEL_FLAGS_H
#define ARGUS_MODEL_FLAGS_H

#include "base/base.h"
#include <stdio.h>

enum vm_flag_kind { FLAG_BOOL, FLAG_INT, FLAG_SIZE, FLAG_STRING, FLAG_DOUBLE };
enum vm_flag_group { GROUP_product, GROUP_diagnostic, GROUP_experimental, GROUP_manageable };
/* Who gave a flag its value; numbers of the management interface. */
enum vm_flag_origin {
    FLAG_DEFAULT = 1,
    FLAG_COMMAND_LINE, /* variables of the environment too */
    FLAG_MANAGEMENT,
    FLAG_CONFIG_FILE = 5,
    FLAG_ERGONOMIC,
    FLAG_ATTACH
};
struct vm_flag {
    const char *name, *type, *category, *initial, *low, *high; /* as HotSpot prints them; no range: "" */
    u8 kind, group, origin;
    void *value; /* i64 (FLAG_INT), size_t, bool, char * or double, that the VM looks at; NULL: nothing does */
    char *text;  /* of others: as it was given; NULL: `initial` holds */
};

/* Entry `i` of all flags, by name; NULL behind the last one. */
struct vm_flag *vm_flag_at(u32 i);
u32 vm_flag_count(void);
/* NULL: there is none of that name, or it is one of a group that nobody has unlocked. */
struct vm_flag *vm_flag_find(const char *name);
enum vm_flag_origin vm_flag_origin(const struct vm_flag *f);
static inline bool vm_flag_is_manageable(const struct vm_flag *f) { return f->group == GROUP_manageable; }
/* The value as HotSpot prints it. `text` has FLAG_TEXT bytes, which the value of a string need not fit. */
enum { FLAG_TEXT = 64 };
const char *vm_flag_text(const struct vm_flag *f, char *text);
/* Gives a flag a value, from its text. Changes nothing and answers why not, in HotSpot's words (in `why`, FLAG_WHY
 * bytes), else NULL. */
enum { FLAG_WHY = 256 };
const char *vm_flag_change(struct vm_flag *f, const char *value, enum vm_flag_origin origin, char *why);
/* "-XX:+Name", "-XX:Name=value" */
void vm_flag_print(const struct vm_flag *f, FILE *out);
/* A line for each flag, as -XX:+PrintFlagsFinal (`initial`: PrintFlagsInitial; `ranges`: PrintFlagsRanges) has it. */
void vm_flags_print(FILE *out, bool initial, bool ranges);
/* All whose value is not the first one, in one line. */
void vm_flags_print_changed(FILE *out);

#endif
