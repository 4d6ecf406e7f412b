/* What can be reached from where: FollowReferences, and IterateOverReachableObjects and IterateOverObjectsReachableFromObject of Heap (1.0).
 *
 * The world is stopped. A stack of objects that were reached but not looked into yet, and one bit for each 8 bytes of heap that says which were pushed. Each reference
 * is reported; each object is looked into once. */
#include "jvmti/ti_walk.h"
#include "ti_functions.h"

#include "os/os_mem.h"
#include "os/os_proc.h"
#include "util/vec.h"

struct follow {
    struct ti_walk w;
    struct vec todo;
    u64 *seen;
    size_t seen_bytes;
    uintptr_t low;
    /* Heap (1.0) */
    jvmtiHeapRootCallback root_cb;
    jvmtiStackReferenceCallback stack_cb;
    jvmtiObjectReferenceCallback object_cb;
};

static bool see(struct follow *f, const struct object *o)
{
    size_t bit = ((uintptr_t)o - f->low) / 8;
    u64 mask = (u64)1 << (bit & 63);
    if (f->seen[bit >> 6] & mask) return false;
    f->seen[bit >> 6] |= mask;
    return true;
}

/* ---- one reference ---- */

static bool has_info(jvmtiHeapReferenceKind k)
{
    return k == JVMTI_HEAP_REFERENCE_FIELD || k == JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT || k == JVMTI_HEAP_REFERENCE_STATIC_FIELD ||
           k == JVMTI_HEAP_REFERENCE_CONSTANT_POOL || k == JVMTI_HEAP_REFERENCE_STACK_LOCAL || k == JVMTI_HEAP_REFERENCE_JNI_LOCAL;
}

/* Answers whether the referee is to be looked into. */
static bool report(struct follow *f, jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info, struct object *referrer, struct object *o)
{
    struct ti_walk *w = &f->w;
    if (!w->cb->heap_reference_callback || !ti_walk_selected(w, o)) return true;
    jlong before = ti_tag_get(w->env, o), tag = before, r_before = referrer ? ti_tag_get(w->env, referrer) : 0, r_tag = r_before;
    jlong *r_ptr = !referrer ? NULL : referrer == o ? &tag : &r_tag;
    jint r = w->cb->heap_reference_callback(kind, has_info(kind) ? info : NULL, ti_walk_class_tag(w, o), referrer ? ti_walk_class_tag(w, referrer) : 0,
                                            (jlong)object_size(o), &tag, r_ptr, ti_walk_length(o), w->user_data);
    if (tag != before) ti_tag_set(w->env, o, tag);
    if (referrer && referrer != o && r_tag != r_before) ti_tag_set(w->env, referrer, r_tag);
    w->abort |= (r & JVMTI_VISIT_ABORT) != 0;
    return (r & JVMTI_VISIT_OBJECTS) != 0;
}

static bool report_old(struct follow *f, jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info, struct object *referrer, struct object *o)
{
    struct ti_walk *w = &f->w;
    jlong before = ti_tag_get(w->env, o), tag = before, class_tag = ti_walk_class_tag(w, o), size = (jlong)object_size(o);
    jvmtiIterationControl r = JVMTI_ITERATION_CONTINUE;
    jvmtiHeapRootKind root = (jvmtiHeapRootKind)(kind - (JVMTI_HEAP_REFERENCE_JNI_GLOBAL - JVMTI_HEAP_ROOT_JNI_GLOBAL));
    if (kind == JVMTI_HEAP_REFERENCE_STACK_LOCAL || kind == JVMTI_HEAP_REFERENCE_JNI_LOCAL) {
        const jvmtiHeapReferenceInfoStackLocal *l = &info->stack_local;
        bool local = kind == JVMTI_HEAP_REFERENCE_STACK_LOCAL;
        if (f->stack_cb)
            r = f->stack_cb(root, class_tag, size, &tag, l->thread_tag, local ? l->depth : info->jni_local.depth, local ? l->method : info->jni_local.method,
                            local ? l->slot : -1, w->user_data);
    } else if (!referrer) {
        if (f->root_cb) r = f->root_cb(root, class_tag, size, &tag, w->user_data);
    } else if (f->object_cb) {
        jint index = kind == JVMTI_HEAP_REFERENCE_FIELD || kind == JVMTI_HEAP_REFERENCE_STATIC_FIELD ? info->field.index
                     : kind == JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT                                     ? info->array.index
                     : kind == JVMTI_HEAP_REFERENCE_CONSTANT_POOL                                     ? info->constant_pool.index
                                                                                                      : -1;
        /* These kinds are older than the superclass's own. */
        jvmtiObjectReferenceKind k = kind == JVMTI_HEAP_REFERENCE_SUPERCLASS ? JVMTI_REFERENCE_CLASS : (jvmtiObjectReferenceKind)kind;
        r = f->object_cb(k, class_tag, size, &tag, ti_tag_get(w->env, referrer), index, w->user_data);
    }
    if (tag != before) ti_tag_set(w->env, o, tag);
    w->abort |= r == JVMTI_ITERATION_ABORT;
    return r == JVMTI_ITERATION_CONTINUE;
}

