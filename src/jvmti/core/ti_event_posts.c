/* Events of phases, threads, methods, exceptions, allocation and collection. The events of classes are in
 * ti_event_posts_class.c. */
#include "jvmti/core/ti.h"
#include "jvmti/core/ti_event_delivery.h"
#include "ti_functions.h"

/* ---- phases ---- */

/* Posts VMStart once to each environment: with `early`, to those that hold can_generate_early_vmstart now; later to all
 * others. */
static void post_vm_start(struct thread *self, bool early)
{
    struct ti_delivery d;
    if (!ti_begin(&d, self)) return;
    tool_to_native(self);
    for (struct ti_env *env = atomic_load(&ti_envs); env; env = env->next) {
        jvmtiEventVMStart cb = TI_CALLBACK(env, VMStart);
        if (!cb || env->early_start != early || !ti_wanted(env, self, TI_BIT(JVMTI_EVENT_VM_START))) continue;
        cb(ti_jvmti(env), d.jni);
        tool_set_pending(self, NULL);
    }
    tool_from_native(self);
    ti_end_apart(&d);
}
void ti_post_vm_start(struct thread *self) { post_vm_start(self, false); }

void ti_early_start(struct thread *self)
{
    bool any = false;
    os_mutex_lock(&ti_lock);
    for (struct ti_env *env = atomic_load(&ti_envs); env; env = env->next)
        if (env->caps.can_generate_early_vmstart) any = env->early_start = true;
    os_mutex_unlock(&ti_lock);
    if (!any) return;
    ti_events_update(self);
    post_vm_start(self, true);
}

void ti_post_vm_init(struct thread *self)
{
    struct ti_delivery d;
    if (!ti_begin(&d, self)) return;
    TI_DELIVER(d, JVMTI_EVENT_VM_INIT, VMInit, d.jni, d.thread);
    ti_end_apart(&d);
}

void ti_post_vm_death(struct thread *self)
{
    struct ti_delivery d;
    if (!ti_begin(&d, self)) return;
    TI_DELIVER(d, JVMTI_EVENT_VM_DEATH, VMDeath, d.jni);
    ti_end_apart(&d);
}

void ti_post_thread_end(struct thread *self);

static void send_nothing_more(void)
{
    os_mutex_lock(&ti_lock);
    event_set_straight(&straight_entry, NULL);
    event_set_straight(&straight_exit, NULL);
    for (struct ti_env *env = atomic_load(&ti_envs); env; env = env->next) {
        atomic_store(&env->deliverable, 0);
        atomic_store(&env->on, 0);
        atomic_store(&env->on_somewhere, 0);
    }
    os_mutex_unlock(&ti_lock);
}

void ti_phase_changed(struct thread *self, enum vm_phase p)
{
    if (p != VM_DEAD) ti_events_update(self);
    switch (p) {
    case VM_START: ti_post_vm_start(self); break;
    case VM_LIVE: ti_post_vm_init(self); break;
    case VM_DEAD:
        if (event_on(EV_THREAD_END)) ti_post_thread_end(self); /* the thread that ends the VM ends with it */
        ti_post_vm_death(self);
        send_nothing_more();
        break;
    default: break;
    }
}

/* ---- threads ---- */

void ti_post_thread_start(struct thread *self)
{
    struct ti_delivery d;
    if (!ti_begin(&d, self)) return;
    if (d.thread) TI_DELIVER(d, JVMTI_EVENT_THREAD_START, ThreadStart, d.jni, d.thread);
    ti_end(&d);
}

void ti_post_thread_end(struct thread *self)
{
    struct ti_delivery d;
    if (!ti_begin(&d, self)) return;
    if (d.thread) TI_DELIVER(d, JVMTI_EVENT_THREAD_END, ThreadEnd, d.jni, d.thread);
    ti_end_apart(&d);
}

/* ---- methods: the hottest events. One frame of local references for all environments, no allocation, no lock. ---- */

/* What thread/tell_method.h does not do itself. `told`: the environment that it has told; those behind it are left. */
static struct ti_env *first_left(void *told)
{
    struct ti_env *env = atomic_load_explicit(&ti_envs, memory_order_acquire);
    while (told && env && ti_jvmti(env) != told) env = env->next;
    return told && env ? env->next : env;
}
static void ask_straight(struct thread *self)
{
    struct ti_thread *tt = tool_thread_data(self);
    if (LIKELY(!tt || !tt->ref || tt->straight_asked)) return;
    tt->straight_asked = true;
    ti_straight_thread(self, tt);
}
void ti_post_method_entry(struct thread *self, struct frame *f, void *told)
{
    u64 pass = ti_filter_frame(JVMTI_EVENT_METHOD_ENTRY, f);
    struct ti_env *first = ti_getter(first_left(told), self, JVMTI_EVENT_METHOD_ENTRY, pass);
    if (!first) return;
    struct ti_delivery d;
    if (!ti_begin(&d, self)) return;
    ask_straight(self);
    d.pass = pass;
    jmethodID id = ti_method_id(tool_frame_method(f));
    TI_DELIVER_FROM(first, d, JVMTI_EVENT_METHOD_ENTRY, MethodEntry, d.jni, d.thread, id);
    ti_end(&d);
}
void ti_post_method_exit(struct thread *self, struct frame *f, slot *value, bool by_exception, void *told)
{
    u64 pass = ti_filter_frame(JVMTI_EVENT_METHOD_EXIT, f);
    struct ti_env *first = ti_getter(first_left(told), self, JVMTI_EVENT_METHOD_EXIT, pass);
    if (!first) return;
    struct ti_delivery d;
    if (!ti_begin(&d, self)) return;
    ask_straight(self);
    d.pass = pass;
    jmethodID id = ti_method_id(tool_frame_method(f));
    jvalue v = { .j = 0 };
    if (value && !by_exception) v = ti_value(self, tool_method_return_kind(tool_frame_method(f)), *value);
    TI_DELIVER_FROM(first, d, JVMTI_EVENT_METHOD_EXIT, MethodExit, d.jni, d.thread, id, by_exception, v);
    ti_end(&d);
}

