/* Calls from Java to native methods: passes arguments from slots by the C calling convention, references as local
 * references, and changes the thread's state and back (JNI specification, chapter 2; System V ABI for x86-64, §3.2.3).
 *
 * Mostly generated code does this (native_code.h). Where none can be made (-Xint, no memory for it), one assembly stub
 * serves every signature: it loads six integer and eight floating registers and copies the rest to the stack. */
#include "core/call.h"
#include "cpu/x86_64/native_stubs.h"
#include "exec/exec_thread.h"
#include "exec/interp/entry.h"
#include "exec/native/leaf.h"
#include "exec/native/native_binding.h"
#include "exec/native/native_code.h"
#include "thread/events.h"
#include "thread/probe_points.h"
#include "thread/refs.h"
#include "thread/tell_method.h"

struct marshal {
    struct cpu_call_args *a;
    u32 gprs, fprs;
};

static inline void put_int(struct marshal *s, u64 v)
{
    if (s->gprs < 6)
        s->a->gpr[s->gprs++] = v;
    else
        s->a->stack[s->a->stack_count++] = v;
}
static inline void put_fp(struct marshal *s, u64 v)
{
    if (s->fprs < 8)
        s->a->fpr[s->fprs++] = v;
    else
        s->a->stack[s->a->stack_count++] = v;
}

/* Fills in the arguments of f's method. `stack` has room for all of them. */
static void marshal(struct thread *self, struct frame *f, struct cpu_call_args *a, u64 *stack)
{
    struct method *m = f->method;
    struct marshal s = { a, 0, 0 };
    const slot *arg = f->locals;
    a->stack = stack;
    a->stack_count = 0;
    put_int(&s, (u64)(uintptr_t)thread_env(self));
    if (method_is_static(m))
        put_int(&s, (u64)(uintptr_t)ref_local(self, m->owner->mirror));
    else
        put_int(&s, (u64)(uintptr_t)ref_local(self, slot_ref(*arg++)));
    for (const char *p = m->desc->bytes + 1; *p != ')'; p++) {
        switch (*p) {
        case 'J':
            put_int(&s, arg[1]);
            arg += 2;
            break;
        case 'D':
            put_fp(&s, arg[1]);
            arg += 2;
            break;
        case 'F': put_fp(&s, (u32)*arg++); break;
        case 'Z': put_int(&s, *arg++ & 1); break;
        case 'B': put_int(&s, (u64)(i64)(i8)*arg++); break;
        case 'C': put_int(&s, (u16)*arg++); break;
        case 'S': put_int(&s, (u64)(i64)(i16)*arg++); break;
        case 'I': put_int(&s, (u64)(i64)(i32)*arg++); break;
        default: /* L or [ */
            put_int(&s, (u64)(uintptr_t)ref_local(self, slot_ref(*arg++)));
            while (*p == '[') p++;
            if (*p == 'L')
                while (*p != ';') p++;
            break;
        }
    }
}

static slot native_result(struct cpu_call_args *a, u8 kind)
{
    switch (kind) {
    case 'F': return (u32)a->fp_result;
    case 'D': return a->fp_result;
    case 'Z': return (a->int_result & 0xff) != 0;
    case 'B': return (u32)(i32)(i8)a->int_result;
    case 'C': return (u16)a->int_result;
    case 'S': return (u32)(i32)(i16)a->int_result;
    case 'I': return (u32)a->int_result;
    case 'J': return a->int_result;
    default: return 0;
    }
}

/* The call without generated code. */
static NOINLINE slot call_by_stub(struct thread *self, struct frame *f, void *fn)
{
    struct method *m = f->method;
    u32 mark = ref_push_frame(self);
    f->local_refs = mark;
    /* The collector scans this C frame while the native method runs, so no word of an older call may be left in it. */
    struct cpu_call_args a = { 0 };
    /* the environment, the class or receiver and four more go in registers */
    u32 room = m->nargs > 4 ? m->nargs + 2u : 1;
    u64 stack[room];
    memset(stack, 0, sizeof stack);
    marshal(self, f, &a, stack);
    thread_to_native(self);
    cpu_call_native(fn, &a);
    thread_from_native(self);
    slot result;
    if (m->return_kind == 'L' || m->return_kind == '[')
        result = self->pending ? 0 : slot_of_ref(ref_get((jobject)(uintptr_t)a.int_result));
    else
        result = native_result(&a, m->return_kind);
    ref_pop_frame(self, mark);
    return result;
}

/* Runs f's native method with its arguments. f is published. The result is as in a slot. The C frame is small, since it
 * lies below the native method's. */
static NOINLINE slot call_native(struct thread *self, struct frame *f)
{
    struct method *m = f->method;
    void *fn = native_bound(m);
    if (UNLIKELY(!fn)) {
        fn = native_binding.lookup(self, m);
        if (!fn) return 0;
        /* the lookup may have run Java code: f is the top frame again */
    }
    native_adapter adapter = native_adapter_for(self, m);
    if (UNLIKELY(!adapter || !ref_ensure(self, m->nargs + 2u))) return call_by_stub(self, f, fn);
    slot result = adapter(self, f, fn, m->owner->mirror);
    if (LIKELY(!self->pending)) native_code_count(self, m, fn);
    return result;
}

