/* "Class": RedefineClasses, RetransformClasses.
 *
 * Both pass every class's bytes to ClassFileLoadHook, check them (meta/redefine.h), and commit all or none. Bytes given
 * to RedefineClasses go through all environments. A retransformation starts from the bytes that the environments which
 * cannot retransform have left the last time. */
#include "jvmti/core/ti_event_delivery.h"
#include "jvmti/core/ti_handles.h"
#include "meta/redefine.h"
#include "os/os_time.h"
#include "thread/recorder.h"
#include "ti_functions.h"
#include "tool/tool_module.h"

static jvmtiError error_of(enum redefine_status s)
{
    switch (s) {
    case REDEFINE_OK: return JVMTI_ERROR_NONE;
    case REDEFINE_FORMAT: return JVMTI_ERROR_INVALID_CLASS_FORMAT;
    case REDEFINE_VERSION: return JVMTI_ERROR_UNSUPPORTED_VERSION;
    case REDEFINE_VERIFICATION: return JVMTI_ERROR_FAILS_VERIFICATION;
    case REDEFINE_NAMES: return JVMTI_ERROR_NAMES_DONT_MATCH;
    case REDEFINE_METHOD_ADDED: return JVMTI_ERROR_UNSUPPORTED_REDEFINITION_METHOD_ADDED;
    case REDEFINE_SCHEMA: return JVMTI_ERROR_UNSUPPORTED_REDEFINITION_SCHEMA_CHANGED;
    case REDEFINE_HIERARCHY: return JVMTI_ERROR_UNSUPPORTED_REDEFINITION_HIERARCHY_CHANGED;
    case REDEFINE_CIRCULAR: return JVMTI_ERROR_CIRCULAR_CLASS_DEFINITION;
    case REDEFINE_METHOD_DELETED: return JVMTI_ERROR_UNSUPPORTED_REDEFINITION_METHOD_DELETED;
    case REDEFINE_CLASS_MODIFIERS: return JVMTI_ERROR_UNSUPPORTED_REDEFINITION_CLASS_MODIFIERS_CHANGED;
    case REDEFINE_METHOD_MODIFIERS: return JVMTI_ERROR_UNSUPPORTED_REDEFINITION_METHOD_MODIFIERS_CHANGED;
    case REDEFINE_ATTRIBUTE: return JVMTI_ERROR_UNSUPPORTED_REDEFINITION_CLASS_ATTRIBUTE_CHANGED;
    case REDEFINE_MEMORY: return JVMTI_ERROR_OUT_OF_MEMORY;
    case REDEFINE_CLASS: return JVMTI_ERROR_INVALID_CLASS;
    case REDEFINE_INTERNAL: break;
    }
    return JVMTI_ERROR_INTERNAL;
}

/* Prepares one class: hooks, then checks. `bytes` stay the caller's. */
static jvmtiError prepare(struct thread *self, struct class *c, bool retransform, const u8 *bytes, size_t len,
                          struct redefinition *r)
{
    struct bytes original = { NULL, 0 };
    const u8 *use = bytes;
    struct object *domain = tool_class_domain(c);
    /* HotSpot does this whatever the hooks return */
    if (event_on(EV_CLASS_FILE_LOAD)) tool_module_transformed(self, c);
    bool replaced = ti_post_class_file(self, c, retransform, tool_class_loader(c), tool_class_name(c), domain, &use,
                                       &len, &original);
    enum redefine_status s = redefine_check(self, c, use, len, original, r);
    if (s != REDEFINE_OK) free((void *)original.at);
    if (replaced) free((void *)use);
    return error_of(s);
}

struct request {
    struct class *c;
    const u8 *bytes;
    size_t len;
};

/* Records the flight recorder's events. */
static void record(struct thread *self, i64 began, const struct request *requests, u32 n, bool retransform)
{
    static _Atomic i64 last;
    i64 id = ++last;
    for (u32 i = 0; i < n && RECORDER_WANTS(ClassRedefinition); i++)
        recorder_class_redefinition(self, requests[i].c, tool_class_redefinitions(requests[i].c), id);
    if (!began) return;
    if (retransform && RECORDER_WANTS(RetransformClasses)) recorder_retransform_classes(self, began, n, id);
    if (!retransform && RECORDER_WANTS(RedefineClasses)) recorder_redefine_classes(self, began, n, id);
}

