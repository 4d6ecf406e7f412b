/* The passes, from graph to graph. Each returns whether it has changed the graph. Before and after each pass the graph
 * keeps the invariants of docs/optimizer.md ("What holds"), and dominators and loops are known. opt.c has their
 * order. */
#ifndef ARGUS_EXEC_OPT_PASS_OPT_PASS_H
#define ARGUS_EXEC_OPT_PASS_OPT_PASS_H

#include "exec/opt/opt_ir.h"

/* X(name, why): the function is opt_name. */
#define OPT_PASSES(X) \
    X(merges, "merges of one value are that value")                                   /* opt_merge.c */ \
    X(suppose, "values that stay what they are in all turns of a loop")               /* opt_suppose.c */ \
    X(number, "what is known already, constants, what branches and checks have told") /* opt_number.c, opt_fold.c */ \
    X(prune, "branches that are known go one way")                                    /* opt_prune.c */ \
    X(branches, "branches on booleans that branches have made lead where they will")  /* opt_branch.c */ \
    X(unlocked, "frames that hold no monitor are not asked for one")                  /* opt_unlocked.c */ \
    X(copies, "copies of arrays are checks that can be known and a copy that does not fail") /* opt_copies.c */ \
    X(drop, "what nobody needs goes")                                                        /* opt_drop.c */ \
    X(runahead, "counters that go on before they are compared get merges")                   /* opt_runahead.c */ \
    X(narrow, "counters of loops that are longs get ints beside them")                       /* opt_narrow.c */ \
    X(empty, "loops that do nothing but count are computed")                                 /* opt_empty.c */ \
    X(unroll_whole, "loops of a few turns, known how many, become as many copies")           /* opt_unroll.c */ \
    X(escape, "objects that only this code knows become values")                             /* opt_escape.c */ \
    X(unbox, "boxes become numbers if no node asks for identity")                            /* opt_unbox.c */ \
    X(sink, "boxes that one way needs are made there")                                       /* opt_sink.c */ \
    X(boxes, "the other boxes come from the cache or are new")                               /* opt_boxes.c */ \
    X(stores, "what is overwritten before anybody reads it is not stored")                   /* opt_stores.c */ \
    X(hoist, "what does not change in a loop is computed before it")                         /* opt_hoist.c */ \
    X(carry, "fields that a loop loads and stores go from turn to turn as values")           /* opt_carry.c */ \
    X(unswitch, "branches that do not change in a loop are taken before it")                 /* opt_unswitch.c */ \
    X(orders, "loops that count until they are at a number count while they are below it")   /* opt_counter.c */ \
    X(indexes, "indexes in loops that count are checked before the loop")                    /* opt_index.c */ \
    X(select, "numbers that a branch in a loop chooses are chosen without it")               /* opt_select.c */ \
    X(vectors, "loops over arrays compute several elements at once")                         /* opt_vector.c */ \
    X(distances, "variables that keep a distance to their loop's counter are sums")          /* opt_counter.c */ \
    X(unroll, "loops that count have several turns at once")                                 /* opt_unroll.c */ \
    X(ways, "states name what the way into their block tells of booleans")                   /* opt_ways.c */ \
    X(addresses, "instructions add constants to indexes; long constants stay in registers")  /* opt_address.c */ \
    X(divisions, "a remainder beside its quotient is what that division leaves")             /* opt_divisions.c */ \
    X(unnoted, "monitors entered and left where nobody can look have no record")             /* opt_unnoted.c */ \
    X(fences, "of two fences without a load in between the later one does")                  /* opt_fences.c */

#define OPT_PASS_FUNCTION(name, why) bool opt_##name(struct opt_graph *g);
OPT_PASSES(OPT_PASS_FUNCTION)
#undef OPT_PASS_FUNCTION

/* opt_branch.c. Is it an IF with a condition that can be a value? Equality of floats takes two of the processor. */
bool opt_can_be_test(const struct opt_graph *g, const struct opt_node *branch);
/* opt_fold.c. How many of the operand's low bits the conversion n keeps; 0: it does something else. */
u32 opt_kept_bits(const struct opt_node *n);
/* The value of n, arithmetic, a conversion or a TEST, of these ints or longs; false: it is not computed here. */
bool opt_fold_numbers(const struct opt_node *n, i64 x, i64 y, i64 *r);

#endif