/* ---- entries ---- */
static ALWAYS_INLINE struct frame *push_native_frame(struct thread *self, const u8 *pc, slot *sp, struct frame *fp,
                                                     struct method *m)
{
    struct frame *f = (struct frame *)(sp + 1);
    if (UNLIKELY((slot *)(f + 1) + 2 >= self->stack_limit)) return NULL;
    f->prev = fp;
    f->method = m;
    f->locals = sp + 1 - m->nargs;
    f->pc = NULL;
    f->cp = NULL;
    f->ret = NULL;
    f->ret_pc = pc;
    f->kind = FRAME_NATIVE;
    f->flags = 0;
    f->lock_obj = NULL;
    *frame_operands(f) = 0;
    self->fp = f;
    self->jsp = frame_operands(f);
    return f;
}

static NOINLINE bool enter_native_monitor(struct thread *self, struct frame *f)
{
    f->lock_obj = method_is_static(f->method) ? f->method->owner->mirror : slot_ref(f->locals[0]);
    monitor_enter(self, f->lock_obj, f);
    if (self->pending) return false;
    f->flags |= FRM_LOCKED;
    return true;
}

static NOINLINE void native_events(struct thread *self, struct frame *f, bool exit, slot *value)
{
    if (!exit) {
        if ((event_on(EV_METHOD_ENTRY) || method_has(f->method, MTH_EVENTS)) && hooks.method_entry)
            tell_method_entry(self, f);
        if (!self->pending && method_probed(f->method)) probe_points.method(self, f, PROBE_ENTERED, NULL, NULL);
        return;
    }
    if ((event_on(EV_METHOD_EXIT) || method_has(f->method, MTH_EVENTS)) && hooks.method_exit)
        tell_method_exit(self, f, f->method->return_kind == 'V' ? NULL : value, false);
    if (f->flags & FRM_NOTIFY_POP) interp_post_frame_pop(self, f, false);
}

/* The frame certainly goes now. */
static NOINLINE void native_probed(struct thread *self, struct frame *f, slot *result)
{
    *frame_operands(f) = *result;
    probe_points.method(self, f, PROBE_RETURNS, f->method->return_kind == 'V' ? NULL : frame_operands(f), NULL);
}

/* Posts the events, runs the method, exits its monitor. Returns false if interp_throw must follow, with f on top. */
static ALWAYS_INLINE bool run_native(struct thread *self, struct frame *f, bool locked, slot *result)
{
    if (locked && UNLIKELY(!enter_native_monitor(self, f))) return false;
    if (UNLIKELY(self->dispatch != (void *const *)interp_tables[MODE_PLAIN]) ||
        UNLIKELY(method_has(f->method, MTH_TELLS))) {
        if (atomic_load_explicit(&self->poll, memory_order_relaxed)) thread_poll_slow(self);
        if (!self->pending) native_events(self, f, false, NULL);
        if (self->pending) return false;
    }
    *result = call_native(self, f);
    if (UNLIKELY(self->pending)) return false;
    if (UNLIKELY(self->dispatch != (void *const *)interp_tables[MODE_PLAIN]) ||
        UNLIKELY(method_has(f->method, MTH_TELLS))) {
        /* the result may be an object: a slot of the frame keeps it alive during the hooks */
        *frame_operands(f) = *result;
        native_events(self, f, true, frame_operands(f));
        *result = *frame_operands(f);
        if (self->pending) return false;
    }
    if (locked) {
        f->flags &= (u8)~FRM_LOCKED;
        if (!monitor_exit(self, f->lock_obj)) return false;
    }
    if (method_probed(f->method)) native_probed(self, f, result);
    return true;
}

/* Pushes the result of a native method whose arguments were at `args`; sets the caller's sp and tos. */
static ALWAYS_INLINE slot *push_result(slot *args, u8 kind, slot result, u64 *tos)
{
    slot *sp = args - 1;
    switch (kind) {
    case 'V': *tos = *sp; return sp;
    case 'J':
    case 'D': *tos = result; return sp + 2;
    default: *tos = result; return sp + 1;
    }
}

#define NATIVE_ENTRY(name, locked) \
    PRESERVE_NONE void name(INTERP_PARAMS) \
    { \
        struct method *m = CALLEE(); \
        struct frame *f = push_native_frame(self, pc, sp, fp, m); \
        if (UNLIKELY(!f)) GO(interp_throw_overflow); \
        slot result; \
        bool ok = run_native(self, f, locked, &result); \
        if (UNLIKELY(!ok)) { \
            fp = f; \
            pc = f->ret_pc; /* not kept over the call: the C stack has no place for it */ \
            tos = 0; \
            RELOAD(); \
            MUSTTAIL return interp_throw_pending(INTERP_ARGS); \
        } \
        pc = f->ret_pc; \
        u64 top; \
        sp = push_result(f->locals, f->method->return_kind, result, &top); \
        tos = top; \
        self->fp = fp; \
        RELOAD(); \
        DISPATCH(); \
    }
PRESERVE_NONE void native_left(INTERP_PARAMS)
{
    struct frame *f = fp;
    *frame_operands(f) = tos; /* it may be an object: a slot of the frame keeps it alive during the hooks */
    native_events(self, f, true, frame_operands(f));
    if (UNLIKELY(self->pending != NULL)) GO(interp_throw_pending);
    if (method_probed(f->method)) native_probed(self, f, frame_operands(f));
    u64 top;
    pc = f->ret_pc;
    sp = push_result(f->locals, f->method->return_kind, *frame_operands(f), &top);
    fp = f->prev;
    tos = top;
    self->fp = fp;
    RELOAD();
    DISPATCH();
}

NATIVE_ENTRY(entry_native, false)
NATIVE_ENTRY(entry_native_sync, true)

PRESERVE_NONE void leaf_declined(INTERP_PARAMS) { GO(entry_native); }
