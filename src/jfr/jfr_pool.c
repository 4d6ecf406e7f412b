/* Constants of classes, loaders, packages, modules, methods, symbols and strings. */
#include "core/exception.h"
#include "core/jstring.h"
#include "jfr/jfr_int.h"

/* The constants that came since the last checkpoint. */
static struct jfr_pool pools[JFR_POOL_COUNT] GUARDED_BY(jfr_lock);
/* Epochs that never come, one for each use that is kept: counted down, far from those that come. */
static u32 keeping_epoch GUARDED_BY(jfr_lock) = UINT32_MAX;

/* The constants that are in this epoch's pools. Keys of `places` are addresses, which another place may get after a
 * class was unloaded, so unloading empties the table. Keys of `methods` are ids, which stay; those of `symbols` are
 * addresses, which stay too. */
static struct jfr_table places GUARDED_BY(jfr_lock);
static struct jfr_table methods GUARDED_BY(jfr_lock);
static struct jfr_table symbols GUARDED_BY(jfr_lock);
static struct jfr_table named[JFR_POOL_COUNT] GUARDED_BY(jfr_lock); /* constants that are names, by these as symbols */
static u64 last_place GUARDED_BY(jfr_lock), last_symbol GUARDED_BY(jfr_lock), last_name GUARDED_BY(jfr_lock);

struct jfr_out *jfr_pool_begin_locked(enum jfr_pool_id p, u64 key)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    pools[p].count++;
    jfr_put_number(&pools[p].out, key);
    return &pools[p].out;
}

static u64 use_symbol_locked(const struct symbol *s) WANTS_LOCK(&jfr_lock);
static u64 use_symbol_locked(const struct symbol *s)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    if (!s) return 0;
    u64 id = jfr_table_get(&symbols, jfr_key(s));
    if (id) return id;
    id = ++last_symbol;
    (void)jfr_table_put(&symbols, jfr_key(s), id);
    jfr_put_symbol(jfr_pool_begin_locked(JFR_POOL_SYMBOL, id), s);
    return id;
}

/* A new number for what lies there, or the one it has. */
static bool known_place_locked(const void *at, u64 *id) WANTS_LOCK(&jfr_lock);
static bool known_place_locked(const void *at, u64 *id)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    *id = jfr_table_get(&places, jfr_key(at));
    if (*id) return true;
    *id = ++last_place;
    (void)jfr_table_put(&places, jfr_key(at), *id);
    return false;
}

/* Of a loader whose class is unloaded the object is swept already. */
u64 jfr_use_loader_locked(struct loader *l)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    u64 id;
    if (!l) return 0;
    /* The loader of a loader's class was there before it, and has the smaller number. */
    u64 type = jfr_use_class_locked(l->type);
    if (known_place_locked(l, &id)) return id;
    u64 name = use_symbol_locked(l->is_boot ? jfr_names.bootstrap : l->name);
    struct jfr_out *o = jfr_pool_begin_locked(JFR_POOL_LOADER, id);
    jfr_put_number(o, type);
    jfr_put_number(o, name);
    return id;
}

static u64 use_module_locked(struct module *m) WANTS_LOCK(&jfr_lock);
static u64 use_module_locked(struct module *m)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    u64 id;
    if (!m || known_place_locked(m, &id)) return m ? id : 0;
    u64 name = use_symbol_locked(m->name), version = use_symbol_locked(m->version);
    u64 location = use_symbol_locked(m->location), loader = jfr_use_loader_locked(m->loader);
    struct jfr_out *o = jfr_pool_begin_locked(JFR_POOL_MODULE, id);
    jfr_put_number(o, name);
    jfr_put_number(o, version);
    jfr_put_number(o, location);
    jfr_put_number(o, loader);
    return id;
}

static u64 use_package_locked(struct package *p) WANTS_LOCK(&jfr_lock);
static u64 use_package_locked(struct package *p)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    u64 id;
    if (!p || known_place_locked(p, &id)) return p ? id : 0;
    u64 name = use_symbol_locked(p->name), module = use_module_locked(p->module);
    struct jfr_out *o = jfr_pool_begin_locked(JFR_POOL_PACKAGE, id);
    jfr_put_number(o, name);
    jfr_put_number(o, module);
    jfr_put_byte(o, p->exported_all || p->exported_all_unnamed || !p->module || !p->module->name);
    return id;
}

u64 jfr_use_class_locked(struct class *c)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    if (!c || !stack_has_room(thread_self())) return 0; /* loaders can be of classes of loaders, and so on */
    u64 id = jfr_class_id(c);
    if (c->recorder_epoch == recorder_epoch) return id;
    __atomic_store_n(&c->recorder_epoch, recorder_epoch, __ATOMIC_RELEASE); /* a loader's class may be its own */
    u64 loader = jfr_use_loader_locked(c->loader), name = use_symbol_locked(c->name);
    struct class *of = class_is_array(c) ? c->innermost : c;
    u64 package = use_package_locked(of->package);
    struct jfr_out *o = jfr_pool_begin_locked(JFR_POOL_CLASS, id);
    jfr_put_number(o, loader);
    jfr_put_number(o, name);
    jfr_put_number(o, package);
    jfr_put_number(o, class_modifiers(c));
    jfr_put_byte(o, (c->flags & CLS_HIDDEN) != 0);
    return id;
}

u64 jfr_note_class(struct class *c)
{
    os_mutex_lock(&jfr_lock);
    u64 id = jfr_use_class_locked(c);
    os_mutex_unlock(&jfr_lock);
    return id;
}

