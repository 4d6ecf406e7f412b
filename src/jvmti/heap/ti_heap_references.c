/* Reachability: FollowReferences, and IterateOverReachableObjects and IterateOverObjectsReachableFromObject of Heap
 * (1.0).
 *
 * The world is stopped. A stack holds objects that were reached but not visited yet; a bitmap, one bit for each 8 bytes
 * of heap, says which were pushed. Each reference is reported; each object is visited once. Between the stack and the
 * visit is a short queue: when an object enters it, its fields are prefetched; when it is half through, the objects
 * that they refer to; near its end, those objects' tags. */
#include "jvmti/heap/ti_heap_walk.h"
#include "ti_functions.h"
#include "tool/tool_heap.h"
#include "tool/tool_reach.h"

#include "base/vec.h"

enum {
    QUEUE = TINY(16, 4),
    FETCH_AT = TINY(8, 2),
    FETCH_TAGS_AT = TINY(3, 1),
    FETCH_MOST = TINY(16, 4)
}; /* QUEUE: a power of two */

struct follow {
    struct ti_walk w;
    struct vec todo;
    struct tool_seen seen;
    /* the object that is being looked into */
    struct object *referrer;
    struct ti_class_info *referrer_info;
    jlong referrer_tag;
    /* Heap (1.0) */
    jvmtiHeapRootCallback root_cb;
    jvmtiStackReferenceCallback stack_cb;
    jvmtiObjectReferenceCallback object_cb;
};

/* ---- one reference ---- */

static inline bool has_info(jvmtiHeapReferenceKind k)
{
    return k == JVMTI_HEAP_REFERENCE_FIELD || k == JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT ||
           k == JVMTI_HEAP_REFERENCE_STATIC_FIELD || k == JVMTI_HEAP_REFERENCE_CONSTANT_POOL ||
           k == JVMTI_HEAP_REFERENCE_STACK_LOCAL || k == JVMTI_HEAP_REFERENCE_JNI_LOCAL;
}

static void retag(struct follow *f, const struct ti_class_info *i, struct object *o, jlong tag)
{
    ti_walk_retag(&f->w, i, o, tag);
    if (o == f->referrer) f->referrer_tag = tag;
}

/* Returns whether the referee is to be visited. */
static inline bool report(struct follow *f, jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info,
                          struct object *o)
{
    struct ti_walk *w = &f->w;
    jvmtiHeapReferenceCallback cb = w->cb->heap_reference_callback;
    if (!cb) return true;
    struct ti_class_info *i = ti_walk_info(w, o);
    jlong before = ti_tags_find(w->env->tags, o), tag = before, r_tag = f->referrer_tag;
    if ((w->klass || w->filter) && !ti_walk_selected(w, i, before)) return true;
    jlong *r_ptr = !f->referrer ? NULL : f->referrer == o ? &tag : &r_tag;
    jint r = cb(kind, has_info(kind) ? info : NULL, i->tag, f->referrer ? f->referrer_info->tag : 0, ti_walk_size(i, o),
                &tag, r_ptr, ti_walk_length(i, o), w->user_data);
    if (UNLIKELY(tag != before)) retag(f, i, o, tag);
    if (UNLIKELY(r_ptr == &r_tag && r_tag != f->referrer_tag)) retag(f, f->referrer_info, f->referrer, r_tag);
    if (UNLIKELY(r & JVMTI_VISIT_ABORT)) w->abort = true;
    return (r & JVMTI_VISIT_OBJECTS) != 0;
}

