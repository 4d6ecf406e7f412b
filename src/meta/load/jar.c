/* jar.c: reads entries of a zip file: stored or deflated, zip64. Checks every offset against the file's size, and
 * contents against their CRC. The file is read, not mapped, since it may be truncated while it is open; then entries
 * are not found. An open struct jar is immutable: any thread may read from it. Source: PKWARE APPNOTE 6.3.9, §4.3,
 * §4.5.3. */
#include "base/hash.h"
#include "base/hashmap.h"
#include "meta/loader.h"
#include "os/os_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

u8 read_no_memory[1];

struct jar {
    int fd;
    u64 size;    /* of the file when it was opened */
    u8 *central; /* the central directory */
    u64 central_size, entries;
    u64 base;             /* bytes in front of the archive (a self-extracting stub): all offsets are relative to it */
    struct hashmap names; /* hash of the name -> offset in the central directory + 1, chained by probing further keys */
};

static u16 le16(const u8 *p)
{
    u16 v;
    memcpy(&v, p, 2);
    return v;
}
static u32 le32(const u8 *p)
{
    u32 v;
    memcpy(&v, p, 4);
    return v;
}
static u64 le64(const u8 *p)
{
    u64 v;
    memcpy(&v, p, 8);
    return v;
}

enum { END_SIZE = 22, END64_SIZE = 56, LOCATOR64_SIZE = 20, CENTRAL_SIZE = 46, LOCAL_SIZE = 30 };

/* Finds the central directory: from the short record `e` at `end`, or from the zip64 record that its locator names. */
static bool place_of_central(const struct jar *j, const u8 *e, bool has_locator, u64 *end, u64 *size, u64 *start,
                             u64 *entries)
{
    *entries = le16(e + 10), *size = le32(e + 12), *start = le32(e + 16);
    if ((*entries != 0xffff && *size != 0xffffffff && *start != 0xffffffff) || !has_locator ||
        le32(e - LOCATOR64_SIZE) != 0x07064b50)
        return true;
    u64 at64 = le64(e - LOCATOR64_SIZE + 8);
    u8 e64[END64_SIZE];
    if (j->size < END64_SIZE || at64 > j->size - END64_SIZE || at64 + END64_SIZE > *end) return true;
    if (!os_file_read_at(j->fd, e64, sizeof e64, at64)) return false;
    if (le32(e64) == 0x06064b50)
        *entries = le64(e64 + 32), *size = le64(e64 + 40), *start = le64(e64 + 48), *end = at64;
    return true;
}

static bool read_central(struct jar *j, u64 at, u64 size)
{
    j->central = malloc(size + 1);
    j->central_size = size;
    return j->central && os_file_read_at(j->fd, j->central, size, at);
}

/* `tail`: the last `n` bytes of the file. */
static bool find_central(struct jar *j, const u8 *tail, size_t n)
{
    for (size_t at = n - END_SIZE;; at--) {
        const u8 *e = tail + at;
        if (le32(e) == 0x06054b50 && at + END_SIZE + le16(e + 20) <= n) {
            u64 size, start, end = j->size - n + at;
            if (!place_of_central(j, e, at >= LOCATOR64_SIZE, &end, &size, &start, &j->entries)) return false;
            if (size <= end && start <= end - size) {
                j->base = end - size - start;
                return read_central(j, end - size, size);
            }
        }
        if (at == 0) return false;
    }
}

/* At most 65535 bytes of comment follow the record at the end; the locator precedes it. */
static bool find_end(struct jar *j)
{
    if (j->size < END_SIZE) return false;
    size_t n = j->size < LOCATOR64_SIZE + END_SIZE + 65535 ? (size_t)j->size : LOCATOR64_SIZE + END_SIZE + 65535;
    u8 *tail = malloc(n);
    bool found = tail && os_file_read_at(j->fd, tail, n, j->size - n) && find_central(j, tail, n);
    free(tail);
    return found;
}

static bool index_names(struct jar *j)
{
    u64 at = 0, end = j->central_size;
    for (u64 i = 0; i < j->entries; i++) {
        if (end - at < CENTRAL_SIZE) return false;
        const u8 *e = j->central + at;
        if (le32(e) != 0x02014b50) return false;
        u64 total = (u64)CENTRAL_SIZE + le16(e + 28) + le16(e + 30) + le16(e + 32);
        if (end - at < total) return false;
        u64 key = hash_bytes(e + CENTRAL_SIZE, le16(e + 28));
        while (hashmap_get_u64(&j->names, key)) key++; /* equal hashes use the following keys */
        hashmap_put_u64(&j->names, key, (void *)(uintptr_t)(at + 1));
        at += total;
    }
    return true;
}

