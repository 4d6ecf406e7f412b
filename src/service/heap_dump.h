/* Heap dumps in the HPROF format (version 1.0.2) that jmap, VisualVM, Eclipse MAT and others read. */
#ifndef ARGUS_SERVICE_HEAP_DUMP_H
#define ARGUS_SERVICE_HEAP_DUMP_H

#include "thread/thread.h"

struct heap_dump_request {
    const char *path;
    bool live;       /* only reachable objects, after a collection */
    bool overwrite;  /* otherwise an existing file is not changed */
    int compression; /* gzip's level 1 to 9; 0: none */
    bool of_error;   /* requested by an OutOfMemoryError */
};
/* Writes all objects. IN_VM; stops the world. Returns the file's size, or -1 with the reason in `error`. */
i64 heap_dump_write(struct thread *self, const struct heap_dump_request *r, char *error, size_t error_size);
/* The same, uncompressed (tool_heap_dump). */
i64 heap_dump_write_plain(struct thread *self, const char *path, bool live, bool overwrite, char *error,
                          size_t error_size);
/* Writes the dump that a -XX: flag has requested: java_pidN.hprof in the working folder, or the file of
 * -XX:HeapDumpPath, with .1 appended for the second one, and so on. Prints HotSpot's lines on standard output. */
void heap_dump_as_asked(struct thread *self);

#endif
