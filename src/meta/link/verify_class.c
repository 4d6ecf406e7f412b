/* verify_class.c: verification of a class when it is linked (JVMS §5.4.1): by our own checker from class file version
 * 50 on, by the JDK's libverify before. -Xverify, -XX:±BytecodeVerificationLocal (boot loader) and Remote (all others)
 * say which classes are verified. */
#include "classfile/verify.h"
#include "meta/meta_int.h"
#include "os/os_dl.h"
#include "thread/refs.h"
#include "thread/thread_contract.h"

#include <jni.h>
#include <stdio.h>
#include <stdlib.h>

struct question {
    struct thread *self;
    struct class *c;
    const struct classfile *cf;     /* c's class file, or the one that is to replace it */
    const struct redefinition *all; /* classes that get other superclasses; n 0: none does */
    u32 n;
};

static const struct class *super_of(const struct question *q, const struct class *c)
{
    return q->n ? reshape_super_after(q->all, q->n, c) : c->super;
}

static bool is_subclass(const struct question *q, const struct class *c, const struct class *super)
{
    if (!q->n) return class_is_subclass(c, super);
    while (c && c != super) c = super_of(q, c);
    return c != NULL;
}

static struct class *named(struct question *q, struct symbol *name)
{
    if (name == q->c->name) return q->c; /* hidden classes cannot be found by name */
    return loader_load_class(q->self, q->c->loader, name);
}

static enum verify_answer assignable(void *ctx, struct symbol *to, struct symbol *from)
{
    struct question *q = ctx;
    struct class *t = named(q, to);
    if (!t) return VERIFY_ERROR;
    if (class_is_interface(t)) {
        if (from->bytes[0] != '[') return VERIFY_YES;
        return t == WK(java_lang_Cloneable) || t == WK(java_io_Serializable) ? VERIFY_YES : VERIFY_NO;
    }
    if (from->bytes[0] == '[') return VERIFY_NO;
    struct class *f = named(q, from);
    if (!f) return VERIFY_ERROR;
    return is_subclass(q, f, t) ? VERIFY_YES : VERIFY_NO;
}

static bool is_super(void *ctx, struct symbol *cls)
{
    struct question *q = ctx;
    /* no class of most names has subclasses: then no walk up a long chain */
    if (!(__atomic_load_n(&cls->flags, __ATOMIC_RELAXED) & SYMBOL_NAMES_SUPER)) return false;
    for (const struct class *s = super_of(q, q->c); s; s = super_of(q, s))
        if (s->name == cls) return true;
    return false;
}

static enum verify_answer is_protected(void *ctx, struct symbol *cls, struct symbol *name, struct symbol *desc,
                                       bool method)
{
    struct question *q = ctx;
    struct class *c = named(q, cls), *owner;
    if (!c) return VERIFY_ERROR;
    u16 access;
    if (method) {
        struct method *m = class_find_method(c, name, desc);
        if (!m) return VERIFY_NO;
        owner = m->owner;
        access = m->access;
    } else {
        struct field *f = class_find_field(c, name, desc);
        if (!f) return VERIFY_NO;
        owner = f->owner;
        access = f->access;
    }
    return (access & ACC_PROTECTED) && !class_same_package(q->c, owner) ? VERIFY_YES : VERIFY_NO;
}

/* ---- before version 50 ---- */

/* The results of VerifyClassForMajorVersion (libverify of JDK 17). It is no truth value: only OLD_VERIFIED is
 * success. */
enum old_answer { OLD_BAD = 0, OLD_VERIFIED = 1, OLD_NO_MEMORY = 2, OLD_FORMAT = 3 };
typedef jboolean (*old_verifier)(JNIEnv *env, jclass cls, char *buffer, jint length, jint major);

static old_verifier load_old_verifier(void)
{
    static old_verifier _Atomic cached;
    if (cached) return cached;
    char path[4200], err[512];
    snprintf(path, sizeof path, "%s/lib/libverify.so", options.java_home);
    void *lib = os_dl_open(path, err, sizeof err);
    if (lib) cached = (old_verifier)os_dl_symbol(lib, "VerifyClassForMajorVersion");
    return cached;
}

/* Verifies `cf` as the class file of c by libverify. Loads classes meanwhile, which may be verified inside. */
static u32 ask_old(struct thread *self, struct class *c, const struct classfile *cf, old_verifier verify, char *message,
                   size_t size)
{
    u32 mark = ref_push_frame(self);
    jclass ref = (jclass)ref_local(self, c->mirror);
    struct class *outer = self->verifying;
    const struct classfile *outer_file = self->verifying_file;
    self->verifying = c;
    self->verifying_file = cf;
    thread_to_native(self);
    u32 answer = verify(thread_env(self), ref, message, (jint)size, cf->major);
    thread_from_native(self);
    self->verifying = outer;
    self->verifying_file = outer_file;
    ref_pop_frame(self, mark);
    return answer;
}

