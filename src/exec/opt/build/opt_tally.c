/* Nodes that count calls for tools (exec/tier/call_tally.h), for calls that pass no entry of a method. */
#include "exec/opt/build/opt_build.h"
#include "exec/tier/call_tally.h"

static void tally(struct builder *b, struct method *m, enum call_tally_word word)
{
    if (LIKELY(!call_tally_on) || !b->block) return;
    call_tally_number(m);
    struct opt_node *n = node(b, add(b, OPT_TALLY, OPT_VOID, 0, 0));
    n->ptr = m;
    n->imm = word;
}
void opt_tally(struct builder *b, struct method *m) { tally(b, m, TALLY_ENTERED); }
void opt_tally_threw(struct builder *b, struct method *m) { tally(b, m, TALLY_THREW); }
