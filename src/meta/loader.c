/* loader.c: class loaders' tables, and finding or loading a class through one (JVMS §5.3.1, §5.3.2).
 *
 * The boot loader reads from the boot path; one thread loads a class, others wait. A Java loader is asked through
 * ClassLoader.loadClass, under its monitor unless it is parallel capable; what it returns is recorded under it as
 * initiating loader. A placeholder says "this thread is loading this class, or the supertypes of it": meeting one's own
 * again is a ClassCircularityError.
 *
 * Locks: a loader's lock guards its tables and its arena, loaders_lock the list of loaders. Both are leaves and never
 * held over a safepoint. Loader constraints: constraint.c. */
#include "meta/meta_int.h"
#include "model/class_space.h"
#include "thread/events.h"

#include <stdio.h>
#include <stdlib.h>

struct placeholder {
    struct symbol *name;
    struct thread *thread;
    struct placeholder *next;
};

static struct os_mutex loaders_lock = OS_MUTEX_INIT;
static struct os_cond boot_loaded; /* with boot_loader.lock */

static void loader_setup(struct loader *l)
{
    bool permanent = l->is_boot || l->is_platform || l->is_app || !options.class_unloading;
    holder_init(&l->holder, l, permanent, l->is_boot ? 64 * KB : 4 * KB);
    l->lock = vm_calloc(1, sizeof *l->lock);
    os_mutex_init(l->lock);
    l->classes = vm_calloc(1, sizeof *l->classes);
    l->packages = vm_calloc(1, sizeof *l->packages);
}

void loaders_init(void)
{
    class_space_init();
    boot_loader.is_boot = true;
    loader_setup(&boot_loader);
    os_cond_init(&boot_loaded);
    modules_init();
    primitives_init();
}

struct loader *loader_of(struct object *java)
{
    if (!java) return &boot_loader;
    struct loader **word = (struct loader **)((char *)java + WKF(ClassLoader_vmloader));
    struct loader *l = __atomic_load_n(word, __ATOMIC_ACQUIRE);
    if (l) return l;
    os_mutex_lock(&loaders_lock);
    l = *word;
    if (!l) {
        l = class_space_new_holder(sizeof *l, 2 * KB, false);
        if (!l) {
            os_mutex_unlock(&loaders_lock);
            return NULL;
        }
        l->java = java;
        l->is_platform = object_class(java) == WK(jdk_internal_loader_PlatformClassLoader);
        l->is_app = object_class(java) == WK(jdk_internal_loader_AppClassLoader);
        loader_setup(l);
        l->next = boot_loader.next;
        __atomic_store_n(&boot_loader.next, l, __ATOMIC_RELEASE);
        __atomic_store_n(word, l, __ATOMIC_RELEASE);
    }
    os_mutex_unlock(&loaders_lock);
    return l;
}

struct loader *loader_require(struct thread *self, struct object *java)
{
    bool fresh =
        java && !__atomic_load_n((struct loader **)((char *)java + WKF(ClassLoader_vmloader)), __ATOMIC_ACQUIRE);
    if (fresh && options.class_unloading && class_space_wants_collection())
        vm_collect(self, HEAP_CAUSE_METADATA, false);
    struct loader *l = loader_of(java);
    if (l) return l;
    if (options.class_unloading) {
        vm_collect(self, HEAP_CAUSE_METADATA, true);
        l = loader_of(java);
    }
    if (!l) throw_out_of_metadata(self, "Metaspace");
    return l;
}

/* ---- tables ---- */

static struct class *enter(struct loader *l, struct class *c, struct symbol *name)
{
    os_mutex_lock(l->lock);
    struct class *there = hashmap_get(l->classes, name);
    if (!there) hashmap_put(l->classes, name, c);
    os_mutex_unlock(l->lock);
    return there;
}

struct class *loader_add_class(struct loader *l, struct class *c, struct class **conflict)
{
    return constraint_enter(l, c, c->name, enter, conflict);
}

void loader_throw_conflict(struct thread *self, struct loader *l, struct class *c, struct class *conflict)
{
    char l1[600], l2[600], name[600], place[1400];
    const char *kind = class_is_interface(c) ? "interface" : "class";
    THROW(self, LinkageError,
          "loader constraint violation: loader %s wants to load %s %s. A different %s with the same name was "
          "previously loaded by %s. (%s)",
          loader_name_and_id(l, l1, sizeof l1), kind, class_external_name(c, name, sizeof name), kind,
          loader_name_and_id(conflict->loader, l2, sizeof l2),
          class_in_module_of_loader(conflict, false, true, place, sizeof place));
}

