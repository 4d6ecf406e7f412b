/* module.c: the graph of modules and packages (java.lang.Module's natives; JVMS §5.3.6).
 *
 * Until System.initPhase2 defines java.base there is no graph: every boot class belongs to java.base, which every class
 * may read. One lock guards modules, packages and their sets; it is a leaf, except that a loader's lock is never taken
 * inside it. */
#include "base/contract.h"
#include "base/mutf8.h"
#include "base/vec.h"
#include "meta/meta_int.h"
#include "thread/events.h"
#include "thread/thread_contract.h"

#include <stdio.h>
#include <stdlib.h>

static struct module java_base;
struct module *module_java_base = &java_base;
static struct os_mutex graph_lock = OS_MUTEX_INIT;
static struct module *all_modules = &java_base;
static bool boot_unnamed_set;

void modules_init(void)
{
    java_base.name = SYM(java_base) ? SYM(java_base) : symbol_from_cstr("java.base");
    java_base.loader = &boot_loader;
    boot_loader.modules = &java_base;
}

static struct module *new_module_locked(struct loader *l, struct symbol *name, struct object *java)
    WANTS_LOCK(graph_lock)
{
    LOCK_HELD(&graph_lock);
    struct module *m = vm_calloc(1, sizeof *m);
    m->name = name;
    m->loader = l;
    m->java = java;
    holder_stores(&m->loader->holder);
    m->next_in_loader = l->modules;
    l->modules = m;
    m->next = all_modules->next;
    __atomic_store_n(&all_modules->next, m, __ATOMIC_RELEASE);
    return m;
}

static void bind(struct module *m, struct object *java)
{
    m->java = java;
    holder_stores(&m->loader->holder);
    if (java) *(struct module **)((char *)java + WKF(Module_vmmodule)) = m;
}

static struct module *module_of(struct object *java)
{
    return java ? *(struct module **)((char *)java + WKF(Module_vmmodule)) : NULL;
}

void modules_visit_loader(struct heap_visitor *v, struct loader *l)
{
    WORLD_STOPPED();
    for (struct module *m = l->modules; m; m = m->next_in_loader)
        if (m->java) v->exact(v, &m->java);
}

static void forget_dead_in(struct hashmap *set)
{
    struct vec dead = VEC_INIT;
    u32 cursor = 0;
    void *value;
    while (set && hashmap_next(set, &cursor, NULL, &value))
        if (class_memory_is_dead(((struct module *)value)->loader)) vec_push(&dead, value);
    for (u32 i = 0; i < dead.count; i++) hashmap_remove(set, vec_get(&dead, i));
    vec_destroy(&dead);
}

void modules_forget_dead(void)
{
    WORLD_STOPPED_FOR(&graph_lock);
    for (struct module *m = all_modules; m; m = m->next) forget_dead_in(m->reads);
    for (struct loader *l = loader_first(); l; l = l->next) {
        u32 cursor = 0;
        void *value;
        while (hashmap_next(l->packages, &cursor, NULL, &value)) forget_dead_in(((struct package *)value)->exports);
    }
    for (struct module **at = &all_modules, *m; (m = *at) != NULL;)
        if (class_memory_is_dead(m->loader))
            *at = m->next;
        else
            at = &m->next;
}

static void free_set(struct hashmap *set)
{
    if (!set) return;
    hashmap_destroy(set);
    free(set);
}

void modules_free_loader(struct loader *l)
{
    WORLD_STOPPED();
    u32 cursor = 0;
    void *value;
    while (hashmap_next(l->packages, &cursor, NULL, &value)) {
        free_set(((struct package *)value)->exports);
        free(value);
    }
    free_set(l->packages);
    for (struct module *m = l->modules, *next; m; m = next) {
        next = m->next_in_loader;
        free_set(m->reads);
        free(m);
    }
}

void module_each_read(struct module *m, void (*fn)(struct module *to, void *arg), void *arg)
{
    os_mutex_lock(&graph_lock);
    u32 cursor = 0;
    u64 key;
    for (void *to; m->reads && hashmap_next(m->reads, &cursor, &key, &to);) fn((struct module *)(uintptr_t)key, arg);
    os_mutex_unlock(&graph_lock);
}

