/* Deadlocks: threads that wait for each other in a cycle, through monitors and through owners of java.util.concurrent
 * synchronizers. A thread waits for at most one other, so a walk that colours threads finds every cycle in linear
 * time. */
#include "base/hashmap.h"
#include "core/alloc.h"
#include "model/wellknown.h"
#include "service/management_int.h"
#include "thread/safepoint.h"
#include "thread/vmentry.h"
#include <stdlib.h>

struct node {
    struct object *java, *owner;
    struct node *next;
    u32 mark;
    bool deadlocked;
};

static u32 note_nodes(struct node *nodes, u32 room, bool monitors_only)
{
    u32 n = 0;
    for (struct thread *t = threads_first(); t && n < room; t = t->next) {
        if (!thread_is_live(t)) continue;
        struct object *lock, *owner;
        mm_waits_for(t, &lock, &owner);
        /* waiting for a notification is no deadlock: only entering a monitor and waiting for a synchronizer's owner
         * count */
        bool counts = t->blocked_on || (!monitors_only && !t->waiting_on);
        nodes[n++] = (struct node){ .java = t->java, .owner = counts ? owner : NULL };
    }
    return n;
}

/* Marks the nodes on cycles; returns their number. */
static u32 find_circles(struct node *nodes, u32 n)
{
    struct hashmap by_thread = HASHMAP_INIT;
    for (u32 i = 0; i < n; i++) hashmap_put(&by_thread, nodes[i].java, &nodes[i]);
    for (u32 i = 0; i < n; i++) nodes[i].next = nodes[i].owner ? hashmap_get(&by_thread, nodes[i].owner) : NULL;
    hashmap_destroy(&by_thread);
    u32 found = 0;
    for (u32 i = 0; i < n; i++) {
        struct node *p = &nodes[i];
        while (p && !p->mark) p->mark = i + 1, p = p->next;
        if (!p || p->mark != i + 1 || p->deadlocked) continue; /* the path ended, or reached an earlier walk */
        for (struct node *q = p; !q->deadlocked; q = q->next) q->deadlocked = true, found++;
    }
    return found;
}

jobjectArray mm_find_deadlocks(JNIEnv *env, jboolean monitors_only)
{
    VM_ENTRY(env);
    safepoint_begin(self, "FindDeadlocks");
    threads_lock(self);
    u32 room = 0;
    for (struct thread *t = threads_first(); t; t = t->next) room++;
    struct node *nodes = vm_calloc(room, sizeof *nodes);
    u32 n = note_nodes(nodes, room, monitors_only != 0), found = find_circles(nodes, n), k = 0;
    jobject *refs = vm_malloc(found * sizeof *refs);
    for (u32 i = 0; i < n; i++)
        if (nodes[i].deadlocked) refs[k++] = ref_local(self, nodes[i].java);
    threads_unlock();
    safepoint_end(self);
    free(nodes);
    struct object *a = found ? array_new_ref(self, WK(java_lang_Thread), (i32)found) : NULL;
    for (u32 i = 0; a && i < found; i++) array_set_ref(a, (i32)i, ref_get(refs[i]));
    free(refs);
    VM_RETURN((jobjectArray)ref_local(self, a)); /* NULL: no deadlock */
}

jobjectArray mm_find_monitor_deadlocks(JNIEnv *env) { return mm_find_deadlocks(env, JNI_TRUE); }
