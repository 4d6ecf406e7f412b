/* Resolving native methods: mangling, the VM's own natives, loaders' libraries, agents' libraries, NativeMethodBind. */
#include "base/vec.h"
#include "exec/native/native_binding.h"
#include "jni/jni_int.h"
#include "log/log.h"
#include "meta/native_prefix.h"
#include "os/os_dl.h"
#include "thread/events.h"
#include "thread/thread_contract.h"

static void *agent_libs[64];
static _Atomic u32 agent_lib_count;

void native_add_agent_library(void *handle)
{
    u32 n = atomic_load(&agent_lib_count);
    if (n < 64) {
        agent_libs[n] = handle;
        atomic_store(&agent_lib_count, n + 1);
    }
}

/* Appends one name, mangled: [0-9A-Za-z] unchanged, '/' → '_', '_' → "_1", ';' → "_2", '[' → "_3", others "_0xxxx" by
 * UTF-16 unit. */
static char *mangle(char *out, const char *s, size_t n)
{
    const u8 *p = (const u8 *)s, *end = p + n;
    while (p < end) {
        u32 c = *p++;
        if (c >= 0xe0 && end - p >= 2) {
            c = (c & 0xf) << 12 | (p[0] & 0x3fu) << 6 | (p[1] & 0x3fu);
            p += 2;
        } else if (c >= 0xc0 && end - p >= 1) {
            c = (c & 0x1f) << 6 | (p[0] & 0x3fu);
            p += 1;
        }
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))
            *out++ = (char)c;
        else if (c == '/')
            *out++ = '_';
        else if (c == '_') {
            *out++ = '_';
            *out++ = '1';
        } else if (c == ';') {
            *out++ = '_';
            *out++ = '2';
        } else if (c == '[') {
            *out++ = '_';
            *out++ = '3';
        } else
            out += sprintf(out, "_0%04x", c);
    }
    *out = 0;
    return out;
}

char *native_mangle(const struct method *m, bool with_signature)
{
    const struct symbol *c = m->owner->name, *name = m->name;
    size_t room = 16 + 6 * ((size_t)c->len + name->len + m->desc->len);
    char *r = vm_malloc(room), *p = r;
    p = stpcpy(p, "Java_");
    p = mangle(p, c->bytes, c->len);
    *p++ = '_';
    p = mangle(p, name->bytes, name->len);
    if (with_signature) {
        const char *close = desc_return(m->desc) - 1;
        *p++ = '_';
        *p++ = '_';
        mangle(p, m->desc->bytes + 1, (size_t)(close - m->desc->bytes - 1));
    }
    return r;
}

static void *search(struct thread *self, struct loader *l, const char *name, bool ask_java)
{
    void *fn = NULL;
    if (l->is_boot) fn = os_dl_symbol(os_libjava, name); /* libjava and its dependencies are loaded RTLD_LOCAL */
    if (!fn && ask_java && WKM(ClassLoader_findNative)) {
        if (!class_init(self, WK(java_lang_ClassLoader))) return NULL;
        struct object *s = string_from_mutf8(self, name);
        if (!s) return NULL;
        slot args[2] = { slot_of_ref(l->java), slot_of_ref(s) };
        slot r = java_call(self, WKM(ClassLoader_findNative), args);
        slot *res = &r;
        if (self->pending) return NULL;
        fn = (void *)(uintptr_t)*res;
    }
    for (u32 i = 0, n = atomic_load(&agent_lib_count); !fn && i < n; i++) fn = os_dl_symbol(agent_libs[i], name);
    return fn;
}

static void *search_as(struct thread *self, const struct method *m, bool ask_java)
{
    void *fn = native_binding.vm_function(m->owner, m->name, m->desc);
    for (int with_sig = 0; !fn && with_sig < 2; with_sig++) {
        char *mangled = native_mangle(m, with_sig);
        fn = search(self, m->owner->loader, mangled, ask_java);
        free(mangled);
        if (self->pending) return NULL;
    }
    return fn;
}

static void *lookup(struct thread *self, struct method *m, bool ask_java)
{
    void *fn = native_bound(m);
    if (fn) return fn;
    fn = search_as(self, m, ask_java);
    if (self->pending) return NULL;
    const struct method *wrapper = fn ? NULL : native_wrapper_of(m);
    if (wrapper) fn = search_as(self, wrapper, ask_java);
    if (!fn || self->pending) return NULL;
    native_bind(self, m, fn);
    char name[1024];
    LOG(debug, jni_resolve, "[Dynamic-linking native method %s.%s ... JNI]",
        class_external_name(m->owner, name, sizeof name), m->name->bytes);
    return self->pending ? NULL : native_bound(m); /* pending if an agent left an exception */
}

void native_bind(struct thread *self, struct method *m, void *fn)
{
    if (event_on(EV_NATIVE_BIND)) {
        void *replaced = hooks.native_bind(self, m, fn);
        if (replaced) fn = replaced;
    }
    exec.bind_native(m, fn, fn ? native_binding.leaf(m, fn) : NULL);
    exec.code_changed(self);
}

void *native_lookup(struct thread *self, struct method *m)
{
    MAY_COLLECT(self);
    void *fn = lookup(self, m, true);
    if (fn || self->pending) return fn;
    char text[2048];
    method_external_name(m, text, sizeof text);
    throw_new(self, WK(UnsatisfiedLinkError), "'%s'", text);
    return NULL;
}
