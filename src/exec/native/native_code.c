/* Native adapters and wrappers for x86-64, System V ABI (§3.2.3). JNI specification, chapter 2: the function gets the
 * JNIEnv, the class or the receiver, then the arguments; references are local references.
 *
 * Both kinds of code have the same middle, from making local references to the result. It runs with
 *     r12 the thread, rbx the native frame, r14 the base of the argument slots; rsp: arguments on the stack, then a
 *     scratch word for out-of-line code
 * and stores the callee-saved registers for the collector, as every transition out of the VM does. The collector scans
 * this C frame while the native method runs, so unused words are zeroed: no word of an older call may be left.
 *
 * An adapter is a C function around that middle. There is one for each shape: the method's static bit and its
 * descriptor with one letter for each argument. A wrapper is a method entry (interp/interp.h: r12 self, r13 pc, r14 sp,
 * r15 fp, rdi locals, rsi dispatch, rdx the method) that makes the frame itself, contains the function's address, and
 * continues at the caller's next instruction. A wrapper does the usual case only. If polls or events are requested, or
 * a stack has no room, it jumps to the interpreter's entry before it has changed anything. A wrapper is retired when
 * the method is bound anew, redefined or unloaded. */
#include "exec/native/native_code.h"
#include "base/hashmap.h"
#include "cpu/x86_64/native_stubs.h"
#include "cpu/x86_64/x86_sse.h"
#include "exec/code/code.h"
#include "exec/code/code_cache.h"
#include "exec/interp/interp_int.h"
#include "os/os_sync.h"
#include "thread/thread.h"
#include <stdio.h>
#include <stdlib.h>

#define THREAD(field) (i32) offsetof(struct thread, field)
#define FRAME(field) (i32) offsetof(struct frame, field)
enum { CODE_MAX = 16 * 1024, WRAPPER_STACK_ARGS = 8, STOP_POLLS = POLL_SAFEPOINT | POLL_HANDSHAKE | POLL_SUSPEND };
static const u8 int_regs[6] = { RDI, RSI, RDX, RCX, R8, R9 };

struct shape {
    bool is_static;
    char args[256]; /* descriptor letters, L for arrays too */
    u32 count;
    char result;
    u32 slots;      /* receiver included */
    u32 stack_args; /* arguments that do not fit into registers */
};

/* Keeps the argument registers while it notifies threads that wait for this one. */
void native_tell_stoppers(void);
CPU_CALL_KEEPING_ARGUMENTS(native_tell_stoppers, thread_left_java);

/* Returns false for more arguments than this code handles (call_by_stub handles them). */
static bool shape_of(const struct method *m, struct shape *s)
{
    *s = (struct shape){ .is_static = method_is_static(m),
                         .result = m->return_kind == '[' ? 'L' : (char)m->return_kind,
                         .slots = m->nargs };
    u32 ints = 2, floats = 0;
    for (const char *p = m->desc->bytes + 1; *p != ')'; p++) {
        char kind = *p == '[' ? 'L' : *p;
        while (*p == '[') p++;
        if (*p == 'L')
            while (*p != ';') p++;
        if (s->count == ARRAY_LEN(s->args) - 1) return false;
        s->args[s->count++] = kind;
        if (kind == 'F' || kind == 'D' ? floats < 8 : ints < 6)
            (void)(kind == 'F' || kind == 'D' ? floats++ : ints++);
        else
            s->stack_args++;
    }
    return true;
}

/* ---- the middle ---- */

/* Puts the object in rax into a new cell at r10, and the reference into `to`. NULL gives NULL and takes no cell. Uses
 * r11, keeps rcx. */
static void emit_reference(struct emit *e, int to, bool never_null)
{
    x_store(e, R10, 0, RAX);
    x_move(e, to, R10);
    if (never_null) {
        x_alu_imm(e, 0, R10, 8);
        return;
    }
    x_test(e, true, RAX, RAX);
    x_move_if(e, true, CC_E, to, RAX);
    x_lea(e, RAX, R10, 8); /* keeps the flags */
    x_move_if(e, true, CC_NE, R10, RAX);
}

