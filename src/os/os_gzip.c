#include "os/os_gzip.h"
#include "os/os_file.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

struct gzip {
    int fd, level;
    char *comment;         /* NULL: it is written */
    size_t used, out_size; /* of in and of out */
    unsigned char in[OS_GZIP_BLOCK], out[];
};

/* Compresses the bytes in `in` into a block. */
static bool write_block(struct gzip *g)
{
    z_stream z = { .next_in = g->in, .avail_in = (uInt)g->used, .next_out = g->out, .avail_out = (uInt)g->out_size };
    enum { GZIP_WINDOW = 15 + 16, MEMORY = 8, UNIX = 3 };
    if (deflateInit2(&z, g->level, Z_DEFLATED, GZIP_WINDOW, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK) return false;
    gz_header head = { .comment = (Bytef *)g->comment, .os = UNIX };
    bool ok = !g->comment || deflateSetHeader(&z, &head) == Z_OK;
    ok = ok && deflate(&z, Z_FINISH) == Z_STREAM_END;
    size_t n = g->out_size - z.avail_out;
    deflateEnd(&z);
    free(g->comment);
    g->comment = NULL;
    g->used = 0;
    return ok && os_file_write(g->fd, g->out, n);
}

static ssize_t write_compressed(void *stream, const char *bytes, size_t n)
{
    struct gzip *g = stream;
    for (size_t at = 0; at < n;) {
        size_t part = n - at < OS_GZIP_BLOCK - g->used ? n - at : OS_GZIP_BLOCK - g->used;
        memcpy(g->in + g->used, bytes + at, part);
        g->used += part;
        at += part;
        if (g->used == OS_GZIP_BLOCK && !write_block(g)) return -1;
    }
    return (ssize_t)n;
}
static int close_compressed(void *stream)
{
    struct gzip *g = stream;
    bool ok = (!g->used && !g->comment) || write_block(g);
    ok = close(g->fd) == 0 && ok;
    free(g->comment);
    free(g);
    return ok ? 0 : -1;
}

FILE *os_gzip_stream(int fd, int level, const char *comment)
{
    size_t out_size = compressBound(OS_GZIP_BLOCK) + strlen(comment) + 64; /* and the head */
    struct gzip *g = malloc(sizeof *g + out_size);
    char *copy = strdup(comment);
    FILE *out = NULL;
    if (g && copy) {
        g->fd = fd;
        g->level = level;
        g->comment = copy;
        g->used = 0;
        g->out_size = out_size;
        out = fopencookie(g, "w", (cookie_io_functions_t){ .write = write_compressed, .close = close_compressed });
    }
    if (out) return out;
    free(copy);
    free(g);
    close(fd);
    return NULL;
}
