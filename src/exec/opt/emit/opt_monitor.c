/* Monitors. Those reserved for the thread are entered and left in line. Thin locks, and fat monitors without
 * contention, are handled in stubs, and all others by C that reaches no safepoint. If entering would block or throw,
 * code leaves. The thread's lock stack (thread/monitor.h) says which frame, by the address of its header, has entered
 * which monitor; so the graph says nothing of it, apart from unrecorded monitors (opt_unnoted.c). */
#include "exec/interp/interp_int.h"
#include "exec/opt/emit/opt_leave.h"
#include "exec/opt/emit/opt_machine.h"

enum { OBJECT = RBX /* the new frame's monitor object */, RECORD = sizeof(struct lock_record) };
enum { UNNOTED = -1 }; /* as a header: no record is made */

static i32 lock_at(void) { return (i32)offsetof(struct object, lock); }
/* reg = this thread's thin lock word */
static void own_word(struct emission *E, int reg)
{
    x_load32(&E->e, reg, SELF, SELF_AT(index));
    x_shift_by(&E->e, false, X_SHL, reg, LOCK_THIN_TID_SHIFT);
    x_alu_by(&E->e, false, X_OR, reg, LOCK_THIN);
}
/* The word is not read as a whole where its byte with the count may just have been written: a processor would wait
 * until that store has reached the cache. */
_Static_assert(LOCK_THIN_TID_SHIFT == 16 && LOCK_THIN_REC_SHIFT == 8, "flags, count and thread have own bytes");
/* eax = 0, with the zero flag set, if the word is a thin lock with these flags, ignoring the flags `but`. */
static void compare_flags(struct emission *E, int o, u32 flags, u32 but)
{
    x_load_at(&E->e, X_U8, false, RAX, o, lock_at());
    x_alu_by(&E->e, false, X_XOR, RAX, (i32)(LOCK_THIN | flags));
    x_alu_by(&E->e, false, X_AND, RAX, (i32)(0xff & ~(LOCK_GC_MASK | but)));
}
/* The same for a lock of this thread alone; uses ecx. */
static void compare_own(struct emission *E, int o, u32 flags, u32 but)
{
    struct emit *e = &E->e;
    x_load_at(e, X_U16, false, RCX, o, lock_at() + LOCK_THIN_TID_SHIFT / 8);
    x_alu_mem(e, false, X_XOR, RCX, SELF, SELF_AT(index));
    compare_flags(E, o, flags, but);
    x_alu(e, false, X_OR, RCX, RAX);
}
/* Sets the object's lock word to ecx if it is eax. */
static void exchange(struct emission *E, int o) { x_lock_compare_exchange(&E->e, false, RCX, o, -1, lock_at()); }
/* Like lock_word_leave (thread/monitor.h). */
static void free_word(struct emission *E, int o)
{
    x_zero(&E->e, RCX);
    x_store_as(&E->e, 1, RCX, o, -1, 0, lock_at() + LOCK_THIN_TID_SHIFT / 8);
}
/* Jumps to the slow path. */
struct slow {
    u32 from[8];
    u32 count;
};
static void slow_if(struct emission *E, struct slow *s, int cc)
{
    VM_ASSERT(s->count < ARRAY_LEN(s->from));
    s->from[s->count++] = x_jump_if(&E->e, cc);
}

