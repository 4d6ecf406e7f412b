/* HPROF: a header, records (tag, time, length, body) with names, classes and stacks, then segments of heap sub-records.
 * Everything is big-endian; an object's id is its address, a name's the address of its symbol. All is written in one
 * pass over the heap while the world is stopped. Sub-records are collected in a buffer that becomes a segment when it
 * is full; one that is larger than the buffer becomes a segment of its own. Source: the format's description in
 * OpenJDK's documentation of the HPROF agent. */
#include "service/heap_dump.h"
#include "base/hashmap.h"
#include "core/alloc.h"
#include "core/slot_map.h"
#include "meta/loader.h"
#include "model/options.h"
#include "model/wellknown.h"
#include "os/os_file.h"
#include "os/os_gzip.h"
#include "os/os_proc.h"
#include "os/os_time.h"
#include "thread/recorder.h"
#include "thread/refs.h"
#include "thread/safepoint.h"
#include "thread/thread_contract.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

enum record { R_UTF8 = 0x01, R_LOAD_CLASS = 0x02, R_FRAME = 0x04, R_TRACE = 0x05, R_SEGMENT = 0x1c, R_END = 0x2c };
enum sub_record {
    S_JNI_GLOBAL = 0x01,
    S_JAVA_FRAME = 0x03,
    S_STICKY_CLASS = 0x05,
    S_MONITOR_USED = 0x07,
    S_THREAD = 0x08,
    S_CLASS = 0x20,
    S_INSTANCE = 0x21,
    S_OBJECT_ARRAY = 0x22,
    S_PRIMITIVE_ARRAY = 0x23,
};
enum { SEGMENT_SIZE = TINY(1 << 20, 1 << 12), ID = 8, NO_TRACE = 1 /* serial of the empty trace */ };

struct dump {
    FILE *out;
    u8 *segment;
    size_t used;            /* bytes in the segment */
    size_t direct;          /* bytes still to be written of a record of its own, which goes to the file directly */
    struct hashmap names;   /* symbols written */
    struct hashmap serials; /* struct class* -> serial */
    u32 next_frame;
};

/* ---- bytes ---- */

static void put(struct dump *d, const void *p, size_t n)
{
    if (d->direct) {
        VM_ASSERT(n <= d->direct);
        fwrite(p, 1, n, d->out);
        d->direct -= n;
        return;
    }
    memcpy(d->segment + d->used, p, n);
    d->used += n;
}
static void put_u1(struct dump *d, u8 v) { put(d, &v, 1); }
static void put_u2(struct dump *d, u16 v)
{
    u8 b[2];
    wr_u16be(b, v);
    put(d, b, 2);
}
static void put_u4(struct dump *d, u32 v)
{
    u8 b[4];
    wr_u32be(b, v);
    put(d, b, 4);
}
static void put_u8(struct dump *d, u64 v)
{
    u8 b[8];
    wr_u64be(b, v);
    put(d, b, 8);
}
static void put_id(struct dump *d, const void *p) { put_u8(d, (u64)(uintptr_t)p); }

/* Begins a record with exactly `length` bytes after its head. */
static void record(struct dump *d, enum record tag, size_t length)
{
    VM_ASSERT(d->direct == 0);
    d->direct = 9 + length;
    put_u1(d, tag);
    put_u4(d, 0); /* microseconds since the header's time */
    put_u4(d, (u32)length);
}

static void flush_segment(struct dump *d)
{
    if (!d->used) return;
    record(d, R_SEGMENT, d->used);
    put(d, d->segment, d->used);
    d->used = 0;
}

/* Begins a sub-record of exactly `size` bytes, tag included. */
static void begin_sub(struct dump *d, size_t size)
{
    VM_ASSERT(d->direct == 0);
    if (size > SEGMENT_SIZE) {
        flush_segment(d);
        record(d, R_SEGMENT, size);
    } else if (d->used + size > SEGMENT_SIZE) {
        flush_segment(d);
    }
}

