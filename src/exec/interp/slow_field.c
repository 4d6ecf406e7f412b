/* Field access: resolution, quickening, and the general forms (narrow types, volatile, watched). JVMS §6.5 getfield,
 * putfield, getstatic, putstatic. */
#include "core/exception.h"
#include "exec/interp/field_value.h"
#include "exec/interp/slow_int.h"
#include "model/wellknown.h"
#include "thread/events.h"
#include "thread/probe_points.h"

static u8 get_op(const struct field *f)
{
    if ((f->flags & FLD_READ_TOLD) || f->shorts || f->offset > UINT16_MAX) return OP_getfield_any;
    switch (f->kind) {
    case 'I':
    case 'F': return OP_getfield_i;
    case 'J':
    case 'D': return OP_getfield_j;
    case 'B':
    case 'Z': return OP_getfield_b;
    case 'C': return OP_getfield_c;
    case 'S': return OP_getfield_s;
    case 'L':
    case '[': return OP_getfield_a;
    default: return OP_getfield_any;
    }
}
static u8 put_op(const struct field *f)
{
    if ((f->flags & FLD_WRITE_TOLD) || f->shorts || (f->access & ACC_VOLATILE) || f->offset > UINT16_MAX)
        return OP_putfield_any;
    switch (f->kind) {
    case 'I':
    case 'F': return OP_putfield_i;
    case 'J':
    case 'D': return OP_putfield_j;
    case 'B': return OP_putfield_b;
    case 'Z': return OP_putfield_z;
    case 'C':
    case 'S': return OP_putfield_s;
    case 'L':
    case '[': return OP_putfield_a;
    default: return OP_putfield_any;
    }
}
static u8 get_static_op(const struct field *f)
{
    if (f->flags & FLD_READ_TOLD) return OP_getstatic_any;
    switch (f->kind) {
    case 'Z':
    case 'B': return OP_getstatic_b;
    case 'I':
    case 'F': return OP_getstatic_i;
    case 'J':
    case 'D': return OP_getstatic_j;
    case 'L':
    case '[': return OP_getstatic_a;
    default: return OP_getstatic_any;
    }
}
static u8 put_static_op(const struct field *f)
{
    if ((f->flags & FLD_WRITE_TOLD) || (f->access & ACC_VOLATILE)) return OP_putstatic_any;
    switch (f->kind) {
    case 'I':
    case 'F': return OP_putstatic_i;
    case 'J':
    case 'D': return OP_putstatic_j;
    case 'B': return OP_putstatic_b;
    case 'L':
    case '[': return OP_putstatic_a;
    default: return OP_putstatic_any;
    }
}

/* Replaces the operand by the offset. The general form keeps the index, even if another thread has quickened first. */
static void quicken_instance(struct method *m, const u8 *pc, const struct field *f, u8 op)
{
    if (op == OP_getfield_any || op == OP_putfield_any)
        code_patch(m, pc, op);
    else
        code_patch_operand(m, pc, op, (u16)f->offset);
}

PRESERVE_NONE void slow_getfield(INTERP_PARAMS)
{
    PUBLISH_ALL();
    struct field *f = cp_resolve_field(self, fp->method->cp, orig_index(fp, pc), false, false, fp->method);
    if (UNLIKELY(!f)) GO(interp_throw);
    quicken_instance(fp->method, pc, f, get_op(f));
    AGAIN();
}
PRESERVE_NONE void slow_putfield(INTERP_PARAMS)
{
    PUBLISH_ALL();
    struct field *f = cp_resolve_field(self, fp->method->cp, orig_index(fp, pc), false, true, fp->method);
    if (UNLIKELY(!f)) GO(interp_throw);
    quicken_instance(fp->method, pc, f, put_op(f));
    AGAIN();
}

/* Resolves the field and initializes its class. Quickens the instruction only when all threads may run the quick form:
 * while this thread initializes the class, others must wait in the slow form. */
static struct field *static_field(struct thread *self, struct frame *fp, const u8 *pc, bool put)
{
    struct field *f = cp_resolve_field(self, fp->method->cp, orig_index(fp, pc), true, put, fp->method);
    if (!f || !interp_init_resolved(self, f->owner)) return NULL;
    if (interp_may_quicken(f->owner, &fp->method->cp->e[orig_index(fp, pc)]))
        code_patch(fp->method, pc, put ? put_static_op(f) : get_static_op(f));
    return f;
}
PRESERVE_NONE void slow_getstatic(INTERP_PARAMS)
{
    PUBLISH_ALL();
    if (UNLIKELY(!static_field(self, fp, pc, false))) GO(interp_throw);
    GO_IF_TOLD();
    RELOAD();
    tos = *sp;
    GO(static_get_any);
}
PRESERVE_NONE void slow_putstatic(INTERP_PARAMS)
{
    PUBLISH_ALL();
    if (UNLIKELY(!static_field(self, fp, pc, true))) GO(interp_throw);
    GO_IF_TOLD();
    RELOAD();
    tos = *sp;
    GO(static_put_any);
}

