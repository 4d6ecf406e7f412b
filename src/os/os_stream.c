/* os_stream.c: sockets without waiting, and one wait for many of them. */
#include "os/os_stream.h"
#include "os/os_time.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 64, STREAMS_MOST = 128 };

int os_stream_listen(int *port)
{
    struct sockaddr_in a = { .sin_family = AF_INET, .sin_port = htons((uint16_t)*port) };
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), on = 1;
    if (fd < 0) return -1;
    socklen_t size = sizeof a;
    if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 && bind(fd, (struct sockaddr *)&a, size) == 0 &&
        listen(fd, BACKLOG) == 0 && getsockname(fd, (struct sockaddr *)&a, &size) == 0) {
        *port = ntohs(a.sin_port);
        return fd;
    }
    int why = errno;
    close(fd);
    errno = why;
    return -1;
}

bool os_stream_no_wait(int fd)
{
    int flags = fcntl(fd, F_GETFL);
    return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0;
}

int os_stream_accept(int listener)
{
    int fd;
    do fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    while (fd < 0 && (errno == EINTR || errno == ECONNABORTED));
    return fd;
}

static int64_t result(ssize_t n)
{
    if (n >= 0) return n;
    return errno == EAGAIN || errno == EINTR ? OS_STREAM_LATER : OS_STREAM_FAILED;
}
int64_t os_stream_read(int fd, void *to, size_t n) { return result(recv(fd, to, n, MSG_DONTWAIT)); }
int64_t os_stream_write(int fd, const void *from, size_t n)
{
    return result(send(fd, from, n, MSG_DONTWAIT | MSG_NOSIGNAL));
}
void os_stream_end_output(int fd) { shutdown(fd, SHUT_WR); }
void os_stream_close(int fd) { close(fd); }

int os_stream_waker(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
void os_stream_wake(int waker)
{
    uint64_t one = 1;
    ssize_t n = write(waker, &one, sizeof one);
    (void)n; /* it cannot be full, and the sleeping thread is awake then */
}
void os_stream_sleep(int waker)
{
    uint64_t all;
    ssize_t n = read(waker, &all, sizeof all);
    (void)n; /* it was not woken */
}

void os_stream_poll(struct os_stream_wait *streams, size_t n, int64_t deadline_ns)
{
    struct pollfd p[STREAMS_MOST];
    if (n > STREAMS_MOST) n = STREAMS_MOST;
    for (size_t i = 0; i < n; i++) {
        int events = (streams[i].to_read ? POLLIN : 0) | (streams[i].to_write ? POLLOUT : 0);
        p[i] = (struct pollfd){ .fd = events ? streams[i].fd : -1, .events = (short)events };
        streams[i].can_read = streams[i].can_write = false;
    }
    int64_t now = os_time_monotonic_ns(), left = deadline_ns - now;
    if (left < 0) left = 0;
    struct timespec t = { .tv_sec = left / OS_NS_PER_SEC, .tv_nsec = left % OS_NS_PER_SEC };
    if (ppoll(p, n, deadline_ns == INT64_MAX ? NULL : &t, NULL) <= 0) return;
    for (size_t i = 0; i < n; i++) {
        bool ended = (p[i].revents & (POLLERR | POLLHUP | POLLNVAL)) != 0;
        streams[i].can_read = streams[i].to_read && (ended || p[i].revents & POLLIN);
        streams[i].can_write = streams[i].to_write && (ended || p[i].revents & POLLOUT);
    }
}
