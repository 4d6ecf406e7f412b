/* gHotSpotVMStructs: the table by which profilers find their way in HotSpot's structures. Profilers find the table by
 * its symbol in libjvm.so, look for rows by name, and do without a feature whose row is missing (src/vmStructs.cpp of
 * async-profiler; 1.8.8 and 4.6 were tried). The table has only rows that are true of this VM: they lead from the field
 * eetop of a java.lang.Thread to the kernel's id of the thread, so a profiler can name the threads that it samples.
 * Rows for frames, methods, code and classes are absent, because their layout differs. */
#include <jni.h>
#include <stddef.h>

#include "thread/thread.h"

/* A row; the last one is empty. `offset` is within a structure, `address` that of a static field. */
struct field_row {
    const char *type, *field, *field_type;
    i32 is_static;
    u64 offset;
    void *address;
};
struct type_row {
    const char *type, *super;
    i32 is_oop, is_integer, is_unsigned;
    u64 size;
};

static const struct field_row fields[] = {
    { "JavaThread", "_osthread", "OSThread*", 0, offsetof(struct thread, itself), NULL },
    { "OSThread", "_thread_id", "OSThread::thread_id_t", 0, offsetof(struct thread, os_tid), NULL },
    { 0 },
};
static const struct type_row types[] = {
    { "JavaThread", NULL, 0, 0, 0, sizeof(struct thread) },
    { "OSThread", NULL, 0, 0, 0, sizeof(struct thread) },
    { "OSThread::thread_id_t", NULL, 0, 1, 0, sizeof(i32) },
    { 0 },
};
_Static_assert(sizeof((struct thread){ 0 }.os_tid) == 4, "readers take four bytes");

#define SHOWN __attribute__((visibility("default"), used)) const
SHOWN struct field_row *gHotSpotVMStructs = fields;
SHOWN u64 gHotSpotVMStructEntryTypeNameOffset = offsetof(struct field_row, type);
SHOWN u64 gHotSpotVMStructEntryFieldNameOffset = offsetof(struct field_row, field);
SHOWN u64 gHotSpotVMStructEntryTypeStringOffset = offsetof(struct field_row, field_type);
SHOWN u64 gHotSpotVMStructEntryIsStaticOffset = offsetof(struct field_row, is_static);
SHOWN u64 gHotSpotVMStructEntryOffsetOffset = offsetof(struct field_row, offset);
SHOWN u64 gHotSpotVMStructEntryAddressOffset = offsetof(struct field_row, address);
SHOWN u64 gHotSpotVMStructEntryArrayStride = sizeof(struct field_row);
SHOWN struct type_row *gHotSpotVMTypes = types;
SHOWN u64 gHotSpotVMTypeEntryTypeNameOffset = offsetof(struct type_row, type);
SHOWN u64 gHotSpotVMTypeEntrySuperclassNameOffset = offsetof(struct type_row, super);
SHOWN u64 gHotSpotVMTypeEntryIsOopTypeOffset = offsetof(struct type_row, is_oop);
SHOWN u64 gHotSpotVMTypeEntryIsIntegerTypeOffset = offsetof(struct type_row, is_integer);
SHOWN u64 gHotSpotVMTypeEntryIsUnsignedOffset = offsetof(struct type_row, is_unsigned);
SHOWN u64 gHotSpotVMTypeEntrySizeOffset = offsetof(struct type_row, size);
SHOWN u64 gHotSpotVMTypeEntryArrayStride = sizeof(struct type_row);
