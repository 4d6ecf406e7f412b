/* jstring.c: java.lang.String from C, and the table of interned strings.
 *
 * A String holds a byte[]: Latin-1 (coder 0) if every unit is below 256, else UTF-16 in the machine's order (coder 1).
 * The table of interned strings is open-addressed and weak: the collector clears dead entries. Its hash cannot be
 * predicted from outside (String.hashCode can). Its lock is a leaf. Nothing allocates under it: interning looks the
 * string up, makes it unlocked and looks again. */
#include "core/jstring.h"
#include "base/contract.h"
#include "base/hash.h"
#include "base/mutf8.h"
#include "core/alloc.h"
#include "core/exception.h"
#include "model/wellknown.h"
#include "os/os_sync.h"
#include "thread/thread_contract.h"
#include <stdlib.h>

enum { LATIN1 = 0, UTF16 = 1 };

/* Makes a String with this `value`. */
static struct object *wrap(struct thread *self, struct object *value, u8 coder)
{
    if (!value) return NULL;
    struct object *s = object_new(self, WK(java_lang_String));
    if (!s) return NULL;
    heap_store_ref(s, WKF(String_value), value);
    obj_set_byte(s, WKF(String_coder), coder);
    return s;
}

/* A byte[] for `units`; throws as Java would if it would be too long. */
static struct object *value_array(struct thread *self, size_t units, bool latin1)
{
    size_t bytes = latin1 ? units : units * 2;
    if (bytes > INT32_MAX - 2) {
        throw_array_too_large(self);
        return NULL;
    }
    return array_new_prim(self, 'B', (i32)bytes);
}

struct object *string_from_mutf8_n(struct thread *self, const char *s, size_t len)
{
    bool latin1;
    size_t units = mutf8_utf16_length(s, len, &latin1);
    struct object *value = value_array(self, units, latin1);
    if (!value) return NULL;
    if (latin1)
        mutf8_to_latin1(s, len, array_data(value));
    else {
        /* elements of a byte[] start at offset 12: four-byte aligned, so two-byte units are aligned */
        mutf8_to_utf16(s, len, array_data(value));
    }
    return wrap(self, value, latin1 ? LATIN1 : UTF16);
}

struct object *string_from_mutf8(struct thread *self, const char *s) { return string_from_mutf8_n(self, s, strlen(s)); }

struct object *string_from_utf16(struct thread *self, const u16 *s, u32 len)
{
    bool latin1 = true;
    for (u32 i = 0; i < len && latin1; i++) latin1 = s[i] < 256;
    struct object *value = value_array(self, len, latin1);
    if (!value) return NULL;
    if (latin1) {
        u8 *p = array_data(value);
        for (u32 i = 0; i < len; i++) p[i] = (u8)s[i];
    } else
        memcpy(array_data(value), s, (size_t)len * 2);
    return wrap(self, value, latin1 ? LATIN1 : UTF16);
}

struct object *string_from_platform(struct thread *self, const char *s)
{
    size_t n = strlen(s);
    u16 *buf = malloc((n + 1) * sizeof *buf);
    if (!buf) {
        throw_no_c_memory(self);
        return NULL;
    }
    size_t units = utf8_to_utf16(s, n, buf, n);
    struct object *r = string_from_utf16(self, buf, (u32)units);
    free(buf);
    return r;
}

/* ---- reading ---- */
/* NULL until a constructor has set it: such a string reads as empty. */
static struct object *value_of(struct object *s) { return obj_ref(s, WKF(String_value)); }

bool string_is_made(struct object *s) { return value_of(s) != NULL; }

/* Reads both fields once, since another thread may be constructing the string. */
struct string_text string_text(struct object *s)
{
    struct object *v = value_of(s);
    u8 coder = obj_byte(s, WKF(String_coder));
    if (!v) return (struct string_text){ "\0", 0, true };
    return (struct string_text){ array_data(v), (u32)array_length(v) >> coder, coder == LATIN1 };
}

bool string_is_latin1(struct object *s) { return string_text(s).latin1; }
u32 string_length(struct object *s) { return string_text(s).length; }
const void *string_data(struct object *s) { return string_text(s).units; }

static u16 unit(const struct string_text *t, u32 i)
{
    return t->latin1 ? ((const u8 *)t->units)[i] : ((const u16 *)t->units)[i];
}
u16 string_char(struct object *s, u32 i)
{
    struct string_text t = string_text(s);
    return i < t.length ? unit(&t, i) : 0;
}

bool string_equal(struct object *a, struct object *b)
{
    if (a == b) return true;
    struct string_text x = string_text(a), y = string_text(b);
    if (x.length != y.length || (x.latin1 != y.latin1 && x.length)) return false;
    return memcmp(x.units, y.units, (size_t)x.length << !x.latin1) == 0;
}

static size_t encoded_length(const struct string_text *t)
{
    return t->latin1 ? mutf8_length_of_latin1(t->units, t->length) : mutf8_length_of_utf16(t->units, t->length);
}
static size_t encode(const struct string_text *t, char *out)
{
    return t->latin1 ? mutf8_from_latin1(t->units, t->length, out) : mutf8_from_utf16(t->units, t->length, out);
}

