/* Method entries: what method->entry points at. Each takes the arguments from the caller's operands, makes the frame
 * and starts. See interp_int.h for how an entry is reached. JVMS §2.6, §2.11.8; the polymorphic entries:
 * java.lang.invoke's MethodHandle.invokeBasic and linkTo…. */
#include "core/call.h"
#include "core/exception.h"
#include "exec/interp/interp_int.h"
#include "exec/native/leaf.h"
#include "thread/events.h"

/* Throws what is pending from the caller's call instruction; the arguments are still the caller's operands. */
#define THROW_FROM_CALLER() \
    do { \
        pc = fp->pc; \
        GO(interp_throw); \
    } while (0)
#define CALLEE() ((struct method *)(uintptr_t)tos)

/* From here on: m's frame is on top, sp, fp, locals and pc are its own. Leaves by interp_throw_overflow when there is
 * no room. */
#define PUSH_JAVA_FRAME(m) \
    slot *l_ = sp + 1 - (m)->nargs; \
    struct frame *f = (struct frame *)(l_ + (m)->max_locals); \
    if (UNLIKELY((slot *)(f + 1) + (m)->max_stack >= self->stack_limit)) GO(interp_throw_overflow); \
    /* Words of earlier calls must not keep their objects alive. (The barrier keeps this a loop: it runs once or \
     * twice.) */ \
    for (slot *p_ = sp + 1; UNLIKELY(p_ < (slot *)f); p_++) { \
        *p_ = 0; \
        __asm__ volatile("" ::: "memory"); \
    } \
    f->prev = fp; \
    f->method = (m); \
    f->locals = l_; \
    f->cp = (m)->entries; \
    f->ret_pc = pc; \
    f->kind = FRAME_JAVA; \
    f->flags = 0; \
    *frame_operands(f) = 0; \
    fp = f; \
    locals = l_; \
    sp = frame_operands(f); \
    pc = (m)->code
/* Runs the first instruction, events and polls before it. */
#define START() \
    dispatch = self->dispatch; \
    if (UNLIKELY(dispatch != (void *const *)interp_tables[0])) GO(interp_entry_events); \
    DISPATCH()

static PRESERVE_NONE void do_entry_java(INTERP_PARAMS)
{
    struct method *m = CALLEE();
    PUSH_JAVA_FRAME(m);
    START();
}

/* The monitor is held by another thread, or inflated. */
static PRESERVE_NONE void enter_contended(INTERP_PARAMS)
{
    tos = 0;
    PUBLISH();
    monitor_enter_slow(self, fp->lock_obj, fp);
    if (UNLIKELY(self->pending)) GO(interp_throw);
    fp->flags |= FRM_LOCKED; /* a tool may have put others there while it waited */
    RELOAD();
    if (UNLIKELY(fp->method->flags & MTH_EVENTS)) GO(interp_entry_events);
    START();
}
static PRESERVE_NONE void do_entry_java_sync(INTERP_PARAMS)
{
    struct method *m = CALLEE();
    PUSH_JAVA_FRAME(m);
    f->lock_obj = method_is_static(m) ? m->owner->mirror : slot_ref(locals[0]);
    if (UNLIKELY(!monitor_enter_fast(self, f->lock_obj, f))) GO(enter_contended);
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
    if ((event_on(EV_METHOD_ENTRY) || (fp->method->flags & MTH_EVENTS)) && hooks.method_entry) {
        tos = 0;
        PUBLISH();
        fp->flags |= FRM_ENTRY_POSTED;
        hooks.method_entry(self, fp);
        if (UNLIKELY(self->pending)) GO(interp_throw);
        RELOAD();
    }
    DISPATCH();
}