static bool report_old(struct follow *f, jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info,
                       struct object *o)
{
    struct ti_walk *w = &f->w;
    struct ti_class_info *i = ti_walk_info(w, o);
    jlong before = ti_tags_find(w->env->tags, o), tag = before, size = ti_walk_size(i, o);
    jvmtiIterationControl r = JVMTI_ITERATION_CONTINUE;
    jvmtiHeapRootKind root = (jvmtiHeapRootKind)(kind - (JVMTI_HEAP_REFERENCE_JNI_GLOBAL - JVMTI_HEAP_ROOT_JNI_GLOBAL));
    if (kind == JVMTI_HEAP_REFERENCE_STACK_LOCAL || kind == JVMTI_HEAP_REFERENCE_JNI_LOCAL) {
        const jvmtiHeapReferenceInfoStackLocal *l = &info->stack_local;
        bool local = kind == JVMTI_HEAP_REFERENCE_STACK_LOCAL;
        if (f->stack_cb)
            r = f->stack_cb(root, i->tag, size, &tag, l->thread_tag, local ? l->depth : info->jni_local.depth,
                            local ? l->method : info->jni_local.method, local ? l->slot : -1, w->user_data);
    } else if (!f->referrer) {
        if (f->root_cb) r = f->root_cb(root, i->tag, size, &tag, w->user_data);
    } else if (f->object_cb) {
        jint index = kind == JVMTI_HEAP_REFERENCE_FIELD || kind == JVMTI_HEAP_REFERENCE_STATIC_FIELD ? info->field.index
                     : kind == JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT                                    ? info->array.index
                     : kind == JVMTI_HEAP_REFERENCE_CONSTANT_POOL ? info->constant_pool.index
                                                                  : -1;
        /* These kinds have no value of their own for superclasses. */
        jvmtiObjectReferenceKind k =
            kind == JVMTI_HEAP_REFERENCE_SUPERCLASS ? JVMTI_REFERENCE_CLASS : (jvmtiObjectReferenceKind)kind;
        r = f->object_cb(k, i->tag, size, &tag, f->referrer_tag, index, w->user_data);
    }
    if (tag != before) retag(f, i, o, tag);
    w->abort |= r == JVMTI_ITERATION_ABORT;
    return r == JVMTI_ITERATION_CONTINUE;
}

static inline void reference(struct follow *f, jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info,
                             struct object *o)
{
    if (!o || UNLIKELY(f->w.abort)) return;
    bool into = LIKELY(f->w.cb != NULL) ? report(f, kind, info, o) : report_old(f, kind, info, o);
    if (into && !f->w.abort && tool_see(&f->seen, o)) vec_push(&f->todo, o);
}

/* ---- references of an object ---- */

static void field_references(struct follow *f, struct object *o, const struct ti_field_list *l,
                             jvmtiHeapReferenceKind kind)
{
    jvmtiHeapReferenceInfo info;
    memset(&info, 0, sizeof info);
    for (u32 i = 0; i < l->ref_count; i++) {
        info.field.index = l->slots[i].index;
        reference(f, kind, &info, tool_field_ref(l->slots[i].base ? l->slots[i].base : o, l->slots[i].offset));
    }
}

static bool class_reference(void *arg, enum tool_class_ref kind, i32 index, struct object *o)
{
    static const jvmtiHeapReferenceKind kinds[] = {
        [TOOL_CLASS_SUPER] = JVMTI_HEAP_REFERENCE_SUPERCLASS,
        [TOOL_CLASS_LOADER] = JVMTI_HEAP_REFERENCE_CLASS_LOADER,
        [TOOL_CLASS_DOMAIN] = JVMTI_HEAP_REFERENCE_PROTECTION_DOMAIN,
        [TOOL_CLASS_SIGNERS] = JVMTI_HEAP_REFERENCE_SIGNERS,
        [TOOL_CLASS_CONSTANT] = JVMTI_HEAP_REFERENCE_CONSTANT_POOL,
        [TOOL_CLASS_INTERFACE] = JVMTI_HEAP_REFERENCE_INTERFACE,
    };
    struct follow *f = arg;
    jvmtiHeapReferenceInfo info;
    memset(&info, 0, sizeof info);
    info.constant_pool.index = index; /* no other kind has one */
    reference(f, kinds[kind], &info, o);
    return !f->w.abort;
}

static void class_references(struct follow *f, struct object *mirror, struct class *c)
{
    tool_class_references(c, class_reference, f);
    field_references(f, mirror, ti_walk_static_fields(ti_walk_class(&f->w, c)), JVMTI_HEAP_REFERENCE_STATIC_FIELD);
}

