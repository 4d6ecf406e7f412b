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

/* Copies n bytes by guarded words: all are read before the first is written. The last word may overlap. */
enum { WORD = sizeof(uint64_t), FEW = 8 * WORD };
static bool copy_words(char *to, const char *from, size_t n)
{
    uint64_t words[FEW / WORD];
    size_t last = n - WORD, count = 0;
    for (size_t i = 0; i < last; i += WORD)
        if (!cpu_guarded_load_64(from + i, &words[count++])) return false;
    if (!cpu_guarded_load_64(from + last, &words[count])) return false;
    for (size_t i = 0; i < count; i++)
        if (!cpu_guarded_store_64(to + WORD * i, words[i])) return false;
    return cpu_guarded_store_64(to + last, words[count]);
}
bool os_guard_copy(void *to, const void *from, size_t n)
{
    if (n >= WORD && n <= FEW) return copy_words(to, from, n);
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
