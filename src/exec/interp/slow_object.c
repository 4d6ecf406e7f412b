/* Slow paths of instructions on constants, objects, arrays, types and monitors: resolve, quicken, or do the rare
 * case. */
#include "core/call.h"
#include "core/exception.h"
#include "exec/interp/slow_int.h"
#include "thread/events.h"
#include "thread/probe_points.h"
#include "thread/tell_method.h"

/* ---- constants ---- */
static u64 unboxed(struct object *o, char kind)
{
    slot v = 0;
    if (o && !unbox_value(o, kind, &v)) v = 0;
    return v;
}

PRESERVE_NONE void slow_ldc(INTERP_PARAMS)
{
    const u8 *insn = orig_insn(fp, pc);
    u16 index = insn[0] == OP_ldc ? insn[1] : rd_u16be(insn + 1);
    u32 length = insn[0] == OP_ldc ? 2 : 3;
    struct constpool *cp = fp->method->cp;
    struct cp_entry *e = &cp->e[index];
    switch (e->tag) {
    case CP_INTEGER:
    case CP_FLOAT:
        PUBLISH_ALL();
        code_patch(fp->method, pc, insn[0] == OP_ldc ? OP_ldc_num : OP_ldc_w_num);
        AGAIN();
    case CP_CLASS: {
        struct class *c;
        *sp = tos;
        if (atomic_load_explicit(&e->state, memory_order_acquire) == CPS_RESOLVED)
            c = e->cls;
        else {
            PUBLISH_ALL();
            c = cp_resolve_class(self, cp, index);
            if (UNLIKELY(!c)) GO(interp_throw);
            RELOAD();
        }
        sp++;
        tos = slot_of_ref(c->mirror);
        NEXT(length);
    }
    case CP_STRING: {
        PUBLISH_ALL();
        struct object *s = cp_resolve_string(self, cp, index);
        if (UNLIKELY(!s)) GO(interp_throw);
        code_patch(fp->method, pc, insn[0] == OP_ldc ? OP_ldc_ref : OP_ldc_w_ref);
        AGAIN();
    }
    default: {
        PUBLISH_ALL();
        struct object *o = cp_resolve_object(self, cp, index);
        if (UNLIKELY(self->pending)) GO(interp_throw);
        RELOAD();
        struct symbol *desc = NULL, *name, *cls;
        if (e->tag == CP_DYNAMIC) cp_ref_names(cp, index, &cls, &name, &desc);
        char kind = desc ? desc->bytes[0] : 'L';
        if (kind == 'L' || kind == '[') code_patch(fp->method, pc, insn[0] == OP_ldc ? OP_ldc_ref : OP_ldc_w_ref);
        switch (kind) {
        case 'J':
        case 'D':
            sp += 2;
            tos = unboxed(o, kind);
            break;
        case 'L':
        case '[':
            sp++;
            tos = slot_of_ref(o);
            break;
        default:
            sp++;
            tos = unboxed(o, kind);
            break;
        }
        NEXT(length);
    }
    }
}

/* ---- instances, arrays ---- */
/* The thread's allocation span is used up. A linked instruction names a class that is resolved, initialized and
 * instantiable. */
