/* "Heap" and "Heap (1.0)": walks over all objects, and the values that walks report. ti_heap_references.c has
 * reachability. */
#include "jvmti/heap/ti_heap_walk.h"
#include "ti_functions.h"
#include "tool/tool_heap.h"

void ti_walk_begin(struct ti_walk *w, struct thread *self, struct ti_env *env, i32 filter, struct class *klass,
                   const jvmtiHeapCallbacks *cb, const void *user_data)
{
    memset(w, 0, sizeof *w);
    w->env = env;
    w->filter = filter;
    w->klass = klass;
    w->cb = cb;
    w->user_data = (void *)user_data;
    w->wants_values = cb && (cb->array_primitive_value_callback || cb->string_primitive_value_callback ||
                             cb->primitive_field_callback);
    tool_stop_world(self, "heap walk");
    ti_tags_let_reports_end();
    ti_tags_stop();
}

jvmtiError ti_walk_end(struct ti_walk *w, struct thread *self)
{
    ti_tags_go();
    tool_resume_world(self);
    u32 at = 0;
    u64 key;
    void *value;
    while (hashmap_next(&w->infos, &at, &key, &value)) {
        struct ti_class_info *i = value;
        free((void *)i->instance_fields);
        free((void *)i->static_fields);
        free(i);
    }
    hashmap_destroy(&w->infos);
    return w->no_memory ? JVMTI_ERROR_OUT_OF_MEMORY : JVMTI_ERROR_NONE;
}

/* ---- classes ---- */

struct ti_class_info *ti_walk_info_slow(struct ti_walk *w, struct class *c)
{
    struct ti_class_info *i = hashmap_get(&w->infos, c);
    if (!i) {
        i = vm_calloc(1, sizeof *i);
        i->c = c;
        i->tag = tool_class_mirror(c) ? ti_tags_find(w->env->tags, tool_class_mirror(c)) : 0;
        i->is_array = tool_class_is_array(c);
        i->is_ref_array = i->is_array && !tool_class_is_primitive(tool_class_element(c));
        i->elem_shift = tool_class_element_shift(c);
        i->is_mirror = c == tool_class_of_classes();
        i->is_string = c == tool_class_of_strings();
        i->size = i->is_array || i->is_mirror || tool_instances_vary() ? 0 : tool_class_instance_size(c);
        hashmap_put(&w->infos, c, i);
    }
    w->recent[((uintptr_t)c >> 4 ^ (uintptr_t)c >> 13) % TI_WALK_CACHE] = i;
    return i;
}

static void add_fields(struct ti_field_list *l, const struct class *c, bool is_static, i32 *index)
{
    for (u32 i = 0; i < tool_class_field_count(c); i++) {
        const struct field *f = tool_class_field(c, i);
        if (tool_field_is_static(f) == is_static)
            l->slots[l->count++] = (struct ti_field_slot){ is_static ? tool_field_base(f) : NULL, tool_field_offset(f),
                                                           *index, tool_field_kind(f) };
        ++*index;
    }
}

static const struct ti_field_list *fields_of(struct class *c, bool is_static)
{
    i32 index = 0;
    u32 most = 0, depth = 0;
    for (const struct class *k = c; k; k = tool_class_super(k)) {
        most += tool_class_field_count(k);
        depth++;
    }
    const struct class **chain = vm_malloc(depth * sizeof *chain);
    depth = 0;
    for (const struct class *k = c; k; k = tool_class_super(k)) chain[depth++] = k;
    for (u32 i = 0; i < tool_class_all_interface_count(c); i++)
        if (tool_class_any_interface(c, i) != c) index += (i32)tool_class_field_count(tool_class_any_interface(c, i));
    struct ti_field_list *all = vm_calloc(1, sizeof *all + most * sizeof all->slots[0]),
                         *l = vm_calloc(1, sizeof *l + most * sizeof l->slots[0]);
    if (tool_class_is_interface(c)) depth = 1; /* Object is not among the supertypes whose fields are counted */
    while (depth--) {
        if (!is_static || depth == 0)
            add_fields(all, chain[depth], is_static, &index);
        else
            index += (i32)tool_class_field_count(chain[depth]);
    }
    for (u32 i = 0; i < all->count; i++)
        if (all->slots[i].kind == 'L' || all->slots[i].kind == '[') l->slots[l->count++] = all->slots[i];
    l->ref_count = l->count;
    for (u32 i = 0; i < all->count; i++)
        if (all->slots[i].kind != 'L' && all->slots[i].kind != '[') l->slots[l->count++] = all->slots[i];
    free(chain);
    free(all);
    return l;
}
const struct ti_field_list *ti_walk_instance_fields_slow(struct ti_class_info *i)
{
    return i->instance_fields = fields_of(i->c, false);
}
const struct ti_field_list *ti_walk_static_fields(struct ti_class_info *i)
{
    return i->static_fields ? i->static_fields : (i->static_fields = fields_of(i->c, true));
}

