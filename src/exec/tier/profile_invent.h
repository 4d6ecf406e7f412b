/* Invented profiles, for a test of the compilers (compile_all.c). */
#ifndef ARGUS_EXEC_TIER_PROFILE_INVENT_H
#define ARGUS_EXEC_TIER_PROFILE_INVENT_H

#include "base/hashmap.h"
#include "base/vec.h"
#include "model/class.h"

struct inventor {
    const struct vec *classes; /* struct class * */
    struct hashmap under;      /* class -> struct vec of its subclasses among `classes` that may have objects */
    u64 state;
};
/* The same classes in the same order give the same profiles. The caller keeps the vector until inventor_end. */
void inventor_begin(struct inventor *v, const struct vec *classes);
/* Gives each place of m, which is prepared, random counts: none, one way of a branch, or both; up to six classes,
 * mostly subclasses of the one that the place expects. */
void inventor_fill(struct inventor *v, struct method *m);
void inventor_end(struct inventor *v);

#endif