static struct class *lookup(struct loader *l, const struct symbol *name)
{
    os_mutex_lock(l->lock);
    struct class *c = hashmap_get(l->classes, name);
    os_mutex_unlock(l->lock);
    return c;
}

struct symbol *class_name_symbol(struct thread *self, const char *name, struct class *error)
{
    size_t n = strlen(name);
    if (n <= SYMBOL_MAX_LENGTH) return symbol_intern(name, n);
    /* 1,023 characters */
    throw_new(self, error, "Class name exceeds maximum length of %d: %.979s", SYMBOL_MAX_LENGTH, name);
    return NULL;
}

/* What a name asks for. Whoever asks from outside (FindClass) may write anything; HotSpot takes this for names. */
struct wanted {
    struct symbol *name; /* an instance class; NULL: prim */
    struct class *prim;
    u32 dims;
};

/* "[[Lp/C;" and "[[I". The element's name ends at the first semicolon; the last character must be one too. false: no
 * array's name. */
static bool array_parts(const struct symbol *name, struct wanted *w)
{
    const char *p = name->bytes, *end = p + name->len;
    while (p < end && *p == '[') p++;
    *w = (struct wanted){ .dims = (u32)(p - name->bytes) };
    if (!w->dims || p == end) return false;
    if (*p == 'L') {
        if (end[-1] != ';') return false;
        w->name = symbol_intern(p + 1, (size_t)((const char *)memchr(p, ';', (size_t)(end - p)) - p) - 1);
        return true;
    }
    w->prim = *p > 0 && *p != 'V' ? class_primitive[(u8)*p] : NULL;
    return w->prim && p + 1 == end;
}

/* "Lp/C;" is as good as "p/C": debugger back ends ask so. */
static struct wanted parse_wanted(struct symbol *name)
{
    struct wanted w;
    if (name->len > 1 && name->bytes[0] == '[' && array_parts(name, &w)) return w;
    bool wrapped = name->len > 1 && name->bytes[0] == 'L' && name->bytes[name->len - 1] == ';';
    return (struct wanted){ .name = wrapped ? symbol_intern(name->bytes + 1, name->len - 2u) : name };
}

struct class *loader_loaded_class(struct loader *l, struct symbol *name)
{
    struct wanted w;
    if (!name->len || name->bytes[0] != '[' || !array_parts(name, &w)) return lookup(l, name);
    struct class *c = w.name ? lookup(l, w.name) : w.prim;
    while (c && w.dims--) c = atomic_load_explicit(&c->array, memory_order_acquire);
    return c;
}

static void for_each_primitive_array(void (*fn)(struct class *c, void *arg), void *arg)
{
    for (u32 i = 0; i < ARRAY_LEN(class_primitive); i++)
        if (class_primitive[i])
            for (struct class *a = class_primitive[i];
                 (a = atomic_load_explicit(&a->array, memory_order_acquire)) != NULL;)
                fn(a, arg);
}

void loader_for_each_class(void (*fn)(struct class *c, void *arg), void *arg)
{
    for (struct loader *l = &boot_loader; l; l = __atomic_load_n(&l->next, __ATOMIC_ACQUIRE))
        for (struct class *c = __atomic_load_n(&l->first_class, __ATOMIC_ACQUIRE); c;
             c = __atomic_load_n(&c->next_in_loader, __ATOMIC_ACQUIRE)) {
            /* its definition failed or is going on */
            if (!atomic_load_explicit(&c->state, memory_order_acquire)) continue;
            for (struct class *a = c; a; a = atomic_load_explicit(&a->array, memory_order_acquire)) fn(a, arg);
        }
    for_each_primitive_array(fn, arg);
}

void loader_initiating_classes(struct loader *l, void (*fn)(struct class *c, void *arg), void *arg)
{
    os_mutex_lock(l->lock);
    u32 n = 0;
    struct class **all = vm_malloc((hashmap_count(l->classes) + 1) * sizeof *all);
    u32 cursor = 0;
    void *value;
    while (hashmap_next(l->classes, &cursor, NULL, &value)) all[n++] = value;
    os_mutex_unlock(l->lock);
    for (u32 i = 0; i < n; i++)
        for (struct class *a = all[i]; a; a = atomic_load_explicit(&a->array, memory_order_acquire)) fn(a, arg);
    free(all);
    for_each_primitive_array(fn, arg);
}

