/* define.c: makes a struct class with supertypes, members, layout, tables and mirror from a parsed class file (JVMS
 * §5.3.5).
 *
 * The defining thread works alone until the class enters its loader's table. A class that failed keeps state 0: it is
 * only in the loader's list (so that its mirror is a root). */
#include "log/log_history.h"
#include "meta/meta_int.h"
#include "model/class_space.h"
#include "thread/probe_points.h"
#include "thread/recorder.h"
#include "thread/thread_contract.h"

#include <stdio.h>
#include <stdlib.h>

static struct symbol *hidden_name(struct class *c, struct symbol *base)
{
    char *text = vm_malloc(base->len + 40u);
    sprintf(text, "%s+0x%016llx", base->bytes, (unsigned long long)(uintptr_t)c);
    struct symbol *s = symbol_from_cstr(text);
    free(text);
    return s;
}

/* An event class of the flight recorder is defined from other bytes than those it came with. */
struct event_bytes {
    u8 *at; /* malloc'ed; NULL: it is no event class, or that is not known yet */
    size_t len;
    u32 serial;           /* the class's, from the first attempt on */
    struct object *super; /* the superclass's mirror */
};

/* A running definition: the memory to give back if it fails. */
struct definition {
    struct class_stage stage;
    struct arena_mark before;
    size_t after; /* size of the arena after the class file was parsed */
    struct event_bytes *event;
    bool final_bytes; /* the recorder has seen these bytes already */
};

/* Frees the class file too, unless another one has been parsed since. */
static void forget_parsed(struct class_holder *h, const struct definition *d)
{
    struct loader *l = h->loader;
    os_mutex_lock(l->lock);
    struct arena *a = h->arena;
    if (a->used == d->after) {
        class_arena_changed(h, (i64)d->before.reserved - (i64)a->reserved);
        arena_reset(a, &d->before);
    }
    os_mutex_unlock(l->lock);
}

static bool parse(struct thread *self, struct loader *l, const u8 *bytes, size_t len, const struct define_options *o,
                  struct class *c, struct definition *d)
{
    /* A hidden class has the name that the caller gives, whatever the bytes say (MethodHandleImpl.BindCaller relies on
     * it). */
    struct cf_options opt = class_parse_options(l, o->hidden ? NULL : o->name);
    opt.allow_internal_annotations |= o->hidden_access_vm;
    struct classfile *cf = NULL;
    const char *msg = NULL;
    if (len > INT32_MAX) len = INT32_MAX;
    os_mutex_lock(l->lock);
    struct arena *arena = c->holder->arena;
    d->before = arena_mark(arena);
    enum cf_error e = classfile_parse(arena, bytes, len, &opt, &cf, &msg);
    d->after = arena->used;
    class_arena_changed(c->holder, (i64)arena->reserved - (i64)d->before.reserved);
    os_mutex_unlock(l->lock);
    /* HotSpot resolves interfaces while it parses, so an error there comes before later format errors */
    if (e == CF_FORMAT) {
        c->name = cf->this_name;
        for (u32 i = 0; i < cf->interface_count; i++)
            if (!class_load_interface(self, c, o->hidden ? NULL : c->name, cf, i)) return false;
    }
    switch (e) {
    case CF_OK: break;
    case CF_FORMAT: THROW(self, ClassFormatError, "%s", msg); return false;
    case CF_VERSION: THROW(self, UnsupportedClassVersionError, "%s", msg); return false;
    case CF_NO_CLASS_DEF: THROW(self, NoClassDefFoundError, "%s", msg); return false;
    case CF_INCOMPATIBLE: THROW(self, IncompatibleClassChangeError, "%s", msg); return false;
    }
    c->cf = cf;
    c->name = cf->this_name;
    c->access = cf->access;
    c->major = cf->major;
    c->minor = cf->minor;
    c->source_file = cf->source_file;
    c->generic = cf->generic;
    if (l == &boot_loader) c->flags |= CLS_TRUSTED;
    return true;
}

static void log_load(const struct class *c, const struct define_options *o)
{
    history_note(HISTORY_CLASSES_LOADED, "Loading class %s", c->name->bytes);
    if (!LOG_ENABLED(info, class_load)) return;
    char name[600], text[700];
    class_external_name(c, name, sizeof name);
    const char *from = o->source;
    if (!from && o->lookup_host) /* the source of a lambda's class is that of the class with the lambda */
        from = strstr(name, "$$Lambda$") ? class_external_name(o->lookup_host, text, sizeof text)
                                         : "__JVM_LookupDefineClass__";
    if (!from && c->loader->java) {
        class_external_name(object_class(c->loader->java), text, sizeof text);
        from = text;
    }
    LOG(info, class_load, "%s source: %s", name, from ? from : "__JVM_DefineClass__");
}

