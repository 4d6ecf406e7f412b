/* "Heap" and "Heap (1.0)": walks over all objects, and the values that walks report. What can be reached from where is in ti_follow.c. */
#include "jvmti/ti_walk.h"
#include "ti_functions.h"

void ti_walk_init(struct ti_walk *w, struct ti_env *env, i32 filter, struct class *klass, const jvmtiHeapCallbacks *cb, const void *user_data)
{
    memset(w, 0, sizeof *w);
    w->env = env;
    w->filter = filter;
    w->klass = klass;
    w->cb = cb;
    w->user_data = (void *)user_data;
}

static void free_lists(struct hashmap *m)
{
    u32 at = 0;
    u64 key;
    void *value;
    while (hashmap_next(m, &at, &key, &value)) free(value);
    hashmap_destroy(m);
}
void ti_walk_destroy(struct ti_walk *w)
{
    free_lists(&w->instance_fields);
    free_lists(&w->static_fields);
}

/* ---- fields ---- */

static i32 fields_shown(const struct class *c)
{
    i32 n = 0;
    for (u32 i = 0; i < c->field_count; i++) n += !(c->fields[i].flags & FLD_INTERNAL);
    return n;
}

static void add_fields(struct ti_field_list *l, const struct class *c, bool is_static, i32 *index)
{
    for (u32 i = 0; i < c->field_count; i++) {
        const struct field *f = &c->fields[i];
        if (f->flags & FLD_INTERNAL) continue;
        if (((f->access & ACC_STATIC) != 0) == is_static) l->slots[l->count++] = (struct ti_field_slot){ f->offset, *index, (char)f->kind };
        ++*index;
    }
}

static const struct ti_field_list *fields_of(struct hashmap *cache, struct class *c, bool is_static)
{
    struct ti_field_list *l = hashmap_get(cache, c);
    if (l) return l;
    i32 index = 0;
    u32 most = 0;
    const struct class *chain[256];
    u32 n = 0;
    for (const struct class *k = c; k && n < ARRAY_LEN(chain); k = k->super) {
        chain[n++] = k;
        most += k->field_count;
    }
    for (u32 i = 0; i < c->all_interface_count; i++)
        if (c->all_interfaces[i] != c) index += fields_shown(c->all_interfaces[i]);
    l = vm_calloc(1, sizeof *l + most * sizeof l->slots[0]);
    if (class_is_interface(c)) n = 1; /* Object is not among the supertypes whose fields are counted */
    while (n--) {
        if (!is_static || n == 0) add_fields(l, chain[n], is_static, &index);
        else index += fields_shown(chain[n]);
    }
    hashmap_put(cache, c, l);
    return l;
}
const struct ti_field_list *ti_walk_instance_fields(struct ti_walk *w, struct class *c) { return fields_of(&w->instance_fields, c, false); }
const struct ti_field_list *ti_walk_static_fields(struct ti_walk *w, struct class *c) { return fields_of(&w->static_fields, c, true); }

struct class *ti_walk_described(const struct object *o)
{
    if (object_class(o) != WK(java_lang_Class)) return NULL;
    struct class *c = class_of_mirror(o);
    return c && !class_is_primitive(c) && !class_is_array(c) && atomic_load(&c->state) >= CLASS_LINKED ? c : NULL;
}

/* ---- filters ---- */

jlong ti_walk_class_tag(const struct ti_walk *w, const struct object *o)
{
    const struct class *c = object_class(o);
    return c->mirror ? ti_tag_get(w->env, c->mirror) : 0;
}

bool ti_walk_selected(const struct ti_walk *w, struct object *o)
{
    if (w->klass && object_class(o) != w->klass) return false;
    if (!w->filter) return true;
    jlong tag = ti_tag_get(w->env, o), class_tag = ti_walk_class_tag(w, o);
    if (tag ? w->filter & JVMTI_HEAP_FILTER_TAGGED : w->filter & JVMTI_HEAP_FILTER_UNTAGGED) return false;
    return !(class_tag ? w->filter & JVMTI_HEAP_FILTER_CLASS_TAGGED : w->filter & JVMTI_HEAP_FILTER_CLASS_UNTAGGED);
}

/* ---- values ---- */

static jvalue read_value(const struct object *o, const struct ti_field_slot *f)
{
    const char *at = (const char *)o + f->offset;
    jvalue v;
    v.j = 0;
    switch (f->kind) {
    case 'Z': case 'B': v.b = *(const i8 *)at; break;
    case 'C': case 'S': v.s = *(const i16 *)at; break;
    case 'I': case 'F': v.i = *(const i32 *)at; break;
    default: v.j = *(const i64 *)at; break;
    }
    return v;
}

static void store_tag(struct ti_walk *w, struct object *o, jlong before, jlong after)
{
    if (before != after) ti_tag_set(w->env, o, after);
}

static void field_values(struct ti_walk *w, struct object *o, const struct ti_field_list *l, jvmtiHeapReferenceKind kind)
{
    for (u32 i = 0; i < l->count && !w->abort; i++) {
        const struct ti_field_slot *f = &l->slots[i];
        if (f->kind == 'L' || f->kind == '[') continue;
        jvmtiHeapReferenceInfo info;
        memset(&info, 0, sizeof info);
        info.field.index = f->index;
        jlong before = ti_tag_get(w->env, o), tag = before;
        jint r = w->cb->primitive_field_callback(kind, &info, ti_walk_class_tag(w, o), &tag, read_value(o, f), (jvmtiPrimitiveType)f->kind, w->user_data);
        store_tag(w, o, before, tag);
        w->abort = (r & JVMTI_VISIT_ABORT) != 0;
    }
}

