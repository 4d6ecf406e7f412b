/* os_local_socket.h: sockets that have a path, for programs of the same machine and user. Descriptors are closed on
 * exec. */
#ifndef ARGUS_OS_OS_LOCAL_SOCKET_H
#define ARGUS_OS_OS_LOCAL_SOCKET_H

#include <stdbool.h>
#include <stddef.h>

enum { OS_LOCAL_PATH_MAX = 100 };

/* Listens at `path` (at most OS_LOCAL_PATH_MAX bytes; whatever was there is gone), which our user alone can open.
 * Whoever finds the path finds it ready. -1 with errno. */
int os_local_listen(const char *path);
/* The next connection; waits. -1 with errno: no more descriptors, say. */
int os_local_accept(int listener);
/* Connects to the socket at `path`. -1 with errno: nobody listens there, or we may not. */
int os_local_connect(const char *path);
/* Is it our user, or root, at the other end? */
bool os_local_peer_is_ours(int fd);
/* Sends all of it. False: the peer has gone, which is no signal here. Reading is os_file_read's. */
bool os_local_send(int fd, const void *data, size_t n);
/* Ends a connection: the peer sees its end. */
void os_local_close(int fd);

#endif
