/* Popping frames, and notification of pops (JVM TI PopFrame, ForceEarlyReturn…, NotifyFramePop).
 *
 * A frame is marked while its thread is stopped; the thread itself pops it at its next instruction
 * (interp/forced_exit.c). */
#include "bytecode/bytecode.h"
#include "exec/code/code.h"
#include "exec/exec_thread.h"
#include "tool/tool_frame.h"

/* Do `f`'s first locals, from `at` on, still hold values that can be passed as arguments again? The code may have
 * stored other values there. */
static bool may_pass(const struct frame *f, u32 at, const char *type, size_t len)
{
    struct object *o = slot_ref(f->locals[at]);
    return !o || (heap_is_object(o) && tool_may_hold(type, len, object_class(o)));
}
static bool arguments_stand(const struct frame *f)
{
    const struct method *m = f->method;
    u32 at = 0;
    if (!method_is_static(m)) {
        struct object *o = slot_ref(f->locals[at++]);
        if (o && !(heap_is_object(o) && class_assignable(object_class(o), m->owner))) return false;
    }
    const char *p = m->desc->bytes + 1, *start;
    u32 len;
    for (char kind; (kind = desc_next(&p, &start, &len)) != 0; at += kind == 'J' || kind == 'D' ? 2 : 1)
        if ((kind == 'L' || kind == '[') && !may_pass(f, at, start, len)) return false;
    return true;
}
/* Can the caller repeat the call that made `f`? */
static bool can_call_again(const struct frame *f) { return interp_arguments_taken(f) <= 1 && arguments_stand(f); }

struct exit_request {
    const struct thread *by;
    bool pop;
    slot value;
    struct object *object;
    enum tool_status status;
};

static void mark_top(struct thread *target, void *arg)
{
    struct exit_request *r = arg;
    struct frame *f = target->fp;
    r->status = TOOL_NOT_SUSPENDED;
    if (target != r->by && !atomic_load(&target->suspended)) return; /* it was resumed meanwhile */
    r->status = TOOL_OPAQUE_FRAME;
    if (!frame_java(f)) {
        r->status = TOOL_NO_MORE_FRAMES;
        return;
    }
    if (f->kind != FRAME_JAVA) return; /* native, or C code that Java has called and that calls Java again */
    if (r->pop) {
        if (!frame_caller(f)) {
            r->status = TOOL_NO_MORE_FRAMES;
            return;
        }
        if (frame_prev(f)->kind != FRAME_JAVA || !can_call_again(f)) return;
        f->flags |= FRM_POP;
    } else {
        struct exec_thread *et = exec_thread(target);
        et->early_value = r->value;
        et->early_object = r->object;
        f->flags |= FRM_EARLY_RETURN;
    }
    thread_set_poll(target, POLL_EARLY_RETURN);
    r->status = TOOL_OK;
}
enum tool_status tool_pop_frame(struct thread *self, struct thread *target)
{
    struct exit_request r = { self, true, 0, NULL, TOOL_OK };
    return handshake_run(self, target, mark_top, &r) ? r.status : TOOL_NOT_ALIVE;
}
enum tool_status tool_force_return(struct thread *self, struct thread *target, slot value, struct object *object)
{
    struct exit_request r = { self, false, value, object, TOOL_OK };
    return handshake_run(self, target, mark_top, &r) ? r.status : TOOL_NOT_ALIVE;
}

struct notify_request {
    u32 depth;
    enum tool_status status;
};
void tool_frame_set_variable(struct thread *t, struct frame *f, u32 at, slot value)
{
    f->locals[at] = value;
    interp_turn_back(t, f);
}

static void mark_notify(struct thread *target, void *arg)
{
    struct notify_request *r = arg;
    struct frame *f = tool_frame_at(target, r->depth);
    if (!f)
        r->status = TOOL_NO_MORE_FRAMES;
    else if (f->kind != FRAME_JAVA)
        r->status = TOOL_OPAQUE_FRAME;
    else if (f->flags & FRM_NOTIFY_POP)
        r->status = TOOL_UNCHANGED;
    else {
        f->flags |= FRM_NOTIFY_POP;
        exec_thread(target)->notify_count++;
        interp_await(target, f);
        r->status = TOOL_OK;
    }
}
enum tool_status tool_notify_frame_pop(struct thread *self, struct thread *target, u32 depth)
{
    struct notify_request r = { depth, TOOL_OK };
    return handshake_run(self, target, mark_notify, &r) ? r.status : TOOL_NOT_ALIVE;
}

bool tool_local_is_stored(const struct method *m, i32 bci, u32 slot)
{
    if (slot < m->nargs) return true;
    struct bytecode b;
    BYTECODE_EACH (b, m->orig_code, m->code_len) {
        if ((i32)b.bci >= bci) break;
        if (!(b.info->local_access & BC_WRITTEN)) continue;
        u32 to = bytecode_local(&b), slots = b.info->local_kind == 'J' || b.info->local_kind == 'D' ? 2 : 1;
        if (slot >= to && slot < to + slots) return true;
    }
    return false;
}
