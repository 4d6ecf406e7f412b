/* Backtraces: what Throwable.fillInStackTrace remembers, and how it becomes StackTraceElements.
 *
 * Throwable.backtrace is an Object[], as programs that look into it with reflection or JNI know it from HotSpot: first
 * a long[] with one entry for each frame (method address in the upper 32 bits, as class metadata lies below 4 GiB, bci
 * in the lower), then mirrors that keep the frames' classes where they may be unloaded. Bit HIDDEN_TOP of the first
 * entry says that hidden frames stood above it, so that the exception did not happen there. The address is that of the
 * version that ran, so a later redefinition does not change old traces. When that version is freed the entry gets the
 * method's first version and, with bit GONE, the line. */
#include "core/alloc.h"
#include "core/exception.h"
#include "core/jstring.h"
#include "model/loader.h"
#include "model/module.h"
#include "model/options.h"
#include "thread/thread_contract.h"

enum { HIDDEN_TOP = 1 << 30, GONE = 1 << 29, BCI_MASK = 0xffff };

static bool shown(const struct method *m) { return options.show_hidden_frames || !method_has(m, MTH_HIDDEN); }

static bool fills_in(const struct method *m)
{
    return m->name == SYM(fillInStackTrace) || (method_is_native(m) && !strcmp(m->name->bytes, "fillInStackTrace0"));
}
/* The first frame that belongs to the trace: behind fillInStackTrace and the constructors of the throwable's own class
 * chain. */
static struct frame *first_frame(struct frame *f, const struct class *throwable_class)
{
    while (f && fills_in(f->method) && class_is_subclass(throwable_class, f->method->owner)) f = frame_caller(f);
    while (f && f->method->name == SYM(init) && class_is_subclass(throwable_class, f->method->owner))
        f = frame_caller(f);
    return f;
}

/* Mirrors of the classes in the trace that could go otherwise, from index 1 of `into` on (NULL: only counted); frames
 * of one loader in a row share one. */
static i32 keep_classes(struct frame *top, u32 depth, struct object *into)
{
    const struct class_holder *last = NULL;
    i32 n = 0;
    u32 i = 0;
    for (struct frame *f = top; f && i < depth; f = frame_caller(f)) {
        if (!shown(f->method)) continue;
        i++;
        const struct class *c = f->method->owner;
        if (c->holder->permanent || c->holder == last) continue;
        last = c->holder;
        n++;
        if (into) array_set_ref(into, n, c->mirror);
    }
    return n;
}

static struct object *words_of(struct object *throwable)
{
    struct object *trace = obj_ref(throwable, WKF(Throwable_backtrace));
    return trace ? array_ref(trace, 0) : NULL;
}

/* The frames of a trace, as far as one walk can take them along: each costs loads of words that are not in a cache, and
 * an image (frame_prev). */
struct walk {
    struct frame *top;
    u32 depth;
    bool keeps; /* there are classes that could go */
    u64 first[32];
};
/* The i-th that is shown. */
static u64 entry_of(const struct walk *w, const struct frame *f, u32 i)
{
    i32 bci = frame_bci(f);
    if (i == 0 && f != w->top && bci >= 0) bci |= HIDDEN_TOP;
    return (u64)(uintptr_t)f->method << 32 | (u32)bci;
}
static void walk(struct walk *w)
{
    for (struct frame *f = w->top; f && w->depth < options.max_trace_depth; f = frame_caller(f)) {
        if (!shown(f->method)) continue;
        if (w->depth < ARRAY_LEN(w->first)) w->first[w->depth] = entry_of(w, f, w->depth);
        w->keeps |= !f->method->owner->holder->permanent;
        w->depth++;
    }
}
static void put_entries(const struct walk *w, u64 *at)
{
    u32 most = ARRAY_LEN(w->first), taken = w->depth < most ? w->depth : most, i = 0;
    memcpy(at, w->first, taken * sizeof *at);
    if (taken == w->depth) return;
    for (struct frame *f = w->top; f && i < w->depth; f = frame_caller(f)) {
        if (!shown(f->method)) continue;
        at[i] = entry_of(w, f, i);
        i++;
    }
}

void throwable_fill_trace(struct thread *self, struct object *throwable)
{
    MAY_COLLECT(self);
    IS_OBJECT(throwable);
    heap_store_ref(throwable, WKF(Throwable_backtrace), NULL);
    obj_set_int(throwable, WKF(Throwable_depth), 0);
    if (!options.traces) return;
    struct walk w;
    w.top = first_frame(frame_java(self->fp), object_class(throwable));
    w.depth = 0;
    w.keeps = false;
    walk(&w);
    if (!w.depth) return;
    struct object *pending = self->pending;
    struct object *trace = array_new_prim(self, 'J', (i32)w.depth);
    self->pending = pending; /* no memory for the trace: the exception goes without one */
    if (!trace) return;
    put_entries(&w, array_data(trace));
    i32 kept = w.keeps ? keep_classes(w.top, w.depth, NULL) : 0;
    struct object *all = array_new_ref(self, WK(java_lang_Object), 1 + kept);
    self->pending = pending;
    if (!all) return;
    array_set_ref(all, 0, trace);
    if (kept) keep_classes(w.top, w.depth, all);
    heap_store_ref(throwable, WKF(Throwable_backtrace), all);
    obj_set_int(throwable, WKF(Throwable_depth), (i32)w.depth);
}

