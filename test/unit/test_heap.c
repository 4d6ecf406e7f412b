/* The collector on a mock VM: a handful of types, roots in an array, one mutator. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#include <sched.h>

#include "heap/heap_int.h"
#include "os/os_mem.h"

#ifndef MARK_STACK_BYTES /* test_heap_small_stack.c */
#define MARK_STACK_BYTES 0
#endif

#ifndef THREADS /* test_heap_threads.c */
#define THREADS 1
#endif

/* ---- types: they must lie below 4 GiB, as classes do ---- */
struct types {
    struct heap_type node, bytes, refs, longs, ref[REF_PHANTOM + 1], mirror, described;
    struct heap_map_span node_map[1], ref_map[1];
    /* two classes that may go, each with its holder: instances, one mirror word and one loader word away */
    struct heap_holder holder[2];
    struct heap_type mortal[2], mortals, loader;
    struct heap_type grows; /* a list; its second reference and second value come when it has grown */
    struct heap_map_span grown_map[2];
};
static struct types *T;

enum { NODE_LEFT = 8, NODE_RIGHT = 12, NODE_VALUE = 16, NODE_SIZE = 24 };
enum { GROWS_NEXT = 8, GROWS_VALUE = 12, GROWS_SIZE = 16, GROWN_REF = 20, GROWN_VALUE = 24, GROWN_SIZE = 32 };
enum { REF_REFERENT = 8, REF_QUEUE = 12, REF_NEXT = 16, REF_DISCOVERED = 20, REF_TIMESTAMP = 24, REF_SIZE = 32 };

static void make_types(void)
{
    T = os_mem_reserve_low(4096, 0x10000000, 0x50000000, 4096);
    assert_non_null(T);
    assert_true(os_mem_commit(T, 4096));
    T->node_map[0] = (struct heap_map_span){ NODE_LEFT, 2 };
    T->ref_map[0] = (struct heap_map_span){ REF_QUEUE, 2 };
    T->node =
        (struct heap_type){ .kind = HEAP_INSTANCE, .instance_size = NODE_SIZE, .map_count = 1, .map = T->node_map };
    T->bytes = (struct heap_type){ .kind = HEAP_PRIM_ARRAY, .elem_shift = 0 };
    T->longs = (struct heap_type){ .kind = HEAP_PRIM_ARRAY, .elem_shift = 3 };
    T->refs = (struct heap_type){ .kind = HEAP_REF_ARRAY, .elem_shift = 2 };
    for (u32 s = 0; s <= REF_PHANTOM; s++)
        T->ref[s] = (struct heap_type){
            .kind = HEAP_REFERENCE, .strength = (u8)s, .instance_size = REF_SIZE, .map_count = 1, .map = T->ref_map
        };
    mirror_class_offset = 8;
    T->mirror = (struct heap_type){ .kind = HEAP_MIRROR, .instance_size = 16 };
    T->described = (struct heap_type){
        .kind = HEAP_INSTANCE, .instance_size = 8, .mirror_size = 32, .static_ref_offset = 16, .static_ref_count = 2
    };
    for (u32 i = 0; i < 2; i++)
        T->mortal[i] = (struct heap_type){
            .kind = HEAP_INSTANCE, .instance_size = 16, .mirror_size = 16, .holder = (u32)(uintptr_t)&T->holder[i]
        };
    T->mortals = (struct heap_type){ .kind = HEAP_REF_ARRAY, .elem_shift = 2, .holder = T->mortal[1].holder };
    loader_holder_offset = 8;
    T->loader = (struct heap_type){ .kind = HEAP_LOADER, .instance_size = 16 };
    T->grown_map[0] = (struct heap_map_span){ GROWS_NEXT, 1 };
    T->grown_map[1] = (struct heap_map_span){ GROWN_REF, 1 };
}

/* ---- the mock VM ---- */
static struct heap_local L;
static struct object *roots[64];
static const void *cons_from, *cons_to;
static struct object *pending;
static struct object *weak[4];
static bool weak_after_final[4];
static u32 starts, finishes;
static bool critical;              /* native code has addresses of elements */
static const struct object *stays; /* no side table has room for it elsewhere */
static i64 clock_ms;

static struct object *kept[2]; /* by holder */
static i32 next_holder[2];     /* a holder that it keeps, -1: none */
static u32 holder_visits, sweeps;

static void holder_roots(struct heap_visitor *v, struct heap_holder *h)
{
    u32 i = (u32)(h - T->holder);
    holder_visits++;
    v->exact(v, &kept[i]);
    if (next_holder[i] >= 0) v->holder(v, &T->holder[next_holder[i]]);
}
static void swept(void) { sweeps++; }
static void strong_roots(struct heap_visitor *v)
{
    if (!heap_classes_stay()) T->holder[0].marked = T->holder[1].marked = false;
    holder_visits = 0;
    for (size_t i = 0; i < ARRAY_LEN(roots); i++) v->exact(v, &roots[i]);
}
static void ambiguous_roots(struct heap_visitor *v)
{
    if (cons_from) v->conservative(v, cons_from, cons_to);
}
static void weak_roots(heap_live_fn live, bool after_final)
{
    for (size_t i = 0; i < ARRAY_LEN(weak); i++)
        if (weak[i] && weak_after_final[i] == after_final) weak[i] = live(weak[i]);
}
static bool may_move(void) { return !critical; }
static bool moved(const struct object *from, struct object *to) { return from != stays; }
static void for_each_local(void (*fn)(struct heap_local *l)) { fn(&L); }
static void start(enum heap_cause c)
{
    (void)c;
    starts++;
}
static void finish(enum heap_cause c)
{
    (void)c;
    finishes++;
}
static void got_pending(struct object *head) { pending = head; }
static const struct heap_vm vm = { .ambiguous_roots = ambiguous_roots,
                                   .strong_roots = strong_roots,
                                   .weak_roots = weak_roots,
                                   .for_each_local = for_each_local,
                                   .collection_start = start,
                                   .collection_finish = finish,
                                   .pending_references = got_pending,
                                   .swept = swept,
                                   .holder_roots = holder_roots,
                                   .may_move = may_move,
                                   .moved = moved };

static void collect(void) { heap_collect(HEAP_CAUSE_SYSTEM_GC, false); }

static struct object *alloc(struct heap_type *t, size_t bytes)
{
    struct object *o = heap_alloc(&L, t, bytes);
    if (!o) {
        if (!heap.cycle) collect(); /* a test that has begun one says how it goes on */
        o = heap_alloc_forced(&L, t, bytes);
    }
    assert_non_null(o);
    return o;
}
static struct object *node(struct object *left, struct object *right)
{
    struct object *o = alloc(&T->node, NODE_SIZE);
    heap_store_ref(o, NODE_LEFT, left);
    heap_store_ref(o, NODE_RIGHT, right);
    return o;
}
static struct object *array(struct heap_type *t, i32 length)
{
    struct object *o = alloc(t, ALIGN_UP(array_base(t->elem_shift) + ((size_t)length << t->elem_shift), (size_t)8));
    ((struct array *)o)->length = length;
    return o;
}
static struct object *reference(enum ref_strength s, struct object *referent)
{
    struct object *o = alloc(&T->ref[s], REF_SIZE);
    heap_store_ref(o, REF_REFERENT, referent);
    return o;
}
static u32 pending_count(void)
{
    u32 n = 0;
    for (struct object *o = pending; o; o = ref_load(o, REF_DISCOVERED)) n++;
    return n;
}
static bool count_one(struct object *o, void *arg)
{
    (void)o;
    ++*(size_t *)arg;
    return true;
}
static size_t count_objects(void)
{
    size_t n = 0;
    heap_walk(count_one, &n);
    return n;
}

