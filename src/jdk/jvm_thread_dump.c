/* All threads and their stacks as Java objects: Thread.getAllStackTraces, Thread.getStackTrace of another thread.
 *
 * Stacks are copied as (method, bci) while the world is stopped, turned into StackTraceElements afterwards. */
#include "core/alloc.h"
#include "core/exception.h"
#include "jdk/jvm_exports.h"
#include "jdk/jvm_stack.h"
#include "meta/loader.h"
#include "model/options.h"
#include "os/os_file.h"
#include "os/os_sync.h"
#include "thread/safepoint.h"
#include "thread/vmentry.h"
#include "tool/threads_dump.h"
#include <stdlib.h>

struct object *jvm_all_threads(struct thread *self)
{
    for (u32 room = threads_count() + 8;; room *= 2) {
        struct object *a = array_new_ref(self, WK(java_lang_Thread), (i32)room);
        if (!a) return NULL;
        i32 n = 0;
        bool fits = true;
        threads_lock(self);
        for (struct thread *t = threads_first(); t && fits; t = t->next) {
            if (!thread_is_live(t)) continue;
            fits = n < (i32)room;
            if (fits) array_set_ref(a, n++, t->java);
        }
        threads_unlock();
        if (!fits) continue;
        struct object *exact = array_new_ref(self, WK(java_lang_Thread), n);
        if (!exact) return NULL;
        for (i32 i = 0; i < n; i++) array_set_ref(exact, i, array_ref(a, i));
        return exact;
    }
}

JNIEXPORT jobjectArray JNICALL JVM_GetAllThreads(JNIEnv *env, jclass unused)
{
    VM_ENTRY(env);
    VM_RETURN((jobjectArray)ref_local(self, jvm_all_threads(self)));
}

void jvm_copy_stack(struct thread *t, i32 max, struct jvm_stack_copy *out)
{
    i32 n = 0;
    for (struct frame *f = frame_java(t->fp); f && (max < 0 || n < max); f = frame_caller(f)) n++;
    out->alive = true;
    out->frames = malloc((size_t)n * sizeof *out->frames + 1);
    out->no_memory = !out->frames;
    out->count = out->no_memory ? 0 : n;
    n = 0;
    for (struct frame *f = frame_java(t->fp); f && n < out->count; f = frame_caller(f)) {
        out->frames[n].method = f->method;
        out->frames[n++].bci = frame_bci(f);
    }
}

struct object *jvm_stack_elements(struct thread *self, const struct jvm_stack_copy *s)
{
    struct class *ste = WK(java_lang_StackTraceElement);
    if (s->no_memory) throw_no_c_memory(self);
    if (s->no_memory || !class_init(self, ste)) return NULL;
    struct object *a = array_new_ref(self, ste, s->count);
    for (i32 i = 0; a && i < s->count; i++) {
        struct object *e = object_new(self, ste);
        if (!e || !stack_element_init(self, e, s->frames[i].method, s->frames[i].bci)) return NULL;
        array_set_ref(a, i, e);
    }
    return a;
}

JNIEXPORT jobjectArray JNICALL JVM_DumpThreads(JNIEnv *env, jclass unused, jobjectArray threads)
{
    VM_ENTRY(env);
    struct object *list = ref_get(threads), *result = NULL;
    if (!list) {
        THROW(self, NullPointerException, NULL);
        VM_RETURN((jobjectArray)NULL);
    }
    i32 n = array_length(list);
    if (n == 0) {
        THROW(self, IllegalArgumentException, NULL);
        VM_RETURN((jobjectArray)NULL);
    }
    struct jvm_stack_copy *stacks = calloc((size_t)n, sizeof *stacks);
    if (!stacks) {
        throw_no_c_memory(self);
        VM_RETURN((jobjectArray)NULL);
    }
    classes_hold(); /* the copies hold methods */
    safepoint_begin(self, "ThreadDump");
    for (i32 i = 0; i < n; i++) {
        struct object *java = array_ref(list, i);
        struct thread *t = java ? thread_of_java(java) : NULL;
        if (t && thread_is_live(t)) jvm_copy_stack(t, -1, &stacks[i]);
    }
    safepoint_end(self);

    struct class *ste_array = class_array_of(self, WK(java_lang_StackTraceElement));
    result = ste_array ? array_new_ref(self, ste_array, n) : NULL;
    for (i32 i = 0; result && i < n; i++) {
        if (!stacks[i].alive) continue; /* not started or ended: null */
        struct object *elements = jvm_stack_elements(self, &stacks[i]);
        if (elements)
            array_set_ref(result, i, elements);
        else
            result = NULL;
    }
    classes_release();
    for (i32 i = 0; i < n; i++) free(stacks[i].frames);
    free(stacks);
    VM_RETURN((jobjectArray)ref_local(self, result));
}

JNIEXPORT void JNICALL JVM_DumpAllStacks(JNIEnv *env, jclass unused)
{
    VM_ENTRY(env);
    threads_dump(self, OS_STDOUT);
    VM_RETURN_VOID();
}