/* Methods with events of their own (MTH_EVENTS): as above, and always to interp_entry_events. */
static PRESERVE_NONE void do_entry_java_events(INTERP_PARAMS)
{
    struct method *m = CALLEE();
    PUSH_JAVA_FRAME(m);
    if (m->access & ACC_SYNCHRONIZED) {
        f->lock_obj = method_is_static(m) ? m->owner->mirror : slot_ref(locals[0]);
        if (UNLIKELY(!monitor_enter_fast(self, f->lock_obj, f))) GO(enter_contended);
        f->flags = FRM_LOCKED;
    }
    dispatch = self->dispatch;
    GO(interp_entry_events);
}

/* First call: the class may have to be linked, the code to be prepared. */
static PRESERVE_NONE void do_entry_unlinked(INTERP_PARAMS)
{
    struct method *m = CALLEE();
    self->fp = fp;
    self->jsp = sp;
    if (UNLIKELY(!class_link(self, m->owner)) || UNLIKELY(!exec.method_link(self, m))) THROW_FROM_CALLER();
    VM_CHECK(m->entry != (void *)entry_unlinked);
    RELOAD();
    MUSTTAIL return ((interp_fn)m->entry)(INTERP_ARGS);
}

/* A version that was replaced (D8). Whoever still holds it (resolved constants, inline caches, call sites, member
 * names) runs the newest one. */
static PRESERVE_NONE void do_entry_replaced(INTERP_PARAMS)
{
    struct method *m = CALLEE();
    while (m->next_version) m = m->next_version;
    tos = (u64)(uintptr_t)m;
    MUSTTAIL return ((interp_fn)m->entry)(INTERP_ARGS);
}

/* ---- native methods ---- */
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
        if ((event_on(EV_METHOD_ENTRY) || (f->method->flags & MTH_EVENTS)) && hooks.method_entry) {
            f->flags |= FRM_ENTRY_POSTED;
            hooks.method_entry(self, f);
        }
        return;
    }
    if ((event_on(EV_METHOD_EXIT) || (f->method->flags & MTH_EVENTS)) && hooks.method_exit)
        hooks.method_exit(self, f, f->method->return_kind == 'V' ? NULL : value, false);
    if (f->flags & FRM_NOTIFY_POP) interp_post_frame_pop(self, f, false);
}

/* Posts events around, runs, unlocks. false: interp_throw must follow, with f on top. */
static ALWAYS_INLINE bool run_native(struct thread *self, struct frame *f, bool locked, slot *result)
{
    if (locked && UNLIKELY(!enter_native_monitor(self, f))) return false;
    if (UNLIKELY(self->dispatch != (void *const *)interp_tables[0]) || UNLIKELY(f->method->flags & MTH_EVENTS)) {
        if (atomic_load_explicit(&self->poll, memory_order_relaxed)) thread_poll_slow(self);
        if (!self->pending) native_events(self, f, false, NULL);
        if (self->pending) return false;
    }
    *result = interp_call_native(self, f);
    if (UNLIKELY(self->pending)) return false;
    if (UNLIKELY(self->dispatch != (void *const *)interp_tables[0]) || UNLIKELY(f->method->flags & MTH_EVENTS)) {
        /* The result may be an object: a slot of the frame keeps it over the hooks. */
        *frame_operands(f) = *result;
        native_events(self, f, true, frame_operands(f));
        *result = *frame_operands(f);
        if (self->pending) return false;
    }
    if (locked) {
        f->flags &= (u8)~FRM_LOCKED;
        if (!monitor_exit(self, f->lock_obj)) return false;
    }
    return true;
}