/* ---- placeholders (under the loader's lock) ---- */

static struct placeholder *find_placeholder(struct loader *l, const struct symbol *name, const struct thread *t)
{
    for (struct placeholder *p = l->placeholders; p; p = p->next)
        if (p->name == name && (!t || p->thread == t)) return p;
    return NULL;
}

static void push_placeholder(struct loader *l, struct placeholder *p)
{
    p->next = l->placeholders;
    l->placeholders = p;
}

static void remove_placeholder(struct loader *l, struct placeholder *p)
{
    struct placeholder **at = &l->placeholders;
    while (*at != p) at = &(*at)->next;
    *at = p->next;
}

static struct class *circular(struct thread *self, const struct symbol *name)
{
    THROW(self, ClassCircularityError, "%s", name->bytes);
    return NULL;
}

/* ---- the boot loader ---- */

static void wait_for_boot(struct thread *self, const struct symbol *name)
{
    thread_to_blocked(self);
    os_mutex_lock(boot_loader.lock);
    while (find_placeholder(&boot_loader, name, NULL)) os_cond_wait(&boot_loaded, boot_loader.lock);
    os_mutex_unlock(boot_loader.lock);
    thread_from_blocked(self);
}

static struct class *load_boot(struct thread *self, struct symbol *name)
{
    struct loader *l = &boot_loader;
    struct placeholder mine = { name, self, NULL };
    for (;;) {
        os_mutex_lock(l->lock);
        struct class *c = hashmap_get(l->classes, name);
        struct placeholder *p = c ? NULL : find_placeholder(l, name, NULL);
        bool own = p && find_placeholder(l, name, self);
        if (!c && !p) push_placeholder(l, &mine);
        os_mutex_unlock(l->lock);
        if (c) return c;
        if (!p) break;
        if (own) return circular(self, name);
        wait_for_boot(self, name);
    }
    size_t len;
    const char *module = NULL, *source = NULL;
    struct class *c = NULL;
    u8 *bytes = boot_path_read(name->bytes, &len, &module, &source);
    if (bytes == read_no_memory)
        throw_no_c_memory(self);
    else if (bytes) {
        struct define_options o = { .name = name, .source = source };
        c = loader_define_class(self, l, bytes, len, &o);
        free(bytes);
        if (c && !module && c->package && !c->package->path) c->package->path = source;
    }
    os_mutex_lock(l->lock);
    remove_placeholder(l, &mine);
    os_cond_broadcast(&boot_loaded);
    os_mutex_unlock(l->lock);
    return c;
}

/* ---- Java loaders ---- */

/* Calls loadClass. NULL: not found, or something is pending. */
static struct object *call_load_class(struct thread *self, struct loader *l, struct symbol *name)
{
    char *dotted = vm_malloc(name->len + 1u);
    for (u32 i = 0; i <= name->len; i++) dotted[i] = name->bytes[i] == '/' ? '.' : name->bytes[i];
    struct object *s = string_from_mutf8_n(self, dotted, name->len);
    free(dotted);
    if (!s) return NULL;
    slot args[2] = { slot_of_ref(l->java), slot_of_ref(s) };
    bool hidden = steps_hide(self);
    struct object *mirror = slot_ref(java_call_virtual(self, WKM(ClassLoader_loadClass), args));
    steps_show(self, hidden);
    return self->pending ? NULL : mirror;
}

/* A loader that is not parallel capable loads under its monitor. Its thread must not come back for the same name before
 * it has an answer: a tool's hook may ask for the class whose bytes it is shown. (HotSpot does not look at parallel
 * capable ones.) */
static struct object *call_load_class_locked(struct thread *self, struct loader *l, struct symbol *name)
{
    monitor_enter(self, l->java, NULL);
    struct class *c = lookup(l, name); /* another thread may have been faster */
    struct object *mirror = c ? c->mirror : NULL;
    if (!c && !self->pending) { /* pending: left by an agent that heard of the contention */
        struct placeholder mine = { name, self, NULL };
        os_mutex_lock(l->lock);
        push_placeholder(l, &mine);
        os_mutex_unlock(l->lock);
        mirror = call_load_class(self, l, name);
        os_mutex_lock(l->lock);
        remove_placeholder(l, &mine);
        os_mutex_unlock(l->lock);
    }
    struct object *pending = self->pending;
    self->pending = NULL;
    if (!monitor_exit(self, l->java)) return NULL;
    self->pending = pending;
    return pending ? NULL : mirror;
}

