/* Big-endian access, alignment, and the end that vm_fatal makes. */
#include "unit.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"

static void big_endian_at_any_alignment(void **state)
{
    u8 b[16];
    for (int at = 0; at < 8; at++) {
        wr_u64be(b + at, 0x0102030405060708ull);
        assert_int_equal(b[at], 1);
        assert_int_equal(rd_u64be(b + at), 0x0102030405060708ull);
        assert_int_equal(rd_u32be(b + at), 0x01020304);
        assert_int_equal(rd_u16be(b + at), 0x0102);
    }
    wr_u16be(b, 0xfffe);
    assert_int_equal(rd_i16be(b), -2);
    wr_u32be(b, 0xfffffffe);
    assert_int_equal(rd_i32be(b), -2);
    wr_u64be(b, (u64)-2);
    assert_true(rd_i64be(b) == -2);
}

static void alignment(void **state)
{
    assert_int_equal(ALIGN_UP(0, 8), 0);
    assert_int_equal(ALIGN_UP((size_t)9, 8), 16);
    assert_int_equal(ALIGN_DOWN((size_t)15, 8), 8);
    assert_true(ALIGN_UP((u64)0xffffffff1, 16) == 0x1000000000);
    assert_true(IS_POWER_OF_2(64));
    assert_false(IS_POWER_OF_2(0));
    assert_false(IS_POWER_OF_2(65));
}

static void hook(const char *message) { dprintf(STDERR_FILENO, "hook saw: %s\n", message); }

static void fatal_reports_runs_the_hook_and_aborts(void **state)
{
    int fd[2];
    assert_int_equal(pipe(fd), 0);
    pid_t child = fork();
    if (child == 0) {
        signal(SIGABRT, SIG_DFL);
        dup2(fd[1], STDERR_FILENO);
        vm_fatal_set_hook(hook);
        VM_CHECKF(1 + 1 == 3, "a number is %d", 42);
        _exit(0);
    }
    close(fd[1]);
    char text[4096];
    size_t used = 0;
    for (ssize_t n; used < sizeof text - 1 && (n = read(fd[0], text + used, sizeof text - 1 - used)) > 0;)
        used += (size_t)n;
    text[used] = 0;
    close(fd[0]);
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    assert_non_null(strstr(text, "check failed: 1 + 1 == 3: a number is 42"));
    assert_non_null(strstr(text, "test_base.c:"));
    assert_non_null(strstr(text, "hook saw: Internal Error"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(big_endian_at_any_alignment),
        cmocka_unit_test(alignment),
        cmocka_unit_test(fatal_reports_runs_the_hook_and_aborts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
