/* -Xlog: selections, levels, outputs, decorations, errors, rotation. Output goes to files, so that standard output
 * stays the test runner's. */
#include "unit.h"

#include <dirent.h>
#include <unistd.h>

#include "log/log.h"
#include "os/os_file.h"

static char folder[64];

static int setup(void **state)
{
    strcpy(folder, "/tmp/argus-log-XXXXXX");
    log_reset();
    return mkdtemp(folder) ? 0 : -1;
}

static int teardown(void **state)
{
    log_reset();
    DIR *d = opendir(folder);
    for (struct dirent *e; (e = readdir(d));) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        unlink(path);
    }
    closedir(d);
    return rmdir(folder);
}

static const char *path_of(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* Configures "-Xlog:WHAT:file=<folder>/log:REST". */
static enum log_configure_result to_file(const char *what, const char *rest)
{
    char option[512], error[256];
    snprintf(option, sizeof option, "-Xlog:%s:file=%s/log%s", what, folder, rest);
    return log_configure(option, error, sizeof error);
}

static void assert_log(const char *expected)
{
    size_t size;
    char *text = os_file_read_all(path_of("log"), &size);
    assert_non_null(text);
    assert_string_equal(text, expected);
    free(text);
}

static void off_costs_no_evaluation(void **state)
{
    int evaluated = 0;
    LOG(info, class_load, "%d", ++evaluated);
    assert_int_equal(evaluated, 0);
    assert_false(LOG_ENABLED(info, class_load));
    assert_true(LOG_ENABLED(warning, class_load));
}

static void exact_set_only(void **state)
{
    assert_int_equal(to_file("class+load", ":none"), LOG_CONFIGURED);
    LOG(info, class_load, "loaded %s", "A");
    LOG(debug, class_load, "too fine");
    LOG(info, class_init, "other set");
    LOG(info, gc, "other tag");
    assert_log("loaded A\n");
}

static void order_of_tags_does_not_matter(void **state)
{
    assert_int_equal(to_file("load+class=trace", ":none"), LOG_CONFIGURED);
    LOG(trace, class_load, "x");
    assert_log("x\n");
}

static void wildcard_level_and_off(void **state)
{
    assert_int_equal(to_file("class*=debug,class+init=off", ":none"), LOG_CONFIGURED);
    LOG(debug, class_load, "load");
    LOG(info, class_init, "init");
    LOG(trace, class_load, "too fine");
    assert_log("load\n");
}

static void all_and_plain_option(void **state)
{
    assert_int_equal(to_file("all=error", ":none"), LOG_CONFIGURED);
    assert_int_equal(to_file("", ":none"), LOG_CONFIGURED);
    LOG(info, module, "m");
    assert_log("m\n");
}

static void options_add_up(void **state)
{
    assert_int_equal(to_file("gc", ":none"), LOG_CONFIGURED);
    assert_int_equal(to_file("safepoint=debug", ":none"), LOG_CONFIGURED);
    LOG(info, gc, "g");
    LOG(debug, safepoint, "s");
    assert_log("g\ns\n");
}

static void decorations_are_padded_to_the_widest_so_far(void **state)
{
    assert_int_equal(to_file("all=trace", ":level,tags"), LOG_CONFIGURED);
    LOG(info, gc, "1");
    LOG(warning, class_load, "2");
    LOG(info, gc, "3");
    assert_log("[info][gc] 1\n[warning][class,load] 2\n[info   ][gc        ] 3\n");
}

static void abbreviations_of_decorations(void **state)
{
    assert_int_equal(to_file("gc", ":tg,l,p"), LOG_CONFIGURED);
    LOG(info, gc, "x");
    char expected[64];
    snprintf(expected, sizeof expected, "[%d][info][gc] x\n", (int)getpid());
    assert_log(expected);
}

static void long_messages_are_whole(void **state)
{
    char text[5000], expected[5002];
    memset(text, 'y', sizeof text - 1);
    text[sizeof text - 1] = 0;
    assert_int_equal(to_file("gc", ":none"), LOG_CONFIGURED);
    LOG(info, gc, "%s", text);
    snprintf(expected, sizeof expected, "%s\n", text);
    assert_log(expected);
}

static void disable_silences_warnings(void **state)
{
    assert_int_equal(log_configure("-Xlog:disable", NULL, 0), LOG_CONFIGURED);
    assert_false(LOG_ENABLED(error, gc));
}

static void path_with_colon_in_quotes_and_pid(void **state)
{
    char option[256], name[64];
    snprintf(option, sizeof option, "-Xlog:gc:file=\"%s/a:%%p\":none", folder);
    assert_int_equal(log_configure(option, NULL, 0), LOG_CONFIGURED);
    snprintf(name, sizeof name, "a:%d", (int)getpid());
    assert_true(os_file_is_regular(path_of(name)));
    snprintf(option, sizeof option, "-Xlog:gc:\"%s/a=b\"", folder); /* quoted as a whole: no type in front */
    assert_int_equal(log_configure(option, NULL, 0), LOG_CONFIGURED);
    assert_true(os_file_is_regular(path_of("a=b")));
}

/* A wrong option changes nothing, says why in the log, and gives HotSpot's line back. */
static void errors(void **state)
{
    static const struct {
        const char *option, *why;
    } cases[] = {
        { "foo", "Invalid tag 'foo' in log selection." },
        { "gc=loud", "Invalid level 'loud' in log selection." },
        { "gc:stdout:zz", "Invalid decorator 'zz'." },
        { "gc,,x", "Invalid tag '' in log selection." },
        { "gc:bogus=3", "Unsupported log output type: bogus=3" },
        { "gc+gc", "Log selection contains duplicates of tag gc." },
        { "gc:file=/nonexistent/x", "Error opening log file '/nonexistent/x': No such file or directory" },
        { "gc:\"", "Missing terminating quote in -Xlog option '\"'" },
        { "gc:file=\"x:none", "Missing terminating quote in -Xlog option 'file=\"x:none'" },
        { "gc:\"\"", "Error opening log file '': No such file or directory" },
        { "gc:\"\"\"\"", "Output name can not be partially quoted." },
        { "gc:prefix\"\"", "Output name can not be partially quoted." },
        { "gc:file=\"x\"y", "Output name can not be partially quoted." },
        { "gc:\"A\"\"B\"", "Output name can not be partially quoted." },
        { "gc:bogus=\"3\"", "Unsupported log output type: bogus=3" },
        { "\"gc\"", "Invalid tag '\"gc\"' in log selection." },
        { "gc:file=/nonexistent/x:none:bogus=3", "Invalid option 'bogus' for log file output." },
    };
    assert_int_equal(log_configure("-Xlog:disable", NULL, 0), LOG_CONFIGURED);
    assert_int_equal(to_file("logging=error", ":none"), LOG_CONFIGURED);
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        char option[128], error[256], expected[256];
        snprintf(option, sizeof option, "-Xlog:%s", cases[i].option);
        assert_int_equal(log_configure(option, error, sizeof error), LOG_INVALID);
        snprintf(expected, sizeof expected, "Invalid -Xlog option '%s', see error log for details.", option);
        assert_string_equal(error, expected);
        size_t size;
        char *text = os_file_read_all(path_of("log"), &size);
        assert_non_null(strstr(text, cases[i].why));
        free(text);
        assert_false(LOG_ENABLED(error, gc));
    }
}

