/* Arenas: alignment, zeroing, large requests, accounting. */
#include "base/arena.h"
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
