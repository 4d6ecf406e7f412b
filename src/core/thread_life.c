/* See thread_life.h.
 *
 * A thread is linked (visible, a root) before its OS thread runs, in state NEW. It ends in this order: uncaught
 * exception, Thread.exit, ThreadEnd event, waiting while it is suspended, monitors, TERMINATED and the wake-up of
 * threads in Thread.join, then it leaves the list. While it is listed, others use it and its data. So the data are
 * freed after it has been unlinked, with the list's lock held. */
#include "core/thread_life.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/alloc.h"
#include "core/call.h"
#include "core/exception.h"
#include "core/jstring.h"
#include "cpu/compiler_barrier.h"
#include "log/log.h"
#include "log/log_history.h"
#include "model/options.h"
#include "model/wellknown.h"
#include "os/os_proc.h"
#include "os/os_signal.h"
#include "thread/events.h"
#include "thread/monitor.h"
#include "thread/probe_points.h"
#include "thread/recorder.h"
#include "thread/refs.h"
#include "thread/thread_contract.h"
#include "thread/thread_control.h"

static size_t java_stack_size, c_stack_size;
static struct os_thread_key key;
static _Atomic u32 ends; /* number of ended threads; waiters sleep on it */

/* For a native thread that ends without DetachCurrentThread. */
static void detach_forgotten(void *value)
{
    struct thread *t = value;
    if (thread_self() != t || atomic_load(&t->state) != THREAD_IN_NATIVE) return;
    thread_from_native(t);
    thread_detach_current(t);
}

bool threads_init(size_t java_stack_bytes, size_t c_stack_bytes)
{
    cpu_count = (u32)os_cpu_count();
    thread_transitions_init();
    refs_init();
    /* A frame takes about twice as much as HotSpot's compiled one; this way the same -Xss gives a similar depth. */
    java_stack_size = 2 * (java_stack_bytes ? java_stack_bytes : 1 * MB);
    if (java_stack_size < 256 * KB) java_stack_size = 256 * KB;
#ifdef ARGUS_ASAN
    c_stack_size = 8 * MB;
#else
    c_stack_size = 1 * MB;
#endif
    if (c_stack_bytes > c_stack_size) c_stack_size = c_stack_bytes;
    return os_thread_key_create(&key, detach_forgotten);
}

static void bind_current(struct thread *t)
{
    thread_adopt_current(t);
    os_thread_key_set(key, t);
    t->foreign_mask = os_signal_enter_thread(options.reduce_signals);
}

static void enter_list(struct thread *t)
{
    THREADS_LOCKED();
    thread_link(t);
    if (probe_point_on(POINT_WORDS)) probe_points.thread_listed(t);
}

struct thread *thread_attach_current(const char *name, bool daemon)
{
    VM_CHECK(thread_self() == NULL);
    struct thread *t = thread_new(name);
    if (!t) return NULL;
    if (!thread_stack_create(t, java_stack_size)) {
        thread_by_index[t->index] = NULL;
        thread_free(t);
        return NULL;
    }
    t->is_daemon = daemon;
    bind_current(t);
    if (exec.thread_created) exec.thread_created(t);
    threads_lock(NULL);
    enter_list(t);
    threads_unlock();
    thread_from_native(t);
    return t;
}

static jobject main_group; /* global reference, since the main thread may have ended when others attach */

static void set_eetop(struct object *java, struct thread *t)
{
    __atomic_store_n((u64 *)((char *)java + WKF(Thread_eetop)), (u64)(uintptr_t)t, __ATOMIC_RELEASE);
}

/* The thread is listed already, so threads that read its object hold the list's lock. */
static void set_java(struct thread *self, struct object *java)
{
    MAY_COLLECT(self);
    threads_lock(self);
    self->java = java;
    threads_unlock();
}

static void tell_start(struct thread *self)
{
    if (self->is_hidden) return;
    if (probe_wants(PROBE_THREAD_STARTED)) probe_tell(self, PROBE_THREAD_STARTED, NULL, 0);
    if (event_on(EV_THREAD_START) && hooks.thread_start) hooks.thread_start(self);
}

