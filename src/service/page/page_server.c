/* The server of the live page: starting and ending, connections, and which path is answered by which function.
 *
 * One hidden thread of the VM polls all sockets. A connection is read until a request is whole, answered, and written
 * to before its next request is looked at; nothing of it waits, and everything has a bound. */
#include "core/thread_life.h"
#include "model/options.h"
#include "model/vm.h"
#include "os/os_file.h"
#include "os/os_local_socket.h"
#include "os/os_proc.h"
#include "os/os_stream.h"
#include "os/os_sync.h"
#include "os/os_time.h"
#include "page_live_text.h"
#include "service/page/page.h"
#include "service/page/page_int.h"
#include "thread/contention.h"
#include "thread/thread_contract.h"
#include <errno.h>
#include <stdlib.h>

enum { CONNECTIONS = 64, DRAIN_MAX = 1024 * 1024, FILE_PART = 64 * 1024, PORT_MAX = 65535 };
static const i64 idle_ns = 10 * OS_NS_PER_SEC, /* without a byte, or with output that does not move */
    request_ns = 30 * OS_NS_PER_SEC,           /* for a whole request */
    drain_ns = OS_NS_PER_SEC;                  /* for what a peer still sends after its last answer */

/* ---- the server, and who may reach it ---- */

enum server_state { NONE, RUNS, ENDING };
static struct os_mutex lock = OS_MUTEX_INIT; /* leaf */
static struct os_cond changed;               /* of `state` */
static struct os_once changed_made = OS_ONCE_INIT;
static u32 state GUARDED_BY(lock); /* enum server_state */
/* Written before the thread starts, read by it. */
static struct server {
    char token[HTTP_TOKEN_LENGTH + 1];
    char socket[OS_LOCAL_PATH_MAX + 1]; /* empty: a port */
    int port, listener, waker;
} server;
static _Atomic i64 lease_end, lease_ns; /* 0: none */
static _Atomic u64 served, refused;
static _Atomic i64 ended_cpu; /* of page threads that have ended */

i64 page_cpu_ns(void) { return atomic_load(&ended_cpu) + os_time_thread_cpu_ns() + page_sampler_cpu_ns(); }

static void renew_lease(void)
{
    i64 n = atomic_load(&lease_ns);
    atomic_store(&lease_end, n ? os_time_monotonic_ns() + n : 0);
}

/* ---- connections ---- */

struct connection {
    int fd;
    char *in; /* HTTP_HEAD_MAX + HTTP_BODY_MAX bytes */
    size_t in_size;
    struct http_request request; /* its head has been read if head_size is not 0 */
    struct text out;
    size_t out_at;
    int file; /* sent behind `out`; -1: none */
    u64 file_at, file_size;
    i64 moved; /* when bytes came or went */
    i64 request_began;
    size_t drained;
    bool known;  /* had the token once */
    bool closes; /* after its output */
    bool drains; /* the output is out: what still comes is thrown away until the peer ends */
    bool dead;
};
static struct connection connections[CONNECTIONS]; /* the server's thread alone */
static u32 connection_count;

static void close_connection(struct connection *c)
{
    os_stream_close(c->fd);
    if (c->file >= 0) os_file_close(c->file);
    free(c->in);
    text_free(&c->out);
}

static void forget_dead(void)
{
    u32 n = 0;
    for (u32 i = 0; i < connection_count; i++) {
        if (connections[i].dead)
            close_connection(&connections[i]);
        else if (n != i)
            connections[n++] = connections[i];
        else
            n++;
    }
    connection_count = n;
}

static bool has_output(const struct connection *c) { return c->out_at < c->out.len || c->file >= 0; }

/* The next part of the file. Reading may wait for a disk, so the thread counts as stopped meanwhile. */
static bool fill_from_file(struct thread *self, struct connection *c)
{
    char part[FILE_PART];
    u64 n = c->file_size - c->file_at;
    if (n > sizeof part) n = sizeof part;
    thread_to_blocked(self);
    bool read = n == 0 || os_file_read_at(c->file, part, n, c->file_at);
    thread_from_blocked(self);
    c->file_at += n;
    c->out.len = c->out_at = 0;
    if (!read) return false;
    if (n) {
        text_printf(&c->out, "%llx\r\n", (unsigned long long)n);
        text_put(&c->out, part, n);
        text_add(&c->out, "\r\n");
    }
    if (c->file_at == c->file_size) {
        text_add(&c->out, "0\r\n\r\n");
        os_file_close(c->file);
        c->file = -1;
    }
    return true;
}

