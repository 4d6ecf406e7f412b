/* The -XX: flags: all that this release has, with HotSpot's types, groups and defaults, and our own. A flag with an
 * effect has its value in a variable. For others only the text is stored; giving one of them another value prints a
 * warning that it has no effect. */
#ifndef ARGUS_MODEL_FLAGS_H
#define ARGUS_MODEL_FLAGS_H

#include "base/base.h"
#include <stdio.h>

enum vm_flag_kind { FLAG_BOOL, FLAG_INT, FLAG_SIZE, FLAG_STRING, FLAG_DOUBLE };
enum vm_flag_group { GROUP_product, GROUP_diagnostic, GROUP_experimental, GROUP_manageable };
/* The origin of a flag's value; numbers of the management interface. */
enum vm_flag_origin {
    FLAG_DEFAULT = 1,
    FLAG_COMMAND_LINE, /* variables of the environment too */
    FLAG_MANAGEMENT,
    FLAG_CONFIG_FILE = 5,
    FLAG_ERGONOMIC,
    FLAG_ATTACH
};
struct vm_flag {
    const char *name, *type, *category, *initial, *low, *high; /* in HotSpot's form; no range: "" */
    u8 kind, group, origin;
    void *value; /* the variable, i64 (FLAG_INT), size_t, bool, char * or double, that the VM reads; NULL: no effect */
    char *text;  /* for flags without effect: the given text; NULL: `initial` */
};

/* Entry `i` of all flags, by name; NULL after the last one. */
struct vm_flag *vm_flag_at(u32 i);
u32 vm_flag_count(void);
/* NULL: there is no such flag, or it is in a group that is not unlocked. */
struct vm_flag *vm_flag_find(const char *name);
enum vm_flag_origin vm_flag_origin(const struct vm_flag *f);
static inline bool vm_flag_is_manageable(const struct vm_flag *f) { return f->group == GROUP_manageable; }
/* The value in HotSpot's form. `text` has FLAG_TEXT bytes; a string's value may be longer and elsewhere. */
enum { FLAG_TEXT = 64 };
const char *vm_flag_text(const struct vm_flag *f, char *text);
/* Sets a flag from text. On failure nothing changes, and the reason is returned in HotSpot's words (in `why`, FLAG_WHY
 * bytes); otherwise NULL. */
enum { FLAG_WHY = 256 };
const char *vm_flag_change(struct vm_flag *f, const char *value, enum vm_flag_origin origin, char *why);
/* "-XX:+Name", "-XX:Name=value" */
void vm_flag_print(const struct vm_flag *f, FILE *out);
/* Prints a line for each flag, as -XX:+PrintFlagsFinal does (`initial`: PrintFlagsInitial; `ranges`:
 * PrintFlagsRanges). */
void vm_flags_print(FILE *out, bool initial, bool ranges);
/* Prints all flags whose value is not the default, in one line. */
void vm_flags_print_changed(FILE *out);

#endif