bool thread_make_java(struct thread *self, const char *name, struct object *group, bool daemon)
{
    /* The name is whole before the thread shows its object, since others may read it as soon as it is stored there. */
    struct object *called = name ? string_from_mutf8(self, name) : NULL;
    if (name && !called) return false;
    self->scratch_roots[1] = called;
    struct object *java = object_new(self, WK(java_lang_Thread));
    if (!java) goto unnamed;
    /* The constructor uses the current thread. */
    set_java(self, java);
    obj_set_int(java, WKF(Thread_priority), 5);
    set_eetop(java, self);
    bool is_main = self == thread_main;
    if (is_main) main_group = ref_global(group);
    if (!group) group = ref_get(main_group);
    slot args[3] = { slot_of_ref(java), slot_of_ref(group), 0 };
    self->scratch_roots[0] = group;
    if (name) {
        args[2] = slot_of_ref(self->scratch_roots[1]);
        java_call(self, WKM(Thread_init_group_name), args);
    } else
        java_call(self, WKM(Thread_init_group_runnable), args);
    if (self->pending) goto failed;
    if (daemon) obj_set_byte(java, WKF(Thread_daemon), 1);
    if (!is_main && !self->is_hidden) { /* System.initPhase1 adds the main thread itself */
        slot add[2] = { slot_of_ref(group), slot_of_ref(java) };
        java_call(self, WKM(ThreadGroup_add), add);
        if (self->pending) goto failed;
    }
    self->scratch_roots[0] = self->scratch_roots[1] = NULL;
    thread_set_status(self, STATUS_RUNNABLE);
    if (!is_main) tell_start(self);
    if (!is_main && !self->is_hidden && RECORDER_WANTS(ThreadStart)) recorder_thread_start(self, self, self, NULL);
    return true;
failed:
    self->scratch_roots[0] = NULL;
    set_eetop(java, NULL);
    set_java(self, NULL);
unnamed:
    self->scratch_roots[1] = NULL;
    return false;
}

/* ---- starting ---- */

struct start {
    struct thread *t;
    void (*fn)(struct thread *self, void *arg); /* NULL: Thread.run */
    void *arg;
    bool in_native;
};

static void end_thread(struct thread *self);

static void run(void *p)
{
    struct start s = *(struct start *)p;
    free(p);
    struct thread *self = s.t;
    threads_lock(NULL); /* it is listed, so others may read its times */
    bind_current(self);
    threads_unlock();
    thread_from_native(self);
    LOG(info, os_thread, "Thread started (pthread id: %lu, java name: %s)", (unsigned long)os_thread_current().handle,
        self->name);
    tell_start(self);
    if (!s.fn) {
        slot args[1] = { slot_of_ref(self->java) };
        /* Stopped before it was started, or an agent left an exception: it ends at once. */
        if (!self->pending && !obj_byte(self->java, WKF(Thread_stillborn)))
            java_call_virtual(self, WKM(Thread_run), args);
    } else {
        self->pending = NULL;
        if (s.in_native) thread_to_native(self);
        s.fn(self, s.arg);
        if (s.in_native) thread_from_native(self);
    }
    end_thread(self);
}

static size_t wanted_stack(struct object *java)
{
    i64 n = obj_long(java, WKF(Thread_stackSize));
    if (n <= 0 || n > (i64)(GB)) return java_stack_size;
    size_t bytes = 2 * (size_t)n;
    return bytes < 256 * KB ? 256 * KB : bytes;
}

/* A thread with a large Java stack may also need a deep C stack, for example to load a long chain of superclasses
 * through the boot loader. */
static size_t wanted_c_stack(size_t java_bytes)
{
    return java_bytes / 2 > c_stack_size ? ALIGN_UP(java_bytes / 2, 64 * KB) : c_stack_size;
}

/* Removes the thread from the list, and frees the data that others use through it. */
static void leave_list(struct thread *t)
{
    THREADS_LOCKED();
    thread_unlink(t);
    if (recorder.thread_ended) recorder.thread_ended(t);
    if (hooks.thread_freed) hooks.thread_freed(t);
    if (exec.thread_ended) exec.thread_ended(t);
    if (probe_point_on(POINT_THREAD)) probe_points.thread_ended(t);
    handshake_cancel_all(t);
}

static void give_up(struct thread *t)
{
    thread_by_index[t->index] = NULL;
    thread_free(t);
}

