/* Events that are about to be known when a new epoch begins.
 *
 * EventWriter.endEvent asks isNotified whether there is a new epoch: its pools do not have the event's constants. If
 * there is none, it makes the event known. A thread may stop in between, at the return of isNotified as everywhere
 * else; if a new epoch begins then, the VM makes the event known, in the old one. */
#include "bytecode/bytecode.h"
#include "core/alloc.h"
#include "exec/stack/stack_async.h"
#include "jfr/jfr_int.h"
#include "model/class.h"
#include "thread/thread_contract.h"

enum { FRAMES_LOOKED_AT = 100 };

static bool calls(const struct method *m, const struct bytecode *b, const struct method *callee)
{
    struct symbol *cls, *name, *desc;
    if (b->op != OP_invokevirtual && b->op != OP_invokespecial) return false;
    cp_ref_names(m->cp, bytecode_constant(b), &cls, &name, &desc);
    return name == callee->name && desc == callee->desc;
}

void jfr_find_end_of_event(struct jfr_names *n)
{
    const struct method *m = n->writer_end;
    bool asked = false;
    struct bytecode b;
    n->writer_asked = n->writer_ends = 0;
    if (m && n->writer_asks)
        BYTECODE_EACH (b, m->orig_code, m->code_len) {
            if (asked && b.op == OP_ifeq) {
                n->writer_asked = (i32)b.bci;
                n->writer_ends = (i32)bytecode_target(&b);
            }
            asked = calls(m, &b, n->writer_asks);
        }
    if (!n->writer_ends) n->writer_end = n->writer_asks = NULL;
}

/* Has the thread, which is stopped, been told by isNotified that there is nothing new? A tool with a breakpoint there
 * may have frames above. */
static bool has_asked(struct thread *t)
{
    const struct jfr_names *n = &jfr_names;
    static struct async_frame f[FRAMES_LOOKED_AT]; /* the world is stopped */
    u32 count = stack_async_walk(t, NULL, f, ARRAY_LEN(f)), i = 0;
    while (i < count && f[i].method != n->writer_end) i++;
    if (i == count) return false;
    if (i && f[i - 1].method == n->writer_asks) return f[i - 1].bci == (i32)n->writer_asks->code_len - 1; /* returns */
    return f[i].bci == n->writer_asked || f[i].bci >= n->writer_ends;
}

void jfr_finish_event(struct jfr_thread *t)
{
    WORLD_STOPPED();
    const struct object *w = t->thread->event_writer;
    u8 *end = (u8 *)(uintptr_t)obj_long(w, jfr_names.writer_current); /* NOLINT(performance-no-int-to-ptr) */
    if (!jfr_names.writer_end || obj_byte(w, jfr_names.writer_notified)) return;
    if (end <= jfr_block_top(t->java) || end > t->java->end || !has_asked(t->thread)) return;
    atomic_store_explicit(&t->java->top, end, memory_order_release);
}
