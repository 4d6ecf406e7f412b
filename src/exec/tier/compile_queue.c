/* See compile_queue.h. Methods wait in an array without an order. Some dozens do with javac, but many hundreds where
 * the program leaves little time to the compilers; then it requests each of them often, so a map finds their places.
 * The lock is a leaf, and no thread polls with it. */
#include "exec/tier/compile_queue.h"
#include "base/hashmap.h"
#include "core/thread_life.h"
#include "exec/code/code_report.h"
#include "exec/code/code_users.h"
#include "model/class_space.h"
#include "model/options.h"
#include "model/vm.h"
#include "os/os_sync.h"
#include "thread/thread_contract.h"

enum {
    MANY = 8,       /* so many waiting methods for each thread are worth one more thread */
    MOST_TRIES = 3, /* for one task, each given up because something had changed */
    MOST_THREADS = 64
};

struct waiting {
    struct compile_task task;
    u32 heat;   /* how often it was requested */
    u64 number; /* in the order of the requests */
};
struct compiler {
    const struct thread *thread;
    struct waiting now;  /* the task that it compiles; method NULL: none */
    bool outdated_first; /* its own */
};

static struct os_mutex lock = OS_MUTEX_INIT;
static struct waiting *queue GUARDED_BY(lock);
static u32 length GUARDED_BY(lock), room GUARDED_BY(lock);
static struct hashmap places GUARDED_BY(lock); /* of methods in `queue`, plus 1 */
static u64 numbers GUARDED_BY(lock);
static struct compiler compilers[MOST_THREADS] GUARDED_BY(lock);
static u32 compiler_count GUARDED_BY(lock);
/* a thread is being started; starting the last one has failed */
static bool starting GUARDED_BY(lock), failed GUARDED_BY(lock);
static _Atomic bool ended;
static _Atomic u32 added; /* waiting threads sleep on this */

/* ---- the queue ---- */
static struct waiting *find_locked(const struct method *m) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    uintptr_t place = (uintptr_t)hashmap_get(&places, m);
    if (place) return &queue[place - 1];
    for (struct compiler *c = compilers; c < compilers + MOST_THREADS && c->thread; c++)
        if (c->now.task.m == m) return &c->now;
    return NULL;
}
static void push_locked(const struct compile_task *t) WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    if (length == room) {
        room = room ? 2 * room : TINY(16, 1);
        queue = vm_realloc(queue, room * sizeof *queue);
    }
    queue[length++] = (struct waiting){ .task = *t, .number = ++numbers };
    UNUSED const void *other = hashmap_put(&places, t->m, (void *)(uintptr_t)length);
    CONTRACT("no other task waits for the method", !other);
}
/* Takes out the task at i; the last one comes there. */
static void remove_locked(u32 i) WANTS_LOCK(lock)
{
    LOCK_HELD_OR_WORLD_STOPPED(&lock);
    (void)hashmap_remove(&places, queue[i].task.m);
    queue[i] = queue[--length];
    if (i < length) (void)hashmap_put(&places, queue[i].task.m, (void *)(uintptr_t)(i + 1));
}

bool compile_queue_add(const struct compile_task *t)
{
    os_mutex_lock(&lock);
    bool able = compiler_count > 0;
    struct waiting *w = able ? find_locked(t->m) : NULL;
    if (w)
        w->heat++;
    else if (able)
        push_locked(t);
    os_mutex_unlock(&lock);
    if (!able || w) return able;
    atomic_fetch_add(&added, 1);
    os_futex_wake(&added, 1);
    return true;
}

static bool hotter(const struct waiting *a, const struct waiting *b)
{
    return a->heat > b->heat || (a->heat == b->heat && a->number < b->number);
}
/* Gives the hottest task to c. Returns false if none waits. */
static bool take_hottest(struct compiler *c)
{
    os_mutex_lock(&lock);
    struct waiting *best = NULL;
    for (u32 i = 0; i < length && !atomic_load(&ended); i++)
        if (!best || hotter(&queue[i], best)) best = &queue[i];
    if (best) {
        c->now = *best;
        remove_locked((u32)(best - queue));
    }
    os_mutex_unlock(&lock);
    return best != NULL;
}
/* Gives c a method whose code is outdated, and which no other task has. Returns false if there is none. */
static bool take_outdated(struct thread *self, struct compiler *c)
{
    struct method *m = NULL;
    bool taken = false;
    while (!taken && !atomic_load(&ended) && (m = code_users_next_outdated(self)) != NULL) {
        os_mutex_lock(&lock);
        taken = !find_locked(m);
        if (taken) c->now = (struct waiting){ .task = compile_new_for(m), .number = ++numbers };
        os_mutex_unlock(&lock);
    }
    return taken;
}
/* By turns, so that neither waits for all of the other. */
static bool take(struct thread *self, struct compiler *c)
{
    c->outdated_first = !c->outdated_first;
    return c->outdated_first ? take_outdated(self, c) || take_hottest(c) : take_hottest(c) || take_outdated(self, c);
}
/* c's task is done, or is put back into the queue. */
static void put_down(struct compiler *c, bool done)
{
    os_mutex_lock(&lock);
    struct compile_task t = c->now.task;
    c->now.task.m = NULL;
    bool again = !done && ++t.tries < MOST_TRIES;
    if (again) push_locked(&t);
    os_mutex_unlock(&lock);
    if (!done && !again) compile_work.forget(&t);
}

