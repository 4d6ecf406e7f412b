/* jdk.jfr.internal.EventWriter: Java code that writes events into its thread's block. */
#include "core/alloc.h"
#include "core/call.h"
#include "core/exception.h"
#include "jfr/jfr_int.h"

enum { EVENT_MOST = 1 << 28 };

static void set_positions(struct object *w, struct jfr_block *b, size_t used, bool room)
{
    i64 start = (i64)(uintptr_t)jfr_block_top(b);
    obj_set_long(w, jfr_names.writer_start, start);
    obj_set_long(w, jfr_names.writer_start_address, (i64)(uintptr_t)&b->top);
    obj_set_long(w, jfr_names.writer_current, start + (i64)used);
    obj_set_long(w, jfr_names.writer_max, room ? (i64)(uintptr_t)b->end : start);
}

/* EventWriter's constructor takes them so. */
JNIEXPORT jobject JNICALL jfr_native_new_event_writer(JNIEnv *env, jclass cls)
{
    VM_ENTRY(env);
    struct jfr_thread *t = jfr_thread_of(self);
    struct jfr_block *b = t->java ? t->java : jfr_new_block(jfr_thread_buffer_size);
    struct object *w = b ? object_new(self, jfr_names.writer) : NULL;
    if (!b) throw_no_c_memory(self);
    if (!w) {
        if (b != t->java) jfr_free(b);
        VM_RETURN((jobject)NULL);
    }
    if (!t->java) (void)jfr_exchange_block(t, b);
    self->scratch_roots[0] = w;
    i64 start = (i64)(uintptr_t)jfr_block_top(b), end = t->excluded ? start : (i64)(uintptr_t)b->end;
    java_call_args(self, jfr_names.writer_init, "LJJJJI", w, start, end, (i64)(uintptr_t)&b->top,
                   (i64)jfr_use_thread(self), (i32)1);
    w = self->scratch_roots[0];
    self->scratch_roots[0] = NULL;
    if (self->pending) VM_RETURN((jobject)NULL);
    /* strings that Java knows may belong to an epoch before the one of its first event */
    obj_set_byte(w, jfr_names.writer_notified, 1);
    self->event_writer = w;
    VM_RETURN(ref_local(self, w));
}

/* The writer's event does not fit (`requested` bytes more are wanted behind `used`), or it has ended in a block that
 * was made for it. true: the block is larger than usual, and this is to be called again when the event has ended. */
JNIEXPORT jboolean JNICALL jfr_native_flush_writer(JNIEnv *env, jclass cls, jobject writer, jint used, jint requested)
{
    VM_ENTRY(env);
    struct object *w = ref_get(writer);
    struct jfr_thread *t = self->recorder;
    if (!w || w != self->event_writer || !t || !t->java) VM_RETURN((jboolean)JNI_FALSE);
    struct jfr_block *b = t->java;
    u8 *top = jfr_block_top(b);
    bool sense = used >= 0 && requested >= 0 && used <= b->end - top;
    size_t need = sense ? (size_t)used + (size_t)requested : 0;
    if (!sense || t->excluded || need >= EVENT_MOST) {
        obj_set_byte(w, jfr_names.writer_valid, 0);
        set_positions(w, b, 0, !t->excluded);
        VM_RETURN((jboolean)JNI_FALSE);
    }
    bool large = need > jfr_thread_buffer_size;
    struct jfr_block *fresh = jfr_new_block(large ? 2 * need : jfr_thread_buffer_size);
    if (!fresh) {
        obj_set_byte(w, jfr_names.writer_valid, 0);
        VM_RETURN((jboolean)JNI_FALSE);
    }
    memcpy(fresh->bytes, top, (size_t)used);
    bool much = jfr_exchange_block(t, fresh);
    set_positions(w, fresh, (size_t)used, true);
    if (much && atomic_load(&jfr_has_chunk)) { /* writes itself instead of losing something */
        VM_LEAVE();
        jfr_write_full(self);
        VM_REENTER();
    }
    VM_RETURN((jboolean)large);
}
