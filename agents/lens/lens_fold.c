/* Making room in a full call tree: what is too small to be drawn gives its nodes back, its time and calls go to its
 * caller. So a program with more paths than there is room for keeps the paths that matter, whenever in the run they
 * come; a path that was folded and comes again starts anew.

   A subtree is folded when its time is below a limit. Working from the leaves up, that is the question whether a node
 * that has no callees left is below it: a callee that stays is above it, and so is then the caller. Only the owner of
 * the tree does this, between two of its events. */
#include <stdlib.h>

#include "lens.h"
#include "lens_thread.h"

#define FEWEST 500 /* nodes from which on folding is worth the walk */

/* Gives back the node that *LINK points to. */
static void fold(struct lens_arena *arena, struct lens_node **link)
{
    struct lens_node *n = *link;
    n->parent->self += n->self;
    atomic_fetch_add_explicit(&lens_tree_cramped, n->calls, memory_order_relaxed);
    *link = n->sibling;
    n->sibling = arena->free;
    arena->free = n;
}

/* Folds every subtree below TOP of less than LIMIT, except nodes with a mark. PATH has room for the deepest node. Gives
   the number of nodes folded. */
static size_t fold_below(struct lens_arena *arena, struct lens_node *top, uint64_t limit, struct lens_node ***path)
{
    size_t folded = 0, depth = 0;
    path[0] = &top->child;
    for (;;) {
        struct lens_node **link = path[depth], *n = *link;
        if (n != NULL && n->child != NULL) {
            path[++depth] = &n->child;
            continue;
        }
        if (n == NULL) { /* all callees of this level are done: now their caller */
            if (depth == 0) return folded;
            link = path[--depth];
            n = *link;
        }
        /* The outermost frames stay: the root above them stands for no method and is not drawn. */
        if (n->child == NULL && n->self < limit && n->mark == 0 && n->parent != top) {
            fold(arena, link);
            folded++;
        } else {
            path[depth] = &n->sibling;
        }
    }
}

bool lens_tree_make_room(struct lens_thread *t)
{
    struct lens_node *top = t->root;
    uint64_t total = 0;
    size_t count = 0, deepest = 0, folded = 0;
    for (struct lens_node *n = top; n != NULL; n = lens_tree_next(top, n)) {
        total += n->self;
        count++;
        if (n->depth > deepest) deepest = n->depth;
    }
    struct lens_node ***path = count < FEWEST ? NULL : malloc((deepest + 2) * sizeof *path);
    if (path == NULL) return false;
    for (struct lens_node *n = t->at; n != NULL; n = n->parent) n->mark = 1;
    /* Below what will be drawn in the end. Half of the tree must go, or the next walk would come too soon. */
    double limit = (double)total * lens.options.min_percent / 400 + 1;
    for (; folded < count / 2; limit *= 4) {
        folded += fold_below(&t->arena, top, limit < 1e18 ? (uint64_t)limit : UINT64_MAX, path);
        if (limit >= 1e18) break; /* all that is left is on the stack */
    }
    for (struct lens_node *n = t->at; n != NULL; n = n->parent) n->mark = 0;
    free(path);
    return folded > 0;
}
