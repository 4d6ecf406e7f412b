#include "exec/code/call_site_token.h"
#include "core/alloc.h"
#include "exec/code/code_cache.h"
#include "exec/code/code_int.h"
#include "model/class_space.h"
#include "model/wellknown.h"
#include "os/os_sync.h"
#include "thread/safepoint.h"
#include "thread/thread_contract.h"

/* The target of a site may change so often while code depends on it. Sites of dynamic languages change a few times and
 * then stay. */
enum { MOST_CHANGES = 12 };

/* Tokens are in class space, because the index of code knows only methods there. Tokens of sites that have gone are
 * used again. */
static struct os_mutex lock = OS_MUTEX_INIT;
static struct method *unused GUARDED_BY(lock); /* linked by next_version */

static struct method *new_token(void)
{
    os_mutex_lock(&lock);
    struct method *m = unused;
    if (m) unused = m->next_version;
    os_mutex_unlock(&lock);
    if (!m) m = class_holder_alloc(WK(java_lang_invoke_CallSite)->holder, sizeof *m);
    if (m) *m = (struct method){ .flags = MTH_HIDDEN };
    return m;
}
static void give_back(struct method *m)
{
    os_mutex_lock(&lock);
    m->next_version = unused;
    unused = m;
    os_mutex_unlock(&lock);
}

static _Atomic(struct method *) *place_of(struct object *context)
{
    return (_Atomic(struct method *) *)(void *)((char *)context + WKF(CallSiteContext_token));
}

struct method *code_site_token(struct object *site)
{
    IS_OBJECT(site);
    struct object *context = WK(java_lang_invoke_CallSiteContext) ? obj_ref(site, WKF(CallSite_context)) : NULL;
    if (!context) return NULL;
    _Atomic(struct method *) *place = place_of(context);
    struct method *m = atomic_load_explicit(place, memory_order_acquire);
    if (!m) {
        struct method *made = new_token();
        if (!made) return NULL;
        if (atomic_compare_exchange_strong(place, &m, made))
            m = made;
        else
            give_back(made);
    }
    return m->given_up > MOST_CHANGES ? NULL : m;
}

static void drop(struct thread *self, struct method *token)
{
    safepoint_begin(self, "Deoptimize");
    drop_method_users(token);
    token->flags &= ~(u32)MTH_IN_CODE;
    safepoint_end(self);
    code_announce_retired(self);
}

void code_site_changed(struct thread *self, struct object *site)
{
    MAY_COLLECT(self);
    struct object *context = WK(java_lang_invoke_CallSiteContext) ? obj_ref(site, WKF(CallSite_context)) : NULL;
    struct method *token = context ? atomic_load_explicit(place_of(context), memory_order_acquire) : NULL;
    if (!token || !method_has(token, MTH_IN_CODE)) return;
    if (token->given_up <= MOST_CHANGES) token->given_up++;
    drop(self, token);
}

void code_site_gone(struct thread *self, struct object *context)
{
    MAY_COLLECT(self);
    struct method *token = atomic_exchange(place_of(context), NULL);
    if (!token) return;
    if (method_has(token, MTH_IN_CODE)) drop(self, token);
    give_back(token);
}
