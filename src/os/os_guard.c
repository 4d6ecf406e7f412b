/* os_guard.c: how the VM leaves an access that failed: by the table of instructions, or back to the frame that made a
 * longer copy. */
#include "os/os_guard.h"

#include "os/os_signal.h"

#include <setjmp.h>
#include <string.h>

extern const struct cpu_guard __start_argus_guards[] __attribute__((visibility("hidden")));
extern const struct cpu_guard __stop_argus_guards[] __attribute__((visibility("hidden")));

static __thread sigjmp_buf *volatile way_out; /* where the copy that this thread makes now returns to */

bool os_guard_call(void (*fn)(void *arg), void *arg)
{
    sigjmp_buf here, *outer = way_out;
    bool done = false;
    if (sigsetjmp(here, 0) == 0) {
        way_out = &here;
        fn(arg);
        done = true;
    }
    way_out = outer;
    return done;
}

struct copy {
    void *to;
    const void *from;
    int value;
    size_t n;
};

static void do_copy(void *arg)
{
    const struct copy *c = arg;
    memmove(c->to, c->from, c->n);
}

static void do_set(void *arg)
{
    const struct copy *c = arg;
    memset(c->to, c->value, c->n);
}

/* Copies n bytes from both ends: all are read before the first is written, and the parts may overlap. */
enum { WORD = sizeof(uint64_t), VECTOR = sizeof(cpu_vector), FEW = 4 * VECTOR };
static bool copy_words(char *to, const char *from, size_t n)
{
    uint64_t first, last;
    return cpu_guarded_load_64(from, &first) && cpu_guarded_load_64(from + n - WORD, &last) &&
           cpu_guarded_store_64(to, first) && cpu_guarded_store_64(to + n - WORD, last);
}
static bool copy_vectors(char *to, const char *from, size_t n)
{
    cpu_vector first, last;
    return cpu_guarded_load_vector(from, &first) && cpu_guarded_load_vector(from + n - VECTOR, &last) &&
           cpu_guarded_store_vector(to, first) && cpu_guarded_store_vector(to + n - VECTOR, last);
}
static bool copy_four_vectors(char *to, const char *from, size_t n)
{
    size_t last = n - VECTOR;
    cpu_vector a, b, c, d;
    return cpu_guarded_load_vector(from, &a) && cpu_guarded_load_vector(from + VECTOR, &b) &&
           cpu_guarded_load_vector(from + last - VECTOR, &c) && cpu_guarded_load_vector(from + last, &d) &&
           cpu_guarded_store_vector(to, a) && cpu_guarded_store_vector(to + VECTOR, b) &&
           cpu_guarded_store_vector(to + last - VECTOR, c) && cpu_guarded_store_vector(to + last, d);
}
bool os_guard_copy(void *to, const void *from, size_t n)
{
    if (n >= WORD && n <= FEW)
        return n > 2 * VECTOR ? copy_four_vectors(to, from, n)
               : n >= VECTOR  ? copy_vectors(to, from, n)
                              : copy_words(to, from, n);
    return os_guard_call(do_copy, &(struct copy){ .to = to, .from = from, .n = n });
}
bool os_guard_set(void *to, int value, size_t n)
{
    return os_guard_call(do_set, &(struct copy){ .to = to, .value = value, .n = n });
}

/* Runs on the interrupted stack after the handler, so the signal mask and the signal stack are restored. */
static void leave(void) { siglongjmp(*way_out, 1); }

static uintptr_t find(uintptr_t pc)
{
    for (const struct cpu_guard *l = __start_argus_guards; l < __stop_argus_guards; l++)
        if ((uintptr_t)&l->at + (uintptr_t)(intptr_t)l->at == pc)
            return (uintptr_t)&l->go_on + (uintptr_t)(intptr_t)l->go_on;
    return 0;
}

bool os_guard_recover(const siginfo_t *info, void *context)
{
    if (info->si_code <= 0) return false; /* sent by a process */
    uintptr_t go_on = find(os_signal_pc(context));
    if (go_on)
        os_signal_set_pc(context, go_on);
    else if (way_out)
        os_signal_call(context, leave);
    return go_on || way_out;
}
