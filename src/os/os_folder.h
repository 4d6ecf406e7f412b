/* os_folder.h: folders. Functions that return false set errno. */
#ifndef ARGUS_OS_OS_FOLDER_H
#define ARGUS_OS_OS_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/* Calls take with the name of every entry except . and .. until take returns false. Returns false if the folder cannot
 * be read. */
bool os_folder_each(const char *path, bool (*take)(void *arg, const char *name), void *arg);
/* As os_folder_each, without allocation: may be called in signal handlers. */
bool os_folder_each_raw(const char *path, bool (*take)(void *arg, const char *name), void *arg);
/* Calls take with every path that matches the shell pattern, sorted, until take returns false. */
void os_folder_match(const char *pattern, bool (*take)(void *arg, const char *path), void *arg);

bool os_folder_make(const char *path, unsigned rights);
/* Removes an empty folder. */
bool os_folder_remove(const char *path);
/* Makes the folder if it does not exist. True: it is a folder, not a link, belongs to us, and no other user may write
 * there. */
bool os_folder_make_own(const char *path);
/* The process's working folder. */
bool os_folder_current(char *out, size_t size);

#endif