/* Stack state of the caller after a native method whose arguments were at `args`. */
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
    static PRESERVE_NONE void name(INTERP_PARAMS) \
    { \
        struct method *m = CALLEE(); \
        struct frame *f = push_native_frame(self, pc, sp, fp, m); \
        if (UNLIKELY(!f)) GO(interp_throw_overflow); \
        slot result; \
        bool ok = run_native(self, f, locked, &result); \
        if (UNLIKELY(!ok)) { \
            fp = f; \
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
PRESERVE_NONE void interp_native_left(INTERP_PARAMS)
{
    struct frame *f = fp;
    *frame_operands(f) = tos; /* it may be an object: a slot of the frame keeps it over the hooks */
    native_events(self, f, true, frame_operands(f));
    if (UNLIKELY(self->pending != NULL)) GO(interp_throw_pending);
    u64 top;
    pc = f->ret_pc;
    sp = push_result(f->locals, f->method->return_kind, *frame_operands(f), &top);
    fp = f->prev;
    tos = top;
    self->fp = fp;
    RELOAD();
    DISPATCH();
}

NATIVE_ENTRY(do_entry_native, false)
NATIVE_ENTRY(do_entry_native_sync, true)

void *const *leaf_dispatch, *const *leaf_access_dispatch;
PRESERVE_NONE void leaf_declined(INTERP_PARAMS) { GO(do_entry_native); }

/* ---- methods without a body ---- */
static NOINLINE void throw_abstract(struct thread *self, struct method *m, slot *sp)
{
    char name[1024], owner[512], receiver[512];
    struct object *o = slot_ref(sp[1 - m->nargs]);
    const struct frame *f = self->fp;
    u8 op = f && f->kind == FRAME_JAVA ? f->method->orig_code[f->pc - f->method->code] : 0;
    /* HotSpot has a method for it in the class */
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
static PRESERVE_NONE void do_entry_abstract(INTERP_PARAMS)
{
    self->fp = fp;
    self->jsp = sp;
    throw_abstract(self, CALLEE(), sp);
    THROW_FROM_CALLER();
}
static PRESERVE_NONE void do_entry_conflict(INTERP_PARAMS)
{
    self->fp = fp;
    self->jsp = sp;
    throw_conflicting_defaults(self, CALLEE());
    THROW_FROM_CALLER();
}

/* A redefinition deleted the method. HotSpot resolves again for bytecode, so one that came back later is found; its
 * method handles lead to a method that throws without words. NULL: NoSuchMethodError is pending. */
static NOINLINE struct method *replace_deleted(struct thread *self, const struct method *m, const struct frame *caller)
{
    char name[1024];
    bool by_handle = caller && caller->kind == FRAME_JAVA && (caller->method->flags & MTH_LAMBDA_FORM);
    struct method *now = by_handle ? NULL : class_find_method_here(m->owner, m->name, m->desc);
    if (now && method_is_static(now) == method_is_static(m)) return now;
    if (by_handle)
        THROW(self, NoSuchMethodError, NULL);
    else
        THROW(self, NoSuchMethodError, "'%s'", method_external_name(m, name, sizeof name));
    return NULL;
}
static PRESERVE_NONE void do_entry_deleted(INTERP_PARAMS)
{
    self->fp = fp;
    self->jsp = sp;
    struct method *m = replace_deleted(self, CALLEE(), fp);
    if (!m) THROW_FROM_CALLER();
    RELOAD();
    tos = (u64)(uintptr_t)m;
    MUSTTAIL return ((interp_fn)m->entry)(INTERP_ARGS);
}

/* ---- method handles ---- */
static ALWAYS_INLINE struct method *target_of(struct object *member_name)
{
    struct object *resolved = obj_ref(member_name, WKF(MemberName_method));
    return resolved ? (struct method *)(uintptr_t)obj_long(resolved, WKF(ResolvedMethodName_vmtarget)) : NULL;
}
static PRESERVE_NONE void throw_null_from_caller(INTERP_PARAMS)
{
    self->fp = fp;
    self->jsp = sp;
    throw_new(self, WK(NullPointerException), NULL);
    THROW_FROM_CALLER();
}
static PRESERVE_NONE void throw_linker(INTERP_PARAMS)
{
    self->fp = fp;
    self->jsp = sp;
    throw_new(self, WK(InternalError), "a MemberName without a target was invoked");
    THROW_FROM_CALLER();
}
#define GO_TO(m) \
    do { \
        tos = (u64)(uintptr_t)(m); \
        MUSTTAIL return ((interp_fn)(m)->entry)(INTERP_ARGS); \
    } while (0)

static PRESERVE_NONE void do_entry_invoke_basic(INTERP_PARAMS)
{
    struct object *handle = slot_ref(sp[1 - CALLEE()->nargs]);
    if (UNLIKELY(!handle)) GO(throw_null_from_caller);
    struct object *form = obj_ref(handle, WKF(MethodHandle_form));
    if (UNLIKELY(!form)) GO(throw_null_from_caller);
    struct object *entry = obj_ref(form, WKF(LambdaForm_vmentry));
    if (UNLIKELY(!entry)) GO(throw_null_from_caller);
    struct method *m = target_of(entry);
    if (UNLIKELY(!m)) GO(throw_linker);
    GO_TO(m);
}
/* The linkTo… methods: the trailing argument is the MemberName, which the target does not get; its slot is the target's
 * from here on. The caller's frame keeps it for when the call has to be made again (PopFrame). */
#define POP_MEMBER(member, m) \
    struct object *member = slot_ref(*sp); \
    if (UNLIKELY(!member)) GO(throw_null_from_caller); \
    struct method *m = target_of(member); \
    if (UNLIKELY(!m)) GO(throw_linker); \
    VM_ASSERT(fp->kind == FRAME_JAVA); \
    fp->linked = ref_encode(member); \
    fp->flags |= FRM_LINKED; \
    sp--
static PRESERVE_NONE void do_entry_link_static(INTERP_PARAMS)
{
    POP_MEMBER(member, m);
    GO_TO(m);
}
static PRESERVE_NONE void do_entry_link_special(INTERP_PARAMS)
{
    POP_MEMBER(member, m);
    if (UNLIKELY(!sp[1 - m->nargs])) GO(throw_null_from_caller);
    GO_TO(m);
}
static PRESERVE_NONE void do_entry_link_virtual(INTERP_PARAMS)
{
    POP_MEMBER(member, m);
    struct object *receiver = slot_ref(sp[1 - m->nargs]);
    if (UNLIKELY(!receiver)) GO(throw_null_from_caller);
    i64 index = obj_long(member, WKF(MemberName_vmindex));
    struct method *selected = index >= 0 ? object_class(receiver)->vtable[index] : m;
    GO_TO(selected);
}
static NOINLINE struct method *select_linked_interface(struct thread *self, struct object *receiver, struct method *m)
{
    struct method *s = class_is_interface(m->owner) && !(m->access & ACC_PRIVATE)
                           ? class_itable_lookup(object_class(receiver), m)
                           : class_select_method(object_class(receiver), m);
    if (s) return s;
    char a[512], b[512];
    throw_new(self, WK(IncompatibleClassChangeError), "Class %s does not implement the requested interface %s",
              class_external_name(object_class(receiver), a, sizeof a), class_external_name(m->owner, b, sizeof b));
    return NULL;
}
static PRESERVE_NONE void do_entry_link_interface(INTERP_PARAMS)
{
    POP_MEMBER(member, m);
    struct object *receiver = slot_ref(sp[1 - m->nargs]);
    if (UNLIKELY(!receiver)) GO(throw_null_from_caller);
    self->fp = fp;
    self->jsp = sp;
    struct method *selected = select_linked_interface(self, receiver, m);
    if (UNLIKELY(!selected)) THROW_FROM_CALLER();
    RELOAD();
    GO_TO(selected);
}

interp_fn entry_unlinked = do_entry_unlinked, entry_replaced = do_entry_replaced, entry_java = do_entry_java,
          entry_java_sync = do_entry_java_sync, entry_java_events = do_entry_java_events,
          entry_native = do_entry_native, entry_native_sync = do_entry_native_sync, entry_abstract = do_entry_abstract,
          entry_conflict = do_entry_conflict, entry_deleted = do_entry_deleted,
          entry_invoke_basic = do_entry_invoke_basic, entry_link_static = do_entry_link_static,
          entry_link_virtual = do_entry_link_virtual, entry_link_special = do_entry_link_special,
          entry_link_interface = do_entry_link_interface;