static int setup(void **state)
{
    (void)state;
    memset(roots, 0, sizeof roots);
    memset(weak, 0, sizeof weak);
    cons_from = NULL;
    pending = NULL;
    collect();
    pending = NULL;
    assert_int_equal(count_objects(), 0);
    return 0;
}

/* ---- tests ---- */
static void unreachable_objects_go_and_reachable_stay(void **state)
{
    (void)state;
    for (int i = 0; i < 1000; i++) {
        node(NULL, NULL);
        roots[0] = node(roots[0], NULL);
        *(u64 *)((char *)roots[0] + NODE_VALUE) = (u64)i;
    }
    assert_int_equal(count_objects(), 2000);
    collect();
    assert_int_equal(count_objects(), 1000);
    u64 expect = 999;
    for (struct object *o = roots[0]; o; o = ref_load(o, NODE_LEFT))
        assert_int_equal(*(u64 *)((char *)o + NODE_VALUE), expect--);
    assert_int_equal(expect, UINT64_MAX);
}

static void reused_memory_is_zero(void **state)
{
    (void)state;
    for (int round = 0; round < 6; round++) {
        roots[0] = NULL;
        for (int i = 0; i < 20000; i++) {
            i32 n = rand() % 600;
            struct object *a = array(&T->bytes, n);
            u8 *p = array_data(a);
            for (i32 k = 0; k < n; k++) assert_int_equal(p[k], 0);
            memset(p, 0xff, (size_t)n);
            if (rand() % 10 == 0) roots[0] = node(roots[0], a);
        }
        collect();
        heap_verify("test");
    }
}

static void deep_lists_and_cycles_are_marked(void **state)
{
    (void)state;
    for (int i = 0; i < 300000; i++) roots[0] = node(roots[0], NULL);
    struct object *last = roots[0];
    while (ref_load(last, NODE_LEFT)) last = ref_load(last, NODE_LEFT);
    heap_store_ref(last, NODE_RIGHT, roots[0]);
    collect();
    assert_int_equal(count_objects(), 300000);
    roots[0] = NULL;
    collect();
    assert_int_equal(count_objects(), 0);
}

static void large_objects_are_reused_and_zero(void **state)
{
    (void)state;
    for (int round = 0; round < 200; round++) {
        i32 n = 8192 + rand() % 300000;
        struct object *a = array(&T->bytes, n);
        u8 *p = array_data(a);
        for (i32 k = 0; k < n; k += 97) assert_int_equal(p[k], 0);
        assert_int_equal(p[n - 1], 0);
        memset(p, 0xee, (size_t)n);
        roots[rand() % 64] = a;
        assert_ptr_equal(heap_find_object(p + n - 1), a);
        if (round % 20 == 19) collect();
    }
    heap_verify("test");
    size_t n = 0;
    for (int i = 0; i < 64; i++) n += roots[i] != NULL;
    collect();
    assert_int_equal(count_objects(), n);
}

static void interior_pointers_on_stacks_pin(void **state)
{
    (void)state;
    struct object *a = array(&T->longs, 20), *b = array(&T->longs, 20), *big = array(&T->longs, 9000);
    uintptr_t words[3] = { (uintptr_t)a + 100, 12345, (uintptr_t)big + 50000 };
    cons_from = words;
    cons_to = words + 3;
    collect();
    assert_true(heap_is_object(a));
    assert_false(heap_is_object(b));
    assert_true(heap_is_object(big));
    assert_ptr_equal(heap_find_object((char *)a + 16), a);
    assert_null(heap_find_object((char *)a + 16 + 160));
    assert_null(heap_find_object(words));
}

static void mirrors_keep_their_statics(void **state)
{
    (void)state;
    struct object *m = heap_alloc_pinned(&L, &T->mirror, 32);
    *(const void **)((char *)m + 8) = &T->described;
    roots[0] = m;
    heap_store_ref(m, 20, node(NULL, NULL));
    collect();
    assert_int_equal(count_objects(), 2);
    assert_int_equal(object_size(m), 32);
}

/* They never move, so a block for each collection that had a few would be lost for ever. */
static void mirrors_of_many_collections_share_blocks(void **state)
{
    (void)state;
    size_t before = heap_committed();
    roots[0] = array(&T->refs, 1000);
    for (u32 i = 0; i < 1000; i++) {
        struct object *m = heap_alloc_pinned(&L, &T->mirror, 32);
        *(const void **)((char *)m + 8) = &T->described;
        heap_store_ref(roots[0], array_base(2) + 4 * i, m);
        (void)node(NULL, NULL);
        collect();
    }
    assert_true(heap_committed() - before < 16 * HEAP_BLOCK_SIZE);
}

/* What is marked when only `root` is reached. */
static void expect_holders(struct object *root, bool first, bool second)
{
    roots[0] = root;
    collect();
    assert_int_equal(T->holder[0].marked, first);
    assert_int_equal(T->holder[1].marked, second);
    assert_int_equal(holder_visits, first + second); /* each once */
    roots[0] = NULL;
}
static void holders_are_marked_by_what_needs_them(void **state)
{
    (void)state;
    u32 before = sweeps;
    next_holder[0] = next_holder[1] = -1;
    expect_holders(node(NULL, NULL), false, false);
    expect_holders(alloc(&T->mortal[0], 16), true, false);
    expect_holders(node(node(NULL, alloc(&T->mortal[1], 16)), NULL), false, true);
    expect_holders(array(&T->mortals, 0), false, true);
    struct object *mirror = alloc(&T->mirror, 16), *loader = alloc(&T->loader, 16);
    roots[1] = loader;
    *(struct heap_type **)((char *)mirror + 8) = &T->mortal[0];
    expect_holders(mirror, true, false);
    *(struct heap_holder **)((char *)roots[1] + 8) = &T->holder[1];
    expect_holders(NULL, false, true);
    roots[1] = NULL;
    /* What a holder keeps is marked, and what that leads to; holders that keep each other end. */
    next_holder[0] = 1;
    expect_holders(alloc(&T->mortal[0], 16), true, true);
    next_holder[1] = 0;
    expect_holders(alloc(&T->mortal[1], 16), true, true);
    next_holder[0] = next_holder[1] = -1;
    kept[0] = node(alloc(&T->mortal[1], 16), NULL);
    expect_holders(alloc(&T->mortal[0], 16), true, true);
    kept[0] = NULL;
    expect_holders(NULL, false, false);
    assert_int_equal(sweeps - before, 10);
}

static void weak_and_phantom_references_are_cleared_in_order(void **state)
{
    (void)state;
    struct object *kept = roots[0] = node(NULL, NULL);
    roots[1] = reference(REF_WEAK, kept);
    roots[2] = reference(REF_WEAK, node(NULL, NULL));
    roots[3] = reference(REF_PHANTOM, node(NULL, NULL));
    reference(REF_WEAK, node(NULL, NULL)); /* itself unreachable: forgotten */
    collect();
    assert_ptr_equal(ref_load(roots[1], REF_REFERENT), kept);
    assert_null(ref_load(roots[2], REF_REFERENT));
    assert_null(ref_load(roots[3], REF_REFERENT));
    assert_int_equal(pending_count(), 2);
}

