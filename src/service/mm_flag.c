/* VM flags for com.sun.management.VMOption. */
#include "model/flags.h"
#include "service/management_int.h"
#include "thread/recorder.h"
#include "thread/vmentry.h"
#include <stdlib.h>
#include <string.h>

/* Flags of locked groups do not exist for management. */
u32 mm_flag_count(void)
{
    u32 n = 0;
    for (u32 i = 0; i < vm_flag_count(); i++) n += vm_flag_find(vm_flag_at(i)->name) != NULL;
    return n;
}

jobjectArray mm_flag_names(JNIEnv *env)
{
    jclass c = (*env)->FindClass(env, "java/lang/String");
    jobjectArray a = c ? (*env)->NewObjectArray(env, (jsize)mm_flag_count(), c, NULL) : NULL;
    jsize at = 0;
    for (u32 i = 0; a && i < vm_flag_count(); i++) {
        const struct vm_flag *f = vm_flag_at(i);
        if (!vm_flag_find(f->name)) continue;
        jstring s = (*env)->NewStringUTF(env, f->name);
        if (!s) return NULL;
        (*env)->SetObjectArrayElement(env, a, at++, s);
        (*env)->DeleteLocalRef(env, s);
    }
    return a;
}

static bool fill(JNIEnv *env, const struct vm_flag *f, struct jmm_flag *out)
{
    char buffer[FLAG_TEXT];
    const char *text = vm_flag_text(f, buffer);
    memset(out, 0, sizeof *out);
    switch (f->kind) {
    case FLAG_BOOL:
        out->type = JMM_FLAG_BOOL;
        out->value.z = *text == 't';
        break;
    case FLAG_STRING:
        out->type = JMM_FLAG_STRING;
        out->value.l = *text ? (*env)->NewStringUTF(env, text) : NULL;
        break;
    case FLAG_DOUBLE:
        out->type = JMM_FLAG_DOUBLE;
        out->value.d = strtod(text, NULL);
        break;
    default:
        out->type = JMM_FLAG_LONG;
        out->value.j = *text == '-' ? strtoll(text, NULL, 10) : (jlong)strtoull(text, NULL, 10);
    }
    out->origin = (jint)vm_flag_origin(f);
    out->writeable = out->external = vm_flag_is_manageable(f);
    out->name = (*env)->NewStringUTF(env, f->name);
    return out->name != NULL;
}

/* `names` NULL: all. For a name that is no flag the entry stays empty (name NULL). Returns the number of entries filled
 * in. */
jint mm_get_flags(JNIEnv *env, jobjectArray names, struct jmm_flag *flags, jint count)
{
    jint filled = 0;
    if (!names) {
        for (u32 i = 0; i < vm_flag_count() && filled < count; i++)
            if (vm_flag_find(vm_flag_at(i)->name)) filled += fill(env, vm_flag_at(i), &flags[filled]);
        return filled;
    }
    jsize wanted = (*env)->GetArrayLength(env, names);
    for (jsize i = 0; i < wanted && i < count; i++) {
        jstring name = (*env)->GetObjectArrayElement(env, names, i);
        const char *s = name ? (*env)->GetStringUTFChars(env, name, NULL) : NULL;
        if (!s) {
            if (!(*env)->ExceptionCheck(env)) mm_throw(env, "java/lang/NullPointerException", NULL);
            return 0;
        }
        const struct vm_flag *f = vm_flag_find(s);
        if (f)
            filled += fill(env, f, &flags[i]);
        else
            flags[i].name = NULL;
        (*env)->ReleaseStringUTFChars(env, name, s);
    }
    return filled;
}

static void record_change(struct thread *self, const struct vm_flag *f, const char *old, const char *text, u32 origin)
{
    switch (f->kind) {
    case FLAG_BOOL:
        if (RECORDER_WANTS(BooleanFlagChanged))
            recorder_boolean_flag_changed(self, f->name, *old == 't', *text == 't', origin);
        return;
    case FLAG_STRING:
        if (RECORDER_WANTS(StringFlagChanged))
            recorder_string_flag_changed(self, f->name, *old ? old : NULL, text, origin);
        return;
    case FLAG_DOUBLE:
        if (RECORDER_WANTS(DoubleFlagChanged))
            recorder_double_flag_changed(self, f->name, strtod(old, NULL), strtod(text, NULL), origin);
        return;
    default:
        if (*f->type == 'i' && RECORDER_WANTS(LongFlagChanged))
            recorder_long_flag_changed(self, f->name, strtoll(old, NULL, 0), strtoll(text, NULL, 0), origin);
        if (*f->type != 'i' && RECORDER_WANTS(UnsignedLongFlagChanged))
            recorder_unsigned_long_flag_changed(self, f->name, (i64)strtoull(old, NULL, 0),
                                                (i64)strtoull(text, NULL, 0), origin);
    }
}

const char *mm_change_flag(struct vm_flag *f, const char *value, enum vm_flag_origin origin, char *why)
{
    char before[FLAG_TEXT], after[FLAG_TEXT];
    char *old = vm_strdup(vm_flag_text(f, before));
    const char *problem = vm_flag_change(f, value, origin, why);
    if (!problem) {
        VM_ENTRY_SELF();
        record_change(self, f, old, vm_flag_text(f, after), origin == FLAG_ATTACH ? 6 : 4);
        VM_LEAVE();
    }
    free(old);
    return problem;
}

/* The Java side has checked that the flag exists and is writeable. */
void mm_set_flag(JNIEnv *env, jstring name, jvalue value)
{
    const char *s = (*env)->GetStringUTFChars(env, name, NULL);
    if (!s) return;
    struct vm_flag *f = vm_flag_find(s);
    (*env)->ReleaseStringUTFChars(env, name, s);
    if (!f || !vm_flag_is_manageable(f)) {
        mm_throw(env, "java/lang/IllegalArgumentException", "This flag is not writeable.");
        return;
    }
    char number[FLAG_TEXT], why[FLAG_WHY];
    const char *text = number, *problem;
    switch (f->kind) {
    case FLAG_BOOL: text = value.z ? "true" : "false"; break;
    case FLAG_STRING: text = value.l ? (*env)->GetStringUTFChars(env, value.l, NULL) : NULL; break;
    case FLAG_DOUBLE: snprintf(number, sizeof number, "%f", value.d); break;
    default: snprintf(number, sizeof number, "%lld", (long long)value.j);
    }
    if (!text) return;
    problem = mm_change_flag(f, text, FLAG_MANAGEMENT, why);
    if (f->kind == FLAG_STRING) (*env)->ReleaseStringUTFChars(env, value.l, text);
    if (problem) mm_throw(env, "java/lang/IllegalArgumentException", problem);
}
