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
    OS_FILE_REPLACE, /* the old contents are lost */
    OS_FILE_NEW,     /* EEXIST if there is one */
    OS_FILE_APPEND,  /* as REPLACE, and every write goes to the end, even with other writers */
};
/* Makes a file for writing with these rights (less the umask). Returns a descriptor, or -1 with errno. */
int os_file_create(const char *path, enum os_file_create how, unsigned rights);
/* Writes all bytes. False with errno, for example on a full disk or a closed pipe. May be called in signal handlers. */
bool os_file_write(int fd, const void *data, size_t n);
/* As os_file_write, at the offset `at` of the file. */
bool os_file_write_at(int fd, const void *data, size_t n, uint64_t at);
/* Reads at most n bytes from where the last call ended. 0 at the end; -1 with errno. */
int64_t os_file_read(int fd, void *to, size_t n);
/* Copies the contents of the file to fd, as far as possible. May be called in signal handlers. */
void os_file_copy_to(int fd, const char *path);

/* The time of the last write, in seconds since 1970; -1 with errno. */
int64_t os_file_modified(const char *path);
/* Does it belong to this process's user or to root? False if there is none. */
bool os_file_is_ours(const char *path);
/* The absolute path without links and "..". False with errno: there is no such file, or the path is too long. */
bool os_file_real_path(const char *path, char *out, size_t size);
bool os_file_remove(const char *path);
/* Renames `from` to `to` in one step; an old `to` is replaced. */
bool os_file_rename(const char *from, const char *to);
/* These return false with errno. */
bool os_file_link(const char *target, const char *path);
bool os_file_set_rights(const char *path, unsigned rights);

/* Opens a regular file for os_file_read_at. Returns a descriptor and the file's size in *size; -1 with errno. */
int os_file_open(const char *path, uint64_t *size);
/* Reads `n` bytes at the offset `at`. False on an error or if the file has become shorter. Any thread. */
bool os_file_read_at(int fd, void *to, size_t n, uint64_t at);
void os_file_close(int fd);

/* Maps a regular file read-only. An empty file gives a valid pointer and size 0. NULL with errno set. */
const void *os_file_map(const char *path, size_t *size);
void os_file_unmap(const void *p, size_t size);
/* Makes a file of `size` bytes with allocated blocks, readable for our user alone, and maps it shared. NULL with errno,
 * and then no file is left. */
void *os_file_map_new(const char *path, size_t size);

#endif
