/* CompiledMethodLoad, CompiledMethodUnload, DynamicCodeGenerated: the machine code that the VM has made, including
 * wrappers of native methods and the adapters that natives of one shape share. None of these events names a thread, so
 * hidden threads post them too: the thread that made the code does. */
#include "jvmti/core/ti_event_delivery.h"
#include "thread/thread_contract.h"
#include "ti_functions.h"
#include "tool/tool_code.h"

#include <jvmticmlr.h>
#include <stdlib.h>

/* The rules of ti_begin that apply here. */
struct quiet {
    struct thread *self;
    struct object *pending;
    u32 mark;
};
static struct quiet begin(struct thread *self)
{
    MAY_CALL_OUT(self);
    struct quiet q = { self, tool_pending(self), tool_push_refs(self) };
    tool_set_pending(self, NULL);
    tool_to_native(self);
    return q;
}
static void end(const struct quiet *q)
{
    tool_from_native(q->self);
    tool_pop_refs(q->self, q->mark);
    tool_set_pending(q->self, q->pending);
}

/* `only`: for GenerateEvents; NULL: all environments for which the event is enabled. */
static bool takes(struct ti_env *env, const struct ti_env *only, struct thread *self, u32 event)
{
    return (!only || env == only) && ti_wanted(env, self, TI_BIT(event));
}

/* The address tables of a CompiledMethodLoad. */
struct load_info {
    jvmtiAddrLocationMap *map; /* for the method itself */
    PCStackInfo *stacks;       /* for inlined methods too */
    jmethodID *methods;
    jint *bcis, places;
    jvmtiCompiledMethodLoadInlineRecord record;
};
static bool make_room(struct load_info *l, u32 n)
{
    l->map = malloc(n * sizeof *l->map);
    l->stacks = malloc(n * sizeof *l->stacks);
    l->methods = malloc(n * sizeof *l->methods);
    l->bcis = malloc(n * sizeof *l->bcis);
    return l->map && l->stacks && l->methods && l->bcis;
}
static void free_info(struct load_info *l)
{
    free(l->map);
    free(l->stacks);
    free(l->methods);
    free(l->bcis);
}
static void fill_in(struct load_info *l, const struct tool_place *p, u32 n)
{
    for (u32 i = 0, depth; i < n; i += depth) {
        depth = p[i].callers + 1;
        for (u32 k = 0; k < depth; k++) {
            l->methods[i + k] = (jmethodID)p[i + k].id;
            l->bcis[i + k] = p[i + k].bci;
        }
        l->map[l->places] = (jvmtiAddrLocationMap){ p[i].at, p[i + depth - 1].bci };
        l->stacks[l->places++] = (PCStackInfo){ (void *)(uintptr_t)p[i].at, (jint)depth, &l->methods[i], &l->bcis[i] };
    }
}
/* Empty if there is no memory. */
static void load_info(struct load_info *l, const struct method_id *id, const void *start)
{
    struct tool_place *p;
    u32 n = tool_code_places(start, id, &p);
    *l = (struct load_info){ .places = 0 };
    if (n && make_room(l, n)) fill_in(l, p, n);
    free(p);
    l->record = (jvmtiCompiledMethodLoadInlineRecord){
        { JVMTI_CMLR_INLINE_INFO, JVMTI_CMLR_MAJOR_VERSION_1, JVMTI_CMLR_MINOR_VERSION_0, NULL }, l->places, l->stacks
    };
}

static void send_load(struct thread *self, struct ti_env *only, struct method_id *id, const void *start, u32 size)
{
    struct load_info info;
    load_info(&info, id, start);
    struct quiet q = begin(self);
    for (struct ti_env *env = atomic_load(&ti_envs); env; env = env->next) {
        jvmtiEventCompiledMethodLoad cb = TI_CALLBACK(env, CompiledMethodLoad);
        if (cb && takes(env, only, self, JVMTI_EVENT_COMPILED_METHOD_LOAD))
            cb(ti_jvmti(env), (jmethodID)id, (jint)size, start, info.places, info.places ? info.map : NULL,
               info.places ? &info.record : NULL);
        tool_set_pending(self, NULL);
    }
    end(&q);
    free_info(&info);
}
static void send_generated(struct thread *self, struct ti_env *only, const char *name, const void *start, u32 size)
{
    struct quiet q = begin(self);
    for (struct ti_env *env = atomic_load(&ti_envs); env; env = env->next) {
        jvmtiEventDynamicCodeGenerated cb = TI_CALLBACK(env, DynamicCodeGenerated);
        if (cb && takes(env, only, self, JVMTI_EVENT_DYNAMIC_CODE_GENERATED))
            cb(ti_jvmti(env), name, start, (jint)size);
        tool_set_pending(self, NULL);
    }
    end(&q);
}

void ti_post_compiled_method_load(struct thread *self, struct method_id *id, const void *start, u32 size)
{
    send_load(self, NULL, id, start, size);
}
void ti_post_dynamic_code_generated(struct thread *self, const char *name, const void *start, u32 size)
{
    send_generated(self, NULL, name, start, size);
}

void ti_post_compiled_method_unload(struct thread *self, struct method_id *id, const void *start)
{
    struct quiet q = begin(self);
    for (struct ti_env *env = atomic_load(&ti_envs); env; env = env->next) {
        jvmtiEventCompiledMethodUnload cb = TI_CALLBACK(env, CompiledMethodUnload);
        if (cb && takes(env, NULL, self, JVMTI_EVENT_COMPILED_METHOD_UNLOAD)) cb(ti_jvmti(env), (jmethodID)id, start);
        tool_set_pending(self, NULL);
    }
    end(&q);
}

jvmtiError ti_generate_events(struct ti_env *env, struct thread *self, jvmtiEvent event_type)
{
    bool methods = event_type == JVMTI_EVENT_COMPILED_METHOD_LOAD;
    if (!methods && event_type != JVMTI_EVENT_DYNAMIC_CODE_GENERATED) return JVMTI_ERROR_ILLEGAL_ARGUMENT;
    if (methods && !env->caps.can_generate_compiled_method_load_events) return JVMTI_ERROR_MUST_POSSESS_CAPABILITY;
    struct tool_code *all;
    u32 n = tool_generated_code(self, &all);
    if (!all) return JVMTI_ERROR_OUT_OF_MEMORY;
    for (u32 i = 0; i < n; i++) {
        if (methods && all[i].id) send_load(self, env, all[i].id, all[i].start, all[i].size);
        if (!methods && !all[i].id) send_generated(self, env, all[i].name, all[i].start, all[i].size);
    }
    free(all);
    return JVMTI_ERROR_NONE;
}