/* ---- exceptions ---- */

void ti_post_exception(struct thread *self, struct frame *f, struct object *ex, struct frame *catcher, i32 catch_bci)
{
    u64 pass = ti_filter_pass(JVMTI_EVENT_EXCEPTION, NULL, ex);
    struct ti_env *first = ti_first_getter(self, JVMTI_EVENT_EXCEPTION, pass);
    if (!f || !first) return;
    struct ti_delivery d;
    if (!ti_begin(&d, self)) return;
    d.pass = pass;
    jmethodID id = ti_method_id(tool_frame_method(f)), catch_id = catcher ? ti_method_id(catcher->method) : NULL;
    jlocation at = ti_frame_location(f), catch_at = catcher ? catch_bci : 0;
    jobject ref = tool_ref(self, ex);
    TI_DELIVER_FROM(first, d, JVMTI_EVENT_EXCEPTION, Exception, d.jni, d.thread, id, at, ref, catch_id, catch_at);
    ti_end(&d);
}

void ti_post_exception_catch(struct thread *self, struct frame *f, struct object *ex)
{
    u64 pass = ti_filter_pass(JVMTI_EVENT_EXCEPTION_CATCH, NULL, ex);
    struct ti_env *first = ti_first_getter(self, JVMTI_EVENT_EXCEPTION_CATCH, pass);
    if (!first) return;
    struct ti_delivery d;
    if (!ti_begin(&d, self)) return;
    d.pass = pass;
    jmethodID id = ti_method_id(tool_frame_method(f));
    jlocation at = ti_frame_location(f);
    jobject ref = tool_ref(self, ex);
    TI_DELIVER_FROM(first, d, JVMTI_EVENT_EXCEPTION_CATCH, ExceptionCatch, d.jni, d.thread, id, at, ref);
    ti_end(&d);
}

/* ---- allocation: objects that a callback allocates are not reported to any environment by the same event, or it would
 *      never end ---- */

static bool begin_telling(struct ti_delivery *d, struct thread *self, u32 event)
{
    struct ti_thread *t = ti_thread_get(self);
    if (!t || (t->telling & TI_BIT(event)) || !ti_begin(d, self)) return false;
    t->telling |= TI_BIT(event);
    return true;
}
static void end_telling(struct ti_delivery *d, u32 event)
{
    ((struct ti_thread *)tool_thread_data(d->self))->telling &= ~TI_BIT(event);
    ti_end(d);
}

void ti_post_vm_object_alloc(struct thread *self, struct object *o)
{
    u64 pass = ti_filter_pass(JVMTI_EVENT_VM_OBJECT_ALLOC, NULL, o);
    struct ti_delivery d;
    if (!begin_telling(&d, self, JVMTI_EVENT_VM_OBJECT_ALLOC)) return;
    d.pass = pass;
    jobject ref = tool_ref(self, o);
    jclass c = ti_class_ref(self, tool_class_of(o));
    jlong size = (jlong)tool_object_size(o);
    TI_DELIVER(d, JVMTI_EVENT_VM_OBJECT_ALLOC, VMObjectAlloc, d.jni, d.thread, ref, c, size);
    end_telling(&d, JVMTI_EVENT_VM_OBJECT_ALLOC);
}

void ti_post_sampled_object_alloc(struct thread *self, struct object *o, size_t size)
{
    u64 pass = ti_filter_pass(JVMTI_EVENT_SAMPLED_OBJECT_ALLOC, NULL, o);
    struct ti_env *first = ti_first_getter(self, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC, pass);
    if (!first) return;
    struct ti_delivery d;
    if (!begin_telling(&d, self, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC)) return;
    d.pass = pass;
    jobject ref = tool_ref(self, o);
    jclass c = ti_class_ref(self, tool_class_of(o));
    TI_DELIVER_FROM(first, d, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC, SampledObjectAlloc, d.jni, d.thread, ref, c,
                    (jlong)size);
    end_telling(&d, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC);
}