void modules_each_export(void (*fn)(struct package *p, struct module *to, void *arg), void *arg)
{
    os_mutex_lock(&graph_lock);
    for (struct loader *l = loader_first(); l; l = l->next) {
        u32 at = 0;
        u64 key;
        for (void *v; l->packages && hashmap_next(l->packages, &at, &key, &v);) {
            struct package *p = v;
            if (p->exported_all || p->exported_all_unnamed) fn(p, NULL, arg);
            u32 cursor = 0;
            for (void *to; p->exports && hashmap_next(p->exports, &cursor, &key, &to);)
                fn(p, (struct module *)(uintptr_t)key, arg);
        }
    }
    os_mutex_unlock(&graph_lock);
}

void modules_for_each(void (*fn)(struct module *m, void *arg), void *arg)
{
    for (struct module *m = all_modules; m; m = __atomic_load_n(&m->next, __ATOMIC_ACQUIRE)) fn(m, arg);
}

static struct module *unnamed_locked(struct loader *l) WANTS_LOCK(graph_lock)
{
    LOCK_HELD(&graph_lock);
    if (!l->unnamed) {
        struct module *m = new_module_locked(l, NULL, NULL);
        m->is_open = m->reads_all_unnamed = true;
        l->unnamed = m;
    }
    /* A Java loader's constructor sets the field; classes can be defined only afterwards. */
    if (!l->unnamed->java && l->java && WKF(ClassLoader_unnamedModule))
        bind(l->unnamed, obj_ref(l->java, WKF(ClassLoader_unnamedModule)));
    return l->unnamed;
}

struct module *module_unnamed(struct loader *l)
{
    os_mutex_lock(&graph_lock);
    struct module *m = unnamed_locked(l);
    os_mutex_unlock(&graph_lock);
    return m;
}

/* ---- packages ---- */

struct symbol *class_package_symbol(const struct symbol *name)
{
    const char *slash = memrchr(name->bytes, '/', name->len);
    return symbol_intern(name->bytes, slash ? (size_t)(slash - name->bytes) : 0);
}

static struct package *package_locked(struct loader *l, struct symbol *name, bool create) WANTS_LOCK(graph_lock)
{
    LOCK_HELD(&graph_lock);
    struct package *p = hashmap_get(l->packages, name);
    if (p || !create) return p;
    p = vm_calloc(1, sizeof *p);
    p->name = name;
    p->module = l == &boot_loader && !java_base.java ? &java_base : unnamed_locked(l);
    hashmap_put(l->packages, name, p);
    return p;
}

struct package *package_of(struct loader *l, struct symbol *name, bool create)
{
    os_mutex_lock(&graph_lock);
    struct package *p = package_locked(l, name, create);
    os_mutex_unlock(&graph_lock);
    return p;
}

/* ---- queries ---- */

bool module_can_read(const struct module *from, const struct module *to)
{
    if (from == to || !from->name || to == &java_base || !java_base.java) return true;
    /* also before the Java object knows */
    if (from->transformed && !to->name && (to->loader->is_boot || to->loader->is_app)) return true;
    os_mutex_lock(&graph_lock);
    bool yes = (!to->name && from->reads_all_unnamed) || (from->reads && hashmap_get(from->reads, to));
    os_mutex_unlock(&graph_lock);
    return yes;
}

bool module_exports(const struct module *from, struct symbol *package, const struct module *to)
{
    if (from == to || !from->name || from->is_open || !java_base.java) return true;
    os_mutex_lock(&graph_lock);
    const struct package *p = package_locked(from->loader, package, false);
    bool yes = p && p->module == from &&
               (p->exported_all ||
                (to && ((!to->name && p->exported_all_unnamed) || (p->exports && hashmap_get(p->exports, to)))));
    os_mutex_unlock(&graph_lock);
    return yes;
}

/* ---- definition ---- */

static struct symbol *package_symbol(const char *dotted)
{
    size_t n = strlen(dotted);
    char *s = vm_malloc(n + 1);
    for (size_t i = 0; i <= n; i++) s[i] = dotted[i] == '.' ? '/' : dotted[i];
    struct symbol *sym = symbol_intern(s, n);
    free(s);
    return sym;
}

