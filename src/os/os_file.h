/* os_file.h: small helpers over files. Paths are bytes as the system takes them. */
#ifndef ARGUS_OS_OS_FILE_H
#define ARGUS_OS_OS_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool os_file_exists(const char *path);
bool os_file_is_directory(const char *path);
bool os_file_is_regular(const char *path);

/* The whole of a file in fresh memory (free() it), with a NUL after the last byte that *size does not count. NULL with
 * errno set if it cannot be opened or read, or memory is short. */
void *os_file_read_all(const char *path, size_t *size);
/* Writes a file whole, replacing it. False with errno set. */
bool os_file_write_all(const char *path, const void *data, size_t size);

/* A regular file that stays open for os_file_read_at: a descriptor and the file's size; -1 with errno set. */
int os_file_open(const char *path, uint64_t *size);
/* Reads `n` bytes from `at` on. False: an error, or the file is shorter by now. Any thread. */
bool os_file_read_at(int fd, void *to, size_t n, uint64_t at);
void os_file_close(int fd);

/* Maps a regular file read-only. An empty file gives a valid pointer and size 0. NULL with errno set. */
const void *os_file_map(const char *path, size_t *size);
void os_file_unmap(const void *p, size_t size);

#endif
