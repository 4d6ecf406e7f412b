/* Linking of invokedynamic and of calls of signature-polymorphic methods (JVMS §6.5.invokedynamic, §5.4.3.6;
 * MethodHandleNatives.linkCallSite and linkMethod).
 *
 * The library answers with a static method and an optional appendix. A struct call_site keeps both, and lives as long
 * as the class that contains the call. A polymorphic call shares one site with all instructions that name the same
 * constant. Each invokedynamic instruction has a site of its own: the sites of one constant are chained through `next`,
 * the first one linked is in the constant pool entry, and each caller uses the one for its own (method, bci). */
#include "exec/invoke/invoke_int.h"
#include "exec/invoke/member_name.h"
#include "model/class_space.h"

#include "base/contract.h"
#include "core/alloc.h"
#include "core/call.h"
#include "core/exception.h"
#include "core/jstring.h"
#include "meta/loader.h"
#include "model/wellknown.h"
#include "thread/events.h"

struct site {
    struct call_site pub; /* must be first */
    struct method *caller;
    i32 bci;
    struct site *all; /* the next one of the same class holder; under invoke_lock */
};

/* Finds the published site of this instruction (caller NULL: of the constant); NULL: not linked. */
static struct call_site *find_locked(struct cp_entry *e, struct method *caller, i32 bci) WANTS_LOCK(invoke_lock)
{
    LOCK_HELD(&invoke_lock);
    if (atomic_load_explicit(&e->state, memory_order_acquire) != CPS_RESOLVED) return NULL;
    for (struct call_site *s = e->site; s; s = s->next) {
        struct site *full = (struct site *)s;
        if (!caller || (full->caller == caller && full->bci == bci)) return s;
    }
    return NULL;
}

static struct call_site *publish_locked(struct class_holder *h, struct cp_entry *e, struct method *caller, i32 bci,
                                        const struct call_site *linked) WANTS_LOCK(invoke_lock)
{
    LOCK_HELD(&invoke_lock);
    struct site *s = class_holder_alloc(h, sizeof *s);
    if (!s) return NULL;
    s->pub = *linked;
    s->caller = caller;
    s->bci = bci;
    s->all = h->sites;
    h->sites = s;
    holder_stores(h);
    if (atomic_load_explicit(&e->state, memory_order_acquire) == CPS_RESOLVED) {
        s->pub.next = e->site->next;
        __atomic_store_n(&e->site->next, &s->pub, __ATOMIC_RELEASE);
    } else {
        s->pub.next = NULL;
        e->site = &s->pub;
        atomic_store_explicit(&e->state, CPS_RESOLVED, memory_order_release);
    }
    return &s->pub;
}

/* Extracts target and appendix from the library's answer. */
static bool unpack(struct thread *self, struct object *mname, struct object *box, struct call_site *out)
{
    struct method *m = mname ? member_name_target(mname) : NULL;
    if (!m) {
        THROW(self, LinkageError, "bad value from MethodHandleNatives");
        return false;
    }
    out->target = m;
    out->appendix = array_ref(box, 0);
    return class_init(self, m->owner);
}

static bool link_polymorphic(struct thread *self, struct constpool *cp, u16 index, struct symbol *name,
                             struct symbol *desc, struct call_site *out)
{
    struct class *holder = cp_resolve_class(self, cp, cp->file[index].u.pair.a);
    if (!holder) return false;
    struct object *type = invoke_method_type(self, desc, cp->owner);
    if (!type) return false;
    struct object *name_str = string_intern_symbol(self, name);
    if (!name_str) return false;
    struct object *box = array_new_ref(self, WK(java_lang_Object), 1);
    if (!box || !class_init(self, WK(java_lang_invoke_MethodHandleNatives))) return false;
    slot args[6] = { slot_of_ref(cp->owner->mirror),
                     slot_of_int(REF_INVOKE_VIRTUAL),
                     slot_of_ref(holder->mirror),
                     slot_of_ref(name_str),
                     slot_of_ref(type),
                     slot_of_ref(box) };
    bool hidden = steps_hide(self);
    struct object *mname = slot_ref(java_call(self, WKM(MHN_linkMethod), args));
    steps_show(self, hidden);
    if (self->pending) return false;
    out->nargs = (u16)(desc_arg_slots(desc) + 1);
    return unpack(self, mname, box, out);
}

