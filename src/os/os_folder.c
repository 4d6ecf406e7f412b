/* os_folder.c: folders over opendir, glob and mkdir. */
#include "os/os_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool os_folder_each(const char *path, bool (*take)(void *arg, const char *name), void *arg)
{
    DIR *d = opendir(path);
    if (!d) return false;
    bool more = true;
    for (struct dirent *e; more && (e = readdir(d)) != NULL;)
        if (strcmp(e->d_name, ".") && strcmp(e->d_name, "..")) more = take(arg, e->d_name);
    closedir(d);
    return true;
}

bool os_folder_each_raw(const char *path, bool (*take)(void *arg, const char *name), void *arg)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return false;
    _Alignas(struct dirent64) char buffer[4096];
    bool more = true;
    for (ssize_t n; more && (n = getdents64(fd, buffer, sizeof buffer)) > 0;)
        for (ssize_t at = 0; more && at < n;) {
            const struct dirent64 *e = (const struct dirent64 *)(const void *)(buffer + at);
            at += e->d_reclen;
            if (strcmp(e->d_name, ".") && strcmp(e->d_name, "..")) more = take(arg, e->d_name);
        }
    close(fd);
    return true;
}

void os_folder_match(const char *pattern, bool (*take)(void *arg, const char *path), void *arg)
{
    glob_t g;
    if (glob(pattern, 0, NULL, &g) != 0) return;
    bool more = true;
    for (size_t i = 0; more && i < g.gl_pathc; i++) more = take(arg, g.gl_pathv[i]);
    globfree(&g);
}

bool os_folder_make(const char *path, unsigned rights) { return mkdir(path, rights) == 0; }
bool os_folder_remove(const char *path) { return rmdir(path) == 0; }

bool os_folder_make_own(const char *path)
{
    struct stat st;
    if (mkdir(path, 0755) != 0 && errno != EEXIST) return false;
    return lstat(path, &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == geteuid() &&
           !(st.st_mode & (S_IWGRP | S_IWOTH));
}

bool os_folder_current(char *out, size_t size) { return getcwd(out, size) != NULL; }
