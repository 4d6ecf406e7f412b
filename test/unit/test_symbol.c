/* The symbol table, alone and from several threads at once. */
#include "classfile/symbol.h"
#include "os/os_thread.h"
#include "unit.h"

static void same_text_is_the_same_pointer(void **state)
{
    struct symbol *a = symbol_from_cstr("java/lang/Object");
    assert_ptr_equal(a, symbol_intern("java/lang/Object;", 16));
    assert_ptr_not_equal(a, symbol_from_cstr("java/lang/Objects"));
    assert_int_equal(a->len, 16);
    assert_string_equal(a->bytes, "java/lang/Object");
    assert_true(symbol_equals_cstr(a, "java/lang/Object"));
    assert_false(symbol_equals_cstr(a, "java/lang"));
    assert_true(symbol_starts_with(a, "java/"));
}

static void lookup_makes_nothing(void **state)
{
    assert_null(symbol_lookup("never interned", 14));
    assert_null(symbol_lookup("never interned", 14));
    struct symbol *s = symbol_from_cstr("now interned");
    assert_ptr_equal(symbol_lookup("now interned", 12), s);
}

static void empty_and_longest(void **state)
{
    assert_ptr_equal(symbol_from_cstr(""), symbol_intern("x", 0));
    char *text = malloc(SYMBOL_MAX_LENGTH + 1);
    memset(text, 'q', SYMBOL_MAX_LENGTH + 1);
    struct symbol *s = symbol_intern(text, SYMBOL_MAX_LENGTH);
    assert_int_equal(s->len, SYMBOL_MAX_LENGTH);
    assert_int_equal(s->bytes[SYMBOL_MAX_LENGTH], 0);
    assert_null(symbol_intern(text, SYMBOL_MAX_LENGTH + 1));
    free(text);
}

enum { THREADS = 4, NAMES = 20000 };
static struct symbol *seen[THREADS][NAMES];

static void intern_all(void *arg)
{
    size_t me = (size_t)arg;
    for (size_t i = 0; i < NAMES; i++) {
        /* Each thread starts at another place, so all of them race for new names. */
        size_t n = (i + me * NAMES / THREADS) % NAMES;
        char name[32];
        int len = snprintf(name, sizeof name, "concurrent/Name%zu", n);
        seen[me][n] = symbol_intern(name, (size_t)len);
    }
}

static void threads_agree(void **state)
{
    struct os_thread threads[THREADS];
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(os_thread_create(&threads[i], 0, "intern", false, intern_all, (void *)i), 0);
    for (size_t i = 0; i < THREADS; i++) os_thread_join(threads[i]);
    for (size_t n = 0; n < NAMES; n++) {
        char name[32];
        snprintf(name, sizeof name, "concurrent/Name%zu", n);
        assert_string_equal(seen[0][n]->bytes, name);
        for (size_t i = 1; i < THREADS; i++) assert_ptr_equal(seen[i][n], seen[0][n]);
    }
    size_t count, bytes;
    symbol_statistics(&count, &bytes);
    assert_true(count >= NAMES && count < NAMES + 100);
    assert_true(bytes < count * 100 + 400000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_text_is_the_same_pointer),
        cmocka_unit_test(lookup_makes_nothing),
        cmocka_unit_test(empty_and_longest),
        cmocka_unit_test(threads_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