static bool duplicate_definition(struct thread *self, const struct class *c)
{
    char loader[600], name[600], place[1400];
    THROW(self, LinkageError, "loader %s attempted duplicate %s definition for %s. (%s)",
          loader_name_and_id(c->loader, loader, sizeof loader), class_external_kind(c),
          class_external_name(c, name, sizeof name), class_in_module_of_loader(c, false, true, place, sizeof place));
    return false;
}

/* Does a class of c's name, or a constraint, forbid c? Then returns true with an exception pending. */
static bool refused(struct thread *self, struct loader *l, struct class *c,
                    struct class *(*ask)(struct loader *l, struct class *c, struct class **conflict))
{
    struct class *conflict = NULL, *there = ask(l, c, &conflict);
    if (conflict)
        constraint_throw(self, l, c, conflict);
    else if (there)
        duplicate_definition(self, c);
    return conflict || there;
}

static struct class *enter_table(struct loader *l, struct class *c, struct class **conflict)
{
    return constraint_enter(l, c, c->name, conflict);
}

/* The loader's list makes the mirror a root. The table and state CLASS_LOADED make the class visible to others. */
static void enter_list(struct loader *l, struct class *c)
{
    os_mutex_lock(l->lock);
    if (c->super) c->flags |= c->super->flags & CLS_WATCHED; /* a later change of the flag finds c in the list */
    if (l->last_class)
        __atomic_store_n(&l->last_class->next_in_loader, c, __ATOMIC_RELEASE);
    else
        __atomic_store_n(&l->first_class, c, __ATOMIC_RELEASE);
    l->last_class = c;
    l->class_count++;
    os_mutex_unlock(l->lock);
}

/* Is c an event class of the flight recorder that needs other bytes? */
static bool event_class(struct loader *l, struct class *c, const u8 *bytes, size_t len, struct definition *d)
{
    if (l->is_boot && c->name == SYM(jdk_internal_event_Event)) c->flags |= CLS_EVENT;
    if (d->final_bytes || !c->super || !(c->super->flags & CLS_EVENT) || !recorder.event_class) return false;
    size_t n = 0;
    u8 *to = recorder.event_class(c, bytes, len, &n);
    *d->event = (struct event_bytes){ to, n, c->serial, c->super->mirror };
    return to != NULL;
}

/* All steps that can fail, before c is visible to others. Returns false with an exception pending. */
static bool build(struct thread *self, struct loader *l, struct class *c, const u8 *bytes, size_t len,
                  const struct define_options *o, struct definition *d)
{
    if (!parse(self, l, bytes, len, o, c, d)) return false;
    if (o->hidden) {
        c->flags |= CLS_HIDDEN | (o->hidden_strong ? CLS_STRONG_HIDDEN : 0);
        c->name = hidden_name(c, o->name ? o->name : c->name);
        ((struct classfile *)c->cf)->this_name = c->name;
    }
    if (!class_load_supers(self, c, o->hidden ? NULL : c->name)) return false;
    class_set_display(c);
    if (event_class(l, c, bytes, len, d)) return false;
    c->package = package_of(l, class_package_symbol(c->name), true);
    c->module = c->package->module;
    if (!class_check_supers(self, c)) return false;
    class_inherit(c);
    c->cp = class_make_constpool(c, c->cf, c->stage);
    c->cp->e[c->cf->this_index].cls = c;
    atomic_store_explicit(&c->cp->e[c->cf->this_index].state, CPS_RESOLVED, memory_order_relaxed);
    class_make_fields(c);
    class_make_methods(c);
    if (exec.method_created)
        for (u32 i = 0; i < c->method_count; i++) exec.method_created(c->methods[i]);
    c->type.finalizable = (c->flags & CLS_HAS_FINALIZER) != 0;
    if (o->hidden) {
        c->lookup_host = o->lookup_host ? o->lookup_host->mirror : NULL;
        c->nest_host = o->nest_host;
        holder_stores(c->holder);
    }
    /* no redefinition may come between the end of this and the list, since it has to see tables and layout */
    if (!vtable_build(self, c)) return false;
    layout_instance(c);
    layout_statics(c);
    return o->hidden || !refused(self, l, c, constraint_peek);
}

/* Adds the class to the loader's own list (ClassLoader.classes), in which debuggers and heap dumps see that a loader
 * refers to its classes. A hidden class is not in it. */
static bool tell_loader(struct thread *self, struct loader *l, struct class *c)
{
    slot args[2] = { slot_of_ref(l->java), slot_of_ref(c->mirror) };
    java_call(self, WKM(ClassLoader_addClass), args);
    return !self->pending;
}