/* ---- collections: the world is stopped, the caller stays in the VM; callbacks may use memory, raw monitors and
 * environment storage ---- */

static void post_collection(u32 event)
{
    for (struct ti_env *env = atomic_load(&ti_envs); env; env = env->next) {
        if (!(atomic_load(&env->on) & TI_BIT(event))) continue;
        jvmtiEventGarbageCollectionStart cb = event == JVMTI_EVENT_GARBAGE_COLLECTION_START
                                                  ? TI_CALLBACK(env, GarbageCollectionStart)
                                                  : TI_CALLBACK(env, GarbageCollectionFinish);
        if (cb) cb(ti_jvmti(env));
    }
}
void ti_post_garbage_collection_start(void) { post_collection(JVMTI_EVENT_GARBAGE_COLLECTION_START); }
void ti_post_garbage_collection_finish(void) { post_collection(JVMTI_EVENT_GARBAGE_COLLECTION_FINISH); }

/* ---- monitors ---- */

static void post_contention(struct thread *self, struct object *o, u32 event)
{
    u64 pass = ti_filter_pass(event, NULL, o);
    struct ti_delivery d;
    if (!ti_begin(&d, self)) return;
    d.pass = pass;
    jobject ref = tool_ref(self, o);
    if (event == JVMTI_EVENT_MONITOR_CONTENDED_ENTER)
        TI_DELIVER(d, JVMTI_EVENT_MONITOR_CONTENDED_ENTER, MonitorContendedEnter, d.jni, d.thread, ref);
    else
        TI_DELIVER(d, JVMTI_EVENT_MONITOR_CONTENDED_ENTERED, MonitorContendedEntered, d.jni, d.thread, ref);
    ti_end(&d);
}
void ti_post_monitor_contended_enter(struct thread *self, struct object *o)
{
    post_contention(self, o, JVMTI_EVENT_MONITOR_CONTENDED_ENTER);
}
void ti_post_monitor_contended_entered(struct thread *self, struct object *o)
{
    post_contention(self, o, JVMTI_EVENT_MONITOR_CONTENDED_ENTERED);
}

void ti_post_monitor_wait(struct thread *self, struct object *o, i64 ms)
{
    u64 pass = ti_filter_pass(JVMTI_EVENT_MONITOR_WAIT, NULL, o);
    struct ti_delivery d;
    if (!ti_begin(&d, self)) return;
    d.pass = pass;
    jobject ref = tool_ref(self, o);
    TI_DELIVER(d, JVMTI_EVENT_MONITOR_WAIT, MonitorWait, d.jni, d.thread, ref, (jlong)ms);
    ti_end(&d);
}

void ti_post_monitor_waited(struct thread *self, struct object *o, bool timed_out)
{
    u64 pass = ti_filter_pass(JVMTI_EVENT_MONITOR_WAITED, NULL, o);
    struct ti_delivery d;
    if (!ti_begin(&d, self)) return;
    d.pass = pass;
    jobject ref = tool_ref(self, o);
    TI_DELIVER(d, JVMTI_EVENT_MONITOR_WAITED, MonitorWaited, d.jni, d.thread, ref, timed_out);
    ti_end(&d);
}

/* ---- resources ---- */

void ti_post_resource_exhausted(struct thread *self, int flags, const char *what)
{
    if (!ti_anyone_wants(self, TI_BIT(JVMTI_EVENT_RESOURCE_EXHAUSTED))) return;
    struct ti_delivery d;
    if (!ti_begin(&d, self)) return;
    tool_to_native(self);
    for (struct ti_env *env = atomic_load(&ti_envs); env; env = env->next) {
        jvmtiEventResourceExhausted cb = TI_CALLBACK(env, ResourceExhausted);
        if (!cb || !ti_wanted(env, self, TI_BIT(JVMTI_EVENT_RESOURCE_EXHAUSTED))) continue;
        /* Each flag has a capability of its own. */
        if ((flags & JVMTI_RESOURCE_EXHAUSTED_JAVA_HEAP) && !env->caps.can_generate_resource_exhaustion_heap_events)
            continue;
        if ((flags & JVMTI_RESOURCE_EXHAUSTED_THREADS) && !env->caps.can_generate_resource_exhaustion_threads_events)
            continue;
        cb(ti_jvmti(env), d.jni, flags, NULL, what);
        tool_set_pending(self, NULL);
    }
    tool_from_native(self);
    ti_end_apart(&d);
}

void ti_post_data_dump_request(struct thread *self)
{
    struct ti_delivery d;
    if (!ti_begin(&d, self)) return;
    tool_to_native(self);
    for (struct ti_env *env = atomic_load(&ti_envs); env; env = env->next) {
        jvmtiEventDataDumpRequest cb = TI_CALLBACK(env, DataDumpRequest);
        if (cb && ti_wanted(env, self, TI_BIT(JVMTI_EVENT_DATA_DUMP_REQUEST))) cb(ti_jvmti(env));
    }
    tool_from_native(self);
    ti_end_apart(&d);
}
