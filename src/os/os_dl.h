/* os_dl.h: shared libraries. */
#ifndef ARGUS_OS_OS_DL_H
#define ARGUS_OS_OS_DL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Loads a library (path as dlopen takes it; NULL: the process itself). Returns its handle, or NULL with the linker's
 * text in error (cut to error_size, always terminated; error may be NULL when error_size is 0). */
void *os_dl_open(const char *path, char *error, size_t error_size);
void os_dl_close(void *handle);
/* The symbol's address, or NULL. If handle is NULL, the whole process is searched. */
void *os_dl_symbol(void *handle, const char *name);
/* The file that holds addr, as the linker knows it; false if none does. */
bool os_dl_file_of(const void *addr, char *out, size_t out_size);
/* Finds the file that holds addr and the address where it begins in memory. *file stays valid while the library is
 * loaded. May be called in signal handlers. */
bool os_dl_library_of(const void *addr, const char **file, uintptr_t *base);
/* Finds the nearest exported symbol at or below addr in its library. *name stays valid while the library is loaded. */
bool os_dl_name_of(const void *addr, const char **name, size_t *offset);

/* Describes addr for messages: the function that holds it, exported or not (from the symbol table of the file), with
 * the offset in it ("" if none is known), and the file name of the library with the offset in it, in the form that
 * addr2line takes. False if no library holds addr. Reads files, so it must not be called in signal handlers. */
bool os_dl_place(const void *addr, char *symbol, size_t symbol_size, size_t *offset, char *library, size_t library_size,
                 size_t *in_library);

/* Finds a loaded library whose path ends in `suffix` ("/libjli.so"). False if there is none. */
bool os_dl_loaded(const char *suffix, char *out, size_t out_size);

/* Calls fn for each loaded library with the span from its first to its last segment. fn must not load a library. */
void os_dl_each(void (*fn)(const char *path, const void *start, size_t size, void *arg), void *arg);

#endif