static PRESERVE_NONE void new_refill(INTERP_PARAMS)
{
    struct class *c = fp->cp[read_u16(pc + 1)].cls;
    PUBLISH();
    struct object *o = object_new(self, c);
    if (UNLIKELY(!o)) GO(interp_throw);
    RELOAD();
    sp++;
    tos = slot_of_ref(o);
    NEXT(3);
}
static bool has_instances(const struct class *c)
{
    return !(c->access & (ACC_INTERFACE | ACC_ABSTRACT)) && !class_is_array(c) && c != WK(java_lang_Class);
}
PRESERVE_NONE void slow_new(INTERP_PARAMS)
{
    if (LIKELY(interp_op_info[code_running_op(pc)].first == OP_new_q)) GO(new_refill);
    PUBLISH_ALL();
    struct class *c = cp_resolve_class(self, fp->method->cp, orig_index(fp, pc));
    if (UNLIKELY(!c)) GO(interp_throw);
    if (UNLIKELY(!has_instances(c))) {
        char name[512];
        throw_name(self, "java/lang/InstantiationError", "%s", class_external_name(c, name, sizeof name));
        GO(interp_throw);
    }
    if (UNLIKELY(!class_init(self, c))) GO(interp_throw);
    if (atomic_load_explicit(&c->state, memory_order_acquire) == CLASS_INITIALIZED && has_instances(c))
        code_patch(fp->method, pc, OP_new_q); /* a redefinition may have made it abstract meanwhile */
    struct object *o = object_new(self, c);
    if (UNLIKELY(!o)) GO(interp_throw);
    RELOAD();
    sp++;
    tos = slot_of_ref(o);
    NEXT(3);
}
PRESERVE_NONE void slow_anewarray(INTERP_PARAMS)
{
    PUBLISH();
    struct cp_entry *e = &fp->method->cp->e[orig_index(fp, pc)];
    struct class *c = atomic_load_explicit(&e->state, memory_order_acquire) == CPS_RESOLVED
                          ? e->cls
                          : cp_resolve_class(self, fp->method->cp, orig_index(fp, pc));
    if (UNLIKELY(!c)) GO(interp_throw);
    struct object *o = array_new_ref(self, c, (i32)tos);
    if (UNLIKELY(!o)) GO(interp_throw);
    RELOAD();
    tos = slot_of_ref(o);
    RESUME(3);
}
/* A separate function, so that the array of dimensions is in no frame of a tail-calling function. */
static NOINLINE struct object *multi_array(struct thread *self, struct frame *fp, const u8 *pc, slot *sp, u32 dims)
{
    struct class *c = cp_resolve_class(self, fp->method->cp, orig_index(fp, pc));
    i32 lengths[255];
    if (!c) return NULL;
    for (u32 i = 0; i < dims; i++) lengths[i] = slot_int(sp[(i32)i + 1 - (i32)dims]);
    return array_new_multi(self, c, lengths, dims);
}
PRESERVE_NONE void slow_multianewarray(INTERP_PARAMS)
{
    u32 dims = orig_insn(fp, pc)[3];
    PUBLISH();
    struct object *o = multi_array(self, fp, pc, sp, dims);
    if (UNLIKELY(!o)) GO(interp_throw);
    RELOAD();
    sp -= (i32)dims - 1;
    tos = slot_of_ref(o);
    RESUME(4);
}

/* ---- type tests ---- */
PRESERVE_NONE void slow_checkcast(INTERP_PARAMS)
{
    PUBLISH_ALL();
    if (UNLIKELY(!cp_resolve_class(self, fp->method->cp, orig_index(fp, pc)))) GO(interp_throw);
    code_patch(fp->method, pc, OP_checkcast_q);
    AGAIN();
}
PRESERVE_NONE void slow_instanceof(INTERP_PARAMS)
{
    PUBLISH_ALL();
    if (UNLIKELY(!cp_resolve_class(self, fp->method->cp, orig_index(fp, pc)))) GO(interp_throw);
    code_patch(fp->method, pc, OP_instanceof_q);
    AGAIN();
}

/* ---- monitors ---- */
PRESERVE_NONE void slow_monitorenter(INTERP_PARAMS)
{
    PUBLISH();
    monitor_enter_slow(self, slot_ref(tos), fp);
    if (UNLIKELY(self->pending)) {
        /* Thread.stop or an agent's exception ended the wait, but the monitor is entered. Handlers after this
         * instruction exit it. */
        if (monitor_owned_by(self, slot_ref(*sp))) pc++;
        GO(interp_throw);
    }
    RELOAD();
    sp--;
    tos = *sp;
    RESUME(1);
}
PRESERVE_NONE void slow_monitorexit(INTERP_PARAMS)
{
    PUBLISH();
    if (UNLIKELY(!monitor_owned_by(self, slot_ref(tos)))) { /* no message here, as on HotSpot */
        throw_new(self, WK(IllegalMonitorStateException), NULL);
        GO(interp_throw);
    }
    if (UNLIKELY(!monitor_exit_slow(self, slot_ref(tos)))) GO(interp_throw);
    RELOAD();
    sp--;
    tos = *sp;
    RESUME(1);
}