/* ---- values ---- */

static u8 type_code(char kind)
{
    switch (kind) {
    case 'Z': return 4;
    case 'C': return 5;
    case 'F': return 6;
    case 'D': return 7;
    case 'B': return 8;
    case 'S': return 9;
    case 'I': return 10;
    case 'J': return 11;
    default: return 2;
    }
}

static u32 value_size(char kind)
{
    switch (kind) {
    case 'Z':
    case 'B': return 1;
    case 'C':
    case 'S': return 2;
    case 'F':
    case 'I': return 4;
    default: return 8; /* references as ids */
    }
}

static void put_value(struct dump *d, const struct object *o, u32 offset, char kind)
{
    const char *at = heap_bytes_at(o, offset, kind == 'L' || kind == '[');
    switch (value_size(kind)) {
    case 1: put_u1(d, *(const u8 *)at); break;
    case 2: put_u2(d, *(const u16 *)at); break;
    case 4: put_u4(d, *(const u32 *)at); break;
    default:
        if (kind == 'J' || kind == 'D')
            put_u8(d, *(const u64 *)at);
        else
            put_id(d, ref_decode(*(const nref *)(const void *)at));
    }
}

/* ---- names and classes ---- */

static void name(struct dump *d, const struct symbol *s)
{
    if (!s || hashmap_put(&d->names, s, (void *)s)) return;
    record(d, R_UTF8, ID + (size_t)s->len);
    put_id(d, s);
    put(d, s->bytes, s->len);
}

static void each_class(struct dump *d, void (*fn)(struct dump *d, struct class *c))
{
    u32 cursor = 0;
    u64 key;
    while (hashmap_next(&d->serials, &cursor, &key, NULL)) fn(d, (struct class *)(uintptr_t)key);
}

static void note_class(struct class *c, void *arg)
{
    struct dump *d = arg;
    if (c->mirror && !hashmap_get(&d->serials, c))
        hashmap_put(&d->serials, c, (void *)(uintptr_t)(hashmap_count(&d->serials) + 1));
}

static u32 serial_of(struct dump *d, const struct class *c) { return (u32)(uintptr_t)hashmap_get(&d->serials, c); }

static void class_names(struct dump *d, struct class *c)
{
    name(d, c->name);
    for (u32 i = 0; i < c->field_count; i++) name(d, class_field(c, i)->name);
}

static void load_class(struct dump *d, struct class *c)
{
    record(d, R_LOAD_CLASS, 4 + ID + 4 + ID);
    put_u4(d, serial_of(d, c));
    put_id(d, c->mirror);
    put_u4(d, NO_TRACE);
    put_id(d, c->name);
}

static void class_dump(struct dump *d, struct class *c)
{
    u32 statics = 0, instance = 0, static_bytes = 0;
    for (u32 i = 0; i < c->field_count; i++) {
        if (!(class_field(c, i)->access & ACC_STATIC))
            instance++;
        else
            statics++, static_bytes += ID + 1 + value_size((char)class_field(c, i)->kind);
    }
    begin_sub(d, 1 + ID + 4 + 6 * ID + 4 + 2 + 2 + static_bytes + 2 + instance * (ID + 1));
    put_u1(d, S_CLASS);
    put_id(d, c->mirror);
    put_u4(d, NO_TRACE);
    put_id(d, c->super && !class_is_interface(c) ? c->super->mirror : NULL);
    put_id(d, c->loader->java);
    put_id(d, ref_load(c->mirror, WKF(Class_signers)));
    put_id(d, ref_load(c->mirror, WKF(Class_protection_domain)));
    put_id(d, NULL);
    put_id(d, NULL);
    put_u4(d, c->type.instance_size);
    put_u2(d, 0); /* constant pool entries: none are dumped */
    put_u2(d, (u16)statics);
    for (u32 i = 0; i < c->field_count; i++) {
        const struct field *f = class_field(c, i);
        if (!(f->access & ACC_STATIC)) continue;
        put_id(d, f->name);
        put_u1(d, type_code((char)f->kind));
        put_value(d, field_static_base(f), f->offset, (char)f->kind);
    }
    put_u2(d, (u16)instance);
    for (u32 i = 0; i < c->field_count; i++) {
        const struct field *f = class_field(c, i);
        if (f->access & ACC_STATIC) continue;
        put_id(d, f->name);
        put_u1(d, type_code((char)f->kind));
    }
}

