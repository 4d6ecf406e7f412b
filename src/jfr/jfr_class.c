/* Classes that the recorder changes: event classes and the JDK's classes whose work is recorded. The JDK's half makes
 * the bytes (JVMUpcalls); what is retransformed goes the way of every retransformation, so tools see and change it
 * first. */
#include "core/alloc.h"
#include "core/call.h"
#include "core/exception.h"
#include "jfr/jfr_int.h"
#include "meta/loader.h"
#include "model/options.h"
#include "model/vm.h"
#include "ti_functions.h"
#include <stdlib.h>

_Atomic bool jfr_force_code;

/* Asks the upcall for new bytes of the class with this id. `of`: its mirror, or that of its superclass. */
static u8 *ask_java(struct thread *self, struct method *upcall, u64 id, bool flag, struct object *of, const u8 *bytes,
                    size_t len, size_t *new_len)
{
    struct object *array = array_new_prim(self, 'B', (i32)len);
    u8 *result = NULL;
    if (array) {
        memcpy(array_data(array), bytes, len);
        slot r = java_call_args(self, upcall, "JILL", (i64)id, (i32)flag, of, array);
        struct object *answer = self->pending ? NULL : slot_ref(r);
        if (answer && answer != array) {
            *new_len = (size_t)array_length(answer);
            result = malloc(*new_len + 1);
            if (result) memcpy(result, array_data(answer), *new_len);
        }
    }
    self->pending = NULL;
    return result;
}

u8 *jfr_class_file(struct thread *self, struct class *c, const u8 *bytes, size_t len, size_t *new_len)
{
    MAY_CALL_OUT(self);
    if (!jfr_started() || len > INT32_MAX) return NULL;
    return ask_java(self, jfr_names.on_retransform, jfr_class_id(c), false, c->mirror, bytes, len, new_len);
}

u8 *jfr_event_code(struct thread *self, struct object *super, u32 serial, const u8 *bytes, size_t len, size_t *new_len)
{
    MAY_CALL_OUT(self);
    const char *why;
    bool force = !jfr_may_retransform || atomic_load(&jfr_force_code);
    if ((!force && !jfr_recording()) || len > INT32_MAX || atomic_load(&vm_phase) != VM_LIVE) return NULL;
    if (options.no_flight_recorder || !jfr_metadata_ready(&why) || !jfr_find_upcalls(self)) {
        self->pending = NULL;
        return NULL;
    }
    return ask_java(self, jfr_names.eager, (u64)serial + JFR_RESERVED_IDS, force, super, bytes, len, new_len);
}

void jfr_retransform(JNIEnv *env, jobjectArray classes)
{
    jsize n = classes ? (*env)->GetArrayLength(env, classes) : 0;
    jclass *all = malloc(((size_t)n + 1) * sizeof *all);
    if (!all) return;
    u32 count = 0;
    VM_ENTRY(env);
    struct object *array = ref_get(classes);
    for (jsize i = 0; i < n; i++) {
        struct object *mirror = array_ref(array, i);
        if (!mirror) continue;
        struct class *c = class_of_mirror(mirror);
        __atomic_store_n(&c->recorder_changes, true, __ATOMIC_RELAXED);
        all[count++] = ref_local(self, mirror);
    }
    jvmtiError e = count ? ti_retransform_classes(NULL, self, (jint)count, all) : JVMTI_ERROR_NONE;
    if (e != JVMTI_ERROR_NONE) LOG(error, jfr_system, "Could not retransform classes: error %d", (int)e);
    VM_LEAVE();
    free(all);
}

/* ---- the handler of an event class ---- */

static const struct field *handler_field(const struct class *c)
{
    for (u32 i = 0; i < c->field_count; i++)
        if ((class_field(c, i)->access & ACC_STATIC) && symbol_equals_cstr(class_field(c, i)->name, "eventHandler"))
            return class_field(c, i);
    return NULL;
}

bool jfr_set_handler(struct class *c, struct object *handler)
{
    const struct field *f = handler_field(c);
    if (f) heap_store_ref(field_static_base(f), f->offset, handler);
    return f != NULL;
}

struct object *jfr_get_handler(const struct class *c)
{
    const struct field *f = handler_field(c);
    return f ? obj_ref(field_static_base(f), f->offset) : NULL;
}

/* ---- all event classes ---- */

struct listing {
    jobject *refs;
    u32 count, room;
};

static void note_class(struct class *c, void *arg)
{
    struct listing *l = arg;
    if (!(c->flags & CLS_EVENT) || (c->access & ACC_ABSTRACT) || atomic_load(&c->state) != CLASS_INITIALIZED) return;
    if (l->count == l->room) {
        l->room = l->room ? 2 * l->room : 64;
        l->refs = vm_realloc(l->refs, l->room * sizeof *l->refs);
    }
    l->refs[l->count++] = ref_local(thread_self(), c->mirror);
}

jobject jfr_event_classes(JNIEnv *env)
{
    struct listing l = { 0 };
    VM_ENTRY(env);
    loader_for_each_class(note_class, &l);
    VM_LEAVE();
    jclass list = (*env)->FindClass(env, "java/util/ArrayList");
    jmethodID make = list ? (*env)->GetMethodID(env, list, "<init>", "(I)V") : NULL;
    jmethodID add = make ? (*env)->GetMethodID(env, list, "add", "(Ljava/lang/Object;)Z") : NULL;
    jobject result = add ? (*env)->NewObject(env, list, make, (jint)l.count) : NULL;
    for (u32 i = 0; result && i < l.count && !(*env)->ExceptionCheck(env); i++)
        (*env)->CallBooleanMethod(env, result, add, l.refs[i]);
    for (u32 i = 0; i < l.count; i++) (*env)->DeleteLocalRef(env, l.refs[i]);
    free(l.refs);
    return result;
}
