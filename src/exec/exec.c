/* Connects the rooms of exec/, and fills model/exec_binding.h for lower rooms: method entries, threads, the collector's
 * roots. */
#include "exec/exec.h"
#include "core/call.h"
#include "core/exception.h"
#include "exec/code/code.h"
#include "exec/code/code_cache.h"
#include "exec/exec_thread.h"
#include "exec/interp/entry.h"
#include "exec/interp/modes.h"
#include "exec/invoke/invoke.h"
#include "exec/stack/stack_sample.h"
#include "exec/tier/call_tally.h"
#include "exec/tier/compile.h"
#include "exec/tier/compile_queue.h"
#include "exec/tier/profile_file.h"
#include "exec/tier/stencil_tier.h"
#include "model/options.h"
#include <stdlib.h>

static void thread_created(struct thread *t)
{
    t->exec_state = vm_calloc(1, sizeof(struct exec_thread));
    thread_update_dispatch(t);
}
static void thread_ended(struct thread *t)
{
    call_tally_thread_ended(t);
    stack_sample_ended(t);
    free(t->exec_state);
    t->exec_state = NULL;
}
static void visit_roots(struct heap_visitor *v)
{
    method_types_visit(v);
    code_reclaim();
    for (struct thread *t = threads_first(); t; t = t->next)
        if (t->exec_state) v->exact(v, &exec_thread(t)->early_object);
}
static void visit_weak(heap_live_fn live)
{
    for (struct thread *t = threads_first(); t; t = t->next)
        if (t->exec_state && exec_thread(t)->posted) exec_thread(t)->posted = live(exec_thread(t)->posted);
}
static void forget_dead(void)
{
    code_forget_dead();
    compile_queue_forget_dead();
    invoke_forget_dead();
}

static void bind_entries(void)
{
    code_entries[ENTRY_UNLINKED] = (void *)entry_unlinked;
    code_entries[ENTRY_REPLACED] = (void *)entry_replaced;
    code_entries[ENTRY_JAVA] = (void *)entry_java;
    code_entries[ENTRY_JAVA_SYNC] = (void *)entry_java_sync;
    code_entries[ENTRY_JAVA_EVENTS] = (void *)entry_java_events;
    code_entries[ENTRY_TALLY] = (void *)entry_tally;
    code_entries[ENTRY_PROBED] = (void *)entry_probed;
    code_entries[ENTRY_PROBED_BEHIND] = (void *)entry_probed_behind;
    code_entries[ENTRY_NATIVE] = (void *)entry_native;
    code_entries[ENTRY_NATIVE_SYNC] = (void *)entry_native_sync;
    code_entries[ENTRY_ABSTRACT] = (void *)entry_abstract;
    code_entries[ENTRY_CONFLICT] = (void *)entry_conflict;
    code_entries[ENTRY_DELETED] = (void *)entry_deleted;
    code_entries[ENTRY_INVOKE_BASIC] = (void *)entry_invoke_basic;
    code_entries[ENTRY_LINK_STATIC] = (void *)entry_link_static;
    code_entries[ENTRY_LINK_VIRTUAL] = (void *)entry_link_virtual;
    code_entries[ENTRY_LINK_SPECIAL] = (void *)entry_link_special;
    code_entries[ENTRY_LINK_INTERFACE] = (void *)entry_link_interface;
}

void exec_init(void)
{
    modes_init();
    bind_entries();
    if (options.stencils && !options.int_only) {
        compile_start();
        stencil_init();
    }
    if (options.stencils && !options.int_only && options.profile_file) profile_file_read(options.profile_file);
    exec.call = exec_call;
    exec.method_created = code_method_created;
    exec.resolve_object = invoke_resolve_constant;
    exec.thread_created = thread_created;
    exec.thread_ended = thread_ended;
    exec.visit_roots = visit_roots;
    exec.visit_holder = invoke_visit_holder;
    exec.visit_weak = visit_weak;
    exec.forget_dead = forget_dead;
    exec.relink_method = code_relink_method;
    exec.members_changed = code_members_changed;
    exec.members_find_users = code_members_find_users;
    exec.shorts_changed = code_shorts_changed;
    exec.bind_native = code_bind_native;
    exec.carry_native = code_carry_native;
    exec.code_changed = code_announce_retired;
    exec.code_retired_count = code_retired_count;
    exec.class_unloading = code_class_unloading;
    exec.class_linking = code_class_linking;
}
