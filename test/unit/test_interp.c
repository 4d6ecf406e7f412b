/* The interpreter alone: methods made of byte arrays, a thread that is only a Java stack. No class library, no
 * collector. */
#include "model/class_space.h"
#include "unit.h"

#include "core/call.h"
#include "exec/code/code.h"
#include "exec/exec.h"
#include "interp_ops.h"
#include "meta/loader.h"
#include "model/options.h"
#include "thread/events.h"
#include "thread/safepoint.h"
#include "thread/thread_control.h"
#include <stdlib.h>

static struct thread *self;
static struct class *holder;
static struct constpool pool;
static struct cp_entry entries[8];

static int set_up(void **state)
{
    options.heap_max = 16 * MB;
    loaders_init();
    exec_init();
    self = calloc(1, sizeof *self);
    self->stack_base = calloc(1 << 16, sizeof(slot));
    self->stack_limit = self->stack_base + (1 << 15);
    self->stack_end = self->stack_base + (1 << 16);
    self->jsp = self->stack_base;
    self->os = calloc(1, sizeof *self->os);
    atomic_store(&self->state, THREAD_IN_VM);
    thread_adopt_current(self);
    exec.thread_created(self);
    holder = class_holder_alloc(&boot_loader.holder, sizeof *holder);
    holder->loader = &boot_loader;
    holder->holder = &boot_loader.holder;
    holder->name = (struct symbol *)symbol_from_cstr("Holder");
    holder->cp = &pool;
    atomic_store(&holder->state, CLASS_INITIALIZED);
    pool.owner = holder;
    pool.holder = holder->holder;
    pool.count = ARRAY_LEN(entries);
    pool.e = entries;
    return 0;
}

static struct method *method(const char *desc, const u8 *code, u32 len, u16 locals)
{
    struct method *m = class_holder_alloc(&boot_loader.holder, sizeof *m);
    m->owner = holder;
    m->cp = &pool;
    m->name = (struct symbol *)symbol_from_cstr("m");
    m->desc = (struct symbol *)symbol_from_cstr(desc);
    m->access = ACC_STATIC;
    m->orig_code = code;
    m->code_len = len;
    m->nargs = (u16)desc_arg_slots(m->desc);
    m->max_locals = m->nargs > locals ? m->nargs : locals;
    m->max_stack = 8;
    m->return_kind = (u8)desc_return_kind(m->desc);
    exec.method_created(m);
    assert_true(code_link_method(self, m));
    return m;
}
#define METHOD(desc, locals, ...) method(desc, (const u8[]){ __VA_ARGS__ }, sizeof((const u8[]){ __VA_ARGS__ }), locals)

static i32 call_int(struct method *m, i32 a, i32 b)
{
    slot args[2] = { slot_of_int(a), slot_of_int(b) };
    slot r = java_call(self, m, args);
    assert_int_equal((i64)r, (i64)(i32)r); /* sign-extended for C */
    return (i32)r;
}
static i64 call_long(struct method *m, i64 a, i64 b)
{
    slot args[4] = { 0, (slot)a, 0, (slot)b };
    return (i64)java_call(self, m, args);
}

static i32 int_op(u8 op, i32 a, i32 b)
{
    u8 *code = malloc(4);
    memcpy(code, (u8[]){ OP_iload_0, OP_iload_1, op, OP_ireturn }, 4);
    return call_int(method("(II)I", code, 4, 2), a, b);
}
static i64 long_op(u8 op, i64 a, i64 b)
{
    u8 *code = malloc(4);
    memcpy(code, (u8[]){ OP_lload_0, OP_lload_2, op, OP_lreturn }, 4);
    return call_long(method("(JJ)J", code, 4, 4), a, b);
}