void compile_queue_wake(void)
{
    atomic_fetch_add(&added, 1);
    os_futex_wake(&added, INT32_MAX);
}
void compile_queue_end(void) { atomic_store(&ended, true); }

void compile_queue_forget_dead(void)
{
    WORLD_STOPPED_FOR(&lock);
    for (u32 i = 0; i < length;)
        if (class_memory_is_dead(queue[i].task.m))
            remove_locked(i);
        else
            i++;
}

/* ---- threads ---- */
static void compile_for_ever(struct thread *self, void *arg)
{
    struct compiler *c = arg;
    os_mutex_lock(&lock);
    c->thread = self;
    os_mutex_unlock(&lock);
    for (;;) {
        u32 seen = atomic_load(&added);
        if (take(self, c))
            put_down(c, compile_work.run(self, &c->now.task));
        else {
            self->names_nothing = true;
            thread_to_blocked(self);
            os_futex_wait(&added, seen, OS_FOREVER);
            thread_from_blocked(self);
            self->names_nothing = false;
        }
        thread_poll(self);
    }
}

/* The number of the next thread, which the caller starts; -1: there are enough. */
static i32 one_more(bool *able)
{
    os_mutex_lock(&lock);
    bool wanted = compiler_count < options.compile_threads && length >= MANY * compiler_count;
    bool mine = wanted && !starting && !failed && !atomic_load(&ended);
    i32 number = mine ? (i32)compiler_count : -1;
    starting |= mine;
    *able = compiler_count > 0;
    os_mutex_unlock(&lock);
    return number;
}
static bool start(struct thread *self, u32 number)
{
    char name[32];
    snprintf(name, sizeof name, "C2 CompilerThread%u", number);
    bool started = thread_start_hidden(self, name, compile_for_ever, &compilers[number]);
    os_mutex_lock(&lock);
    starting = false;
    failed = !started;
    if (started) compiler_count = number + 1;
    bool able = compiler_count > 0;
    os_mutex_unlock(&lock);
    return able;
}

bool compile_queue_ready(struct thread *self)
{
    IN_STATE(self, VM);
    if (!options.background_compilation || atomic_load(&vm_phase) < VM_LIVE) return false;
    bool able;
    i32 number = one_more(&able);
    return number < 0 ? able : start(self, (u32)number);
}

/* ---- text ---- */
static void print_waiting(const struct waiting *w, FILE *out)
{
    code_print_task(w->number, w->task.m, out);
    fputc('\n', out);
}
void compile_queue_print(FILE *out)
{
    fputs("Current compiles: \n", out);
    os_mutex_lock(&lock);
    for (u32 i = 0; i < MOST_THREADS && compilers[i].thread; i++) {
        if (!compilers[i].now.task.m) continue;
        fprintf(out, "C2 CompilerThread%u  ", i);
        print_waiting(&compilers[i].now, out);
    }
    fputs("\nC1 compile queue:\nEmpty\n\nC2 compile queue:\n", out);
    if (!length) fputs("Empty\n", out);
    for (u32 i = 0; i < length; i++) print_waiting(&queue[i], out);
    fputc('\n', out);
    os_mutex_unlock(&lock);
}

bool compile_thread_print(const struct thread *t, FILE *out)
{
    WORLD_STOPPED_FOR(&lock);
    const struct compiler *c = compilers;
    while (c < compilers + MOST_THREADS && c->thread != t) c++;
    if (c == compilers + MOST_THREADS) return false;
    if (c->now.task.m) {
        fputs("   Compiling: ", out);
        print_waiting(&c->now, out);
    } else
        fputs("   No compile task\n", out);
    return true;
}
