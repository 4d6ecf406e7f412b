/* See lens_sample.h.
 *
 * The handler adds to the tree of the thread that it interrupts, which that thread alone writes. It holds the thread's
 * busy flag, so a stack that comes in the middle of a callback waits for the next sample, which then counts for two.
 * Nodes come from memory that is mapped, not malloc'ed. A node's self and calls are numbers of samples: where it was on
 * top, and where it was there at all; a tick of the clock is a sample, as long as processor time says in the end. */
#include "lens_sample.h"

#include <argus/jvmti_extensions.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "lens.h"
#include "lens_clock.h"

#define EVERY_US 2000 /* of processor time; the system may take longer */

bool lens_sampled;

static struct argus_extensions extensions;
static _Atomic uint64_t signals;
static uint64_t began_cpu_ns, took_cpu_ns;
static jlong *base; /* what was counted before, by number */
static jint base_count;
static uint64_t total_entered, total_left; /* at the end */

static uint64_t cpu_ns(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
    return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

static struct lens_node *child_of(struct lens_thread *t, struct lens_node *at, jmethodID id)
{
    struct lens_node **link = &at->child, *n;
    for (n = *link; n != NULL; link = &n->sibling, n = n->sibling)
        if (n->id == id) {
            *link = n->sibling; /* to the front: the next one asked for is often the same */
            n->sibling = at->child;
            at->child = n;
            return n;
        }
    if ((n = lens_tree_new_node(&t->arena)) == NULL) return NULL;
    n->id = id;
    n->parent = at;
    n->sibling = at->child;
    n->depth = at->depth + 1;
    at->child = n;
    return n;
}

static void add_sample(struct lens_thread *t, jint count)
{
    uint64_t weight = 1 + t->missed;
    struct lens_node *at = t->root;
    t->missed = 0;
    for (jint i = count; i-- > 0;) {
        struct lens_node *n = child_of(t, at, t->frames[i].method);
        if (n == NULL) { /* the tree is full: the time is the caller's */
            atomic_fetch_add_explicit(&lens_tree_cramped, weight, memory_order_relaxed);
            break;
        }
        n->calls += weight;
        at = n;
    }
    at->self += weight;
}

/* Anywhere in the program: only what is safe in a signal handler. */
static void on_signal(int number, siginfo_t *info, void *context)
{
    (void)number, (void)info;
    struct lens_thread *t = lens_thread_here;
    atomic_fetch_add_explicit(&signals, 1, memory_order_relaxed);
    if (t == NULL || t->frames == NULL) return;
    if (!lens_thread_begin(t)) {
        t->missed++;
        return;
    }
    jint count = 0;
    if (argus_GetAsyncStackTrace(&extensions, context, (jint)lens.options.depth, t->frames, &count) ==
            JVMTI_ERROR_NONE &&
        count > 0)
        add_sample(t, count);
    lens_thread_leave(t);
}

static void set_timer(int us)
{
    const struct itimerval every = { { 0, us }, { 0, us } };
    setitimer(ITIMER_PROF, &every, NULL);
}

bool lens_sample_begin(void)
{
    const struct lens_options *o = &lens.options;
    if (!o->methods || o->exact || o->wall_clock || o->filter_count > 0) return false;
    (void)argus_extensions(lens.ti, &extensions);
    if (extensions.CountMethodCalls == NULL || extensions.GetMethodCalls == NULL ||
        extensions.GetThreadMethodCalls == NULL || extensions.GetAsyncStackTrace == NULL ||
        extensions.PrepareAsyncStackTrace == NULL)
        return false;
    if (argus_PrepareAsyncStackTrace(&extensions) != JVMTI_ERROR_NONE ||
        argus_GetMethodCalls(&extensions, &base_count, NULL, &base, NULL) != JVMTI_ERROR_NONE ||
        argus_CountMethodCalls(&extensions, JNI_TRUE) != JVMTI_ERROR_NONE)
        return false;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
    if (sigaction(SIGPROF, &action, NULL) != 0) return false;
    lens_sampled = true;
    began_cpu_ns = cpu_ns();
    set_timer(EVERY_US);
    return true;
}

void lens_sample_thread(struct lens_thread *t, jthread thread)
{
    jlong calls = 0;
    if (lens.options.exact) return;
    (*lens.ti)->SetThreadLocalStorage(lens.ti, thread, t);
    if (lens_sampled && argus_GetThreadMethodCalls(&extensions, NULL, &calls) == JVMTI_ERROR_NONE)
        t->calls_before = (uint64_t)calls;
    t->frames = calloc(lens.options.depth, sizeof *t->frames);
}

static void note_calls(struct lens_thread *t, jthread thread, jint on_stack)
{
    jlong calls = 0;
    if (!lens_sampled || argus_GetThreadMethodCalls(&extensions, thread, &calls) != JVMTI_ERROR_NONE) return;
    uint64_t entered = (uint64_t)calls > t->calls_before ? (uint64_t)calls - t->calls_before : 0;
    atomic_store(&t->record->entered, entered);
    atomic_store(&t->record->left, entered > (uint64_t)on_stack ? entered - (uint64_t)on_stack : 0);
}

void lens_sample_thread_end(struct lens_thread *t)
{
    if (!lens_sampled) return;
    (*lens.ti)->SetThreadLocalStorage(lens.ti, NULL, NULL);
    note_calls(t, NULL, 0);
}

/* Frames that are there now were entered and not left. */
static void note_stacks(void)
{
    JNIEnv *jni = NULL;
    jvmtiStackInfo *stacks = NULL;
    jint count = 0;
    (*lens.vm)->GetEnv(lens.vm, (void **)&jni, JNI_VERSION_1_8);
    if ((*lens.ti)->GetAllStackTraces(lens.ti, 100000, &stacks, &count) != JVMTI_ERROR_NONE) return;
    for (jint i = 0; i < count; i++) {
        void *t = NULL;
        if ((*lens.ti)->GetThreadLocalStorage(lens.ti, stacks[i].thread, &t) == JVMTI_ERROR_NONE && t != NULL)
            note_calls(t, stacks[i].thread, stacks[i].frame_count);
        for (jint k = 0; k < stacks[i].frame_count; k++) {
            struct lens_method *m = lens_method_of(jni, stacks[i].frame_buffer[k].method);
            if (m != NULL) m->on_stack++;
        }
    }
    (*lens.ti)->Deallocate(lens.ti, (unsigned char *)stacks);
}

static void read_counts(void)
{
    char *names = NULL;
    jlong *entered = NULL, *threw = NULL;
    jint count = 0;
    if (argus_GetMethodCalls(&extensions, &count, &names, &entered, &threw) != JVMTI_ERROR_NONE) return;
    const char *at = names;
    for (jint i = 0; i < count; i++) {
        const char *signature = at, *name = signature + strlen(signature) + 1, *descriptor = name + strlen(name) + 1;
        at = descriptor + strlen(descriptor) + 1;
        uint64_t calls = (uint64_t)(entered[i] - (i < base_count ? base[i] : 0));
        struct lens_method *m = calls == 0 || *name == '\0' ? NULL : lens_method_named(signature, name, descriptor);
        if (m == NULL) continue;
        m->entered += calls;
        m->threw += (uint64_t)threw[i];
    }
    for (struct lens_method *m = NULL; (m = lens_method_next(m)) != NULL;) {
        m->left = m->entered > m->on_stack ? m->entered - m->on_stack : 0;
        total_entered += m->entered;
        total_left += m->left;
    }
    (*lens.ti)->Deallocate(lens.ti, (unsigned char *)names);
    (*lens.ti)->Deallocate(lens.ti, (unsigned char *)entered);
    (*lens.ti)->Deallocate(lens.ti, (unsigned char *)threw);
}

void lens_sample_stop(void)
{
    if (!lens_sampled) return;
    set_timer(0);
    took_cpu_ns = cpu_ns() - began_cpu_ns;
    /* Counts first: the next steps do not change them. */
    note_stacks();
    read_counts();
    (void)argus_CountMethodCalls(&extensions, JNI_FALSE);
}

uint64_t lens_sample_calls(uint64_t *left)
{
    if (total_entered > 0) { /* the end was seen */
        *left = total_left;
        return total_entered;
    }
    jlong *entered = NULL;
    jint count = 0;
    uint64_t sum = 0;
    if (argus_GetMethodCalls(&extensions, &count, NULL, &entered, NULL) != JVMTI_ERROR_NONE) return 0;
    for (jint i = 0; i < count; i++) sum += (uint64_t)(entered[i] - (i < base_count ? base[i] : 0));
    (*lens.ti)->Deallocate(lens.ti, (unsigned char *)entered);
    return *left = sum;
}

void lens_sample_resolve(struct lens_thread *t)
{
    JNIEnv *jni = NULL;
    (*lens.vm)->GetEnv(lens.vm, (void **)&jni, JNI_VERSION_1_8);
    if (t->root->child == NULL || t->resolved || jni == NULL) return;
    t->resolved = true;
    for (struct lens_node *n = t->root; (n = lens_tree_next(t->root, n)) != NULL;)
        n->method = n->id == NULL ? lens_method_label("(unknown)") : lens_method_of(jni, n->id);
}

/* Inclusive time counts a sample once however often the method is on its stack. */
void lens_sample_finish(void)
{
    if (!lens_sampled) return;
    uint64_t n = atomic_load(&signals);
    lens_clock_set_tick(n == 0 ? 0 : (double)took_cpu_ns / (double)n);
    struct lens_node *root = lens_tree_merged();
    for (struct lens_node *at = root; (at = lens_tree_next(root, at)) != NULL;) {
        struct lens_method *m = at->method;
        bool outermost = true;
        m->self += at->self;
        for (const struct lens_node *up = at->parent; up != root && outermost; up = up->parent)
            outermost = up->method != m;
        if (outermost) m->inclusive += at->calls;
    }
}
