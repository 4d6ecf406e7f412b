/* The operating-system layer: threads, memory, synchronization, clocks, libraries, signals, files. */
#include "unit.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

#include "os/os_dl.h"
#include "os/os_file.h"
#include "os/os_mem.h"
#include "os/os_proc.h"
#include "os/os_signal.h"
#include "os/os_sync.h"
#include "os/os_thread.h"
#include "os/os_time.h"

#define PAGE os_page_size()

/* --- threads */

struct seen {
    void *low, *high, *local;
    int32_t tid;
    char name[16];
};

static void look_around(void *arg)
{
    struct seen *s = arg;
    s->local = &s;
    s->tid = os_thread_tid();
    assert_true(os_thread_stack_bounds(&s->low, &s->high));
    pthread_getname_np(pthread_self(), s->name, sizeof s->name);
}

static void thread_has_name_stack_and_tid(void **state)
{
    struct seen s = { 0 };
    struct os_thread t;
    assert_int_equal(os_thread_create(&t, 300 * 1024 + 1, "a name longer than fifteen", false, look_around, &s), 0);
    assert_int_equal(os_thread_join(t), 0);
    assert_string_equal(s.name, "a name longer t");
    assert_int_not_equal(s.tid, os_thread_tid());
    assert_true((char *)s.high - (char *)s.low >= 300 * 1024);
#ifndef ARGUS_ASAN /* locals may live on a fake stack */
    assert_true(s.local > s.low && s.local < s.high);
#endif
}

static void main_thread_stack(void **state)
{
    void *low, *high;
    assert_true(os_thread_stack_bounds(&low, &high));
    char *here = __builtin_frame_address(0);
    assert_true(here > (char *)low && here < (char *)high);
    assert_int_equal(os_thread_tid(), getpid());
}

static void impossible_stack_is_refused(void **state)
{
    struct os_thread t;
    assert_int_not_equal(os_thread_create(&t, (size_t)1 << 60, "x", false, look_around, NULL), 0);
}

/* --- memory */

static void reserve_commit_uncommit(void **state)
{
    char *p = os_mem_reserve(16 * PAGE, 1 << 20);
    assert_non_null(p);
    assert_int_equal((uintptr_t)p & ((1 << 20) - 1), 0);
    assert_true(os_mem_commit(p, 2 * PAGE));
    assert_int_equal(p[PAGE], 0);
    p[PAGE] = 5;
    assert_true(os_mem_discard(p + PAGE, PAGE));
    assert_int_equal(p[PAGE], 0);
    p[0] = 5;
    assert_true(os_mem_uncommit(p, 2 * PAGE));
    assert_true(os_mem_commit(p, PAGE));
    assert_int_equal(p[0], 0);
    assert_false(os_mem_reserve_at(p, PAGE));
    assert_true(os_mem_release(p, 16 * PAGE));
    assert_true(os_mem_reserve_at(p, PAGE));
    assert_true(os_mem_release(p, PAGE));
}

static void small_pages_take_memory_one_by_one(void **state)
{
    size_t size = (size_t)4 << 20;
    unsigned char there = 1;
    char *p = os_mem_reserve(size, size / 2);
    assert_non_null(p);
    assert_true(os_mem_commit(p, size));
    (void)os_mem_want_huge_pages(p, size);
    (void)os_mem_want_small_pages(p, size);
    p[0] = 1;
    assert_int_equal(mincore(p + PAGE, PAGE, &there), 0);
    assert_int_equal(there & 1, 0);
    os_mem_release(p, size);
}

static void reserve_low_steps_over_what_is_taken(void **state)
{
    uintptr_t lo = (uintptr_t)64 << 20, hi = (uintptr_t)1 << 31;
    char *a = os_mem_reserve_low(1 << 20, lo, hi, 1 << 16);
    char *b = os_mem_reserve_low(1 << 20, lo, hi, 1 << 16);
    assert_non_null(a);
    assert_non_null(b);
    assert_true((uintptr_t)a >= lo && (uintptr_t)b > (uintptr_t)a && (uintptr_t)b + (1 << 20) <= hi);
    assert_null(os_mem_reserve_low(1 << 20, lo, lo + (1 << 19), 1 << 16));
    os_mem_release(a, 1 << 20);
    os_mem_release(b, 1 << 20);
}