/* An integer argument as C passes it, from its slot at [r14 + at]. */
static void emit_integer(struct emit *e, char kind, int reg, i32 at)
{
    switch (kind) {
    case 'J': x_load(e, reg, R14, at + 8); break;
    case 'I': x_load_at(e, X_S32, true, reg, R14, at); break;
    case 'B': x_load_at(e, X_S8, true, reg, R14, at); break;
    case 'S': x_load_at(e, X_S16, true, reg, R14, at); break;
    case 'C': x_load_at(e, X_U16, false, reg, R14, at); break;
    default: /* Z */ x_load_at(e, X_U8, false, reg, R14, at); x_alu_imm(e, 4, reg, 1);
    }
}

/* Pushes the reference frame. ecx is locals_top, the mark. Leaves r10 at its first cell. */
static void emit_push_references(struct emit *e)
{
    x_load32(e, RAX, R12, THREAD(locals_floor));
    x_shift(e, true, RAX, 34);
    x_load32(e, R11, R12, THREAD(locals_free));
    x_shift(e, true, R11, 4);
    x_alu(e, true, X_OR, RAX, R11);
    x_alu_imm(e, 1, RAX, 1); /* the cell's kind: a header */
    x_load(e, R10, R12, THREAD(locals_base));
    x_lea_index(e, true, R10, R10, RCX, 3, 0);
    x_store(e, R10, 0, RAX);
    x_store32(e, RBX, FRAME(local_refs), RCX);
    x_lea32(e, false, RCX, RCX, 1);
    x_store32(e, R12, THREAD(locals_floor), RCX);
    x_store_imm32(e, false, R12, THREAD(locals_free), 0);
    x_alu_imm(e, 0, R10, 8);
}

static void emit_pop_references(struct emit *e) /* keeps rax */
{
    x_load32(e, RCX, RBX, FRAME(local_refs));
    x_load(e, RDX, R12, THREAD(locals_base));
    x_load_as(e, X_32, true, RDX, RDX, RCX, 3, 0);
    x_store32(e, R12, THREAD(locals_top), RCX);
    x_move(e, RCX, RDX);
    x_shift(e, false, RCX, 34);
    x_store32(e, R12, THREAD(locals_floor), RCX);
    x_shift(e, false, RDX, 4);
    x_and_imm32(e, RDX, 0x3fffffff);
    x_store32(e, R12, THREAD(locals_free), RDX);
}

/* The first argument's slot is at r14 + `base`. `mirror`: NULL: it is in r11. */
static void emit_arguments(struct emit *e, const struct shape *s, i32 base, const struct object *mirror)
{
    u32 ints = 2, floats = 0, stack = 0;
    i32 at = base;
    if (s->is_static) {
        if (mirror)
            x_imm64(e, RAX, (u64)(uintptr_t)mirror);
        else
            x_move(e, RAX, R11);
    } else {
        x_load(e, RAX, R14, at);
        at += 8;
    }
    emit_reference(e, RSI, true);
    for (u32 i = 0; i < s->count; i++) {
        char kind = s->args[i];
        bool wide = kind == 'J' || kind == 'D', floating = kind == 'F' || kind == 'D';
        bool in_register = floating ? floats < 8 : ints < 6;
        if (floating && in_register)
            x_float_mem(e, kind == 'D', X_FLOAD, (int)floats++, R14, kind == 'F' ? at : at + 8);
        else if (floating && kind == 'F')
            x_load32(e, R11, R14, at);
        else if (floating)
            x_load(e, R11, R14, at + 8);
        else {
            int reg = in_register ? int_regs[ints++] : R11;
            if (kind == 'L') {
                x_load(e, RAX, R14, at);
                emit_reference(e, reg, false);
            } else
                emit_integer(e, kind, reg, at);
        }
        if (!in_register) x_store(e, RSP, (i32)(8 * stack++), R11);
        at += wide ? 16 : 8;
    }
    x_lea(e, RDI, R12, THREAD(jni));
    x_alu_mem(e, true, X_SUB, R10, R12, THREAD(locals_base));
    x_shift(e, false, R10, 3);
    x_store32(e, R12, THREAD(locals_top), R10);
}

