/* Checksums of java.util.zip: natives of CRC32 and Adler32, and methods of CRC32C, in their leaf form. They decline
 * arguments that are out of bounds, or so long that a stop of the world would have to wait. */
#include "cpu/x86_64/checksum.h"
#include "jdk/jvm_intrinsic_int.h"
#include "jdk/jvm_leaf_int.h"

enum { MOST = 1 << 20 };

/* static int update…(int sum, byte[] bytes, int offset, int n) */
static const u8 *bytes_of(const slot *args, i32 *n)
{
    struct span s = span_of(args[1]);
    i32 at = slot_int(args[2]);
    *n = slot_int(args[3]);
    return *n <= MOST && has(&s, at, *n) ? s.elements + at : NULL;
}

/* static int update…Buffer…(int sum, long address, int offset, int n), of a direct buffer that the caller keeps. */
static const u8 *memory_of(const slot *args, i64 n)
{
    return n >= 0 && n <= MOST ? (const u8 *)(uintptr_t)args[2] + slot_int(args[3]) : NULL;
}

LEAF_LONG(crc32_memory, 5, LEAF_ONE)
{
    i32 n = slot_int(args[4]);
    const u8 *p = memory_of(args, n);
    if (!p) return false;
    *result = slot_of_int((i32)~cpu_crc32(~(u32)slot_int(args[0]), p, (size_t)n, cpu_has_wide_checksums()));
    return true;
}
LEAF_LONG(adler32_memory, 5, LEAF_ONE)
{
    i32 n = slot_int(args[4]);
    const u8 *p = memory_of(args, n);
    if (!p) return false;
    *result = slot_of_int((i32)cpu_adler32((u32)slot_int(args[0]), p, (size_t)n));
    return true;
}
LEAF_LONG(crc32_bytes, 4, LEAF_ONE)
{
    i32 n;
    const u8 *p = bytes_of(args, &n);
    if (!p) return false;
    *result = slot_of_int((i32)~cpu_crc32(~(u32)slot_int(args[0]), p, (size_t)n, cpu_has_wide_checksums()));
    return true;
}
LEAF(crc32_byte, 2, LEAF_ONE)
{
    u8 b = (u8)slot_int(args[1]);
    *result = slot_of_int((i32)~cpu_crc32(~(u32)slot_int(args[0]), &b, 1, false));
    return true;
}
LEAF_LONG(adler32_bytes, 4, LEAF_ONE)
{
    i32 n;
    const u8 *p = bytes_of(args, &n);
    if (!p) return false;
    *result = slot_of_int((i32)cpu_adler32((u32)slot_int(args[0]), p, (size_t)n));
    return true;
}
LEAF(adler32_byte, 2, LEAF_ONE)
{
    u8 b = (u8)slot_int(args[1]);
    *result = slot_of_int((i32)cpu_adler32((u32)slot_int(args[0]), &b, 1));
    return true;
}
const struct leaf leaves_sum[] = {
    { "java/util/zip/CRC32", "updateBytes0", "(I[BII)I", LEAF_IN_TABLE(crc32_bytes) },
    { "java/util/zip/CRC32", "update", "(II)I", LEAF_IN_TABLE(crc32_byte) },
    { "java/util/zip/CRC32", "updateByteBuffer0", "(IJII)I", LEAF_IN_TABLE(crc32_memory) },
    { "java/util/zip/Adler32", "updateByteBuffer", "(IJII)I", LEAF_IN_TABLE(adler32_memory) },
    { "java/util/zip/Adler32", "updateBytes", "(I[BII)I", LEAF_IN_TABLE(adler32_bytes) },
    { "java/util/zip/Adler32", "update", "(II)I", LEAF_IN_TABLE(adler32_byte) },
};
const size_t leaves_sum_count = ARRAY_LEN(leaves_sum);

/* ---- CRC32C, whose methods are bytecode ---- */
/* static int updateBytes(int crc, byte[] b, int off, int end) */
LEAF_OF_BYTECODE(crc32c_bytes, 4, LEAF_ONE)
{
    struct span s = span_of(args[1]);
    i32 at = slot_int(args[2]), end = slot_int(args[3]);
    if (end < at || (i64)end - at > MOST || !has(&s, at, end - at)) return false;
    *result = slot_of_int(
        (i32)cpu_crc32c((u32)slot_int(args[0]), s.elements + at, (size_t)(end - at), cpu_has_wide_checksums()));
    return true;
}
/* static int updateDirectByteBuffer(int crc, long address, int off, int end) */
LEAF_OF_BYTECODE(crc32c_memory, 5, LEAF_ONE)
{
    i64 n = (i64)slot_int(args[4]) - slot_int(args[3]);
    const u8 *p = memory_of(args, n);
    if (!p) return false;
    *result = slot_of_int((i32)cpu_crc32c((u32)slot_int(args[0]), p, (size_t)n, cpu_has_wide_checksums()));
    return true;
}
const struct leaf leaves_sum_bytecode[] = {
    { "java/util/zip/CRC32C", "updateBytes", "(I[BII)I", LEAF_IN_TABLE(crc32c_bytes) },
    { "java/util/zip/CRC32C", "updateDirectByteBuffer", "(IJII)I", LEAF_IN_TABLE(crc32c_memory) },
};
const size_t leaves_sum_bytecode_count = ARRAY_LEN(leaves_sum_bytecode);
