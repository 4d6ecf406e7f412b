/* -Xlog:jfr*: messages of the JDK's half, and the level that it asks for before it makes one. */
#include "core/alloc.h"
#include "core/jstring.h"
#include "jfr/jfr_int.h"
#include <stdlib.h>

/* By jdk.jfr.internal.LogTag's numbers. */
static const enum log_tag_set tags[] = {
    LOGTAGS_jfr,
    LOGTAGS_jfr_system,
    LOGTAGS_jfr_system_event,
    LOGTAGS_jfr_system_setting,
    LOGTAGS_jfr_system_bytecode,
    LOGTAGS_jfr_system_parser,
    LOGTAGS_jfr_system_metadata,
    LOGTAGS_jfr_system_streaming,
    LOGTAGS_jfr_system_throttle,
    LOGTAGS_jfr_metadata,
    LOGTAGS_jfr_event,
    LOGTAGS_jfr_setting,
    LOGTAGS_jfr_dcmd,
    LOGTAGS_jfr_start,
};
/* Its levels count the other way: 1 trace to 5 error, 6 off. */
enum { LEVELS = 6 };

static bool goes_out(i32 tag, i32 level)
{
    return tag >= 0 && tag < (i32)ARRAY_LEN(tags) && level > 0 && level < LEVELS &&
           atomic_load_explicit(&log_enabled_levels[tags[tag]], memory_order_relaxed) >= LEVELS - level;
}

static void write_string(i32 tag, i32 level, struct object *s)
{
    char *text = s ? string_to_mutf8(s) : NULL;
    if (text) log_write((enum log_level)(LEVELS - level), tags[tag], "%s", text);
    free(text);
}

JNIEXPORT void JNICALL jfr_native_log(JNIEnv *env, jclass cls, jint tag, jint level, jstring message)
{
    if (!goes_out(tag, level)) return;
    VM_ENTRY(env);
    write_string(tag, level, ref_get(message));
    VM_RETURN_VOID();
}

JNIEXPORT void JNICALL jfr_native_log_event(JNIEnv *env, jclass cls, jint level, jobjectArray lines, jboolean system)
{
    i32 tag = system ? 2 : 10;
    if (!lines || !goes_out(tag, level)) return;
    VM_ENTRY(env);
    struct object *all = ref_get(lines);
    for (i32 i = 0; i < array_length(all); i++) write_string(tag, level, array_ref(all, i));
    VM_RETURN_VOID();
}

/* Objects of LogTag that are told their level. */
static _Atomic jobject subscribed[ARRAY_LEN(tags)];
static _Atomic jfieldID level_field;

static void tell_level(JNIEnv *env, jint id)
{
    jint level = LEVELS - atomic_load(&log_enabled_levels[tags[id]]);
    (*env)->SetIntField(env, atomic_load(&subscribed[id]), atomic_load(&level_field), level);
}

JNIEXPORT void JNICALL jfr_native_subscribe_log(JNIEnv *env, jclass cls, jobject tag, jint id)
{
    if (!tag || id < 0 || id >= (jint)ARRAY_LEN(tags)) return;
    jfieldID level = (*env)->GetFieldID(env, (*env)->GetObjectClass(env, tag), "tagSetLevel", "I");
    if (!level) return;
    jobject keep = (*env)->NewGlobalRef(env, tag), none = NULL;
    atomic_store(&level_field, level);
    if (!atomic_compare_exchange_strong(&subscribed[id], &none, keep)) (*env)->DeleteGlobalRef(env, keep);
    tell_level(env, id);
}

void jfr_log_changed(JNIEnv *env)
{
    for (jint id = 0; id < (jint)ARRAY_LEN(tags); id++)
        if (atomic_load(&subscribed[id])) tell_level(env, id);
}