static void int_arithmetic_wraps(void **state)
{
    assert_int_equal(int_op(OP_iadd, INT32_MAX, 1), INT32_MIN);
    assert_int_equal(int_op(OP_imul, 65536, 65536), 0);
    assert_int_equal(int_op(OP_idiv, INT32_MIN, -1), INT32_MIN);
    assert_int_equal(int_op(OP_irem, INT32_MIN, -1), 0);
    assert_int_equal(int_op(OP_idiv, -7, 2), -3);
    assert_int_equal(int_op(OP_irem, -7, 2), -1);
    assert_int_equal(int_op(OP_ishl, 1, 33), 2);
    assert_int_equal(int_op(OP_ishr, -8, 1), -4);
    assert_int_equal(int_op(OP_iushr, -1, 28), 15);
    assert_int_equal(int_op(OP_isub, 3, 5), -2);
}
static void long_arithmetic_wraps(void **state)
{
    assert_int_equal(long_op(OP_ladd, INT64_MAX, 1), INT64_MIN);
    assert_int_equal(long_op(OP_ldiv, INT64_MIN, -1), INT64_MIN);
    assert_int_equal(long_op(OP_lrem, INT64_MIN, -1), 0);
    assert_int_equal(long_op(OP_lsub, 3, 5), -2);
    assert_int_equal(long_op(OP_lxor, -1, 0xff), ~(i64)0xff);
}

static i32 to_int(u8 op, double d)
{
    u8 *code = malloc(3);
    memcpy(code, (u8[]){ OP_dload_0, op, OP_ireturn }, 3);
    slot args[2] = { 0, slot_of_double(d) };
    return (i32)java_call(self, method("(D)I", code, 3, 2), args);
}
static void conversions_saturate(void **state)
{
    assert_int_equal(to_int(OP_d2i, 1e10), INT32_MAX);
    assert_int_equal(to_int(OP_d2i, -1e10), INT32_MIN);
    assert_int_equal(to_int(OP_d2i, __builtin_nan("")), 0);
    assert_int_equal(to_int(OP_d2i, -2147483648.5), INT32_MIN);
    assert_int_equal(to_int(OP_d2i, 2147483647.5), INT32_MAX);
    assert_int_equal(to_int(OP_d2i, -1.9), -1);
    struct method *m = METHOD("(D)J", 2, OP_dload_0, OP_d2l, OP_lreturn);
    slot args[2] = { 0, slot_of_double(1e30) };
    assert_int_equal((i64)java_call(self, m, args), INT64_MAX);
}
static void comparisons_know_nan(void **state)
{
    struct method *l = METHOD("(DD)I", 4, OP_dload_0, OP_dload_2, OP_dcmpl, OP_ireturn),
                  *g = METHOD("(DD)I", 4, OP_dload_0, OP_dload_2, OP_dcmpg, OP_ireturn);
    slot args[4] = { 0, slot_of_double(__builtin_nan("")), 0, slot_of_double(1) };
    assert_int_equal((i32)java_call(self, l, args), -1);
    assert_int_equal((i32)java_call(self, g, args), 1);
    args[1] = slot_of_double(2);
    assert_int_equal((i32)java_call(self, l, args), 1);
    args[1] = slot_of_double(1);
    assert_int_equal((i32)java_call(self, g, args), 0);
}

static void results_are_narrowed_to_the_method_type(void **state)
{
    assert_int_equal(call_int(METHOD("(II)B", 2, OP_iload_0, OP_ireturn), 0x1ff, 0), -1);
    assert_int_equal(call_int(METHOD("(II)C", 2, OP_iload_0, OP_ireturn), -1, 0), 0xffff);
    assert_int_equal(call_int(METHOD("(II)S", 2, OP_iload_0, OP_ireturn), 0x18000, 0), -32768);
    assert_int_equal(call_int(METHOD("(II)Z", 2, OP_iload_0, OP_ireturn), 2, 0), 0);
}

