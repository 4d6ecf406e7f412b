/* The call trees' nodes and the tree that all threads' trees are merged into. Nodes come from chunks that belong to one
   tree and are freed with it; one counter bounds all trees together. Walks are loops, not recursion: a tree can be as
   deep as a Java stack. */
#include <stdlib.h>
#include <sys/mman.h>

#include "lens.h"
#include "lens_lock.h"
#include "lens_sample.h"
#include "lens_table.h"
#include "lens_thread.h"

#define CHUNK_NODES 1000
#define LABEL_MAX 256 /* more threads than this share one root, so that a VM that starts a million stays small */

struct lens_chunk {
    struct lens_chunk *next;
    struct lens_node nodes[CHUNK_NODES];
};

_Atomic uint64_t lens_tree_cramped;
static _Atomic uint64_t nodes_in_chunks;
static struct lens_node merged_root;
static struct lens_arena merged_arena;
static size_t label_count;

/* NULL: no room. */
struct lens_node *lens_tree_new_node(struct lens_arena *arena)
{
    if (arena->free != NULL) {
        struct lens_node *n = arena->free;
        arena->free = n->sibling;
        *n = (struct lens_node){ 0 };
        return n;
    }
    if (arena->left == 0) {
        uint64_t before = atomic_fetch_add_explicit(&nodes_in_chunks, CHUNK_NODES, memory_order_relaxed);
        /* The first chunk of a tree is free of the bound, so that even the thousandth thread shows something. */
        bool allowed = arena->chunks == NULL || before < lens.options.nodes;
        /* Not malloc: a signal handler may be here. */
        struct lens_chunk *chunk =
            allowed ? mmap(NULL, sizeof *chunk, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                    : MAP_FAILED;
        if (chunk == MAP_FAILED) {
            atomic_fetch_sub_explicit(&nodes_in_chunks, CHUNK_NODES, memory_order_relaxed);
            return NULL;
        }
        chunk->next = arena->chunks;
        arena->chunks = chunk;
        arena->left = CHUNK_NODES;
    }
    return &arena->chunks->nodes[--arena->left];
}

void lens_tree_free(struct lens_arena *arena)
{
    struct lens_chunk *next;
    for (struct lens_chunk *c = arena->chunks; c != NULL; c = next) {
        next = c->next;
        munmap(c, sizeof *c);
        atomic_fetch_sub_explicit(&nodes_in_chunks, CHUNK_NODES, memory_order_relaxed);
    }
    *arena = (struct lens_arena){ 0 };
}

struct lens_node *lens_tree_merged(void) { return &merged_root; }

struct lens_node *lens_tree_next(const struct lens_node *top, const struct lens_node *node)
{
    if (node->child != NULL) return node->child;
    while (node != top && node->sibling == NULL) node = node->parent;
    return node == top ? NULL : node->sibling;
}

/* The child of PARENT for METHOD, made if need be; PARENT itself when there is no room. */
static struct lens_node *merged_child(struct lens_node *parent, struct lens_method *method)
{
    struct lens_node **link = &parent->child, *n;
    for (n = *link; n != NULL; link = &n->sibling, n = n->sibling)
        if (n->method == method) {
            *link = n->sibling; /* to the front: the next one asked for is often the same */
            n->sibling = parent->child;
            parent->child = n;
            return n;
        }
    n = lens_tree_new_node(&merged_arena);
    if (n == NULL) {
        atomic_fetch_add_explicit(&lens_tree_cramped, 1, memory_order_relaxed);
        return parent;
    }
    n->method = method;
    n->parent = parent;
    n->depth = parent->depth + 1;
    n->sibling = parent->child;
    parent->child = n;
    return n;
}

static struct lens_node *root_for(struct lens_thread *t)
{
    if (!lens.options.split_threads) return &merged_root;
    const char *label = t->record->name;
    struct lens_method *method = label_count < LABEL_MAX ? lens_method_label(label) : NULL;
    if (method == NULL && (method = lens_method_label("(more threads)")) == NULL) return &merged_root;
    struct lens_node *root = merged_child(&merged_root, method);
    if (root != &merged_root && root->calls++ == 0) label_count++; /* calls of a label: the threads merged into it */
    return root;
}

/* Makes the whole tree of T the tree under ROOT, which has nothing yet: no copy, so that a tree that fills all the room
   there is can still be merged. Two ids of one method under one caller stay two nodes; that shows as two boxes. */
static void graft(struct lens_node *root, struct lens_thread *t)
{
    struct lens_node *top = t->root;
    for (struct lens_node *n = top; (n = lens_tree_next(top, n)) != NULL;) {
        n->method = lens_sampled ? n->method : n->stats->method;
        n->stats = NULL;
        n->depth += root->depth;
    }
    root->child = top->child;
    for (struct lens_node *n = root->child; n != NULL; n = n->sibling) n->parent = root;
    top->child = NULL;
    struct lens_chunk *last = t->arena.chunks;
    while (last->next != NULL) last = last->next;
    if (merged_arena.chunks == NULL) {
        merged_arena = t->arena;
    } else { /* what is free in them is forgotten; behind the first chunk, which is the one that new nodes come from */
        last->next = merged_arena.chunks->next;
        merged_arena.chunks->next = t->arena.chunks;
    }
    t->arena = (struct lens_arena){ 0 };
}

/* Adds a copy of the tree of T to the tree under ROOT. */
static void add_copy(struct lens_node *root, struct lens_thread *t)
{
    /* Both trees are walked in step: INTO is the merged node of the node that FROM points to. A merged tree without
     * room makes several levels of FROM share one level of INTO, so the way up follows a stack of its own. */
    struct lens_node *top = t->root, *from = top;
    size_t depth = 0, size = 64;
    struct lens_node **path = malloc(size * sizeof *path);
    if (path == NULL) {
        atomic_fetch_add_explicit(&lens.lost, 1, memory_order_relaxed);
        return;
    }
    path[0] = root;
    while ((from = lens_tree_next(top, from)) != NULL) {
        depth = from->depth; /* depth of a thread's root is 0, so the parent's merged node is at depth - 1 */
        if (depth >= size) {
            struct lens_node **grown = realloc(path, size * 2 * sizeof *path);
            if (grown == NULL) {
                atomic_fetch_add_explicit(&lens.lost, 1, memory_order_relaxed);
                break;
            }
            path = grown;
            size *= 2;
        }
        struct lens_node *into = merged_child(path[depth - 1], lens_sampled ? from->method : from->stats->method);
        if (into != path[depth - 1]) into->calls += from->calls;
        into->self += from->self;
        path[depth] = into;
    }
    free(path);
}

void lens_tree_merge_locked(struct lens_thread *t)
{
    if (t->root->child == NULL) return;
    struct lens_node *root = root_for(t);
    if (root->child == NULL)
        graft(root, t);
    else
        add_copy(root, t);
}
