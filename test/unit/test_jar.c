/* The zip reader: stored entries are read, damage is refused or read as something else, never read past the end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>
#include <zlib.h>

#include "meta/loader.h"
#include "os/os_file.h"

struct buf {
    u8 b[4096];
    size_t n;
};
static void le(struct buf *o, u64 v, int bytes)
{
    while (bytes--) o->b[o->n++] = (u8)v, v >>= 8;
}
static void text(struct buf *o, const char *s)
{
    memcpy(o->b + o->n, s, strlen(s));
    o->n += strlen(s);
}

static const char *const names[] = { "a/B.class", "META-INF/MANIFEST.MF" };
static const char *const contents[] = { "not a class", "Manifest-Version: 1.0\r\n" };

static void build(struct buf *o, bool deflated)
{
    u32 at[2], crc[2], csize[2];
    u8 packed[2][256];
    o->n = 0;
    for (int i = 0; i < 2; i++) {
        size_t n = strlen(contents[i]);
        crc[i] = (u32)crc32(0, (const Bytef *)contents[i], (uInt)n);
        z_stream z = {
            .next_in = (Bytef *)contents[i], .avail_in = (uInt)n, .next_out = packed[i], .avail_out = sizeof packed[i]
        };
        deflateInit2(&z, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
        deflate(&z, Z_FINISH);
        csize[i] = deflated ? (u32)z.total_out : (u32)n;
        deflateEnd(&z);
        if (!deflated) memcpy(packed[i], contents[i], n);
        at[i] = (u32)o->n;
        le(o, 0x04034b50, 4);
        le(o, 20, 2);
        le(o, 0, 2);
        le(o, deflated ? 8 : 0, 2);
        le(o, 0, 4);
        le(o, crc[i], 4);
        le(o, csize[i], 4);
        le(o, n, 4);
        le(o, strlen(names[i]), 2);
        le(o, 0, 2);
        text(o, names[i]);
        memcpy(o->b + o->n, packed[i], csize[i]);
        o->n += csize[i];
    }
    u32 central = (u32)o->n;
    for (int i = 0; i < 2; i++) {
        le(o, 0x02014b50, 4);
        le(o, 20, 2);
        le(o, 20, 2);
        le(o, 0, 2);
        le(o, deflated ? 8 : 0, 2);
        le(o, 0, 4);
        le(o, crc[i], 4);
        le(o, csize[i], 4);
        le(o, strlen(contents[i]), 4);
        le(o, strlen(names[i]), 2);
        le(o, 0, 2);
        le(o, 0, 2);
        le(o, 0, 2);
        le(o, 0, 2);
        le(o, 0, 4);
        le(o, at[i], 4);
        text(o, names[i]);
    }
    u32 size = (u32)o->n - central;
    le(o, 0x06054b50, 4);
    le(o, 0, 4);
    le(o, 2, 2);
    le(o, 2, 2);
    le(o, size, 4);
    le(o, central, 4);
    le(o, 0, 2);
}

static char path[64];

static struct jar *open_bytes(const struct buf *o, size_t n)
{
    char err[512];
    assert_true(os_file_write_all(path, o->b, n));
    return jar_open(path, err, sizeof err);
}

static void reads_entries(void **state)
{
    for (int deflated = 0; deflated < 2; deflated++) {
        struct buf o;
        build(&o, deflated);
        struct jar *j = open_bytes(&o, o.n);
        assert_non_null(j);
        for (int i = 0; i < 2; i++) {
            size_t n;
            u8 *b = jar_read(j, names[i], &n);
            assert_non_null(b);
            assert_int_equal(n, strlen(contents[i]));
            assert_memory_equal(b, contents[i], n);
            free(b);
        }
        size_t n;
        assert_null(jar_read(j, "a/C.class", &n));
        jar_close(j);
    }
}

static void bytes_in_front_are_skipped(void **state)
{
    struct buf o, p = { .n = 0 };
    build(&o, true);
    text(&p, "#!/bin/sh\nexec java -jar $0\n");
    memcpy(p.b + p.n, o.b, o.n);
    p.n += o.n;
    struct jar *j = open_bytes(&p, p.n);
    assert_non_null(j);
    size_t n;
    u8 *b = jar_read(j, names[0], &n);
    assert_non_null(b);
    free(b);
    jar_close(j);
}

static void wrong_contents_are_refused(void **state)
{
    struct buf o;
    build(&o, false);
    o.b[30 + strlen(names[0])] ^= 1; /* the CRC does not fit any more */
    struct jar *j = open_bytes(&o, o.n);
    assert_non_null(j);
    size_t n;
    assert_null(jar_read(j, names[0], &n));
    jar_close(j);
}

/* Somebody cuts the file off while it is open. */
static void cut_off_while_open(void **state)
{
    for (int deflated = 0; deflated < 2; deflated++) {
        struct buf o;
        build(&o, deflated);
        for (size_t left = 0; left < o.n; left += 7) {
            struct jar *j = open_bytes(&o, o.n);
            assert_non_null(j);
            assert_int_equal(truncate(path, (off_t)left), 0);
            size_t n, whole = 30 + strlen(names[0]) + (size_t)o.b[18];
            u8 *b = jar_read(j, names[0], &n);
            assert_int_equal(b != NULL, left >= whole);
            free(b);
            jar_close(j);
        }
    }
}

static void damage_is_survived(void **state)
{
    struct buf o;
    build(&o, true);
    static const u8 values[] = { 0, 1, 0x7f, 0x80, 0xff };
    for (size_t i = 0; i <= o.n; i++) {
        for (size_t k = 0; k < ARRAY_LEN(values) + 1; k++) {
            u8 was = i < o.n ? o.b[i] : 0;
            size_t cut = o.n;
            if (k < ARRAY_LEN(values))
                o.b[i] = values[k];
            else
                cut = i;
            struct jar *j = open_bytes(&o, cut);
            for (int e = 0; j && e < 2; e++) {
                size_t n;
                free(jar_read(j, names[e], &n));
            }
            jar_close(j);
            o.b[i] = was;
        }
    }
}

int main(void)
{
    snprintf(path, sizeof path, "/tmp/argus-test-jar-%d", (int)getpid());
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_entries),
        cmocka_unit_test(bytes_in_front_are_skipped),
        cmocka_unit_test(wrong_contents_are_refused),
        cmocka_unit_test(cut_off_while_open),
        cmocka_unit_test(damage_is_survived),
    };
    int r = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return r;
}