static struct class *ask_java(struct thread *self, struct loader *l, struct symbol *name)
{
    bool parallel = obj_ref(l->java, WKF(ClassLoader_parallelLockMap)) != NULL;
    struct object *mirror = parallel ? call_load_class(self, l, name) : call_load_class_locked(self, l, name);
    if (!mirror || self->pending) return NULL;
    struct class *c = class_of_mirror(mirror);
    if (c->name != name || class_is_primitive(c)) return NULL; /* not what was asked for */
    struct class *conflict, *there = constraint_enter(l, c, name, enter, &conflict);
    if (conflict || (there && there != c)) {
        loader_throw_conflict(self, l, c, conflict ? conflict : there);
        return NULL;
    }
    return c;
}

static struct class *load(struct thread *self, struct loader *l, struct symbol *name)
{
    if (l == &boot_loader) return load_boot(self, name);
    os_mutex_lock(l->lock);
    struct class *c = hashmap_get(l->classes, name);
    bool own = !c && find_placeholder(l, name, self);
    os_mutex_unlock(l->lock);
    if (c) return c;
    if (own) return circular(self, name);
    return ask_java(self, l, name);
}

struct class *loader_load_super(struct thread *self, struct loader *l, struct symbol *of, struct symbol *name)
{
    if (!of) return loader_load_class(self, l, name);
    if (of == name) return circular(self, name);
    struct placeholder mine = { of, self, NULL };
    os_mutex_lock(l->lock);
    push_placeholder(l, &mine);
    os_mutex_unlock(l->lock);
    struct class *c = loader_load_class(self, l, name);
    os_mutex_lock(l->lock);
    remove_placeholder(l, &mine);
    if (l == &boot_loader) os_cond_broadcast(&boot_loaded);
    os_mutex_unlock(l->lock);
    return c;
}

/* ---- finding with the right exception ---- */

/* NULL with or without something pending: nobody has it. */
static struct class *find(struct thread *self, struct loader *l, struct symbol *name)
{
    struct wanted w = parse_wanted(name);
    struct class *c = w.name ? load(self, l, w.name) : w.prim;
    while (c && w.dims--) c = class_array_of(self, c);
    return c;
}

struct class *loader_boot_class_or_null(struct thread *self, struct symbol *name)
{
    return find(self, &boot_loader, name);
}

struct class *loader_find_class(struct thread *self, struct loader *l, struct symbol *name)
{
    struct class *c = find(self, l, name);
    if (!c && !self->pending) THROW(self, ClassNotFoundException, "%s", name->bytes);
    return c;
}

struct class *loader_load_class(struct thread *self, struct loader *l, struct symbol *name)
{
    struct class *c = find(self, l, name);
    if (LIKELY(c != NULL)) return c;
    if (!self->pending)
        THROW(self, NoClassDefFoundError, "%s", name->bytes);
    else if (object_instance_of(self->pending, WK(ClassNotFoundException))) {
        struct object *cause = self->pending;
        self->pending = NULL;
        throw_with_cause(self, WK(NoClassDefFoundError), cause, "%s", name->bytes);
    }
    return NULL;
}

/* ---- ids of methods ---- */

void class_make_method_ids(struct class *c)
{
    for (u32 i = 0; i < c->method_count; i++) (void)method_id_of(c->methods[i]);
}

static void make_ids(struct class *c, void *arg) { class_make_method_ids(c); }

/* A class that is being linked meanwhile is seen by the walk, or sees the flag. */
void method_ids_for_all(void)
{
    if (!atomic_exchange(&method_ids_early, true)) loader_for_each_class(make_ids, NULL);
}

/* ---- what lower rooms ask ---- */

static struct class *boot_class(struct thread *self, struct symbol *name)
{
    return loader_load_class(self, &boot_loader, name);
}

void meta_bind(void)
{
    meta_binding = (struct meta_binding){
        .init_class = class_initialize,
        .new_array_class = class_publish_array,
        .boot_class = boot_class,
        .begin_marking = classes_begin_marking,
        .visit_roots = classes_visit_roots,
        .visit_holder = classes_visit_holder,
        .visit_words = classes_visit_words,
        .unload_dead = classes_unload_dead,
        .tell_unloaded = classes_tell_unloaded,
    };
}
