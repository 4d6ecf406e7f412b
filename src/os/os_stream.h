/* os_stream.h: connections with other programs that never make the caller wait, except in os_stream_poll. Descriptors
 * are closed on exec. */
#ifndef ARGUS_OS_OS_STREAM_H
#define ARGUS_OS_OS_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Listens on a TCP port of the loopback address 127.0.0.1; *port 0: any free one, which it becomes. -1 with errno. */
int os_stream_listen(int *port);
/* From now on calls of this descriptor do not wait. False with errno. */
bool os_stream_no_wait(int fd);
/* The next connection; -1: there is none, or (errno other than EAGAIN) it cannot be accepted. */
int os_stream_accept(int listener);
enum { OS_STREAM_ENDED = 0, OS_STREAM_FAILED = -1, OS_STREAM_LATER = -2 };
/* The number of bytes, at least 1, or one of these. Writing raises no signal. */
int64_t os_stream_read(int fd, void *to, size_t n);
int64_t os_stream_write(int fd, const void *from, size_t n);
/* The peer reads the end of the stream; it may still send. */
void os_stream_end_output(int fd);
void os_stream_close(int fd);

/* A descriptor that is readable after os_stream_wake until os_stream_sleep. -1 with errno. */
int os_stream_waker(void);
void os_stream_wake(int waker);
void os_stream_sleep(int waker);

struct os_stream_wait {
    int fd;
    bool to_read, to_write; /* wanted */
    bool can_read, can_write;
};
/* Waits until one of the streams can do what is wanted of it, or has ended, which counts as both; or until the
 * deadline. */
void os_stream_poll(struct os_stream_wait *streams, size_t n, int64_t deadline_ns);

#endif
