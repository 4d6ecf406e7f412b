/* Vectors and hash maps, the latter against a plain array as the model. */
#include "base/hashmap.h"
#include "base/vec.h"
#include "unit.h"

static void vector_grows_and_keeps_order(void **state)
{
    struct vec v = VEC_INIT;
    for (uintptr_t i = 0; i < 1000; i++) vec_push(&v, (void *)i);
    assert_int_equal(v.count, 1000);
    for (uintptr_t i = 0; i < 1000; i++) assert_ptr_equal(vec_get(&v, (u32)i), (void *)i);
    assert_int_equal(vec_index_of(&v, (void *)7), 7);
    assert_int_equal(vec_index_of(&v, (void *)7000), -1);
    assert_ptr_equal(vec_pop(&v), (void *)999);
    vec_destroy(&v);
    assert_null(vec_pop(&v));
    assert_null(vec_last(&v));
}

static void vector_removals(void **state)
{
    struct vec v = VEC_INIT;
    for (uintptr_t i = 1; i <= 5; i++) vec_push(&v, (void *)i);
    vec_remove_ordered(&v, 1); /* 1 3 4 5 */
    assert_ptr_equal(vec_get(&v, 1), (void *)3);
    vec_remove_swap(&v, 0); /* 5 3 4 */
    assert_ptr_equal(vec_get(&v, 0), (void *)5);
    assert_int_equal(v.count, 3);
    vec_destroy(&v);
}

static void map_takes_any_key(void **state)
{
    struct hashmap m = HASHMAP_INIT;
    int a, b;
    assert_null(hashmap_get(&m, NULL));
    assert_null(hashmap_remove(&m, NULL));
    assert_null(hashmap_put(&m, NULL, &a));
    assert_ptr_equal(hashmap_put(&m, NULL, &b), &a);
    assert_null(hashmap_put_u64(&m, UINT64_MAX, &a));
    assert_ptr_equal(hashmap_get(&m, NULL), &b);
    assert_ptr_equal(hashmap_get_u64(&m, UINT64_MAX), &a);
    assert_int_equal(hashmap_count(&m), 2);
    hashmap_destroy(&m);
    assert_null(hashmap_get(&m, NULL));
}

/* Random puts and removals on a small key space, so that runs of slots form and break up. */
static void map_agrees_with_a_model(void **state)
{
    enum { KEYS = 300, STEPS = 200000 };
    void *model[KEYS] = { 0 };
    struct hashmap m;
    hashmap_init(&m);
    u64 random = 12345;
    for (int step = 0; step < STEPS; step++) {
        random = hash_u64(random + (u64)step);
        u64 key = random % KEYS;
        if (random >> 32 & 1) {
            void *value = &model[random >> 40 & 0xff];
            assert_ptr_equal(hashmap_put_u64(&m, key, value), model[key]);
            model[key] = value;
        } else {
            assert_ptr_equal(hashmap_remove_u64(&m, key), model[key]);
            model[key] = NULL;
        }
        u64 other = (random >> 20) % KEYS;
        assert_ptr_equal(hashmap_get_u64(&m, other), model[other]);
    }
    u32 count = 0, cursor = 0, in_model = 0;
    u64 key;
    void *value;
    while (hashmap_next(&m, &cursor, &key, &value)) {
        assert_ptr_equal(model[key], value);
        count++;
    }
    for (int i = 0; i < KEYS; i++) in_model += model[i] != NULL;
    assert_int_equal(count, in_model);
    assert_int_equal(count, hashmap_count(&m));
    hashmap_destroy(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_grows_and_keeps_order),
        cmocka_unit_test(vector_removals),
        cmocka_unit_test(map_takes_any_key),
        cmocka_unit_test(map_agrees_with_a_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