/* ---- returns with more work ---- */
PRESERVE_NONE void slow_register_finalizer(INTERP_PARAMS)
{
    PUBLISH();
    slot args[1] = { locals[0] };
    java_call(self, WKM(Finalizer_register), args);
    if (UNLIKELY(self->pending)) GO(interp_throw);
    RELOAD();
    sp = locals - 1;
    tos = *sp;
    RETURN();
}

/* Exits every monitor that fp still holds. Returns false with IllegalMonitorStateException pending if fp held a monitor
 * of its own instructions (structured locking, JVMS §2.11.10), or did not hold the method's. */
static NOINLINE bool release_monitors(struct thread *self, struct frame *fp)
{
    bool structured = interp_locks_structured(self, fp);
    fp->flags &= (u8)~FRM_LOCKED;
    while (self->lock_top > 0 && self->locks[self->lock_top - 1].frame == fp) {
        u32 before = self->lock_top;
        if (!monitor_exit(self, self->locks[self->lock_top - 1].obj) || self->lock_top == before) break;
    }
    if (!structured && !self->pending) throw_new(self, WK(IllegalMonitorStateException), NULL);
    return structured && !self->pending;
}
/* Returns of methods with events of their own. If all methods post, the method-events table has posted already. */
static PRESERVE_NONE void return_with_event(INTERP_PARAMS)
{
    fp->flags |= FRM_EXIT_POSTED;
    PUBLISH();
    if (hooks.method_exit) tell_method_exit(self, fp, fp->method->return_kind == 'V' ? NULL : sp, false);
    if (UNLIKELY(self->pending != NULL)) GO(interp_throw);
    GO_IF_TOLD();
    RELOAD();
    tos = *sp;
    GO(slow_return_locked);
}

PRESERVE_NONE void slow_return_locked(INTERP_PARAMS)
{
    if (UNLIKELY(method_has(fp->method, MTH_EVENTS)) && !(fp->flags & FRM_EXIT_POSTED)) GO(return_with_event);
    u8 op = *orig_insn(fp, pc);
    if (LIKELY(self->lock_top > 0 && self->locks[self->lock_top - 1].frame == fp)) {
        /* The usual case: only the method's own monitor. */
        if (!((fp->flags & FRM_LOCKED) && self->locks[self->lock_top - 1].obj == fp->lock_obj &&
              (self->lock_top == 1 || self->locks[self->lock_top - 2].frame != fp) &&
              monitor_exit_fast(self, fp->lock_obj))) {
            PUBLISH_ALL();
            if (UNLIKELY(!release_monitors(self, fp))) GO(interp_throw);
            locals = fp->locals;
            tos = *sp;
        }
    } else if (UNLIKELY(fp->flags & FRM_LOCKED)) {
        PUBLISH_ALL();
        if (UNLIKELY(!release_monitors(self, fp))) GO(interp_throw);
        locals = fp->locals;
        tos = *sp;
    }
    fp->flags &= (u8)~FRM_LOCKED;
    if (method_exits_probed(fp->method)) { /* nothing keeps the frame from going now */
        PUBLISH_ALL();
        probe_points.method(self, fp, PROBE_RETURNS, fp->method->return_kind == 'V' ? NULL : sp, NULL);
        RELOAD();
        tos = *sp;
    }
    if (UNLIKELY(method_has(fp->method, MTH_OBJECT_INIT)))
        MUSTTAIL return ((interp_fn)interp_tables[MODE_PLAIN][OP_return_init])(INTERP_ARGS);
    switch (op) {
    case OP_return:
        sp = locals - 1;
        tos = *sp;
        break;
    case OP_lreturn:
    case OP_dreturn: sp = locals + 1; break;
    case OP_ireturn:
        if (fp->method->return_kind != 'I') tos = narrow_int(fp->method->return_kind, (i32)tos);
        sp = locals;
        break;
    default: sp = locals; break;
    }
    RETURN();
}