static void write_out(struct thread *self, struct connection *c)
{
    while (has_output(c)) {
        if (c->out_at == c->out.len) {
            if (!fill_from_file(self, c)) c->dead = true;
            if (c->dead) return;
        }
        i64 n = os_stream_write(c->fd, c->out.p + c->out_at, c->out.len - c->out_at);
        if (n == OS_STREAM_LATER) return;
        if (n < 0) {
            c->dead = true;
            return;
        }
        c->out_at += (size_t)n;
        c->moved = os_time_monotonic_ns();
    }
    text_free(&c->out);
    text_init(&c->out, NULL, 0);
    c->out_at = 0;
    if (c->closes && !c->drains) {
        os_stream_end_output(c->fd);
        c->drains = true;
    }
}

/* ---- answers ---- */

static void send_answer(struct connection *c, struct page_answer *a, bool head_only)
{
    struct text *t = &c->out;
    c->file = -1;
    if (a->file_path) {
        c->file = os_file_open(a->file_path, &c->file_size);
        c->file_at = 0;
        os_file_remove(a->file_path);
        if (c->file < 0) page_refuse(a, 500, "the file that was written cannot be read");
    }
    text_printf(t, "HTTP/1.1 %d %s\r\nContent-Type: %s\r\n", a->status, http_reason(a->status), a->type);
    if (c->file >= 0)
        text_add(t, "Transfer-Encoding: chunked\r\n");
    else
        text_printf(t, "Content-Length: %zu\r\n", a->body.len);
    if (*a->file_name) text_printf(t, "Content-Disposition: attachment; filename=\"%s\"\r\n", a->file_name);
    if (a->status == 401) text_add(t, "WWW-Authenticate: Bearer\r\n");
    if (a->status == 405) text_add(t, "Allow: GET, HEAD, POST\r\n");
    text_printf(t,
                "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
                "X-Frame-Options: DENY\r\nContent-Security-Policy: %s\r\nConnection: %s\r\n\r\n",
                page_policy, c->closes ? "close" : "keep-alive");
    if (head_only && c->file >= 0) {
        os_file_close(c->file);
        c->file = -1;
    }
    if (!head_only && c->file < 0) text_put(t, a->body.p, a->body.len);
    text_free(&a->body);
    free(a->file_path);
}

static void refuse(struct connection *c, int status, const char *text)
{
    struct page_answer a = { 0 };
    text_init(&a.body, NULL, 0);
    page_refuse(&a, status, text);
    c->closes = true;
    atomic_fetch_add(&refused, 1);
    send_answer(c, &a, false);
}

/* The same at the address of the page, where a person reads it. */
static void refuse_page(struct connection *c, bool head_only)
{
    struct page_answer a = { .status = 401, .type = "text/html; charset=utf-8" };
    text_init(&a.body, NULL, 0);
    text_add(&a.body, "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
                      "<meta name=\"color-scheme\" content=\"light dark\">\n"
                      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Argus: no access</title>\n"
                      "<h1>This address lacks its token</h1>\n"
                      "<p>The live page of a program opens with the token in its URL, which is another one each time "
                      "the page begins. <code>argus page PID</code> and <code>jcmd PID Page.start</code> print the URL "
                      "that is right now.</p>\n");
    c->closes = true;
    atomic_fetch_add(&refused, 1);
    send_answer(c, &a, head_only);
}

static void page_itself(struct thread *self, const struct page_request *q, struct page_answer *a)
{
    a->type = "text/html; charset=utf-8";
    text_put(&a->body, page_text, page_text_size);
}

static const struct {
    const char *path;
    page_answer_fn *get, *post;
} paths[] = {
    { "/", page_itself, NULL },
    { "/api/now", page_now, NULL },
    { "/api/threads", page_threads, NULL },
    { "/api/thread", page_thread, NULL },
    { "/api/probe", page_probe, page_probe },
    { "/api/probes", page_probes, NULL },
    { "/api/classes", page_classes, NULL },
    { "/api/class", page_class, NULL },
    { "/api/code", page_code, NULL },
    { "/api/heap", page_heap, NULL },
    { "/api/flame", page_flame, NULL },
    { "/api/methods", page_methods, NULL },
    { "/api/save", page_save, NULL },
    { "/api/gc", page_gc, NULL },
    { "/api/locks", page_locks, NULL },
    { "/api/probe/remove", NULL, page_probe_remove },
};