/* ---- objects ---- */

static void instance(struct dump *d, const struct object *o)
{
    size_t bytes = 0;
    for (const struct class *c = object_class(o); c; c = c->super)
        for (u32 i = 0; i < c->field_count; i++)
            if (!(class_field(c, i)->access & ACC_STATIC)) bytes += value_size((char)class_field(c, i)->kind);
    begin_sub(d, 1 + ID + 4 + ID + 4 + bytes);
    put_u1(d, S_INSTANCE);
    put_id(d, o);
    put_u4(d, NO_TRACE);
    put_id(d, object_class(o)->mirror);
    put_u4(d, (u32)bytes);
    for (const struct class *c = object_class(o); c; c = c->super) /* the class's own fields first */
        for (u32 i = 0; i < c->field_count; i++)
            if (!(class_field(c, i)->access & ACC_STATIC))
                put_value(d, o, class_field(c, i)->offset, (char)class_field(c, i)->kind);
}

/* The format's lengths have 32 bits: the beginning of a larger array is written. */
static u32 fitting_length(const struct object *a, u32 size, size_t head)
{
    u64 most = (UINT32_MAX - head) / size;
    return (u64)array_length(a) < most ? (u32)array_length(a) : (u32)most;
}

static void object_array(struct dump *d, const struct object *a)
{
    size_t head = 1 + ID + 4 + 4 + ID;
    u32 n = fitting_length(a, ID, head);
    begin_sub(d, head + (size_t)n * ID);
    put_u1(d, S_OBJECT_ARRAY);
    put_id(d, a);
    put_u4(d, NO_TRACE);
    put_u4(d, n);
    put_id(d, object_class(a)->mirror);
    for (u32 i = 0; i < n; i++) put_id(d, array_ref(a, (i32)i));
}

static void primitive_array(struct dump *d, const struct object *a)
{
    char kind = (char)object_class(a)->element->prim_kind;
    u32 size = value_size(kind), base = array_base(object_type(a)->elem_shift);
    size_t head = 1 + ID + 4 + 4 + 1;
    u32 n = fitting_length(a, size, head);
    begin_sub(d, head + (size_t)n * size);
    put_u1(d, S_PRIMITIVE_ARRAY);
    put_id(d, a);
    put_u4(d, NO_TRACE);
    put_u4(d, n);
    put_u1(d, type_code(kind));
    if (size == 1)
        put(d, (const char *)a + base, n);
    else
        for (u32 i = 0; i < n; i++) put_value(d, a, base + i * size, kind);
}

static bool dump_object(struct object *o, void *arg)
{
    struct dump *d = arg;
    switch (object_type(o)->kind) {
    case HEAP_REF_ARRAY: object_array(d, o); break;
    case HEAP_PRIM_ARRAY: primitive_array(d, o); break;
    case HEAP_MIRROR: {
        const struct class *c = class_of_mirror(o);
        if (!c || (class_is_primitive(c) && !(c->flags & CLS_STATICS))) instance(d, o); /* the others are class dumps */
        break;
    }
    default: instance(d, o);
    }
    return true;
}

/* ---- threads and roots ---- */

