/* Lists machine code as text (code_report.h). */
#include "exec/code/code_report.h"
#include "log/log.h"
#include "os/os_file.h"
#include "os/os_proc.h"
#include "os/os_sync.h"
#include "os/os_time.h"
#include "thread/recorder.h"
#include "thread/thread_contract.h"
#include <stdlib.h>

enum { NAME = 1024 };

int code_level(const struct code *c) { return !c->table ? 0 : c->places.place_count ? 4 : 1; }

static void list_one(const struct code *c, void *out)
{
    char owner[NAME];
    const struct method *m = c->method;
    if (!m) return;
    fprintf(out, "%llu %d 0 %s.%s%s [0x%016lx, 0x%016lx - 0x%016lx]\n", (unsigned long long)c->serial, code_level(c),
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
/* Creates the file anew, so that nothing is written to a file that another user has put there. */
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

static const char *describe(u64 number, int level, const struct method *m, char *text, size_t size)
{
    char owner[NAME];
    snprintf(text, size, "%4llu       %d       %s::%s (%u bytes)", (unsigned long long)number, level,
             class_external_name(m->owner, owner, sizeof owner), m->name->bytes, m->code_len);
    return text;
}
void code_print_task(u64 number, const struct method *m, FILE *out)
{
    char text[2 * NAME];
    fputs(describe(number, 4, m, text, sizeof text), out);
}
/* One call of printf, since several threads compile. */
void code_print_compiled(const struct code *c)
{
    char text[2 * NAME];
    printf("%7lld %s\n", (long long)(log_uptime_ns() / OS_NS_PER_MS),
           describe(c->serial, code_level(c), c->method, text, sizeof text));
}

/* ---- statistics of the compilers ---- */
static struct os_mutex last_lock = OS_MUTEX_INIT; /* a leaf */
static char last_method[256] GUARDED_BY(last_lock);
static u32 last_bytes GUARDED_BY(last_lock);
static struct work {
    _Atomic i64 ns, failed_ns;
    _Atomic u64 methods, bytes, code_bytes, failed;
} work[CODE_MAKERS];
static _Atomic i64 longest_ns;
static void (*_Atomic tell)(void);

void code_tell_of_compiled(void (*f)(void))
{
    VM_ASSERT(!atomic_load(&tell));
    atomic_store(&tell, f);
}

static void count_compiled(enum code_maker by, const struct code *c, u32 bytes, i64 ns)
{
    struct work *w = &work[by];
    atomic_fetch_add(&w->ns, ns);
    for (i64 most = atomic_load(&longest_ns); ns > most && !atomic_compare_exchange_weak(&longest_ns, &most, ns);) {}
    if (!c) {
        atomic_fetch_add(&w->failed_ns, ns);
        atomic_fetch_add(&w->failed, 1);
        return;
    }
    atomic_fetch_add(&w->methods, 1);
    atomic_fetch_add(&w->bytes, bytes);
    atomic_fetch_add(&w->code_bytes, atomic_load(&c->size));
    os_mutex_lock(&last_lock);
    snprintf(last_method, sizeof last_method, "%s %s", c->method->owner->name->bytes, c->method->name->bytes);
    last_bytes = bytes;
    os_mutex_unlock(&last_lock);
}
void code_count_compiled(enum code_maker by, const struct code *c, u32 bytes, i64 ns)
{
    count_compiled(by, c, bytes, ns);
    void (*f)(void) = atomic_load(&tell);
    if (f) f();
}

/* Once for each time that it was full. */
static void record_full(struct thread *self)
{
    static _Atomic bool told;
    static _Atomic u32 count;
    if (!code_cache_is_full()) {
        atomic_store(&told, false);
        return;
    }
    if (!RECORDER_WANTS(CodeCacheFull) || atomic_exchange(&told, true)) return;
    struct code_space s;
    u32 methods = 0, others = 0;
    code_space_get(&s);
    code_count(&methods, &others);
    i64 start = (i64)(uintptr_t)s.start, end = start + (i64)s.size;
    recorder_code_cache_full(self, 0, start, end, end, methods + others, methods, others, (i64)(s.size - s.used),
                             ++count, (i64)s.size);
}

void code_record_compiled(struct thread *self, enum code_maker by, struct method *m, const struct code *c, i64 began,
                          u32 inlined, const char *why)
{
    IN_STATE(self, VM);
    static const u32 levels[] = { [CODE_BY_STENCILS] = 1, [CODE_BY_OPTIMIZER] = 4 };
    i64 id = c ? (i64)c->serial : 0;
    record_full(self);
    if (began && RECORDER_WANTS(Compilation))
        recorder_compilation(self, began, id, (u32)by + 1, m, levels[by], c != NULL, false,
                             c ? atomic_load(&c->size) : 0, inlined);
    if (!c && RECORDER_WANTS(CompilationFailure)) recorder_compilation_failure(self, why ? why : "no room", id);
}

u64 code_compiled(u64 *failed, char *last, size_t size, u32 *bytes)
{
    u64 all = 0;
    *failed = 0;
    for (u32 i = 0; i < CODE_MAKERS; i++) {
        all += atomic_load(&work[i].methods);
        *failed += atomic_load(&work[i].failed);
    }
    os_mutex_lock(&last_lock);
    snprintf(last, size, "%s", last_method);
    *bytes = last_bytes;
    os_mutex_unlock(&last_lock);
    return all;
}

void code_totals_get(struct code_totals *t)
{
    *t = (struct code_totals){ .ns = code_compile_ns(), .longest_ns = atomic_load(&longest_ns) };
    for (u32 i = 0; i < CODE_MAKERS; i++) {
        t->methods += atomic_load(&work[i].methods);
        t->failed += atomic_load(&work[i].failed);
        t->bytes += atomic_load(&work[i].bytes);
        t->code_bytes += atomic_load(&work[i].code_bytes);
    }
}

void code_count(u32 *methods, u32 *others)
{
    struct tally t = { 0, 0 };
    code_look_at_each(tally_one, &t);
    *methods = t.methods;
    *others = t.all - t.methods;
}

i64 code_compile_ns(void)
{
    i64 sum = 0;
    for (u32 i = 0; i < CODE_MAKERS; i++) sum += atomic_load(&work[i].ns);
    return sum;
}

static double seconds(i64 ns) { return (double)ns / (double)OS_NS_PER_SEC; }

static void print_work(const char *name, struct work *w, FILE *out)
{
    i64 ns = atomic_load(&w->ns) - atomic_load(&w->failed_ns);
    u64 bytes = atomic_load(&w->bytes);
    fprintf(
        out,
        "  %s {speed: %6.3f bytes/s; standard: %6.3f s, %llu bytes, %llu methods; nmethods_code_size: %llu bytes}\n",
        name, ns > 0 ? (double)bytes / seconds(ns) : 0, seconds(ns), (unsigned long long)bytes,
        (unsigned long long)atomic_load(&w->methods), (unsigned long long)atomic_load(&w->code_bytes));
}

void code_print_times(FILE *out)
{
    fputs("\nIndividual compiler times (for compiled methods only)\n"
          "------------------------------------------------\n\n",
          out);
    print_work("Stencils", &work[CODE_BY_STENCILS], out);
    print_work("Optimizer", &work[CODE_BY_OPTIMIZER], out);
    i64 failed = 0;
    for (u32 i = 0; i < CODE_MAKERS; i++) failed += atomic_load(&work[i].failed_ns);
    fprintf(out,
            "\nAccumulated compiler times\n----------------------------------------------------------\n"
            "  Total compilation time   : %7.3f s\n    Bailed out compilation : %7.3f s\n",
            seconds(code_compile_ns()), seconds(failed));
}