/* A new thread with a Java stack; NULL: no memory. Memory may become available a moment later, so this tries as often
 * as os_thread_create does for the C stack. */
static struct thread *new_with_stack(const char *name, size_t stack_bytes)
{
    for (int attempts = 4; attempts && !vm_memory_short(); attempts--) {
        struct thread *t = thread_new(name);
        if (t && thread_stack_create(t, stack_bytes)) return t;
        if (t) give_up(t);
    }
    return NULL;
}

/* Links and starts a thread with a stack; hidden if there is no java.lang.Thread. On failure it is freed. */
static bool start_made(struct thread *self, struct thread *t, struct object *java, const struct start *how, bool daemon)
{
    struct start *start = malloc(sizeof *start);
    if (!start) {
        give_up(t);
        return false;
    }
    if (exec.thread_created) exec.thread_created(t);
    *start = *how;
    start->t = t;
    t->java = java;
    t->is_daemon = daemon;
    t->is_hidden = !java;
    threads_lock(self);
    enter_list(t);
    if (java) set_eetop(java, t);
    threads_unlock();
    if (java) thread_set_status(t, STATUS_RUNNABLE);
    if (java && RECORDER_WANTS(ThreadStart))
        recorder_thread_start(self, t, t, self); /* on the stack of the starting thread */
    size_t c_bytes = java ? wanted_c_stack(wanted_stack(java)) : c_stack_size;
    struct os_thread os;
    int rc = os_thread_create(&os, c_bytes, t->name, true, run, start);
    if (rc == 0) return true;

    LOG(warning, os_thread,
        "Failed to start thread \"Unknown thread\" - pthread_create failed (%s) for attributes: stacksize: %zuk, "
        "guardsize: 0k, detached.",
        strerrorname_np(rc), c_bytes / KB);
    if (!how->fn) LOG(warning, os_thread, "Failed to start the native thread for java.lang.Thread \"%s\"", t->name);
    if (java) thread_set_status(t, STATUS_NEW);
    threads_lock(self);
    if (java) set_eetop(java, NULL);
    leave_list(t);
    threads_unlock();
    free(start);
    thread_free(t);
    return false;
}

static bool start_thread(struct thread *self, struct object *java, const struct start *how, bool daemon)
{
    char name[64] = "";
    struct object *s = obj_ref(java, WKF(Thread_name));
    if (s) string_to_mutf8_buf(s, name, sizeof name);
    struct thread *t = new_with_stack(name, wanted_stack(java));
    return t && start_made(self, t, java, how, daemon);
}

bool thread_start_java(struct thread *self, struct object *java)
{
    if (thread_of_java(java)) {
        THROW(self, IllegalThreadStateException, NULL);
        return false;
    }
    struct start how = { 0 };
    if (start_thread(self, java, &how, obj_byte(java, WKF(Thread_daemon)) != 0)) return true;
    static const char text[] =
        "unable to create native thread: possibly out of memory or process/resource limits reached";
    throw_resource_exhausted(self, 1 | 4 /* an error, threads */, text);
    return false;
}

bool thread_start_vm(struct thread *self, struct object *java, void (*fn)(struct thread *self, void *arg), void *arg,
                     bool agent)
{
    MAY_COLLECT(self);
    struct start how = { .fn = fn, .arg = arg, .in_native = agent };
    obj_set_byte(java, WKF(Thread_daemon), 1);
    return start_thread(self, java, &how, true);
}

bool thread_start_hidden(struct thread *self, const char *name, void (*fn)(struct thread *self, void *arg), void *arg)
{
    IN_STATE(self, VM);
    struct start how = { .fn = fn, .arg = arg };
    struct thread *t = new_with_stack(name, java_stack_size);
    return t && start_made(self, t, NULL, &how, true);
}

/* ---- ending ---- */

