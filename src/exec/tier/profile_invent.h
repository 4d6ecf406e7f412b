/* Invented profiles, for a test of the compilers that believe them: compile_all.c. */
#ifndef ARGUS_EXEC_TIER_PROFILE_INVENT_H
#define ARGUS_EXEC_TIER_PROFILE_INVENT_H

#include "base/hashmap.h"
#include "base/vec.h"
#include "model/class.h"

struct inventor {
    const struct vec *classes; /* struct class * */
    struct hashmap under;      /* class -> struct vec of those of them that may have objects and are assignable to it */
    u64 state;
};
/* The same classes in the same order give the same profiles. They stay where they are as long as it works. */
void inventor_begin(struct inventor *v, const struct vec *classes);
/* m, which is prepared, gets counts at each place: none, or one way of a branch, or both; none to six classes, most of
 * them what the place asks for, now and then any. */
void inventor_fill(struct inventor *v, struct method *m);
void inventor_end(struct inventor *v);

#endif
