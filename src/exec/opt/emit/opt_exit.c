/* Shared by all emitters: exits with their records, and calls of C that do not reach a safepoint. */
#include "exec/invoke/invoke.h"
#include "exec/opt/emit/opt_leave.h"
#include "exec/opt/emit/opt_machine.h"
#include "model/class.h"
#include "model/options.h"

/* ---- exits ---- */
void opt_jump_far(struct emission *E, const void *to)
{
    load_imm(E, RAX, (i64)(uintptr_t)to);
    x_jump_reg(&E->e, RAX);
}
void opt_add_stub(struct emission *E, u8 kind, opt_value v, u32 from)
{
    E->e.label = E->e.n;
    struct stub s = { .from = from, .back = E->e.n, .v = v, .kind = kind };
    PUSH_TO(E, E->stubs, E->stub_count, E->stub_room, s);
}
void opt_exit_if(struct emission *E, int cc, opt_value v) { opt_add_stub(E, STUB_EXIT, v, x_jump_if(&E->e, cc)); }

void opt_leave_for_stress(struct emission *E, opt_value v)
{
    if (LIKELY(options.leave_every <= 0)) return;
    x_alu_mem_by(&E->e, false, X_SUB, SELF, SELF_AT(leave_in), 1);
    opt_exit_if(E, CC_LE, v);
}

/* The number of v among the virtual objects of the exit. */
static u32 which_virtual(const struct opt_state *exit, opt_value v)
{
    u32 i = 0;
    while (exit->virtuals[i].object != v) {
        i++;
        VM_CHECK(i < exit->virtual_count);
    }
    return i;
}
static bool is_step(const struct opt_node *n) { return n->op == OPT_FAR && opt_kind(n) == 'L'; }
/* The path to v, an OPT_FAR of kind L, from the value that its first step starts at. */
static u32 path_to(struct emission *E, opt_value v)
{
    if (!E->path_of) E->path_of = ARENA_NEW_ARRAY(&E->g->arena, u32, E->g->count + 1);
    if (E->path_of[v]) return E->path_of[v] - 1;
    u32 steps = 0, path = E->step_count;
    for (opt_value x = v; is_step(node(E, x)); x = behind_copy(E, node(E, x)->in[0])) steps++;
    for (u32 i = 0; i <= steps; i++) PUSH_TO(E, E->steps, E->step_count, E->step_room, steps);
    for (opt_value x = v; is_step(node(E, x)); x = behind_copy(E, node(E, x)->in[0]))
        E->steps[path + steps--] = (u32)opt_addend(node(E, x));
    E->path_of[v] = path + 1;
    return path;
}
static struct opt_exit_slot where_is(struct emission *E, const struct opt_state *exit, opt_value v, i32 at)
{
    opt_value x = behind_copy(E, v);
    const struct opt_node *n = node(E, x);
    struct opt_exit_slot s = { .at = at };
    if (is_step(n)) {
        s.far = 'L';
        s.path = path_to(E, x);
        while (is_step(n)) n = node(E, behind_copy(E, n->in[0]));
    }
    for (; n->op == OPT_FAR; n = node(E, behind_copy(E, n->in[0]))) {
        s.value = (i64)((u64)s.value + (u64)opt_addend(n));
        if (!s.far) s.far = opt_kind(n);
    }
    if (n->op == OPT_VIRTUAL) {
        s.where = OPT_IS_OBJECT;
        s.value = which_virtual(exit, v);
    } else if (n->op == OPT_FAR_APPENDIX) {
        s.where = OPT_IN_MEMORY;
        s.value = (i64)(uintptr_t)&opt_site(n)->appendix;
    } else if (n->op == OPT_FAR_RESOLVED) {
        s.where = OPT_IN_POOL;
        s.value = (i64)(uintptr_t)opt_pool(n);
        s.slot = (i32)opt_index(n);
    } else if (n->op == OPT_CONST) {
        s.where = OPT_IS_CONST;
        s.value = n->imm;
    } else if (n->reg >= 0) {
        s.where = is_float(n) ? OPT_IN_FLOAT_REGISTER : OPT_IN_REGISTER;
        s.reg = (u8)n->reg;
    } else {
        s.where = OPT_IN_SLOT;
        s.slot = n->home;
    }
    return s;
}

