/* The VM's half of java.lang.StackWalker (StackStreamFactory.java).
 *
 * JVM_CallStackWalk fills the first batch of frames into the walker's buffer and calls AbstractStackWalker.doStackWalk,
 * which gets more through JVM_MoreStackWalk. The position between batches is a struct walk in the C frame of
 * JVM_CallStackWalk; Java holds its address as `anchor`, and buffer[0] holds the walking thread. Both are checked
 * before use, and cleared when doStackWalk ends. Frames of the walking thread itself cannot be popped meanwhile. */
#include "jdk/jvm_exports.h"

#include "core/alloc.h"
#include "core/call.h"
#include "core/exception.h"
#include "exec/invoke/member_name.h"
#include "meta/reflect.h"
#include "model/wellknown.h"
#include "thread/vmentry.h"

enum walk_mode { WALK_CLASSES_ONLY = 0x2, WALK_CALLER_CLASS = 0x4, WALK_SHOW_HIDDEN = 0x20, WALK_LIVE = 0x100 };

struct walk {
    struct walk *self_check; /* its own address while the walk is open */
    struct thread *thread;
    struct frame *next; /* first frame not yet delivered; NULL: none left */
};

/* ---- live frames: locals, operands and monitors as objects ---- */

/* A slot for LiveStackFrame: the object, or a PrimitiveSlot of 8 bytes. Slots have no types, so a word that is the
 * address of an object is taken for one (D4). */
static struct object *slot_object(struct thread *self, slot s)
{
    if (heap_is_object((void *)(uintptr_t)s)) return slot_ref(s);
    slot args[2] = { 0, s };
    return slot_ref(java_call(self, WKM(LiveStackFrameInfo_asPrimitive), args));
}

static struct object *slots_array(struct thread *self, const slot *at, u32 count)
{
    struct object *a = array_new_ref(self, WK(java_lang_Object), (i32)count);
    for (u32 i = 0; a && i < count; i++) {
        struct object *o = slot_object(self, at[i]);
        if (self->pending) return NULL;
        array_set_ref(a, (i32)i, o);
    }
    return a;
}

/* End of f's operands: where the locals of the frame it called begin. */
static slot *operands_end(struct thread *self, struct frame *f)
{
    for (struct frame *g = self->fp; g && g != f; g = g->prev)
        if (g->prev == f) return g->kind == FRAME_ENTRY ? (slot *)g : g->locals;
    return frame_operands(f) + 1;
}

static bool fill_live(struct thread *self, struct frame *f, struct object *info)
{
    if (!class_init(self, WK(java_lang_LiveStackFrameInfo))) return false;
    obj_set_int(info, WKF(LiveStackFrameInfo_mode), 1 /* interpreted */);
    if (f->kind != FRAME_JAVA) return true;

    struct object *locals = slots_array(self, f->locals, f->method->max_locals);
    if (!locals) return false;
    heap_store_ref(info, WKF(LiveStackFrameInfo_locals), locals);

    slot *first = frame_operands(f) + 1, *end = operands_end(self, f);
    struct object *operands = slots_array(self, first, end > first ? (u32)(end - first) : 0);
    if (!operands) return false;
    heap_store_ref(info, WKF(LiveStackFrameInfo_operands), operands);

    u32 held = 0;
    for (u32 i = 0; i < self->lock_top; i++) held += self->locks[i].frame == f;
    struct object *monitors = array_new_ref(self, WK(java_lang_Object), (i32)held);
    if (!monitors) return false;
    i32 at = 0;
    for (u32 i = 0; i < self->lock_top && (u32)at < held; i++)
        if (self->locks[i].frame == f) array_set_ref(monitors, at++, self->locks[i].obj);
    heap_store_ref(info, WKF(LiveStackFrameInfo_monitors), monitors);
    return true;
}

/* ---- batches ---- */

static bool fill_info(struct thread *self, struct frame *f, struct object *info, i64 mode)
{
    struct object *mname = obj_ref(info, WKF(StackFrameInfo_memberName));
    if (!member_name_set_method(self, mname, f->method, f->method->owner)) return false;
    i32 bci = frame_bci(f);
    obj_set_int(info, WKF(StackFrameInfo_bci), bci < 0 ? 0 : bci);
    obj_set_int(info, WKF(StackFrameInfo_version), (i32)f->method->version);
    return !(mode & WALK_LIVE) || fill_live(self, f, info);
}

