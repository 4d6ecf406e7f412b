/* Arenas: alignment, zeroing, large requests, accounting. */
#include "base/arena.h"
#include "os/os_mem.h"
#include "unit.h"

static void empty_arena_takes_no_memory(void **state)
{
    struct arena a;
    arena_init(&a, 0);
    assert_int_equal(a.reserved, 0);
    assert_int_equal(arena_bytes_used(&a), 0);
    arena_destroy(&a);
}

static void all_zero_arena_is_usable(void **state)
{
    struct arena a = { 0 };
    memset(arena_alloc(&a, 100), 1, 100);
    arena_destroy(&a);
}

static void allocations_are_zeroed_aligned_and_apart(void **state)
{
    struct arena a;
    arena_init(&a, 256);
    u8 *before = NULL;
    for (size_t size = 0; size < 600; size++) {
        u8 *p = arena_alloc(&a, size);
        assert_true(IS_ALIGNED(p, 8));
        for (size_t i = 0; i < size; i++) assert_int_equal(p[i], 0);
        memset(p, 0xff, size);
        assert_ptr_not_equal(p, before);
        before = p;
    }
    arena_destroy(&a);
}

static void large_request_leaves_the_current_chunk_in_use(void **state)
{
    struct arena a;
    arena_init(&a, 4096);
    char *first = arena_alloc(&a, 16);
    char *big = arena_alloc(&a, MB);
    char *second = arena_alloc(&a, 16);
    memset(big, 7, MB);
    assert_ptr_equal(second, first + 16);
    arena_destroy(&a);
}

static void counts_bytes_with_alignment(void **state)
{
    struct arena a;
    arena_init(&a, 0);
    arena_alloc(&a, 1);
    arena_alloc(&a, 8);
    arena_alloc(&a, 9);
    assert_int_equal(arena_bytes_used(&a), 8 + 8 + 16);
    assert_true(a.reserved >= 32);
    arena_destroy(&a);
    assert_int_equal(arena_bytes_used(&a), 0);
}

static void larger_alignments(void **state)
{
    struct arena a;
    arena_init(&a, 0);
    for (size_t align = 8; align <= 4096; align *= 2) {
        char *p = arena_alloc_aligned(&a, 40, align);
        assert_true(IS_ALIGNED(p, align));
        memset(p, 1, 40);
    }
    arena_destroy(&a);
}

static void copies_of_strings(void **state)
{
    struct arena a;
    arena_init(&a, 0);
    assert_string_equal(arena_strdup(&a, "java/lang/Object"), "java/lang/Object");
    assert_string_equal(arena_strndup(&a, "java/lang/Object", 4), "java");
    assert_string_equal(arena_strdup(&a, ""), "");
    arena_destroy(&a);
}

static void what_is_reset_is_zero_again(void **state)
{
    struct arena a;
    arena_init(&a, 4096);
    char *kept = arena_alloc(&a, 16);
    memset(kept, 1, 16);
    struct arena_mark m = arena_mark(&a);
    for (size_t size = 8; size <= 2 * MB; size *= 4) { /* in the chunk that the mark has, in others, in large ones */
        char *p = memset(arena_alloc(&a, size), 0xff, size);
        memset(arena_alloc(&a, 100), 0xff, 100);
        arena_reset(&a, &m);
        char *again = arena_alloc(&a, 1000);
        if (size < 1000) assert_ptr_equal(again, p);
        for (size_t i = 0; i < 1000; i++) assert_int_equal(again[i], 0);
        arena_reset(&a, &m);
    }
    assert_int_equal(kept[15], 1);
    arena_destroy(&a);
}

static void large_arenas_leave_nothing_with_malloc(void **state)
{
    struct arena a;
    size_t before = os_malloc_in_use();
    arena_init(&a, 0);
    for (u32 i = 0; i < 64; i++) memset(arena_alloc(&a, 100 * KB), 1, 100 * KB);
    for (u32 i = 0; i < 64; i++) memset(arena_alloc(&a, 200 * KB), 1, 200 * KB);
    assert_true(a.reserved >= 64 * 300 * KB);
#if !__has_feature(address_sanitizer)
    assert_true(os_malloc_in_use() - before < 8 * MB); /* the small ones */
#else
    (void)before;
#endif
    arena_destroy(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_arena_takes_no_memory),
        cmocka_unit_test(all_zero_arena_is_usable),
        cmocka_unit_test(allocations_are_zeroed_aligned_and_apart),
        cmocka_unit_test(large_request_leaves_the_current_chunk_in_use),
        cmocka_unit_test(counts_bytes_with_alignment),
        cmocka_unit_test(larger_alignments),
        cmocka_unit_test(copies_of_strings),
        cmocka_unit_test(what_is_reset_is_zero_again),
        cmocka_unit_test(large_arenas_leave_nothing_with_malloc),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
