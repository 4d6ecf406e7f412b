/* Diagnostic commands about classes, loaders, and the tables of names and strings. All read with the world stopped and
 * write to a stream in memory. */
#include "core/alloc.h"
#include "core/exception.h"
#include "core/jstring.h"
#include "meta/loader.h"
#include "meta/redefine.h"
#include "model/class_space.h"
#include "model/options.h"
#include "model/wellknown.h"
#include "os/os_mem.h"
#include "service/mm_command.h"
#include "thread/safepoint.h"
#include "thread/thread_contract.h"
#include "thread/vmentry.h"
#include <stdlib.h>

/* ---- loaders ---- */

/* A loader in HotSpot's output: its class's name, or the boot loader's. */
static const char *loader_class(const struct loader *l, char *buf, size_t size)
{
    return l->java ? class_external_name(object_class(l->java), buf, size) : "<boot class loader>";
}

struct sums {
    u32 classes;
    size_t committed, used;
};

static struct sums sums_of(const struct loader *l)
{
    struct sums s = { 0 };
    for (struct class *c = l->first_class; c; c = c->next_in_loader) s.classes++;
    s.used = l->holder.class_bytes;
    s.committed = l->holder.space_bytes;
    return s;
}

void mm_classloader_stats(JNIEnv *env, const struct command_call *call, FILE *out)
{
    VM_ENTRY(env);
    safepoint_begin(self, "ClassLoaderStats");
    fputs("ClassLoader         Parent              CLD*               Classes   ChunkSz   BlockSz  Type\n", out);
    struct sums all = { 0 };
    u32 loaders = 0;
    for (struct loader *l = loader_first(); l; l = l->next) {
        char name[1024];
        struct sums s = sums_of(l);
        struct loader *p = loader_parent(l);
        fprintf(out, "0x%016lx  0x%016lx  0x%016lx  %6u  %8zu  %8zu  %s\n", (uintptr_t)l->java,
                (uintptr_t)(p ? p->java : NULL), (uintptr_t)l, s.classes, s.committed, s.used,
                loader_class(l, name, sizeof name));
        all.classes += s.classes;
        all.committed += s.committed;
        all.used += s.used;
        loaders++;
    }
    fprintf(out, "Total = %-6u%44s%6u  %8zu  %8zu\n", loaders, "", all.classes, all.committed, all.used);
    fputs("ChunkSz: Total size of all allocated metaspace chunks\n"
          "BlockSz: Of it, the classes themselves and their tables\n",
          out);
    safepoint_end(self);
    VM_RETURN_VOID();
}

static void print_loader_name(const struct loader *l, FILE *out)
{
    char name[256], class_name[1024];
    struct object *n = l->java ? obj_ref(l->java, WKF(ClassLoader_name)) : NULL;
    if (!l->java)
        fputs("<bootstrap>", out);
    else if (n)
        fprintf(out, "\"%s\", %s", string_to_mutf8_buf(n, name, sizeof name),
                loader_class(l, class_name, sizeof class_name));
    else
        fputs(loader_class(l, class_name, sizeof class_name), out);
}

static bool is_folded_with(const struct loader *a, const struct loader *b)
{
    if (loader_parent(a) != loader_parent(b) || !a->java || !b->java) return false;
    struct object *x = obj_ref(a->java, WKF(ClassLoader_name)), *y = obj_ref(b->java, WKF(ClassLoader_name));
    return object_class(a->java) == object_class(b->java) && (x == y || (x && y && string_equal(x, y)));
}

enum { SHOW_CLASSES, VERBOSE, FOLD };

static void print_loader(const struct loader *l, const struct command_call *call, u32 depth, FILE *out)
{
    bool fold = command_is_set(call, FOLD);
    u32 alike = 1;
    if (depth > 100) return; /* a program can make a cycle of parents */
    if (fold && depth)
        for (struct loader *x = loader_first(); x; x = x->next) {
            if (x == l || !is_folded_with(x, l)) continue;
            if (x < l) return; /* the first one represents both */
            alike++;
        }
    fprintf(out, "%*s+-- ", (int)(depth * 6), "");
    print_loader_name(l, out);
    if (alike > 1) fprintf(out, " (+ %u more)", alike - 1);
    fputc('\n', out);
    int indent = (int)(depth + 1) * 6;
    if (command_is_set(call, VERBOSE))
        fprintf(out, "%*s|     Loader Oop: 0x%016lx, classes: %u\n", indent, "", (uintptr_t)l->java,
                sums_of(l).classes);
    fprintf(out, "%*s|\n", indent, "");
    if (command_is_set(call, SHOW_CLASSES) && l->first_class) {
        const char *head = "Classes: ";
        for (struct class *c = l->first_class; c; c = c->next_in_loader, head = "         ") {
            char name[1024];
            fprintf(out, "%*s|               %s%s\n", indent, "", head, class_external_name(c, name, sizeof name));
        }
        fprintf(out, "%*s|\n", indent, "");
    }
    for (struct loader *x = loader_first(); x; x = x->next)
        if (x != l && loader_parent(x) == l) print_loader(x, call, depth + 1, out);
}