static inline u32 kind_slots(u8 kind) { return kind == 'J' || kind == 'D' ? 2 : 1; }

/* An agent that was told of the access has deleted the field. */
static void field_is_gone(struct thread *self, const struct field *f)
{
    THROW(self, NoSuchFieldError, "%s", f->name->bytes);
}

PRESERVE_NONE void field_get_any(INTERP_PARAMS)
{
    struct field *f = fp->method->cp->e[orig_index(fp, pc)].field;
    struct object *o = slot_ref(tos);
    if (UNLIKELY(!o)) THROW_NPE();
    if (UNLIKELY(f->flags & FLD_READ_TOLD)) {
        PUBLISH();
        if ((f->flags & FLD_WATCH_READ) && hooks.field_access) hooks.field_access(self, fp, f, o);
        if (UNLIKELY(self->pending)) GO(interp_throw);
        GO_IF_TOLD();
        if (f->flags & FLD_PROBE_READ) probe_points.field(self, f, slot_ref(*sp), NULL);
        if (UNLIKELY(f->flags & FLD_DELETED)) {
            field_is_gone(self, f);
            GO(interp_throw);
        }
        RELOAD();
        o = slot_ref(*sp);
    }
    struct heap_place at = field_place(f, o);
    tos = field_load(f->kind, (char *)at.base + at.offset);
    sp += kind_slots(f->kind) - 1;
    RESUME(3);
}
PRESERVE_NONE void field_put_any(INTERP_PARAMS)
{
    struct field *f = fp->method->cp->e[orig_index(fp, pc)].field;
    u32 width = kind_slots(f->kind);
    struct object *o = slot_ref(sp[-(i32)width]);
    if (UNLIKELY(!o)) THROW_NPE();
    if (UNLIKELY(f->flags & FLD_WRITE_TOLD)) {
        PUBLISH();
        if ((f->flags & FLD_WATCH_WRITE) && hooks.field_modification) hooks.field_modification(self, fp, f, o, tos);
        if (UNLIKELY(self->pending)) GO(interp_throw);
        GO_IF_TOLD();
        if (f->flags & FLD_PROBE_WRITE) probe_points.field(self, f, slot_ref(sp[-(i32)width]), sp);
        if (UNLIKELY(f->flags & FLD_DELETED)) {
            field_is_gone(self, f);
            GO(interp_throw);
        }
        RELOAD();
        tos = *sp;
        o = slot_ref(sp[-(i32)width]);
    }
    field_store(f, field_place(f, o), tos);
    sp -= width + 1;
    tos = *sp;
    RESUME(3);
}
PRESERVE_NONE void static_get_any(INTERP_PARAMS)
{
    struct field *f = fp->method->cp->e[orig_index(fp, pc)].field;
    *sp = tos;
    if (UNLIKELY(f->flags & FLD_READ_TOLD)) {
        PUBLISH();
        if ((f->flags & FLD_WATCH_READ) && hooks.field_access) hooks.field_access(self, fp, f, NULL);
        if (UNLIKELY(self->pending)) GO(interp_throw);
        GO_IF_TOLD();
        if (f->flags & FLD_PROBE_READ) probe_points.field(self, f, NULL, NULL);
        if (UNLIKELY(f->flags & FLD_DELETED)) {
            field_is_gone(self, f);
            GO(interp_throw);
        }
        RELOAD();
    }
    tos = field_load(f->kind, (char *)field_static_base(f) + f->offset);
    sp += kind_slots(f->kind);
    RESUME(3);
}
PRESERVE_NONE void static_put_any(INTERP_PARAMS)
{
    struct field *f = fp->method->cp->e[orig_index(fp, pc)].field;
    if (UNLIKELY(f->flags & FLD_WRITE_TOLD)) {
        PUBLISH();
        if ((f->flags & FLD_WATCH_WRITE) && hooks.field_modification) hooks.field_modification(self, fp, f, NULL, tos);
        if (UNLIKELY(self->pending)) GO(interp_throw);
        GO_IF_TOLD();
        if (f->flags & FLD_PROBE_WRITE) probe_points.field(self, f, NULL, sp);
        if (UNLIKELY(f->flags & FLD_DELETED)) {
            field_is_gone(self, f);
            GO(interp_throw);
        }
        RELOAD();
        tos = *sp;
    }
    field_store(f, (struct heap_place){ field_static_base(f), f->offset }, tos);
    sp -= kind_slots(f->kind);
    tos = *sp;
    RESUME(3);
}

bool slow_link_field(struct thread *self, struct method *m, const u8 *pc)
{
    const u8 *insn = m->orig_code + (pc - m->code);
    bool is_static = *insn == OP_getstatic || *insn == OP_putstatic,
         put = *insn == OP_putfield || *insn == OP_putstatic;
    struct field *f = cp_resolve_field(self, m->cp, rd_u16be(insn + 1), is_static, put, m);
    if (!f) return false;
    if (is_static)
        code_patch(m, pc, put ? put_static_op(f) : get_static_op(f));
    else
        quicken_instance(m, pc, f, put ? put_op(f) : get_op(f));
    return true;
}
