/* The area: a prologue of 32 bytes, then entries one after the other: 20 bytes of offsets and kinds, the name, the
 * value (longs aligned to 8).
 *
 *   prologue  0: ca fe c0 c0   4: byte order (1: little)   5: major 2   6: minor 0   7: accessible   8: used
 *            12: overflow   16: time of change (ns)   24: offset of the first entry   28: number of entries
 *   entry     0: length   4: offset of the name   8: elements of a vector, 0 for a scalar   12: type 'J' or 'B'
 *            13: flags   14: units   15: variability   16: offset of the value
 *   flags    1: supported, shown by default: names that begin with java. or com.sun.
 *
 * One lock, a leaf. Values that no longer fit are in ordinary memory: this process can use them, others do not see
 * them. */
#include "jdk/perf_data.h"
#include "base/contract.h"
#include "jdk_release.h"
#include "model/options.h"
#include "model/vm.h"
#include "os/os_file.h"
#include "os/os_folder.h"
#include "os/os_proc.h"
#include "os/os_sync.h"
#include "os/os_time.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

enum { AREA_SIZE = 32 * 1024, PROLOGUE = 32, ENTRY = 20 };

struct prologue {
    u8 magic[4], order, major, minor, accessible;
    i32 used, overflow;
    i64 changed;
    i32 first, count;
};
struct entry {
    i32 length, name, vector_length;
    u8 type, flags, units, variability;
    i32 value;
};
_Static_assert(sizeof(struct prologue) == PROLOGUE && sizeof(struct entry) == ENTRY, "readers know these sizes");

struct outside {
    struct outside *next;
    void *value;
    char name[];
};

static struct os_mutex lock = OS_MUTEX_INIT;
static struct prologue *area;
static bool shared; /* the area is in a file */
static struct outside *outside;
static char file_path[PATH_MAX];

static bool name_taken(const char *name)
{
    char *at = (char *)area + PROLOGUE;
    for (i32 i = 0; i < area->count; i++) {
        struct entry *e = (struct entry *)at;
        if (!strcmp(at + e->name, name)) return true;
        at += e->length;
    }
    for (struct outside *o = outside; o; o = o->next)
        if (!strcmp(o->name, name)) return true;
    return false;
}

static void *add_locked(const char *name, size_t length, enum perf_units units, enum perf_variability variability)
    WANTS_LOCK(lock)
{
    LOCK_HELD(&lock);
    size_t value = ENTRY + strlen(name) + 1;
    if (!length) value = ALIGN_UP(value, 8); /* entries start at multiples of 8 */
    size_t total = ALIGN_UP(value + (length ? length : 8), 8);
    if (total > AREA_SIZE - (size_t)area->used) {
        struct outside *o = vm_malloc(sizeof *o + strlen(name) + 1);
        strcpy(o->name, name);
        o->value = vm_calloc(1, ALIGN_UP(length ? length : 8, 8));
        o->next = outside;
        outside = o;
        area->overflow += (i32)total;
        return o->value;
    }
    struct entry *e = (struct entry *)((char *)area + area->used);
    bool supported = !strncmp(name, "java.", 5) || !strncmp(name, "com.sun.", 8);
    *e = (struct entry){ (i32)total, ENTRY,     (i32)length,     length ? 'B' : 'J',
                         supported,  (u8)units, (u8)variability, (i32)value };
    strcpy((char *)e + ENTRY, name);
    area->used += (i32)total;
    area->changed = os_time_monotonic_ns();
    __atomic_store_n(&area->count, area->count + 1, __ATOMIC_RELEASE);
    return (char *)e + value;
}

void *perf_data_new(const char *name, size_t length, enum perf_units units, enum perf_variability variability)
{
    os_mutex_lock(&lock);
    void *p = name_taken(name) ? NULL : add_locked(name, length, units, variability);
    os_mutex_unlock(&lock);
    return p;
}

static void add_string(const char *name, const char *value)
{
    if (!value) value = "";
    void *p = perf_data_new(name, strlen(value) + 1, PERF_STRING, PERF_CONSTANT);
    if (p) memcpy(p, value, strlen(value) + 1);
}

static void add_long(const char *name, i64 value, enum perf_units units)
{
    i64 *p = perf_data_new(name, 0, units, PERF_CONSTANT);
    if (p) *p = value;
}

static void remove_file(void) { (void)os_file_remove(file_path); }

/* In the user's folder, shared by all VMs of this user. NULL: no file; the VM runs without. */
static void *map_file(void)
{
    char user[256], folder[300];
    if (!os_user_name(user, sizeof user)) return NULL;
    snprintf(folder, sizeof folder, "/tmp/hsperfdata_%s", user);
    if (!os_folder_make_own(folder)) return NULL;
    snprintf(file_path, sizeof file_path, "%s/%d", folder, os_pid());
    void *p = os_file_map_new(file_path, AREA_SIZE);
    if (p) atexit(remove_file);
    return p;
}

static void add_arguments(void)
{
    size_t n = 1;
    for (int i = 0; i < options.jvm_args; i++) n += strlen(options.jvm_arg[i]) + 1;
    char *all = vm_malloc(n), *at = all;
    *at = 0;
    for (int i = 0; i < options.jvm_args; i++) at += sprintf(at, "%s%s", i ? " " : "", options.jvm_arg[i]);
    if (n > 1000) strcpy(all + 997, "..."); /* leave room for others */
    add_string("java.rt.vmArgs", all);
    free(all);
}

void perf_data_open(void)
{
    area = options.perf_data && !options.perf_private ? map_file() : NULL;
    shared = area != NULL;
    if (!area) area = vm_calloc(1, AREA_SIZE);
    *area = (struct prologue){
        .magic = { 0xca, 0xfe, 0xc0, 0xc0 }, .order = 1, .major = 2, .used = PROLOGUE, .first = PROLOGUE
    };
    static const char *const properties[] = { "java.vm.specification.name",
                                              "java.vm.specification.version",
                                              "java.vm.specification.vendor",
                                              "java.vm.version",
                                              "java.vm.name",
                                              "java.vm.vendor",
                                              "java.vm.info",
                                              "java.home",
                                              "java.class.path" };
    for (size_t i = 0; i < ARRAY_LEN(properties); i++) {
        char name[128], value[1001];
        snprintf(name, sizeof name, "java.property.%s", properties[i]);
        const char *v = property_get(properties[i]);
        snprintf(value, sizeof value, "%s", v ? v : "");
        add_string(name, value);
    }
    add_arguments();
    add_string("java.rt.vmFlags", options.jvm_flags);
    add_string("sun.rt.javaCommand", options.java_command);
    add_string("sun.rt.jvmCapabilities", options.disable_attach
                                             ? "0000000000000000000000000000000000000000000000000000000000000000"
                                             : "1000000000000000000000000000000000000000000000000000000000000000");
    add_string("sun.rt.internalVersion", vm_version_string());
    add_long("sun.rt.jvmVersion", (i64)JDK_RELEASE << 24, PERF_NONE);
    add_long("sun.rt.createVmBeginTime", os_time_wall_ms(), PERF_NONE);
    add_long("sun.os.hrt.frequency", OS_NS_PER_SEC, PERF_HERTZ);
}

void perf_data_publish(void)
{
    add_long("sun.rt.vmInitDoneTime", os_time_wall_ms(), PERF_NONE);
    __atomic_store_n(&area->accessible, 1, __ATOMIC_RELEASE);
}

bool perf_data_is_shared(void) { return shared; }

void *perf_data_area(size_t *size)
{
    *size = AREA_SIZE;
    return area;
}
