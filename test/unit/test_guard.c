/* Accesses to pages of a mapped file that was cut off fail and leave everything else as it was. */
#include "unit.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "os/os_guard.h"
#include "os/os_signal.h"

static void on_fault(int signal, siginfo_t *info, void *context)
{
    if (!os_guard_recover(info, context)) os_signal_default(signal);
}

/* Two pages of which the second is gone. */
static unsigned char *half_a_file(size_t *page)
{
    *page = (size_t)sysconf(_SC_PAGESIZE);
    FILE *f = tmpfile();
    assert_int_equal(ftruncate(fileno(f), (off_t)(2 * *page)), 0);
    unsigned char *p = mmap(NULL, 2 * *page, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(f), 0);
    assert_ptr_not_equal(p, MAP_FAILED);
    assert_int_equal(ftruncate(fileno(f), (off_t)*page), 0);
    fclose(f);
    assert_int_equal(os_signal_install(SIGBUS, on_fault), 0);
    return p;
}

static void single_accesses(void **state)
{
    size_t page;
    unsigned char *p = half_a_file(&page), *gone = p + page;
    for (size_t size = 1; size <= 8; size *= 2) {
        uint64_t v = 77, all = size == 8 ? UINT64_MAX : (1ull << 8 * size) - 1;
        assert_true(os_guard_store(p + 16, size, UINT64_MAX - 1));
        assert_true(os_guard_load(p + 16, size, &v));
        assert_true(v == all - 1);
        assert_true(os_guard_exchange(p + 16, size, 5));
        assert_true(os_guard_load(p + 16, size, &v));
        assert_true(v == 5 && p[16 + size] == 0);
        assert_false(os_guard_load(gone, size, &v));
        assert_false(os_guard_store(gone, size, 1));
        assert_false(os_guard_exchange(gone, size, 1));
        assert_true(v == 5);
    }
    uint32_t was = 1;
    assert_true(cpu_guarded_compare_32((uint32_t *)(p + 64), &was, 2) && was == 0);
    assert_true(cpu_guarded_compare_32((uint32_t *)(p + 64), &was, 2) && was == 0);
    assert_true(cpu_guarded_compare_32((uint32_t *)(p + 64), &was, 3) && was == 2);
    assert_false(cpu_guarded_compare_32((uint32_t *)gone, &was, 3));
    uint64_t was64 = 0;
    assert_false(cpu_guarded_compare_64((uint64_t *)gone, &was64, 3));
}

static volatile int depth;

static void copy_inside(void *arg)
{
    unsigned char here[64];
    depth++;
    assert_false(os_guard_copy(here, arg, sizeof here)); /* the inner copy is left, not this function */
    depth++;
    (void)*(volatile unsigned char *)arg;
    depth++;
}

static void copies(void **state)
{
    size_t page;
    unsigned char *p = half_a_file(&page), heap[4096] = { 1 };
    assert_true(os_guard_copy(p, heap, sizeof heap));
    assert_true(os_guard_set(p, 3, 100));
    assert_true(p[99] == 3 && p[100] == 0);
    for (size_t n = 1; n <= 4096; n = n * 2 + 1) {
        assert_false(os_guard_copy(heap, p + page, n > page ? page : n));
        assert_false(os_guard_copy(p + page, heap, n > page ? page : n));
        assert_false(os_guard_set(p + page - 1, 9, n + 1));
    }
    assert_false(os_guard_call(copy_inside, p + page));
    assert_int_equal(depth, 2);
    sigset_t now;
    pthread_sigmask(SIG_SETMASK, NULL, &now);
    assert_false(sigismember(&now, SIGBUS));
}

static void sent_signal_is_not_a_fault(void **state)
{
    siginfo_t info = { .si_code = SI_USER };
    assert_false(os_guard_recover(&info, NULL));
}

/* Short copies, upwards and downwards over themselves: the bytes are those of memmove, and no others change. */
static void short_copies_are_moves(void **state)
{
    enum { ROOM = 160, AT = 40 };
    for (size_t n = 0; n <= 70; n++)
        for (int by = -36; by <= 36; by += 4) {
            unsigned char bytes[ROOM], sought[ROOM];
            for (size_t i = 0; i < ROOM; i++) bytes[i] = sought[i] = (unsigned char)(i * 7 + n);
            memmove(sought + AT + by, sought + AT, n);
            assert_true(os_guard_copy(bytes + AT + by, bytes + AT, n));
            assert_memory_equal(bytes, sought, ROOM);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_copies_are_moves),
        cmocka_unit_test(single_accesses),
        cmocka_unit_test(copies),
        cmocka_unit_test(sent_signal_is_not_a_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
