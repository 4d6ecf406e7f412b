/* Counts implicit exceptions by instruction, and caught ones by handler. For instructions that throw often, the
 * optimizer's code throws a single object without a trace (-XX:+OmitStackTraceInFastThrow, as HotSpot), and so does the
 * interpreter when it continues for that code. One table serves the whole VM; a place that finds no room in it never
 * throws often. */
#ifndef ARGUS_EXEC_TIER_THROWS_H
#define ARGUS_EXEC_TIER_THROWS_H

#include "core/exception.h"
#include "model/class.h"

enum { THROWS_OFTEN = 100, CATCHES_OFTEN = 10 };

/* Counts that m's instruction at bci throws this exception. Returns true if code has been made that knows that the
 * place throws often. Any thread; no locks; does not stop. */
bool throws_note(const struct method *m, u32 bci, enum fast_throw which);
/* Has it thrown often? If so, throws_note returns true from now on. Any thread; no locks. */
bool throws_often(const struct method *m, u32 bci, enum fast_throw which);
/* The same for exceptions that m's handler at bci catches in the interpreter. */
void catches_note(const struct method *m, u32 bci);
bool catches_often(const struct method *m, u32 bci);
/* World stopped, methods have been unloaded: clears all counts. */
void throws_forget(void);

#endif
