/* os_local_socket.h: sockets that have a path, for programs of the same machine and user. Descriptors are closed on
 * exec. */
#ifndef ARGUS_OS_OS_LOCAL_SOCKET_H
#define ARGUS_OS_OS_LOCAL_SOCKET_H

#include <stdbool.h>
#include <stddef.h>

enum { OS_LOCAL_PATH_MAX = 100 };

/* Listens at `path` (at most OS_LOCAL_PATH_MAX bytes; an old file there is removed). Only our user can open it, and it
 * is ready from the moment the path exists. -1 with errno. */
int os_local_listen(const char *path);
/* Waits for the next connection. -1 with errno, for example when no descriptors are left. */
int os_local_accept(int listener);
/* Connects to the socket at `path`. -1 with errno if no process listens there or we may not connect. */
int os_local_connect(const char *path);
/* Is the process at the other end run by our user or by root? */
bool os_local_peer_is_ours(int fd);
/* Sends all bytes. False if the peer has gone; no signal is raised. Read with os_file_read. */
bool os_local_send(int fd, const void *data, size_t n);
/* Ends a connection: the peer sees its end. */
void os_local_close(int fd);

#endif