static void finalizable_objects_live_once_more(void **state)
{
    (void)state;
    struct object *inner = node(NULL, NULL), *outer = node(inner, NULL);
    roots[0] = reference(REF_FINAL, outer);
    roots[1] = reference(REF_FINAL, inner);
    roots[2] = reference(REF_WEAK, outer);
    roots[3] = reference(REF_PHANTOM, inner);
    weak[0] = outer;
    weak_after_final[0] = false;
    weak[1] = outer;
    weak_after_final[1] = true;
    collect();
    assert_ptr_equal(ref_load(roots[0], REF_REFERENT), outer);
    assert_ptr_equal(ref_load(roots[0], REF_NEXT), roots[0]);
    assert_ptr_equal(ref_load(roots[1], REF_NEXT), roots[1]);
    assert_null(ref_load(roots[2], REF_REFERENT));
    assert_ptr_equal(ref_load(roots[3], REF_REFERENT), inner);
    assert_null(weak[0]);
    assert_ptr_equal(weak[1], outer);
    assert_int_equal(pending_count(), 3);
    /* The finalizer has run and the Finalizer is gone. */
    roots[0] = roots[1] = NULL;
    pending = NULL;
    for (int i = 2; i < 4; i++) heap_store_ref(roots[i], REF_DISCOVERED, NULL);
    collect();
    assert_null(weak[1]);
    assert_int_equal(pending_count(), 1);
    assert_null(ref_load(roots[3], REF_REFERENT));
}

static void soft_references_go_when_asked(void **state)
{
    (void)state;
    roots[0] = reference(REF_SOFT, node(NULL, NULL));
    *(i64 *)((char *)roots[0] + REF_TIMESTAMP) = clock_ms;
    collect();
    assert_non_null(ref_load(roots[0], REF_REFERENT));
    heap_collect(HEAP_CAUSE_LAST_RESORT, true);
    assert_null(ref_load(roots[0], REF_REFERENT));
    roots[0] = reference(REF_SOFT, node(NULL, NULL));
    *(i64 *)((char *)roots[0] + REF_TIMESTAMP) = clock_ms - 3600 * 1000; /* unused for an hour */
    collect();
    assert_null(ref_load(roots[0], REF_REFERENT));
}

static void the_maximum_is_respected_and_room_comes_back(void **state)
{
    (void)state;
    u32 n = 0;
    for (;; n++) {
        struct object *o = heap_alloc_forced(&L, &T->bytes, 1016);
        if (!o) break;
        ((struct array *)o)->length = 1000;
        struct object *link = heap_alloc_forced(&L, &T->node, NODE_SIZE);
        if (!link) break;
        heap_store_ref(link, NODE_LEFT, roots[0]);
        heap_store_ref(link, NODE_RIGHT, o);
        roots[0] = link;
    }
    assert_true(n > 60 * 1000 && n < 66 * 1000);
    collect();
    assert_null(heap_alloc_forced(&L, &T->bytes, 4 * MB));
    roots[0] = NULL;
    collect();
    assert_true(heap_used() < MB);
    assert_non_null(heap_alloc_forced(&L, &T->bytes, 4 * MB));
}

static void random_graphs_survive(void **state)
{
    (void)state;
    srand(7);
    for (int i = 0; i < 400000; i++) {
        struct object *o;
        int kind = rand() % 20;
        if (kind < 15)
            o = node(roots[rand() % 64], roots[rand() % 64]);
        else if (kind < 18)
            o = array(&T->bytes, rand() % 300);
        else if (kind < 19) {
            o = array(&T->refs, rand() % 200);
            for (i32 k = 0; k < array_length(o); k++) heap_store_ref(o, ARRAY_BASE + 4 * (u32)k, roots[rand() % 64]);
        } else
            o = array(&T->longs, rand() % 3000);
        roots[rand() % 64] = o;
        if (rand() % 50 == 0)
            for (int k = 0; k < 60; k++) roots[k] = NULL;
        if (i % 20000 == 0) {
            collect();
            heap_verify("test");
        }
    }
}

/* Rows of a matrix would share few sets of the processor's cache if each block's first one lay at the same place. */
static void first_objects_of_blocks_lie_at_different_places(void **state)
{
    (void)state;
    enum { ROW = 976, BLOCKS = 40 };
    u32 seen[8] = { 0 }, places = 0;
    for (u32 i = 0; i < BLOCKS * (HEAP_BLOCK_SIZE / ROW); i++) {
        uintptr_t at = (uintptr_t)alloc(&T->bytes, ROW) & (HEAP_BLOCK_SIZE - 1);
        if (at < 8 * HEAP_LINE_SIZE && at % HEAP_LINE_SIZE == 0) seen[at / HEAP_LINE_SIZE]++;
    }
    for (u32 i = 0; i < ARRAY_LEN(seen); i++) places += seen[i] > 0;
    assert_true(places >= 6);
}

static void sampling_hits_at_the_interval(void **state)
{
    (void)state;
    heap_set_sampling(HEAP_SAMPLER_TOOLS, true, 10000);
    u32 hits = 0;
    for (int i = 0; i < 100000; i++) {
        struct object *o = heap_alloc(&L, &T->node, NODE_SIZE);
        if (!o) {
            if (heap_sample_due(&L, NODE_SIZE))
                hits++;
            else
                collect();
            o = heap_alloc_forced(&L, &T->node, NODE_SIZE);
        }
        assert_non_null(o);
    }
    assert_in_range(hits, 200, 280); /* 2.4 MB / 10 kB */
    heap_set_sampling(HEAP_SAMPLER_TOOLS, false, 0);
}

/* From the next sample on at the new interval, and the weights still add up to what was allocated. */
static void interval_changes_without_loss(void **state)
{
    (void)state;
    heap_set_sampling(HEAP_SAMPLER_OLD, true, 2000);
    u32 hits[2] = { 0 };
    u64 weight = 0, bytes = 0;
    for (int i = 0; i < 200000; i++) {
        if (i == 100000) heap_change_sampling(HEAP_SAMPLER_OLD, 16000);
        struct object *o = heap_alloc(&L, &T->node, NODE_SIZE);
        if (!o) {
            u32 due = heap_sample_due(&L, NODE_SIZE);
            if (!due) collect();
            o = heap_alloc_forced(&L, &T->node, NODE_SIZE);
            if (due) weight += heap_sample_weight(&L, HEAP_SAMPLER_OLD);
            hits[i >= 100000] += due != 0;
        }
        assert_non_null(o);
        bytes += NODE_SIZE;
    }
    assert_in_range(hits[0], 1050, 1350); /* 2.4 MB / 2 kB */
    assert_in_range(hits[1], 110, 195);   /* 2.4 MB / 16 kB */
    assert_in_range(weight, bytes - 200000, bytes);
    heap_set_sampling(HEAP_SAMPLER_OLD, false, 0);
}

/* Each at its own interval; the weights of one add up to what was allocated. */
static void samplers_do_not_disturb_each_other(void **state)
{
    (void)state;
    heap_set_sampling(HEAP_SAMPLER_TOOLS, true, 50000);
    heap_set_sampling(HEAP_SAMPLER_RECORDER, true, 2000);
    u32 hits[HEAP_SAMPLERS] = { 0 };
    u64 weight = 0, bytes = 0;
    for (int i = 0; i < 200000; i++) {
        if (i == 100000) heap_set_sampling(HEAP_SAMPLER_TOOLS, false, 0);
        struct object *o = heap_alloc(&L, &T->node, NODE_SIZE);
        if (!o) {
            u32 due = heap_sample_due(&L, NODE_SIZE);
            for (int k = 0; k < HEAP_SAMPLERS; k++) hits[k] += due >> k & 1;
            if (!due) collect();
            o = heap_alloc_forced(&L, &T->node, NODE_SIZE);
            if (due & 1u << HEAP_SAMPLER_RECORDER) weight += heap_sample_weight(&L, HEAP_SAMPLER_RECORDER);
        }
        assert_non_null(o);
        bytes += NODE_SIZE;
    }
    assert_in_range(hits[HEAP_SAMPLER_TOOLS], 20, 80);        /* 2.4 MB / 50 kB */
    assert_in_range(hits[HEAP_SAMPLER_RECORDER], 2100, 2700); /* 4.8 MB / 2 kB */
    assert_in_range(weight, bytes - 50000, bytes);
    heap_set_sampling(HEAP_SAMPLER_RECORDER, false, 0);
}