static void patch_module(struct class *c, void *arg)
{
    if (c->package)
        c->module = c->package->module;
    else if (class_is_array(c))
        c->module = c->innermost->module;
    if (c->mirror && c->module->java && !obj_ref(c->mirror, WKF(Class_module)))
        heap_store_ref(c->mirror, WKF(Class_module), c->module->java);
}

static void patch_all(void)
{
    loader_for_each_class(patch_module, NULL);
    for (u32 i = 0; i < ARRAY_LEN(class_primitive); i++)
        if (class_primitive[i]) patch_module(class_primitive[i], NULL);
}

static bool is_module(struct thread *self, struct object *module)
{
    if (!module) {
        THROW(self, NullPointerException, "Null module object");
        return false;
    }
    if (!object_instance_of(module, WK(java_lang_Module))) {
        THROW(self, IllegalArgumentException, "module is not an instance of type java.lang.Module");
        return false;
    }
    return true;
}

static bool is_of_boot(struct thread *self, struct object *module)
{
    if (obj_ref(module, WKF(Module_loader))) {
        THROW(self, IllegalArgumentException, "Class loader must be the boot class loader");
        return false;
    }
    return true;
}

static bool define_java_base(struct thread *self, struct object *module, struct symbol **packages, u32 n)
{
    if (java_base.java) {
        THROW(self, InternalError, "Module java.base is already defined");
        return false;
    }
    if (!is_of_boot(self, module)) return false;
    os_mutex_lock(&graph_lock);
    for (u32 i = 0; i < n; i++) package_locked(&boot_loader, packages[i], true);
    struct hashmap in_base = HASHMAP_INIT; /* classes of other packages came from an appended path */
    for (u32 i = 0; i < n; i++) hashmap_put(&in_base, packages[i], packages[i]);
    u32 cursor = 0;
    void *value;
    while (hashmap_next(boot_loader.packages, &cursor, NULL, &value)) {
        struct package *p = value;
        if (!hashmap_get(&in_base, p->name)) p->module = unnamed_locked(&boot_loader);
    }
    hashmap_destroy(&in_base);
    bind(&java_base, module);
    os_mutex_unlock(&graph_lock);
    patch_all();
    return true;
}

static bool prohibited(struct thread *self, struct loader *l, const struct symbol *p)
{
    bool java = symbol_starts_with(p, "java/") || symbol_equals_cstr(p, "java");
    if (!java || !l->java || l->is_platform) return false;
    char cls[300];
    THROW(self, IllegalArgumentException, "Class loader (instance of): %s tried to define prohibited package name: %s",
          class_external_name(object_class(l->java), cls, sizeof cls), p->bytes);
    return true;
}

bool module_define(struct thread *self, struct object *module, bool is_open, const char *version, const char *location,
                   const char *const *packages, u32 n)
{
    if (!is_module(self, module)) return false;
    struct object *name_string = obj_ref(module, WKF(Module_name));
    if (!name_string) {
        THROW(self, NullPointerException, "Null module name");
        return false;
    }
    struct symbol *name = string_to_symbol(name_string, false);
    if (!name || !name->len) {
        THROW(self, IllegalArgumentException, "Module name cannot be null");
        return false;
    }
    struct loader *l = loader_require(self, obj_ref(module, WKF(Module_loader)));
    if (!l) return false;
    if (throw_if_memory_short(self)) return false;
    struct symbol **syms = malloc((n + 1) * sizeof *syms);
    if (!syms) {
        throw_no_c_memory(self);
        return false;
    }
    bool ok = true;
    for (u32 i = 0; i < n && ok; i++) {
        syms[i] = package_symbol(packages[i]);
        ok = !prohibited(self, l, syms[i]);
    }
    struct module *m = NULL;
    if (ok && name == java_base.name) {
        ok = define_java_base(self, module, syms, n);
        m = &java_base;
    } else if (ok) {
        const struct package *taken = NULL;
        bool twice = false;
        os_mutex_lock(&graph_lock);
        for (struct module *x = all_modules; x && !twice; x = x->next) twice = x->loader == l && x->name == name;
        for (u32 i = 0; i < n && !taken && !twice; i++) taken = package_locked(l, syms[i], false);
        if (!twice && !taken) {
            m = new_module_locked(l, name, NULL);
            m->is_open = is_open;
            bind(m, module);
            for (u32 i = 0; i < n; i++) package_locked(l, syms[i], true)->module = m;
        }
        os_mutex_unlock(&graph_lock);
        ok = m != NULL;
        if (twice)
            THROW(self, IllegalStateException, "Module %s is already defined", name->bytes);
        else if (taken && taken->module->name)
            THROW(self, IllegalStateException,
                  "Package %s for module %s is already in another module, %s, defined to the class loader",
                  taken->name->bytes, name->bytes, taken->module->name->bytes);
        else if (taken)
            THROW(self, IllegalStateException,
                  "Package %s for module %s is already in the unnamed module defined to the class loader",
                  taken->name->bytes, name->bytes);
    }
    if (ok) {
        m->is_open = is_open;
        m->version = version ? symbol_from_cstr(version) : NULL;
        m->location = location ? symbol_from_cstr(location) : NULL;
        LOG(debug, module_load, "%s location: %s", name->bytes, location ? location : "");
    }
    free(syms);
    return ok;
}

