/* What machine code there is, as text (code_report.h). */
#include "exec/code/code_report.h"
#include "log/log.h"
#include "os/os_file.h"
#include "os/os_proc.h"
#include "os/os_time.h"
#include <stdlib.h>

enum { NAME = 1024 };

static int level(const struct code *c) { return !c->table ? 0 : c->places.place_count ? 4 : 1; }

static void list_one(const struct code *c, void *out)
{
    char owner[NAME];
    const struct method *m = c->method;
    if (!m) return;
    fprintf(out, "%llu %d 0 %s.%s%s [0x%016lx, 0x%016lx - 0x%016lx]\n", (unsigned long long)c->serial, level(c),
            class_external_name(m->owner, owner, sizeof owner), m->name->bytes, m->desc->bytes, (uintptr_t)c->start,
            (uintptr_t)c->start, (uintptr_t)c->start + atomic_load(&c->size));
}
void code_print_list(FILE *out) { code_for_each(list_one, out); }

struct tally {
    u32 all, methods;
};
static void tally_one(const struct code *c, void *arg)
{
    struct tally *t = arg;
    t->all++;
    t->methods += c->method != NULL;
}
void code_print_cache(FILE *out)
{
    struct tally t = { 0, 0 };
    struct code_space s;
    code_for_each(tally_one, &t);
    code_space_get(&s);
    fprintf(out, "CodeCache: size=%zuKb used=%zuKb max_used=%zuKb free=%zuKb\n", s.size / KB, s.used / KB, s.most / KB,
            (s.size - s.used) / KB);
    fprintf(out, " bounds [0x%016lx, 0x%016lx, 0x%016lx]\n", (uintptr_t)s.start, (uintptr_t)s.start + s.size,
            (uintptr_t)s.start + s.size);
    fprintf(out, " total_blobs=%u nmethods=%u adapters=%u\n compilation: %s\n", t.all, t.methods, t.all - t.methods,
            s.size ? "enabled" : "disabled (interpreter mode)");
}

static void map_one(const struct code *c, void *out)
{
    char name[NAME];
    fprintf(out, "0x%016lx 0x%016lx %s\n", (uintptr_t)c->start, (uintptr_t)atomic_load(&c->size),
            c->method ? method_external_name(c->method, name, sizeof name) : c->name);
}
/* A new file: what another user has put there under that name is not written to. */
static bool write_new(const char *path, const char *text, size_t size)
{
    (void)os_file_remove(path);
    int fd = os_file_create(path, OS_FILE_NEW, 0644);
    if (fd < 0) return false;
    bool written = os_file_write(fd, text, size);
    os_file_close(fd);
    return written;
}
bool code_write_perf_map(void)
{
    char path[64], *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return false;
    code_for_each(map_one, out);
    snprintf(path, sizeof path, "/tmp/perf-%d.map", os_pid());
    bool written = fclose(out) == 0 && write_new(path, text, size);
    free(text);
    return written;
}

void code_print_compiled(const struct code *c)
{
    char owner[NAME];
    const struct method *m = c->method;
    printf("%7lld %4llu       %d       %s::%s (%u bytes)\n", (long long)(log_uptime_ns() / OS_NS_PER_MS),
           (unsigned long long)c->serial, level(c), class_external_name(m->owner, owner, sizeof owner), m->name->bytes,
           m->code_len);
}
