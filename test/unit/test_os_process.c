/* Other processes: starting, waiting, and what is told of them. */
#include "os/os_local_socket.h"
#include "os/os_proc.h"
#include "os/os_process.h"
#include "unit.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

static int run_shell(const char *script, char *out, size_t size)
{
    char *const words[] = { "sh", "-c", (char *)script, NULL };
    return os_process_run("/bin/sh", words, out, size);
}

static int start_shell(const char *script)
{
    char *const words[] = { "sh", "-c", (char *)script, NULL };
    return os_process_start("/bin/sh", words);
}

static void run_keeps_output_and_code(void **state)
{
    char out[64];
    assert_int_equal(3, run_shell("echo a; echo b >&2; exit 3", out, sizeof out));
    assert_string_equal("a\nb\n", out);
    assert_int_equal(128 + SIGTERM, run_shell("kill -TERM $$", out, sizeof out));
}

static void run_cuts_long_output(void **state)
{
    char out[8];
    assert_int_equal(0, run_shell("head -c 1000000 /dev/zero | tr '\\0' x", out, sizeof out));
    assert_string_equal("xxxxxxx", out);
}

static void start_says_why_not(void **state)
{
    char *const words[] = { "x", NULL };
    errno = 0;
    assert_int_equal(-1, os_process_start("/no/such/program", words));
    assert_int_equal(ENOENT, errno);
    errno = 0;
    assert_int_equal(-1, os_process_start("/", words));
    assert_int_equal(EACCES, errno);
}

static void wait_waits(void **state)
{
    int pid = start_shell("kill -STOP $$"); /* by itself: without input it would not wait for a signal of ours */
    assert_true(pid > 0);
    assert_true(os_process_exists(pid));
    while (!os_process_is_stopped(pid)) {}
    assert_int_equal(-1, os_process_wait(pid, 0));
    kill(pid, SIGKILL);
    assert_int_equal(128 + SIGKILL, os_process_wait(pid, -1));
    assert_false(os_process_exists(pid));
}

static bool take_if_us(void *found, int pid)
{
    *(bool *)found |= pid == os_pid();
    return true;
}

static void tells_of_ourselves(void **state)
{
    char text[256];
    bool found = false;
    os_process_each(take_if_us, &found);
    assert_true(found);
    assert_true(os_process_is_ours(os_pid(), text, sizeof text));
    assert_true(*text != 0);
    os_process_name(os_pid(), text, sizeof text);
    assert_string_equal("test_os_process", text);
    assert_true(os_process_command(os_pid(), text, sizeof text));
    assert_non_null(strstr(text, "test_os_process"));
    assert_true(os_process_maps(os_pid(), "libc.so.6", text, sizeof text));
    assert_string_equal("/libc.so.6", strrchr(text, '/'));
    assert_false(os_process_maps(os_pid(), "ibc.so.6", text, sizeof text));
    assert_true(os_process_own_number(os_pid()) > 0);
    assert_in_range(os_process_age_ms(os_pid()), 0, 120 * 1000);
    assert_true(os_process_age_ms(1) > os_process_age_ms(os_pid()));
    assert_int_equal(-1, os_process_age_ms(1 << 30));
    assert_true(os_process_file(text, sizeof text, 12, "/tmp/x"));
    assert_string_equal("/proc/12/root/tmp/x", text);
    assert_false(os_process_file(text, 8, 12, "/tmp/x"));
}

static void handler(int number) {}

static void tells_handlers(void **state)
{
    assert_false(os_process_catches(os_pid(), SIGUSR2));
    signal(SIGUSR2, handler);
    assert_true(os_process_catches(os_pid(), SIGUSR2));
    signal(SIGUSR2, SIG_DFL);
}

static void pause_ends_with_signal(void **state)
{
    assert_true(os_process_pause(1));
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigprocmask(SIG_BLOCK, &set, NULL);
    raise(SIGINT);
    assert_false(os_process_pause(1000 * 1000));
}

static void a_taken_port_is_not_free(void **state)
{
    int port = os_process_free_port(0);
    assert_true(port > 0);
    assert_int_equal(port, os_process_free_port(port));
}

static void connects_to_a_path(void **state)
{
    char path[OS_LOCAL_PATH_MAX], text[200];
    snprintf(path, sizeof path, "/tmp/.argus_test_%d", os_pid());
    assert_int_equal(-1, os_local_connect(path));
    int listener = os_local_listen(path), fd = os_local_connect(path);
    assert_true(listener >= 0 && fd >= 0);
    int peer = os_local_accept(listener);
    assert_true(os_local_peer_is_ours(peer));
    os_local_close(fd);
    os_local_close(peer);
    close(listener);
    unlink(path);
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = 0;
    assert_int_equal(-1, os_local_connect(text));
    assert_int_equal(ENAMETOOLONG, errno);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(run_keeps_output_and_code), cmocka_unit_test(run_cuts_long_output),
        cmocka_unit_test(start_says_why_not),        cmocka_unit_test(wait_waits),
        cmocka_unit_test(tells_of_ourselves),        cmocka_unit_test(tells_handlers),
        cmocka_unit_test(pause_ends_with_signal),    cmocka_unit_test(a_taken_port_is_not_free),
        cmocka_unit_test(connects_to_a_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