/* Fills up to `max` frames from w->next on. Returns the index after the last one, or -1 with pending. */
static i32 fill_batch(struct thread *self, struct walk *w, i64 mode, i32 max, i32 start, struct object *frames)
{
    i32 index = start;
    for (; w->next && index < start + max; w->next = frame_caller(w->next)) {
        struct method *m = w->next->method;
        if (method_has(m, MTH_HIDDEN) && (!(mode & WALK_SHOW_HIDDEN) || (mode & WALK_CALLER_CLASS))) continue;
        if ((mode & WALK_CALLER_CLASS) && index == start && method_has(m, MTH_CALLER_SENSITIVE)) {
            char name[1024];
            THROW(self, UnsupportedOperationException,
                  "StackWalker::getCallerClass called from @CallerSensitive '%s' method",
                  method_external_name(m, name, sizeof name));
            return -1;
        }
        if (mode & WALK_CLASSES_ONLY)
            array_set_ref(frames, index, m->owner->mirror);
        else if (!fill_info(self, w->next, array_ref(frames, index), mode))
            return -1;
        index++;
    }
    return index;
}

/* The walker's own frames on top of the stack. */
static bool is_walker_frame(const struct frame *f)
{
    const struct class *c = f->method->owner;
    return symbol_equals_cstr(c->name, "java/lang/StackWalker") ||
           c == WK(java_lang_StackStreamFactory_AbstractStackWalker) ||
           c->super == WK(java_lang_StackStreamFactory_AbstractStackWalker);
}

static struct object *walk(struct thread *self, struct object *walker, i64 mode, i32 skip, i32 count, i32 start,
                           struct object *frames)
{
    struct walk w = { .self_check = &w, .thread = self, .next = frame_java(self->fp) };
    while (w.next && is_walker_frame(w.next)) w.next = frame_caller(w.next);
    for (; skip > 0 && w.next; skip--) w.next = frame_caller(w.next);
    i32 end = start;
    if (count > 0) {
        end = fill_batch(self, &w, mode, count, start, frames);
        if (end < 0) return NULL;
        if (end == start) {
            THROW(self, InternalError, "stack walk: decode failed");
            return NULL;
        }
    }
    array_set_ref(frames, 0, self->java);
    slot args[7] = { slot_of_ref(walker), 0,
                     (slot)(uintptr_t)&w, slot_of_int(skip),
                     slot_of_int(count),  slot_of_int(start),
                     slot_of_int(end) };
    struct object *result = slot_ref(java_call(self, WKM(AbstractStackWalker_doStackWalk), args));
    bool intact = array_ref(frames, 0) == self->java && w.self_check == &w;
    array_set_ref(frames, 0, NULL);
    w.self_check = NULL;
    if (self->pending) return NULL;
    if (!intact) {
        THROW(self, InternalError, "doStackWalk: corrupted buffers on exit");
        return NULL;
    }
    return result;
}

jobject JNICALL JVM_CallStackWalk(JNIEnv *env, jobject walker, jlong mode, jint skip_frames, jint frame_count,
                                  jint start_index, jobjectArray frames)
{
    VM_ENTRY(env);
    struct object *buffer = ref_get(frames), *r = NULL;
    if (array_length(buffer) < start_index + frame_count)
        THROW(self, IllegalArgumentException, "not enough space in buffers");
    else
        r = walk(self, ref_get(walker), mode, skip_frames, frame_count, start_index, buffer);
    VM_RETURN(ref_local(self, r));
}

jint JNICALL JVM_MoreStackWalk(JNIEnv *env, jobject walker, jlong mode, jlong anchor, jint frame_count,
                               jint start_index, jobjectArray frames)
{
    VM_ENTRY(env);
    struct object *buffer = ref_get(frames);
    struct walk *w = (struct walk *)(uintptr_t)anchor;
    if (!buffer) {
        THROW(self, NullPointerException, "frames_array is NULL");
        VM_RETURN(0);
    }
    /* The walker's buffer may be a new one; the thread is stored again. An anchor outside this thread's C stack is not
     * ours. */
    bool ours =
        (char *)w > (char *)&buffer && (char *)w < self->c_stack_base && w->self_check == w && w->thread == self;
    if (!ours) {
        THROW(self, InternalError, "doStackWalk: corrupted buffers");
        VM_RETURN(0);
    }
    if (array_length(buffer) < start_index + frame_count) {
        THROW(self, IllegalArgumentException, "not enough space in buffers");
        VM_RETURN(0);
    }
    i32 end = fill_batch(self, w, mode, frame_count, start_index, buffer);
    VM_RETURN((jint)(end < 0 ? 0 : end));
}