/* --- synchronization */

static struct os_mutex lock = OS_MUTEX_INIT;
static struct os_cond changed;
static int turn;

static void take_turns(void *arg)
{
    int me = (int)(intptr_t)arg;
    for (int i = 0; i < 500; i++) {
        os_mutex_lock(&lock);
        while (turn != me) os_cond_wait(&changed, &lock);
        turn = !me;
        os_cond_signal(&changed);
        os_mutex_unlock(&lock);
    }
}

static void condition_passes_turns(void **state)
{
    os_cond_init(&changed);
    struct os_thread t;
    assert_int_equal(os_thread_create(&t, 0, "turns", false, take_turns, (void *)1), 0);
    take_turns((void *)0);
    os_thread_join(t);
    assert_int_equal(turn, 0);
    os_cond_destroy(&changed);
}

static void held_and_trylock(void **state)
{
#ifdef ARGUS_DEBUG
    assert_false(os_mutex_held(&lock));
    assert_int_equal(os_mutexes_held(), 0);
#endif
    os_mutex_lock(&lock);
#ifdef ARGUS_DEBUG
    assert_true(os_mutex_held(&lock));
    assert_int_equal(os_mutexes_held(), 1);
#endif
    assert_false(os_mutex_trylock(&lock));
    os_mutex_unlock(&lock);
    assert_true(os_mutex_trylock(&lock));
    os_mutex_unlock(&lock);
}

static void condition_times_out(void **state)
{
    os_cond_init(&changed);
    os_mutex_lock(&lock);
    int64_t start = os_time_monotonic_ns();
    while (os_cond_wait_until(&changed, &lock, start + 20 * OS_NS_PER_MS)) {}
    assert_true(os_time_monotonic_ns() - start >= 20 * OS_NS_PER_MS);
    assert_false(os_cond_wait_for(&changed, &lock, 0));
    assert_false(os_cond_wait_for(&changed, &lock, -1));
    os_mutex_unlock(&lock);
    os_cond_destroy(&changed);
}

static struct os_event ping = OS_EVENT_INIT, pong = OS_EVENT_INIT;

static void answer(void *arg)
{
    for (int i = 0; i < 2000; i++) {
        os_event_wait(&ping);
        os_event_set(&pong);
    }
}

static void event_ping_pong(void **state)
{
    struct os_thread t;
    assert_int_equal(os_thread_create(&t, 0, "pong", false, answer, NULL), 0);
    for (int i = 0; i < 2000; i++) {
        os_event_set(&ping);
        os_event_wait(&pong);
    }
    os_thread_join(t);
}

static void event_holds_one_permit(void **state)
{
    struct os_event e;
    os_event_init(&e);
    os_event_set(&e);
    os_event_set(&e);
    assert_true(os_event_wait_until(&e, 0));
    assert_false(os_event_wait_until(&e, 0));
    os_event_set(&e);
    os_event_clear(&e);
    assert_false(os_event_wait_until(&e, os_time_monotonic_ns() + OS_NS_PER_MS));
}

/* --- clocks, process, libraries, files */

static void clocks_advance(void **state)
{
    int64_t mono = os_time_monotonic_ns(), cpu = os_time_thread_cpu_ns(), of;
    volatile unsigned sink = 0;
    while (os_time_thread_cpu_ns() - cpu < 2 * OS_NS_PER_MS) sink++;
    assert_true(os_time_monotonic_ns() - mono >= 2 * OS_NS_PER_MS);
    assert_true(os_time_thread_cpu_ns_of(pthread_self(), &of));
    assert_true(of > cpu);
    assert_true(os_time_process_cpu_ns() >= of - cpu);
    assert_true(os_time_wall_ms() > 1700000000000);
    assert_int_equal(os_time_deadline(1, INT64_MAX), INT64_MAX);
    assert_int_equal(os_time_deadline(1, 2), 3);
}

static void the_machine_has_something(void **state)
{
    assert_true(os_cpu_count() >= 1);
    assert_true(os_physical_memory() > 64 << 20);
    assert_true(os_resident_memory() > PAGE);
    assert_true(PAGE >= 4096);
}

