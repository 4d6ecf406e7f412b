/* VM flags as com.sun.management.VMOption sees them: those that the VM acts on. */
#include "model/options.h"
#include "service/management_int.h"
#include "thread/vmentry.h"
#include <stdlib.h>
#include <string.h>

u32 mm_flag_count(void)
{
    u32 n;
    vm_flags(&n);
    return n;
}

static const struct vm_flag *find(const char *name)
{
    u32 n;
    const struct vm_flag *f = vm_flags(&n);
    for (u32 i = 0; i < n; i++)
        if (!strcmp(f[i].name, name)) return &f[i];
    return NULL;
}

jobjectArray mm_flag_names(JNIEnv *env)
{
    u32 n;
    const struct vm_flag *f = vm_flags(&n);
    jclass c = (*env)->FindClass(env, "java/lang/String");
    jobjectArray a = c ? (*env)->NewObjectArray(env, (jsize)n, c, NULL) : NULL;
    for (u32 i = 0; a && i < n; i++) {
        jstring s = (*env)->NewStringUTF(env, f[i].name);
        if (!s) return NULL;
        (*env)->SetObjectArrayElement(env, a, (jsize)i, s);
        (*env)->DeleteLocalRef(env, s);
    }
    return a;
}

static bool fill(JNIEnv *env, const struct vm_flag *f, struct jmm_flag *out)
{
    memset(out, 0, sizeof *out);
    switch (f->kind) {
    case FLAG_BOOL:
        out->type = JMM_FLAG_BOOL;
        out->value.z = *(bool *)f->value;
        break;
    case FLAG_INT:
        out->type = JMM_FLAG_LONG;
        out->value.j = *(i64 *)f->value;
        break;
    case FLAG_SIZE:
        out->type = JMM_FLAG_LONG;
        out->value.j = (jlong) * (size_t *)f->value;
        break;
    case FLAG_DOUBLE:
        out->type = JMM_FLAG_DOUBLE;
        out->value.d = *(double *)f->value;
        break;
    case FLAG_STRING: {
        const char *s = *(char **)f->value;
        out->type = JMM_FLAG_STRING;
        out->value.l = s ? (*env)->NewStringUTF(env, s) : NULL;
        break;
    }
    default: return false;
    }
    out->origin = JMM_ORIGIN_DEFAULT; /* TODO(management): remember which flags came from the command line */
    out->writeable = f->manageable;
    out->name = (*env)->NewStringUTF(env, f->name);
    return out->name != NULL;
}

/* `names` NULL: all. A name that is not a flag leaves its entry empty (name NULL). Returns how many are filled in. */
jint mm_get_flags(JNIEnv *env, jobjectArray names, struct jmm_flag *flags, jint count)
{
    u32 n;
    const struct vm_flag *all = vm_flags(&n);
    jint filled = 0;
    if (!names) {
        for (u32 i = 0; i < n && filled < count; i++) filled += fill(env, &all[i], &flags[filled]);
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
        const struct vm_flag *f = find(s);
        if (f)
            filled += fill(env, f, &flags[i]);
        else
            flags[i].name = NULL;
        (*env)->ReleaseStringUTFChars(env, name, s);
    }
    return filled;
}

/* The Java side has checked that the flag exists and is writeable. */
void mm_set_flag(JNIEnv *env, jstring name, jvalue value)
{
    const char *s = (*env)->GetStringUTFChars(env, name, NULL);
    if (!s) return;
    const struct vm_flag *f = find(s);
    (*env)->ReleaseStringUTFChars(env, name, s);
    if (!f || !f->manageable) {
        mm_throw(env, "java/lang/IllegalArgumentException", "This flag is not writeable.");
        return;
    }
    switch (f->kind) {
    case FLAG_BOOL: *(bool *)f->value = value.z != 0; break;
    case FLAG_INT: *(i64 *)f->value = value.j; break;
    case FLAG_SIZE: *(size_t *)f->value = (size_t)value.j; break;
    case FLAG_DOUBLE: *(double *)f->value = value.d; break;
    default: {
        const char *text = value.l ? (*env)->GetStringUTFChars(env, value.l, NULL) : NULL;
        if (!text) return;
        *(char **)f->value = vm_strdup(text); /* the old one may still be in use */
        (*env)->ReleaseStringUTFChars(env, value.l, text);
    }
    }
}

void mm_print_flags(FILE *out)
{
    u32 n;
    const struct vm_flag *f = vm_flags(&n);
    for (u32 i = 0; i < n; i++) {
        switch (f[i].kind) {
        case FLAG_BOOL: fprintf(out, "-XX:%c%s ", *(bool *)f[i].value ? '+' : '-', f[i].name); break;
        case FLAG_INT: fprintf(out, "-XX:%s=%lld ", f[i].name, (long long)*(i64 *)f[i].value); break;
        case FLAG_SIZE: fprintf(out, "-XX:%s=%zu ", f[i].name, *(size_t *)f[i].value); break;
        case FLAG_DOUBLE: fprintf(out, "-XX:%s=%g ", f[i].name, *(double *)f[i].value); break;
        case FLAG_STRING:
            if (*(char **)f[i].value) fprintf(out, "-XX:%s=%s ", f[i].name, *(char **)f[i].value);
            break;
        }
    }
    fputc('\n', out);
}