/* Prefetches first the object of a reference and its place in the maps, then, when that has arrived, its tag. */
static inline void fetch(const struct follow *f, nref r)
{
    uintptr_t a = (uintptr_t)tool_wide(r);
    __builtin_prefetch((const void *)a);
    __builtin_prefetch(tool_seen_word(&f->seen, (const void *)a));
    if (f->w.env->tags) __builtin_prefetch(ti_tag_group(f->w.env->tags, a));
}
static inline void fetch_tag(const struct follow *f, nref r)
{
    const struct ti_tags *t = f->w.env->tags;
    uintptr_t a = (uintptr_t)tool_wide(r);
    __builtin_prefetch(ti_tag_of_bit(t, ti_tag_group(t, a), ti_group_bit(a)));
}

static inline void for_referees(struct follow *f, struct object *o, void (*fn)(const struct follow *f, nref r))
{
    struct ti_class_info *i = ti_walk_info(&f->w, o);
    if (i->is_mirror) return;
    if (i->is_ref_array) {
        const nref *e = tool_array_refs(o);
        for (i32 k = 0, n = tool_array_length(o); k < n && k < FETCH_MOST; k++)
            if (e[k]) fn(f, e[k]);
    } else if (!i->is_array) {
        const struct ti_field_list *l = ti_walk_instance_fields(i);
        for (u32 k = 0; k < l->ref_count && k < FETCH_MOST; k++) {
            nref r = *(const nref *)((const char *)o + l->slots[k].offset);
            if (r) fn(f, r);
        }
    }
}
static void fetch_referees(struct follow *f, struct object *o) { for_referees(f, o, fetch); }
static void fetch_tags(struct follow *f, struct object *o) { for_referees(f, o, fetch_tag); }

static void element_references(struct follow *f, struct object *o)
{
    jvmtiHeapReferenceInfo info;
    memset(&info, 0, sizeof info);
    const nref *e = tool_array_refs(o);
    for (i32 i = 0, n = tool_array_length(o); i < n && !f->w.abort; i++) {
        if (i + FETCH_MOST < n && e[i + FETCH_MOST]) fetch(f, e[i + FETCH_MOST]);
        if (f->w.env->tags && i + FETCH_MOST / 2 < n && e[i + FETCH_MOST / 2]) fetch_tag(f, e[i + FETCH_MOST / 2]);
        info.array.index = i;
        reference(f, JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT, &info, tool_wide(e[i]));
    }
}

static void look_into(struct follow *f, struct object *o)
{
    struct ti_walk *w = &f->w;
    struct ti_class_info *i = ti_walk_info(w, o);
    f->referrer = o;
    f->referrer_info = i;
    f->referrer_tag = ti_tags_find(w->env->tags, o);
    if (UNLIKELY(i->is_mirror)) {
        struct class *described = ti_walk_described(o);
        if (described) class_references(f, o, described);
    } else {
        reference(f, JVMTI_HEAP_REFERENCE_CLASS, NULL, tool_class_mirror(i->c));
        if (i->is_ref_array)
            element_references(f, o);
        else if (!i->is_array)
            field_references(f, o, ti_walk_instance_fields(i), JVMTI_HEAP_REFERENCE_FIELD);
    }
    if (UNLIKELY(w->wants_values) && !w->abort && ti_walk_selected(w, i, f->referrer_tag)) ti_walk_values(w, i, o);
}

/* ---- roots ---- */

struct root_visitor {
    struct tool_root_visitor v; /* first */
    struct follow *f;
};

static void report_root(struct tool_root_visitor *v, const struct tool_root *r, struct object *o)
{
    static const jvmtiHeapReferenceKind kinds[] = { [TOOL_ROOT_GLOBAL] = JVMTI_HEAP_REFERENCE_JNI_GLOBAL,
                                                    [TOOL_ROOT_SYSTEM_CLASS] = JVMTI_HEAP_REFERENCE_SYSTEM_CLASS,
                                                    [TOOL_ROOT_THREAD] = JVMTI_HEAP_REFERENCE_THREAD,
                                                    [TOOL_ROOT_MONITOR] = JVMTI_HEAP_REFERENCE_MONITOR,
                                                    [TOOL_ROOT_OTHER] = JVMTI_HEAP_REFERENCE_OTHER,
                                                    [TOOL_ROOT_STACK] = JVMTI_HEAP_REFERENCE_STACK_LOCAL,
                                                    [TOOL_ROOT_LOCAL] = JVMTI_HEAP_REFERENCE_JNI_LOCAL };
    struct follow *f = ((struct root_visitor *)v)->f;
    jvmtiHeapReferenceInfo info;
    if (r->kind == TOOL_ROOT_STACK || r->kind == TOOL_ROOT_LOCAL) {
        memset(&info, 0, sizeof info);
        jlong tag = r->thread ? ti_tags_find(f->w.env->tags, r->thread) : 0,
              id = r->thread ? tool_thread_number(r->thread) : 0;
        jmethodID method = r->method ? (jmethodID)tool_method_id(r->method) : NULL;
        if (r->kind == TOOL_ROOT_STACK)
            info.stack_local = (jvmtiHeapReferenceInfoStackLocal){ tag, id, r->depth, method, r->bci, r->slot };
        else
            info.jni_local = (jvmtiHeapReferenceInfoJniLocal){ tag, id, r->depth, method };
    }
    reference(f, kinds[r->kind], &info, o);
    v->stop = f->w.abort;
}

