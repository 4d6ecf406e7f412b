/* Calls from C into Java: an entry frame, the arguments as its operands, and the method's entry. */
#include "core/call.h"
#include "core/exception.h"
#include "exec/exec.h"
#include "exec/exec_thread.h"
#include "exec/interp/interp_int.h"
#include "thread/safepoint.h"
#include "thread/thread_contract.h"

static slot normalized(u8 kind, slot v)
{
    switch (kind) {
    case 'Z': return v & 1;
    case 'B': return slot_of_int((i8)v);
    case 'C': return (u16)v;
    case 'S': return slot_of_int((i16)v);
    case 'I': return slot_of_int((i32)v);
    case 'F': return (u32)v;
    default: return v;
    }
}

#ifdef ARGUS_DEBUG
/* Fills the upper halves of arguments that have none, from `to` on, with a pattern, so that code which reads them is
 * noticed. */
static void fill_upper_halves(const struct method *m, slot *to)
{
    const char *c = m->desc->bytes + 1;
    if (!(m->access & ACC_STATIC)) to++;
    for (; *c != ')'; c++) {
        bool wide = *c == 'J' || *c == 'D', reference = *c == 'L' || *c == '[';
        if (!wide && !reference) *to = 0xdbdbdbdb00000000 | (u32)*to;
        to += wide ? 2 : 1;
        while (*c == '[') c++;
        if (*c == 'L')
            while (*c != ';') c++;
    }
}
#endif

/* For threads that serve the VM. Such a thread waits here while it is suspended. */
static COLD slot call_of_server(struct thread *self, struct method *m, const slot *args)
{
    self->serves = false;
    thread_poll(self);
    slot result = exec_call(self, m, args);
    self->serves = true;
    return result;
}

slot exec_call(struct thread *self, struct method *m, const slot *args)
{
    if (UNLIKELY(self->serves)) return call_of_server(self, m, args);
    struct frame *prev = self->fp;
    slot *end = self->jsp;
    struct frame *f = (struct frame *)(end + 1);
    slot *sp = frame_operands(f);
    NOTHING_PENDING(self);
    MAY_CALL_OUT(self);
    if (UNLIKELY(sp + m->nargs + FRAME_SLOTS >= self->stack_limit || !stack_has_room(self))) {
        throw_stack_overflow(self);
        return 0;
    }
    f->prev = prev;
    f->method = NULL;
    f->pc = interp_exit_code;
    f->locals = end + 1;
    f->cp = NULL;
    f->ret = NULL;
    f->ret_pc = NULL;
    f->lock_obj = NULL;
    f->kind = FRAME_ENTRY;
    f->flags = 0;
    if (UNLIKELY(atomic_load_explicit(&self->poll, memory_order_relaxed) & POLL_EVENTS)) interp_leave_awaited(self, f);
    f->local_refs = 0;
    *sp = 0;
    for (u32 i = 0; i < m->nargs; i++) *++sp = args[i];
    VM_DEBUG_ONLY(fill_upper_halves(m, sp + 1 - m->nargs);)
    self->fp = f;
    self->jsp = sp;
    void *outer = self->c_stack_caller;
    self->c_stack_caller = CPU_STACK_POINTER();
    ((interp_fn)m->entry)(self, interp_exit_code, sp, f, f->locals, self->dispatch, (u64)(uintptr_t)m);
    self->c_stack_caller = outer;
    slot result = self->pending ? 0 : normalized(m->return_kind, *frame_operands(f));
    self->fp = prev;
    self->jsp = end;
    if (UNLIKELY(f->flags & FRM_AWAITED)) thread_set_poll(self, POLL_EVENTS);
    return result;
}