static void stress_asks_for_a_collection(void **state)
{
    (void)state;
    heap_set_stress(10, 0);
    u32 asked = 0;
    for (int i = 0; i < 1000; i++) {
        struct object *o = heap_alloc(&L, &T->node, NODE_SIZE);
        if (o) continue;
        assert_true(heap_stress_due(&L));
        asked++;
        collect();
        assert_non_null(heap_alloc_forced(&L, &T->node, NODE_SIZE));
    }
    assert_int_equal(asked, 100);
    heap_set_stress(0, 0);
}

/* ---- objects that move together ---- */

/* roots[0]: `live` nodes in a list, each the only one that lives among `apart` bytes; the list's first has the value
 * 1. */
static void scatter(u32 live, u32 apart)
{
    for (u32 i = live; i > 0; i--) {
        for (u32 n = 0; n < apart / NODE_SIZE; n++) node(NULL, NULL);
        roots[0] = node(roots[0], NULL);
        *(u64 *)((char *)roots[0] + NODE_VALUE) = i;
    }
}
static void check_list(u32 live)
{
    u32 n = 0;
    for (struct object *o = roots[0]; o; o = ref_load(o, NODE_LEFT))
        assert_int_equal(*(u64 *)((char *)o + NODE_VALUE), ++n);
    assert_int_equal(n, live);
}
static void move_together(void) { heap_collect(HEAP_CAUSE_LAST_RESORT, false); }

static void scattered_objects_move_together(void **state)
{
    (void)state;
    scatter(2000, 4096);
    collect();
    size_t scattered = heap_used();
    u64 moved = heap_moved();
    move_together();
    assert_in_range(heap_moved() - moved, 1500, 2000);
    assert_in_range(heap_used(), 2000 * NODE_SIZE, scattered / 3); /* a line each before */
    assert_int_equal(count_objects(), 2000);
    check_list(2000);
}

static void what_a_stack_points_to_stays(void **state)
{
    (void)state;
    scatter(2000, 4096);
    collect();
    struct object *words[3];
    u32 n = 0, at = 0;
    for (struct object *o = roots[0]; o; o = ref_load(o, NODE_LEFT), at++)
        if (at % 700 == 10) words[n++] = at == 710 ? (struct object *)((char *)o + 12) : o; /* one in the middle */
    assert_int_equal(n, 3);
    cons_from = words;
    cons_to = words + 3;
    move_together();
    check_list(2000);
    at = n = 0;
    for (struct object *o = roots[0]; o; o = ref_load(o, NODE_LEFT), at++)
        if (at % 700 == 10) assert_ptr_equal(at == 710 ? (struct object *)((char *)o + 12) : o, words[n++]);
}

static void nothing_moves_under_addresses_of_elements(void **state)
{
    (void)state;
    scatter(2000, 4096);
    collect();
    u64 moved = heap_moved();
    critical = true;
    move_together();
    critical = false;
    assert_int_equal(heap_moved(), moved);
    check_list(2000);
}

static void weak_entries_and_references_follow(void **state)
{
    (void)state;
    scatter(2000, 4096);
    struct object *last = roots[0];
    while (ref_load(last, NODE_LEFT)) last = ref_load(last, NODE_LEFT);
    roots[1] = reference(REF_WEAK, last);
    roots[2] = reference(REF_PHANTOM, last);
    weak[0] = last;
    weak[1] = node(NULL, NULL);
    weak_after_final[0] = weak_after_final[1] = true;
    struct object *before = last;
    collect();
    move_together();
    last = roots[0];
    while (ref_load(last, NODE_LEFT)) last = ref_load(last, NODE_LEFT);
    assert_ptr_not_equal(last, before);
    assert_ptr_equal(weak[0], last);
    assert_null(weak[1]);
    assert_ptr_equal(ref_load(roots[1], REF_REFERENT), last);
    assert_ptr_equal(ref_load(roots[2], REF_REFERENT), last);
    assert_null(pending);
}

static void side_tables_may_refuse(void **state)
{
    (void)state;
    scatter(2000, 4096);
    collect();
    stays = roots[0];
    move_together();
    assert_ptr_equal(roots[0], stays);
    stays = NULL;
    check_list(2000);
    assert_int_equal(count_objects(), 2000);
}

/* Each round leaves survivors that keep blocks which the next, larger sizes cannot use; as much lives as a fifth of the
 * heap. */
static void few_survivors_do_not_keep_the_heap(void **state)
{
    (void)state;
    roots[0] = array(&T->refs, 40000);
    u32 kept = 0;
    for (i32 size = 40; size < 4000; size *= 2)
        for (u32 i = 0; i < 40 * MB / (u32)size; i++) {
            struct object *o = array(&T->bytes, size);
            if (i % 64 == 0) heap_store_ref(roots[0], ARRAY_BASE + 4 * kept++, o);
        }
    for (i32 i = 0; i < 20; i++) roots[1] = array(&T->bytes, 20 * MB);
    for (u32 i = 0; i < kept; i++) assert_int_equal(array_length(ref_load(roots[0], ARRAY_BASE + 4 * i)) % 40, 0);
}

/* ---- young collections ---- */

/* Something has to have been allocated for a failed allocation to ask for one. */
static void collect_young(void)
{
    u64 before = heap_young_collections();
    for (u32 i = 0; i < 12; i++) array(&T->bytes, MB);
    heap_collect(HEAP_CAUSE_ALLOCATION, false);
    assert_int_equal(heap_young_collections(), before + 1);
}

static void young_objects_go_and_old_ones_stay(void **state)
{
    (void)state;
    for (int i = 0; i < 1000; i++) roots[0] = node(roots[0], NULL);
    roots[1] = node(NULL, NULL);
    collect();
    struct object *old = roots[1], *young = node(NULL, NULL), *garbage = node(NULL, NULL);
    roots[1] = NULL;
    roots[2] = young;
    collect_young();
    young = roots[2];
    assert_int_equal(count_objects(), 1002);
    assert_true(heap_is_object(old)); /* dead, but old */
    assert_true(heap_is_object(young));
    assert_false(heap_is_object(garbage));
    roots[2] = NULL;
    collect_young(); /* the survivor is old now */
    assert_true(heap_is_object(young));
    collect();
    assert_int_equal(count_objects(), 1000);
}

static void what_old_objects_got_is_alive(void **state)
{
    (void)state;
    struct object *old = roots[0] = node(NULL, node(NULL, NULL));
    collect();
    for (u32 round = 0; round < 5; round++) {
        struct object *lost = node(NULL, NULL);
        heap_store_ref(old, NODE_LEFT, lost);
        heap_store_ref(old, NODE_LEFT, node(node(NULL, NULL), NULL));
        roots[1] = node(NULL, NULL);
        heap_cas_ref(old, NODE_RIGHT, ref_load(old, NODE_RIGHT), roots[1], NULL);
        collect_young();
        assert_false(heap_is_object(lost));
        struct object *found = ref_load(old, NODE_LEFT);
        assert_true(heap_is_object(found) && heap_is_object(ref_load(found, NODE_LEFT)));
        assert_ptr_equal(ref_load(old, NODE_RIGHT), roots[1]);
        old = found;
    }
    collect();
    assert_int_equal(count_objects(), 5 * 2 + 2);
}

