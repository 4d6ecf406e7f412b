/* Places where instructions throw by themselves: which do so often. Code that the optimizer makes for them throws one
 * object without a trace (-XX:+OmitStackTraceInFastThrow, as HotSpot), so does the interpreter where that code leaves
 * for it. A table for the whole VM; what finds no room in it is never often. */
#ifndef ARGUS_EXEC_TIER_THROWS_H
#define ARGUS_EXEC_TIER_THROWS_H

#include "core/exception.h"
#include "model/class.h"

enum { THROWS_OFTEN = 100 };

/* m's instruction at bci throws that. true: code has been made that knows the place for one that does so often. Any
 * thread; no locks; does not stop. */
bool throws_note(const struct method *m, u32 bci, enum fast_throw which);
/* Has it done so often? If so, throws_note gives true from now on. Any thread; no locks. */
bool throws_often(const struct method *m, u32 bci, enum fast_throw which);
/* World stopped, methods have gone: all places start anew. */
void throws_forget(void);

#endif
