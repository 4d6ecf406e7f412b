/* Checks the emitted code and its record before it is installed, in debug builds. */
#include "bytecode/bytecode.h"
#include "core/alloc.h"
#include "exec/interp/interp_int.h"
#include "exec/opt/emit/opt_leave.h"
#include "exec/opt/emit/opt_machine.h"
#include "exec/stencil/stencil_emit.h"

#ifdef ARGUS_DEBUG
struct check {
    const struct emission *E;
    const struct opt_code *c;
    u32 pads; /* the start of the pads, which is the end of the code */
};

static bool in_code(const struct check *k, u32 at) { return at >= HEAD && at < k->pads; }
static bool is_instruction(const struct method *m, u32 bci)
{
    struct bytecode b;
    BYTECODE_EACH (b, m->orig_code, m->code_len)
        if (b.bci >= bci) return b.bci == bci;
    return false;
}
static bool is_register(u8 where, u32 reg)
{
    const u8 *all = where == OPT_IN_REGISTER ? opt_registers : opt_float_registers;
    u32 count = where == OPT_IN_REGISTER ? opt_register_count : opt_float_register_count;
    for (u32 i = 0; i < count; i++)
        if (all[i] == reg) return true;
    return false;
}

/* ---- ways out ---- */
static void check_value(const struct check *k, const struct opt_exit *x, const struct opt_exit_slot *s)
{
    switch (s->where) {
    case OPT_IN_REGISTER:
    case OPT_IN_FLOAT_REGISTER: VM_ASSERT(is_register(s->where, s->reg)); break;
    case OPT_IN_SLOT: VM_ASSERT(opt_in_frames(k->E, s->slot)); break;
    case OPT_IS_OBJECT: VM_ASSERT((u64)s->value < x->object_count); break;
    case OPT_IN_MEMORY:
    case OPT_IN_POOL: VM_ASSERT(s->value && (!s->far || s->far == 'L')); break;
    default: VM_ASSERT(s->where == OPT_IS_CONST && (!s->far || (s->far == 'L' && s->value)));
    }
    if (s->far == 'L') VM_ASSERT(s->path < k->E->step_count && s->path + k->c->steps[s->path] < k->E->step_count);
}
/* Checks a frame of an exit. Its first slot must be *next, which becomes the next frame's. Returns the number of
 * slots. */
static u32 check_frame(const struct check *k, const struct opt_exit *x, const struct opt_exit_frame *f, u32 *next)
{
    VM_ASSERT(f->m->code && is_instruction(f->m, f->bci) && f->depth <= f->m->max_stack);
    VM_ASSERT(f->first == *next && f->count <= k->E->slot_count - f->first);
    VM_ASSERT(opt_in_frames(k->E, f->locals) || !f->m->max_locals);
    for (u32 i = f->first; i < f->first + f->count; i++) {
        VM_ASSERT(opt_in_frames(k->E, k->c->slots[i].at));
        check_value(k, x, &k->c->slots[i]);
    }
    *next += f->count;
    return f->count;
}
static bool is_header(const struct check *k, const struct opt_exit *x, i32 header)
{
    for (u32 i = 0; i < x->count; i++)
        if (k->c->frames[x->first + i].header == header) return true;
    return false;
}
static u32 check_object(const struct check *k, const struct opt_exit *x, const struct opt_exit_object *o, u32 *next)
{
    VM_ASSERT(o->first == *next && o->count <= k->E->slot_count - o->first);
    u32 size = !class_is_array(o->cls) ? o->cls->type.instance_size
                                       : array_base(o->cls->type.elem_shift) + (o->length << o->cls->type.elem_shift);
    for (u32 i = o->first; i < o->first + o->count; i++) {
        VM_ASSERT(k->c->slots[i].at > 0 && (u32)k->c->slots[i].at < size);
        check_value(k, x, &k->c->slots[i]);
    }
    VM_ASSERT(o->held.count <= OPT_MOST_HELD);
    for (u32 i = 0; i < o->held.count; i++) VM_ASSERT(is_header(k, x, o->held.headers[i]));
    *next += o->count;
    return o->count;
}
static void check_exit(const struct check *k, const struct opt_exit *x)
{
    const struct emission *E = k->E;
    u32 slots = 0;
    VM_ASSERT(x->count && x->first + x->count <= E->frame_count);
    VM_ASSERT(x->objects + x->object_count <= E->object_count && x->object_count <= OPT_MOST_OBJECTS);
    u32 next = k->c->frames[x->first].first;
    for (u32 i = 0; i < x->count; i++) slots += check_frame(k, x, &k->c->frames[x->first + i], &next);
    for (u32 i = 0; i < x->unrecorded; i++) {
        VM_ASSERT(next < E->slot_count && is_header(k, x, k->c->slots[next].at));
        check_value(k, x, &k->c->slots[next]);
        next++;
        slots++;
    }
    for (u32 i = 0; i < x->object_count; i++) slots += check_object(k, x, &k->c->objects[x->objects + i], &next);
    VM_ASSERT(slots <= OPT_MOST_SLOTS);
}

