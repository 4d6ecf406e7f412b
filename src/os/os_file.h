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

/* The descriptors that every process has. */
enum { OS_STDOUT = 1, OS_STDERR = 2 };
enum os_file_create {
    OS_FILE_REPLACE, /* what was there is gone */
    OS_FILE_NEW,     /* EEXIST if there is one */
    OS_FILE_APPEND,  /* as REPLACE, and every write goes to the end, whoever else writes */
};
/* Makes a file with these rights (less the umask) for writing: a descriptor, or -1 with errno. */
int os_file_create(const char *path, enum os_file_create how, unsigned rights);
/* Writes all of it. False with errno: a full disk, a closed pipe. As write(2), so in handlers of signals too. */
bool os_file_write(int fd, const void *data, size_t n);
/* The same to a place in the file. */
bool os_file_write_at(int fd, const void *data, size_t n, uint64_t at);
/* Reads at most n bytes, where the last call ended. 0: the end; -1 with errno. */
int64_t os_file_read(int fd, void *to, size_t n);
/* Writes the file's bytes to fd as far as that goes. In handlers of signals too. */
void os_file_copy_to(int fd, const char *path);

/* When it was last written, in seconds since 1970; -1 with errno. */
int64_t os_file_modified(const char *path);
/* Does it belong to this process's user or to root? False if there is none. */
bool os_file_is_ours(const char *path);
/* The absolute path without links and "..". False with errno: there is no such file, or the path is too long. */
bool os_file_real_path(const char *path, char *out, size_t size);
bool os_file_remove(const char *path);
/* `to` is gone at once, and is the file that was `from`. */
bool os_file_rename(const char *from, const char *to);
/* All with errno when false. */
bool os_file_link(const char *target, const char *path);
bool os_file_set_rights(const char *path, unsigned rights);

/* A regular file that stays open for os_file_read_at: a descriptor and the file's size; -1 with errno set. */
int os_file_open(const char *path, uint64_t *size);
/* Reads `n` bytes from `at` on. False: an error, or the file is shorter by now. Any thread. */
bool os_file_read_at(int fd, void *to, size_t n, uint64_t at);
void os_file_close(int fd);

/* Maps a regular file read-only. An empty file gives a valid pointer and size 0. NULL with errno set. */
const void *os_file_map(const char *path, size_t *size);
void os_file_unmap(const void *p, size_t size);
/* Makes a file of `size` bytes with their blocks, for our user alone, and maps it: what is written there others see.
 * NULL with errno, and then no file. */
void *os_file_map_new(const char *path, size_t size);

#endif
