/* Writes the recording of a VM that crashes: all chunks of the repository, one after the other, as one file.
 *
 * Runs in a signal handler, in a process with memory that cannot be trusted, so it allocates nothing. A child of the
 * process writes the data that was not flushed. It has a copy of all memory and may fault or hang; it is killed when it
 * takes too long. Then the file has the data up to the last flush. The child takes memory from pages of its
 * own (vm_memory_from_pages), as a thread of the crashed process may have held a lock of malloc. */
#include "exec/stack/stack_async.h"
#include "jfr/jfr_int.h"
#include "os/os_file.h"
#include "os/os_folder.h"
#include "os/os_proc.h"
#include "os/os_time.h"
#include <limits.h>
#include <stdio.h>

enum { HEADER = 68, SIZE_AT = 8, METADATA_AT = 24, DATE = 19 }; /* DATE: of a chunk's name, more tells several apart */
enum { NAME_MOST = 64, CHUNKS_MOST = 1000 };
enum { CHILD_STACK = 32 * KB }; /* so deep the child may go below its first functions: a quarter of a handler's stack */
#define CHILD_NS (10 * OS_NS_PER_SEC)

static char repository[PATH_MAX];
static char names[CHUNKS_MOST][NAME_MOST];
static u32 name_count;

void jfr_set_repository(const char *path) { snprintf(repository, sizeof repository, "%s", path); }

bool jfr_dump_path(char *out, size_t size)
{
    char folder[PATH_MAX];
    if (!jfr_recording() || !os_folder_current(folder, sizeof folder)) return false;
    return snprintf(out, size, "%s/hs_err_pid%d.jfr", folder, os_pid()) < (int)size;
}

/* ---- in the child ---- */

struct last {
    const char *path;
    const void *context;
};

static void put_reason(const void *context)
{
    struct thread *self = thread_self();
    if (!self) return;
    static struct async_frame frames[2048];
    u32 most = jfr_stack_depth + 1 < ARRAY_LEN(frames) ? jfr_stack_depth + 1 : (u32)ARRAY_LEN(frames);
    u32 n = stack_async_walk(self, context, frames, most);
    atomic_store(&self->state, THREAD_IN_VM); /* this process has no other thread */
    /* On the handler's stack the thread's own limit says nothing: it may lie above, and then no class gets a name. */
    self->c_stack_limit = (char *)__builtin_frame_address(0) - CHILD_STACK;
    struct jfr_thread *t = jfr_thread_of(self);
    if (RECORDER_WANTS(DumpReason))
        jfr_emit_as(t, RECORDER_DumpReason, os_time_monotonic_ns(), 0, 0, 0,
                    (const union recorder_value[]){ { .text = "Crash" }, { .number = (u32)-1 } });
    if (!RECORDER_WANTS(Shutdown)) return;
    u64 thread = jfr_use_thread(self), trace = n ? jfr_trace_of(t, frames, n) : 0;
    jfr_emit_as(t, RECORDER_Shutdown, os_time_monotonic_ns(), 0, thread, trace,
                &(union recorder_value){ .text = "VM Error" });
}

__attribute__((no_thread_safety_analysis)) static void write_rest(void *arg)
{
    const struct last *l = arg;
    vm_memory_from_pages();
    jfr_memory_apart();
    /* their holders are threads that this process does not have, or a thread with another number */
    jfr_lock = jfr_file_lock = (struct os_mutex)OS_MUTEX_INIT;
    os_mutex_lock(&jfr_file_lock);
    put_reason(l->context);
    os_mutex_lock(&jfr_lock);
    jfr_write_last(l->path);
}

/* ---- all chunks ---- */

static bool before(const char *a, const char *b)
{
    int date = strncmp(a, b, DATE);
    size_t n = strlen(a), m = strlen(b);
    return date ? date < 0 : n != m ? n < m : strcmp(a, b) < 0;
}

static bool take_name(void *arg, const char *name)
{
    size_t n = strlen(name);
    if (n <= DATE || n >= NAME_MOST || strcmp(name + n - 4, ".jfr") || name_count == CHUNKS_MOST) return true;
    u32 at = name_count++;
    for (; at > 0 && before(name, names[at - 1]); at--) memcpy(names[at], names[at - 1], NAME_MOST);
    memcpy(names[at], name, n + 1);
    return true;
}

/* Appends the chunk up to the size in its header. Bytes after that are no part of it yet. */
static void append(int to, const char *path)
{
    static u8 bytes[64 * KB];
    u64 size, at = 0;
    int from = os_file_open(path, &size);
    if (from < 0) return;
    if (size > HEADER && os_file_read_at(from, bytes, HEADER, 0) && !memcmp(bytes, "FLR", 4) &&
        rd_u64be(bytes + METADATA_AT)) {
        u64 whole = rd_u64be(bytes + SIZE_AT);
        if (whole < size) size = whole;
        for (size_t n; at < size; at += n) {
            n = size - at < sizeof bytes ? (size_t)(size - at) : sizeof bytes;
            if (!os_file_read_at(from, bytes, n, at) || !os_file_write(to, bytes, n)) break;
        }
    }
    os_file_close(from);
}

void jfr_dump(const char *path, const void *context)
{
    if (!jfr_recording()) return;
    struct last l = { path, context };
    bool claimed = jfr_claim_all();
    if (claimed) (void)os_proc_in_child(write_rest, &l, CHILD_NS);
    /* Between two chunks there is none for a moment. If the locks are ours that moment is over, and a recording without
     * a chunk is in memory alone: the child has written the file. */
    if (claimed && !atomic_load(&jfr_has_chunk)) return;
    (void)os_folder_each_raw(repository, take_name, NULL);
    if (!name_count) return;
    int to = os_file_create(path, OS_FILE_REPLACE, 0600);
    if (to < 0) return;
    for (u32 i = 0; i < name_count; i++) {
        static char chunk[PATH_MAX + NAME_MOST + 1];
        snprintf(chunk, sizeof chunk, "%s/%s", repository, names[i]);
        append(to, chunk);
    }
    os_file_close(to);
}