static void reference(struct follow *f, jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info, struct object *referrer, struct object *o)
{
    if (!o || f->w.abort) return;
    bool into = f->w.cb ? report(f, kind, info, referrer, o) : report_old(f, kind, info, referrer, o);
    if (into && !f->w.abort && see(f, o)) vec_push(&f->todo, o);
}

/* ---- out of an object ---- */

static void field_references(struct follow *f, struct object *o, const struct ti_field_list *l, jvmtiHeapReferenceKind kind)
{
    jvmtiHeapReferenceInfo info;
    memset(&info, 0, sizeof info);
    for (u32 i = 0; i < l->count; i++)
        if (l->slots[i].kind == 'L' || l->slots[i].kind == '[') {
            info.field.index = l->slots[i].index;
            reference(f, kind, &info, o, obj_ref(o, l->slots[i].offset));
        }
}

static void class_references(struct follow *f, struct object *mirror, struct class *c)
{
    if (c->super && !class_is_interface(c)) reference(f, JVMTI_HEAP_REFERENCE_SUPERCLASS, NULL, mirror, c->super->mirror);
    reference(f, JVMTI_HEAP_REFERENCE_CLASS_LOADER, NULL, mirror, c->loader->java);
    reference(f, JVMTI_HEAP_REFERENCE_PROTECTION_DOMAIN, NULL, mirror, obj_ref(mirror, WKF(Class_protection_domain)));
    reference(f, JVMTI_HEAP_REFERENCE_SIGNERS, NULL, mirror, obj_ref(mirror, WKF(Class_signers)));
    jvmtiHeapReferenceInfo info;
    memset(&info, 0, sizeof info);
    for (u32 i = 1; c->cp && i < c->cp->count; i++) {
        struct object *o = tool_constant_object(c->cp, (u16)i);
        if (!o) continue;
        info.constant_pool.index = (jint)i;
        reference(f, JVMTI_HEAP_REFERENCE_CONSTANT_POOL, &info, mirror, o);
    }
    for (u32 i = 0; i < c->interface_count; i++) reference(f, JVMTI_HEAP_REFERENCE_INTERFACE, NULL, mirror, c->interfaces[i]->mirror);
    field_references(f, mirror, ti_walk_static_fields(&f->w, c), JVMTI_HEAP_REFERENCE_STATIC_FIELD);
}

static void look_into(struct follow *f, struct object *o)
{
    struct class *c = object_class(o);
    if (c == WK(java_lang_Class)) {
        struct class *described = ti_walk_described(o);
        if (described) class_references(f, o, described);
    } else {
        reference(f, JVMTI_HEAP_REFERENCE_CLASS, NULL, o, c->mirror);
        if (!class_is_array(c)) field_references(f, o, ti_walk_instance_fields(&f->w, c), JVMTI_HEAP_REFERENCE_FIELD);
        else if (!class_is_primitive(c->element)) {
            jvmtiHeapReferenceInfo info;
            memset(&info, 0, sizeof info);
            for (i32 i = 0; i < array_length(o) && !f->w.abort; i++) {
                info.array.index = i;
                reference(f, JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT, &info, o, array_ref(o, i));
            }
        }
    }
    if (!f->w.abort && f->w.cb && ti_walk_selected(&f->w, o)) ti_walk_values(&f->w, o);
}

/* ---- roots ---- */

static void root(struct follow *f, jvmtiHeapReferenceKind kind, struct object *o) { reference(f, kind, NULL, NULL, o); }
static void root_global(struct object *o, void *arg) { root(arg, JVMTI_HEAP_REFERENCE_JNI_GLOBAL, o); }
static void root_class(struct class *c, void *arg)
{
    if (c->loader->is_boot) root(arg, JVMTI_HEAP_REFERENCE_SYSTEM_CLASS, c->mirror);
}

struct root_visitor { struct heap_visitor v; /* first */ struct follow *f; struct thread *t; };
static void root_other(struct heap_visitor *v, struct object **slot) { root(((struct root_visitor *)v)->f, JVMTI_HEAP_REFERENCE_OTHER, *slot); }
static void root_other_narrow(struct heap_visitor *v, nref *slot) { root(((struct root_visitor *)v)->f, JVMTI_HEAP_REFERENCE_OTHER, ref_decode(*slot)); }
static void no_words(struct heap_visitor *v, const void *from, const void *to) {}

/* A local reference belongs to the youngest native frame below whose references it was made. */
static void root_local(struct heap_visitor *v, struct object **cell)
{
    struct root_visitor *r = (struct root_visitor *)v;
    struct thread *t = r->t;
    jvmtiHeapReferenceInfo info;
    memset(&info, 0, sizeof info);
    info.jni_local.thread_tag = t->java ? ti_tag_get(r->f->w.env, t->java) : 0;
    info.jni_local.thread_id = t->java ? obj_long(t->java, WKF(Thread_tid)) : 0;
    u32 index = (u32)(cell - t->locals_base);
    jint depth = 0;
    for (struct frame *f = frame_java(t->fp); f; f = frame_caller(f), depth++)
        if (f->kind == FRAME_NATIVE && f->local_refs <= index) {
            info.jni_local.depth = depth;
            info.jni_local.method = (jmethodID)method_id_of(f->method);
            break;
        }
    reference(r->f, JVMTI_HEAP_REFERENCE_JNI_LOCAL, &info, NULL, *cell);
}