size_t string_mutf8_length(struct object *s)
{
    struct string_text t = string_text(s);
    return encoded_length(&t);
}

static char *to_mutf8(const struct string_text *t)
{
    char *r = malloc(encoded_length(t) + 1);
    if (r) r[encode(t, r)] = 0;
    return r;
}
char *string_to_mutf8(struct object *s)
{
    struct string_text t = string_text(s);
    return to_mutf8(&t);
}

char *string_to_mutf8_buf(struct object *s, char *buf, size_t size)
{
    if (!size) return buf;
    struct string_text t = string_text(s);
    if (encoded_length(&t) < size) {
        buf[encode(&t, buf)] = 0;
        return buf;
    }
    char *whole = to_mutf8(&t);
    size_t n = size - 1;
    if (whole) {
        while (n && ((u8)whole[n] & 0xc0) == 0x80) n--; /* whole characters only */
        memcpy(buf, whole, n);
    } else
        n = 0;
    buf[n] = 0;
    free(whole);
    return buf;
}

struct symbol *string_to_symbol(struct object *s, bool dots_to_slashes)
{
    struct string_text t = string_text(s);
    size_t n = encoded_length(&t);
    if (n > SYMBOL_MAX_LENGTH) return NULL;
    char fixed[512], *p = n < sizeof fixed ? fixed : vm_malloc(n + 1);
    encode(&t, p);
    if (dots_to_slashes)
        for (size_t i = 0; i < n; i++)
            if (p[i] == '.') p[i] = '/';
    struct symbol *r = symbol_intern(p, n);
    if (p != fixed) free(p);
    return r;
}

/* ---- interned strings ---- */
struct interned {
    struct object *s;
    u32 hash;
}; /* s: NULL free, TOMBSTONE was in use */
static struct {
    struct os_mutex lock;
    struct interned *slot;
    u32 cap, count;
    bool ready;
    struct interned *young; /* put there since the last collection */
    u32 young_count, young_cap;
} table;
#define TOMBSTONE ((struct object *)8)

static void table_lock(void) TAKES_LOCK(table.lock)
{
    static _Atomic int once;
    int no = 0;
    if (UNLIKELY(!__atomic_load_n(&table.ready, __ATOMIC_ACQUIRE)) && atomic_compare_exchange_strong(&once, &no, 1)) {
        os_mutex_init(&table.lock); /* the first string is interned while there is only one thread */
        __atomic_store_n(&table.ready, true, __ATOMIC_RELEASE);
    }
    os_mutex_lock(&table.lock);
}

/* Hashes the units as they are stored: equal strings are stored alike. */
static u32 table_hash(struct object *s)
{
    struct string_text t = string_text(s);
    return (u32)hash_bytes(t.units, t.latin1 ? t.length : (size_t)t.length * 2);
}

static struct object *find_locked(struct object *s, u32 hash) WANTS_LOCK(table.lock)
{
    LOCK_HELD(&table.lock);
    if (!table.cap) return NULL;
    for (u32 i = hash & (table.cap - 1);; i = (i + 1) & (table.cap - 1)) {
        struct interned *e = &table.slot[i];
        if (!e->s) return NULL;
        if (e->s != TOMBSTONE && e->hash == hash && string_equal(e->s, s)) return e->s;
    }
}

static void put_locked(struct object *s, u32 hash) WANTS_LOCK(table.lock)
{
    LOCK_HELD(&table.lock);
    u32 i = hash & (table.cap - 1);
    while (table.slot[i].s && table.slot[i].s != TOMBSTONE) i = (i + 1) & (table.cap - 1);
    table.slot[i] = (struct interned){ s, hash };
}

static void note_young_locked(struct object *s, u32 hash) WANTS_LOCK(table.lock)
{
    LOCK_HELD(&table.lock);
    if (table.young_count == table.young_cap) {
        table.young_cap = table.young_cap ? table.young_cap * 2 : 256;
        table.young = vm_realloc(table.young, table.young_cap * sizeof *table.young);
    }
    table.young[table.young_count++] = (struct interned){ s, hash };
}

static void grow_locked(void) WANTS_LOCK(table.lock)
{
    LOCK_HELD(&table.lock);
    u32 old = table.cap, live = 0;
    struct interned *from = table.slot;
    for (u32 i = 0; i < old; i++) live += from[i].s && from[i].s != TOMBSTONE;
    u32 cap = TINY(1024, 2);
    while (cap < live * 3) cap *= 2;
    table.slot = vm_calloc(cap, sizeof *table.slot);
    table.cap = cap;
    table.count = live;
    for (u32 i = 0; i < old; i++)
        if (from[i].s && from[i].s != TOMBSTONE) put_locked(from[i].s, from[i].hash);
    free(from);
}

