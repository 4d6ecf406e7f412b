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
    assert_int_equal(p.stopped, PROBE_RUNS);
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
    assert_int_equal(p.stopped, PROBE_RUNS);
}
/* A tenth of a second in which leaving hits out takes so many nanoseconds. */
static void leave(struct probe *p, i64 *now, u64 ns)
{
    p->busy_leaving = ns;
    take(p, now, 0);
}
static void hits_that_are_left_out_run_into_debt(void **state)
{
    struct probe p;
    i64 now = SECOND;
    begin(&p);
    for (u64 debt = 0; debt + 2 * PER_CENT <= PROBE_DEBT_NS; debt += 2 * PER_CENT) {
        leave(&p, &now, 3 * PER_CENT);
        assert_int_equal(p.stopped, PROBE_RUNS);
    }
    leave(&p, &now, 3 * PER_CENT);
    assert_int_equal(p.stopped, PROBE_TOO_DEAR);
    assert_true(p.stopped_at > 0);
}
static void the_hotter_the_place_the_sooner_it_ends(void **state)
{
    struct probe p;
    i64 now = SECOND;
    begin(&p);
    leave(&p, &now, TENTH / 2);
    assert_int_equal(p.stopped, PROBE_RUNS);
    leave(&p, &now, TENTH / 2);
    assert_int_equal(p.stopped, PROBE_TOO_DEAR);
}
static void a_window_ends_when_much_more_than_its_share_is_used(void **state)
{
    struct probe p;
    i64 now = SECOND;
    begin(&p);
    probe_use_up(&p, 3 * PER_CENT, now + 3 * PER_CENT);
    assert_int_equal(p.every, 1);
    probe_use_up(&p, PER_CENT, now + 4 * PER_CENT);
    assert_in_range(p.every, 90, 110);
    assert_int_equal(p.busy, 0);
}
static void a_debt_is_paid_back(void **state)
{
    struct probe p;
    i64 now = SECOND;
    begin(&p);
    for (int round = 0; round < 10; round++) {
        leave(&p, &now, 50 * PER_CENT);
        for (int i = 0; i < 50; i++) take(&p, &now, 0);
        assert_int_equal(p.stopped, PROBE_RUNS);
    }
    assert_int_equal(p.debt, 0);
}
static void hits_that_are_looked_at_are_left_out_and_do_not_stop_it(void **state)
{
    struct probe p;
    i64 now = SECOND;
    begin(&p);
    for (int i = 0; i < 1000; i++) take(&p, &now, 50 * PER_CENT);
    assert_int_equal(p.stopped, PROBE_RUNS);
    assert_int_equal(p.every, 1 << 20);
}
static void the_first_reason_stays(void **state)
{
    struct probe p;
    begin(&p);
    probe_stop(&p, PROBE_BY_EXIT);
    i64 at = p.stopped_at;
    probe_stop(&p, PROBE_TOO_DEAR);
    assert_int_equal(p.stopped, PROBE_BY_EXIT);
    assert_int_equal(p.stopped_at, at);
}
static void hits_that_are_left_out_count(void **state)
{
    struct probe p;
    struct probe_local l = { 0 };
    i64 left = 0;
    begin(&p);
    p.every = 1 << 20;
    p.window = INT64_MAX / 2; /* it does not end meanwhile */
    for (int i = 0; i < 1 << 19; i++) left += probe_leaves_out(&p, &l);
    assert_int_equal(left, 1 << 19);
    assert_int_equal(l.counters[PROBE_LEFT_OUT], left);
    assert_in_range(p.busy_leaving, 4 * left, 100 * left);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_probe_within_its_budget_goes_on),
        cmocka_unit_test(what_is_too_much_is_left_out_and_taken_again_later),
        cmocka_unit_test(hits_that_are_left_out_run_into_debt),
        cmocka_unit_test(the_hotter_the_place_the_sooner_it_ends),
        cmocka_unit_test(a_window_ends_when_much_more_than_its_share_is_used),
        cmocka_unit_test(a_debt_is_paid_back),
        cmocka_unit_test(hits_that_are_looked_at_are_left_out_and_do_not_stop_it),
        cmocka_unit_test(the_first_reason_stays),
        cmocka_unit_test(hits_that_are_left_out_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