i32 throwable_depth(struct object *throwable) { return obj_int(throwable, WKF(Throwable_depth)); }

static u64 entry_at(const struct object *trace, i32 i) { return ((const u64 *)array_data(trace))[i]; }
static bool is_gone(u64 e) { return (i32)(u32)e >= 0 && (e & GONE); }

bool throwable_frame(struct object *throwable, i32 i, struct method **m, i32 *bci)
{
    struct object *trace = words_of(throwable);
    if (!trace || i < 0 || i >= array_length(trace) || is_gone(entry_at(trace, i))) return false;
    u64 e = entry_at(trace, i);
    *m = (struct method *)(uintptr_t)(e >> 32);
    *bci = (i32)(u32)e;
    if (*bci >= 0) *bci &= BCI_MASK;
    return true;
}

void throwable_forget_versions(struct object *throwable)
{
    WORLD_STOPPED();
    IS_OBJECT(throwable);
    struct object *trace = words_of(throwable);
    for (i32 i = 0; trace && i < array_length(trace); i++) {
        u64 *e = &((u64 *)array_data(trace))[i];
        struct method *m = (struct method *)(uintptr_t)(*e >> 32);
        if (is_gone(*e) || !class_memory_is_dead(m)) continue;
        i32 bci = (i32)(u32)*e, line = bci < 0 ? -1 : method_line(m, bci & BCI_MASK);
        *e = (u64)(uintptr_t)method_first_version(m) << 32 |
             (line < 0 ? UINT32_MAX : (u32)((bci & HIDDEN_TOP) | GONE | line));
    }
}

bool throwable_hidden_top(struct object *throwable)
{
    struct object *trace = words_of(throwable);
    if (!trace || array_length(trace) == 0) return false;
    i32 bci = (i32)(u32)((const u64 *)array_data(trace))[0];
    return bci >= 0 && (bci & HIDDEN_TOP);
}

static bool element_init(struct thread *self, struct object *e, struct method *m, i32 line);

bool throwable_elements(struct thread *self, struct object *elements, struct object *throwable)
{
    MAY_COLLECT(self);
    IS_OBJECT(throwable);
    if (!elements || !throwable) {
        throw_new(self, WK(NullPointerException), NULL);
        return false;
    }
    struct object *trace = words_of(throwable);
    i32 n = array_length(elements);
    if (n != (trace ? array_length(trace) : 0)) {
        throw_new(self, WK(IndexOutOfBoundsException), NULL);
        return false;
    }
    for (i32 i = 0; i < n; i++) {
        u64 word = entry_at(trace, i);
        struct method *m = (struct method *)(uintptr_t)(word >> 32);
        i32 bci = (i32)(u32)word;
        struct object *e = array_ref(elements, i);
        if (!e) {
            throw_new(self, WK(NullPointerException), NULL);
            return false;
        }
        i32 line = is_gone(word) ? bci & BCI_MASK : method_line(m, bci < 0 ? bci : bci & BCI_MASK);
        if (!element_init(self, e, m, line)) return false;
    }
    return true;
}

static bool set_symbol(struct thread *self, struct object *o, u32 offset, struct symbol *s)
{
    if (!s) {
        heap_store_ref(o, offset, NULL);
        return true;
    }
    struct object *str = string_intern_symbol(self, s);
    if (!str) return false;
    heap_store_ref(o, offset, str);
    return true;
}

static bool element_init(struct thread *self, struct object *e, struct method *m, i32 line)
{
    struct class *c = m->owner;
    heap_store_ref(e, WKF(STE_declaringClassObject), c->mirror);
    struct object *name = obj_ref(c->mirror, WKF(Class_name));
    if (!name) {
        char buf[4096];
        name = string_intern_mutf8(self, class_external_name(c, buf, sizeof buf));
        if (!name) return false;
        heap_store_ref(c->mirror, WKF(Class_name), name);
    }
    heap_store_ref(e, WKF(STE_declaringClass), name);
    if (c->loader->java) heap_store_ref(e, WKF(STE_classLoaderName), obj_ref(c->loader->java, WKF(ClassLoader_name)));
    if (c->module && c->module->name &&
        (!set_symbol(self, e, WKF(STE_moduleName), c->module->name) ||
         !set_symbol(self, e, WKF(STE_moduleVersion), c->module->version)))
        return false;
    if (!set_symbol(self, e, WKF(STE_methodName), m->name) || !set_symbol(self, e, WKF(STE_fileName), c->source_file))
        return false;
    obj_set_int(e, WKF(STE_lineNumber), line);
    return true;
}

bool stack_element_init(struct thread *self, struct object *e, struct method *m, i32 bci)
{
    return element_init(self, e, m, method_line(m, bci));
}