static void libraries(void **state)
{
    char error[256] = "";
    assert_null(os_dl_open("/nonexistent/lib.so", error, sizeof error));
    assert_non_null(strstr(error, "/nonexistent/lib.so"));
    void *z = os_dl_open("libz.so.1", error, sizeof error);
    assert_non_null(z);
    void *crc = os_dl_symbol(z, "crc32");
    assert_non_null(crc);
    assert_null(os_dl_symbol(z, "no such name"));
    char file[512];
    assert_true(os_dl_file_of(crc, file, sizeof file));
    assert_non_null(strstr(file, "libz"));
    const char *name;
    size_t offset;
    assert_true(os_dl_name_of(crc, &name, &offset));
    assert_string_equal(name, "crc32");
    assert_int_equal(offset, 0);
    os_dl_close(z);
}

static void files(void **state)
{
    char path[] = "/tmp/argus-os-XXXXXX";
    close(mkstemp(path));
    size_t size = 9;
    const void *map = os_file_map(path, &size);
    assert_non_null(map);
    assert_int_equal(size, 0);
    os_file_unmap(map, size);
    assert_true(os_file_write_all(path, "hello", 5));
    char *text = os_file_read_all(path, &size);
    assert_string_equal(text, "hello");
    assert_int_equal(size, 5);
    free(text);
    map = os_file_map(path, &size);
    assert_memory_equal(map, "hello", 5);
    os_file_unmap(map, size);
    unlink(path);
    assert_null(os_file_read_all(path, &size));
    assert_int_equal(errno, ENOENT);
    assert_null(os_file_map("/tmp", &size));
    /* No size is known before the end. */
    text = os_file_read_all("/proc/self/maps", &size);
    assert_true(size > 100 && strlen(text) == size);
    free(text);
}

/* --- signals */

static atomic_int first_count, second_count;
static void first_handler(int signal, siginfo_t *info, void *context) { first_count++; }
static void second_handler(int signal, siginfo_t *info, void *context)
{
    second_count++;
    assert_true(os_signal_pc(context) != 0);
    size_t n;
    const uintptr_t *registers = os_signal_registers(context, &n);
    assert_true(n >= 16 && registers[n - 1] == os_signal_sp(context));
    assert_true(os_signal_chain(signal, info, context));
}

static void handlers_chain(void **state)
{
    struct sigaction action = { .sa_sigaction = first_handler, .sa_flags = SA_SIGINFO };
    sigaction(SIGUSR1, &action, NULL);
    assert_int_equal(os_signal_install(SIGUSR1, second_handler), 0);
    assert_int_equal(os_signal_install(SIGUSR1, second_handler), 0); /* again: must not chain to itself */
    raise(SIGUSR1);
    assert_int_equal(second_count, 1);
    assert_int_equal(first_count, 1);
    assert_int_equal(os_signal_restore(SIGUSR1), 0);
    raise(SIGUSR1);
    assert_int_equal(first_count, 2);
    assert_int_equal(second_count, 1);
}

static void used_signal_stays_used(void **state)
{
    struct sigaction action = { .sa_sigaction = first_handler, .sa_flags = SA_SIGINFO }, now;
    sigaction(SIGHUP, &action, NULL);
    assert_int_equal(os_signal_install_unless_used(SIGHUP, second_handler), 0);
    sigaction(SIGHUP, NULL, &now);
    assert_true(now.sa_sigaction == first_handler);
    signal(SIGHUP, SIG_IGN);
    assert_int_equal(os_signal_install_unless_used(SIGHUP, second_handler), 0);
    int before = second_count;
    raise(SIGHUP);
    assert_int_equal(second_count, before + 1);
    assert_int_equal(os_signal_restore(SIGHUP), 0);
    signal(SIGHUP, SIG_DFL);
}

static bool chained, mask_was_used;

static void masking_handler(int signal)
{
    sigset_t now;
    pthread_sigmask(SIG_SETMASK, NULL, &now);
    mask_was_used = sigismember(&now, SIGUSR2) && sigismember(&now, SIGWINCH) && !sigismember(&now, SIGTERM);
}

static void chaining_handler(int signal, siginfo_t *info, void *context)
{
    chained = os_signal_chain(signal, info, context);
}