/* ---- calls, places ---- */
static void check_image(const struct check *k, const struct frame_image *image)
{
    VM_ASSERT(opt_in_frames(k->E, image->header));
    for (u32 i = 0; i < image->part_count; i++) {
        const struct frame_part *p = &image->parts[i];
        VM_ASSERT(opt_in_frames(k->E, p->header + (i32)FRAME_SLOTS - 1) && p->header > 0);
        VM_ASSERT(opt_in_frames(k->E, p->locals) || !p->m->max_locals);
        VM_ASSERT(is_instruction(p->m, (u32)(p->pc - p->m->code)));
    }
    for (u32 i = 0; i < image->constant_count; i++) VM_ASSERT(opt_in_frames(k->E, image->constants[i].at));
    for (u32 i = 0; i < image->load_count; i++) {
        const struct frame_load *l = &image->loads[i];
        VM_ASSERT(opt_in_frames(k->E, l->at) && l->from);
        VM_ASSERT(l->path < k->E->step_count && l->path + image->steps[l->path] < k->E->step_count);
    }
    for (u32 i = 0; i < image->copy_count; i++) {
        VM_ASSERT(opt_in_frames(k->E, image->copies[i].at) && opt_in_frames(k->E, image->copies[i].from));
        for (u32 n = 0; n < image->constant_count; n++) VM_ASSERT(image->copies[i].from != image->constants[n].at);
        for (u32 n = 0; n < image->copy_count; n++) VM_ASSERT(image->copies[i].from != image->copies[n].at);
    }
}
static void check_pad(const struct check *k, const struct pad *p)
{
    VM_ASSERT(in_code(k, p->code) && p->image < k->E->image_count && (!p->caught || in_code(k, p->caught)));
    check_image(k, &k->c->images[p->image]);
}
static void check_places(const struct check *k)
{
    const struct emission *E = k->E;
    for (u32 i = 0; i < E->place_count; i++) {
        VM_ASSERT(E->code_places[i].at <= k->pads && (!i || E->code_places[i].at > E->code_places[i - 1].at));
        VM_ASSERT((E->code_places[i].frame & CODE_FRAME) <= E->named_count);
    }
    for (u32 i = 0; i < E->named_count; i++) {
        VM_ASSERT(E->named[i].caller <= i);
        VM_ASSERT(is_instruction(E->named[i].m, E->named[i].bci));
    }
}
static void check_entries(const struct check *k, const struct stencil_method *table)
{
    for (u32 i = 0; i < table->length; i++)
        VM_ASSERT(!table->offset[i] || in_code(k, (table->offset[i] & ~STENCIL_ENTERED) + HEAD));
}
static void check_homes(const struct emission *E)
{
    for (u32 v = 1; v < E->g->count; v++) {
        const struct opt_node *n = node(E, v);
        VM_ASSERT(n->dead || n->reg >= 0 || n->home == OPT_NO_HOME || opt_in_frames(E, n->home));
    }
}

void opt_check_code(const struct emission *E, const struct opt_code *c, const void *table, u32 pads)
{
    struct check k = { E, c, pads };
    VM_ASSERT(!E->e.astray && pads % 16 == 0);
    VM_ASSERT(pads + E->pad_count * sizeof(struct code_pad) == E->e.n);
    for (u32 i = 0; i < E->fix_count; i++) VM_ASSERT(in_code(&k, E->g->blocks[E->fixes[i].block].code));
    for (u32 i = 0; i < E->exit_count; i++) check_exit(&k, &c->exits[i]);
    for (u32 i = 0; i < E->pad_count; i++) check_pad(&k, &E->pads[i]);
    for (u32 i = 0; i < E->image_count; i++) check_image(&k, &c->images[i]);
    check_places(&k);
    check_entries(&k, table);
    check_homes(E);
}
#endif
