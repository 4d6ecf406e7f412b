/* The live page's reader of requests: what is taken, what is refused, and that nothing outside of the bytes is read. */
#include "service/page/page_http.h"
#include "unit.h"

/* Reads a head from memory of exactly its size, so that sanitizers see a read behind it. */
static int read_exactly(const char *text, size_t n, struct http_request *r, char **kept)
{
    char *head = malloc(n ? n : 1);
    memcpy(head, text, n);
    int status = http_read_head(head, n, r);
    *kept = head;
    return status;
}
static int status_of(const char *text)
{
    struct http_request r;
    char *head;
    int status = read_exactly(text, strlen(text), &r, &head);
    free(head);
    return status;
}

static void a_request(void **state)
{
    static const char text[] =
        "POST /api/probe?id=1&x=%41+b HTTP/1.1\r\nHost:\tlocalhost:80 \r\nauthorization: Bearer t\r\n"
        "Origin: http://localhost\r\nX-Other: y\r\nContent-Length: 12\r\n\r\n";
    struct http_request r;
    char *head;
    for (size_t n = 0; n + 1 < sizeof text; n++) { /* what begins it is incomplete, and stays as it is */
        assert_int_equal(read_exactly(text, n, &r, &head), n + 1 == sizeof text ? HTTP_OK : HTTP_INCOMPLETE);
        assert_memory_equal(head, text, n);
        free(head);
    }
    assert_int_equal(read_exactly(text, sizeof text - 1, &r, &head), HTTP_OK);
    assert_int_equal(r.method, HTTP_POST);
    assert_string_equal(r.path, "/api/probe");
    assert_string_equal(r.query, "id=1&x=%41+b");
    assert_string_equal(r.host, "localhost:80");
    assert_string_equal(r.authorization, "Bearer t");
    assert_string_equal(r.origin, "http://localhost");
    assert_int_equal(r.head_size, sizeof text - 1);
    assert_int_equal(r.body_size, 12);
    assert_true(r.keep_alive);
    assert_false(r.expects_continue);
    free(head);
}

static void connections(void **state)
{
    struct http_request r;
    char *head;
    assert_int_equal(read_exactly("GET / HTTP/1.0\r\nHost: x\r\n\r\n", 27, &r, &head), HTTP_OK);
    assert_false(r.keep_alive);
    assert_string_equal(r.query, "");
    free(head);
    static const char close[] = "GET / HTTP/1.1\r\nConnection: Close\r\nExpect: 100-Continue\r\nHost: x\r\n\r\n";
    assert_int_equal(read_exactly(close, sizeof close - 1, &r, &head), HTTP_OK);
    assert_false(r.keep_alive);
    assert_true(r.expects_continue);
    free(head);
}

static void refused(void **state)
{
    assert_int_equal(status_of("\r\n\r\n"), 400);
    assert_int_equal(status_of("GET / HTTP/1.1\r\n\r\n"), 400);
    assert_int_equal(status_of("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"), 400);
    assert_int_equal(status_of("GET / HTTP/1.1\r\nHost : a\r\n\r\n"), 400);
    assert_int_equal(status_of("GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n"), 400);
    assert_int_equal(status_of("GET / HTTP/1.1\r\nHost: a\n\r\n\r\n"), 400);
    assert_int_equal(status_of("GET / HTTP/1.1\r\nHost: a\r\r\n\r\n"), 400);
    assert_int_equal(status_of("GET / HTTP/3.0\r\nHost: a\r\n\r\n"), 505);
    assert_int_equal(status_of("PUT / HTTP/1.1\r\nHost: a\r\n\r\n"), 405);
    assert_int_equal(status_of("PUT / HTTP/1.1\r\nHost a\r\n\r\n"), 400);
    assert_int_equal(status_of("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"), 501);
    assert_int_equal(status_of("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 65536\r\n\r\n"), HTTP_OK);
    assert_int_equal(status_of("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 65537\r\n\r\n"), 413);
    assert_int_equal(status_of("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x1\r\n\r\n"), 400);
    assert_int_equal(status_of("GET / HTTP/1.1\r\nHost: a\r\nExpect: more\r\n\r\n"), 400);
    char *large = malloc(HTTP_HEAD_MAX + 1);
    memset(large, 'a', HTTP_HEAD_MAX);
    large[HTTP_HEAD_MAX] = 0;
    assert_int_equal(status_of(large), 431);
    large[HTTP_HEAD_MAX - 1] = 0;
    assert_int_equal(status_of(large), HTTP_INCOMPLETE);
    free(large);
}

