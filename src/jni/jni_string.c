/* JNI strings. Every Get…Chars hands out a copy, so a caller's writes never reach the immutable String. */
#include "base/mutf8.h"
#include "jni/jni_int.h"

static jstring JNICALL new_string(JNIEnv *env, const jchar *s, jsize n)
{
    VM_ENTRY(env);
    jstring r = NULL;
    if (n < 0)
        throw_new(self, WK(NegativeArraySizeException), "%d", n);
    else
        r = ref_local(self, string_from_utf16(self, s, (u32)n));
    VM_RETURN(r);
}

static jsize JNICALL get_string_length(JNIEnv *env, jstring s)
{
    VM_ENTRY(env);
    struct object *o = jni_nonnull(self, s);
    jsize n = o ? (jsize)string_length(o) : 0;
    VM_RETURN(n);
}

static void copy_units(const struct string_text *t, u32 from, u32 n, jchar *out)
{
    if (t->latin1) {
        const u8 *p = (const u8 *)t->units + from;
        for (u32 i = 0; i < n; i++) out[i] = p[i];
    } else {
        memcpy(out, (const u16 *)t->units + from, (size_t)n * 2);
    }
}

static const jchar *units_of(struct thread *self, struct object *o, jboolean *copy)
{
    struct string_text t = string_text(o);
    jchar *r = malloc(((size_t)t.length + 1) * sizeof *r);
    if (!r) {
        throw_no_c_memory(self);
        return NULL;
    }
    copy_units(&t, 0, t.length, r);
    r[t.length] = 0;
    if (copy) *copy = JNI_TRUE;
    return r;
}

/* Strings that are not made yet: NULL here, empty there, as on HotSpot. */
static const jchar *JNICALL get_string_chars(JNIEnv *env, jstring s, jboolean *copy)
{
    VM_ENTRY(env);
    struct object *o = jni_nonnull(self, s);
    VM_RETURN(o && string_is_made(o) ? units_of(self, o, copy) : NULL);
}

static const jchar *JNICALL get_string_critical(JNIEnv *env, jstring s, jboolean *copy)
{
    VM_ENTRY(env);
    struct object *o = jni_nonnull(self, s);
    VM_RETURN(o ? units_of(self, o, copy) : NULL);
}

static void JNICALL release_string_chars(JNIEnv *env, jstring s, const jchar *p)
{
    (void)env;
    (void)s;
    free((void *)p);
}

static jstring JNICALL new_string_utf(JNIEnv *env, const char *s)
{
    if (!s) return NULL;
    VM_ENTRY(env);
    jstring r = ref_local(self, string_from_mutf8(self, s));
    VM_RETURN(r);
}

static jsize JNICALL get_string_utf_length(JNIEnv *env, jstring s)
{
    VM_ENTRY(env);
    struct object *o = jni_nonnull(self, s);
    jsize n = o ? (jsize)string_mutf8_length(o) : 0;
    VM_RETURN(n);
}

static const char *JNICALL get_string_utf_chars(JNIEnv *env, jstring s, jboolean *copy)
{
    VM_ENTRY(env);
    struct object *o = jni_nonnull(self, s);
    char *r = NULL;
    if (o && string_is_made(o)) { /* as on HotSpot: a debugger steps through constructors */
        r = string_to_mutf8(o);
        if (!r)
            throw_no_c_memory(self);
        else if (copy)
            *copy = JNI_TRUE;
    }
    VM_RETURN(r);
}

static void JNICALL release_string_utf_chars(JNIEnv *env, jstring s, const char *p)
{
    (void)env;
    (void)s;
    free((void *)p);
}

static bool region_ok(struct thread *self, const struct string_text *t, jsize from, jsize n)
{
    jsize len = (jsize)t->length;
    if (from >= 0 && n >= 0 && from <= len - n) return true;
    throw_new(self, WK(StringIndexOutOfBoundsException),
              "Region range out of bounds for string of length %d: start %d, length %d", len, from, n);
    return false;
}

static void JNICALL get_string_region(JNIEnv *env, jstring s, jsize from, jsize n, jchar *buf)
{
    VM_ENTRY(env);
    struct object *o = jni_nonnull(self, s);
    if (!o) VM_RETURN_VOID();
    struct string_text t = string_text(o);
    if (region_ok(self, &t, from, n)) copy_units(&t, (u32)from, (u32)n, buf);
    VM_RETURN_VOID();
}

static void JNICALL get_string_utf_region(JNIEnv *env, jstring s, jsize from, jsize n, char *buf)
{
    VM_ENTRY(env);
    struct object *o = jni_nonnull(self, s);
    if (!o) VM_RETURN_VOID();
    struct string_text t = string_text(o);
    if (!region_ok(self, &t, from, n)) VM_RETURN_VOID();
    if (t.latin1)
        buf[mutf8_from_latin1((const u8 *)t.units + from, (size_t)n, buf)] = 0;
    else
        buf[mutf8_from_utf16((const u16 *)t.units + from, (size_t)n, buf)] = 0;
    VM_RETURN_VOID();
}

void jni_fill_string(struct JNINativeInterface_ *t)
{
    t->NewString = new_string;
    t->GetStringLength = get_string_length;
    t->GetStringChars = get_string_chars;
    t->ReleaseStringChars = release_string_chars;
    t->NewStringUTF = new_string_utf;
    t->GetStringUTFLength = get_string_utf_length;
    t->GetStringUTFChars = get_string_utf_chars;
    t->ReleaseStringUTFChars = release_string_utf_chars;
    t->GetStringRegion = get_string_region;
    t->GetStringUTFRegion = get_string_utf_region;
    t->GetStringCritical = get_string_critical;
    t->ReleaseStringCritical = release_string_chars;
}