static void answer_request(struct thread *self, struct connection *c)
{
    const struct http_request *r = &c->request;
    if (!r->keep_alive) c->closes = true;
    /* The host first: a page of another site that a name leads here learns nothing. */
    if (!http_host_is_local(r->host, server.port) || (r->origin && !http_origin_is_local(r->origin, server.port))) {
        refuse(c, 403, "this host is not served");
        return;
    }
    if (!http_has_token(r, server.token)) {
        if (!strcmp(r->path, "/") && (r->method == HTTP_GET || r->method == HTTP_HEAD))
            refuse_page(c, r->method == HTTP_HEAD);
        else
            refuse(c, 401, "the token is missing or wrong; the URL that Page.start answers has it");
        return;
    }
    c->known = true;
    renew_lease();
    if (vm_memory_short()) {
        refuse(c, 503, "the process is short of memory");
        return;
    }
    struct page_request q = { r->method, r->query, c->in + r->head_size, r->body_size };
    struct page_answer a = { .status = 200, .type = "application/json" };
    text_init(&a.body, NULL, 0);
    u32 i = 0;
    while (i < ARRAY_LEN(paths) && strcmp(paths[i].path, r->path)) i++;
    page_answer_fn *fn = i == ARRAY_LEN(paths) ? NULL : r->method == HTTP_POST ? paths[i].post : paths[i].get;
    if (fn)
        fn(self, &q, &a);
    else
        page_refuse(&a, i == ARRAY_LEN(paths) ? 404 : 405,
                    i == ARRAY_LEN(paths) ? "there is no such path" : "this path is not asked so");
    IN_STATE(self, VM);
    atomic_fetch_add(&served, 1);
    send_answer(c, &a, r->method == HTTP_HEAD);
}

/* Answers a request that is whole. Returns false if bytes are missing. */
static bool take_request(struct thread *self, struct connection *c)
{
    struct http_request *r = &c->request;
    if (!r->head_size) {
        int status = http_read_head(c->in, c->in_size, r);
        if (status == HTTP_INCOMPLETE) return false;
        if (status != HTTP_OK) {
            refuse(c, status, http_reason(status));
            return true;
        }
    }
    size_t whole = r->head_size + r->body_size;
    if (c->in_size < whole) {
        if (r->expects_continue) text_add(&c->out, "HTTP/1.1 100 Continue\r\n\r\n");
        r->expects_continue = false;
        return false;
    }
    answer_request(self, c);
    c->in_size -= whole;
    memmove(c->in, c->in + whole, c->in_size);
    *r = (struct http_request){ 0 };
    c->request_began = os_time_monotonic_ns();
    return true;
}

static void drain(struct connection *c)
{
    char waste[4096];
    i64 n = os_stream_read(c->fd, waste, sizeof waste);
    if (n > 0) c->drained += (size_t)n;
    if (n == OS_STREAM_ENDED || n == OS_STREAM_FAILED || c->drained > DRAIN_MAX) c->dead = true;
}

static void read_in(struct connection *c)
{
    i64 n = os_stream_read(c->fd, c->in + c->in_size, HTTP_HEAD_MAX + HTTP_BODY_MAX - c->in_size);
    if (n == OS_STREAM_LATER) return;
    if (n <= 0) {
        c->dead = true;
        return;
    }
    c->moved = os_time_monotonic_ns();
    if (!c->in_size) c->request_began = c->moved;
    c->in_size += (size_t)n;
}

static void serve_connection(struct thread *self, struct connection *c, bool can_read)
{
    if (c->drains) {
        if (can_read) drain(c);
        return;
    }
    if (can_read && !has_output(c)) read_in(c);
    if (!c->dead && !has_output(c) && !c->closes) (void)take_request(self, c);
    if (!c->dead && has_output(c)) write_out(self, c);
}

/* A whole request that came behind another one waits for nothing. */
static bool has_work(const struct connection *c)
{
    return !c->dead && !c->closes && !has_output(c) && c->in_size && !c->request.head_size &&
           memmem(c->in, c->in_size, "\r\n\r\n", 4);
}

static bool is_late(const struct connection *c, i64 now)
{
    return now - c->moved > (c->drains ? drain_ns : idle_ns) ||
           (c->in_size && !has_output(c) && !c->drains && now - c->request_began > request_ns);
}