static void all_roots(struct follow *f)
{
    struct root_visitor v = { { report_root, false }, f };
    tool_visit_roots(&v.v);
}

/* ---- the walk ---- */

static void drain(struct follow *f)
{
    struct object *queue[QUEUE];
    u32 in = 0, fetched = 0, tags_fetched = 0, out = 0;
    while (!f->w.abort) {
        while (in - out < QUEUE && f->todo.count) {
            struct object *o = f->todo.items[--f->todo.count];
            __builtin_prefetch(o);
            queue[in++ % QUEUE] = o;
        }
        if (in == out) return;
        while (fetched != in && fetched - out < FETCH_AT) fetch_referees(f, queue[fetched++ % QUEUE]);
        while (tags_fetched != fetched && tags_fetched - out < FETCH_TAGS_AT) {
            struct object *o = queue[tags_fetched++ % QUEUE];
            if (f->w.env->tags) fetch_tags(f, o);
        }
        look_into(f, queue[out++ % QUEUE]);
    }
}

static jvmtiError run(struct thread *self, struct follow *f, struct object *initial)
{
    if (tool_seen_make(&f->seen)) {
        if (initial) {
            (void)tool_see(&f->seen, initial);
            vec_push(&f->todo, initial);
        } else
            all_roots(f);
        if (f->w.cb || f->object_cb) drain(f); /* Heap (1.0) without an object callback: roots only */
        vec_destroy(&f->todo);
        tool_seen_free(&f->seen);
    } else
        f->w.no_memory = true;
    return ti_walk_end(&f->w, self);
}

jvmtiError ti_follow_references(struct ti_env *env, struct thread *self, jint heap_filter, struct class *klass,
                                struct object *initial_object, const jvmtiHeapCallbacks *callbacks,
                                const void *user_data)
{
    if (klass && (tool_class_is_primitive(klass) || (tool_class_is_interface(klass) && !tool_class_is_array(klass))))
        return JVMTI_ERROR_NONE;
    struct follow f = { .referrer = NULL };
    ti_walk_begin(&f.w, self, env, heap_filter, klass, callbacks, user_data);
    return run(self, &f, initial_object);
}

static jvmtiError run_old(struct ti_env *env, struct thread *self, struct object *initial,
                          jvmtiHeapRootCallback root_cb, jvmtiStackReferenceCallback stack_cb,
                          jvmtiObjectReferenceCallback object_cb, const void *user_data)
{
    struct follow f = { .root_cb = root_cb, .stack_cb = stack_cb, .object_cb = object_cb };
    ti_walk_begin(&f.w, self, env, 0, NULL, NULL, user_data);
    return run(self, &f, initial);
}

jvmtiError ti_iterate_over_reachable_objects(struct ti_env *env, struct thread *self,
                                             jvmtiHeapRootCallback heap_root_callback,
                                             jvmtiStackReferenceCallback stack_ref_callback,
                                             jvmtiObjectReferenceCallback object_ref_callback, const void *user_data)
{
    return run_old(env, self, NULL, heap_root_callback, stack_ref_callback, object_ref_callback, user_data);
}

jvmtiError ti_iterate_over_objects_reachable_from_object(struct ti_env *env, struct thread *self, struct object *object,
                                                         jvmtiObjectReferenceCallback object_reference_callback,
                                                         const void *user_data)
{
    return run_old(env, self, object, NULL, NULL, object_reference_callback, user_data);
}