struct late {
    u32 out, out_back, in, in_back, threw;
}; /* jumps to out-of-line code after the end */

/* Stores the thread's state before `poll` is read (thread_control.h, thread_barrier). */
static void emit_state(struct emit *e, int scratch, u32 state)
{
    if (!thread_fences) {
        x_store_imm32(e, false, R12, THREAD(state), state);
        return;
    }
    x_imm64(e, scratch, state);
    x_exchange(e, false, scratch, R12, -1, THREAD(state));
}

/* Goes to native code, calls `fn` (NULL: the function in r13), and comes back. Afterwards the result is in rax as in a
 * slot, and the reference frame is popped. An exception jumps to late->threw, where the reference frame still
 * exists. */
static void emit_call(struct emit *e, const struct shape *s, void *fn, struct late *late)
{
    static const u8 saved[6] = { RBX, RBP, R12, R13, R14, R15 };
    for (u32 i = 0; i < 6; i++) x_store(e, R12, THREAD(context.regs) + (i32)(8 * i), saved[i]);
    x_store(e, R12, THREAD(context.sp), RSP);
    emit_state(e, RAX, THREAD_IN_NATIVE);
    x_test_mem_by(e, R12, THREAD(poll), STOP_POLLS);
    late->out = x_jump_if(e, CC_NE);
    late->out_back = e->n;
    if (fn) {
        x_imm64(e, RAX, (u64)(uintptr_t)fn);
        x_call_reg(e, RAX);
    } else
        x_call_reg(e, R13);
    switch (s->result) {
    case 'F': x_float_to(e, false, RAX, 0); break;
    case 'D': x_float_to(e, true, RAX, 0); break;
    case 'Z':
        x_test_byte(e, RAX, RAX);
        x_set_if(e, CC_NE, RAX);
        x_extend(e, X_U8, false, RAX, RAX);
        break;
    case 'B': x_extend(e, X_S8, false, RAX, RAX); break;
    case 'C': x_extend(e, X_U16, false, RAX, RAX); break;
    case 'S': x_extend(e, X_S16, false, RAX, RAX); break;
    case 'I': x_move32(e, RAX, RAX); break;
    default: break;
    }
    emit_state(e, RCX, THREAD_IN_VM);
    x_test_mem_by(e, R12, THREAD(poll), STOP_POLLS);
    late->in = x_jump_if(e, CC_NE);
    late->in_back = e->n;
    x_alu_mem_by(e, true, X_CMP, R12, THREAD(pending), 0);
    late->threw = x_jump_if(e, CC_NE);
    if (s->result == 'L') {
        x_test(e, true, RAX, RAX);
        u32 null = x_short_jump_if(e, CC_E);
        x_alu_imm(e, 4, RAX, -4);
        x_load(e, RAX, RAX, 0);
        x_short_here(e, null);
    }
    emit_pop_references(e);
}

/* The out-of-line code of emit_call, except late->threw. */
static void emit_late(struct emit *e, u32 scratch, const struct late *late)
{
    x_here(e, late->out);
    x_imm64(e, RAX, (u64)(uintptr_t)native_tell_stoppers);
    x_call_reg(e, RAX);
    x_patch(e, x_jump(e), late->out_back);
    x_here(e, late->in);
    x_store(e, RSP, (i32)scratch, RAX);
    x_move(e, RDI, R12);
    x_imm64(e, RAX, (u64)(uintptr_t)thread_poll_slow);
    x_call_reg(e, RAX);
    x_load(e, RAX, RSP, (i32)scratch);
    x_patch(e, x_jump(e), late->in_back);
}

/* Reserves the stack arguments and the scratch word. `off`: the distance of rsp from a multiple of 16. Returns the
 * bytes. */
static u32 emit_room(struct emit *e, const struct shape *s, u32 off)
{
    u32 room = (u32)ALIGN_UP(8 * s->stack_args + 8 + off, 16) - off;
    x_alu_imm(e, 5, RSP, (i32)room);
    for (u32 at = 8 * s->stack_args; at < room; at += 8) x_store_imm32(e, true, RSP, (i32)at, 0);
    return room;
}