struct jar *jar_open(const char *path, char *err, size_t err_size)
{
    struct jar *j = vm_calloc(1, sizeof *j);
    j->fd = os_file_open(path, &j->size);
    if (j->fd < 0) {
        snprintf(err, err_size, "%s: %s", path, strerror(errno));
        free(j);
        return NULL;
    }
    if (!find_end(j) || !index_names(j)) {
        snprintf(err, err_size, "%s: not a zip file", path);
        jar_close(j);
        return NULL;
    }
    return j;
}

void jar_close(struct jar *j)
{
    if (!j) return;
    os_file_close(j->fd);
    free(j->central);
    hashmap_destroy(&j->names);
    free(j);
}

/* Sizes and offset that do not fit are in the zip64 extra field, in this order, each only if its short form is all
 * ones. */
static bool zip64_fields(const u8 *e, u64 *usize, u64 *csize, u64 *offset)
{
    const u8 *x = e + CENTRAL_SIZE + le16(e + 28), *end = x + le16(e + 30);
    bool need = *usize == 0xffffffff || *csize == 0xffffffff || *offset == 0xffffffff;
    while (need && end - x >= 4) {
        u16 id = le16(x), n = le16(x + 2);
        x += 4;
        if (end - x < n) return false;
        if (id == 1) {
            const u8 *p = x, *stop = x + n;
            u64 *fields[] = { usize, csize, offset };
            for (u32 i = 0; i < 3; i++) {
                if (*fields[i] != 0xffffffff) continue;
                if (stop - p < 8) return false;
                *fields[i] = le64(p);
                p += 8;
            }
            return true;
        }
        x += n;
    }
    return !need;
}

/* Reads the packed data of the entry whose local header is at `at`. NULL: damaged, gone, or no memory (then errno is
 * ENOMEM). */
static u8 *read_packed(const struct jar *j, u64 at, u64 csize)
{
    u8 local[LOCAL_SIZE];
    if (!os_file_read_at(j->fd, local, sizeof local, at) || le32(local) != 0x04034b50) return NULL;
    u64 head = (u64)LOCAL_SIZE + le16(local + 26) + le16(local + 28);
    if (j->size - at < head || j->size - at - head < csize) return NULL;
    u8 *packed = malloc(csize + 1);
    if (packed && os_file_read_at(j->fd, packed, csize, at + head)) return packed;
    free(packed);
    return NULL;
}

static bool unpack(const u8 *packed, u64 csize, u16 method, u8 *out, u64 usize)
{
    if (method == 0 && csize == usize) memcpy(out, packed, usize);
    if (method == 0) return csize == usize;
    z_stream z = { .next_in = (Bytef *)packed, .avail_in = (uInt)csize, .next_out = out, .avail_out = (uInt)usize };
    if (method != 8 || csize > UINT32_MAX || inflateInit2(&z, -MAX_WBITS) != Z_OK) return false;
    bool ok = inflate(&z, Z_FINISH) == Z_STREAM_END && z.total_out == usize;
    inflateEnd(&z);
    return ok;
}

static u8 *read_entry(struct jar *j, const u8 *e, size_t *len)
{
    u16 flags = le16(e + 8), method = le16(e + 10);
    u32 crc = le32(e + 16);
    u64 csize = le32(e + 20), usize = le32(e + 24), offset = le32(e + 42);
    if (!zip64_fields(e, &usize, &csize, &offset) || (flags & 1) || usize > INT32_MAX) return NULL;
    if (offset > j->size - j->base || j->size - j->base - offset < LOCAL_SIZE) return NULL;
    errno = 0;
    u8 *packed = read_packed(j, j->base + offset, csize), *out = packed ? malloc(usize + 1) : NULL;
    bool ok = out && unpack(packed, csize, method, out, usize) && crc32(0, out, (uInt)usize) == crc;
    bool no_memory = !ok && errno == ENOMEM; /* zlib's malloc sets it too */
    free(packed);
    if (!ok) {
        free(out);
        return no_memory ? read_no_memory : NULL;
    }
    out[usize] = 0;
    *len = usize;
    return out;
}

u8 *jar_read(struct jar *j, const char *entry, size_t *len)
{
    size_t n = strlen(entry);
    u64 key = hash_bytes(entry, n);
    for (void *v; (v = hashmap_get_u64(&j->names, key)) != NULL; key++) {
        const u8 *e = j->central + ((uintptr_t)v - 1);
        if (le16(e + 28) == n && memcmp(e + CENTRAL_SIZE, entry, n) == 0) return read_entry(j, e, len);
    }
    return NULL;
}