struct class *ti_walk_described(const struct object *o)
{
    if (!tool_is_class(o)) return NULL;
    struct class *c = tool_class_of_mirror(o);
    return c && !tool_class_is_primitive(c) && !tool_class_is_array(c) && tool_class_is_linked(c) ? c : NULL;
}

/* ---- tags ---- */

void ti_walk_retag(struct ti_walk *w, const struct ti_class_info *i, struct object *o, jlong tag)
{
    if (!ti_tag_set_stopped(w->env, o, tag)) {
        w->no_memory = w->abort = true;
        return;
    }
    if (!i->is_mirror) return;
    struct class *c = tool_class_of_mirror(o);
    struct ti_class_info *described = c ? hashmap_get(&w->infos, c) : NULL;
    if (described) described->tag = tag;
}

/* ---- values ---- */

static jvalue read_value(const struct object *o, const struct ti_field_slot *f)
{
    const char *at = tool_field_bytes(f->base ? f->base : o, f->offset);
    jvalue v;
    v.j = 0;
    switch (f->kind) {
    case 'Z':
    case 'B': v.b = *(const i8 *)at; break;
    case 'C':
    case 'S': v.s = *(const i16 *)at; break;
    case 'I':
    case 'F': v.i = *(const i32 *)at; break;
    default: v.j = *(const i64 *)at; break;
    }
    return v;
}

/* After a callback: stores a changed tag, and returns whether the walk continues. */
static inline bool settle(struct ti_walk *w, const struct ti_class_info *i, struct object *o, jlong before, jlong after,
                          jint control)
{
    if (UNLIKELY(before != after)) ti_walk_retag(w, i, o, after);
    if (UNLIKELY(control & JVMTI_VISIT_ABORT)) w->abort = true;
    return !w->abort;
}

static void field_values(struct ti_walk *w, struct ti_class_info *i, struct object *o, const struct ti_field_list *l,
                         jvmtiHeapReferenceKind kind)
{
    jvmtiHeapReferenceInfo info;
    memset(&info, 0, sizeof info);
    for (u32 n = l->ref_count; n < l->count; n++) {
        const struct ti_field_slot *f = &l->slots[n];
        info.field.index = f->index;
        jlong before = ti_tags_find(w->env->tags, o), tag = before;
        jint r = w->cb->primitive_field_callback(kind, &info, i->tag, &tag, read_value(o, f),
                                                 (jvmtiPrimitiveType)f->kind, w->user_data);
        if (!settle(w, i, o, before, tag, r)) return;
    }
}

static void string_value(struct ti_walk *w, struct ti_class_info *i, struct object *o)
{
    if (!tool_string_is_made(o)) return; /* not constructed yet */
    u32 n = tool_string_length(o);
    jchar small[256], *text = n <= ARRAY_LEN(small) ? small : malloc(n * sizeof *text);
    if (!text) {
        w->no_memory = w->abort = true;
        return;
    }
    for (u32 k = 0; k < n; k++) text[k] = tool_string_unit(o, k);
    jlong before = ti_tags_find(w->env->tags, o), tag = before;
    jint r = w->cb->string_primitive_value_callback(i->tag, ti_walk_size(i, o), &tag, text, (jint)n, w->user_data);
    if (text != small) free(text);
    settle(w, i, o, before, tag, r);
}

void ti_walk_values(struct ti_walk *w, struct ti_class_info *i, struct object *o)
{
    if (i->is_array) {
        if (!w->cb->array_primitive_value_callback || i->is_ref_array) return;
        jlong before = ti_tags_find(w->env->tags, o), tag = before;
        jint r = w->cb->array_primitive_value_callback(
            i->tag, ti_walk_size(i, o), &tag, tool_array_length(o),
            (jvmtiPrimitiveType)tool_class_primitive_kind(tool_class_element(i->c)), tool_array_data(o), w->user_data);
        settle(w, i, o, before, tag, r);
        return;
    }
    if (i->is_string && w->cb->string_primitive_value_callback) string_value(w, i, o);
    if (w->abort || !w->cb->primitive_field_callback) return;
    if (i->is_mirror) {
        struct class *described = ti_walk_described(o);
        if (described)
            field_values(w, i, o, ti_walk_static_fields(ti_walk_class(w, described)),
                         JVMTI_HEAP_REFERENCE_STATIC_FIELD);
    } else
        field_values(w, i, o, ti_walk_instance_fields(i), JVMTI_HEAP_REFERENCE_FIELD);
}

/* ---- all objects ---- */

/* The filters by tag are two operations on words, so filtered objects are not read. */
static u64 filtered_by_tag(const struct ti_walk *w, uintptr_t base, u64 starts)
{
    const struct ti_tags *t = w->env->tags;
    u64 tagged = t ? ti_tag_group(t, base)->bits : 0;
    if (w->filter & JVMTI_HEAP_FILTER_TAGGED) starts &= ~tagged;
    if (w->filter & JVMTI_HEAP_FILTER_UNTAGGED) starts &= tagged;
    return starts;
}

