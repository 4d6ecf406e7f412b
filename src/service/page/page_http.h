/* HTTP/1.1 as far as the live page needs it: the head of a request, its parameters, and the questions on which the
 * page's safety rests. No state, no allocation; the bytes come from outside and may be any. */
#ifndef ARGUS_SERVICE_PAGE_PAGE_HTTP_H
#define ARGUS_SERVICE_PAGE_PAGE_HTTP_H

#include "base/base.h"

enum { HTTP_HEAD_MAX = 8 * 1024, HTTP_BODY_MAX = 64 * 1024, HTTP_TOKEN_LENGTH = 32 };
enum http_method { HTTP_GET, HTTP_HEAD, HTTP_POST };

struct http_request {
    enum http_method method;
    /* Strings inside the head, ended by NUL. The path is not decoded. */
    const char *path, *query;                  /* query "": there is none */
    const char *host, *origin, *authorization; /* NULL: not given */
    size_t head_size, body_size;               /* in bytes; the body follows the head */
    bool keep_alive, expects_continue;
};

enum { HTTP_INCOMPLETE = 0, HTTP_OK = 200 };
/* Reads the head of a request, which begins at `head`; `n` bytes are there. HTTP_INCOMPLETE: its end is not there yet,
 * and nothing has changed. HTTP_OK: *r is filled in, and the head has NULs where its strings end. Else the status of
 * the error; then the connection cannot go on, since the next request's begin is not known. */
WARN_UNUSED int http_read_head(char *head, size_t n, struct http_request *r);
/* The name of a status. */
const char *http_reason(int status);

/* The parameter of this name: decoded into `out`, ended by NUL. */
enum http_parameter { HTTP_ABSENT, HTTP_PRESENT, HTTP_WRONG /* too long, or badly encoded */ };
enum http_parameter http_parameter(const char *query, const char *name, char *out, size_t size);

/* May a browser that was led to this host have sent the request on behalf of another site? `port` 0: of a Unix socket,
 * any port is right. */
bool http_host_is_local(const char *host, int port);
bool http_origin_is_local(const char *origin, int port);
/* Does the request have the token, in its query or as "Bearer"? In constant time. */
bool http_has_token(const struct http_request *r, const char token[HTTP_TOKEN_LENGTH + 1]);

#endif
