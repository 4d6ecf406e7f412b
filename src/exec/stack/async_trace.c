/* AsyncGetCallTrace: the stack of a thread that a signal interrupted anywhere.
 *
 * Java frames are on a stack of their own, so no unwinder is needed: the only question is which frame is on top. Outside handlers thread.fp tells.
 * Inside one, and mostly in the C code it calls, registers do: the arguments of an interp_fn travel in r12 (self), r13 (pc), r14 (sp), r15 (fp) by the
 * preserve_none convention of clang on x86-64, and C functions preserve them. A frame is believed only after its words were checked (inside this
 * stack, older than the last one, method in class space), so that a half-built frame costs frames, never a crash.
 * Runs in a signal handler: takes no lock, allocates nothing. The interface is the one that OpenJDK's forte.h describes. */
#include "exec/interp.h"
#include <jni.h>
#include <ucontext.h>

struct call_frame { jint line; jmethodID method; };
struct call_trace { JNIEnv *env; jint count; struct call_frame *frames; };

enum { TRACE_NO_JAVA = 0, TRACE_THREAD_EXIT = -8, TRACE_UNKNOWN_JAVA = -5, TRACE_UNKNOWN = -3 };

static bool plausible(const struct thread *t, const struct frame *f)
{
    const char *p = (const char *)f;
    if (p < (const char *)t->stack_base || p + sizeof *f > (const char *)t->stack_end || !IS_ALIGNED(p, 8)) return false;
    if (f->kind > FRAME_ENTRY) return false;
    if (f->kind == FRAME_ENTRY) return true;
    return IS_ALIGNED(f->method, 8) && class_space_contains(f->method, sizeof *f->method);
}

static jint bci_of(const struct method *m, const u8 *pc)
{
    if (m->access & ACC_NATIVE) return -3; /* what profilers take for "native" */
    return m->code && pc >= m->code && pc < m->code + m->code_len ? (jint)(pc - m->code) : 0;
}

JNIEXPORT void AsyncGetCallTrace(struct call_trace *trace, jint depth, void *ucontext)
{
    struct thread *t = thread_self();
    trace->count = TRACE_THREAD_EXIT;
    if (!t || !trace->env || thread_env(t) != trace->env) return;
    u32 state = atomic_load_explicit(&t->state, memory_order_relaxed);
    if (state == THREAD_NEW || state == THREAD_DEAD) return;
    const struct frame *f = t->fp;
    const u8 *pc = NULL;
    const ucontext_t *u = ucontext;
    if (u && (state == THREAD_IN_JAVA || state == THREAD_IN_VM)) {
        const greg_t *r = u->uc_mcontext.gregs;
        if ((struct thread *)r[REG_R12] == t && plausible(t, (const struct frame *)r[REG_R15])) {
            f = (const struct frame *)r[REG_R15];
            pc = (const u8 *)r[REG_R13];
        }
    }
    jint n = 0;
    while (f && n < depth) {
        if (!plausible(t, f)) { if (n == 0) n = TRACE_UNKNOWN_JAVA; break; }
        if (f->kind != FRAME_ENTRY) {
            struct method_id *id = f->method->id;
            trace->frames[n].line = bci_of(f->method, pc ? pc : f->pc);
            trace->frames[n].method = (jmethodID)id;
            n++;
        }
        pc = NULL;
        if (f->prev >= f) break;
        f = f->prev;
    }
    trace->count = n;
}
