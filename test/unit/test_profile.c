/* What is remembered of the places of a method: which have a record, and what a reader is told. */
#include "bytecode_ops.h"
#include "exec/tier/profile.h"
#include "model/class_space.h"
#include "unit.h"

#include "meta/loader.h"

static struct constpool pool;
static u8 first, second; /* stand for classes: only their addresses matter */

static struct method *method(const u8 *code, u32 len)
{
    pool.holder = &boot_loader.holder;
    struct method *m = class_holder_alloc(&boot_loader.holder, sizeof *m);
    m->cp = &pool;
    m->orig_code = code;
    m->code_len = len;
    return m;
}

static const u8 code[] = { OP_aload_0, OP_ifnull,       0, 8, OP_aload_0, OP_invokevirtual, 0, 1, OP_goto, 0, 3,
                           OP_aload_0, OP_invokestatic, 0, 1, OP_return };

static void branches_and_calls_have_records(void **state)
{
    struct method *m = method(code, sizeof code);
    struct profile_branch b;
    assert_null(profile_site(m, 1));
    assert_false(profile_branch(m, 1, &b));
    struct profile *p = profile_of(m);
    assert_int_equal(p->count, 2);
    assert_ptr_equal(profile_of(m), p);
    assert_ptr_equal(profile_site(m, 1), &p->site[0]);
    assert_ptr_equal(profile_site(m, 5), &p->site[1]);
    assert_null(profile_site(m, 0));
    assert_null(profile_site(m, 12));
}

static void what_was_counted_is_told(void **state)
{
    struct method *m = method(code, sizeof code);
    struct profile_branch b;
    struct profile_receivers r;
    (void)profile_of(m);
    assert_false(profile_branch(m, 1, &b));
    profile_site(m, 1)->branch.taken = 3;
    assert_true(profile_branch(m, 1, &b));
    assert_int_equal(b.taken, 3);
    assert_int_equal(b.not_taken, 0);
    assert_false(profile_receivers(m, 1, &r));
    assert_false(profile_receivers(m, 5, &r));
    struct profile_site *s = profile_site(m, 5);
    s->class_ref[0] = (u32)(uintptr_t)&first;
    s->class_ref[1] = (u32)(uintptr_t)&second;
    s->count[0] = 7;
    s->others = 1;
    assert_true(profile_receivers(m, 5, &r));
    assert_int_equal((u32)(uintptr_t)r.cls[0], (u32)(uintptr_t)&first);
    assert_int_equal(r.count[0], 7);
    assert_int_equal(r.others, 1);
    assert_false(profile_branch(m, 5, &b));
}

static void each_class_is_counted_until_there_are_too_many(void **state)
{
    struct profile_receivers r;
    struct method *m = method(code, sizeof code);
    (void)profile_of(m);
    struct profile_site *of = profile_site(m, 5);
    for (u32 turn = 0; turn < 3; turn++)
        for (u32 c = 1; c <= PROFILE_CLASSES + 2; c++) profile_note(of, c * 8);
    assert_true(profile_receivers(m, 5, &r));
    for (u32 i = 0; i < PROFILE_CLASSES; i++) {
        assert_int_equal((u32)(uintptr_t)r.cls[i], (i + 1) * 8);
        assert_int_equal(r.count[i], 3);
    }
    assert_true(PROFILE_CLASSES >= 6);
    assert_int_equal(r.others, 6);
}

static const u8 chooses[] = {
    OP_iload_0, OP_tableswitch, 0,         0,      0,        0, 0, 27, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 23, 0, 0, 0, 25,
    OP_return,  OP_return,      OP_return, OP_nop, OP_return
};

static void a_switch_tells_its_targets(void **state)
{
    struct method *m = method(chooses, sizeof chooses);
    struct profile_switch s;
    struct profile_receivers r;
    struct profile_branch b;
    struct profile *p = profile_of(m);
    assert_int_equal(p->count, 1);
    assert_false(profile_switch(m, 1, &s));
    for (u32 i = 0; i < 3; i++) profile_note(profile_site(m, 1), 24 + 1);
    profile_note(profile_site(m, 1), 0 + 1);
    assert_true(profile_switch(m, 1, &s));
    assert_int_equal(s.target[0], 24);
    assert_int_equal(s.count[0], 3);
    assert_int_equal(s.target[1], 0);
    assert_int_equal(s.count[1], 1);
    for (u32 i = 2; i < PROFILE_CLASSES; i++) assert_int_equal(s.count[i], 0);
    assert_int_equal(s.others, 0);
    for (u32 i = 0; i < PROFILE_CLASSES; i++) profile_note(profile_site(m, 1), 100 + i);
    assert_true(profile_switch(m, 1, &s));
    assert_int_equal(s.others, 2);
    assert_false(profile_receivers(m, 1, &r));
    assert_false(profile_branch(m, 1, &b));
}

static void code_without_places_has_none(void **state)
{
    static const u8 nothing[] = { OP_return };
    struct method *m = method(nothing, sizeof nothing);
    assert_null(profile_of(m));
}

int main(void)
{
    class_space_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(branches_and_calls_have_records),
        cmocka_unit_test(what_was_counted_is_told),
        cmocka_unit_test(each_class_is_counted_until_there_are_too_many),
        cmocka_unit_test(a_switch_tells_its_targets),
        cmocka_unit_test(code_without_places_has_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