/* ---- adapters ---- */

static void emit_adapter(struct emit *e, const struct shape *s)
{
    struct late late;
    x_push(e, RBP);
    x_move(e, RBP, RSP);
    x_push(e, RBX), x_push(e, R12), x_push(e, R13), x_push(e, R14); /* rsp is a multiple of 16 again */
    emit_room(e, s, 0);
    x_move(e, R12, RDI);
    x_move(e, RBX, RSI);
    x_move(e, R13, RDX);
    x_move(e, R9, RCX);
    x_load(e, R14, RBX, FRAME(locals));
    x_load32(e, RCX, R12, THREAD(locals_top));
    emit_push_references(e);
    x_move(e, R11, R9);
    emit_arguments(e, s, 0, NULL);
    emit_call(e, s, NULL, &late);
    u32 end = e->n;
    x_lea(e, RSP, RBP, -32);
    x_pop(e, R14), x_pop(e, R13), x_pop(e, R12), x_pop(e, RBX), x_pop(e, RBP);
    x_return(e);
    x_here(e, late.threw);
    emit_pop_references(e);
    x_imm64(e, RAX, 0);
    x_patch(e, x_jump(e), end);
    emit_late(e, 8 * s->stack_args, &late);
}

/* ---- wrappers ---- */

static void jump_to(struct emit *e, void *target)
{
    x_imm64(e, R11, (u64)(uintptr_t)target);
    x_jump_reg(e, R11);
}

static void emit_wrapper(struct emit *e, const struct shape *s, const struct method *m, void *fn)
{
    i32 first = 8 - 8 * (i32)s->slots; /* offset of the arguments from r14 */
    u32 references = 1, to_entry[3];
    for (u32 i = 0; i < s->count; i++) references += s->args[i] == 'L';
    struct late late;
    /* Only the usual case. */
    x_imm64(e, R11, (u64)(uintptr_t)interp_tables[MODE_PLAIN]);
    x_alu_mem(e, true, X_CMP, R11, R12, THREAD(dispatch));
    to_entry[0] = x_jump_if(e, CC_NE);
    x_lea(e, RBX, R14, 8);
    x_lea(e, RAX, RBX, (i32)sizeof(struct frame) + 16);
    x_alu_mem(e, true, X_CMP, RAX, R12, THREAD(stack_limit));
    to_entry[1] = x_jump_if(e, CC_AE);
    x_load32(e, RCX, R12, THREAD(locals_top));
    x_lea(e, RAX, RCX, (i32)references + 1);
    x_alu_mem(e, false, X_CMP, RAX, R12, THREAD(locals_cap));
    to_entry[2] = x_jump_if(e, CC_A);
    /* The frame, as push_native_frame makes it. */
    x_store(e, RBX, FRAME(prev), R15);
    x_store(e, RBX, FRAME(method), RDX);
    x_lea(e, RAX, R14, first);
    x_store(e, RBX, FRAME(locals), RAX);
    x_store(e, RBX, FRAME(ret_pc), R13);
    x_lea_start(e, RAX);
    x_store(e, RBX, FRAME(ret), RAX);
    _Static_assert(offsetof(struct frame, flags) == offsetof(struct frame, kind) + 1 &&
                       offsetof(struct frame, lock_base) == offsetof(struct frame, kind) + 2,
                   "one store writes them");
    x_store_imm32(e, false, RBX, FRAME(kind), FRAME_NATIVE);
    x_zero(e, RAX);
    x_store(e, RBX, FRAME(pc), RAX);
    x_store(e, RBX, FRAME(cp), RAX);
    x_store(e, RBX, FRAME(lock_obj), RAX);
    x_store(e, RBX, (i32)sizeof(struct frame), RAX);
    x_lea(e, RAX, RBX, (i32)sizeof(struct frame));
    x_store(e, R12, THREAD(jsp), RAX);
    x_store(e, R12, THREAD(fp), RBX);
    i32 room = (i32)emit_room(e, s, 8); /* handlers are entered with rsp 8 off a multiple of 16 */
    emit_push_references(e);
    emit_arguments(e, s, first, m->owner->mirror);
    emit_call(e, s, fn, &late);
    x_alu_imm(e, 0, RSP, room);
    /* On to the caller. */
    x_load(e, R13, RBX, FRAME(ret_pc));
    x_load(e, RSI, R12, THREAD(dispatch));
    x_imm64(e, R11, (u64)(uintptr_t)interp_tables[MODE_PLAIN]);
    x_alu(e, true, X_CMP, RSI, R11);
    u32 events = x_jump_if(e, CC_NE);
    x_store(e, R12, THREAD(fp), R15);
    x_load(e, RDI, R15, FRAME(locals));
    if (s->result == 'V') {
        x_lea(e, R14, R14, first - 8);
        x_load(e, RDX, R14, 0);
    } else {
        x_lea(e, R14, R14, first + (s->result == 'J' || s->result == 'D' ? 8 : 0));
        x_move(e, RDX, RAX);
    }
    x_load_at(e, X_U8, false, RAX, R13, 0);
    x_jump_mem_index(e, RSI, RAX, 3);
    x_here(e, late.threw);
    emit_pop_references(e);
    x_alu_imm(e, 0, RSP, room);
    x_move(e, R15, RBX);
    x_load(e, RSI, R12, THREAD(dispatch));
    x_load(e, RDI, R15, FRAME(locals));
    jump_to(e, (void *)interp_throw_pending);
    x_here(e, events);
    x_move(e, RDX, RAX);
    x_move(e, R15, RBX);
    jump_to(e, (void *)native_left);
    for (u32 i = 0; i < 3; i++) x_here(e, to_entry[i]);
    jump_to(e, code_entries[ENTRY_NATIVE]);
    emit_late(e, 8 * s->stack_args, &late);
}