struct object *string_intern(struct thread *self, struct object *s)
{
    MAY_COLLECT(self);
    IS_OBJECT(s);
    if (UNLIKELY(!string_is_made(s))) { /* its contents may still change, but the table's strings must not */
        s = string_from_mutf8(self, "");
        if (!s) return NULL;
    }
    u32 hash = table_hash(s);
    table_lock();
    struct object *e = find_locked(s, hash);
    if (!e) {
        if ((table.count + 1) * 3 > table.cap * 2) grow_locked();
        put_locked(s, hash);
        note_young_locked(s, hash);
        table.count++;
        e = s;
    }
    os_mutex_unlock(&table.lock);
    return e;
}

/* Compares an interned string with modified UTF-8 text of `units` UTF-16 units without making a string. */
static bool equals_text(struct object *e, const char *s, size_t len, size_t units, bool latin1)
{
    if (string_length(e) != units || string_is_latin1(e) != latin1) return false;
    const char *end = s + len;
    for (u32 i = 0; i < units; i++)
        if (mutf8_next(&s, end) != string_char(e, i)) return false;
    return true;
}

/* table_hash of the string that the text makes. */
static u32 text_hash(const char *s, size_t len, size_t units, bool latin1)
{
    if (units == len) return (u32)hash_bytes(s, len); /* ASCII */
    u16 fixed[256], *p = units <= ARRAY_LEN(fixed) ? fixed : vm_malloc(units * sizeof *p);
    if (latin1)
        mutf8_to_latin1(s, len, (u8 *)p);
    else
        mutf8_to_utf16(s, len, p);
    u32 hash = (u32)hash_bytes(p, latin1 ? units : units * 2);
    if (p != fixed) free(p);
    return hash;
}

static struct object *intern_text(struct thread *self, const char *s, size_t len)
{
    MAY_COLLECT(self);
    bool latin1;
    size_t units = mutf8_utf16_length(s, len, &latin1);
    u32 hash = text_hash(s, len, units, latin1);
    struct object *found = NULL;
    table_lock();
    if (table.cap)
        for (u32 i = hash & (table.cap - 1); table.slot[i].s; i = (i + 1) & (table.cap - 1)) {
            struct interned *e = &table.slot[i];
            if (e->s != TOMBSTONE && e->hash == hash && equals_text(e->s, s, len, units, latin1)) {
                found = e->s;
                break;
            }
        }
    os_mutex_unlock(&table.lock);
    if (found) return found;
    struct object *n = string_from_mutf8_n(self, s, len);
    return n ? string_intern(self, n) : NULL;
}

struct object *string_intern_symbol(struct thread *self, struct symbol *s)
{
    return intern_text(self, s->bytes, s->len);
}
struct object *string_intern_mutf8(struct thread *self, const char *s) { return intern_text(self, s, strlen(s)); }

struct object *string_intern_class_name(struct thread *self, const struct class *c)
{
    const size_t len = c->name->len;
    char fixed[512], *buf = len <= sizeof fixed ? fixed : vm_malloc(len), *plus = NULL;
    for (size_t i = 0; i < len; i++) {
        buf[i] = (char)(c->name->bytes[i] == '/' ? '.' : c->name->bytes[i]);
        if (buf[i] == '+') plus = buf + i;
    }
    const struct class *in = class_is_array(c) ? c->innermost : c;
    if (plus && (in->flags & CLS_HIDDEN)) *plus = '/'; /* p/Name+0x… is p.Name/0x… */
    struct object *s = intern_text(self, buf, len);
    if (buf != fixed) free(buf);
    return s;
}

static void now_at(const struct interned *e, struct object *now)
{
    u32 i = e->hash & (table.cap - 1);
    while (table.slot[i].s != e->s) i = (i + 1) & (table.cap - 1);
    table.slot[i].s = now ? now : TOMBSTONE;
}

void strings_clear_dead(heap_live_fn live)
{
    WORLD_STOPPED();
    /* The world is stopped. A thread that holds the lock does not allocate, so none is stopped inside. */
    if (heap_young())
        for (u32 i = 0; i < table.young_count; i++) {
            struct object *now = live(table.young[i].s);
            if (now != table.young[i].s) now_at(&table.young[i], now);
        }
    else
        for (u32 i = 0; i < table.cap; i++) {
            struct object *s = table.slot[i].s;
            if (!s || s == TOMBSTONE) continue;
            struct object *now = live(s);
            table.slot[i].s = now ? now : TOMBSTONE;
        }
    table.young_count = 0;
}

void strings_for_each(void (*fn)(struct object *s, void *arg), void *arg)
{
    WORLD_STOPPED();
    table_lock();
    for (u32 i = 0; i < table.cap; i++)
        if (table.slot[i].s && table.slot[i].s != TOMBSTONE) fn(table.slot[i].s, arg);
    os_mutex_unlock(&table.lock);
}

static void add_string(struct object *s, void *sums)
{
    size_t *n = sums;
    n[0]++;
    n[1] += object_size(s) + string_length(s) * (string_is_latin1(s) ? 1 : 2);
}

void strings_statistics(size_t *count, size_t *bytes)
{
    WORLD_STOPPED();
    size_t sums[2] = { 0 };
    strings_for_each(add_string, sums);
    *count = sums[0];
    *bytes = sums[1] + table.cap * sizeof *table.slot;
}
