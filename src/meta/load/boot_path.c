/* boot_path.c: the boot loader's class path: --patch-module, then lib/modules through the JDK's libjimage, then the
 * entries appended by -Xbootclasspath/a and agents.
 *
 * Before the module graph exists (java.base defined) only java.base is visible in the image; afterwards a package is
 * looked up in the module to which it belongs for the boot loader. Entries are only ever added, and published with
 * release stores: readers take no lock. */
#include "meta/meta_int.h"
#include "os/os_dl.h"
#include "os/os_file.h"

#include <errno.h>
#include <jni.h>
#include <stdio.h>
#include <stdlib.h>

struct boot_entry {
    char *path;
    bool directory;
    struct jar *jar;
    struct boot_entry *next;
};
struct patch {
    char *module;
    struct boot_entry *entries;
    struct patch *next;
};

static struct boot_entry *appended;
static struct patch *patches;
static struct os_mutex path_lock = OS_MUTEX_INIT;

/* The functions of libjimage. No JDK ships its header. */
static struct {
    void *image;
    void *(*open)(const char *name, jint *error);
    jlong (*find)(void *image, const char *module, const char *version, const char *name, jlong *size);
    jlong (*get)(void *image, jlong location, char *buffer, jlong size);
} ji;

bool boot_path_init(const char *java_home, char *err, size_t err_size)
{
    char path[4200], dl_error[512];
    snprintf(path, sizeof path, "%s/lib/libjimage.so", java_home);
    void *lib = os_dl_open(path, dl_error, sizeof dl_error);
    if (!lib) {
        snprintf(err, err_size, "cannot load %s: %s", path, dl_error);
        return false;
    }
    ji.open = (void *(*)(const char *, jint *))os_dl_symbol(lib, "JIMAGE_Open");
    ji.find =
        (jlong(*)(void *, const char *, const char *, const char *, jlong *))os_dl_symbol(lib, "JIMAGE_FindResource");
    ji.get = (jlong(*)(void *, jlong, char *, jlong))os_dl_symbol(lib, "JIMAGE_GetResource");
    if (!ji.open || !ji.find || !ji.get) {
        snprintf(err, err_size, "%s lacks JIMAGE functions", path);
        return false;
    }
    jint code = 0;
    snprintf(path, sizeof path, "%s/lib/modules", java_home);
    /* libjimage maps the whole image without checking that it succeeded, so this tries it first. */
    size_t size;
    const void *whole = os_file_map(path, &size);
    if (!whole) {
        snprintf(err, err_size, "cannot map %s: %s", path, strerror(errno));
        return false;
    }
    os_file_unmap(whole, size);
    ji.image = ji.open(path, &code);
    if (!ji.image) { /* TODO(classes): an exploded JDK (a directory `modules`) is not supported */
        snprintf(err, err_size, "cannot open %s (error %d)", path, (int)code);
        return false;
    }
    return true;
}

static struct boot_entry *new_entry(const char *path)
{
    struct boot_entry *e = vm_calloc(1, sizeof *e);
    e->path = vm_strdup(path);
    if (os_file_is_directory(path))
        e->directory = true;
    else {
        char err[512];
        e->jar = jar_open(path, err, sizeof err);
        if (!e->jar) {
            LOG(info, class_path, "%s", err);
            free(e->path);
            free(e);
            return NULL;
        }
    }
    return e;
}

static bool add_entry(struct boot_entry **list, const char *path)
{
    struct boot_entry *e = new_entry(path);
    if (!e) return false;
    os_mutex_lock(&path_lock);
    while (*list) list = &(*list)->next;
    __atomic_store_n(list, e, __ATOMIC_RELEASE);
    os_mutex_unlock(&path_lock);
    return true;
}

/* Adds each ':'-separated element. Returns false if none could be opened. */
static bool add_path(struct boot_entry **list, const char *path)
{
    char *copy = vm_strdup(path), *save = NULL;
    bool any = false;
    for (char *one = strtok_r(copy, ":", &save); one; one = strtok_r(NULL, ":", &save)) any |= add_entry(list, one);
    free(copy);
    return any;
}

