#include "os/os_gzip.h"
#include <unistd.h>
#include <zlib.h>

static ssize_t write_compressed(void *gz, const char *bytes, size_t n)
{
    return gzwrite(gz, bytes, (unsigned)n) == (int)n ? (ssize_t)n : -1;
}
static int close_compressed(void *gz) { return gzclose(gz) == Z_OK ? 0 : -1; }

FILE *os_gzip_stream(int fd, int level)
{
    char mode[4] = { 'w', 'b', (char)('0' + level), 0 };
    gzFile gz = gzdopen(fd, mode);
    FILE *out =
        gz ? fopencookie(gz, "w", (cookie_io_functions_t){ .write = write_compressed, .close = close_compressed })
           : NULL;
    if (!gz) close(fd);
    if (gz && !out) gzclose(gz);
    return out;
}