/* ---- wide ---- */
PRESERVE_NONE void interp_wide(INTERP_PARAMS)
{
    u16 n;
    memcpy(&n, pc + 2, sizeof n);
    switch (pc[1]) {
    case OP_iload:
    case OP_fload:
    case OP_aload:
        *sp++ = tos;
        tos = locals[n];
        NEXT(4);
    case OP_lload:
    case OP_dload:
        *sp = tos;
        sp += 2;
        tos = locals[n + 1];
        NEXT(4);
    case OP_istore:
    case OP_fstore:
    case OP_astore:
        locals[n] = tos;
        sp--;
        tos = *sp;
        NEXT(4);
    case OP_lstore:
    case OP_dstore:
        locals[n + 1] = tos;
        sp -= 2;
        tos = *sp;
        NEXT(4);
    case OP_iinc: {
        i16 c;
        memcpy(&c, pc + 4, sizeof c);
        locals[n] = (u32)locals[n] + (u32)(i32)c;
        NEXT(6);
    }
    case OP_ret: pc = fp->method->code + (locals[n] >> 1); JUMP(0);
    default: GO(interp_illegal);
    }
}

/* ---- switches: padded to four bytes from the start of the (8-aligned) code ---- */
i32 lookup_switch(const u8 *pc, i32 key)
{
    const i32 *t = (const i32 *)(((uintptr_t)pc + 4) & ~(uintptr_t)3);
    i32 low = 0, high = t[1] - 1;
    while (low <= high) {
        i32 mid = (low + high) / 2;
        i32 v = t[2 + 2 * mid];
        if (v == key) return t[3 + 2 * mid];
        if (v < key)
            low = mid + 1;
        else
            high = mid - 1;
    }
    return t[0];
}

PRESERVE_NONE void interp_illegal(INTERP_PARAMS)
{
    PUBLISH();
    VM_FATAL("opcode %u at bci %d of %s.%s%s is not an instruction", *pc, frame_bci(fp), fp->method->owner->name->bytes,
             fp->method->name->bytes, fp->method->desc->bytes);
}

/* ---- ahead of the first execution ---- */
static bool link_constant(struct thread *self, struct method *m, const u8 *pc, u16 index, bool wide)
{
    switch (m->cp->e[index].tag) {
    case CP_INTEGER:
    case CP_FLOAT: code_patch(m, pc, wide ? OP_ldc_w_num : OP_ldc_num); return true;
    case CP_CLASS: return cp_resolve_class(self, m->cp, index) != NULL;
    case CP_STRING:
        if (!cp_resolve_string(self, m->cp, index)) return false;
        code_patch(m, pc, wide ? OP_ldc_w_ref : OP_ldc_ref);
        return true;
    default: return false; /* runs Java code */
    }
}

bool slow_link_object(struct thread *self, struct method *m, const u8 *pc)
{
    const u8 *insn = m->orig_code + (pc - m->code);
    if (*insn == OP_ldc) return link_constant(self, m, pc, insn[1], false);
    if (*insn == OP_ldc_w) return link_constant(self, m, pc, rd_u16be(insn + 1), true);
    struct class *c = cp_resolve_class(self, m->cp, rd_u16be(insn + 1));
    if (!c) return false;
    switch (*insn) {
    case OP_new:
        if (!has_instances(c)) return false;
        code_patch(m, pc, OP_new_q);
        return true;
    case OP_anewarray: return class_array_of(self, c) != NULL;
    case OP_checkcast: code_patch(m, pc, OP_checkcast_q); return true;
    case OP_instanceof: code_patch(m, pc, OP_instanceof_q); return true;
    default: return true;
    }
}