static void wants_room(struct emission *E, i32 header, struct slow *s)
{
    if (header == UNNOTED) return;
    x_load32(&E->e, RCX, SELF, SELF_AT(lock_top));
    x_alu_mem(&E->e, false, X_CMP, RCX, SELF, SELF_AT(lock_cap));
    slow_if(E, s, CC_E);
}
static void push_record(struct emission *E, int o, i32 header)
{
    struct emit *e = &E->e;
    if (header == UNNOTED) return;
    x_load32(e, RCX, SELF, SELF_AT(lock_top));
    x_shift_by(e, true, X_SHL, RCX, 4);
    x_alu_mem(e, true, X_ADD, RCX, SELF, SELF_AT(locks));
    x_store(e, RCX, (i32)offsetof(struct lock_record, obj), o);
    x_lea(e, RAX, FRAME, 8 * header);
    x_store(e, RCX, (i32)offsetof(struct lock_record, frame), RAX);
    x_alu_mem_by(e, false, X_ADD, SELF, SELF_AT(lock_top), 1);
}
/* The byte with the number of entries, which only the owner writes (thread/monitor.h). */
static i32 count_at(void) { return lock_at() + LOCK_THIN_REC_SHIFT / 8; }
static void set_count(struct emission *E, int o, u8 to) { x_store_imm_as(&E->e, 0, o, -1, 0, count_at(), to); }
static void change_count(struct emission *E, int o, int op, u8 by) { x_alu_mem_byte(&E->e, op, o, count_at(), by); }

/* Without a record the test is enough: the reservation keeps other threads out until the exit. */
static void enter_reserved(struct emission *E, int o, i32 header, struct slow *s)
{
    wants_room(E, header, s);
    compare_own(E, o, LOCK_RESERVED, 0);
    slow_if(E, s, CC_NE);
    change_count(E, o, X_CMP, LOCK_THIN_LEFT);
    slow_if(E, s, CC_NE);
    if (header == UNNOTED) return;
    set_count(E, o, 0);
    push_record(E, o, header);
}
/* If the next lock is to be reserved, C does it. */
static void enter_thin(struct emission *E, int o, i32 header, struct slow *s)
{
    struct emit *e = &E->e;
    wants_room(E, header, s);
    x_load32(e, RAX, o, lock_at());
    x_test_by(e, RAX, ~(u32)(LOCK_GC_MASK | LOCK_THIN | LOCK_SHARED));
    slow_if(E, s, CC_NE);
    x_alu_mem_by(e, false, X_SUB, SELF, SELF_AT(reserve_in), 1);
    slow_if(E, s, CC_LE);
    own_word(E, RCX);
    x_alu(e, false, X_OR, RCX, RAX);
    exchange(E, o);
    slow_if(E, s, CC_NE);
    push_record(E, o, header);
}
/* Requires a thin lock that this thread has entered at least once. */
static void wants_own(struct emission *E, int o, struct slow *s)
{
    compare_own(E, o, 0, LOCK_RESERVED | LOCK_SHARED);
    slow_if(E, s, CC_NE);
}
static void enter_again(struct emission *E, int o, i32 header, struct slow *s)
{
    wants_room(E, header, s);
    wants_own(E, o, s);
    change_count(E, o, X_CMP, LOCK_THIN_REC_MAX);
    slow_if(E, s, CC_AE);
    change_count(E, o, X_ADD, 1);
    push_record(E, o, header);
}
/* rcx = the object's fat monitor (thread/monitor.h struct monitor_layout). */
static void fat_monitor(struct emission *E, int o, struct slow *s)
{
    struct emit *e = &E->e;
    const struct monitor_layout *l = &monitor_layout;
    x_load32(e, RAX, o, lock_at());
    x_move32(e, RCX, RAX);
    x_alu_by(e, false, X_AND, RCX, LOCK_STATE_MASK);
    x_alu_by(e, false, X_CMP, RCX, LOCK_FAT);
    slow_if(E, s, CC_NE);
    x_shift_by(e, false, X_SHR, RAX, (u8)(LOCK_FAT_SHIFT + l->chunk_shift));
    load_imm(E, RCX, (i64)(uintptr_t)l->chunks);
    x_load_as(e, X_32, true, RCX, RCX, RAX, 3, 0);
    x_load32(e, RAX, o, lock_at());
    x_shift_by(e, false, X_SHR, RAX, LOCK_FAT_SHIFT);
    x_alu_by(e, false, X_AND, RAX, (i32)(1u << l->chunk_shift) - 1);
    x_multiply_by(e, true, RAX, RAX, l->size);
    x_alu(e, true, X_ADD, RCX, RAX);
}
static void enter_fat(struct emission *E, int o, i32 header, struct slow *s)
{
    struct emit *e = &E->e;
    wants_room(E, header, s);
    fat_monitor(E, o, s);
    x_zero(e, RAX);
    x_lock_compare_exchange(e, true, SELF, RCX, -1, monitor_layout.owner);
    slow_if(E, s, CC_NE);
    x_store_imm32(e, false, RCX, monitor_layout.entries, 1);
    push_record(E, o, header);
}

