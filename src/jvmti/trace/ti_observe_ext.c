/* Extension functions and events, observed like all others. They are not in the specification's tables, so their shapes
 * are made from what GetExtensionFunctions says of them, and the agent is given a pointer of ours.
 *
 * Every parameter is an integer or a pointer and there are at most five: with the environment they fill the registers
 * for arguments, so that one function can take and pass on the words of any of them. GetAsyncStackTrace is called from
 * signal handlers, where nothing may be written: it stays as it is. */
#include "jvmti/extension/ti_extension.h"
#include "jvmti/trace/ti_observe.h"

#include <stdarg.h>

enum { WORDS = 5, FUNCTION_FIRST = 200, EVENT_FIRST = 200 };

enum extension {
#define ENUM(name) EXT_##name,
    TI_EXTENSION_FUNCTIONS(ENUM)
#undef ENUM
        EXT_COUNT
};

static struct ti_shape shapes[EXT_COUNT];

static jvmtiError call(jvmtiEnv *jvmti, enum extension which, const u64 *a, const void *caller,
                       jvmtiExtensionFunction real)
{
    struct ti_observed o;
    const struct ti_shape *shape = &shapes[which];
    /* DumpHeap gives its message when it fails. */
    void **message = NULL, *before = NULL;
    for (u32 i = 0; i < shape->count; i++)
        if (shape->parameters[i].way == TI_W_ALLOCATED) message = (void **)(uintptr_t)a[i];
    if (message) before = *message;
    if (!ti_observe_call(&o, jvmti, shape, a, caller)) return JVMTI_ERROR_NONE;
    jvmtiError err = real(jvmti, a[0], a[1], a[2], a[3], a[4]);
    if (ti_checking && err != JVMTI_ERROR_NONE && message && *message && *message != before)
        ti_blocks_add_one(&o, *message);
    return ti_observe_answer(&o, err);
}

