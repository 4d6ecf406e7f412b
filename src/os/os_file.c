/* os_file.c: files over open, read and mmap. Descriptors are closed on exec; only those of os_file_open and
 * os_file_create outlive a call. */
#include "os/os_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static const char empty_file[1];

bool os_file_exists(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0;
}

bool os_file_is_directory(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

bool os_file_is_regular(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

static void close_keeping_errno(int fd)
{
    int saved = errno;
    close(fd);
    errno = saved;
}

void *os_file_read_all(const char *path, size_t *size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return NULL;
    struct stat st;
    size_t capacity = 4096, used = 0;
    if (fstat(fd, &st) == 0 && st.st_size > 0) capacity = (size_t)st.st_size + 1;
    char *data = malloc(capacity);
    while (data) {
        /* Files of /proc report no size, so read until the end. One byte stays free for the NUL. */
        if (used + 1 >= capacity) {
            char *bigger = realloc(data, capacity * 2);
            if (!bigger) break;
            data = bigger;
            capacity *= 2;
        }
        ssize_t n = read(fd, data + used, capacity - used - 1);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) break;
        if (n == 0) {
            close(fd);
            data[used] = 0;
            *size = used;
            return data;
        }
        used += (size_t)n;
    }
    close_keeping_errno(fd);
    free(data);
    return NULL;
}

bool os_file_write_all(const char *path, const void *data, size_t size)
{
    int fd = os_file_create(path, OS_FILE_REPLACE, 0666);
    if (fd < 0) return false;
    if (os_file_write(fd, data, size)) return close(fd) == 0;
    close_keeping_errno(fd);
    return false;
}

int os_file_create(const char *path, enum os_file_create how, unsigned rights)
{
    static const int flags[] = {
        [OS_FILE_REPLACE] = O_TRUNC, [OS_FILE_NEW] = O_EXCL, [OS_FILE_APPEND] = O_TRUNC | O_APPEND
    };
    return open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags[how], rights);
}

bool os_file_write(int fd, const void *data, size_t n)
{
    const char *p = data;
    while (n > 0) {
        ssize_t done = write(fd, p, n);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        p += done;
        n -= (size_t)done;
    }
    return true;
}

int64_t os_file_read(int fd, void *to, size_t n)
{
    ssize_t got;
    do got = read(fd, to, n);
    while (got < 0 && errno == EINTR);
    return got;
}

void os_file_copy_to(int fd, const char *path)
{
    char buf[4096];
    int in = open(path, O_RDONLY | O_CLOEXEC);
    if (in < 0) return;
    for (int64_t n; (n = os_file_read(in, buf, sizeof buf)) > 0;)
        if (!os_file_write(fd, buf, (size_t)n)) break;
    close(in);
}

bool os_file_write_at(int fd, const void *data, size_t n, uint64_t at)
{
    const char *p = data;
    while (n > 0) {
        ssize_t done = pwrite(fd, p, n, (off_t)at);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        p += done;
        n -= (size_t)done;
        at += (uint64_t)done;
    }
    return true;
}

int64_t os_file_modified(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 ? (int64_t)st.st_mtime : -1;
}

bool os_file_is_ours(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && (st.st_uid == geteuid() || st.st_uid == 0);
}

bool os_file_real_path(const char *path, char *out, size_t size)
{
    char real[PATH_MAX];
    if (!realpath(path, real)) return false;
    if ((size_t)snprintf(out, size, "%s", real) < size) return true;
    errno = ENAMETOOLONG;
    return false;
}

bool os_file_remove(const char *path) { return unlink(path) == 0; }
bool os_file_rename(const char *from, const char *to) { return rename(from, to) == 0; }
bool os_file_link(const char *target, const char *path) { return symlink(target, path) == 0; }
bool os_file_set_rights(const char *path, unsigned rights) { return chmod(path, rights) == 0; }

int os_file_open(const char *path, uint64_t *size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return -1;
    struct stat st;
    if (fstat(fd, &st) == 0) {
        *size = (uint64_t)st.st_size;
        if (S_ISREG(st.st_mode)) return fd;
        errno = EINVAL;
    }
    close_keeping_errno(fd);
    return -1;
}

bool os_file_read_at(int fd, void *to, size_t n, uint64_t at)
{
    char *p = to;
    while (n > 0) {
        ssize_t got = pread(fd, p, n, (off_t)at);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        p += got;
        at += (uint64_t)got;
        n -= (size_t)got;
    }
    return true;
}

void os_file_close(int fd) { close(fd); }

const void *os_file_map(const char *path, size_t *size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return NULL;
    struct stat st;
    const void *result = NULL;
    if (fstat(fd, &st) == 0) {
        if (!S_ISREG(st.st_mode)) {
            errno = EINVAL;
        } else if (st.st_size == 0) {
            *size = 0;
            result = empty_file;
        } else {
            void *p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
            if (p != MAP_FAILED) {
                *size = (size_t)st.st_size;
                result = p;
            }
        }
    }
    close_keeping_errno(fd);
    return result;
}

void os_file_unmap(const void *p, size_t size)
{
    if (size) munmap((void *)(uintptr_t)p, size);
}

void *os_file_map_new(const char *path, size_t size)
{
    struct rlimit limit;
    /* so that a write past the limit does not raise SIGXFSZ */
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < size) {
        errno = EFBIG;
        return NULL;
    }
    int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0) return NULL;
    int failed = posix_fallocate(fd, 0, (off_t)size);
    void *p = failed ? MAP_FAILED : mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    int why = failed ? failed : errno;
    close(fd);
    if (p != MAP_FAILED) return p;
    unlink(path);
    errno = why;
    return NULL;
}