/* ---- making them ---- */

static struct os_mutex adapters_lock = OS_MUTEX_INIT;     /* leaf, but for the code list's */
static struct hashmap adapters GUARDED_BY(adapters_lock); /* symbol of the shape -> struct code */

native_adapter native_adapter_new(struct thread *self, struct method *m)
{
    struct shape s;
    if (!shape_of(m, &s)) return NULL;
    code_make_room(self);
    char name[300];
    snprintf(name, sizeof name, "native call %s(%s)%c", s.is_static ? "static " : "", s.args, s.result);
    struct symbol *key = symbol_from_cstr(name);
    os_mutex_lock(&adapters_lock);
    struct code *c = hashmap_get(&adapters, key);
    bool fresh = !c;
    if (fresh) {
        u8 *bytes = vm_malloc(CODE_MAX);
        struct emit e = { .at = bytes, .size = CODE_MAX };
        emit_adapter(&e, &s);
        VM_ASSERT(!e.astray);
        c = e.full ? NULL : code_install(bytes, e.n, NULL, name);
        free(bytes);
        if (c) hashmap_put(&adapters, key, c);
    }
    os_mutex_unlock(&adapters_lock);
    if (!c) return NULL;
    __atomic_store_n(&m->native_adapter, (const void *)c->start, __ATOMIC_RELEASE);
    if (fresh) code_announce(self, c);
    return (native_adapter)c->start;
}

void native_code_make(struct thread *self, struct method *m, void *fn)
{
    struct shape s;
    if ((m->access & ACC_SYNCHRONIZED) || m->machine_entry || !shape_of(m, &s) || s.stack_args > WRAPPER_STACK_ARGS)
        return;
    code_make_room(self);
    char name[96];
    snprintf(name, sizeof name, "native %s.%s", m->owner->name->bytes, m->name->bytes);
    u8 *bytes = vm_malloc(CODE_MAX);
    struct emit e = { .at = bytes, .size = CODE_MAX };
    emit_wrapper(&e, &s, m, fn);
    VM_ASSERT(!e.astray);
    struct code *c = e.full ? NULL : code_install(bytes, e.n, m, name);
    free(bytes);
    if (!c) return;
    if (code_publish_wrapper(m, fn, c->start)) {
        code_announce(self, c);
        return;
    }
    c->told = true; /* no event has been posted for it */
    code_retire(c);
}