/* VERIFY_UNKNOWN: an exception is pending. VERIFY_BAD, VERIFY_FORMAT: `message` has the reason. An unknown result is no
 * success. */
static enum verify_result run_old(struct thread *self, struct class *c, const struct classfile *cf, char *message,
                                  size_t size)
{
    *message = 0;
    old_verifier verify = load_old_verifier();
    if (!verify) {
        THROW(self, InternalError, "cannot load libverify");
        return VERIFY_UNKNOWN;
    }
    u32 answer = ask_old(self, c, cf, verify, message, size);
    if (self->pending) return VERIFY_UNKNOWN;
    switch (answer) {
    case OLD_VERIFIED: return VERIFY_OK;
    case OLD_FORMAT: return VERIFY_FORMAT;
    case OLD_NO_MEMORY: THROW(self, OutOfMemoryError, "%s", message); return VERIFY_UNKNOWN;
    default: return VERIFY_BAD;
    }
}

static bool verdict(struct thread *self, enum verify_result r, const char *message)
{
    if (r == VERIFY_BAD)
        THROW(self, VerifyError, "%s", message);
    else if (r == VERIFY_FORMAT || r == VERIFY_MAP_FORMAT)
        THROW(self, ClassFormatError, "%s", message);
    VM_ASSERT((r == VERIFY_OK) == !self->pending);
    return r == VERIFY_OK;
}

static bool verify_old(struct thread *self, struct class *c, const struct classfile *cf)
{
    size_t size = c->name->len + 1024u;
    char *message = vm_malloc(size);
    bool ok = verdict(self, run_old(self, c, cf, message, size), message);
    free(message);
    return ok;
}

/* ---- from version 50 on ---- */

/* Version 50 may have maps from tools that did not know how to write them. A failure is tried again with the old
 * verifier, unless the map cannot be read. Its result decides the kind of error; the message is the first one's, as on
 * HotSpot. */
static enum verify_result fail_over(struct thread *self, struct class *c, const struct classfile *cf)
{
    char name[600], message[1024];
    LOG(info, verification, "Fail over class verification to old verifier for: %s",
        class_external_name(c, name, sizeof name));
    LOG(info, class_init, "Fail over class verification to old verifier for: %s", name);
    return run_old(self, c, cf, message, sizeof message);
}

static bool verify_typed(struct thread *self, struct class *c, const struct classfile *cf,
                         const struct redefinition *all, u32 n)
{
    struct question q = { self, c, cf, all, n };
    struct verify_env env = { .ctx = &q, .assignable = assignable, .is_super = is_super, .is_protected = is_protected };
    struct arena a;
    arena_init(&a, 0);
    const char *msg = NULL;
    enum verify_result r = classfile_verify(&a, cf, &env, &msg);
    VM_ASSERT((r == VERIFY_UNKNOWN) == (self->pending != NULL));
    if ((r == VERIFY_BAD || r == VERIFY_FORMAT) && cf->major == 50) r = fail_over(self, c, cf);
    bool ok = verdict(self, r, msg);
    arena_destroy(&a);
    return ok;
}

static bool verify(struct thread *self, struct class *c, const struct classfile *cf, const struct redefinition *all,
                   u32 n)
{
    return cf->major >= 50 ? verify_typed(self, c, cf, all, n) : verify_old(self, c, cf);
}

static bool eligible(const struct class *c)
{
    if (!c->cf) return false;
    if (c == WK(java_lang_Object) || c == WK(java_lang_Class) || c == WK(java_lang_String) ||
        c == WK(java_lang_Throwable))
        return false;
    /* generated accessors do what verification forbids; supertypes.c restricts which classes may be one */
    return !access_is_magic(c);
}

bool class_verify(struct thread *self, struct class *c)
{
    MAY_CALL_OUT(self);
    if ((c->flags & CLS_VERIFIED) || !class_verification_wanted(c->loader) || !eligible(c)) return true;
    char name[600];
    LOG(info, class_init, "Start class verification for: %s", class_external_name(c, name, sizeof name));
    bool ok = verify(self, c, c->cf, NULL, 0);
    LOG(info, class_init, "End class verification for: %s", class_external_name(c, name, sizeof name));
    if (ok) __atomic_fetch_or(&c->flags, CLS_VERIFIED, __ATOMIC_RELAXED);
    return ok;
}

bool class_verify_as(struct thread *self, struct class *c, const struct classfile *cf, const struct redefinition *all,
                     u32 n)
{
    MAY_CALL_OUT(self);
    return !class_verification_wanted(c->loader) || !eligible(c) || verify(self, c, cf, all, n);
}