static bool link_dynamic(struct thread *self, struct constpool *cp, u16 index, struct symbol *desc,
                         struct call_site *out)
{
    struct bootstrap b;
    if (!bootstrap_resolve(self, cp, index, &b)) return false;
    struct object *box = array_new_ref(self, WK(java_lang_Object), 1);
    if (!box) return false;
    slot args[7] = { slot_of_ref(cp->owner->mirror),
                     slot_of_int(index),
                     slot_of_ref(b.method),
                     slot_of_ref(b.name),
                     slot_of_ref(b.type),
                     slot_of_ref(b.args),
                     slot_of_ref(box) };
    bool hidden = steps_hide(self);
    struct object *mname = slot_ref(java_call(self, WKM(MHN_linkCallSite), args));
    steps_show(self, hidden);
    out->nargs = (u16)desc_arg_slots(desc);
    if (!self->pending && unpack(self, mname, box, out)) return true;
    bootstrap_wrap_pending(self);
    return false;
}

struct call_site *invoke_link_call_site(struct thread *self, struct constpool *cp, u16 index, struct method *caller,
                                        i32 bci)
{
    bool indy = cp->file[index].tag == CP_INDY;
    if (!indy) caller = NULL;
    struct cp_entry *e = &cp->e[index];
    const void *where = indy ? (const void *)(caller->code + bci) : (const void *)e;
    os_mutex_lock(&invoke_lock);
    struct call_site *done = find_locked(e, caller, bci);
    os_mutex_unlock(&invoke_lock);
    if (done) return done;
    if (indy && link_error_throw(self, where)) return NULL;

    struct symbol *cls, *name, *desc;
    cp_ref_names(cp, index, &cls, &name, &desc);
    struct call_site linked = { 0 };
    u32 epoch = atomic_load(&members_epoch);
    bool ok =
        indy ? link_dynamic(self, cp, index, desc, &linked) : link_polymorphic(self, cp, index, name, desc, &linked);

    os_mutex_lock(&invoke_lock);
    done = find_locked(e, caller, bci); /* another thread, or the bootstrap method itself, was first */
    /* another attempt has failed: that decides */
    bool refused =
        indy && !done && (ok || object_instance_of(self->pending, WK(LinkageError))) && link_error_known(where);
    if (!done && ok && !refused) done = publish_locked(cp->holder, e, caller, bci, &linked);
    if (!done && !ok && indy && atomic_load(&members_epoch) == epoch) link_error_remember(self, where, NULL);
    os_mutex_unlock(&invoke_lock);
    if (refused) {
        self->pending = NULL;
        link_error_throw(self, where);
        return NULL;
    }
    if (!done && ok) throw_out_of_metadata(self, "Metaspace");
    if (done && !ok && object_instance_of(self->pending, WK(LinkageError))) self->pending = NULL;
    return self->pending ? NULL : done;
}

static void refresh_sites(struct class_holder *h, void *arg)
{
    (void)arg;
    if (!h->heap.marked) return;
    /* also in an old version: holders of classes that sites need must live */
    for (struct site *s = h->sites; s; s = s->all)
        if (class_memory_is_dead(s->pub.target)) s->pub.target = s->pub.target->next_version;
}
void invoke_forget_dead(void) { classes_for_each_holder(refresh_sites, NULL); }

void invoke_visit_holder(struct heap_visitor *v, struct class_holder *h)
{
    for (struct site *s = h->sites; s; s = s->all) {
        v->exact(v, &s->pub.appendix);
        /* code of lambda forms lies in weak hidden classes */
        if (v->holder) v->holder(v, &s->pub.target->owner->holder->heap);
    }
}
