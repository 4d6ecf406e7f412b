/* Threads: their numbers and constants, which of them are left out, how they leave. */
#include "base/hashmap.h"
#include "core/alloc.h"
#include "core/jstring.h"
#include "jfr/jfr_int.h"
#include "model/wellknown.h"
#include "thread/safepoint.h"

/* Threads that are left out: their java.lang.Thread, which may not have started yet. */
static struct os_mutex excluded_lock = OS_MUTEX_INIT;
static jweak *excluded GUARDED_BY(excluded_lock);
static u32 excluded_count GUARDED_BY(excluded_lock);

/* A group is known by its number, which it gets when it is first met in an epoch: by its name and its parent's
 * number. */
struct group {
    struct group *next;
    u64 id, parent;
    char name[];
};
static struct group *groups GUARDED_BY(jfr_lock);
static u32 groups_epoch GUARDED_BY(jfr_lock);
static u64 last_group GUARDED_BY(jfr_lock);

static u64 use_group_locked(struct object *group, u32 depth) WANTS_LOCK(&jfr_lock);
static u64 use_group_locked(struct object *group, u32 depth)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    if (!group || depth > 64) return 0;
    u64 parent = use_group_locked(obj_ref(group, WKF(ThreadGroup_parent)), depth + 1);
    struct object *s = obj_ref(group, WKF(ThreadGroup_name));
    char name[256] = "";
    if (s) string_to_mutf8_buf(s, name, sizeof name);
    if (groups_epoch != recorder_epoch) {
        for (struct group *g = groups, *next; g; g = next) {
            next = g->next;
            jfr_free(g);
        }
        groups = NULL;
        groups_epoch = recorder_epoch;
    }
    for (struct group *g = groups; g; g = g->next)
        if (g->parent == parent && !strcmp(g->name, name)) return g->id;
    struct group *g = jfr_malloc(sizeof *g + strlen(name) + 1);
    *g = (struct group){ groups, ++last_group, parent };
    strcpy(g->name, name);
    groups = g;
    struct jfr_out *o = jfr_pool_begin_locked(JFR_POOL_GROUP, g->id);
    jfr_put_number(o, parent);
    jfr_put_object_string(o, s);
    return g->id;
}

void jfr_use_thread_locked(struct thread *t)
{
    LOCK_HELD_OR_WORLD_STOPPED(&jfr_lock);
    u64 id = t->recorder_id;
    if (t->recorder_epoch != recorder_epoch) {
        struct object *java = t->java, *name = java ? obj_ref(java, WKF(Thread_name)) : NULL;
        u64 group = java ? use_group_locked(obj_ref(java, WKF(Thread_group)), 0) : 0;
        struct jfr_out *o = jfr_pool_begin_locked(JFR_POOL_THREAD, id);
        if (name)
            jfr_put_object_string(o, name);
        else
            jfr_put_utf8(o, t->name);
        jfr_put_number(o, (u64)t->os_tid);
        jfr_put_object_string(o, name);
        jfr_put_number(o, java ? (u64)obj_long(java, WKF(Thread_tid)) : 0);
        jfr_put_number(o, group);
        if (t->os_tid) __atomic_store_n(&t->recorder_epoch, recorder_epoch, __ATOMIC_RELEASE); /* it has run */
    }
}

u64 jfr_use_thread(struct thread *t)
{
    CALLER_IN_VM();
    if (!t) return 0;
    if (__atomic_load_n(&t->recorder_epoch, __ATOMIC_ACQUIRE) == recorder_epoch) return t->recorder_id;
    os_mutex_lock(&jfr_lock);
    jfr_use_thread_locked(t);
    os_mutex_unlock(&jfr_lock);
    return t->recorder_id;
}

/* ---- left out ---- */

static bool list_has_locked(const struct object *java, bool remove) WANTS_LOCK(&excluded_lock);
static bool list_has_locked(const struct object *java, bool remove)
{
    LOCK_HELD(&excluded_lock);
    for (u32 i = 0; i < excluded_count; i++) {
        struct object *o = ref_get(excluded[i]);
        if (o && o != java) continue;
        if (!o || remove) {
            ref_delete_weak(excluded[i]);
            excluded[i] = excluded[--excluded_count];
            i--;
        }
        if (o == java) return true;
    }
    return false;
}

bool jfr_thread_excluded(struct thread *t, struct object *java)
{
    if (!java) return t && t->is_hidden;
    os_mutex_lock(&excluded_lock);
    bool there = list_has_locked(java, false);
    os_mutex_unlock(&excluded_lock);
    return there;
}

/* Events of t's thread, which is the calling one or stands still, are dropped, or not any more. */
static void leave_out_thread(struct jfr_thread *t, bool leave_out)
{
    t->excluded = leave_out;
    struct object *w = t->thread->event_writer;
    if (!w || !t->java) return;
    /* Where there is no room Java code calls jfr_native_flush_writer, which looks. */
    i64 end = leave_out ? obj_long(w, jfr_names.writer_start) : (i64)(uintptr_t)t->java->end;
    obj_set_long(w, jfr_names.writer_max, end);
}

void jfr_exclude(struct thread *self, struct object *java, bool exclude)
{
    IN_STATE(self, VM);
    os_mutex_lock(&excluded_lock);
    bool there = list_has_locked(java, !exclude);
    jweak r = exclude && !there ? ref_weak_or_null(java) : NULL;
    if (r) {
        excluded = vm_realloc(excluded, (excluded_count + 1) * sizeof *excluded);
        excluded[excluded_count++] = r;
    }
    os_mutex_unlock(&excluded_lock);
    if (java == self->java) {
        if (self->recorder) leave_out_thread(self->recorder, exclude);
        return;
    }
    jobject keep = ref_local(self, java);
    safepoint_begin(self, "JFRExclude"); /* it may be in the middle of an event */
    struct thread *t = thread_of_java(ref_get(keep));
    if (t && t->recorder) leave_out_thread(t->recorder, exclude);
    safepoint_end(self);
    ref_delete_local(self, keep);
}