static void young_objects_move_together(void **state)
{
    (void)state;
    enum { LIVE = 1000 };
    roots[0] = array(&T->refs, 100000); /* with pages of its own */
    roots[1] = node(NULL, NULL);
    collect();
    struct object *old = roots[1];
    u64 moved_before = heap_moved();
    for (u32 i = 0; i < LIVE; i++) {
        for (u32 k = 0; k < 20; k++) (void)node(NULL, NULL);
        heap_store_ref(roots[0], ARRAY_BASE + 4 * 7 * i, node(roots[0], old));
    }
    struct object *last = ref_load(roots[0], ARRAY_BASE + 4 * 7 * (LIVE - 1));
    heap_store_ref(old, NODE_LEFT, last);
    roots[2] = reference(REF_WEAK, last);
    weak[0] = last;
    weak_after_final[0] = true;
    cons_from = &last, cons_to = &last + 1;
    struct object *pinned = roots[3] = last = node(NULL, NULL);
    collect_young();
    cons_from = cons_to = NULL;
    assert_int_equal(heap_moved(), moved_before + LIVE + 1); /* and the reference */
    assert_ptr_equal(roots[3], pinned);
    assert_ptr_equal(roots[1], old);
    last = ref_load(roots[0], ARRAY_BASE + 4 * 7 * (LIVE - 1));
    assert_ptr_equal(ref_load(old, NODE_LEFT), last);
    assert_ptr_equal(ref_load(roots[2], REF_REFERENT), last);
    assert_ptr_equal(weak[0], last);
    for (u32 i = 0; i < LIVE; i++) {
        struct object *o = ref_load(roots[0], ARRAY_BASE + 4 * 7 * i);
        assert_true(heap_is_object(o));
        assert_ptr_equal(ref_load(o, NODE_LEFT), roots[0]);
        assert_ptr_equal(ref_load(o, NODE_RIGHT), old);
    }
    assert_int_equal(count_objects(), LIVE + 4);
    moved_before = heap_moved();
    collect_young(); /* they are old now */
    assert_int_equal(heap_moved(), moved_before);
    critical = true;
    for (u32 i = 0; i < LIVE; i++) roots[4] = node(roots[4], NULL);
    collect_young();
    assert_int_equal(heap_moved(), moved_before);
    critical = false;
    collect();
    assert_int_equal(count_objects(), LIVE + 4 + LIVE);
}

/* While the old grow, a mutator takes memory that nobody has touched and leaves to the next stop what that moves to. */
static void blocks_to_move_to_are_left_to_the_stop(void **state)
{
    (void)state;
    enum { ROUNDS = 4, LIVE = 2 * MB / NODE_SIZE };
    roots[0] = array(&T->refs, ROUNDS * LIVE);
    collect();
    for (u32 round = 0; round < ROUNDS; round++) {
        for (u32 i = 0; i < LIVE; i++) {
            heap_store_ref(roots[0], ARRAY_BASE + 4 * (round * LIVE + i), node(NULL, NULL));
            for (u32 k = 0; k < 3; k++) (void)node(NULL, NULL);
        }
        u32 dirty = heap.dirty_blocks, expected = heap.blocks_moved_to;
        if (round > 1) assert_true(expected > LIVE * NODE_SIZE / HEAP_BLOCK_SIZE / 2 && dirty >= expected);
        collect_young();
    }
    for (u32 i = 0; i < ROUNDS * LIVE; i++) assert_non_null(ref_load(roots[0], ARRAY_BASE + 4 * i));
}

/* A program that needs as many large objects again finds their pages where they were, and they are zero. */
static void pages_of_large_objects_stay_for_the_next(void **state)
{
    (void)state;
    collect();
    for (int round = 0; round < 3; round++) {
        size_t made = 0, dirty = heap.large_dirty;
        for (; made < heap.budget / 2; made += 1 << 20) {
            struct object *a = array(&T->bytes, 1000000);
            u8 *p = array_data(a);
            for (i32 k = 0; k < 1000000; k += 997) assert_int_equal(p[k], 0);
            memset(p, 0xee, 1000000);
        }
        assert_true(round == 0 || dirty >= made / 8 * 7 || dirty >= heap.max_bytes / 33);
        collect_young();
        assert_true(heap.large_dirty <= heap.budget);
    }
    collect();
}

static void lines_of_large_arrays_are_enough(void **state)
{
    (void)state;
    enum { LENGTH = 100000 };
    struct object *a = roots[0] = array(&T->refs, LENGTH);
    collect();
    for (u32 round = 0; round < 3; round++) {
        for (u32 i = round; i < LENGTH; i += 777) heap_store_ref(a, ARRAY_BASE + 4 * i, node(NULL, NULL));
        heap_store_ref(a, ARRAY_BASE + 4 * (LENGTH - 1), node(NULL, NULL));
        heap_before_store(a, ARRAY_BASE + 4 * 500, 4 * 200); /* as a copy does */
        for (u32 i = 500; i < 700; i++) heap_init_ref(a, ARRAY_BASE + 4 * i, node(NULL, NULL));
        collect_young();
        for (u32 i = 0; i < LENGTH; i++)
            if (ref_load(a, ARRAY_BASE + 4 * i)) assert_true(heap_is_object(ref_load(a, ARRAY_BASE + 4 * i)));
        for (u32 i = 500; i < 700; i++) assert_non_null(ref_load(a, ARRAY_BASE + 4 * i));
    }
}

static void references_of_young_objects_are_cleared(void **state)
{
    (void)state;
    roots[0] = reference(REF_WEAK, NULL);
    roots[1] = reference(REF_WEAK, node(NULL, NULL)); /* dies old */
    roots[9] = ref_load(roots[1], REF_REFERENT);
    collect();
    roots[9] = NULL;
    heap_store_ref(roots[0], REF_REFERENT, node(NULL, NULL)); /* an old reference to a young object */
    roots[2] = reference(REF_WEAK, node(NULL, NULL));
    roots[3] = reference(REF_PHANTOM, node(NULL, NULL));
    roots[4] = reference(REF_FINAL, node(NULL, node(NULL, NULL)));
    roots[5] = reference(REF_SOFT, node(NULL, NULL));
    *(i64 *)((char *)roots[5] + REF_TIMESTAMP) = clock_ms;
    roots[6] = node(NULL, NULL);
    roots[7] = reference(REF_WEAK, roots[6]);
    weak[0] = node(NULL, NULL);
    weak[1] = roots[6];
    weak_after_final[0] = weak_after_final[1] = true;
    collect_young();
    assert_int_equal(pending_count(), 4);
    assert_null(ref_load(roots[0], REF_REFERENT));
    assert_true(heap_is_object(ref_load(roots[1], REF_REFERENT)));
    assert_null(ref_load(roots[2], REF_REFERENT));
    assert_null(ref_load(roots[3], REF_REFERENT));
    struct object *revived = ref_load(roots[4], REF_REFERENT);
    assert_true(heap_is_object(revived) && heap_is_object(ref_load(revived, NODE_RIGHT)));
    assert_non_null(ref_load(roots[5], REF_REFERENT));
    assert_ptr_equal(ref_load(roots[7], REF_REFERENT), roots[6]);
    assert_null(weak[0]);
    assert_ptr_equal(weak[1], roots[6]);
    pending = NULL;
    collect();
    assert_int_equal(pending_count(), 1);
    assert_null(ref_load(roots[1], REF_REFERENT));
}

static void many_old_objects_may_change(void **state)
{
    (void)state;
    enum { COUNT = 200000 }; /* more than the log has room for */
    for (int i = 0; i < COUNT; i++) roots[0] = node(roots[0], NULL);
    collect();
    u32 n = 0;
    for (struct object *o = roots[0]; o; o = ref_load(o, NODE_LEFT), n++)
        if (n % 2) heap_store_ref(o, NODE_RIGHT, node(NULL, NULL));
    for (u32 i = 0; i < 12; i++) array(&T->bytes, MB);
    heap_collect(HEAP_CAUSE_ALLOCATION, false);
    assert_int_equal(count_objects(), COUNT + COUNT / 2);
}

