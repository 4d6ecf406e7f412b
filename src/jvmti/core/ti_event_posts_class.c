/* Events of classes and native methods: ClassFileLoadHook, ClassLoad, ClassPrepare, NativeMethodBind. */
#include "jvmti/core/ti_event_delivery.h"

/* Lets one environment see, and perhaps replace, the bytes. *owned: they are from Allocate, and are freed when they are
 * replaced. */
static void ask(struct ti_env *env, struct ti_delivery *d, jclass redefining, jobject loader, const char *name,
                jobject domain, const u8 **bytes, size_t *len, bool *owned)
{
    jvmtiEventClassFileLoadHook cb = TI_CALLBACK(env, ClassFileLoadHook);
    if (!cb || !ti_wanted(env, d->self, TI_BIT(JVMTI_EVENT_CLASS_FILE_LOAD_HOOK))) return;
    jint new_len = 0;
    unsigned char *new_bytes = NULL;
    cb(ti_jvmti(env), d->jni, redefining, loader, name, domain, (jint)*len, *bytes, &new_len, &new_bytes);
    ti_called(d);
    if (!new_bytes) return;
    if (*owned) free((void *)*bytes);
    *bytes = new_bytes;
    *len = (size_t)new_len;
    *owned = true;
}

/* The bytes go from one environment to the next: first through those that cannot retransform (their changes stay part
 * of the class when it is retransformed), then through those that can, each group in order of creation. A
 * retransformation begins with the second group. */
bool ti_post_class_file(struct thread *self, struct class *redefining, bool retransform, struct object *loader,
                        const char *name, struct object *protection_domain, const u8 **bytes, size_t *len,
                        struct bytes *original)
{
    u64 bit = TI_BIT(JVMTI_EVENT_CLASS_FILE_LOAD_HOOK);
    struct ti_delivery d;
    if (!ti_anyone_wants(self, bit) || !ti_begin(&d, self)) return false;
    jclass redefining_ref = redefining ? ti_class_ref(self, redefining) : NULL;
    jobject loader_ref = tool_ref(self, loader), domain_ref = tool_ref(self, protection_domain);
    bool owned = false;
    const u8 *first = NULL; /* the bytes that reached the second group */
    size_t first_len = 0;
    tool_to_native(self);
    for (int retransformers = retransform; retransformers < 2; retransformers++)
        for (struct ti_env *env = atomic_load(&ti_envs); env; env = env->next) {
            if (env->retransform_capable != (retransformers != 0) || !ti_wanted(env, self, bit)) continue;
            if (retransformers && !first) {
                first = vm_malloc(*len); /* without a copy a later retransformation would start from the wrong bytes */
                memcpy((void *)first, *bytes, *len);
                first_len = *len;
            }
            ask(env, &d, redefining_ref, loader_ref, name, domain_ref, bytes, len, &owned);
        }
    tool_from_native(self);
    if (redefining)
        ti_end_apart(&d); /* the redefinition goes on */
    else
        ti_end(&d);
    if (first && (first_len != *len || memcmp(first, *bytes, *len) != 0))
        *original = (struct bytes){ first, (u32)first_len };
    else
        free((void *)first);
    return owned;
}

bool ti_post_class_file_load_hook(struct thread *self, struct class *redefining, struct loader *l, struct symbol *name,
                                  struct object *protection_domain, const u8 **bytes, size_t *len,
                                  struct bytes *original)
{
    return ti_post_class_file(self, redefining, false, tool_loader_object(l), tool_symbol_text(name), protection_domain,
                              bytes, len, original);
}

void ti_post_class_load(struct thread *self, struct class *c)
{
    if (!ti_anyone_wants(self, TI_BIT(JVMTI_EVENT_CLASS_LOAD))) return;
    struct ti_delivery d;
    if (!ti_begin(&d, self)) return;
    jclass ref = ti_class_ref(self, c);
    TI_DELIVER(d, JVMTI_EVENT_CLASS_LOAD, ClassLoad, d.jni, d.thread, ref);
    ti_end(&d);
}

void ti_post_class_prepare(struct thread *self, struct class *c)
{
    if (!ti_anyone_wants(self, TI_BIT(JVMTI_EVENT_CLASS_PREPARE))) return;
    struct ti_delivery d;
    if (!ti_begin(&d, self)) return;
    jclass ref = ti_class_ref(self, c);
    TI_DELIVER(d, JVMTI_EVENT_CLASS_PREPARE, ClassPrepare, d.jni, d.thread, ref);
    ti_end(&d);
}

void *ti_post_native_method_bind(struct thread *self, struct method *m, void *address)
{
    struct ti_delivery d;
    if (!ti_begin(&d, self)) return address;
    jmethodID id = ti_method_id(m);
    tool_to_native(self);
    for (struct ti_env *env = atomic_load(&ti_envs); env; env = env->next) {
        jvmtiEventNativeMethodBind cb = TI_CALLBACK(env, NativeMethodBind);
        if (!cb || !ti_wanted(env, self, TI_BIT(JVMTI_EVENT_NATIVE_METHOD_BIND))) continue;
        void *replacement = address;
        bool early = ti_env_in(env, TI_IN_PRIMORDIAL);
        cb(ti_jvmti(env), early ? NULL : d.jni, early ? NULL : d.thread, id, address, &replacement);
        ti_called(&d);
        if (replacement) address = replacement;
    }
    tool_from_native(self);
    ti_end(&d);
    return address;
}