static void switches_are_padded_from_the_start_of_the_code(void **state)
{
    static const u8 table[] = { OP_iload_0,
                                OP_tableswitch,
                                0,
                                0,
                                0,
                                0,
                                0,
                                31,
                                0,
                                0,
                                0,
                                5,
                                0,
                                0,
                                0,
                                6,
                                0,
                                0,
                                0,
                                23,
                                0,
                                0,
                                0,
                                27,
                                OP_bipush,
                                50,
                                OP_ireturn,
                                OP_nop,
                                OP_bipush,
                                60,
                                OP_ireturn,
                                OP_nop,
                                OP_iconst_m1,
                                OP_ireturn };
    struct method *m = method("(II)I", table, sizeof table, 2);
    assert_int_equal(call_int(m, 5, 0), 50);
    assert_int_equal(call_int(m, 6, 0), 60);
    assert_int_equal(call_int(m, 7, 0), -1);
    assert_int_equal(call_int(m, INT32_MIN, 0), -1);
    static const u8 lookup[] = { OP_iload_0,  OP_lookupswitch,
                                 0,           0,
                                 0,           0,
                                 0,           33,
                                 0,           0,
                                 0,           2,
                                 0xff,        0xff,
                                 0xff,        0xf6,
                                 0,           0,
                                 0,           27,
                                 0,           0,
                                 3,           0xe8,
                                 0,           0,
                                 0,           30,
                                 OP_iconst_1, OP_ireturn,
                                 OP_nop,      OP_iconst_2,
                                 OP_ireturn,  OP_nop,
                                 OP_iconst_3, OP_ireturn };
    m = method("(II)I", lookup, sizeof lookup, 2);
    assert_int_equal(call_int(m, -10, 0), 1);
    assert_int_equal(call_int(m, 1000, 0), 2);
    assert_int_equal(call_int(m, 0, 0), 3);
}
static void subroutines_return_behind_their_call(void **state)
{
    /* 0: jsr 7; 3: jsr 7; 6: … ; the subroutine doubles local 0 */
    struct method *m = METHOD("(II)I", 3, OP_jsr, 0, 8, OP_jsr, 0, 5, OP_iload_0, OP_ireturn, OP_astore_2, OP_iload_0,
                              OP_iconst_1, OP_ishl, OP_istore_0, OP_ret, 2);
    assert_int_equal(call_int(m, 5, 0), 20);
}
static void wide_forms(void **state)
{
    struct method *m = METHOD("(II)I", 300, OP_iload_0, OP_wide, OP_istore, 1, 0, OP_wide, OP_iinc, 1, 0, 0xff, 0x00,
                              OP_wide, OP_iload, 1, 0, OP_ireturn);
    assert_int_equal(call_int(m, 1000, 0), 744);
}

/* sum of 0 … n-1, and a call in it */
static const u8 loop_code[] = { OP_iconst_0, OP_istore_1,  OP_iconst_0, OP_istore,  2,          OP_iload, 2,
                                OP_iload_0,  OP_if_icmpge, 0,           16,         OP_iload_1, OP_iload, 2,
                                OP_iadd,     OP_istore_1,  OP_iinc,     2,          1,          OP_goto,  0xff,
                                0xf2,        OP_nop,       OP_nop,      OP_iload_1, OP_ireturn };
static void loops_run_fused(void **state)
{
    struct method *m = method("(II)I", loop_code, sizeof loop_code, 3);
    assert_int_equal(call_int(m, 1000, 0), 499500);
    assert_int_equal(m->code[16], OP_iinc_goto);
    assert_int_equal(m->code[19], OP_goto); /* the second part stays as it was */
    assert_int_equal(m->code[5], OP_iload_iload_0_if_icmpge);
}