/* Makes c visible. From here on c stays in any case: the collector and walks over classes see it. */
static bool publish(struct thread *self, struct loader *l, struct class *c, const struct define_options *o)
{
    MADE_KNOWN();
    if (c->type.kind == HEAP_MIRROR && !WK(java_lang_Class)) {
        wellknown_resolve_class_fields(c);
        wk_classes[wk_java_lang_Class] = c;
    }
    enter_list(l, c);
    if (!class_make_mirror(self, c, o->protection_domain)) return false;
    if (o->class_data) heap_store_ref(c->mirror, WKF(Class_classData), o->class_data);
    if (!o->hidden && l->java && !tell_loader(self, l, c)) return false;
    atomic_store_explicit(&c->state, CLASS_LOADED, memory_order_release);
    if (o->hidden || !refused(self, l, c, enter_table)) return true;
    atomic_store_explicit(&c->state, 0, memory_order_release);
    return false;
}

/* From the event's bytes, if there are any. Returns NULL with an exception pending; or *full names the memory that is
 * full; or *event, which had none, has the bytes from which the class has to be defined instead. */
static struct class *define(struct thread *self, struct loader *l, const u8 *bytes, size_t len,
                            const struct define_options *o, struct event_bytes *event, const char **full)
{
    bool final_bytes = event->at != NULL;
    if (final_bytes) {
        bytes = event->at;
        len = event->len;
    }
    bool own = o->hidden && !o->hidden_strong && options.class_unloading;
    struct class_holder *h = own ? holder_new_hidden(l) : &l->holder;
    *full = h ? NULL : "Metaspace";
    if (!h) return NULL;
    struct definition d = { .after = 0, .event = event, .final_bytes = final_bytes };
    class_stage_begin(&d.stage, h);
    struct class *c = class_new(&d.stage);
    if (final_bytes) c->serial = event->serial;
    if (own) h->hidden = c;
    if (d.stage.full || !build(self, l, c, bytes, len, o, &d) || d.stage.full) {
        bool is_event = !final_bytes && event->at;
        if (!self->pending && !is_event) *full = d.stage.full;
        if (!own && d.after) forget_parsed(h, &d);
        class_stage_abandon(&d.stage);
        if (own) holder_drop(h);
        return NULL;
    }
    c->stage = NULL;
    class_stage_end(&d.stage);
    if (!publish(self, l, c, o)) return NULL;
    log_load(c, o);
    if (RECORDER_WANTS(ClassDefine)) recorder_class_define(self, c, l);
    if (probe_wants(PROBE_CLASS_LOADED)) probe_points.event(self, PROBE_CLASS_LOADED, NULL, c, 0);
    return c;
}

static struct class *define_once(struct thread *self, struct loader *l, const u8 *bytes, size_t len,
                                 const struct define_options *o, struct event_bytes *event, const char **full)
{
    bool known = event->at != NULL;
    struct class *c = define(self, l, bytes, len, o, event, full);
    if (known || !event->at) return c;
    size_t n = 0;
    u8 *filled_in = recorder.event_code(self, event->super, event->serial, event->at, event->len, &n);
    if (filled_in) {
        free(event->at);
        event->at = filled_in;
        event->len = n;
    }
    return define(self, l, bytes, len, o, event, full);
}

/* A definition that finds a memory full collects and starts again, once. */
static struct class *define_or_collect(struct thread *self, struct loader *l, const u8 *bytes, size_t len,
                                       const struct define_options *o)
{
    const char *full;
    struct event_bytes event = { 0 };
    struct class *c = define_once(self, l, bytes, len, o, &event, &full);
    if (full && options.class_unloading) {
        metadata_short(self, &l->holder, len, full);
        vm_collect(self, HEAP_CAUSE_METADATA, true);
        c = define_once(self, l, bytes, len, o, &event, &full);
    }
    free(event.at);
    if (full) metadata_gone(self, &l->holder, len, full);
    return c;
}

struct class *class_define(struct thread *self, struct loader *l, const u8 *bytes, size_t len,
                           const struct define_options *o)
{
    const u8 *use = bytes;
    bool replaced = false;
    struct bytes original = { NULL, 0 };
    /* loading its supertypes recurses */
    if (!stack_check(self) || throw_if_memory_short(self) || !class_space_prepare(self, &l->holder, len)) return NULL;
    if (!o->no_hook && !o->hidden && event_on(EV_CLASS_FILE_LOAD) && hooks.class_file_load)
        replaced = hooks.class_file_load(self, NULL, l, o->name, o->protection_domain, &use, &len, &original);
    struct class *c = self->pending ? NULL : define_or_collect(self, l, use, len, o); /* pending: from an agent */
    if (c)
        c->original = original;
    else
        free((void *)original.at);
    if (replaced) free((void *)use);
    if (c && replaced) module_transformed(self, c->module);
    return c;
}

struct class *class_tell_loaded(struct thread *self, struct class *c)
{
    if (c && event_on(EV_CLASS_LOAD) && hooks.class_load) hooks.class_load(self, c);
    return self->pending ? NULL : c;
}

struct class *loader_define_class(struct thread *self, struct loader *l, const u8 *bytes, size_t len,
                                  const struct define_options *o)
{
    MAY_COLLECT(self);
    VM_ASSERT(!o->hidden);
    return class_tell_loaded(self, class_define(self, l, bytes, len, o));
}