static void accept_one(struct thread *self)
{
    int fd = os_stream_accept(server.listener);
    if (fd < 0) return;
    if (*server.socket && !os_local_peer_is_ours(fd)) {
        os_stream_close(fd);
        return;
    }
    char *in = malloc(HTTP_HEAD_MAX + HTTP_BODY_MAX);
    struct connection *stranger = NULL; /* without a token, the one that is quiet for longest */
    for (u32 i = 0; i < connection_count; i++)
        if (!connections[i].known && (!stranger || connections[i].moved < stranger->moved)) stranger = &connections[i];
    if (in && connection_count == CONNECTIONS && stranger) {
        stranger->dead = true;
        forget_dead();
    }
    if (!in || connection_count == CONNECTIONS) {
        static const char full[] = "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
        (void)os_stream_write(fd, full, sizeof full - 1);
        os_stream_close(fd);
        free(in);
        return;
    }
    struct connection *c = &connections[connection_count++];
    *c = (struct connection){ .fd = fd, .in = in, .file = -1 };
    c->moved = c->request_began = os_time_monotonic_ns();
    text_init(&c->out, NULL, 0);
}

/* ---- the thread ---- */

/* Waits until there is something to do. */
static void wait_for_work(struct thread *self, struct os_stream_wait *w)
{
    i64 now = os_time_monotonic_ns(), until = atomic_load(&lease_end);
    if (!until) until = OS_FOREVER;
    w[0] = (struct os_stream_wait){ .fd = server.waker, .to_read = true };
    w[1] = (struct os_stream_wait){ .fd = server.listener, .to_read = true };
    for (u32 i = 0; i < connection_count; i++) {
        const struct connection *c = &connections[i];
        w[i + 2] = (struct os_stream_wait){ .fd = c->fd, .to_read = !has_output(c), .to_write = has_output(c) };
        i64 end = c->moved + (c->drains ? drain_ns : idle_ns) + OS_NS_PER_MS;
        if (end < until) until = end;
        if (has_work(c)) until = now;
    }
    self->names_nothing = true;
    thread_to_blocked(self);
    os_stream_poll(w, connection_count + 2, until);
    thread_from_blocked(self);
    self->names_nothing = false;
}

static bool goes_on(void)
{
    i64 end = atomic_load(&lease_end);
    bool over = end && os_time_monotonic_ns() >= end;
    os_mutex_lock(&lock);
    if (over && state == RUNS) state = ENDING;
    bool on = state == RUNS;
    os_mutex_unlock(&lock);
    return on;
}

static void end_server(void)
{
    for (u32 i = 0; i < connection_count; i++) close_connection(&connections[i]);
    connection_count = 0;
    atomic_store(&contention_counted, false);
    page_sample_end();
    os_stream_close(server.listener);
    os_stream_close(server.waker);
    atomic_fetch_add(&ended_cpu, os_time_thread_cpu_ns());
    os_mutex_lock(&lock);
    if (*server.socket) os_file_remove(server.socket);
    state = NONE;
    os_cond_broadcast(&changed);
    os_mutex_unlock(&lock);
}

static void serve(struct thread *self, void *arg)
{
    static struct os_stream_wait w[CONNECTIONS + 2];
    page_heap_forget();
    contention_forget();
    atomic_store(&contention_counted, true);
    while (goes_on()) {
        u32 n = connection_count;
        wait_for_work(self, w);
        if (w[0].can_read) os_stream_sleep(server.waker);
        i64 now = os_time_monotonic_ns();
        for (u32 i = 0; i < n; i++) {
            struct connection *c = &connections[i];
            if (w[i + 2].can_write) write_out(self, c);
            if (!c->dead && (w[i + 2].can_read || has_work(c))) serve_connection(self, c, w[i + 2].can_read);
            if (is_late(c, now)) c->dead = true;
            thread_poll(self);
        }
        forget_dead();
        if (w[1].can_read) accept_one(self);
    }
    end_server();
}

/* ---- starting and ending ---- */

static void make_changed(void) { os_cond_init(&changed); }

static void put_url(struct text *to) WANTS_LOCK(lock)
{
    if (*server.socket)
        text_printf(to, "http://localhost/?token=%s on the socket %s", server.token, server.socket);
    else
        text_printf(to, "http://127.0.0.1:%d/?token=%s", server.port, server.token);
}

static bool make_token(void)
{
    u8 random[HTTP_TOKEN_LENGTH / 2];
    if (!os_random(random, sizeof random)) return false;
    for (u32 i = 0; i < sizeof random; i++) snprintf(server.token + 2 * i, 3, "%02x", random[i]);
    return true;
}