static u32 hits, steps;
static i32 break_at = 19;
static void on_breakpoint(struct thread *t, struct frame *f)
{
    assert_ptr_equal(f, t->fp);
    assert_int_equal(frame_bci(f), break_at);
    hits++;
}
static void on_step(struct thread *t, struct frame *f)
{
    assert_int_not_equal(bytecode_length(f->method->orig_code, f->method->code_len, (u32)frame_bci(f)), 0);
    steps++;
}
static bool set_breakpoint(struct method *m, i32 bci)
{
    safepoint_begin(self, "test");
    bool changed = code_set_breakpoint(m, bci);
    safepoint_end(self);
    return changed;
}
static bool clear_breakpoint(struct method *m, i32 bci)
{
    safepoint_begin(self, "test");
    bool changed = code_clear_breakpoint(m, bci);
    safepoint_end(self);
    return changed;
}
static void breakpoint_in_the_second_part_of_a_fused_form(void **state)
{
    struct method *m = method("(II)I", loop_code, sizeof loop_code, 3);
    hooks.breakpoint = on_breakpoint;
    event_enable(EV_BREAKPOINT, true);
    assert_true(set_breakpoint(m, 19));
    assert_false(set_breakpoint(m, 19));
    assert_false(set_breakpoint(m, 1000));
    assert_int_equal(m->code[16], OP_iinc);
    assert_int_equal(call_int(m, 10, 0), 45);
    assert_int_equal(hits, 10);
    assert_true(clear_breakpoint(m, 19));
    assert_false(clear_breakpoint(m, 19));
    assert_int_equal(m->code[19], OP_goto);
    assert_int_equal(call_int(m, 10, 0), 45);
    assert_int_equal(hits, 10);
    event_enable(EV_BREAKPOINT, false);
}
static void breakpoint_in_the_last_part_of_a_form_of_three(void **state)
{
    struct method *m = method("(II)I", loop_code, sizeof loop_code, 3);
    hits = 0;
    break_at = 8;
    event_enable(EV_BREAKPOINT, true);
    assert_true(set_breakpoint(m, 8));
    assert_int_equal(m->code[5], OP_iload);
    assert_int_equal(call_int(m, 10, 0), 45);
    assert_int_equal(hits, 11);
    assert_true(clear_breakpoint(m, 8));
    event_enable(EV_BREAKPOINT, false);
    assert_int_equal(call_int(m, 10, 0), 45);
    assert_int_equal(hits, 11);
}
/* Three variables that only the verifier tells apart, and a number that is another instruction's in a class file. */
static void aliases_run_as_the_instruction_they_stand_for(void **state)
{
    struct method *m = METHOD("(II)I", 3, OP_iload_0, OP_fstore, 2, OP_fload, 2, OP_aload_1, OP_iadd, OP_ireturn);
    assert_int_equal(call_int(m, 40, 2), 42);
    assert_int_equal(m->code[1], OP_istore);
    assert_int_equal(interp_op_info[m->code[3]].first, OP_iload);
    assert_string_equal(bytecode_name(OP_fload), "fload");
    assert_string_equal(interp_op_info[OP_getfield_i].name, "getfield_i");
}
static void every_instruction_is_a_step(void **state)
{
    struct method *m = method("(II)I", loop_code, sizeof loop_code, 3);
    hooks.single_step = on_step;
    event_enable(EV_SINGLE_STEP, true);
    thread_update_dispatch(self);
    assert_int_equal(call_int(m, 3, 0), 3);
    event_enable(EV_SINGLE_STEP, false);
    thread_update_dispatch(self);
    assert_int_equal(steps, 4 + 4 * 3 + 3 * 6 + 2);
    assert_int_equal(call_int(m, 3, 0), 3);
    assert_int_equal(steps, 36);
}

static u32 entered, left;
static void on_entry(struct thread *t, struct frame *f, void *told) { entered++; }
static void on_exit_(struct thread *t, struct frame *f, slot *value, bool by_exception, void *told)
{
    left++;
    assert_false(by_exception);
    assert_int_equal((i32)*value, 45);
}
static void entry_and_exit_events(void **state)
{
    struct method *m = method("(II)I", loop_code, sizeof loop_code, 3);
    hooks.method_entry = on_entry;
    hooks.method_exit = on_exit_;
    event_enable(EV_METHOD_ENTRY, true);
    event_enable(EV_METHOD_EXIT, true);
    thread_update_dispatch(self);
    assert_int_equal(call_int(m, 10, 0), 45);
    event_enable(EV_METHOD_ENTRY, false);
    event_enable(EV_METHOD_EXIT, false);
    thread_update_dispatch(self);
    assert_int_equal(call_int(m, 10, 0), 45);
    assert_int_equal(entered, 1);
    assert_int_equal(left, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(int_arithmetic_wraps),
        cmocka_unit_test(long_arithmetic_wraps),
        cmocka_unit_test(conversions_saturate),
        cmocka_unit_test(comparisons_know_nan),
        cmocka_unit_test(results_are_narrowed_to_the_method_type),
        cmocka_unit_test(switches_are_padded_from_the_start_of_the_code),
        cmocka_unit_test(subroutines_return_behind_their_call),
        cmocka_unit_test(wide_forms),
        cmocka_unit_test(loops_run_fused),
        cmocka_unit_test(breakpoint_in_the_second_part_of_a_fused_form),
        cmocka_unit_test(breakpoint_in_the_last_part_of_a_form_of_three),
        cmocka_unit_test(aliases_run_as_the_instruction_they_stand_for),
        cmocka_unit_test(every_instruction_is_a_step),
        cmocka_unit_test(entry_and_exit_events),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