void jfr_use_named_method_locked(const struct jfr_method *m)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    if (jfr_table_put(&methods, m->id, 1)) return;
    u64 type = m->owner ? jfr_use_class_locked(m->owner) : m->id >> 16; /* 0: no room on the stack */
    u64 name = use_symbol_locked(m->name), desc = use_symbol_locked(m->desc);
    struct jfr_out *o = jfr_pool_begin_locked(JFR_POOL_METHOD, m->id);
    jfr_put_number(o, type);
    jfr_put_number(o, name);
    jfr_put_number(o, desc);
    jfr_put_number(o, m->access);
    jfr_put_byte(o, m->hidden);
}

struct jfr_method jfr_method_of(const struct method *m)
{
    return (struct jfr_method){ m->owner,  jfr_class_id(m->owner) << 16 | m->index,
                                m->name,   m->desc,
                                m->access, method_has(m, MTH_HIDDEN) };
}

u64 jfr_use_method_locked(struct method *m)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    struct jfr_method named = jfr_method_of(m);
    jfr_use_named_method_locked(&named);
    return named.id;
}

#define WITHOUT_LOCK(name, type, use) \
    u64 name(type *what) \
    { \
        if (!what) return 0; \
        os_mutex_lock(&jfr_lock); \
        u64 id = use(what); \
        os_mutex_unlock(&jfr_lock); \
        return id; \
    }
WITHOUT_LOCK(jfr_use_method, struct method, jfr_use_method_locked)
WITHOUT_LOCK(jfr_use_loader, struct loader, jfr_use_loader_locked)
WITHOUT_LOCK(jfr_use_module, struct module, use_module_locked)
WITHOUT_LOCK(jfr_use_package, struct package, use_package_locked)

u64 jfr_use_named(enum jfr_pool_id pool, const char *name)
{
    if (!name) return 0;
    const struct symbol *s = symbol_from_cstr(name);
    os_mutex_lock(&jfr_lock);
    u64 id = jfr_table_get(&named[pool], jfr_key(s));
    if (!id) {
        id = ++last_name;
        (void)jfr_table_put(&named[pool], jfr_key(s), id);
        jfr_put_utf8(jfr_pool_begin_locked(pool, id), s->bytes);
    }
    os_mutex_unlock(&jfr_lock);
    return id;
}

void jfr_add_string(u64 id, struct object *s)
{
    os_mutex_lock(&jfr_lock);
    jfr_put_object_string(jfr_pool_begin_locked(JFR_POOL_STRING, id), s);
    os_mutex_unlock(&jfr_lock);
}

void jfr_take_pools_locked(struct jfr_taken *to)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    memcpy(to->pools, pools, sizeof pools);
    memset(pools, 0, sizeof pools);
}

u32 jfr_put_pools(struct jfr_taken *from, struct jfr_out *to)
{
    u32 n = 0;
    for (int i = 0; i < JFR_POOL_COUNT; i++) {
        struct jfr_pool *p = &from->pools[i];
        if (!p->count) continue;
        n++;
        jfr_put_number(to, (u64)jfr_pool_types[i]);
        jfr_put_number(to, p->count);
        jfr_put(to, p->out.at, p->out.len);
        p->count = 0;
        jfr_out_free(&p->out);
    }
    return n;
}

/* Of the epoch before. */
static struct jfr_table old_tables[3 + JFR_POOL_COUNT] GUARDED_BY(jfr_lock);

void jfr_free_old_tables_locked(void)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    for (size_t i = 0; i < ARRAY_LEN(old_tables); i++) jfr_table_free(&old_tables[i]);
}

void jfr_new_epoch_locked(void)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    jfr_free_old_tables_locked();
    recorder_epoch++;
    old_tables[0] = places;
    old_tables[1] = methods;
    old_tables[2] = symbols;
    places = methods = symbols = (struct jfr_table){ 0 };
    for (int i = 0; i < JFR_POOL_COUNT; i++) {
        old_tables[3 + i] = named[i];
        named[i] = (struct jfr_table){ 0 };
    }
}

void jfr_class_unloaded(struct class *c)
{
    WORLD_STOPPED_FOR(&jfr_lock);
    jfr_unloaded_event_classes += (c->flags & CLS_EVENT) != 0;
    jfr_table_free(&places);
}

/* ---- constants that are kept ---- */

/* Keeps all constants that one use needs, as if the epoch had none yet. The pools and tables of the epoch are put aside
 * meanwhile. Classes, threads and groups are marked with an epoch of this use alone: no earlier use may count. */
void jfr_keep_locked(struct jfr_kept *k, void (*use)(void *what), void *what)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    struct jfr_pool aside[JFR_POOL_COUNT];
    memcpy(aside, pools, sizeof aside);
    memcpy(pools, k->pools, sizeof pools);
    struct jfr_table tables[] = { places, methods, symbols };
    places = methods = symbols = (struct jfr_table){ 0 };
    u32 epoch = recorder_epoch;
    recorder_epoch = keeping_epoch--;
    use(what);
    recorder_epoch = epoch;
    jfr_table_free(&places);
    jfr_table_free(&methods);
    jfr_table_free(&symbols);
    places = tables[0];
    methods = tables[1];
    symbols = tables[2];
    memcpy(k->pools, pools, sizeof pools);
    memcpy(pools, aside, sizeof pools);
}

void jfr_use_kept_locked(const struct jfr_kept *k)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    for (int i = 0; i < JFR_POOL_COUNT; i++) {
        jfr_put(&pools[i].out, k->pools[i].out.at, k->pools[i].out.len);
        pools[i].count += k->pools[i].count;
    }
}

void jfr_kept_free(struct jfr_kept *k)
{
    for (int i = 0; k && i < JFR_POOL_COUNT; i++) jfr_out_free(&k->pools[i].out);
    jfr_free(k);
}
