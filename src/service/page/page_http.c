/* The head of a request is read strictly: lines end with CR LF, a name has no blank behind it, nothing continues on the
 * next line, and what could be understood in two ways is refused. */
#include "service/page/page_http.h"

const char *http_reason(int status)
{
    switch (status) {
    case 100: return "Continue";
    case 200: return "OK";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 413: return "Content Too Large";
    case 422: return "Unprocessable Content";
    case 431: return "Request Header Fields Too Large";
    case 500: return "Internal Server Error";
    case 501: return "Not Implemented";
    case 503: return "Service Unavailable";
    case 505: return "HTTP Version Not Supported";
    default: return "Unknown";
    }
}

/* A character of a token (RFC 9110). */
static bool is_token_char(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c && strchr("!#$%&'*+-.^_`|~", c) != NULL);
}
static bool is_visible(char c) { return c > ' ' && c < 0x7f; }

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c; }
static bool same_name(const char *a, const char *b)
{
    while (*a && lower(*a) == lower(*b)) a++, b++;
    return *a == *b;
}

/* Ends the line at `line` and returns the next one. The head has been found to end with an empty line. NULL: a CR or LF
 * stands alone, or a byte is no text. */
static char *end_line(char *line)
{
    for (char *p = line;; p++) {
        if (*p == '\r') {
            if (p[1] != '\n') return NULL;
            *p = 0;
            return p + 2;
        }
        if ((u8)*p < ' ' && *p != '\t') return NULL;
    }
}

static int read_request_line(char *line, struct http_request *r)
{
    static const char *const methods[] = { "GET", "HEAD", "POST" };
    char *target = strchr(line, ' '), *version = target ? strchr(target + 1, ' ') : NULL;
    if (!version || target == line) return 400;
    *target++ = 0;
    *version++ = 0;
    for (const char *p = line; *p; p++)
        if (!is_token_char(*p)) return 400;
    if (strncmp(version, "HTTP/", 5) || strlen(version) != 8 || version[6] != '.') return 400;
    if (version[5] != '1' || (version[7] != '0' && version[7] != '1')) return 505;
    r->keep_alive = version[7] == '1';
    if (*target != '/') return 400;
    for (const char *p = target; *p; p++)
        if (!is_visible(*p)) return 400;
    char *query = strchr(target, '?');
    if (query) *query++ = 0;
    r->path = target;
    r->query = query ? query : "";
    for (u32 i = 0; i < ARRAY_LEN(methods); i++)
        if (!strcmp(line, methods[i])) {
            r->method = (enum http_method)i;
            return HTTP_OK;
        }
    return 405;
}

static int read_length(const char *value, size_t *length)
{
    size_t n = 0;
    if (!*value) return 400;
    for (; *value; value++) {
        if (*value < '0' || *value > '9') return 400;
        n = n * 10 + (size_t)(*value - '0');
        if (n > HTTP_BODY_MAX) return 413;
    }
    *length = n;
    return HTTP_OK;
}

/* A field that decides something may be there once. */
static int take_once(const char **field, const char *value)
{
    if (*field) return 400;
    *field = value;
    return HTTP_OK;
}

struct fields {
    const char *length, *connection, *expect;
};
static int read_field(char *line, struct http_request *r, struct fields *f)
{
    char *value = strchr(line, ':');
    if (!value || value == line) return 400;
    *value++ = 0;
    for (const char *p = line; *p; p++)
        if (!is_token_char(*p)) return 400;
    while (*value == ' ' || *value == '\t') value++;
    for (size_t n = strlen(value); n && (value[n - 1] == ' ' || value[n - 1] == '\t'); n--) value[n - 1] = 0;
    if (same_name(line, "Host")) return take_once(&r->host, value);
    if (same_name(line, "Origin")) return take_once(&r->origin, value);
    if (same_name(line, "Authorization")) return take_once(&r->authorization, value);
    if (same_name(line, "Content-Length")) {
        int status = take_once(&f->length, value);
        return status == HTTP_OK ? read_length(value, &r->body_size) : status;
    }
    if (same_name(line, "Transfer-Encoding")) return 501;
    if (same_name(line, "Connection")) f->connection = value;
    if (same_name(line, "Expect")) return take_once(&f->expect, value);
    return HTTP_OK;
}