/* ---- marking beside the program ---- */

static void allow_cycles(bool on) { heap.config.concurrent = heap.config.stress_concurrent = on; }

/* The thread has looked at everything that is gray. With a full stack the cycle is lost, and may never have. */
static void let_it_mark(void)
{
    while (heap.cycle && !cycle_failed() && !cycle_idle()) sched_yield();
}

/* What lives now is old and seen when this returns. */
static void begin_cycle(void)
{
    allow_cycles(true);
    collect_young();
    assert_true(heap.cycle || MARK_STACK_BYTES);
    let_it_mark();
}

static void end_cycle(void)
{
    u64 before = heap_remarks();
    while (heap.cycle) {
        let_it_mark();
        for (u32 i = 0; i < 12; i++) array(&T->bytes, MB);
        heap_collect(HEAP_CAUSE_ALLOCATION, false);
    }
    allow_cycles(false);
    assert_true(heap_remarks() == before + 1 || MARK_STACK_BYTES);
}

/* A young collection in its midst: where nothing is gray it would end. */
static void more_in_a_cycle(void)
{
    uintptr_t *from, *to;
    let_it_mark();
    cycle_reserve(&from, &to);
    if (cycle_failed()) return;
    collect_young();
    assert_true(heap.cycle);
    let_it_mark();
}

static void a_cycle_frees_what_died_before_it(void **state)
{
    (void)state;
    for (int i = 0; i < 10000; i++) roots[0] = node(roots[0], NULL);
    struct object *dead = roots[1] = node(node(NULL, NULL), array(&T->refs, 5000));
    collect();
    roots[1] = NULL;
    begin_cycle();
    struct object *late = roots[0];
    roots[0] = ref_load(roots[0], NODE_LEFT);
    roots[2] = node(NULL, NULL);
    more_in_a_cycle();
    roots[3] = node(NULL, NULL);
    struct object *garbage = node(NULL, NULL);
    end_cycle();
    assert_false(heap_is_object(dead));
    assert_false(heap_is_object(garbage));
    assert_true(heap_is_object(late) || MARK_STACK_BYTES); /* it was seen before it died */
    assert_true(heap_is_object(roots[2]) && heap_is_object(roots[3]));
    collect();
    assert_int_equal(count_objects(), 10001);
}

/* Each of these is known from a weak reference alone when the cycle begins, and comes back to the program behind the
 * marker's back. */
static void what_comes_from_weak_references_lives(void **state)
{
    (void)state;
    enum { WAYS = 6, LENGTH = 5000 };
    roots[0] = array(&T->refs, LENGTH);
    roots[1] = node(NULL, NULL);
    roots[2] = node(NULL, NULL);
    for (u32 i = 0; i < WAYS; i++) {
        roots[10 + i] = node(node(NULL, NULL), array(&T->refs, 3));
        roots[20 + i] = reference(REF_WEAK, roots[10 + i]);
    }
    collect();
    for (u32 i = 0; i < WAYS; i++) roots[10 + i] = NULL;
    begin_cycle();
    heap_store_ref(roots[1], NODE_LEFT, ref_load(roots[20], REF_REFERENT)); /* into an old object, before … */
    heap_store_ref(roots[0], ARRAY_BASE + 4 * 4321, ref_load(roots[21], REF_REFERENT));
    roots[3] = node(NULL, ref_load(roots[22], REF_REFERENT)); /* into a young one */
    more_in_a_cycle();
    heap_store_ref(roots[2], NODE_LEFT, ref_load(roots[23], REF_REFERENT)); /* … and after a young collection */
    roots[4] = node(NULL, ref_load(roots[24], REF_REFERENT));
    roots[5] = ref_load(roots[25], REF_REFERENT); /* into a root */
    end_cycle();
    heap_verify("test");
    struct object *at[WAYS] = { ref_load(roots[1], NODE_LEFT),  ref_load(roots[0], ARRAY_BASE + 4 * 4321),
                                ref_load(roots[3], NODE_RIGHT), ref_load(roots[2], NODE_LEFT),
                                ref_load(roots[4], NODE_RIGHT), roots[5] };
    for (u32 i = 0; i < WAYS; i++) {
        assert_true(heap_is_object(at[i]));
        assert_true(heap_is_object(ref_load(at[i], NODE_LEFT)) && heap_is_object(ref_load(at[i], NODE_RIGHT)));
        assert_ptr_equal(ref_load(roots[20 + i], REF_REFERENT), at[i]);
    }
    assert_null(pending);
}

/* What is gone from where the marker would have come later is where it has been. */
static void what_moves_behind_the_marker_lives(void **state)
{
    (void)state;
    enum { LENGTH = 40000 };
    struct object *from = roots[0] = array(&T->refs, LENGTH), *to = roots[1] = array(&T->refs, LENGTH);
    for (u32 i = 0; i < LENGTH; i++) {
        struct object *o = node(node(NULL, NULL), NULL);
        *(u64 *)((char *)o + NODE_VALUE) = i;
        heap_store_ref(from, ARRAY_BASE + 4 * i, o);
    }
    collect();
    allow_cycles(true);
    collect_young();
    for (u32 i = LENGTH; i-- > 0;) {
        heap_store_ref(to, ARRAY_BASE + 4 * (LENGTH - 1 - i), ref_load(from, ARRAY_BASE + 4 * i));
        heap_store_ref(from, ARRAY_BASE + 4 * i, NULL);
        if (i % 10000 == 5000) more_in_a_cycle();
    }
    end_cycle();
    for (u32 i = 0; i < LENGTH; i++) {
        struct object *o = ref_load(to, ARRAY_BASE + 4 * (LENGTH - 1 - i));
        assert_true(heap_is_object(o) && heap_is_object(ref_load(o, NODE_LEFT)));
        assert_int_equal(*(u64 *)((char *)o + NODE_VALUE), i);
    }
}

static void a_remark_processes_references(void **state)
{
    (void)state;
    roots[0] = reference(REF_WEAK, roots[9] = node(NULL, NULL));
    roots[1] = reference(REF_WEAK, roots[10] = node(NULL, NULL)); /* goes on */
    roots[2] = reference(REF_PHANTOM, roots[11] = node(NULL, NULL));
    roots[3] = reference(REF_FINAL, roots[12] = node(NULL, node(NULL, NULL)));
    roots[4] = reference(REF_SOFT, roots[13] = node(NULL, NULL));
    *(i64 *)((char *)roots[4] + REF_TIMESTAMP) = clock_ms;
    weak[0] = roots[14] = node(NULL, NULL);
    weak[1] = roots[10];
    weak_after_final[0] = weak_after_final[1] = true;
    collect();
    for (u32 i = 9; i < 15; i++)
        if (i != 10) roots[i] = NULL;
    begin_cycle();
    roots[5] = reference(REF_WEAK, node(NULL, NULL));
    more_in_a_cycle();
    assert_int_equal(pending_count(), MARK_STACK_BYTES ? 0 : 1);
    roots[6] = reference(REF_WEAK, node(NULL, NULL));
    end_cycle();
    assert_int_equal(pending_count(), MARK_STACK_BYTES ? 5 : 4);
    for (u32 i = 0; i < 7; i++)
        if (i != 1 && i != 3 && i != 4) assert_null(ref_load(roots[i], REF_REFERENT));
    assert_ptr_equal(ref_load(roots[1], REF_REFERENT), roots[10]);
    struct object *revived = ref_load(roots[3], REF_REFERENT);
    assert_true(heap_is_object(revived) && heap_is_object(ref_load(revived, NODE_RIGHT)));
    assert_true(heap_is_object(ref_load(roots[4], REF_REFERENT)));
    assert_null(weak[0]);
    assert_ptr_equal(weak[1], roots[10]);
}

