/* See profile_file.h. */
#include "exec/tier/profile_file.h"
#include "base/hash.h"
#include "bytecode/bytecode.h"
#include "log/log.h"
#include "meta/loader.h"
#include "os/os_file.h"
#include "os/os_proc.h"
#include "thread/thread_contract.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAGIC = 8, HEAD = 16, METHOD = 12, BRANCH = 0, CLASSES = 1, TARGETS = 2 };
enum { COUNTERS = PROFILE_CLASSES + 1 }; /* receivers and switches have so many; a branch has two */
enum { MOST = 16 * MB /* bytes of a file */, PATH = 4096 };
static const char magic[] = "ARGUSPF3";

/* ---- bytes ---- */
/* Detects accidental damage only. */
static u32 sum_of(const u8 *bytes, size_t n)
{
    u32 sum = 2166136261u; /* FNV-1a */
    for (size_t i = 0; i < n; i++) sum = (sum ^ bytes[i]) * 16777619u;
    return sum;
}
/* Reads from `at` up to `end`. `bad`: it was too short once, and all later reads give 0. */
struct reader {
    const u8 *at, *end;
    bool bad;
};
static const u8 *take(struct reader *r, size_t n)
{
    const u8 *p = r->at;
    if (r->bad || n > (size_t)(r->end - r->at)) {
        r->bad = true;
        return NULL;
    }
    r->at += n;
    return p;
}
static u32 take_number(struct reader *r, u32 bytes)
{
    const u8 *p = take(r, bytes);
    u32 v = 0;
    for (u32 i = 0; p && i < bytes; i++) v |= (u32)p[i] << (8 * i);
    return v;
}

/* ---- the file that was read ---- */
struct text {
    const u8 *bytes;
    u32 n;
};
struct saved {
    u64 hash; /* of the names and the checksum */
    struct text owner, name, desc;
    u32 sum;
    const u8 *start, *sites, *end; /* start of the record; start of its sites; end */
    u16 site_count;
    _Atomic bool used;
};
static struct saved *saved; /* by hash */
static u32 saved_count;

static u64 hash_names(struct text owner, struct text name, struct text desc, u32 sum)
{
    return hash_bytes(owner.bytes, owner.n) ^ hash_bytes(name.bytes, name.n) * 3 ^ hash_bytes(desc.bytes, desc.n) * 5 ^
           sum;
}
static struct text text_of(const struct symbol *s) { return (struct text){ (const u8 *)s->bytes, s->len }; }
static bool same_text(struct text a, struct text b) { return a.n == b.n && !memcmp(a.bytes, b.bytes, a.n); }

static struct text take_text(struct reader *r, u32 n)
{
    const u8 *p = take(r, n);
    return (struct text){ p, p ? n : 0 };
}
static u32 counters_of(u32 kind) { return kind == BRANCH ? 2 : COUNTERS; }
static void pass_site(struct reader *r)
{
    (void)take_number(r, 2);
    u32 kind = take_number(r, 1);
    (void)take(r, (size_t)4 * counters_of(kind));
    for (u32 i = 0; kind == CLASSES && i < PROFILE_CLASSES; i++) (void)take(r, take_number(r, 2));
    if (kind == TARGETS) (void)take(r, (size_t)2 * PROFILE_CLASSES);
    if (kind > TARGETS) r->bad = true;
}
static void take_method(struct reader *r, struct saved *s)
{
    *s = (struct saved){ .start = r->at };
    u32 owner = take_number(r, 2), name = take_number(r, 2), desc = take_number(r, 2);
    s->site_count = (u16)take_number(r, 2);
    s->sum = take_number(r, 4);
    s->owner = take_text(r, owner);
    s->name = take_text(r, name);
    s->desc = take_text(r, desc);
    s->sites = r->at;
    for (u32 i = 0; i < s->site_count && !r->bad; i++) pass_site(r);
    s->end = r->at;
    if (!r->bad) s->hash = hash_names(s->owner, s->name, s->desc, s->sum);
}

static int by_hash(const void *a, const void *b)
{
    u64 x = ((const struct saved *)a)->hash, y = ((const struct saved *)b)->hash;
    return (x > y) - (x < y);
}
/* Returns the fault of the file, or NULL. */
static const char *read_methods(const u8 *file, size_t size)
{
    if (size < HEAD || memcmp(file, magic, MAGIC)) return "it is no profile";
    struct reader r = { file + MAGIC, file + size, false };
    u32 bytes = take_number(&r, 4), sum = take_number(&r, 4), n = 0;
    if (bytes != size - HEAD || sum != sum_of(file + HEAD, bytes)) return "it is damaged";
    struct saved *all = malloc((bytes / METHOD + 1) * sizeof *all);
    if (!all) return "there is no memory";
    while (r.at < r.end && !r.bad) take_method(&r, &all[n++]);
    if (r.bad) {
        free(all);
        return "it is damaged";
    }
    qsort(all, n, sizeof *all, by_hash);
    saved = all;
    saved_count = n;
    return NULL;
}