/* Any bytes: an answer, and no read outside. */
static void any_bytes(void **state)
{
    static const char alphabet[] = "GET POST /?&=%: HTTP/1.1\r\n\r\n\r\nHost:Content-Length0123456789\t\x80\xff";
    u64 seed = 1;
    for (int i = 0; i < 20000; i++) {
        char text[200];
        size_t n = 0, most = (seed = hash_u64(seed + 1)) % sizeof text;
        if (i % 2) n = (size_t)snprintf(text, sizeof text, "GET / HTTP/1.1\r\nHost: a\r\n");
        while (n < most) text[n++] = alphabet[(seed = hash_u64(seed + 1)) % (sizeof alphabet - 1)];
        if (n > 4) memcpy(text + n - 4, "\r\n\r\n", 4);
        struct http_request r;
        char *head, value[16];
        int status = read_exactly(text, n, &r, &head);
        if (status == HTTP_OK) {
            assert_non_null(r.host);
            assert_true(r.head_size <= n);
            (void)http_parameter(r.query, "t", value, sizeof value);
            (void)http_host_is_local(r.host, 1);
        }
        free(head);
    }
}

static void check_parameter(const char *query, enum http_parameter expected, const char *value)
{
    char out[8];
    assert_int_equal(http_parameter(query, "ab", out, sizeof out), expected);
    if (value) assert_string_equal(out, value);
}
static void parameters(void **state)
{
    check_parameter("", HTTP_ABSENT, NULL);
    check_parameter("a=1&abc=2&b=3", HTTP_ABSENT, NULL);
    check_parameter("a=1&ab=2&ab=3", HTTP_PRESENT, "2");
    check_parameter("ab", HTTP_PRESENT, "");
    check_parameter("ab=", HTTP_PRESENT, "");
    check_parameter("&&ab=x=y", HTTP_PRESENT, "x=y");
    check_parameter("ab=%41%6a+%2B", HTTP_PRESENT, "Aj +");
    check_parameter("ab=1234567", HTTP_PRESENT, "1234567");
    check_parameter("ab=12345678", HTTP_WRONG, NULL);
    check_parameter("ab=%", HTTP_WRONG, NULL);
    check_parameter("ab=%4", HTTP_WRONG, NULL);
    check_parameter("ab=%4&1", HTTP_WRONG, NULL);
    check_parameter("ab=%gg", HTTP_WRONG, NULL);
    check_parameter("ab=%00", HTTP_WRONG, NULL);
}

static void hosts(void **state)
{
    assert_true(http_host_is_local("127.0.0.1:80", 80));
    assert_true(http_host_is_local("127.0.0.1", 80));
    assert_false(http_host_is_local("127.0.0.1", 81));
    assert_true(http_host_is_local("LOCALHOST:81", 81));
    assert_true(http_host_is_local("[::1]:81", 81));
    assert_true(http_host_is_local("localhost", 0));
    assert_true(http_host_is_local("localhost:5", 0));
    assert_false(http_host_is_local("localhost:99999999999999999999", 0));
    assert_false(http_host_is_local("localhost.evil", 0));
    assert_false(http_host_is_local("127.0.0.1:", 0));
    assert_false(http_host_is_local("127.0.0.1:81:81", 81));
    assert_false(http_host_is_local("", 0));
    assert_true(http_origin_is_local("http://localhost:81", 81));
    assert_false(http_origin_is_local("http://localhost:82", 81));
    assert_false(http_origin_is_local("https://localhost:81", 81));
    assert_false(http_origin_is_local("null", 81));
}

static void tokens(void **state)
{
    static const char token[] = "0123456789abcdef0123456789abcdef";
    struct http_request r = { .query = "" };
    assert_false(http_has_token(&r, token));
    r.authorization = "Bearer 0123456789abcdef0123456789abcdef";
    assert_true(http_has_token(&r, token));
    r.authorization = "Bearer 0123456789abcdef0123456789abcdeF";
    assert_false(http_has_token(&r, token));
    r.authorization = "Bearer 0123456789abcdef0123456789abcdef0";
    assert_false(http_has_token(&r, token));
    r.authorization = "Bearer ";
    assert_false(http_has_token(&r, token));
    r.query = "token=0123456789abcdef0123456789abcdef";
    assert_true(http_has_token(&r, token));
    r.query = "token=0123456789abcdef0123456789abcdef0";
    assert_false(http_has_token(&r, token));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request), cmocka_unit_test(connections), cmocka_unit_test(refused),
        cmocka_unit_test(any_bytes), cmocka_unit_test(parameters),  cmocka_unit_test(hosts),
        cmocka_unit_test(tokens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