static void a_full_collection_ends_a_cycle(void **state)
{
    (void)state;
    for (int i = 0; i < 1000; i++) roots[i % 50] = node(roots[i % 50], array(&T->refs, 10));
    for (u32 round = 0; round < 5; round++) {
        begin_cycle();
        roots[round] = ref_load(roots[round], NODE_LEFT);
        u64 before = heap_remarks();
        collect();
        assert_false(heap.cycle);
        assert_int_equal(heap_remarks(), before);
        assert_int_equal(count_objects(), 2000 - 2 * (round + 1));
        begin_cycle();
        end_cycle();
        assert_int_equal(count_objects(), 2000 - 2 * (round + 1));
    }
}

/* The graph is copied into numbers and compared after each change of the phase. */
static void random_changes_in_cycles_lose_nothing(void **state)
{
    (void)state;
    enum { COUNT = 3000, SIDES = 2 };
    static u32 expect[COUNT][SIDES];
    struct object *all = roots[0] = array(&T->refs, COUNT);
    srand(11);
    for (u32 i = 0; i < COUNT; i++) {
        heap_store_ref(all, ARRAY_BASE + 4 * i, node(NULL, NULL));
        *(u64 *)((char *)ref_load(all, ARRAY_BASE + 4 * i) + NODE_VALUE) = i;
        expect[i][0] = expect[i][1] = COUNT;
    }
    allow_cycles(true);
    for (u32 step = 0; step < 60; step++) {
        for (u32 k = 0; k < 400; k++) {
            u32 i = (u32)rand() % COUNT, side = (u32)rand() % SIDES, j = (u32)rand() % COUNT;
            struct object *o = ref_load(all, ARRAY_BASE + 4 * i), *to = ref_load(all, ARRAY_BASE + 4 * j);
            if (rand() % 4 == 0) { /* a new one in its place: the old one may be reached from others alone */
                o = node(ref_load(o, NODE_LEFT), ref_load(o, NODE_RIGHT));
                *(u64 *)((char *)o + NODE_VALUE) = i;
                heap_store_ref(all, ARRAY_BASE + 4 * i, o);
            }
            heap_store_ref(o, side ? NODE_RIGHT : NODE_LEFT, to);
            expect[i][side] = j;
        }
        for (u32 i = 0; i < 12; i++) array(&T->bytes, MB);
        heap_collect(HEAP_CAUSE_ALLOCATION, false);
        if (step % 3 == 0) let_it_mark();
        for (u32 i = 0; i < COUNT; i++)
            for (u32 side = 0; side < SIDES; side++) {
                struct object *to = ref_load(ref_load(all, ARRAY_BASE + 4 * i), side ? NODE_RIGHT : NODE_LEFT);
                if (!to) continue;
                assert_true(heap_is_object(to));
                assert_int_equal(*(u64 *)((char *)to + NODE_VALUE), expect[i][side]);
            }
    }
    if (!heap.cycle) begin_cycle(); /* the last collection was the end of one where the marker was quick */
    end_cycle();
}

/* ---- instances that grow ---- */

static struct object *list_that_grows(u32 n)
{
    T->grows =
        (struct heap_type){ .kind = HEAP_INSTANCE, .instance_size = GROWS_SIZE, .map_count = 1, .map = T->grown_map };
    for (u32 i = 0; i < n; i++) {
        struct object *o = alloc(&T->grows, GROWS_SIZE);
        heap_store_ref(o, GROWS_NEXT, roots[0]);
        *(u32 *)((char *)o + GROWS_VALUE) = i;
        (void)alloc(&T->grows, GROWS_SIZE); /* dies */
        roots[0] = o;
    }
    return roots[0];
}
static bool grow(u32 size)
{
    static struct heap_growth growth;
    growth = (struct heap_growth){ &T->grows, size };
    u32 before = roots[0]->lock;
    bool fits = heap_grow_begin(&growth, 1);
    assert_int_equal(roots[0]->lock, before); /* only the collection touches instances */
    if (!fits) return false;
    T->grows.map_count = 2;
    heap_grow(&growth, 1);
    heap_collect(HEAP_CAUSE_GROWTH, false);
    heap_grow_end(&L, &T->refs, &T->longs);
    return true;
}
static u64 *value_of(struct object *o)
{
    struct heap_place at = heap_place(o, GROWN_VALUE, false);
    return (u64 *)((char *)at.base + at.offset);
}
static void put_into_list(void)
{
    for (struct object *o = roots[0]; o; o = ref_load(o, GROWS_NEXT)) {
        struct object *value = node(NULL, NULL);
        struct heap_place at = heap_place(o, GROWN_REF, true);
        heap_store_ref(at.base, (u32)at.offset, value);
        *(u64 *)((char *)value + NODE_VALUE) = *value_of(o) = *(u32 *)((char *)o + GROWS_VALUE);
    }
}
static void check_grown(u32 n)
{
    for (struct object *o = roots[0]; o; o = ref_load(o, GROWS_NEXT)) {
        n--;
        assert_int_equal(*(u32 *)((char *)o + GROWS_VALUE), n);
        assert_int_equal(*value_of(o), n);
        assert_int_equal(*(u64 *)((char *)heap_ref_at(o, GROWN_REF) + NODE_VALUE), n);
    }
    assert_int_equal(n, 0);
}
static void instances_grow_and_pinned_ones_do_later(void **state)
{
    (void)state;
    enum { COUNT = 3000 };
    struct object *first = list_that_grows(COUNT);
    uintptr_t words[2] = { (uintptr_t)first + 4, (uintptr_t)ref_load(first, GROWS_NEXT) };
    cons_from = words;
    cons_to = words + 2;
    assert_true(grow(GROWN_SIZE));
    assert_int_equal(heap_short_count(), 2);
    assert_ptr_equal(roots[0], first);
    assert_int_equal(object_size(first), GROWS_SIZE);
    assert_int_equal(*value_of(first), 0);
    assert_null(heap_ref_at(first, GROWN_REF));
    put_into_list();
    check_grown(COUNT);
    for (u32 i = 0; i < 20; i++) {
        for (u32 k = 0; k < 1000; k++) (void)node(NULL, NULL);
        heap_collect(i % 5 == 4 ? HEAP_CAUSE_SYSTEM_GC : HEAP_CAUSE_STRESS, false);
        check_grown(COUNT);
        if (i % 3 == 0) put_into_list();
    }
    assert_true(grow(GROWN_SIZE + 16)); /* once more */
    assert_int_equal(heap_short_count(), 2);
    check_grown(COUNT);
    cons_to = words + 1;
    collect();
    assert_int_equal(heap_short_count(), 1);
    check_grown(COUNT);
    cons_from = NULL;
    collect();
    assert_int_equal(heap_short_count(), 0);
    assert_int_equal(object_size(roots[0]), GROWN_SIZE + 16);
    check_grown(COUNT);
    assert_int_equal(count_objects(), 2 * COUNT);
}
static void short_instances_die(void **state)
{
    (void)state;
    struct object *first = list_that_grows(10);
    uintptr_t word = (uintptr_t)first;
    cons_from = &word;
    cons_to = &word + 1;
    assert_true(grow(GROWN_SIZE));
    assert_int_equal(heap_short_count(), 1);
    cons_from = NULL;
    roots[0] = NULL;
    collect();
    assert_int_equal(heap_short_count(), 0);
    assert_int_equal(count_objects(), 0);
}
/* There would be no memory if all objects grew. */
static void growth_counts_instances(void **state)
{
    (void)state;
    (void)list_that_grows(1000);
    struct object *first = roots[0];
    for (u32 i = 0; i < 1000000; i++) roots[1] = node(roots[1], NULL);
    collect();
    assert_true(grow(GROWN_SIZE * 4));
    assert_int_equal(heap_short_count(), 0);
    assert_true(roots[0] != first);
    assert_int_equal(object_size(roots[0]), GROWN_SIZE * 4);
    assert_int_equal(count_objects(), 1001000);
}
static void growth_needs_memory(void **state)
{
    (void)state;
    (void)list_that_grows(1500000);
    collect();
    assert_false(grow(GROWN_SIZE + 64));
    assert_int_equal(T->grows.instance_size, GROWS_SIZE);
    assert_int_equal(object_size(roots[0]), GROWS_SIZE);
    assert_int_equal(heap_short_count(), 0);
    collect();
    assert_int_equal(count_objects(), 1500000);
}

