/* The index from methods to what stands on them, against a table of who needs which. */
#include "exec/code/code_cache.h"
#include "exec/code/code_users.h"
#include "model/class_space.h"
#include "model/options.h"
#include "os/os_mem.h"
#include "thread/safepoint.h"
#include "unit.h"

enum { METHODS = 10000, USERS = 600, NEEDS = 40 };
static struct method *methods[METHODS]; /* below 4 GiB */
static struct code_user *users[USERS];
static struct code codes[USERS];
static bool needs[USERS][METHODS];

static u32 state = 1;
static u32 any(u32 n)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % n;
}

static int make_methods(void **unused)
{
    size_t size = ALIGN_UP(METHODS * sizeof **methods, (size_t)64 * KB);
    struct method *room = os_mem_reserve_low(size, 16 * MB, 4 * GB, 64 * KB);
    if (!room || !os_mem_commit(room, size)) return -1;
    for (u32 i = 0; i < METHODS; i++) methods[i] = room + i;
    return 0;
}

static void begin(u32 i)
{
    users[i] = code_user_begin(methods[any(METHODS)]);
    memset(needs[i], 0, sizeof needs[i]);
    for (u32 k = 0, n = any(NEEDS); k < n; k++) {
        u32 m = any(2) ? any(20) : any(METHODS); /* some are needed by many */
        code_user_needs(users[i], methods[m]);
        needs[i][m] = true;
        assert_true(method_has(methods[m], MTH_IN_CODE));
    }
    if (!any(4)) return; /* stays under way */
    memset(&codes[i], 0, sizeof codes[i]);
    codes[i].method = users[i]->method;
    code_user_has_code(users[i], &codes[i]);
}
static void end(u32 i)
{
    code_user_end(users[i]);
    users[i] = NULL;
}

static bool in(const struct vec *v, const void *p)
{
    for (u32 i = 0; i < v->count; i++)
        if (vec_get(v, i) == p) return true;
    return false;
}
static bool needs_one_of(u32 user, const u32 *which, u32 n)
{
    for (u32 k = 0; k < n; k++)
        if (needs[user][which[k]]) return true;
    return false;
}

/* Asks for n methods, and compares with the table. Users that became stale are gone then, as compilations that are
 * given up. */
static void ask(u32 n)
{
    static u32 which[METHODS];
    static struct method *asked[METHODS];
    struct vec owners = VEC_INIT;
    for (u32 k = 0; k < n; k++) which[k] = n == METHODS ? k : any(METHODS);
    for (u32 k = 0; k < n; k++) asked[k] = methods[which[k]];
    code_users_find(asked, n, &owners);
    u32 found = 0;
    for (u32 i = 0; i < USERS; i++) {
        if (!users[i]) continue;
        bool wanted = needs_one_of(i, which, n), own = false;
        for (u32 k = 0; k < n; k++) own |= asked[k] == users[i]->method;
        if (users[i]->code) {
            found += wanted;
            assert_true(!wanted || in(&owners, users[i]->method));
            assert_false(code_user_is_stale(users[i]));
        } else {
            assert_int_equal(code_user_is_stale(users[i]), wanted || own);
            if (wanted || own) end(i);
        }
    }
    assert_int_equal(owners.count, found);
    vec_destroy(&owners);
}

static void whoever_needs_a_method_is_found(void **unused)
{
    safepoint_begin(NULL, "test");
    for (u32 turn = 0; turn < 4000; turn++) {
        u32 i = any(USERS);
        if (users[i])
            end(i);
        else
            begin(i);
        if (turn % 16 == 0) ask(1 + any(30));
    }
    safepoint_end(NULL);
}

static void ten_thousand_methods_at_once(void **unused)
{
    safepoint_begin(NULL, "test");
    for (u32 i = 0; i < USERS; i++)
        if (!users[i]) begin(i);
    ask(METHODS);
    for (u32 i = 0; i < USERS; i++)
        if (users[i]) end(i);
    ask(METHODS);
    safepoint_end(NULL);
}

/* Only code that allocates the class is outdated or found, once, and only compilations that have looked are stale. */
static void code_that_allocates_a_class_is_found(void **unused)
{
    enum { A, B, BOTH, RUNNING, N };
    struct class *a = (struct class *)methods[20], *b = (struct class *)methods[21]; /* addresses are all that counts */
    struct class *all[] = { a, b };
    struct code_user *u[N];
    struct code code[N];
    memset(code, 0, sizeof code);
    for (u32 i = 0; i < N; i++) {
        u[i] = code_user_begin(methods[i]);
        if (i != B) code_user_allocates(u[i], a);
        if (i == B || i == BOTH) code_user_allocates(u[i], b);
        code[i].method = methods[i];
        if (i != RUNNING) code_user_has_code(u[i], &code[i]);
    }
    safepoint_begin(NULL, "test");
    struct vec owners = VEC_INIT;
    code_users_find_allocating(&b, 1, &owners);
    assert_int_equal(owners.count, 2);
    assert_true(in(&owners, methods[B]) && in(&owners, methods[BOTH]));
    assert_false(code_user_is_stale(u[RUNNING]));
    owners.count = 0;
    code_users_find_allocating(all, 2, &owners);
    assert_int_equal(owners.count, 3);
    assert_true(code_user_is_stale(u[RUNNING]));
    vec_destroy(&owners);
    code_users_outdate_allocating(&a, 1);
    assert_int_equal(code_users_outdated(), 2);
    assert_true(u[A]->outdated && u[BOTH]->outdated && !u[B]->outdated);
    safepoint_end(NULL);
    for (u32 i = 0; i < N; i++) code_user_end(u[i]);
    assert_int_equal(code_users_outdated(), 0);
}

static void all_compilations_are_stale_when_classes_go(void **unused)
{
    struct code_user *under_way = code_user_begin(methods[0]), *done = code_user_begin(methods[1]);
    struct code c = { .method = methods[1] };
    code_user_has_code(done, &c);
    safepoint_begin(NULL, "test");
    code_users_all_stale();
    safepoint_end(NULL);
    assert_true(code_user_is_stale(under_way));
    assert_false(code_user_is_stale(done));
    code_user_end(under_way);
    code_user_end(done);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whoever_needs_a_method_is_found),
        cmocka_unit_test(ten_thousand_methods_at_once),
        cmocka_unit_test(code_that_allocates_a_class_is_found),
        cmocka_unit_test(all_compilations_are_stale_when_classes_go),
    };
    return cmocka_run_group_tests(tests, make_methods, NULL);
}
