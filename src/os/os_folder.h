/* os_folder.h: folders. Where a function answers false, errno says why. */
#ifndef ARGUS_OS_OS_FOLDER_H
#define ARGUS_OS_OS_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/* Calls take with the name of every entry but . and .. until it says false. False: the folder cannot be read. */
bool os_folder_each(const char *path, bool (*take)(void *arg, const char *name), void *arg);
/* The same without allocating: in a signal's handler too. */
bool os_folder_each_raw(const char *path, bool (*take)(void *arg, const char *name), void *arg);
/* Calls take with every path that fits the shell's pattern, sorted, until it says false. */
void os_folder_match(const char *pattern, bool (*take)(void *arg, const char *path), void *arg);

bool os_folder_make(const char *path, unsigned rights);
/* Only if it is empty. */
bool os_folder_remove(const char *path);
/* Makes it if there is none. True: it is a folder, no link to one, ours, and nobody else may write there. */
bool os_folder_make_own(const char *path);
/* The process's working folder. */
bool os_folder_current(char *out, size_t size);

#endif