static bool visit_word(uintptr_t base, u64 starts, void *arg)
{
    struct ti_walk *w = arg;
    jvmtiHeapIterationCallback cb = w->cb->heap_iteration_callback;
    if (w->filter) starts = filtered_by_tag(w, base, starts);
    if (starts) tool_walk_fetch(base);
    for (; starts; starts &= starts - 1) {
        struct object *o = (struct object *)(base + ((uintptr_t)__builtin_ctzll(starts) << 3));
        if (w->klass && tool_class_of(o) != w->klass) continue;
        struct ti_class_info *i = ti_walk_info(w, o);
        if (UNLIKELY(i->is_mirror && tool_is_metadata(o))) continue;
        jlong before = ti_tags_find(w->env->tags, o), tag = before;
        if (w->filter && !ti_walk_selected(w, i, before)) continue;
        if (LIKELY(cb != NULL)) {
            jint r = cb(i->tag, ti_walk_size(i, o), &tag, ti_walk_length(i, o), w->user_data);
            if (!settle(w, i, o, before, tag, r)) return false;
        }
        if (UNLIKELY(w->wants_values)) {
            ti_walk_values(w, i, o);
            if (w->abort) return false;
        }
    }
    return true;
}

/* Classes without instances of their own. */
static bool has_no_instances(const struct class *c)
{
    return c && (tool_class_is_primitive(c) || (tool_class_is_interface(c) && !tool_class_is_array(c)));
}

jvmtiError ti_iterate_through_heap(struct ti_env *env, struct thread *self, jint heap_filter, struct class *klass,
                                   const jvmtiHeapCallbacks *callbacks, const void *user_data)
{
    if (has_no_instances(klass)) return JVMTI_ERROR_NONE;
    struct ti_walk w;
    ti_walk_begin(&w, self, env, heap_filter, klass, callbacks, user_data);
    if (callbacks->heap_iteration_callback || w.wants_values) tool_walk_heap(visit_word, &w);
    return ti_walk_end(&w, self);
}

/* ---- Heap (1.0) ---- */

struct old_walk {
    struct ti_walk w; /* first */
    struct class *klass;
    jvmtiHeapObjectCallback cb;
};

static bool visit_old(uintptr_t base, u64 starts, void *arg)
{
    struct old_walk *old = arg;
    struct ti_walk *w = &old->w;
    if (w->filter) starts = filtered_by_tag(w, base, starts);
    if (starts) tool_walk_fetch(base);
    for (; starts; starts &= starts - 1) {
        struct object *o = (struct object *)(base + ((uintptr_t)__builtin_ctzll(starts) << 3));
        if (old->klass && !tool_is_a(o, old->klass)) continue;
        struct ti_class_info *i = ti_walk_info(w, o);
        if (UNLIKELY(i->is_mirror && tool_is_metadata(o))) continue;
        jlong before = ti_tags_find(w->env->tags, o), tag = before;
        jvmtiIterationControl r = old->cb(i->tag, ti_walk_size(i, o), &tag, w->user_data);
        if (!settle(w, i, o, before, tag, r == JVMTI_ITERATION_ABORT ? JVMTI_VISIT_ABORT : 0)) return false;
    }
    return true;
}

static jvmtiError walk_old(struct ti_env *env, struct thread *self, struct class *klass, jvmtiHeapObjectFilter filter,
                           jvmtiHeapObjectCallback cb, const void *user_data)
{
    struct old_walk old = { .klass = klass, .cb = cb };
    i32 out = filter == JVMTI_HEAP_OBJECT_TAGGED     ? JVMTI_HEAP_FILTER_UNTAGGED
              : filter == JVMTI_HEAP_OBJECT_UNTAGGED ? JVMTI_HEAP_FILTER_TAGGED
                                                     : 0;
    ti_walk_begin(&old.w, self, env, out, NULL, NULL, user_data);
    tool_walk_heap(visit_old, &old);
    return ti_walk_end(&old.w, self);
}

jvmtiError ti_iterate_over_heap(struct ti_env *env, struct thread *self, jvmtiHeapObjectFilter object_filter,
                                jvmtiHeapObjectCallback heap_object_callback, const void *user_data)
{
    return walk_old(env, self, NULL, object_filter, heap_object_callback, user_data);
}

jvmtiError ti_iterate_over_instances_of_class(struct ti_env *env, struct thread *self, struct class *klass,
                                              jvmtiHeapObjectFilter object_filter,
                                              jvmtiHeapObjectCallback heap_object_callback, const void *user_data)
{
    return tool_class_is_primitive(klass) ? JVMTI_ERROR_NONE
                                          : walk_old(env, self, klass, object_filter, heap_object_callback, user_data);
}

/* ---- collection on request ---- */

jvmtiError ti_force_garbage_collection(struct ti_env *env, struct thread *self)
{
    tool_collect(self);
    return JVMTI_ERROR_NONE;
}
