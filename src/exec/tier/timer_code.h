/* Machine code for timers of frames (thread/probe_points.h), for entries and for the optimizer. r12 is the thread; rax,
 * rcx and rdx are used. */
#ifndef ARGUS_EXEC_TIER_TIMER_CODE_H
#define ARGUS_EXEC_TIER_TIMER_CODE_H

#include "cpu/x86_64/x86_asm.h"
#include "thread/probe_points.h"

enum { TIMER_SIZE = sizeof(struct probe_timer) };
#define TIMER_AT(member) (i32) offsetof(struct probe_timer, member)
#define TIMERS_OF_THREAD (i32) offsetof(struct thread, probe_timers)

/* rcx: locals. rax = behind the last timer of a frame that is still there: whose locals are below (CC_A), or not above
 * (CC_AE). The flags compare rcx with its locals. */
static inline void timer_code_find(struct emit *e, int still_there)
{
    x_load(e, RAX, R12, TIMERS_OF_THREAD);
    u32 again = e->n;
    x_alu_mem(e, true, X_CMP, RCX, RAX, TIMER_AT(locals) - TIMER_SIZE);
    u32 found = x_jump_if(e, still_there);
    x_lea(e, RAX, RAX, -TIMER_SIZE);
    x_jump_to(e, again);
    x_here(e, found);
}
/* rax = the processor's clock. */
static inline void timer_code_read(struct emit *e)
{
    x_ticks(e);
    x_shift_by(e, true, X_SHL, RDX, 32);
    x_alu(e, true, X_OR, RAX, RDX);
}
/* As probe_timer_begin. rcx: locals, rdx: the method. */
static inline void timer_code_begin(struct emit *e)
{
    timer_code_find(e, CC_A);
    x_alu_mem(e, true, X_CMP, RAX, R12, (i32)offsetof(struct thread, probe_timers_end));
    u32 full = x_jump_if(e, CC_AE);
    x_store(e, RAX, TIMER_AT(locals), RCX);
    x_store(e, RAX, TIMER_AT(method), RDX);
    x_move(e, RCX, RAX);
    timer_code_read(e);
    x_store(e, RCX, TIMER_AT(began), RAX);
    x_lea(e, RAX, RCX, TIMER_SIZE);
    x_here(e, full);
    x_store(e, R12, TIMERS_OF_THREAD, RAX);
}

#endif
