/* planted_bugs.c: bugs planted on purpose, for the test that assertions find them (test/drivers/51-contracts.py). Debug
 * builds only. ARGUS_PLANT=name breaks one contract when the VM has started; only that test sets the variable. */
#include "boot/boot.h"

#ifdef ARGUS_DEBUG

#include <jvmti.h>
#include <stdlib.h>

#include "core/alloc.h"
#include "core/call.h"
#include "core/jstring.h"
#include "model/wellknown.h"
#include "os/os_signal.h"
#include "thread/events.h"
#include "thread/refs.h"
#include "thread/thread_contract.h"

static void collect(struct thread *self) { vm_collect(self, HEAP_CAUSE_SYSTEM_GC, true); }

static struct os_mutex lock = OS_MUTEX_INIT;
static u32 bugs_run GUARDED_BY(lock);

static void count_locked(void) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    bugs_run++;
}
/* NOT_ANALYSED: clang would find this one before it runs. */
static NOT_ANALYSED void lock_not_held(struct thread *self) { count_locked(); }

static void JNICALL prepared(jvmtiEnv *ti, JNIEnv *env, jthread thread, jclass c) {}

static void event_with_world_stopped(struct thread *self)
{
    jvmtiEnv *ti;
    jvmtiEventCallbacks callbacks = { .ClassPrepare = prepared };
    thread_to_native(self);
    JavaVM *vm = (JavaVM *)vm_java_vm;
    VM_CHECK((*vm)->GetEnv(vm, (void **)&ti, JVMTI_VERSION_11) == 0 &&
             (*ti)->SetEventCallbacks(ti, &callbacks, sizeof callbacks) == 0 &&
             (*ti)->SetEventNotificationMode(ti, JVMTI_ENABLE, JVMTI_EVENT_CLASS_PREPARE, NULL) == 0);
    thread_from_native(self);
    VM_CHECK(event_on(EV_CLASS_PREPARE));
    hooks.class_prepare(self, WK(java_lang_String)); /* this is allowed */
    safepoint_begin(self, "a planted bug");
    hooks.class_prepare(self, WK(java_lang_String));
}

static uintptr_t hidden; /* a reference with all bits inverted: the collector does not recognize it */

static NOINLINE void hide_garbage(struct thread *self)
{
    struct object *o = string_from_mutf8(self, "soon gone");
    VM_CHECK(o != NULL);
    hidden = ~(uintptr_t)o;
}

static void reference_over_collection(struct thread *self)
{
    hide_garbage(self);
    os_thread_clear_dead_stack();
    collect(self);
    (void)ref_local(self, (struct object *)~hidden);
}

static void call_with_exception_pending(struct thread *self)
{
    slot args[1] = { slot_of_ref(self->java) };
    self->pending = self->java;
    (void)java_call(self, WKM(Thread_exit), args);
}

static void collection_in_native_state(struct thread *self)
{
    thread_to_native(self);
    collect(self);
}

static NOT_ANALYSED void collection_under_lock(struct thread *self)
{
    os_mutex_lock(&lock);
    collect(self);
}

static void collection_where_forbidden(struct thread *self)
{
    {
        NO_COLLECTION(self);
    }
    collect(self); /* this is allowed: the block is over */
    NO_COLLECTION(self);
    collect(self);
}

static bool look_no_further(struct object *o, void *arg) { return false; }
static void walk_while_world_runs(struct thread *self) { heap_walk(look_no_further, NULL); }

static void list_without_lock(struct thread *self) { (void)thread_is_live(self); }

static void handle(int signal, siginfo_t *info, void *context) { threads_lock(thread_self()); }
static void lock_in_handler(struct thread *self)
{
    os_signal_install(SIGWINCH, handle);
    raise(SIGWINCH);
}

static void frame_of_another_thread(struct thread *self)
{
    threads_lock(self);
    struct thread *other = threads_first() == self ? self->next : threads_first();
    threads_unlock();
    (void)ref_push_frame(other);
}

static const struct {
    const char *name;
    void (*fn)(struct thread *self);
} bugs[] = {
    { "lock_not_held", lock_not_held },
    { "event_with_world_stopped", event_with_world_stopped },
    { "reference_over_collection", reference_over_collection },
    { "call_with_exception_pending", call_with_exception_pending },
    { "collection_in_native_state", collection_in_native_state },
    { "collection_under_lock", collection_under_lock },
    { "collection_where_forbidden", collection_where_forbidden },
    { "walk_while_world_runs", walk_while_world_runs },
    { "list_without_lock", list_without_lock },
    { "lock_in_handler", lock_in_handler },
    { "frame_of_another_thread", frame_of_another_thread },
};

void planted_bug(struct thread *self)
{
    IN_STATE(self, VM);
    const char *name = getenv("ARGUS_PLANT");
    for (u32 i = 0; name && i < ARRAY_LEN(bugs); i++)
        if (!strcmp(bugs[i].name, name)) bugs[i].fn(self);
}

#endif
