/* os_dl_place.c: finds the function around an address, for messages. The dynamic linker knows only exported functions.
 * Internal functions of a library (nearly always the callbacks of agents) are in the symbol table of its file, if the
 * file has not been stripped. The file may have changed since it was loaded, so every offset is checked against its
 * size. */
#include "os/os_dl.h"
#include "os/os_file.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

struct table {
    const char *file;
    size_t size;
};

static const void *part(const struct table *t, uint64_t at, uint64_t bytes)
{
    return at <= t->size && bytes <= t->size - at ? t->file + at : NULL;
}

/* The function of the symbol table `s` that holds `address`; strings are checked for their end. */
static bool search(const struct table *t, const ElfW(Shdr) * s, const ElfW(Shdr) * strings, uintptr_t address,
                   char *symbol, size_t symbol_size, size_t *offset)
{
    const ElfW(Sym) *sym = part(t, s->sh_offset, s->sh_size);
    const char *names = part(t, strings->sh_offset, strings->sh_size);
    if (!sym || !names || s->sh_offset % _Alignof(ElfW(Sym)) || !strings->sh_size || names[strings->sh_size - 1])
        return false;
    for (size_t i = 0; i < s->sh_size / sizeof *sym; i++, sym++) {
        if (ELF64_ST_TYPE(sym->st_info) != STT_FUNC || address < sym->st_value ||
            address - sym->st_value >= sym->st_size || sym->st_name >= strings->sh_size)
            continue;
        snprintf(symbol, symbol_size, "%s", names + sym->st_name);
        *offset = address - sym->st_value;
        return true;
    }
    return false;
}

static bool from_file(const char *path, uintptr_t address, char *symbol, size_t symbol_size, size_t *offset)
{
    struct table t;
    bool found = false;
    t.file = os_file_map(path, &t.size);
    if (!t.file) return false;
    const ElfW(Ehdr) *head = part(&t, 0, sizeof *head);
    const ElfW(Shdr) *sections = NULL;
    if (head && !memcmp(head->e_ident, ELFMAG, SELFMAG) && head->e_ident[EI_CLASS] == ELFCLASS64 &&
        head->e_shentsize == sizeof *sections && head->e_shoff % _Alignof(ElfW(Shdr)) == 0)
        sections = part(&t, head->e_shoff, (uint64_t)head->e_shnum * sizeof *sections);
    for (uint32_t i = 0; sections && i < head->e_shnum && !found; i++)
        if (sections[i].sh_type == SHT_SYMTAB && sections[i].sh_link < head->e_shnum)
            found = search(&t, &sections[i], &sections[sections[i].sh_link], address, symbol, symbol_size, offset);
    os_file_unmap(t.file, t.size);
    return found;
}

bool os_dl_place(const void *addr, char *symbol, size_t symbol_size, size_t *offset, char *library, size_t library_size,
                 size_t *in_library)
{
    Dl_info info;
    struct link_map *map = NULL;
    *symbol = 0;
    *offset = 0;
    if (!dladdr1(addr, &info, (void **)&map, RTLD_DL_LINKMAP) || !info.dli_fname || !map) return false;
    const char *slash = strrchr(info.dli_fname, '/');
    snprintf(library, library_size, "%s", slash ? slash + 1 : info.dli_fname);
    *in_library = (uintptr_t)addr - map->l_addr;
    if (from_file(info.dli_fname, *in_library, symbol, symbol_size, offset)) return true;
    const ElfW(Sym) *sym = NULL;
    if (dladdr1(addr, &info, (void **)&sym, RTLD_DL_SYMENT) && sym && info.dli_sname &&
        (uintptr_t)addr - (uintptr_t)info.dli_saddr < sym->st_size) {
        snprintf(symbol, symbol_size, "%s", info.dli_sname);
        *offset = (uintptr_t)addr - (uintptr_t)info.dli_saddr;
    }
    return true;
}
