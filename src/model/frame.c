/* The parts of frames that optimized code leaves unwritten at calls. See frame.h. */
#include "model/frame.h"

static void clear_dead(slot *locals, u64 dead)
{
    for (; dead; dead &= dead - 1) locals[__builtin_ctzll(dead)] = 0;
}
static slot loaded(const struct frame_load *l, const u32 *steps)
{
    struct object *o = *l->from;
    const u32 *path = steps + l->path;
    for (u32 i = 1; i <= path[0]; i++) o = ref_load(o, path[i]);
    return slot_of_ref(o);
}
void frame_show(const struct frame_image *image, struct frame *inner)
{
    slot *base = (slot *)inner - image->header;
    struct frame *f = (struct frame *)base;
    f->pc = image->pc;
    f->locals = base + image->locals;
    f->cp = f->method->entries;
    clear_dead(f->locals, image->dead);
    f->ret = (void *)(uintptr_t)image->gap_map;
    for (u32 i = 0; i < image->part_count; i++) {
        const struct frame_part *p = &image->parts[i];
        struct frame *caller = f;
        f = (struct frame *)(base + p->header);
        f->prev = caller;
        f->method = p->m;
        f->pc = p->pc;
        f->locals = base + p->locals;
        f->cp = p->m->entries;
        f->ret_pc = p->ret_pc;
        memcpy(&f->kind, &p->kind, sizeof p->kind);
        clear_dead(f->locals, p->dead);
    }
    for (u32 i = 0; i < image->constant_count; i++) base[image->constants[i].at] = image->constants[i].value;
    for (u32 i = 0; i < image->copy_count; i++) base[image->copies[i].at] = base[image->copies[i].from];
    for (u32 i = 0; i < image->load_count; i++) base[image->loads[i].at] = loaded(&image->loads[i], image->steps);
    VM_ASSERT(f == inner);
}

void frame_empty_gap(const struct frame_image *image, struct frame *inner)
{
    slot *base = (slot *)inner - image->header,
         *gap = base + image->locals + ((struct frame *)base)->method->max_locals;
    while (gap < base) *gap++ = 0;
}

struct frame *frame_prev_for_good(struct frame *f)
{
    struct frame *inner = frame_prev(f);
    if (f->kind == FRAME_ENTRY || *f->ret_pc != OP_CODE_PAD) return inner;
    const struct frame_image *image = ((const struct code_pad *)(const void *)f->ret_pc)->image;
    if (image) frame_empty_gap(image, inner);
    return inner;
}