int http_read_head(char *head, size_t n, struct http_request *r)
{
    size_t most = n < HTTP_HEAD_MAX ? n : HTTP_HEAD_MAX;
    const char *end = memmem(head, most, "\r\n\r\n", 4);
    if (!end) return n >= HTTP_HEAD_MAX ? 431 : HTTP_INCOMPLETE;
    *r = (struct http_request){ .head_size = (size_t)(end - head) + 4 };
    struct fields f = { 0 };
    char *line = head, *next = end_line(line);
    if (!next) return 400;
    int status = read_request_line(line, r), first = status;
    if (status != HTTP_OK && status != 405) return status;
    for (line = next; *line != '\r'; line = next) {
        next = end_line(line);
        if (!next) return 400;
        status = read_field(line, r, &f);
        if (status != HTTP_OK) return status;
    }
    if (first != HTTP_OK) return first;
    if (!r->host) return 400;
    if (f.connection && same_name(f.connection, "close")) r->keep_alive = false;
    if (f.expect && !same_name(f.expect, "100-continue")) return 400;
    r->expects_continue = f.expect != NULL;
    return HTTP_OK;
}

static int hex(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

static enum http_parameter decode(const char *from, size_t n, char *out, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; i < n; i++) {
        char c = from[i];
        if (c == '+')
            c = ' ';
        else if (c == '%') {
            int high = i + 2 < n ? hex(from[i + 1]) : -1, low = i + 2 < n ? hex(from[i + 2]) : -1;
            if (high < 0 || low < 0) return HTTP_WRONG;
            c = (char)(high << 4 | low);
            if (!c) return HTTP_WRONG;
            i += 2;
        }
        if (used + 1 >= size) return HTTP_WRONG;
        out[used++] = c;
    }
    out[used] = 0;
    return HTTP_PRESENT;
}

enum http_parameter http_parameter(const char *query, const char *name, char *out, size_t size)
{
    size_t length = strlen(name);
    for (const char *p = query; *p;) {
        size_t n = strcspn(p, "&");
        if (n >= length && !memcmp(p, name, length) && (n == length || p[length] == '='))
            return n == length ? decode("", 0, out, size) : decode(p + length + 1, n - length - 1, out, size);
        p += n + (p[n] == '&');
    }
    return HTTP_ABSENT;
}

bool http_host_is_local(const char *host, int port)
{
    static const char *const names[] = { "127.0.0.1", "localhost", "[::1]" };
    for (u32 i = 0; i < ARRAY_LEN(names); i++) {
        const char *a = names[i], *b = host;
        while (*a && lower(*b) == *a) a++, b++;
        if (*a) continue;
        if (!*b) return !port || port == 80;
        if (*b++ != ':') return false;
        int n = 0;
        if (!*b) return false;
        for (; *b; b++) {
            if (*b < '0' || *b > '9' || n > 65535) return false;
            n = n * 10 + (*b - '0');
        }
        return !port || n == port;
    }
    return false;
}

bool http_origin_is_local(const char *origin, int port)
{
    static const char scheme[] = "http://";
    return !strncmp(origin, scheme, sizeof scheme - 1) && http_host_is_local(origin + sizeof scheme - 1, port);
}

static bool same_secret(const char *a, const char *b)
{
    u8 different = 0;
    for (u32 i = 0; i < HTTP_TOKEN_LENGTH; i++) different |= (u8)(a[i] ^ b[i]);
    return !different;
}

bool http_has_token(const struct http_request *r, const char token[HTTP_TOKEN_LENGTH + 1])
{
    static const char bearer[] = "Bearer ";
    char given[HTTP_TOKEN_LENGTH + 2]; /* a longer one does not fit */
    const char *a = r->authorization;
    if (a && !strncmp(a, bearer, sizeof bearer - 1) && strlen(a + sizeof bearer - 1) == HTTP_TOKEN_LENGTH)
        return same_secret(a + sizeof bearer - 1, token);
    return http_parameter(r->query, "token", given, sizeof given) == HTTP_PRESENT &&
           strlen(given) == HTTP_TOKEN_LENGTH && same_secret(given, token);
}