/* rcx: the end of the last record, relative to the lock stack. The zero flag is set if there is none. */
static void last_record(struct emission *E)
{
    struct emit *e = &E->e;
    x_load32(e, RCX, SELF, SELF_AT(lock_top));
    x_shift_by(e, true, X_SHL, RCX, 4);
}
/* Removes the record that check_last has found. */
static void pop_record(struct emission *E, i32 header)
{
    if (header != UNNOTED) x_alu_mem_by(&E->e, false, X_SUB, SELF, SELF_AT(lock_top), 1);
}
/* This thread has entered, as the record says or the code before: if the lock is thin, it is this thread's. */
static void leave_reserved(struct emission *E, int o, i32 header, struct slow *s)
{
    compare_flags(E, o, LOCK_RESERVED, 0);
    slow_if(E, s, CC_NE);
    change_count(E, o, X_CMP, header == UNNOTED ? LOCK_THIN_LEFT : 0); /* without a record, the word was not changed */
    slow_if(E, s, CC_NE);
    if (header == UNNOTED) return;
    set_count(E, o, LOCK_THIN_LEFT);
    pop_record(E, header);
}
static void leave_thin(struct emission *E, int o, i32 header, struct slow *s)
{
    compare_flags(E, o, 0, LOCK_SHARED); /* as in leave_reserved */
    slow_if(E, s, CC_NE);
    change_count(E, o, X_CMP, 0);
    slow_if(E, s, CC_NE);
    free_word(E, o);
    pop_record(E, header);
}
static void leave_again(struct emission *E, int o, i32 header, struct slow *s)
{
    struct emit *e = &E->e;
    wants_own(E, o, s);
    x_load_at(e, X_U8, false, RAX, o, count_at());
    x_alu_by(e, false, X_SUB, RAX, 1);
    x_alu_by(e, false, X_CMP, RAX, LOCK_THIN_REC_MAX);
    slow_if(E, s, CC_AE); /* entered only once, or not at all */
    change_count(E, o, X_SUB, 1);
    pop_record(E, header);
}
static void leave_fat(struct emission *E, int o, i32 header, struct slow *s)
{
    struct emit *e = &E->e;
    fat_monitor(E, o, s);
    x_alu_mem(e, true, X_CMP, SELF, RCX, monitor_layout.owner);
    slow_if(E, s, CC_NE);
    x_alu_mem_by(e, false, X_CMP, RCX, monitor_layout.entries, 1);
    slow_if(E, s, CC_NE);
    x_alu_mem_by(e, true, X_CMP, RCX, monitor_layout.queue, 0);
    slow_if(E, s, CC_NE);
    x_zero(e, RAX);
    x_store32(e, RCX, monitor_layout.entries, RAX);
    x_exchange(e, true, RAX, RCX, -1, monitor_layout.owner);
    pop_record(E, header);
    x_alu_mem_by(e, true, X_CMP, RCX, monitor_layout.queue, 0);
}
/* Requires that o is the last monitor that the frame has entered. */
static void check_last(struct emission *E, int o, i32 header, bool method, struct slow *s)
{
    struct emit *e = &E->e;
    if (header == UNNOTED) return;
    last_record(E);
    slow_if(E, s, CC_E);
    x_alu_mem(e, true, X_ADD, RCX, SELF, SELF_AT(locks));
    x_alu_mem(e, true, X_CMP, o, RCX, (i32)offsetof(struct lock_record, obj) - RECORD);
    slow_if(E, s, CC_NE);
    x_lea(e, RAX, FRAME, 8 * header);
    x_alu_mem(e, true, X_CMP, RAX, RCX, (i32)offsetof(struct lock_record, frame) - RECORD);
    slow_if(E, s, CC_NE);
    if (method) { /* and the only one: the record below, if any, is another frame's */
        x_alu_mem_by(e, false, X_CMP, SELF, SELF_AT(lock_top), 1);
        u32 only = x_jump_if(e, CC_E);
        x_alu_mem(e, true, X_CMP, RAX, RCX, (i32)offsetof(struct lock_record, frame) - 2 * RECORD);
        slow_if(E, s, CC_E);
        x_here(e, only);
    }
}