/* The objects of an element are copied soon after it, not after all elements. */
static void copies_of_elements_lie_with_their_own(void **state)
{
    (void)state;
    enum { LENGTH = 20000 };
    (void)list_that_grows(0);
    struct object *a = roots[1] = array(&T->refs, LENGTH);
    for (u32 i = 0; i < LENGTH; i++) heap_store_ref(a, ARRAY_BASE + 4 * i, alloc(&T->grows, GROWS_SIZE));
    for (u32 i = 0; i < LENGTH; i++)
        heap_store_ref(ref_load(a, ARRAY_BASE + 4 * i), GROWS_NEXT, alloc(&T->grows, GROWS_SIZE));
    roots[0] = ref_load(a, ARRAY_BASE);
    assert_true(grow(GROWN_SIZE));
    u32 near = 0;
    for (u32 i = 0; i < LENGTH; i++) {
        uintptr_t e = (uintptr_t)ref_load(a, ARRAY_BASE + 4 * i);
        uintptr_t own = (uintptr_t)ref_load((struct object *)e, GROWS_NEXT);
        near += own - e < 2 * HEAP_BLOCK_SIZE || e - own < 2 * HEAP_BLOCK_SIZE;
    }
    if (!MARK_STACK_BYTES) assert_true(near > LENGTH / 4 * 3); /* a full stack has no room for lines */
}
static void memory_for_copies_is_mapped_before(void **state)
{
    (void)state;
    enum { COUNT = 200000, OTHERS = 300000 };
    for (u32 i = 0; i < OTHERS; i++) roots[1] = node(roots[1], NULL);
    (void)list_that_grows(COUNT);
    collect();
    struct heap_growth growth = { &T->grows, GROWN_SIZE };
    u32 blocks = heap_grow_blocks(&growth, 1), wanted = COUNT * GROWN_SIZE / HEAP_BLOCK_SIZE;
    assert_int_equal(T->grows.short_size, 0);
    assert_in_range(blocks, wanted / 4 * 3, wanted / 4 * 5);
    blocks += blocks / 2; /* the rest is given back */
    heap_map_blocks(blocks);
    assert_true(heap.dirty_blocks >= blocks);
    u8 *state_before = malloc(heap.block_count);
    memcpy(state_before, heap.block_state, heap.block_count);
    u32 mapped = heap.block_count;
    assert_true(grow(GROWN_SIZE));
    for (struct object *o = roots[0]; o; o = ref_load(o, GROWS_NEXT)) {
        assert_true(block_of((uintptr_t)o) < mapped);
        assert_int_equal(state_before[block_of((uintptr_t)o)], BLOCK_FREE_DIRTY);
    }
    free(state_before);
    assert_true(((size_t)heap.dirty_blocks << HEAP_BLOCK_SHIFT) <= heap.budget * 2);
}

static int init(void **state)
{
    (void)state;
    make_types();
    char err[256];
    struct heap_config config = {
        .max_bytes = 64 * MB, .verify = true, .mark_stack_bytes = MARK_STACK_BYTES, .threads = THREADS
    };
    assert_true(heap_init(&config, &vm, err, sizeof err));
    heap_set_reference_layout(REF_REFERENT, REF_NEXT, REF_DISCOVERED, REF_TIMESTAMP);
    heap_set_soft_clock(&clock_ms);
    heap_local_init(&L);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(unreachable_objects_go_and_reachable_stay, setup),
        cmocka_unit_test_setup(reused_memory_is_zero, setup),
        cmocka_unit_test_setup(deep_lists_and_cycles_are_marked, setup),
        cmocka_unit_test_setup(large_objects_are_reused_and_zero, setup),
        cmocka_unit_test_setup(pages_of_large_objects_stay_for_the_next, setup),
        cmocka_unit_test_setup(interior_pointers_on_stacks_pin, setup),
        cmocka_unit_test_setup(mirrors_keep_their_statics, setup),
        cmocka_unit_test_setup(mirrors_of_many_collections_share_blocks, setup),
        cmocka_unit_test_setup(holders_are_marked_by_what_needs_them, setup),
        cmocka_unit_test_setup(weak_and_phantom_references_are_cleared_in_order, setup),
        cmocka_unit_test_setup(finalizable_objects_live_once_more, setup),
        cmocka_unit_test_setup(soft_references_go_when_asked, setup),
        cmocka_unit_test_setup(the_maximum_is_respected_and_room_comes_back, setup),
        cmocka_unit_test_setup(scattered_objects_move_together, setup),
        cmocka_unit_test_setup(what_a_stack_points_to_stays, setup),
        cmocka_unit_test_setup(nothing_moves_under_addresses_of_elements, setup),
        cmocka_unit_test_setup(weak_entries_and_references_follow, setup),
        cmocka_unit_test_setup(side_tables_may_refuse, setup),
        cmocka_unit_test_setup(few_survivors_do_not_keep_the_heap, setup),
        cmocka_unit_test_setup(young_objects_go_and_old_ones_stay, setup),
        cmocka_unit_test_setup(what_old_objects_got_is_alive, setup),
        cmocka_unit_test_setup(lines_of_large_arrays_are_enough, setup),
        cmocka_unit_test_setup(references_of_young_objects_are_cleared, setup),
        cmocka_unit_test_setup(young_objects_move_together, setup),
        cmocka_unit_test_setup(blocks_to_move_to_are_left_to_the_stop, setup),
        cmocka_unit_test_setup(many_old_objects_may_change, setup),
        cmocka_unit_test_setup(a_cycle_frees_what_died_before_it, setup),
        cmocka_unit_test_setup(what_comes_from_weak_references_lives, setup),
        cmocka_unit_test_setup(what_moves_behind_the_marker_lives, setup),
        cmocka_unit_test_setup(a_remark_processes_references, setup),
        cmocka_unit_test_setup(a_full_collection_ends_a_cycle, setup),
        cmocka_unit_test_setup(random_changes_in_cycles_lose_nothing, setup),
        cmocka_unit_test_setup(random_graphs_survive, setup),
        cmocka_unit_test_setup(instances_grow_and_pinned_ones_do_later, setup),
        cmocka_unit_test_setup(short_instances_die, setup),
        cmocka_unit_test_setup(growth_counts_instances, setup),
        cmocka_unit_test_setup(copies_of_elements_lie_with_their_own, setup),
        cmocka_unit_test_setup(memory_for_copies_is_mapped_before, setup),
        cmocka_unit_test_setup(growth_needs_memory, setup),
        cmocka_unit_test_setup(first_objects_of_blocks_lie_at_different_places, setup),
        cmocka_unit_test_setup(sampling_hits_at_the_interval, setup),
        cmocka_unit_test_setup(interval_changes_without_loss, setup),
        cmocka_unit_test_setup(samplers_do_not_disturb_each_other, setup),
        cmocka_unit_test_setup(stress_asks_for_a_collection, setup),
    };
    return cmocka_run_group_tests(tests, init, NULL);
}
