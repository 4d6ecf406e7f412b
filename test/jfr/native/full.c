/* A disk that gets full, for a process that has this preloaded: files below FULL_FOLDER take FULL_BYTES bytes in all,
 * then writes have no space. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_llong written;

/* So many of n bytes have room; -1: none, and errno says so. */
static ssize_t room(int fd, size_t n)
{
    const char *folder = getenv("FULL_FOLDER");
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t len = readlink(link, path, sizeof path - 1);
    if (!folder || len < 0) return (ssize_t)n;
    path[len] = 0;
    if (strncmp(path, folder, strlen(folder)) != 0) return (ssize_t)n;
    long long most = atoll(getenv("FULL_BYTES")), had = atomic_fetch_add(&written, (long long)n);
    if (had + (long long)n <= most) return (ssize_t)n;
    if (had < most) return (ssize_t)(most - had);
    errno = ENOSPC;
    return -1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int fd, const void *bytes, size_t n)
{
    ssize_t may = room(fd, n);
    return may < 0 ? may : REAL(write)(fd, bytes, (size_t)may);
}

ssize_t pwrite(int fd, const void *bytes, size_t n, off_t at)
{
    ssize_t may = room(fd, n);
    return may < 0 ? may : REAL(pwrite)(fd, bytes, (size_t)may, at);
}

ssize_t pwrite64(int fd, const void *bytes, size_t n, off64_t at)
{
    ssize_t may = room(fd, n);
    return may < 0 ? may : REAL(pwrite64)(fd, bytes, (size_t)may, at);
}
