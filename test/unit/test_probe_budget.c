/* The budget of a probe: what it takes decides how many of its hits are left out, and at last whether it goes on. Time
 * is made up. */
#include "model/options.h"
#include "probe/probe_int.h"
#include "unit.h"

#define SECOND 1000000000l
enum { TENTH = 100000000, PER_CENT = TENTH / 100 };

/* A tenth of a second in which p takes so many nanoseconds. */
static void take(struct probe *p, i64 *now, u64 ns)
{
    *now += TENTH;
    probe_use_up(p, ns, *now);
}
static void begin(struct probe *p)
{
    *p = (struct probe){ .every = 1, .window = SECOND };
    options.probe_share = 1;
}

static void a_probe_within_its_budget_goes_on(void **state)
{
    struct probe p;
    i64 now = SECOND;
    begin(&p);
    for (int i = 0; i < 1000; i++) take(&p, &now, PER_CENT);
    assert_int_equal(p.every, 1);
    assert_false(p.exited);
}
static void what_is_too_much_is_left_out_and_taken_again_later(void **state)
{
    struct probe p;
    i64 now = SECOND;
    begin(&p);
    take(&p, &now, 10 * PER_CENT);
    assert_in_range(p.every, 9, 12);
    take(&p, &now, PER_CENT);
    assert_in_range(p.every, 9, 12);
    for (int i = 0; i < 5; i++) take(&p, &now, 0);
    assert_int_equal(p.every, 1);
    assert_false(p.exited);
}
static void ten_seconds_over_its_budget_stop_it(void **state)
{
    struct probe p;
    i64 now = SECOND;
    begin(&p);
    for (int i = 0; i < 100; i++) {
        take(&p, &now, 3 * PER_CENT);
        assert_false(p.exited);
    }
    take(&p, &now, 3 * PER_CENT);
    assert_true(p.exited);
}
static void a_quiet_moment_begins_anew(void **state)
{
    struct probe p;
    i64 now = SECOND;
    begin(&p);
    for (int round = 0; round < 10; round++) {
        for (int i = 0; i < 99; i++) take(&p, &now, 3 * PER_CENT);
        take(&p, &now, PER_CENT / 2);
    }
    assert_false(p.exited);
}
/* Hits that are left out take time too. So many that they alone are too much stop the probe. */
static void hits_that_are_left_out_count(void **state)
{
    struct probe p;
    struct probe_local l = { 0 };
    i64 now = SECOND, left = 0;
    begin(&p);
    p.every = 1 << 20;
    p.window = INT64_MAX / 2; /* it does not end meanwhile */
    for (int i = 0; i < 1 << 19; i++) left += probe_leaves_out(&p, &l);
    assert_int_equal(left, 1 << 19);
    assert_int_equal(l.counters[PROBE_LEFT_OUT], left);
    assert_in_range(p.busy, 4 * left, 100 * left);
    p.window = SECOND;
    take(&p, &now, 0);
    assert_int_equal(p.full_windows, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_probe_within_its_budget_goes_on),
        cmocka_unit_test(what_is_too_much_is_left_out_and_taken_again_later),
        cmocka_unit_test(ten_seconds_over_its_budget_stop_it),
        cmocka_unit_test(a_quiet_moment_begins_anew),
        cmocka_unit_test(hits_that_are_left_out_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