static void note_frame(struct emission *E, const struct opt_state *exit, const struct opt_state *s, u32 *count)
{
    if (s->caller) note_frame(E, exit, s->caller, count);
    struct opt_exit_frame f = { .m = s->m,
                                .bci = s->bci,
                                .locals = opt_locals_at(E, s),
                                .header = s->header,
                                .depth = s->nstack,
                                .locked = s->lock != 0,
                                .probed = s == exit && s->probed,
                                .first = E->slot_count };
    for (u32 i = 0; i < (u32)s->nlocals + s->nstack; i++)
        if (s->slots[i]) {
            struct opt_exit_slot x = where_is(E, exit, s->slots[i], opt_place_of_slot(E, s, i));
            PUSH_TO(E, E->slots, E->slot_count, E->slot_room, x);
        }
    if (s->lock) {
        struct opt_exit_slot x = where_is(E, exit, s->lock, opt_place_of_lock(s));
        PUSH_TO(E, E->slots, E->slot_count, E->slot_room, x);
    }
    f.count = E->slot_count - f.first;
    PUSH_TO(E, E->frames, E->frame_count, E->frame_room, f);
    ++*count;
}
/* Records the fields of a virtual object. Those that are 0 are left out, since a new object is zeroed. */
static void note_object(struct emission *E, const struct opt_state *exit, const struct opt_virtual *o)
{
    struct opt_exit_object x = {
        .cls = node(E, o->object)->ptr, .length = o->fields->count, .first = E->slot_count, .held = o->held
    };
    if (opt_is_box(node(E, o->object))) {
        const struct opt_box_class *c = opt_box_class(E->g, x.cls);
        VM_CHECK(c != NULL);
        x.cache = c->cache;
        x.least = c->least;
        x.most = c->most;
    }
    for (u32 i = 0; i < o->fields->count; i++) {
        if (is_const(E, o->values[i]) && node(E, o->values[i])->imm == 0) continue;
        struct opt_exit_slot s = where_is(E, exit, o->values[i], (i32)o->fields->all[i]->offset);
        s.kind = o->fields->all[i]->kind;
        PUSH_TO(E, E->slots, E->slot_count, E->slot_room, s);
    }
    x.count = E->slot_count - x.first;
    PUSH_TO(E, E->objects, E->object_count, E->object_room, x);
}
static u32 note_exit(struct emission *E, const struct opt_state *s)
{
    struct opt_exit x = { E->frame_count, 0, E->object_count, s->virtual_count, s->unrecorded_count, s->reason, 0 };
    note_frame(E, s, s, &x.count);
    for (u32 i = 0; i < s->unrecorded_count; i++) {
        struct opt_exit_slot held = where_is(E, s, s->unrecorded[i].object, s->unrecorded[i].header);
        PUSH_TO(E, E->slots, E->slot_count, E->slot_room, held);
    }
    for (u32 i = 0; i < s->virtual_count; i++) note_object(E, s, &s->virtuals[i]);
    PUSH_TO(E, E->exits, E->exit_count, E->exit_room, x);
    return E->exit_count - 1;
}
void opt_leave_now(struct emission *E, const struct opt_state *s)
{
    x_imm64(&E->e, RAX, note_exit(E, s));
    u32 j = x_jump(&E->e);
    PUSH_TO(E, E->common, E->common_count, E->common_room, j);
}
/* Completes the frame, as the interpreter's entry makes it. pc and sp are the first instruction's. */
static void complete_frame(struct emission *E)
{
    struct emit *e = &E->e;
    const struct method *m = E->g->m;
    u32 below = m->max_locals + E->g->gap;
    x_lea(e, RDI, FRAME, -8 * (i32)below);
    x_store(e, FRAME, FRAME_AT(locals), RDI);
    store_imm(E, FRAME, FRAME_AT(cp), (i64)(uintptr_t)m->entries);
    for (u32 i = m->nargs; i < below; i++) x_store_imm32(e, true, RDI, 8 * (i32)i, 0);
    x_lea(e, R14, FRAME, 8 * (i32)FRAME_SLOTS);
    x_store_imm32(e, true, R14, 0, 0);
    load_imm(E, R13, (i64)(uintptr_t)m->code);
}
void opt_emit_entry_of_interpreter(struct emission *E, const void *entry)
{
    complete_frame(E);
    x_load(&E->e, RSI, SELF, SELF_AT(dispatch));
    x_zero(&E->e, RDX);
    opt_jump_far(E, entry);
}
/* Each entry jumps on itself, so that the processor can guess where to (told_tier.h). */
void opt_emit_entry_of_told(struct emission *E)
{
    struct emit *e = &E->e;
    complete_frame(E);
    x_move(e, RDI, SELF);
    x_move(e, RSI, FRAME);
    x_move(e, RDX, R13);
    x_alu_by(e, true, X_SUB, RSP, 8);
    load_imm(E, RAX, (i64)(uintptr_t)stencil_tell_entry);
    x_call_reg(e, RAX); /* it publishes the frame and keeps r12 to r15; no register holds a reference */
    x_alu_by(e, true, X_ADD, RSP, 8);
    x_load(e, RDI, FRAME, FRAME_AT(locals));
    x_load(e, RSI, SELF, SELF_AT(dispatch));
    x_zero(e, RDX);
    x_jump_reg(e, RAX);
}