#define OBSERVED(name) \
    static jvmtiError JNICALL observed_##name(jvmtiEnv *jvmti, ...) \
    { \
        va_list va; \
        u64 a[WORDS]; \
        va_start(va, jvmti); \
        for (u32 i = 0; i < WORDS; i++) a[i] = va_arg(va, u64); \
        va_end(va); \
        return call(jvmti, EXT_##name, a, __builtin_return_address(0), ti_ext_##name); \
    }
TI_EXTENSION_FUNCTIONS(OBSERVED)
#undef OBSERVED

static const struct {
    jvmtiExtensionFunction real, observed;
} pairs[] = {
#define PAIR(name) { ti_ext_##name, observed_##name },
    TI_EXTENSION_FUNCTIONS(PAIR)
#undef PAIR
};

/* "org.argus.functions.DumpHeap": the last word. */
static const char *short_name(const char *id)
{
    const char *dot = strrchr(id, '.');
    return dot ? dot + 1 : id;
}

static u8 kind_of(jvmtiParamTypes type)
{
    switch (type) {
    case JVMTI_TYPE_JBOOLEAN: return TI_K_BOOL;
    case JVMTI_TYPE_JINT: return TI_K_INT;
    case JVMTI_TYPE_JLONG: return TI_K_LONG;
    case JVMTI_TYPE_JTHREAD: return TI_K_THREAD;
    case JVMTI_TYPE_JCLASS: return TI_K_CLASS;
    case JVMTI_TYPE_JMETHODID: return TI_K_METHOD;
    case JVMTI_TYPE_CCHAR: return TI_K_STRING;
    default: return TI_K_POINTER;
    }
}
static u8 way_of(jvmtiParamKind kind, jvmtiParamTypes type)
{
    if (kind_of(type) == TI_K_POINTER) return TI_W_VALUE; /* opaque: its address */
    switch (kind) {
    case JVMTI_KIND_IN_PTR:
    case JVMTI_KIND_IN_BUF: return TI_W_IN;
    case JVMTI_KIND_ALLOC_BUF: return TI_W_ALLOCATED;
    case JVMTI_KIND_OUT:
    case JVMTI_KIND_OUT_BUF: return TI_W_OUT;
    default: return TI_W_VALUE;
    }
}
static i16 bad_value(u8 kind)
{
    return kind == TI_K_THREAD   ? JVMTI_ERROR_INVALID_THREAD
           : kind == TI_K_CLASS  ? JVMTI_ERROR_INVALID_CLASS
           : kind == TI_K_METHOD ? JVMTI_ERROR_INVALID_METHODID
                                 : 0;
}

static struct ti_parameter *parameters(const jvmtiParamInfo *info, jint count)
{
    struct ti_parameter *p = vm_calloc((size_t)count + 1, sizeof *p);
    for (jint i = 0; i < count; i++) {
        u8 kind = kind_of(info[i].base_type), way = way_of(info[i].kind, info[i].base_type);
        bool buffer = way == TI_W_IN && info[i].kind == JVMTI_KIND_IN_BUF && i > 0; /* its length stands before it */
        p[i] = (struct ti_parameter){ .name = vm_strdup(info[i].name),
                                      .kind = kind,
                                      .way = way,
                                      .count = buffer ? (i8)(i - 1) : -1,
                                      .nullable = info[i].null_ok,
                                      .bad = way == TI_W_VALUE ? bad_value(kind) : 0,
                                      .null = info[i].null_ok     ? 0
                                              : way == TI_W_VALUE ? bad_value(kind)
                                                                  : JVMTI_ERROR_NULL_POINTER };
    }
    return p;
}

void ti_observe_extensions(jvmtiExtensionFunctionInfo *all, u32 count)
{
    static struct os_mutex lock = OS_MUTEX_INIT;
    for (u32 i = 0; i < count; i++) {
        for (u32 k = 0; k < EXT_COUNT; k++) {
            if (pairs[k].real != all[i].func || k == EXT_get_async_stack_trace) continue;
            os_mutex_lock(&lock);
            if (!shapes[k].name) {
                shapes[k] = (struct ti_shape){ .num = (u16)(FUNCTION_FIRST + k),
                                               .level = LOG_debug,
                                               .phases = "another phase",
                                               .capabilities = "",
                                               .count = (u8)all[i].param_count,
                                               .parameters = parameters(all[i].params, all[i].param_count) };
                __atomic_store_n(&shapes[k].name, vm_strdup(short_name(all[i].id)), __ATOMIC_RELEASE);
                ti_trace_filter_add(&shapes[k]);
            }
            os_mutex_unlock(&lock);
            all[i].func = pairs[k].observed;
        }
    }
}

/* ---- class unload events: (JNIEnv *, const char *) ---- */

static const struct ti_parameter unload_parameters[] = { { "class", TI_K_STRING, TI_W_IN, -1, false, NULL, 0, 0 } };
const struct ti_shape ti_unload_shape = { "ClassUnload",    EVENT_FIRST, true, LOG_debug, false, true, false, "", "", 1,
                                          unload_parameters };

static void unload(jvmtiEnv *jvmti, u32 index, JNIEnv *jni, const char *name)
{
    jvmtiExtensionEvent real = ti_observed_extension_callback(jvmti, index);
    if (!real) return;
    struct ti_observed o;
    const u64 args[] = { (u64)(uintptr_t)name };
    ti_observe_event(&o, jvmti, &ti_unload_shape, args, (const void *)real);
    real(jvmti, jni, name);
    ti_observe_event_end(&o);
}
#define UNLOAD(index) \
    static void JNICALL observed_##index(jvmtiEnv *jvmti, ...) \
    { \
        va_list va; \
        va_start(va, jvmti); \
        JNIEnv *jni = va_arg(va, JNIEnv *); \
        const char *name = va_arg(va, const char *); \
        va_end(va); \
        unload(jvmti, index, jni, name); \
    }
UNLOAD(TI_EXT_HOTSPOT_CLASS_UNLOAD)
UNLOAD(TI_EXT_CLASS_UNLOAD)

jvmtiExtensionEvent ti_observe_extension_callback(struct ti_env *env, u32 index, jvmtiExtensionEvent real)
{
    atomic_store(&env->agent_extension_events[index], real);
    if (!real) return NULL;
    return index == TI_EXT_CLASS_UNLOAD ? observed_TI_EXT_CLASS_UNLOAD : observed_TI_EXT_HOTSPOT_CLASS_UNLOAD;
}