/* Thread t is number `serial`; its trace has the number serial + 1 (trace 1 is the empty one). */
static void thread_trace(struct dump *d, struct thread *t, u32 serial)
{
    u32 n = 0, first = d->next_frame + 1;
    for (struct frame *f = frame_java(t->fp); f; f = frame_caller(f), n++) {
        struct method *m = f->method;
        name(d, m->name);
        name(d, m->desc);
        name(d, m->owner->source_file);
        record(d, R_FRAME, 4 * ID + 4 + 4);
        put_u8(d, ++d->next_frame);
        put_id(d, m->name);
        put_id(d, m->desc);
        put_id(d, m->owner->source_file);
        put_u4(d, serial_of(d, m->owner));
        i32 line = method_is_native(m) ? -3 : method_line(m, frame_bci(f));
        put_u4(d, (u32)line);
    }
    record(d, R_TRACE, 12 + (size_t)n * ID);
    put_u4(d, serial + 1);
    put_u4(d, serial);
    put_u4(d, n);
    for (u32 i = 0; i < n; i++) put_u8(d, first + i);
}

static void frame_root(struct dump *d, const struct object *o, u32 serial, u32 depth)
{
    begin_sub(d, 1 + ID + 8);
    put_u1(d, S_JAVA_FRAME);
    put_id(d, o);
    put_u4(d, serial);
    put_u4(d, depth);
}

struct frame_roots {
    struct dump *d;
    u32 serial, depth;
};

static void frame_roots(void *arg, slot *from, slot *to) /* only starts of objects count */
{
    struct frame_roots *r = arg;
    for (slot *s = from; s < to; s++)
        if (*s && heap_is_object(slot_ref(*s))) frame_root(r->d, slot_ref(*s), r->serial, r->depth);
}

static void thread_roots(struct dump *d, struct thread *t, u32 serial)
{
    begin_sub(d, 1 + ID + 8);
    put_u1(d, S_THREAD);
    put_id(d, t->java);
    put_u4(d, serial);
    put_u4(d, serial + 1);
    struct frame_roots r = { d, serial, 0 };
    slot *end = t->jsp + 1;
    struct frame *callee = NULL;
    for (struct frame *f = t->fp; f; end = f->locals, callee = f, f = frame_prev(f)) {
        if (f->kind == FRAME_ENTRY) continue;
        frame_visit_slots(f, end, callee, false, frame_roots, &r);
        r.depth++;
    }
    for (u32 i = 0; i < t->lock_top; i++) {
        begin_sub(d, 1 + ID);
        put_u1(d, S_MONITOR_USED);
        put_id(d, t->locks[i].obj);
    }
}

static void global_root(struct object *o, void *arg)
{
    struct dump *d = arg;
    if (!o) return;
    begin_sub(d, 1 + 2 * ID);
    put_u1(d, S_JNI_GLOBAL);
    put_id(d, o);
    put_id(d, NULL);
}

static void sticky_class(struct dump *d, struct class *c)
{
    if (!c->loader->is_boot) return;
    begin_sub(d, 1 + ID);
    put_u1(d, S_STICKY_CLASS);
    put_id(d, c->mirror);
}

static void each_thread(struct dump *d, void (*fn)(struct dump *d, struct thread *t, u32 serial))
{
    u32 serial = 0;
    for (struct thread *t = threads_first(); t; t = t->next)
        if (t->java) fn(d, t, ++serial);
}

/* World stopped. */
static void write_all(struct dump *d)
{
    WORLD_STOPPED();
    static const char magic[] = "JAVA PROFILE 1.0.2";
    d->direct = sizeof magic + 12;
    put(d, magic, sizeof magic);
    put_u4(d, ID);
    put_u8(d, (u64)os_time_wall_ms());
    loader_for_each_class(note_class, d);
    each_class(d, class_names);
    each_class(d, load_class);
    record(d, R_TRACE, 12);
    put_u4(d, NO_TRACE);
    put_u4(d, 0);
    put_u4(d, 0);
    each_thread(d, thread_trace);
    each_class(d, class_dump);
    heap_walk(dump_object, d);
    each_thread(d, thread_roots);
    refs_for_each_global(global_root, d);
    each_class(d, sticky_class);
    flush_segment(d);
    record(d, R_END, 0);
}

