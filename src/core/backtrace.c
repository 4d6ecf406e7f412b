/* Backtraces: the contents of Throwable.backtrace, and their conversion to StackTraceElements.
 *
 * Throwable.backtrace is an Object[] of arrays, of the kinds that debuggers and programs with reflection or JNI find on
 * HotSpot, though the numbers are this VM's own:
 *
 *     POSITIONS  short[], a bci for each frame
 *     METHODS    int[], for each frame the address of the version that ran (class metadata lies below 4 GiB) and two
 *                bits: NOWHERE, there is no bci (a native method); GONE, that version is freed, the address is that of
 *                the method's first one and the position a line
 *     MIRRORS    Object[], the class of the newest frame, then those that keep the frames' classes alive if they may be
 *                unloaded
 *     NOTES      long[1], 1 if hidden frames were above the newest, so that the exception did not happen there; all
 *                traces share two of these
 *
 * The version is recorded, so a later redefinition does not change old traces. */
#include "core/alloc.h"
#include "core/exception.h"
#include "core/jstring.h"
#include "model/loader.h"
#include "model/module.h"
#include "model/options.h"
#include "thread/refs.h"
#include "thread/thread_contract.h"

enum { POSITIONS, METHODS, MIRRORS, NOTES, PARTS };
enum { GONE = 1, NOWHERE = 2, METHOD_BITS = GONE | NOWHERE };

static bool shown(const struct method *m) { return options.show_hidden_frames || !method_has(m, MTH_HIDDEN); }

static bool fills_in(const struct method *m)
{
    return m->name == SYM(fillInStackTrace) || (method_is_native(m) && !strcmp(m->name->bytes, "fillInStackTrace0"));
}
/* The first frame of the trace: after fillInStackTrace and the constructors of the throwable's own class and its
 * superclasses. */
static struct frame *first_frame(struct frame *f, const struct class *throwable_class)
{
    while (f && fills_in(f->method) && class_is_subclass(throwable_class, f->method->owner)) f = frame_caller(f);
    while (f && f->method->name == SYM(init) && class_is_subclass(throwable_class, f->method->owner))
        f = frame_caller(f);
    return f;
}

/* Writes the contents of MIRRORS to `into` (NULL: only counts). Adjacent frames of one loader share an entry. */
static i32 keep_classes(struct frame *top, u32 depth, struct object *into)
{
    const struct class_holder *last = NULL;
    i32 n = 0;
    u32 i = 0;
    for (struct frame *f = top; f && i < depth; f = frame_caller(f)) {
        if (!shown(f->method)) continue;
        const struct class *c = f->method->owner;
        if (i++ > 0 && (c->holder->permanent || c->holder == last)) continue;
        last = c->holder;
        if (into) array_set_ref(into, n, c->mirror);
        n++;
    }
    return n;
}

/* A trace's entries, in its arrays. */
struct entries {
    i32 count;
    u16 *position;
    u32 *method;
};
static struct entries entries_of(struct object *throwable)
{
    struct object *trace = obj_ref(throwable, WKF(Throwable_backtrace));
    if (!trace) return (struct entries){ 0, NULL, NULL };
    struct object *positions = array_ref(trace, POSITIONS), *methods = array_ref(trace, METHODS);
    VM_ASSERT(array_length(positions) == array_length(methods));
    return (struct entries){ array_length(positions), array_data(positions), array_data(methods) };
}
static struct method *method_at(const struct entries *e, i32 i)
{
    return (struct method *)(uintptr_t)(e->method[i] & ~(u32)METHOD_BITS);
}
static i32 bci_at(const struct entries *e, i32 i) { return e->method[i] & NOWHERE ? -1 : e->position[i]; }
static i32 line_at(const struct entries *e, i32 i)
{
    return e->method[i] & GONE ? bci_at(e, i) : method_line(method_at(e, i), bci_at(e, i));
}
static void put(struct entries *e, i32 i, struct method *m, i32 position, u32 bits)
{
    method_goes_to_heap(m);
    VM_ASSERT(!((uintptr_t)m & METHOD_BITS));
    e->method[i] = (u32)(uintptr_t)m | bits | (position < 0 ? NOWHERE : 0);
    e->position[i] = position < 0 ? 0 : (u16)position;
}

/* The frames of a trace, collected in one walk as far as they fit, since each costs loads of uncached words, and an
 * image (frame_prev). */