/* ---- rbx ---- */
void opt_find_rbx(struct emission *E)
{
    for (u32 v = 1; v < E->g->count; v++) {
        const struct opt_node *n = node(E, v);
        E->object_in_rbx |= !n->dead && n->type == OPT_REF && n->reg == RBX;
    }
}
/* C functions save rbx on the C stack, where the collector would take its value for a root. Handlers of the interpreter
 * leave no reference in it, so neither does code that leaves. */
void opt_forget_rbx(struct emission *E)
{
    if (E->object_in_rbx) x_zero(&E->e, RBX);
}

/* ---- calls of C ---- */
/* Lists the registers whose values are used at v or later. */
static void live_registers(const struct emission *E, opt_value v, struct saved *s)
{
    u32 at = node(E, v)->at;
    if (!opt_work(E->g, E->g->count / 8)) return; /* the compilation has been given up */
    for (u32 i = 1; i < E->g->count; i++) {
        const struct opt_node *n = node(E, i);
        if (n->dead || n->reg < 0 || n->to <= at || n->from > at) continue;
        if (is_float(n))
            s->floats |= 1u << n->reg;
        else {
            s->ints |= 1u << n->reg;
            if (n->type == OPT_REF) s->references |= 1u << n->reg;
        }
    }
}
static struct saved save(struct emission *E, struct saved s)
{
    struct emit *e = &E->e;
    s.size = 8 * (u32)(__builtin_popcount(s.ints) + __builtin_popcount(s.floats));
    s.size = (u32)ALIGN_UP(s.size, 16) + 8;
    x_alu_by(e, true, X_SUB, RSP, (i32)s.size);
    i32 at = 0;
    for (int r = 0; r < 16; r++)
        if (s.ints >> r & 1) {
            x_store(e, RSP, at, r);
            at += 8;
        }
    for (int r = 0; r < 16; r++)
        if (s.floats >> r & 1) {
            x_float_mem(e, true, X_FSTORE, r, RSP, at);
            at += 8;
        }
    /* also into the word that is left over, where an old return address may be */
    for (; at < (i32)s.size; at += 8) x_store(e, RSP, at, FRAME);
    s.place = opt_belongs_to_c(E, s.size);
    return s;
}
struct saved opt_save(struct emission *E, opt_value v)
{
    struct saved s = { 0 };
    live_registers(E, v, &s);
    return save(E, s);
}
struct saved opt_save_none(struct emission *E) { return save(E, (struct saved){ 0 }); }
/* Leaves rax alone. */
void opt_restore(struct emission *E, const struct saved *s)
{
    struct emit *e = &E->e;
    i32 at = 0;
    opt_belongs_again(E, s->place);
    x_store_imm32(e, true, RSP, (i32)s->size - 8, 0);
    for (int r = 0; r < 16; r++)
        if (s->ints >> r & 1) {
            x_load(e, r, RSP, at);
            /* clear references on the C stack, so that they are no roots */
            if (s->references >> r & 1) x_store_imm32(e, true, RSP, at, 0);
            at += 8;
        }
    for (int r = 0; r < 16; r++)
        if (s->floats >> r & 1) {
            x_float_mem(e, true, X_FLOAD, r, RSP, at);
            at += 8;
        }
    x_lea(e, RSP, RSP, (i32)s->size);
}
/* The caller has saved all registers, or moved their values to argument registers. */
void opt_call_c(struct emission *E, const void *fn)
{
    static const int preserved[] = { RBX, R13, R14 }; /* C would save them on its stack */
    for (u32 i = 0; i < ARRAY_LEN(preserved); i++) x_zero(&E->e, preserved[i]);
    load_imm(E, RAX, (i64)(uintptr_t)fn);
    x_call_reg(&E->e, RAX);
}