static bool listen_on(const struct page_place *at, struct text *answer) WANTS_LOCK(lock)
{
    server = (struct server){ .port = at->port, .listener = -1, .waker = -1 };
    if (at->socket) {
        if (strlen(at->socket) > OS_LOCAL_PATH_MAX - 8 || *at->socket != '/') {
            text_printf(answer, "the path of a socket begins with / and has at most %d bytes", OS_LOCAL_PATH_MAX - 8);
            return false;
        }
        if (os_file_is_regular(at->socket) || os_file_is_directory(at->socket)) {
            text_printf(answer, "%s is there already, and no socket", at->socket);
            return false;
        }
        snprintf(server.socket, sizeof server.socket, "%s", at->socket);
        server.port = 0;
        server.listener = os_local_listen(server.socket);
        if (server.listener >= 0 && !os_stream_no_wait(server.listener))
            os_local_close(server.listener), server.listener = -1;
    } else
        server.listener = os_stream_listen(&server.port);
    if (server.listener >= 0 && (server.waker = os_stream_waker()) >= 0 && make_token()) return true;
    text_printf(answer, "no socket to listen on: %s", strerror(errno));
    if (server.listener >= 0) os_stream_close(server.listener);
    if (server.waker >= 0) os_stream_close(server.waker);
    return false;
}

bool page_start(struct thread *self, const struct page_place *at, i64 lease_s, struct text *answer)
{
    IN_STATE(self, VM);
    os_once(&changed_made, make_changed);
    thread_to_blocked(self);
    os_mutex_lock(&lock);
    while (state == ENDING) os_cond_wait(&changed, &lock);
    bool runs = state == RUNS, good = runs || listen_on(at, answer);
    if (good) {
        state = RUNS;
        put_url(answer);
        if (!runs) {
            atomic_store(&lease_ns, lease_s * OS_NS_PER_SEC);
            renew_lease();
        }
    }
    os_mutex_unlock(&lock);
    thread_from_blocked(self);
    if (!good || runs || thread_start_hidden(self, "Page Server", serve, NULL)) return good;
    answer->len = 0;
    text_add(answer, "its thread cannot be started");
    end_server();
    return false;
}

static bool end_and_wait(bool wait)
{
    os_mutex_lock(&lock);
    bool there = state != NONE;
    if (state == RUNS) {
        state = ENDING;
        os_stream_wake(server.waker);
    }
    while (wait && state == ENDING) os_cond_wait(&changed, &lock);
    os_mutex_unlock(&lock);
    return there;
}

bool page_stop(struct thread *self)
{
    IN_STATE(self, VM);
    os_once(&changed_made, make_changed);
    thread_to_blocked(self);
    bool there = end_and_wait(true);
    thread_from_blocked(self);
    return there;
}

bool page_status(i64 lease_s, struct text *answer)
{
    os_mutex_lock(&lock);
    bool there = state == RUNS;
    if (there) {
        if (lease_s && atomic_load(&lease_ns)) {
            atomic_store(&lease_ns, lease_s * OS_NS_PER_SEC);
            renew_lease();
        }
        put_url(answer);
        text_printf(answer, "\n%llu requests answered, %llu refused\n", (unsigned long long)atomic_load(&served),
                    (unsigned long long)atomic_load(&refused));
    }
    os_mutex_unlock(&lock);
    return there;
}

void page_end(void)
{
    os_mutex_lock(&lock);
    if (state != NONE && *server.socket) os_file_remove(server.socket);
    os_mutex_unlock(&lock);
}

void page_start_from_options(struct thread *self)
{
    IN_STATE(self, VM);
    static const char unix_socket[] = "unix:", loopback[] = "127.0.0.1:";
    const char *o = options.page;
    if (!o) return;
    struct page_place at = { 0 };
    struct text t;
    if (!strncmp(o, unix_socket, sizeof unix_socket - 1))
        at.socket = o + sizeof unix_socket - 1;
    else {
        const char *port = o + sizeof loopback - 1;
        char *end = NULL;
        unsigned long n = strncmp(o, loopback, sizeof loopback - 1) || *port < '0' || *port > '9'
                              ? PORT_MAX + 1ul
                              : strtoul(port, &end, 10);
        if (n > PORT_MAX || *end) vm_exit_during_init("-XX:ArgusPage=%s: unix:PATH or 127.0.0.1:PORT is wanted", o);
        at.port = (int)n;
    }
    text_init(&t, NULL, 0);
    if (!page_start(self, &at, 0, &t)) vm_exit_during_init("-XX:ArgusPage=%s: %s", o, text_string(&t));
    fprintf(stderr, "%s\n", text_string(&t));
    text_free(&t);
}