static void string_value(struct ti_walk *w, struct object *o)
{
    if (!obj_ref(o, WKF(String_value))) return; /* not filled in yet */
    u32 n = string_length(o);
    jchar *text = malloc((n ? n : 1) * sizeof *text);
    if (!text) return;
    for (u32 i = 0; i < n; i++) text[i] = string_char(o, i);
    jlong before = ti_tag_get(w->env, o), tag = before;
    jint r = w->cb->string_primitive_value_callback(ti_walk_class_tag(w, o), (jlong)object_size(o), &tag, text, (jint)n, w->user_data);
    free(text);
    store_tag(w, o, before, tag);
    w->abort = (r & JVMTI_VISIT_ABORT) != 0;
}

void ti_walk_values(struct ti_walk *w, struct object *o)
{
    if (!w->cb) return;
    struct class *c = object_class(o);
    if (class_is_array(c)) {
        if (!w->cb->array_primitive_value_callback || !class_is_primitive(c->element)) return;
        jlong before = ti_tag_get(w->env, o), tag = before;
        jint r = w->cb->array_primitive_value_callback(ti_walk_class_tag(w, o), (jlong)object_size(o), &tag, array_length(o),
                                                       (jvmtiPrimitiveType)c->element->prim_kind, array_data(o), w->user_data);
        store_tag(w, o, before, tag);
        w->abort = (r & JVMTI_VISIT_ABORT) != 0;
        return;
    }
    if (c == WK(java_lang_String) && w->cb->string_primitive_value_callback) string_value(w, o);
    if (w->abort || !w->cb->primitive_field_callback) return;
    if (c == WK(java_lang_Class)) {
        struct class *described = ti_walk_described(o);
        if (described) field_values(w, o, ti_walk_static_fields(w, described), JVMTI_HEAP_REFERENCE_STATIC_FIELD);
    } else
        field_values(w, o, ti_walk_instance_fields(w, c), JVMTI_HEAP_REFERENCE_FIELD);
}

/* ---- all objects ---- */

static bool visit_any(struct object *o, void *arg)
{
    struct ti_walk *w = arg;
    if (!ti_walk_selected(w, o)) return true;
    if (w->cb->heap_iteration_callback) {
        jlong before = ti_tag_get(w->env, o), tag = before;
        jint r = w->cb->heap_iteration_callback(ti_walk_class_tag(w, o), (jlong)object_size(o), &tag, ti_walk_length(o), w->user_data);
        store_tag(w, o, before, tag);
        if (r & JVMTI_VISIT_ABORT) return false;
    }
    ti_walk_values(w, o);
    return !w->abort;
}

jvmtiError ti_iterate_through_heap(struct ti_env *env, struct thread *self, jint heap_filter, struct class *klass, const jvmtiHeapCallbacks *callbacks,
                                   const void *user_data)
{
    if (klass && (class_is_primitive(klass) || (class_is_interface(klass) && !class_is_array(klass)))) return JVMTI_ERROR_NONE; /* has no instances */
    struct ti_walk w;
    ti_walk_init(&w, env, heap_filter, klass, callbacks, user_data);
    tool_walk_heap(self, visit_any, &w);
    ti_walk_destroy(&w);
    return JVMTI_ERROR_NONE;
}

/* ---- Heap (1.0) ---- */

struct old_walk { struct ti_env *env; struct class *klass; jvmtiHeapObjectFilter filter; jvmtiHeapObjectCallback cb; void *user_data; };

static bool visit_old(struct object *o, void *arg)
{
    struct old_walk *w = arg;
    if (w->klass && !object_instance_of(o, w->klass)) return true;
    jlong before = ti_tag_get(w->env, o), tag = before;
    if (w->filter == (before ? JVMTI_HEAP_OBJECT_UNTAGGED : JVMTI_HEAP_OBJECT_TAGGED)) return true;
    const struct class *c = object_class(o);
    jvmtiIterationControl r = w->cb(c->mirror ? ti_tag_get(w->env, c->mirror) : 0, (jlong)object_size(o), &tag, w->user_data);
    if (tag != before) ti_tag_set(w->env, o, tag);
    return r != JVMTI_ITERATION_ABORT;
}

jvmtiError ti_iterate_over_heap(struct ti_env *env, struct thread *self, jvmtiHeapObjectFilter object_filter, jvmtiHeapObjectCallback heap_object_callback,
                                const void *user_data)
{
    struct old_walk w = { env, NULL, object_filter, heap_object_callback, (void *)user_data };
    tool_walk_heap(self, visit_old, &w);
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_iterate_over_instances_of_class(struct ti_env *env, struct thread *self, struct class *klass, jvmtiHeapObjectFilter object_filter,
                                              jvmtiHeapObjectCallback heap_object_callback, const void *user_data)
{
    if (class_is_primitive(klass)) return JVMTI_ERROR_NONE;
    struct old_walk w = { env, klass, object_filter, heap_object_callback, (void *)user_data };
    tool_walk_heap(self, visit_old, &w);
    return JVMTI_ERROR_NONE;
}
