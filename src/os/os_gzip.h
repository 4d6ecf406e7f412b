/* A stream that compresses its bytes on their way into a file. */
#ifndef ARGUS_OS_OS_GZIP_H
#define ARGUS_OS_OS_GZIP_H

#include <stdio.h>

/* Each block of this many bytes of the stream, and the rest, becomes a gzip file of its own, one after the other. So a
 * reader can begin in the middle. */
enum { OS_GZIP_BLOCK = 1 << 20 };

/* Level 1 (fastest) to 9. The comment goes into the head of the first block. Takes over fd, also on failure; fclose
 * closes it. NULL with errno. */
FILE *os_gzip_stream(int fd, int level, const char *comment);

#endif