static jvmtiError carry_out(struct thread *self, const struct request *requests, u32 n, bool retransform)
{
    struct redefinition *all = malloc((n ? n : 1) * sizeof *all);
    if (!all) return JVMTI_ERROR_OUT_OF_MEMORY;
    jvmtiError err = JVMTI_ERROR_NONE;
    u32 done = 0;
    for (; done < n && err == JVMTI_ERROR_NONE; done += err == JVMTI_ERROR_NONE)
        err = prepare(self, requests[done].c, retransform, requests[done].bytes, requests[done].len, &all[done]);
    i64 began = RECORDER_WANTS(RedefineClasses) | RECORDER_WANTS(RetransformClasses) ? os_time_monotonic_ns() : 0;
    if (err == JVMTI_ERROR_NONE && n) err = error_of(redefine_commit(self, all, n));
    if (err != JVMTI_ERROR_NONE)
        while (done) redefine_abandon(&all[--done]);
    else {
        if (n) record(self, began, requests, n, retransform);
        for (u32 i = 0; i < n; i++) ti_filters_class_redefined(self, requests[i].c);
    }
    free(all);
    return err;
}

jvmtiError ti_redefine_classes(struct ti_env *env, struct thread *self, jint class_count,
                               const jvmtiClassDefinition *class_definitions)
{
    struct request *requests = malloc(((size_t)class_count + 1) * sizeof *requests);
    if (!requests) return JVMTI_ERROR_OUT_OF_MEMORY;
    jvmtiError err = JVMTI_ERROR_NONE;
    for (jint i = 0; i < class_count && err == JVMTI_ERROR_NONE; i++) {
        const jvmtiClassDefinition *d = &class_definitions[i];
        requests[i] = (struct request){ .bytes = d->class_bytes, .len = (size_t)d->class_byte_count };
        err = ti_check_class(self, d->klass, &requests[i].c);
        if (err == JVMTI_ERROR_NONE && d->class_byte_count <= 0) err = JVMTI_ERROR_INVALID_CLASS_FORMAT;
        if (err == JVMTI_ERROR_NONE && !d->class_bytes) err = JVMTI_ERROR_NULL_POINTER;
        if (err == JVMTI_ERROR_NONE && !redefine_modifiable(requests[i].c)) err = JVMTI_ERROR_UNMODIFIABLE_CLASS;
    }
    if (err == JVMTI_ERROR_NONE) err = carry_out(self, requests, (u32)class_count, false);
    free(requests);
    return err;
}

jvmtiError ti_retransform_classes(struct ti_env *env, struct thread *self, jint class_count, const jclass *classes)
{
    struct request *requests = malloc(((size_t)class_count + 1) * sizeof *requests);
    if (!requests) return JVMTI_ERROR_OUT_OF_MEMORY;
    jvmtiError err = JVMTI_ERROR_NONE;
    jint n = 0;
    for (; n < class_count && err == JVMTI_ERROR_NONE; n++) {
        struct request *q = &requests[n];
        q->bytes = NULL;
        err = ti_check_class(self, classes[n], &q->c);
        if (err == JVMTI_ERROR_NONE && !redefine_modifiable(q->c)) err = JVMTI_ERROR_UNMODIFIABLE_CLASS;
        /* in HotSpot's order: hooks get none of them */
        if (err == JVMTI_ERROR_NONE && !tool_class_has_original(q->c) && !tool_class_link(self, q->c))
            err = JVMTI_ERROR_INVALID_CLASS;
        if (err != JVMTI_ERROR_NONE) continue;
        /* a copy, since another thread's redefinition may free the class's bytes */
        q->bytes = tool_class_original(q->c, &q->len);
        if (!q->bytes) err = JVMTI_ERROR_OUT_OF_MEMORY;
    }
    if (err == JVMTI_ERROR_NONE) err = carry_out(self, requests, (u32)class_count, true);
    while (n) free((void *)requests[--n].bytes);
    free(requests);
    return err;
}