/* Returns the whole file, if it is not too long for a profile. NULL: *wrong has the reason. */
static u8 *read_whole(const char *path, size_t *size, const char **wrong)
{
    u64 n = 0;
    int fd = os_file_is_regular(path) ? os_file_open(path, &n) : -1;
    u8 *file = fd >= 0 && n <= MOST ? malloc(n + 1) : NULL;
    bool done = file && os_file_read_at(fd, file, n, 0);
    *wrong = n > MOST ? "it is too long" : os_file_is_regular(path) ? strerror(errno) : "it is no file";
    if (fd >= 0) os_file_close(fd);
    *size = n;
    if (done) return file;
    free(file);
    return NULL;
}
void profile_file_read(const char *path)
{
    size_t size;
    const char *wrong;
    if (!os_file_exists(path)) return;
    u8 *file = read_whole(path, &size, &wrong);
    if (file) wrong = read_methods(file, size);
    if (!wrong) { /* the memory stays, since texts point into it */
        LOG(info, jit_data, "%s: %u methods", path, saved_count);
        return;
    }
    LOG(warning, jit_data, "The profile %s is not used: %s", path, wrong);
    free(file);
}

static struct saved *find(const struct method *m)
{
    if (!saved_count || !m->orig_code) return NULL;
    struct text owner = text_of(m->owner->name), name = text_of(m->name), desc = text_of(m->desc);
    u32 sum = sum_of(m->orig_code, m->code_len), low = 0, high = saved_count;
    u64 hash = hash_names(owner, name, desc, sum);
    while (low < high) {
        u32 middle = low + (high - low) / 2;
        if (saved[middle].hash < hash)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < saved_count && saved[low].hash == hash; low++) {
        struct saved *s = &saved[low];
        if (s->sum == sum && same_text(s->owner, owner) && same_text(s->name, name) && same_text(s->desc, desc))
            return s;
    }
    return NULL;
}
bool profile_file_has(const struct method *m) { return find(m) != NULL; }

/* A class that may have objects, or NULL. Loads no class. */
static struct class *class_with_objects(struct loader *l, struct text name)
{
    struct symbol *s = name.n ? symbol_lookup((const char *)name.bytes, name.n) : NULL;
    struct class *c = s ? loader_loaded_class(l, s) : NULL;
    bool ready = c && (class_is_array(c) || atomic_load_explicit(&c->state, memory_order_acquire) == CLASS_INITIALIZED);
    return ready && !(c->access & (class_is_array(c) ? ACC_INTERFACE : ACC_ABSTRACT | ACC_INTERFACE)) ? c : NULL;
}
static void recall_site(const struct method *m, struct reader *r)
{
    u32 bci = take_number(r, 2), kind = take_number(r, 1), counter[COUNTERS] = { 0 };
    for (u32 i = 0; i < counters_of(kind); i++) counter[i] = take_number(r, 4);
    struct profile_site *s = bci < m->code_len ? profile_site(m, bci) : NULL;
    u8 flow = s ? bytecode_info[m->orig_code[bci]].flow : BC_NEXT;
    bool classes = s && flow != BC_BRANCH && flow != BC_SWITCH;
    if (kind == BRANCH && flow == BC_BRANCH) s->branch = (struct profile_branch){ counter[0], counter[1] };
    for (u32 i = 0; kind == TARGETS && i < PROFILE_CLASSES; i++) {
        u32 target = take_number(r, 2);
        if (flow != BC_SWITCH) continue;
        s->target[i] = counter[i] ? target + 1 : 0;
        s->count[i] = counter[i];
    }
    for (u32 i = 0; kind == CLASSES && i < PROFILE_CLASSES; i++) {
        struct text name = take_text(r, take_number(r, 2));
        struct class *c = classes ? class_with_objects(m->owner->loader, name) : NULL;
        if (!c) continue;
        s->class_ref[i] = (u32)(uintptr_t)c;
        s->count[i] = counter[i];
    }
    if (kind == CLASSES ? classes : kind == TARGETS && flow == BC_SWITCH) s->others = counter[PROFILE_CLASSES];
}
void profile_file_recall(const struct method *m, struct profile *p)
{
    NO_LOCK_HELD();
    struct saved *known = find(m);
    if (!known) return;
    struct reader r = { known->sites, known->end, false };
    for (u32 i = 0; i < known->site_count; i++) recall_site(m, &r);
    atomic_store(&known->used, true);
    __atomic_store_n(&p->heat, -1, __ATOMIC_RELEASE);
}