static void check_unlocked(struct emission *E, opt_value v)
{
    struct emit *e = &E->e;
    last_record(E);
    u32 none = x_jump_if(e, CC_E);
    x_alu_mem(e, true, X_ADD, RCX, SELF, SELF_AT(locks));
    x_lea(e, RAX, FRAME, (i32)(8 * node(E, v)->imm));
    x_alu_mem(e, true, X_CMP, RAX, RCX, (i32)offsetof(struct lock_record, frame) - RECORD);
    opt_exit_if(E, CC_E, v);
    x_here(e, none);
}

static i32 header_of(const struct opt_node *n) { return n->cc == 1 ? UNNOTED : (i32)n->imm; }
/* Returns the object's register, or loads it to rdx. */
static int object_of(struct emission *E, const struct opt_node *n)
{
    if (n->in[0]) return in_reg(E, n->in[0], RDX);
    x_load(&E->e, RDX, FRAME, FRAME_AT(lock_obj));
    return RDX;
}
/* Makes the slow jumps lead here. */
static void slow_here(struct emission *E, struct slow *s)
{
    for (u32 i = 0; i < s->count; i++) x_here(&E->e, s->from[i]);
    s->count = 0;
}
void opt_emit_monitor(struct emission *E, opt_value v)
{
    const struct opt_node *n = node(E, v);
    struct slow s = { .count = 0 };
    if (n->op == OPT_CHECK_UNLOCKED) {
        check_unlocked(E, v);
        return;
    }
    int o = object_of(E, n);
    if (n->op == OPT_ENTER)
        enter_reserved(E, o, header_of(n), &s);
    else {
        check_last(E, o, header_of(n), n->op == OPT_EXIT_METHOD, &s);
        leave_reserved(E, o, header_of(n), &s);
    }
    u32 done = x_jump(&E->e); /* a stub has at most two jumps to it */
    slow_here(E, &s);
    u32 slow = x_jump(&E->e);
    x_here(&E->e, done);
    opt_add_stub(E, STUB_MONITOR, v, slow);
}

/* After a fat monitor was left: returns if the flags say that its queue is empty, else wakes a thread. */
static void wake(struct emission *E, const struct stub *s)
{
    struct emit *e = &E->e;
    x_patch(e, x_jump_if(e, CC_E), s->back);
    struct saved k = opt_save(E, s->v);
    if (node(E, s->v)->in[0])
        load_to(E, RDI, node(E, s->v)->in[0]);
    else
        x_load(e, RDI, FRAME, FRAME_AT(lock_obj));
    opt_call_c(E, (const void *)monitor_wake);
    opt_restore(E, &k);
    x_jump_to(e, s->back);
}