static void stack_words(struct follow *f, jvmtiHeapReferenceInfo *info, const slot *from, const slot *to, jint first)
{
    for (const slot *s = from; s < to; s++)
        if (*s && heap_is_object(slot_ref(*s))) { /* a word that is the start of an object counts as a reference, as for the collector */
            info->stack_local.slot = first + (jint)(s - from);
            reference(f, JVMTI_HEAP_REFERENCE_STACK_LOCAL, info, NULL, slot_ref(*s));
        }
}

static void thread_roots(struct follow *f, struct thread *t)
{
    if (!t->java) return;
    root(f, JVMTI_HEAP_REFERENCE_THREAD, t->java);
    for (u32 i = 0; i < t->lock_top; i++) root(f, JVMTI_HEAP_REFERENCE_MONITOR, t->locks[i].obj);
    root(f, JVMTI_HEAP_REFERENCE_OTHER, t->pending);
    root(f, JVMTI_HEAP_REFERENCE_OTHER, t->async_exception);
    jvmtiHeapReferenceInfo info;
    memset(&info, 0, sizeof info);
    info.stack_local.thread_tag = ti_tag_get(f->w.env, t->java);
    info.stack_local.thread_id = obj_long(t->java, WKF(Thread_tid));
    for (struct frame *fr = frame_java(t->fp); fr; fr = frame_caller(fr), info.stack_local.depth++) {
        if (fr->kind != FRAME_JAVA) continue;
        info.stack_local.method = (jmethodID)method_id_of(fr->method);
        info.stack_local.location = frame_bci(fr);
        stack_words(f, &info, fr->locals, fr->locals + fr->method->max_locals, 0);
    }
    struct root_visitor v = { { root_local, NULL, no_words, no_words }, f, t };
    refs_visit_locals(t, &v.v);
}

static void all_roots(struct follow *f)
{
    refs_for_each_global(root_global, f);
    loader_for_each_class(root_class, f);
    for (struct thread *t = threads_first(); t; t = t->next) thread_roots(f, t);
    struct root_visitor v = { { root_other, root_other_narrow, no_words, no_words }, f, NULL };
    if (exec.visit_roots) exec.visit_roots(&v.v);
}

/* ---- the walk ---- */

static jvmtiError run(struct thread *self, struct follow *f, struct object *initial)
{
    uintptr_t high;
    heap_range(&f->low, &high);
    f->seen_bytes = ALIGN_UP((high - f->low) / 64 + 8, os_page_size());
    f->seen = os_mem_map(f->seen_bytes);
    if (!f->seen) return JVMTI_ERROR_OUT_OF_MEMORY;
    safepoint_begin(self, "follow references");
    if (initial) {
        see(f, initial);
        vec_push(&f->todo, initial);
    } else
        all_roots(f);
    struct object *o;
    while (!f->w.abort && (o = vec_pop(&f->todo)) != NULL) look_into(f, o);
    safepoint_end(self);
    vec_destroy(&f->todo);
    os_mem_release(f->seen, f->seen_bytes);
    ti_walk_destroy(&f->w);
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_follow_references(struct ti_env *env, struct thread *self, jint heap_filter, struct class *klass, struct object *initial_object,
                                const jvmtiHeapCallbacks *callbacks, const void *user_data)
{
    if (klass && (class_is_primitive(klass) || (class_is_interface(klass) && !class_is_array(klass)))) return JVMTI_ERROR_NONE;
    struct follow f;
    memset(&f, 0, sizeof f);
    ti_walk_init(&f.w, env, heap_filter, klass, callbacks, user_data);
    return run(self, &f, initial_object);
}

jvmtiError ti_iterate_over_reachable_objects(struct ti_env *env, struct thread *self, jvmtiHeapRootCallback heap_root_callback,
                                             jvmtiStackReferenceCallback stack_ref_callback, jvmtiObjectReferenceCallback object_ref_callback,
                                             const void *user_data)
{
    struct follow f;
    memset(&f, 0, sizeof f);
    ti_walk_init(&f.w, env, 0, NULL, NULL, user_data);
    f.root_cb = heap_root_callback;
    f.stack_cb = stack_ref_callback;
    f.object_cb = object_ref_callback;
    return run(self, &f, NULL);
}

jvmtiError ti_iterate_over_objects_reachable_from_object(struct ti_env *env, struct thread *self, struct object *object,
                                                         jvmtiObjectReferenceCallback object_reference_callback, const void *user_data)
{
    struct follow f;
    memset(&f, 0, sizeof f);
    ti_walk_init(&f.w, env, 0, NULL, NULL, user_data);
    f.object_cb = object_reference_callback;
    return run(self, &f, object);
}