struct walk {
    struct frame *top;
    u32 depth;
    bool keeps;      /* some classes may be unloaded */
    bool hidden_top; /* see NOTES */
    struct {
        struct method *m;
        i32 bci;
    } first[32];
};
static void walk(struct walk *w)
{
    for (struct frame *f = w->top; f && w->depth < options.max_trace_depth; f = frame_caller(f)) {
        if (!shown(f->method)) continue;
        if (w->depth < ARRAY_LEN(w->first)) {
            i32 bci = frame_bci(f);
            if (!w->depth) w->hidden_top = f != w->top && bci >= 0;
            w->first[w->depth].m = f->method;
            w->first[w->depth].bci = bci;
        }
        w->keeps |= !f->method->owner->holder->permanent;
        w->depth++;
    }
}
static void put_entries(const struct walk *w, struct entries *e)
{
    u32 most = ARRAY_LEN(w->first), taken = w->depth < most ? w->depth : most, i = 0;
    for (; i < taken; i++) put(e, (i32)i, w->first[i].m, w->first[i].bci, 0);
    if (taken == w->depth) return;
    i = 0;
    for (struct frame *f = w->top; f && i < w->depth; f = frame_caller(f)) {
        if (!shown(f->method)) continue;
        if (i >= taken) put(e, (i32)i, f->method, frame_bci(f), 0);
        i++;
    }
}

static jobject notes[2]; /* by hidden_top; NULL early in the start */
bool throwable_prepare(struct thread *self)
{
    for (i32 hidden_top = 0; hidden_top < 2; hidden_top++) {
        struct object *o = array_new_prim(self, 'J', 1);
        if (!o) return false;
        *(i64 *)array_data(o) = hidden_top;
        notes[hidden_top] = ref_global(o);
    }
    return true;
}

/* Makes the arrays, empty but for NOTES; NULL: pending. */
static struct object *make_parts(struct thread *self, const struct walk *w)
{
    struct object *part[PARTS];
    i32 n = (i32)w->depth;
    if (!(part[POSITIONS] = array_new_prim(self, 'S', n)) || !(part[METHODS] = array_new_prim(self, 'I', n)))
        return NULL;
    i32 kept = w->keeps ? keep_classes(w->top, w->depth, NULL) : 1;
    part[MIRRORS] = array_new_ref(self, WK(java_lang_Object), kept);
    if (!part[MIRRORS]) return NULL;
    part[NOTES] = ref_get(notes[w->hidden_top]);
    struct object *all = array_new_ref(self, WK(java_lang_Object), PARTS);
    for (i32 i = 0; all && i < PARTS; i++) array_set_ref(all, i, part[i]);
    return all;
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
    w.keeps = w.hidden_top = false;
    walk(&w);
    if (!w.depth) return;
    struct object *pending = self->pending, *trace = make_parts(self, &w);
    self->pending = pending; /* no memory for the trace: the exception goes without one */
    if (!trace) return;
    heap_store_ref(throwable, WKF(Throwable_backtrace), trace);
    obj_set_int(throwable, WKF(Throwable_depth), (i32)w.depth);
    struct entries e = entries_of(throwable);
    put_entries(&w, &e);
    keep_classes(w.top, w.keeps ? w.depth : 1, array_ref(trace, MIRRORS));
}

i32 throwable_depth(struct object *throwable) { return obj_int(throwable, WKF(Throwable_depth)); }

bool throwable_frame(struct object *throwable, i32 i, struct method **m, i32 *bci)
{
    struct entries e = entries_of(throwable);
    if (i < 0 || i >= e.count || (e.method[i] & GONE)) return false;
    *m = method_at(&e, i);
    *bci = bci_at(&e, i);
    return true;
}

void throwable_forget_versions(struct object *throwable)
{
    WORLD_STOPPED();
    IS_OBJECT(throwable);
    struct entries e = entries_of(throwable);
    for (i32 i = 0; i < e.count; i++) {
        struct method *m = method_at(&e, i);
        if ((e.method[i] & GONE) || !class_memory_is_dead(m)) continue;
        VM_ASSERT(method_has(m, MTH_IN_HEAP));
        i32 line = line_at(&e, i);
        put(&e, i, method_first_version(m), line, line < 0 ? 0 : GONE);
    }
}

bool throwable_hidden_top(struct object *throwable)
{
    struct object *trace = obj_ref(throwable, WKF(Throwable_backtrace));
    const struct object *n = trace ? array_ref(trace, NOTES) : NULL;
    return n && *(const i64 *)array_data(n);
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
    struct entries e = entries_of(throwable);
    i32 n = array_length(elements);
    if (n != e.count) {
        throw_new(self, WK(IndexOutOfBoundsException), NULL);
        return false;
    }
    for (i32 i = 0; i < n; i++) {
        struct object *element = array_ref(elements, i);
        if (!element) {
            throw_new(self, WK(NullPointerException), NULL);
            return false;
        }
        if (!element_init(self, element, method_at(&e, i), line_at(&e, i))) return false;
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
        name = string_intern_class_name(self, c);
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