/* The handler behind runs with its own mask, once if it asked for that; then the default is left to the caller. */
static void chained_handler_keeps_its_flags(void **state)
{
    struct sigaction action = { .sa_handler = masking_handler, .sa_flags = (int)SA_RESETHAND };
    sigaddset(&action.sa_mask, SIGUSR2);
    sigaction(SIGWINCH, &action, NULL);
    assert_int_equal(os_signal_install(SIGWINCH, chaining_handler), 0);
    raise(SIGWINCH);
    assert_true(chained);
    assert_true(mask_was_used);
    raise(SIGWINCH);
    assert_false(chained);
    assert_int_equal(os_signal_restore(SIGWINCH), 0);
}

static void fault_is_not_ignored(void **state)
{
    signal(SIGWINCH, SIG_IGN);
    assert_int_equal(os_signal_install(SIGWINCH, chaining_handler), 0);
    siginfo_t info = { .si_code = SI_USER };
    assert_true(os_signal_chain(SIGWINCH, &info, NULL));
    info.si_code = SEGV_MAPERR;
    assert_false(os_signal_chain(SIGWINCH, &info, NULL));
    assert_int_equal(os_signal_restore(SIGWINCH), 0);
}

static bool blocked(int signal)
{
    sigset_t now;
    pthread_sigmask(SIG_SETMASK, NULL, &now);
    return sigismember(&now, signal) == 1;
}

static void thread_listens_to_its_signals_while_it_is_of_the_vm(void **state)
{
    static const int heard[] = { SIGILL, SIGSEGV, SIGBUS, SIGFPE, SIGUSR2, SIGINT, SIGTERM },
                     left[] = { SIGUSR1, SIGCHLD, SIGPIPE };
    sigset_t all, old;
    /* a shell ignores them for what runs in the background, and then the VM leaves them blocked */
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    uint64_t before = os_signal_enter_thread(false);
    for (size_t i = 0; i < sizeof heard / sizeof *heard; i++) assert_false(blocked(heard[i]));
    for (size_t i = 0; i < sizeof left / sizeof *left; i++) assert_true(blocked(left[i]));
    assert_true(blocked(SIGQUIT));
    os_signal_leave_thread(before);
    assert_true(blocked(SIGSEGV) && blocked(SIGTERM));
    os_signal_enter_thread(true);
    assert_true(blocked(SIGTERM) && !blocked(SIGSEGV));
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

static void blocked_signal_waits(void **state)
{
    struct sigaction action = { .sa_sigaction = first_handler, .sa_flags = SA_SIGINFO };
    sigaction(SIGUSR2, &action, NULL);
    int before = first_count;
    os_signal_block(SIGUSR2);
    os_thread_signal(os_thread_current(), SIGUSR2);
    assert_int_equal(first_count, before);
    os_signal_unblock(SIGUSR2);
    assert_int_equal(first_count, before + 1);
}

static void names_of_signals(void **state)
{
    assert_int_equal(os_signal_number("TERM"), SIGTERM);
    assert_int_equal(os_signal_number("CLD"), SIGCHLD);
    assert_int_equal(os_signal_number("NOSUCH"), -1);
    assert_string_equal(os_signal_name(SIGQUIT), "QUIT");
    assert_null(os_signal_name(0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thread_has_name_stack_and_tid),
        cmocka_unit_test(main_thread_stack),
        cmocka_unit_test(impossible_stack_is_refused),
        cmocka_unit_test(reserve_commit_uncommit),
        cmocka_unit_test(small_pages_take_memory_one_by_one),
        cmocka_unit_test(reserve_low_steps_over_what_is_taken),
        cmocka_unit_test(condition_passes_turns),
        cmocka_unit_test(held_and_trylock),
        cmocka_unit_test(condition_times_out),
        cmocka_unit_test(event_ping_pong),
        cmocka_unit_test(event_holds_one_permit),
        cmocka_unit_test(clocks_advance),
        cmocka_unit_test(the_machine_has_something),
        cmocka_unit_test(libraries),
        cmocka_unit_test(files),
        cmocka_unit_test(handlers_chain),
        cmocka_unit_test(used_signal_stays_used),
        cmocka_unit_test(chained_handler_keeps_its_flags),
        cmocka_unit_test(fault_is_not_ignored),
        cmocka_unit_test(thread_listens_to_its_signals_while_it_is_of_the_vm),
        cmocka_unit_test(blocked_signal_waits),
        cmocka_unit_test(names_of_signals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
