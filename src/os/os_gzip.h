/* A stream whose bytes are compressed on their way into a file. */
#ifndef ARGUS_OS_OS_GZIP_H
#define ARGUS_OS_OS_GZIP_H

#include <stdio.h>

/* Each so many bytes of the stream, and the rest, are a gzip file of their own behind the one before, so that a reader
 * can begin in the middle. */
enum { OS_GZIP_BLOCK = 1 << 20 };

/* Level 1 (fastest) to 9. The comment stands in the head of the first block. Owns fd, whatever comes of it: fclose
 * closes it. NULL with errno set. */
FILE *os_gzip_stream(int fd, int level, const char *comment);

#endif
