/* The heap for tools (tool_heap.h): collecting, walking, sampling, and the roots. */
#include "tool/tool_heap.h"

#include "core/alloc.h"
#include "core/slot_map.h"
#include "meta/loader.h"
#include "model/exec_binding.h"
#include "model/wellknown.h"
#include "thread/thread_contract.h"

i64 (*tool_heap_dump)(struct thread *self, const char *path, bool live, bool overwrite, char *error, size_t error_size);

void tool_collect(struct thread *self) { vm_collect(self, HEAP_CAUSE_TOOL, false); }

void tool_walk_heap(bool (*fn)(uintptr_t base, u64 starts, void *arg), void *arg)
{
    WORLD_STOPPED();
    heap_walk_words(fn, arg);
}

void tool_sample(struct thread *self, bool on, size_t interval)
{
    if (self) safepoint_begin(self, "heap sampling");
    heap_set_sampling(HEAP_SAMPLER_TOOLS, on, interval);
    if (self) safepoint_end(self);
}

void tool_keep_mirror(struct heap_visitor *v, struct class *c) { v->exact(v, &c->mirror); }

/* ---- roots ---- */

static void root(struct tool_root_visitor *v, enum tool_root_kind kind, struct object *o)
{
    struct tool_root r = { .kind = kind };
    v->root(v, &r, o);
}
static void root_global(struct object *o, void *v) { root(v, TOOL_ROOT_GLOBAL, o); }
static void root_class(struct class *c, void *v)
{
    if (c->loader->is_boot) root(v, TOOL_ROOT_SYSTEM_CLASS, c->mirror);
}

/* Translates the collector's visitor to the tool's. */
struct inner {
    struct heap_visitor v; /* first */
    struct tool_root_visitor *to;
    struct thread *t;
};
static void root_other(struct heap_visitor *v, struct object **slot)
{
    root(((struct inner *)v)->to, TOOL_ROOT_OTHER, *slot);
}
static void root_other_narrow(struct heap_visitor *v, nref *slot)
{
    root(((struct inner *)v)->to, TOOL_ROOT_OTHER, ref_decode(*slot));
}
static void no_words(struct heap_visitor *v, const void *from, const void *to) {}

/* A local reference belongs to the youngest native frame whose references begin below it. */
static void root_local(struct heap_visitor *v, struct object **cell)
{
    struct inner *i = (struct inner *)v;
    struct tool_root r = { .kind = TOOL_ROOT_LOCAL, .thread = i->t->java };
    u32 index = (u32)(cell - i->t->locals_base);
    i32 depth = 0;
    for (struct frame *f = frame_java(i->t->fp); f; f = frame_caller(f), depth++)
        if (f->kind == FRAME_NATIVE && f->local_refs <= index) {
            r.depth = depth;
            r.method = f->method;
            break;
        }
    i->to->root(i->to, &r, *cell);
}

struct frame_roots {
    struct tool_root_visitor *v;
    struct tool_root *r;
    struct frame *frame;
};

/* Operands get the slot numbers after the locals. A word that is the start of an object counts as a reference, as for
 * the collector. */
static void stack_words(void *arg, slot *from, slot *to)
{
    struct frame_roots *f = arg;
    slot *operands = frame_operands(f->frame) + 1;
    for (slot *s = from; s < to; s++)
        if (*s && heap_is_object(slot_ref(*s))) {
            f->r->slot =
                s >= operands ? f->frame->method->max_locals + (i32)(s - operands) : (i32)(s - f->frame->locals);
            f->v->root(f->v, f->r, slot_ref(*s));
        }
}

static void thread_roots(struct tool_root_visitor *v, struct thread *t)
{
    if (!t->java) return;
    root(v, TOOL_ROOT_THREAD, t->java);
    for (u32 i = 0; i < t->lock_top; i++) root(v, TOOL_ROOT_MONITOR, t->locks[i].obj);
    root(v, TOOL_ROOT_OTHER, t->pending);
    root(v, TOOL_ROOT_OTHER, t->async_exception);
    struct tool_root r = { .kind = TOOL_ROOT_STACK, .thread = t->java };
    slot *end = t->jsp + 1;
    struct frame *callee = NULL;
    for (struct frame *f = t->fp; f && !v->stop; end = f->locals, callee = f, f = frame_prev(f)) {
        if (f->kind == FRAME_JAVA) {
            struct frame_roots words = { v, &r, f };
            r.method = f->method;
            r.bci = frame_bci(f);
            frame_visit_slots(f, end, callee, false, stack_words, &words);
        }
        r.depth += f->kind != FRAME_ENTRY;
    }
    struct inner locals = { { root_local, NULL, no_words, no_words, NULL }, v, t };
    refs_visit_locals(t, &locals.v);
}

static void root_holder(struct class_holder *h, void *v)
{
    if (exec.visit_holder) exec.visit_holder(v, h);
}

void tool_visit_roots(struct tool_root_visitor *v)
{
    WORLD_STOPPED();
    refs_for_each_global(root_global, v);
    loader_for_each_class(root_class, v);
    for (struct thread *t = threads_first(); t; t = t->next) thread_roots(v, t);
    struct inner others = { { root_other, root_other_narrow, no_words, no_words, NULL }, v, NULL };
    if (exec.visit_roots) exec.visit_roots(&others.v);
    classes_for_each_holder(root_holder, &others);
}