/* ---- writing ---- */
struct writer {
    FILE *out;
    u32 methods;
    size_t bytes;
};
static void put(struct writer *w, const void *bytes, size_t n)
{
    fwrite(bytes, 1, n, w->out);
    w->bytes += n;
}
static void put_number(struct writer *w, u32 v, u32 bytes)
{
    u8 b[4] = { (u8)v, (u8)(v >> 8), (u8)(v >> 16), (u8)(v >> 24) };
    put(w, b, bytes);
}
static void put_class(struct writer *w, const struct class *c)
{
    put_number(w, c ? c->name->len : 0, 2);
    if (c) put(w, c->name->bytes, c->name->len);
}
static void put_targets(struct writer *w, const struct method *m, u32 bci)
{
    struct profile_switch s = { .others = 0 };
    (void)profile_switch(m, bci, &s);
    put_number(w, bci, 2);
    put_number(w, TARGETS, 1);
    for (u32 i = 0; i < PROFILE_CLASSES; i++) put_number(w, s.count[i], 4);
    put_number(w, s.others, 4);
    for (u32 i = 0; i < PROFILE_CLASSES; i++) put_number(w, s.target[i] & 0xffff, 2);
}
static void put_site(struct writer *w, const struct method *m, u32 bci)
{
    if (bytecode_info[m->orig_code[bci]].flow == BC_SWITCH) {
        put_targets(w, m, bci);
        return;
    }
    struct profile_branch b = { 0, 0 };
    struct profile_receivers c = { .others = 0 };
    bool branch = bytecode_info[m->orig_code[bci]].flow == BC_BRANCH;
    if (branch)
        (void)profile_branch(m, bci, &b);
    else
        (void)profile_receivers(m, bci, &c);
    put_number(w, bci, 2);
    put_number(w, branch ? BRANCH : CLASSES, 1);
    if (branch) {
        put_number(w, b.taken, 4);
        put_number(w, b.not_taken, 4);
        return;
    }
    for (u32 i = 0; i < PROFILE_CLASSES; i++) put_number(w, c.count[i], 4);
    put_number(w, c.others, 4);
    for (u32 i = 0; i < PROFILE_CLASSES; i++) put_class(w, c.cls[i]);
}
static void put_method(struct writer *w, const struct method *m, const struct profile *p)
{
    put_number(w, m->owner->name->len, 2);
    put_number(w, m->name->len, 2);
    put_number(w, m->desc->len, 2);
    put_number(w, p->count, 2);
    put_number(w, sum_of(m->orig_code, m->code_len), 4);
    put(w, m->owner->name->bytes, m->owner->name->len);
    put(w, m->name->bytes, m->name->len);
    put(w, m->desc->bytes, m->desc->len);
    for (u32 i = 0; i < p->count; i++) put_site(w, m, p->site[i].bci);
    w->methods++;
}
static void put_class_methods(struct class *c, void *arg)
{
    struct writer *w = arg;
    for (u32 i = 0; i < c->method_count && w->bytes < MOST / 2; i++) {
        const struct method *m = c->methods[i];
        const struct profile *p = method_is_native(m) || (c->flags & CLS_HIDDEN) ? NULL : profile_if_made(m);
        if (p && profile_is_enough(p)) put_method(w, m, p);
    }
}
static void put_others(struct writer *w)
{
    for (u32 i = 0; i < saved_count && w->bytes < MOST / 2; i++) {
        const struct saved *s = &saved[i];
        if (s->used) continue;
        put(w, s->start, (size_t)(s->end - s->start));
        w->methods++;
    }
}

/* Writes under another name and renames, so that a reader finds the old file or the new one. */
static bool replace_file(const char *path, const u8 *bytes, size_t n)
{
    char fresh[PATH];
    if (snprintf(fresh, sizeof fresh, "%s.%d", path, os_pid()) >= (int)sizeof fresh) {
        errno = ENAMETOOLONG;
        return false;
    }
    int fd = os_file_create(fresh, OS_FILE_NEW, 0666);
    if (fd < 0) return false;
    bool done = os_file_write(fd, bytes, n);
    os_file_close(fd);
    if (done && os_file_rename(fresh, path)) return true;
    int why = errno;
    (void)os_file_remove(fresh);
    errno = why;
    return false;
}

void profile_file_write(const char *path)
{
    IN_STATE(thread_self(), VM);
    char *text = NULL;
    size_t size = 0;
    struct writer w = { .out = open_memstream(&text, &size) };
    bool done = false;
    if (w.out) {
        put(&w, magic, MAGIC);
        put_number(&w, 0, 4);
        put_number(&w, 0, 4);
        loader_for_each_class(put_class_methods, &w);
        put_others(&w);
        done = fclose(w.out) == 0;
    }
    if (done) {
        u32 bytes = (u32)(size - HEAD), sum = sum_of((u8 *)text + HEAD, bytes);
        for (u32 i = 0; i < 4; i++) {
            text[MAGIC + i] = (char)(bytes >> (8 * i));
            text[MAGIC + 4 + i] = (char)(sum >> (8 * i));
        }
        done = replace_file(path, (u8 *)text, size);
    }
    if (done)
        LOG(info, jit_data, "%s: %u methods written", path, w.methods);
    else
        LOG(warning, jit_data, "The profile %s was not written: %s", path, strerror(errno));
    free(text);
}