void mm_classloaders(JNIEnv *env, const struct command_call *call, FILE *out)
{
    VM_ENTRY(env);
    safepoint_begin(self, "ClassLoaders");
    print_loader(&boot_loader, call, 0, out);
    safepoint_end(self);
    VM_RETURN_VOID();
}

/* ---- metaspace ---- */

static void size_line(FILE *out, const char *what, size_t bytes)
{
    if (bytes < 10 * MB)
        fprintf(out, "%s%10.2f KB", what, (double)bytes / (double)KB);
    else
        fprintf(out, "%s%10.2f MB", what, (double)bytes / (double)MB);
}

void mm_metaspace(JNIEnv *env, const struct command_call *call, FILE *out)
{
    enum { BASIC, SHOW_LOADERS, LOADER_CLASSES };
    VM_ENTRY(env);
    safepoint_begin(self, "Metaspace");
    struct metadata_usage u = class_space_usage();
    u32 loaders = 0, classes = 0;
    for (struct loader *l = loader_first(); l; l = l->next) {
        struct sums s = sums_of(l);
        loaders++;
        classes += s.classes;
        if (!command_is_set(call, SHOW_LOADERS)) continue;
        char name[256];
        fprintf(out, "%s: %u classes,", loader_name_and_id(l, name, sizeof name), s.classes);
        size_line(out, " committed ", s.committed);
        size_line(out, ", of it classes ", s.used);
        fputc('\n', out);
        for (struct class *c = command_is_set(call, LOADER_CLASSES) ? l->first_class : NULL; c; c = c->next_in_loader) {
            char class_name[1024];
            fprintf(out, "    %s\n", class_external_name(c, class_name, sizeof class_name));
        }
    }
    safepoint_end(self);
    fprintf(out, "\nTotal Usage - %u loaders, %u classes:\n", loaders, classes);
    size_line(out, "       Both:  committed ", u.committed);
    size_line(out, ", used ", u.all);
    size_line(out, "\n      Class:  used ", u.classes);
    size_line(out, "\n  Limited  :  used ", u.counted);
    fputs(" (outside the boot loader)\n\nMaxMetaspaceSize: ", out);
    if (options.metaspace_max == SIZE_MAX)
        fputs("unlimited", out);
    else
        size_line(out, "", options.metaspace_max);
    size_line(out, "\nCompressedClassSpaceSize: ", options.class_space_max);
    size_line(out, "\nInitial GC threshold: ", options.metaspace_size);
    fputc('\n', out);
    VM_RETURN_VOID();
}

/* ---- hierarchies ---- */

struct hierarchy {
    struct thread *self;
    FILE *out;
    bool interfaces;
    struct class **all; /* ordinary classes and interfaces, by superclass */
    u32 count, room;
};

static void note_class(struct class *c, void *arg)
{
    struct hierarchy *h = arg;
    if (class_is_array(c)) return;
    if (h->count == h->room) h->all = vm_realloc(h->all, (h->room = h->room * 2 + 1024) * sizeof(struct class *));
    h->all[h->count++] = c;
}

static int by_super(const void *a, const void *b)
{
    const struct class *x = *(struct class *const *)a, *y = *(struct class *const *)b;
    if (x->super != y->super) return x->super < y->super ? -1 : 1;
    return x < y ? -1 : x > y;
}

static void print_class(struct hierarchy *h, const struct class *c, u32 depth)
{
    char name[1024];
    for (u32 i = 1; i < depth; i++) fputs("|  ", h->out);
    if (depth) fputs("|--", h->out);
    class_external_name(c, name, sizeof name);
    if (c->loader->java)
        fprintf(h->out, "%s/0x%016lx%s\n", name, (uintptr_t)c->loader, c->access & ACC_INTERFACE ? " (intf)" : "");
    else
        fprintf(h->out, "%s/null%s\n", name, c->access & ACC_INTERFACE ? " (intf)" : "");
    for (u32 i = 0; h->interfaces && i < c->interface_count; i++) {
        for (u32 k = 0; k < depth; k++) fputs("|  ", h->out);
        fprintf(h->out, "implements %s/", class_external_name(c->interfaces[i], name, sizeof name));
        fprintf(h->out, c->interfaces[i]->loader->java ? "0x%016lx" : "null", (uintptr_t)c->interfaces[i]->loader);
        fputs(" (declared intf)\n", h->out);
    }
}

