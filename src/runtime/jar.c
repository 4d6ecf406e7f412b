/* jar.c: reads entries of a zip file: stored or deflated, zip64, every offset checked against the mapping, contents against their CRC.
 * Source: PKWARE APPNOTE 6.3.9, §4.3, §4.5.3. A struct jar is immutable once open: any thread may read from it. */
#include "os/os_file.h"
#include "runtime/loader.h"
#include "util/hashmap.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

struct jar {
    const u8 *map;
    size_t size;
    u64 central, central_size, entries;
    u64 base;            /* bytes in front of the archive (a self-extracting stub): all offsets are relative to it */
    struct hashmap names; /* hash of the name -> offset in the central directory + 1, chained by probing further keys */
};

static u16 le16(const u8 *p) { u16 v; memcpy(&v, p, 2); return v; }
static u32 le32(const u8 *p) { u32 v; memcpy(&v, p, 4); return v; }
static u64 le64(const u8 *p) { u64 v; memcpy(&v, p, 8); return v; }

enum { END_SIZE = 22, END64_SIZE = 56, LOCATOR64_SIZE = 20, CENTRAL_SIZE = 46, LOCAL_SIZE = 30 };

static u64 hash_name(const void *name, size_t len)
{
    const u8 *p = name;
    u64 h = 1469598103934665603ull;
    for (size_t i = 0; i < len; i++) h = (h ^ p[i]) * 1099511628211ull;
    return h;
}

static bool find_end(struct jar *j)
{
    if (j->size < END_SIZE) return false;
    size_t lowest = j->size > END_SIZE + 65535 ? j->size - END_SIZE - 65535 : 0;
    for (size_t at = j->size - END_SIZE;; at--) {
        const u8 *e = j->map + at;
        if (le32(e) == 0x06054b50 && at + END_SIZE + le16(e + 20) <= j->size) {
            u64 entries = le16(e + 10), size = le32(e + 12), start = le32(e + 16), end = at;
            if ((entries == 0xffff || size == 0xffffffff || start == 0xffffffff) && at >= LOCATOR64_SIZE && le32(e - LOCATOR64_SIZE) == 0x07064b50) {
                u64 at64 = le64(e - LOCATOR64_SIZE + 8);
                if (at64 <= j->size - END64_SIZE && at64 + END64_SIZE <= at && le32(j->map + at64) == 0x06064b50) {
                    entries = le64(j->map + at64 + 32);
                    size = le64(j->map + at64 + 40);
                    start = le64(j->map + at64 + 48);
                    end = at64;
                }
            }
            if (size <= end && start <= end - size) {
                j->base = end - size - start;
                j->central = end - size;
                j->central_size = size;
                j->entries = entries;
                return true;
            }
        }
        if (at == lowest) return false;
    }
}

static bool index_names(struct jar *j)
{
    u64 at = j->central, end = j->central + j->central_size;
    for (u64 i = 0; i < j->entries; i++) {
        if (end - at < CENTRAL_SIZE) return false;
        const u8 *e = j->map + at;
        if (le32(e) != 0x02014b50) return false;
        u64 total = (u64)CENTRAL_SIZE + le16(e + 28) + le16(e + 30) + le16(e + 32);
        if (end - at < total) return false;
        u64 key = hash_name(e + CENTRAL_SIZE, le16(e + 28));
        while (hashmap_get_u64(&j->names, key)) key++; /* equal hashes take the following keys */
        hashmap_put_u64(&j->names, key, (void *)(uintptr_t)(at + 1));
        at += total;
    }
    return true;
}

struct jar *jar_open(const char *path, char *err, size_t err_size)
{
    struct jar *j = vm_calloc(1, sizeof *j);
    j->map = os_file_map(path, &j->size);
    if (!j->map) {
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
    os_file_unmap(j->map, j->size);
    hashmap_destroy(&j->names);
    free(j);
}

/* Sizes and place that did not fit stand in the zip64 extra field, in this order, each only when its short form is all ones. */
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

static u8 *read_entry(struct jar *j, const u8 *e, size_t *len)
{
    u16 flags = le16(e + 8), method = le16(e + 10);
    u32 crc = le32(e + 16);
    u64 csize = le32(e + 20), usize = le32(e + 24), offset = le32(e + 42);
    if (!zip64_fields(e, &usize, &csize, &offset) || (flags & 1)) return NULL;
    if (offset > j->size - j->base || j->size - j->base - offset < LOCAL_SIZE) return NULL;
    u64 at = j->base + offset;
    const u8 *local = j->map + at;
    if (le32(local) != 0x04034b50) return NULL;
    u64 head = (u64)LOCAL_SIZE + le16(local + 26) + le16(local + 28);
    if (j->size - at < head || j->size - at - head < csize || usize > INT32_MAX) return NULL;
    const u8 *data = local + head;
    u8 *out = malloc(usize + 1);
    if (!out) return NULL;
    bool ok;
    if (method == 0) {
        ok = csize == usize;
        if (ok) memcpy(out, data, usize);
    } else if (method == 8) {
        z_stream z = { .next_in = (Bytef *)data, .avail_in = (uInt)csize, .next_out = out, .avail_out = (uInt)usize };
        ok = csize <= UINT32_MAX && inflateInit2(&z, -MAX_WBITS) == Z_OK;
        if (ok) {
            int r = inflate(&z, Z_FINISH);
            ok = r == Z_STREAM_END && z.total_out == usize;
            inflateEnd(&z);
        }
    } else ok = false;
    if (!ok || crc32(0, out, (uInt)usize) != crc) {
        free(out);
        return NULL;
    }
    out[usize] = 0;
    *len = usize;
    return out;
}

u8 *jar_read(struct jar *j, const char *entry, size_t *len)
{
    size_t n = strlen(entry);
    u64 key = hash_name(entry, n);
    for (void *v; (v = hashmap_get_u64(&j->names, key)) != NULL; key++) {
        const u8 *e = j->map + ((uintptr_t)v - 1);
        if (le16(e + 28) == n && memcmp(e + CENTRAL_SIZE, entry, n) == 0) return read_entry(j, e, len);
    }
    return NULL;
}