bool module_set_boot_unnamed(struct thread *self, struct object *module)
{
    if (!is_module(self, module)) return false;
    if (!is_of_boot(self, module)) return false;
    os_mutex_lock(&graph_lock);
    if (!boot_unnamed_set) {
        boot_unnamed_set = true;
        bind(unnamed_locked(&boot_loader), module);
    }
    os_mutex_unlock(&graph_lock);
    patch_all();
    return true;
}

/* The VM's module of a Module object. NULL with an exception pending if there is none. */
static struct module *known(struct thread *self, struct object *java, const char *what)
{
    struct module *m = NULL;
    if (!java)
        THROW(self, NullPointerException, "%s is null", what);
    else if (!(m = module_of(java))) {
        /* an unnamed module without classes yet, or an object that no constructor has run on */
        struct object *l = obj_ref(java, WKF(Module_loader));
        if (!obj_ref(java, WKF(Module_name)) && !l) m = module_unnamed(&boot_loader);
        if (!obj_ref(java, WKF(Module_name)) && l && obj_ref(l, WKF(ClassLoader_unnamedModule)) == java) {
            struct loader *of = loader_require(self, l);
            if (!of) return NULL;
            m = module_unnamed(of);
        }
        if (!m) THROW(self, IllegalArgumentException, "%s cannot be found", what);
    }
    return m;
}

static void add_to_set(struct hashmap **set, struct module *m)
{
    if (!*set) *set = vm_calloc(1, sizeof **set);
    hashmap_put(*set, m, m);
}

bool module_add_reads(struct thread *self, struct object *from, struct object *to)
{
    struct module *f = known(self, from, "from_module"), *t = NULL;
    if (!f || (to && !(t = known(self, to, "to_module")))) return false;
    os_mutex_lock(&graph_lock);
    if (!t)
        f->reads_all_unnamed = true;
    else if (t != f && f->name)
        add_to_set(&f->reads, t);
    os_mutex_unlock(&graph_lock);
    return true;
}

bool module_add_exports(struct thread *self, struct object *from, const char *package, struct object *to, bool to_all,
                        bool to_all_unnamed)
{
    if (!package) {
        THROW(self, NullPointerException, "package is null");
        return false;
    }
    struct module *f = known(self, from, "from_module"), *t = NULL;
    if (!f) return false;
    if (!f->name || f->is_open) return true; /* it exports everything anyway */
    if (to && !(t = known(self, to, "to_module"))) return false;
    struct symbol *name = package_symbol(package);
    os_mutex_lock(&graph_lock);
    struct package *p = package_locked(f->loader, name, false);
    struct module *owner = p ? p->module : NULL;
    if (owner == f) {
        if (to_all || (!t && !to_all_unnamed))
            p->exported_all = true;
        else if (to_all_unnamed)
            p->exported_all_unnamed = true;
        else if (t != f)
            add_to_set(&p->exports, t);
    }
    os_mutex_unlock(&graph_lock);
    if (!p)
        THROW(self, IllegalArgumentException, "Package %s not found in from_module %s", name->bytes, f->name->bytes);
    else if (owner != f)
        THROW(self, IllegalArgumentException, "Package: %s found in module %s, not in from_module: %s", name->bytes,
              owner->name ? owner->name->bytes : "unnamed module", f->name->bytes);
    return p && owner == f;
}
