/* A stream whose bytes are compressed on their way into a file. */
#ifndef ARGUS_OS_OS_GZIP_H
#define ARGUS_OS_OS_GZIP_H

#include <stdio.h>

/* Level 1 (fastest) to 9. Owns fd, whatever comes of it: fclose closes it. NULL with errno set. */
FILE *os_gzip_stream(int fd, int level);

#endif