bool boot_path_append(const char *path) { return add_path(&appended, path); }

void boot_path_patch_module(const char *module, const char *paths)
{
    struct patch *p = vm_calloc(1, sizeof *p);
    p->module = vm_strdup(module);
    add_path(&p->entries, paths);
    os_mutex_lock(&path_lock);
    p->next = patches;
    __atomic_store_n(&patches, p, __ATOMIC_RELEASE);
    os_mutex_unlock(&path_lock);
}

static u8 *read_from(struct boot_entry *e, const char *file, size_t *len, const char **source)
{
    for (; e; e = __atomic_load_n(&e->next, __ATOMIC_ACQUIRE)) {
        u8 *bytes = NULL;
        if (e->directory) {
            char path[8192];
            if (snprintf(path, sizeof path, "%s/%s", e->path, file) < (int)sizeof path && os_file_is_regular(path)) {
                bytes = os_file_read_all(path, len);
                if (!bytes && errno == ENOMEM) return read_no_memory;
            }
        } else
            bytes = jar_read(e->jar, file, len);
        if (bytes) {
            *source = e->path;
            return bytes;
        }
    }
    return NULL;
}

/* "jrt:/java.base" and so on, made once for each module. */
static const char *image_source(const char *module)
{
    char text[300];
    snprintf(text, sizeof text, "jrt:/%s", module);
    return symbol_from_cstr(text)->bytes;
}

static u8 *read_image(const char *module, const char *file, size_t *len)
{
    jlong size = 0, at = ji.image ? ji.find(ji.image, module, "9.0", file, &size) : 0;
    if (!at || size < 0 || size > INT32_MAX) return NULL;
    u8 *bytes = malloc((size_t)size + 1);
    if (!bytes) return read_no_memory;
    *len = (size_t)size;
    if (ji.get(ji.image, at, (char *)bytes, size) == size) return bytes; /* the number of bytes read */
    free(bytes);
    return NULL;
}

static u8 *read_patched(const char *module, const char *file, size_t *len, const char **source)
{
    u8 *bytes = NULL;
    for (struct patch *x = __atomic_load_n(&patches, __ATOMIC_ACQUIRE); x && !bytes; x = x->next)
        if (strcmp(x->module, module) == 0) bytes = read_from(x->entries, file, len, source);
    return bytes;
}

u8 *boot_path_read_resource(const char *module, const char *file, size_t *len)
{
    const char *source;
    u8 *bytes = read_patched(module, file, len, &source);
    if (!bytes) bytes = read_image(module, file, len);
    return bytes == read_no_memory ? NULL : bytes;
}

u8 *boot_path_read(const char *class_name, size_t *len, const char **module, const char **source)
{
    char file[1100], package[sizeof file];
    /* longer than a file name can be */
    if (snprintf(file, sizeof file, "%s.class", class_name) >= (int)sizeof file) return NULL;
    const char *slash = strrchr(class_name, '/');
    size_t n = slash ? (size_t)(slash - class_name) : 0;
    memcpy(package, class_name, n);
    package[n] = 0;
    *module = NULL;
    bool graph = module_java_base->java != NULL;
    struct symbol *sym = symbol_intern(package, n);
    struct package *p = graph ? package_of(&boot_loader, sym, false) : NULL;
    const char *in = p ? (p->module->name ? p->module->name->bytes : NULL) : graph || !n ? NULL : "java.base";
    u8 *bytes;
    if (in) {
        if ((bytes = read_patched(in, file, len, source)) != NULL) {
            *module = in;
            return bytes;
        }
        if ((bytes = read_image(in, file, len)) != NULL) {
            *module = in;
            *source = image_source(in);
            return bytes;
        }
        if (graph) return NULL; /* a named module's package is nowhere else */
    }
    return read_from(__atomic_load_n(&appended, __ATOMIC_ACQUIRE), file, len, source);
}
