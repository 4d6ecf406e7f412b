/* Entries of methods with bytecode, and of methods that cannot run. Each takes the arguments from the caller's
 * operands, makes the frame and starts. interp_int.h says how an entry is reached. JVMS §2.6, §2.11.8. */
#include "exec/interp/entry.h"
#include "core/call.h"
#include "core/exception.h"
#include "exec/code/code.h"
#include "exec/interp/slow_int.h"
#include "exec/native/leaf.h"
#include "exec/tier/call_tally.h"
#include "exec/tier/probe_entry.h"
#include "thread/events.h"
#include "thread/probe_points.h"
#include "thread/tell_method.h"

/* Runs the first instruction, after events and polls. */
#define START() \
    dispatch = self->dispatch; \
    if (UNLIKELY(dispatch != (void *const *)interp_tables[MODE_PLAIN])) GO(interp_entry_events); \
    DISPATCH()

PRESERVE_NONE void entry_java(INTERP_PARAMS)
{
    struct method *m = CALLEE();
    PUSH_JAVA_FRAME(m);
    START();
}

PRESERVE_NONE void leaf_of_bytecode_declined(INTERP_PARAMS) { GO(entry_java); }

/* The monitor is held by another thread, or inflated. */
PRESERVE_NONE void interp_enter_contended(INTERP_PARAMS)
{
    tos = 0;
    PUBLISH();
    monitor_enter_slow(self, fp->lock_obj, fp);
    if (UNLIKELY(self->pending)) GO(interp_throw);
    fp->flags |= FRM_LOCKED; /* a tool may have set other flags during the wait */
    RELOAD();
    if (UNLIKELY(method_has(fp->method, MTH_TELLS))) GO(interp_entry_events);
    START();
}
PRESERVE_NONE void entry_java_sync(INTERP_PARAMS)
{
    struct method *m = CALLEE();
    PUSH_JAVA_FRAME(m);
    f->lock_obj = method_is_static(m) ? m->owner->mirror : slot_ref(locals[0]);
    if (UNLIKELY(!monitor_enter_fast(self, f->lock_obj, f))) GO(interp_enter_contended);
    f->flags = FRM_LOCKED;
    START();
}

/* Polls, and posts MethodEntry, before a method's first instruction. */
PRESERVE_NONE void interp_entry_events(INTERP_PARAMS)
{
    if (atomic_load_explicit(&self->poll, memory_order_relaxed) & POLL_EVENTS) {
        interp_leave_awaited(self, fp);
        RELOAD();
    }
    if ((event_on(EV_METHOD_ENTRY) || method_has(fp->method, MTH_EVENTS)) && hooks.method_entry) {
        tos = 0;
        PUBLISH();
        tell_method_entry(self, fp);
        if (UNLIKELY(self->pending)) GO(interp_throw);
        RELOAD();
    }
    MUSTTAIL return interp_begin(INTERP_ARGS);
}

/* Methods with events of their own: like the entries above, but always by interp_entry_events. */
PRESERVE_NONE void entry_java_events(INTERP_PARAMS)
{
    struct method *m = CALLEE();
    PUSH_JAVA_FRAME(m);
    if (m->access & ACC_SYNCHRONIZED) {
        f->lock_obj = method_is_static(m) ? m->owner->mirror : slot_ref(locals[0]);
        if (UNLIKELY(!monitor_enter_fast(self, f->lock_obj, f))) GO(interp_enter_contended);
        f->flags = FRM_LOCKED;
    }
    dispatch = self->dispatch;
    GO(interp_entry_events);
}

/* For methods whose calls are counted: counts the call, and continues with the method's other entry. */
PRESERVE_NONE void entry_tally(INTERP_PARAMS)
{
    struct method *m = CALLEE();
    call_tally_add(self, m, TALLY_ENTERED);
    void *code = __atomic_load_n(&m->machine_entry, __ATOMIC_ACQUIRE); /* another thread may drop it meanwhile */
    bool in_code = code && !method_has(m, MTH_TELLS | MTH_COUNTED) && !m->next_version;
    MUSTTAIL return ((interp_fn)(LIKELY(in_code) ? code : code_entry_behind_tally(m)))(INTERP_ARGS);
}