/* Passes self->pending to Thread.dispatchUncaughtException. */
static void dispatch_uncaught(struct thread *self)
{
    struct object *ex = self->pending;
    self->pending = NULL;
    if (!ex || !self->java) return;
    slot args[2] = { slot_of_ref(self->java), slot_of_ref(ex) };
    java_call_virtual(self, WKM(Thread_dispatchUncaughtException), args);
    if (self->pending) {
        char name[256], thread[256] = "";
        struct object *s = obj_ref(self->java, WKF(Thread_name));
        if (s) string_to_mutf8_buf(s, thread, sizeof thread);
        class_external_name(object_class(self->pending), name, sizeof name);
        self->pending = NULL;
        fprintf(stderr, "\nException: %s thrown from the UncaughtExceptionHandler in thread \"%s\"\n", name, thread);
    }
}

/* Ends the thread for Java: it is counted as ended, then TERMINATED, and Thread.join returns. */
static void end_java(struct thread *self)
{
    struct object *java = self->java;
    threads_lock(self);
    thread_uncount(self);
    threads_unlock();
    monitor_enter_by_c(self, java);
    thread_set_status(self, STATUS_TERMINATED);
    set_eetop(java, NULL);
    (void)monitor_notify(self, java, true);
    (void)monitor_exit_by_c(self, java);
    self->pending = NULL; /* an agent may have got an event of the contention */
}

static void last_calls(struct thread *self)
{
    if (self->pending) dispatch_uncaught(self);
    if (!self->java) return;
    /* The recorder stores the group, which Thread.exit clears. */
    if (RECORDER_WANTS(ThreadEnd)) (void)recorder.use_thread(self);
    if (recorder.thread_exits) recorder.thread_exits(self);
    slot args[1] = { slot_of_ref(self->java) };
    java_call(self, WKM(Thread_exit), args);
    self->pending = NULL;
    if (probe_wants(PROBE_THREAD_ENDED) && !self->is_hidden) probe_tell(self, PROBE_THREAD_ENDED, NULL, 0);
    if (event_on(EV_THREAD_END) && hooks.thread_end && !self->is_hidden) hooks.thread_end(self);
    if (recorder.thread_ends) recorder.thread_ends(self);
    if (RECORDER_WANTS(ThreadEnd)) recorder_thread_end(self, self);
    self->pending = NULL;
}

/* Clears the words that calls have left on the C stack below the caller. */
static NOINLINE void clear_stack(void)
{
    slot words[1024];
    memset(words, 0, sizeof words);
    COMPILER_KEEP_STORES(words);
}

/* A collection may come when the thread has been joined but has not ended yet. From here on its C stack has no Java
 * object above, and words that calls have left keep no object alive. */
static NOINLINE void end_apart(struct thread *self)
{
    self->c_stack_base = __builtin_frame_address(0);
    self->serves = false;
    thread_begin_end(self);
    monitors_release_all(self);
    if (self->java) end_java(self);
    heap_local_retire(&self->heap);
    history_note(HISTORY_THREADS, "Thread exited: %s", self->name);
    LOG(info, os_thread, "Thread finished (pthread id: %lu, java name: %s)", (unsigned long)os_thread_current().handle,
        self->name);
    threads_lock(self);
    leave_list(self);
    if (self == thread_main) thread_main = NULL;
    atomic_store(&self->state, THREAD_DEAD);
    threads_unlock();
    os_thread_key_set(key, NULL);
    thread_forget_current();
    os_signal_leave_thread(self->foreign_mask);
    thread_free(self);
    atomic_fetch_add(&ends, 1);
    os_futex_wake(&ends, INT32_MAX);
}

static void end_thread(struct thread *self)
{
    last_calls(self);
    clear_stack();
    end_apart(self);
}

void thread_detach_current(struct thread *self)
{
    IN_STATE(self, VM);
    end_thread(self);
}

void thread_leave_ended_vm(struct thread *self)
{
    IN_STATE(self, NATIVE);
    VM_ASSERT(safepoint_caller_stopped() && !safepoint_mine());
    os_thread_key_set(key, NULL);
    thread_forget_current();
    os_signal_leave_thread(self->foreign_mask);
}

void threads_wait_for_non_daemons(struct thread *self)
{
    for (;;) {
        u32 epoch = atomic_load(&ends);
        threads_lock(self);
        u32 n = threads_count() - threads_daemon_count() - !self->is_daemon;
        threads_unlock();
        if (n == 0) return;
        thread_to_blocked(self);
        os_futex_wait(&ends, epoch, OS_FOREVER);
        thread_from_blocked(self);
    }
}
