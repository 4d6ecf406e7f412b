/* os_mem.h: address space. Reserve takes addresses, commit makes them usable, uncommit gives the memory back.
 *
 * Sizes and addresses are multiples of the page size unless said otherwise. False or NULL: the system refused; errno
 * says why. */
#ifndef ARGUS_OS_OS_MEM_H
#define ARGUS_OS_OS_MEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How much address space the process may have (ulimit -v); SIZE_MAX: any amount. */
size_t os_mem_limit(void);
/* The size of a table that should have `wanted` bytes: with a limited address space at most 1/part of it, but never
 * less than `least`. Whole pages. */
size_t os_mem_share(size_t wanted, size_t least, unsigned part);

enum os_mem_prot { OS_MEM_NONE, OS_MEM_READ, OS_MEM_READ_WRITE, OS_MEM_READ_EXEC, OS_MEM_READ_WRITE_EXEC };

/* Reserves size bytes anywhere, inaccessible, aligned to align (a power of two; 0 or 1: a page). */
void *os_mem_reserve(size_t size, size_t align);

/* Reserves exactly [addr, addr + size) without touching an existing mapping; false if any of it is taken. */
bool os_mem_reserve_at(void *addr, size_t size);

/* Reserves size bytes inside [lo, hi), at a low free place, aligned to align (at least a page). It steps through the
 * range, so it can miss a hole that is smaller than size plus one step. NULL if there is no place. */
void *os_mem_reserve_low(size_t size, uintptr_t lo, uintptr_t hi, size_t align);

/* Makes reserved pages readable and writable; fresh pages read as zero and take memory when first touched. */
bool os_mem_commit(void *addr, size_t size);
/* Gives committed pages memory now. */
void os_mem_touch(void *addr, size_t size);
/* The same in one call, where the kernel can; elsewhere the first use of each page does it. */
void os_mem_populate(void *addr, size_t size);
/* Asks for huge pages for this range. False if the system has none. */
bool os_mem_want_huge_pages(void *addr, size_t size);
/* Asks for none, where the system would use them unasked: a page that is touched takes its own memory alone. False if
 * there is nothing to ask. */
bool os_mem_want_small_pages(void *addr, size_t size);
/* Gives the memory back and makes the pages inaccessible; they stay reserved. */
bool os_mem_uncommit(void *addr, size_t size);
/* Gives the memory back; the pages stay accessible and read as zero afterwards. */
bool os_mem_discard(void *addr, size_t size);
/* Ends a reservation, or a page-aligned part of it. */
bool os_mem_release(void *addr, size_t size);

/* Reserves anywhere and commits in one step. */
void *os_mem_map(size_t size);

/* The usable bytes of a block that malloc returned; at least those asked for. Takes no lock. */
size_t os_malloc_room(void *p);
/* The bytes that malloc has given out. os_malloc_trim gives unused memory back to the system. */
size_t os_malloc_in_use(void);
void os_malloc_trim(void);

/* Two mappings of the same fresh pages: one that can be written, one that runs. Pages take memory when first
 * touched. */
bool os_mem_map_code(size_t size, void **writable, void **runnable);

#endif