static void print_subclasses(struct hierarchy *h, struct class *c, u32 depth)
{
    if (!stack_has_room(h->self)) return; /* a deeper hierarchy is not readable */
    u32 low = 0, high = h->count;
    while (low < high) {
        u32 mid = low + (high - low) / 2;
        if (h->all[mid]->super < c)
            low = mid + 1;
        else
            high = mid;
    }
    for (; low < h->count && h->all[low]->super == c; low++) {
        print_class(h, h->all[low], depth);
        print_subclasses(h, h->all[low], depth + 1);
    }
}

static u32 print_supers(struct hierarchy *h, const struct class *c)
{
    u32 depth = 0;
    for (const struct class *x = c->super; x; x = x->super) depth++;
    for (u32 d = 0; d <= depth; d++) {
        const struct class *x = c;
        for (u32 up = depth; up > d; up--) x = x->super;
        print_class(h, x, d);
    }
    return depth + 1;
}

void mm_class_hierarchy(JNIEnv *env, const struct command_call *call, FILE *out)
{
    enum { NAME, INTERFACES, SUBCLASSES };
    VM_ENTRY(env);
    classes_hold();
    safepoint_begin(self, "ClassHierarchy");
    struct hierarchy h = { .self = self, .out = out, .interfaces = command_is_set(call, INTERFACES) };
    loader_for_each_class(note_class, &h);
    qsort(h.all, h.count, sizeof *h.all, by_super);
    if (!call->values[NAME]) {
        print_class(&h, WK(java_lang_Object), 0);
        print_subclasses(&h, WK(java_lang_Object), 1);
    }
    for (u32 i = 0; call->values[NAME] && i < h.count; i++) {
        char name[1024];
        if (strcmp(class_external_name(h.all[i], name, sizeof name), call->values[NAME])) continue;
        u32 depth = print_supers(&h, h.all[i]);
        if (command_is_set(call, SUBCLASSES)) print_subclasses(&h, h.all[i], depth);
    }
    safepoint_end(self);
    classes_release();
    free(h.all);
    VM_RETURN_VOID();
}

/* ---- tables ---- */

static void print_statistics(FILE *out, const char *table, size_t entries, size_t bytes)
{
    fprintf(out, "%s statistics:\nNumber of entries       : %9zu\nTotal footprint         :           = %9zu bytes\n",
            table, entries, bytes);
}

void mm_systemdictionary(JNIEnv *env, const struct command_call *call, FILE *out)
{
    VM_ENTRY(env);
    safepoint_begin(self, "SystemDictionary");
    for (struct loader *l = loader_first(); l; l = l->next) {
        char name[256], title[320];
        snprintf(title, sizeof title, "System Dictionary for %s class loader",
                 loader_name_and_id(l, name, sizeof name));
        print_statistics(out, title, sums_of(l).classes, sums_of(l).committed);
        for (struct class *c = command_is_set(call, 0) ? l->first_class : NULL; c; c = c->next_in_loader) {
            char class_name[1024];
            fprintf(out, "%s\n", class_external_name(c, class_name, sizeof class_name));
        }
    }
    safepoint_end(self);
    VM_RETURN_VOID();
}

static void print_string(struct object *s, void *out)
{
    char *text = string_to_mutf8(s);
    if (text) fprintf(out, "%zu: %s\n", strlen(text), text);
    free(text);
}

void mm_stringtable(JNIEnv *env, const struct command_call *call, FILE *out)
{
    VM_ENTRY(env);
    safepoint_begin(self, "StringTable");
    size_t count, bytes;
    strings_statistics(&count, &bytes);
    if (command_is_set(call, 0))
        strings_for_each(print_string, out);
    else
        print_statistics(out, "StringTable", count, bytes);
    safepoint_end(self);
    VM_RETURN_VOID();
}

static void print_symbol(struct symbol *s, void *out) { fprintf(out, "%u: %s\n", s->len, s->bytes); }

void mm_symboltable(JNIEnv *env, const struct command_call *call, FILE *out)
{
    size_t count, bytes;
    symbol_statistics(&count, &bytes);
    if (command_is_set(call, 0))
        symbol_for_each(print_symbol, out);
    else
        print_statistics(out, "SymbolTable", count, bytes);
}

/* ---- redefinitions ---- */

void mm_redefinition(JNIEnv *env, const struct command_call *call, FILE *out)
{
    VM_ENTRY(env);
    char *text = redefine_report(self);
    if (text) fputs(text, out);
    free(text);
    VM_RETURN_VOID();
}