typedef void way(struct emission *E, int o, i32 header, struct slow *s);
/* Emits one way to enter or leave. If it fails, the code after it runs. */
static void try_way(struct emission *E, const struct stub *s, int o, way *w)
{
    struct slow other = { .count = 0 };
    w(E, o, header_of(node(E, s->v)), &other);
    x_jump_to(&E->e, s->back);
    slow_here(E, &other);
}
static void take_in_stub(struct emission *E, const struct stub *s, int o)
{
    try_way(E, s, o, enter_again); /* enter_thin reads the whole word */
    try_way(E, s, o, enter_thin);
    try_way(E, s, o, enter_fat);
}
static void leave_in_stub(struct emission *E, const struct stub *s, int o, struct slow *slow)
{
    const struct opt_node *n = node(E, s->v);
    check_last(E, o, header_of(n), n->op == OPT_EXIT_METHOD, slow);
    try_way(E, s, o, leave_again);
    try_way(E, s, o, leave_thin);
    leave_fat(E, o, header_of(n), slow);
    wake(E, s);
}
static const void *in_c(const struct opt_node *n)
{
    bool noted = header_of(n) != UNNOTED;
    if (n->op == OPT_ENTER) return noted ? (const void *)opt_enter_monitor : (const void *)opt_enter_unnoted;
    if (!noted) return (const void *)monitor_exit_unnoted;
    return n->op == OPT_EXIT_MONITOR ? (const void *)opt_exit_monitor : (const void *)opt_exit_method;
}
void opt_emit_monitor_stub(struct emission *E, const struct stub *s)
{
    struct emit *e = &E->e;
    const struct opt_node *n = node(E, s->v);
    struct slow slow = { .count = 0 };
    int o = object_of(E, n);
    if (n->op == OPT_ENTER)
        take_in_stub(E, s, o);
    else
        leave_in_stub(E, s, o, &slow);
    slow_here(E, &slow);
    struct saved k = opt_save(E, s->v);
    if (n->in[0])
        load_to(E, RSI, n->in[0]);
    else
        x_load(e, RSI, FRAME, FRAME_AT(lock_obj));
    x_move(e, RDI, SELF);
    x_lea(e, RDX, FRAME, (i32)(8 * n->imm));
    opt_call_c(E, in_c(n));
    opt_restore(E, &k);
    if (!n->state) {
        x_jump_to(e, s->back);
        return;
    }
    x_test(e, false, RAX, RAX);
    x_patch(e, x_jump_if(e, CC_NE), s->back);
    opt_leave_now(E, n->state);
}

void opt_emit_enter_method(struct emission *E)
{
    struct emit *e = &E->e;
    const struct method *m = E->g->m;
    struct slow s = { .count = 0 };
    if (method_is_static(m))
        load_imm(E, OBJECT, (i64)(uintptr_t)m->owner->mirror);
    else
        x_load(e, OBJECT, FRAME, -8 * ((i32)m->max_locals + (i32)E->g->gap));
    x_store(e, FRAME, FRAME_AT(lock_obj), OBJECT);
    static way *const ways[] = { enter_reserved, enter_again, enter_thin, enter_fat };
    u32 entered[ARRAY_LEN(ways)];
    for (u32 i = 0; i < ARRAY_LEN(ways); i++) {
        ways[i](E, OBJECT, 0, &s);
        entered[i] = x_jump(e);
        slow_here(E, &s);
    }
    struct saved k = opt_save_none(E);
    x_move(e, RDI, SELF);
    x_move(e, RSI, OBJECT);
    x_move(e, RDX, FRAME);
    opt_call_c(E, (const void *)opt_enter_monitor);
    opt_restore(E, &k);
    x_test(e, false, RAX, RAX);
    u32 taken = x_jump_if(e, CC_NE);
    opt_emit_entry_of_interpreter(E, (const void *)interp_enter_contended);
    for (u32 i = 0; i < ARRAY_LEN(ways); i++) x_here(e, entered[i]);
    x_here(e, taken);
    x_store_imm32(e, false, FRAME, FRAME_AT(kind), FRAME_JAVA | FRM_LOCKED << 8);
}