static void rotation_keeps_count_archives(void **state)
{
    assert_int_equal(to_file("gc", ":none:filesize=10,filecount=2"), LOG_CONFIGURED);
    for (int i = 0; i < 5; i++) LOG(info, gc, "0123456%d", i);
    assert_true(os_file_is_regular(path_of("log.0")));
    assert_true(os_file_is_regular(path_of("log.1")));
    assert_false(os_file_exists(path_of("log.2")));
    assert_log("01234564\n");
}

static void the_configuration_is_told_when_it_is_complete(void **state)
{
    log_tell_configuration(); /* nobody asks */
    assert_int_equal(to_file("logging", ":none"), LOG_CONFIGURED);
    log_tell_configuration();
    size_t size;
    char *text = os_file_read_all(path_of("log"), &size), last[256];
    assert_non_null(text);
    assert_ptr_equal(strstr(text, "Log configuration fully initialized.\nAvailable log levels: off, trace,"), text);
    snprintf(last, sizeof last, " #2: file=%s/log logging=info none\n", folder);
    assert_string_equal(text + strlen(text) - strlen(last), last);
    free(text);
}

static void json_lines(void **state)
{
    assert_int_equal(to_file("gc=debug,class+load", ":level,tags:format=json"), LOG_CONFIGURED);
    LOG(debug, gc, "a \"%s\"\n", "\xc3\xa9");
    assert_int_equal(log_forms(LOG_debug, LOGTAGS_gc), LOG_FORM_JSON);
    assert_int_equal(log_forms(LOG_info, LOGTAGS_jni), 0);
    log_write_forms(LOG_info, LOGTAGS_class_load, "text", 4, "\"a\":1", 5);
    log_write_forms(LOG_info, LOGTAGS_class_load, "text", 4, NULL, 0); /* nothing for JSON */
    assert_log("{\"level\":\"debug\",\"tags\":[\"gc\"],\"message\":\"a \\\"\\u00e9\\\"\\n\"}\n"
               "{\"level\":\"info\",\"tags\":[\"class\",\"load\"],\"a\":1}\n");
}

static void json_without_decorations_and_with_file_options(void **state)
{
    assert_int_equal(to_file("gc", ":none:filecount=0,format=json,filesize=0"), LOG_CONFIGURED);
    LOG(info, gc, "x");
    assert_log("{\"message\":\"x\"}\n");
    assert_int_equal(to_file("gc", ":none:format=xml"), LOG_INVALID);
    assert_int_equal(to_file("gc", ":none"), LOG_CONFIGURED); /* said again without: text */
    LOG(info, gc, "y");
    assert_log("{\"message\":\"x\"}\ny\n");
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        T(off_costs_no_evaluation),
        T(exact_set_only),
        T(order_of_tags_does_not_matter),
        T(wildcard_level_and_off),
        T(all_and_plain_option),
        T(options_add_up),
        T(decorations_are_padded_to_the_widest_so_far),
        T(abbreviations_of_decorations),
        T(long_messages_are_whole),
        T(disable_silences_warnings),
        T(path_with_colon_in_quotes_and_pid),
        T(errors),
        T(the_configuration_is_told_when_it_is_complete),
        T(json_lines),
        T(json_without_decorations_and_with_file_options),
        T(rotation_keeps_count_archives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
