/* os_dl.c: shared libraries over dlopen. The calls are ordinary imports: profilers patch them in our GOT. */
#include "os/os_dl.h"

#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

void *os_dl_open(const char *path, char *error, size_t error_size)
{
    void *handle = dlopen(path, RTLD_LAZY);
    if (!handle && error_size) {
        const char *text = dlerror();
        snprintf(error, error_size, "%s", text ? text : "unknown error of the dynamic linker");
    }
    return handle;
}

void os_dl_close(void *handle)
{
    if (handle) dlclose(handle);
}

void *os_dl_symbol(void *handle, const char *name) { return dlsym(handle ? handle : RTLD_DEFAULT, name); }

bool os_dl_file_of(const void *addr, char *out, size_t out_size)
{
    Dl_info info;
    if (!dladdr(addr, &info) || !info.dli_fname) return false;
    return (size_t)snprintf(out, out_size, "%s", info.dli_fname) < out_size;
}

bool os_dl_library_of(const void *addr, const char **file, uintptr_t *base)
{
    Dl_info info;
    if (!dladdr(addr, &info) || !info.dli_fname) return false;
    *file = info.dli_fname;
    *base = (uintptr_t)info.dli_fbase;
    return true;
}

bool os_dl_name_of(const void *addr, const char **name, size_t *offset)
{
    Dl_info info;
    if (!dladdr(addr, &info) || !info.dli_sname) return false;
    *name = info.dli_sname;
    *offset = (size_t)((uintptr_t)addr - (uintptr_t)info.dli_saddr);
    return true;
}

struct loaded_search {
    const char *suffix;
    char *out;
    size_t size;
};

static int match_loaded(struct dl_phdr_info *info, size_t size, void *arg)
{
    (void)size;
    struct loaded_search *s = arg;
    size_t n = info->dlpi_name ? strlen(info->dlpi_name) : 0, m = strlen(s->suffix);
    if (n < m || n >= s->size || strcmp(info->dlpi_name + n - m, s->suffix)) return 0;
    memcpy(s->out, info->dlpi_name, n + 1);
    return 1;
}

bool os_dl_loaded(const char *suffix, char *out, size_t out_size)
{
    struct loaded_search s = { suffix, out, out_size };
    return dl_iterate_phdr(match_loaded, &s) != 0;
}

struct each {
    void (*fn)(const char *path, const void *start, size_t size, void *arg);
    void *arg;
};

static int tell_loaded(struct dl_phdr_info *info, size_t size, void *arg)
{
    (void)size;
    struct each *e = arg;
    size_t first = SIZE_MAX, end = 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type != PT_LOAD) continue;
        if (p->p_vaddr < first) first = p->p_vaddr;
        if (p->p_vaddr + p->p_memsz > end) end = p->p_vaddr + p->p_memsz;
    }
    if (info->dlpi_name && *info->dlpi_name && end > first)
        e->fn(info->dlpi_name, (const char *)info->dlpi_addr + first, end - first, e->arg);
    return 0;
}

void os_dl_each(void (*fn)(const char *path, const void *start, size_t size, void *arg), void *arg)
{
    struct each e = { fn, arg };
    (void)dl_iterate_phdr(tell_loaded, &e);
}