/* ---- the file ---- */

/* Takes fd over in any case. NULL with errno set. */
static FILE *open_stream(int fd, int compression)
{
    if (compression) { /* the comment is HotSpot's; readers take the size of blocks from it */
        char comment[40];
        snprintf(comment, sizeof comment, "HPROF BLOCKSIZE=%d", OS_GZIP_BLOCK);
        return os_gzip_stream(fd, compression, comment);
    }
    FILE *plain = fdopen(fd, "w");
    if (!plain) os_file_close(fd);
    return plain;
}

static bool write_stopped(struct thread *self, FILE *out)
{
    struct dump d = { .out = out, .segment = malloc(SEGMENT_SIZE), .names = HASHMAP_INIT, .serials = HASHMAP_INIT };
    if (!d.segment) {
        errno = ENOMEM;
        return false;
    }
    safepoint_begin(self, "HeapDump");
    threads_lock(self);
    write_all(&d);
    threads_unlock();
    safepoint_end(self);
    hashmap_destroy(&d.names);
    hashmap_destroy(&d.serials);
    free(d.segment);
    return !ferror(out);
}

i64 heap_dump_write(struct thread *self, const struct heap_dump_request *r, char *error, size_t error_size)
{
    MAY_COLLECT(self);
    int fd = os_file_create(r->path, r->overwrite ? OS_FILE_REPLACE : OS_FILE_NEW, 0600);
    FILE *out = fd < 0 ? NULL : open_stream(fd, r->compression);
    if (!out) {
        snprintf(error, error_size, "%s", errno == EEXIST ? "File exists" : strerror(errno));
        return -1;
    }
    i64 began = os_time_monotonic_ns();
    if (r->live) vm_collect(self, HEAP_CAUSE_TOOL, false);
    errno = 0;
    bool good = write_stopped(self, out);
    int why = errno;
    if (fclose(out) != 0) {
        if (good) why = errno;
        good = false;
    }
    u64 size;
    int read = good ? os_file_open(r->path, &size) : -1;
    if (read >= 0) os_file_close(read);
    if (read >= 0) {
        if (RECORDER_WANTS(HeapDump)) recorder_heap_dump(self, began, r->path, (i64)size, r->live, r->of_error);
        return (i64)size;
    }
    snprintf(error, error_size, "%s", strerror(why ? why : EIO));
    return -1;
}

i64 heap_dump_write_plain(struct thread *self, const char *path, bool live, bool overwrite, char *error,
                          size_t error_size)
{
    return heap_dump_write(self, &(struct heap_dump_request){ .path = path, .live = live, .overwrite = overwrite },
                           error, error_size);
}

void heap_dump_as_asked(struct thread *self)
{
    static _Atomic u32 dumps;
    char path[PATH_MAX], error[256];
    const char *asked = options.heap_dump_path ? options.heap_dump_path : "";
    bool folder = !*asked || os_file_is_directory(asked);
    if (folder)
        snprintf(path, sizeof path, "%s%sjava_pid%d.hprof", asked, *asked && asked[strlen(asked) - 1] != '/' ? "/" : "",
                 os_pid());
    else
        snprintf(path, sizeof path, "%s", asked);
    u32 n = atomic_fetch_add(&dumps, 1);
    if (n) snprintf(path + strlen(path), sizeof path - strlen(path), ".%u", n);
    printf("Dumping heap to %s ...\n", path);
    fflush(stdout);
    struct heap_dump_request r = { .path = path, .of_error = true };
    i64 start = os_time_monotonic_ns(), size = heap_dump_write(self, &r, error, sizeof error);
    if (size < 0)
        printf("Unable to create %s: %s\n", path, error);
    else
        printf("Heap dump file created [%lld bytes in %.3f secs]\n", (long long)size,
               (double)(os_time_monotonic_ns() - start) / 1e9);
    fflush(stdout);
}