/* Tells probes by a frame that is there meanwhile, as the interpreter's will be. */
static NOINLINE void tell_probes(struct thread *self, struct method *m, slot *sp, struct frame *fp, const u8 *pc)
{
    slot *args = sp + 1 - m->nargs;
    struct frame *f = (struct frame *)(args + m->max_locals);
    f->prev = fp;
    f->method = m;
    f->pc = m->code;
    f->locals = args;
    f->cp = m->entries;
    f->ret_pc = pc;
    f->kind = FRAME_JAVA;
    f->flags = 0;
    self->fp = f;
    self->jsp = frame_operands(f);
    probe_points.method(self, f, PROBE_ENTERED, NULL, NULL);
    self->fp = fp;
    self->jsp = sp;
}
/* Probes count here (MTH_COUNTED): likewise. A call that finds no room for its frame enters nothing. */
PRESERVE_NONE void entry_probed(INTERP_PARAMS)
{
    struct method *m = CALLEE();
    const slot *args = sp + 1 - m->nargs;
    const struct frame *f = (const struct frame *)(args + m->max_locals);
    if (UNLIKELY((const slot *)(f + 1) + m->max_stack >= self->stack_limit)) GO(entry_probed_behind);
    u32 word = probe_entry_word(m);
    if (UNLIKELY(word == PROBE_ENTRY_HEAVY))
        tell_probes(self, m, sp, fp, pc);
    else if (LIKELY(word != 0))
        probe_word_add(self, word - 1);
    else
        probe_points.entered(self, m, args);
    GO(entry_probed_behind);
}
PRESERVE_NONE void entry_probed_behind(INTERP_PARAMS)
{
    struct method *m = CALLEE();
    void *code = __atomic_load_n(&m->machine_entry, __ATOMIC_ACQUIRE); /* as above */
    bool in_code = code && !method_has(m, MTH_TELLS) && !m->next_version;
    MUSTTAIL return ((interp_fn)(LIKELY(in_code) ? code : code_entry_behind_probe(m)))(INTERP_ARGS);
}

/* First call: the class may have to be linked, the code to be prepared. */
PRESERVE_NONE void entry_unlinked(INTERP_PARAMS)
{
    struct method *m = CALLEE();
    PUBLISH_CALLER();
    if (UNLIKELY(!class_link(self, m->owner)) || UNLIKELY(!code_link_method(self, m))) THROW_FROM_CALLER();
    VM_CHECK(m->entry != code_entries[ENTRY_UNLINKED]);
    RELOAD();
    MUSTTAIL return ((interp_fn)m->entry)(INTERP_ARGS);
}

/* For a version that a redefinition has replaced (D8). Resolved constants, inline caches, call sites and member names
 * may still hold it; their calls run the newest version. */
PRESERVE_NONE void entry_replaced(INTERP_PARAMS)
{
    struct method *m = CALLEE();
    while (m->next_version) m = m->next_version;
    tos = (u64)(uintptr_t)m;
    MUSTTAIL return ((interp_fn)m->entry)(INTERP_ARGS);
}

/* ---- methods without a body ---- */
static NOINLINE void throw_abstract(struct thread *self, struct method *m, slot *sp)
{
    char name[1024], owner[512], receiver[512];
    struct object *o = slot_ref(sp[1 - m->nargs]);
    const struct frame *f = self->fp;
    u8 op = f && f->kind == FRAME_JAVA ? f->method->orig_code[f->pc - f->method->code] : 0;
    /* HotSpot puts a method into the class for it */
    if (o && op == OP_invokevirtual && class_is_interface(m->owner) && (object_class(o)->flags & CLS_HAS_DEFAULTS)) {
        throw_new(self, WK(AbstractMethodError), "Method %s.%s%s is abstract", object_class(o)->name->bytes,
                  m->name->bytes, m->desc->bytes);
        return;
    }
    method_signature_text(m, name, sizeof name);
    throw_new(self, WK(AbstractMethodError),
              "Receiver class %s does not define or inherit an implementation of the resolved method '%s%s' of %s%s.",
              o ? class_external_name(object_class(o), receiver, sizeof receiver) : "null",
              method_is_abstract(m) ? "abstract " : "", name,
              class_is_interface(m->owner)        ? "interface "
              : (m->owner->access & ACC_ABSTRACT) ? "abstract class "
                                                  : "class ",
              class_external_name(m->owner, owner, sizeof owner));
}
PRESERVE_NONE void entry_abstract(INTERP_PARAMS)
{
    PUBLISH_CALLER();
    throw_abstract(self, CALLEE(), sp);
    THROW_FROM_CALLER();
}
PRESERVE_NONE void entry_conflict(INTERP_PARAMS)
{
    PUBLISH_CALLER();
    throw_conflicting_defaults(self, CALLEE());
    THROW_FROM_CALLER();
}

/* For a method that a redefinition has deleted. As on HotSpot, a call by bytecode resolves again, so it finds a method
 * that was added later; a call by a method handle throws without a message. Returns NULL with NoSuchMethodError
 * pending. */
static NOINLINE struct method *replace_deleted(struct thread *self, const struct method *m, const struct frame *caller)
{
    char name[1024];
    bool by_handle = caller && caller->kind == FRAME_JAVA && method_has(caller->method, MTH_LAMBDA_FORM);
    struct method *now = by_handle ? NULL : class_find_method_here(m->owner, m->name, m->desc);
    if (now && method_is_static(now) == method_is_static(m)) return now;
    if (by_handle)
        THROW(self, NoSuchMethodError, NULL);
    else
        THROW(self, NoSuchMethodError, "'%s'", method_external_name(m, name, sizeof name));
    return NULL;
}
PRESERVE_NONE void entry_deleted(INTERP_PARAMS)
{
    PUBLISH_CALLER();
    struct method *m = replace_deleted(self, CALLEE(), fp);
    if (!m) THROW_FROM_CALLER();
    RELOAD();
    tos = (u64)(uintptr_t)m;
    MUSTTAIL return ((interp_fn)m->entry)(INTERP_ARGS);
}
