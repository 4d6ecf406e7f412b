/* os_local_socket.c: stream sockets of the family AF_UNIX. */
#include "os/os_local_socket.h"

#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* Binds the socket under another name first. So the name exists only after the rights are set and we listen. */
/* Clients that may wait to be accepted. One is served after the other, and some commands take seconds. */
enum { WAITING = 64 };

int os_local_listen(const char *path)
{
    struct sockaddr_un a = { .sun_family = AF_UNIX };
    snprintf(a.sun_path, sizeof a.sun_path, "%s.tmp", path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    unlink(a.sun_path);
    if (bind(fd, (struct sockaddr *)&a, sizeof a) == 0) {
        if (listen(fd, WAITING) == 0 && chmod(a.sun_path, S_IRUSR | S_IWUSR) == 0 && rename(a.sun_path, path) == 0)
            return fd;
        int why = errno;
        unlink(a.sun_path);
        errno = why;
    }
    int why = errno;
    close(fd);
    errno = why;
    return -1;
}

int os_local_accept(int listener)
{
    int fd;
    do fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    while (fd < 0 && (errno == EINTR || errno == ECONNABORTED));
    return fd;
}

int os_local_connect(const char *path)
{
    struct sockaddr_un a = { .sun_family = AF_UNIX };
    if ((size_t)snprintf(a.sun_path, sizeof a.sun_path, "%s", path) >= sizeof a.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || connect(fd, (struct sockaddr *)&a, sizeof a) == 0) return fd;
    int why = errno;
    close(fd);
    errno = why;
    return -1;
}

bool os_local_peer_is_ours(int fd)
{
    struct ucred peer;
    socklen_t n = sizeof peer;
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &n) == 0 && (peer.uid == geteuid() || peer.uid == 0);
}

bool os_local_send(int fd, const void *data, size_t n)
{
    const char *p = data;
    while (n > 0) {
        ssize_t done = send(fd, p, n, MSG_NOSIGNAL);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        p += done;
        n -= (size_t)done;
    }
    return true;
}

void os_local_close(int fd)
{
    shutdown(fd, SHUT_RDWR);
    close(fd);
}
