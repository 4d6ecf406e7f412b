/* Finding or loading a class through a loader (JVMS §5.3.1, §5.3.2).
 *
 * The boot loader reads from the boot path; one thread loads a class, others wait. For a Java loader,
 * ClassLoader.loadClass is called, under the loader's monitor unless it is parallel capable; the loader is recorded as
 * an initiating loader of the result. A placeholder says "this thread is loading this class, or its supertypes": a
 * thread that meets its own again throws a ClassCircularityError.
 *
 * Placeholders are under their loader's lock (loader_table.c). */
#include "log/log.h"
#include "meta/meta_int.h"
#include "os/os_time.h"
#include "thread/events.h"
#include "thread/recorder.h"
#include "thread/thread_contract.h"

#include <stdlib.h>

struct placeholder {
    struct symbol *name;
    struct thread *thread;
    struct placeholder *next;
};

static struct os_cond boot_loaded = { PTHREAD_COND_INITIALIZER }; /* with boot_loader.lock */

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
    LOG(debug, class_load_placeholders, "loading %s begins in %s", p->name->bytes, p->thread->name);
}

static void remove_placeholder(struct loader *l, struct placeholder *p)
{
    struct placeholder **at = &l->placeholders;
    while (*at != p) at = &(*at)->next;
    *at = p->next;
    LOG(debug, class_load_placeholders, "loading %s ends in %s", p->name->bytes, p->thread->name);
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
    i64 began = RECORDER_WANTS(ClassLoad) ? os_time_monotonic_ns() : 0;
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
    if (began && c) recorder_class_load(self, began, c, l, l);
    return c;
}

/* ---- Java loaders ---- */

/* Calls loadClass. NULL: not found, or an exception is pending. */
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
 * it has a result: a tool's hook may request the class whose bytes it gets. (HotSpot does not check this for parallel
 * capable loaders.) */
static struct object *call_load_class_under_monitor(struct thread *self, struct loader *l, struct symbol *name)
{
    MAY_CALL_OUT(self);
    NOTHING_PENDING(self);
    monitor_enter_by_c(self, l->java);
    struct class *c = loader_lookup(l, name); /* another thread may have loaded it */
    struct object *mirror = c ? c->mirror : NULL;
    if (!c && !self->pending) { /* pending: from an agent that got the contention event */
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
    if (!monitor_exit_by_c(self, l->java)) return NULL;
    self->pending = pending;
    return pending ? NULL : mirror;
}

static struct class *ask_java(struct thread *self, struct loader *l, struct symbol *name)
{
    bool parallel = obj_ref(l->java, WKF(ClassLoader_parallelLockMap)) != NULL;
    struct object *mirror = parallel ? call_load_class(self, l, name) : call_load_class_under_monitor(self, l, name);
    if (!mirror || self->pending) return NULL;
    struct class *c = class_of_mirror(mirror);
    if (c->name != name || class_is_primitive(c)) return NULL; /* not the requested class */
    struct class *conflict, *there = constraint_enter(l, c, name, &conflict);
    if (conflict || (there && there != c)) {
        constraint_throw(self, l, c, conflict ? conflict : there);
        return NULL;
    }
    return c;
}

/* Core reflection makes a loader for each accessor that it generates. Such a loader is not called: the loader of the
 * member's class is used instead, whose loadClass may define a class again each time (as on HotSpot). */
static struct loader *loader_to_ask(struct thread *self, struct loader *l)
{
    if (!l->type || l->type != WK(jdk_internal_reflect_DelegatingClassLoader)) return l;
    if (!stack_check(self)) return NULL; /* making an OutOfMemoryError may load classes */
    return loader_require(self, obj_ref(l->java, WKF(ClassLoader_parent)));
}

static struct class *load(struct thread *self, struct loader *l, struct symbol *name)
{
    l = loader_to_ask(self, l);
    if (!l) return NULL;
    if (l == &boot_loader) return load_boot(self, name);
    os_mutex_lock(l->lock);
    struct class *c = hashmap_get(l->classes, name);
    bool own = !c && find_placeholder(l, name, self);
    os_mutex_unlock(l->lock);
    if (c) return c;
    if (own) return circular(self, name);
    i64 began = RECORDER_WANTS(ClassLoad) ? os_time_monotonic_ns() : 0;
    c = ask_java(self, l, name);
    if (began && c) recorder_class_load(self, began, c, c->loader, l);
    return c;
}

struct class *loader_load_super(struct thread *self, struct loader *l, struct symbol *of, struct symbol *name)
{
    MAY_CALL_OUT(self);
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

/* NULL: not found, perhaps with an exception pending. */
static struct class *find(struct thread *self, struct loader *l, struct symbol *name)
{
    struct class_wanted w = class_name_parse(name);
    struct class *c = w.name ? load(self, l, w.name) : w.prim;
    while (c && w.dims--) c = class_array_of(self, c);
    return c;
}

struct class *loader_boot_class_or_null(struct thread *self, struct symbol *name)
{
    MAY_CALL_OUT(self);
    return find(self, &boot_loader, name);
}

struct class *loader_find_class(struct thread *self, struct loader *l, struct symbol *name)
{
    MAY_CALL_OUT(self);
    struct class *c = find(self, l, name);
    if (!c && !self->pending) THROW(self, ClassNotFoundException, "%s", name->bytes);
    return c;
}

struct class *loader_load_class(struct thread *self, struct loader *l, struct symbol *name)
{
    MAY_CALL_OUT(self);
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
