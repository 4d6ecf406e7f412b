/* -Xcheck:jni: buffers that the Get… functions hand out and the Release… functions take back.
 *
 * Callers get a copy with a guard after its end; a table records all copies. A copy is a block of malloc, and the
 * caller gets its start. So code that frees it in another way (new_class_data of JVM TI) still works, and nothing can
 * guard the beginning. Lock: handed_lock, a leaf. */
#include "base/hashmap.h"
#include "jni/check/jni_check.h"
#include <stdarg.h>

enum { GUARD_BYTES = 16, GUARD = 0xa7 };

struct handed {
    enum jni_check_buffer kind;
    size_t size; /* the guard follows */
    void *plain; /* for a critical buffer: the array itself */
};

static struct os_mutex handed_lock = OS_MUTEX_INIT;
static struct hashmap handed GUARDED_BY(handed_lock) = HASHMAP_INIT;

static const char *const getters[] = { "Get…ArrayElements", "GetPrimitiveArrayCritical", "GetStringChars",
                                       "GetStringUTFChars" };

static bool of_string(enum jni_check_buffer kind) { return kind >= JNI_BUFFER_CHARS; }

static size_t bytes_of(const struct object *a) { return (size_t)array_length(a) << object_type(a)->elem_shift; }

static size_t size_of(struct object *o, const void *data, enum jni_check_buffer kind)
{
    switch (kind) {
    case JNI_BUFFER_CHARS: return ((size_t)string_length(o) + 1) * sizeof(jchar);
    case JNI_BUFFER_UTF: return strlen(data) + 1;
    default: return bytes_of(o);
    }
}

static void remember(void *buffer, const struct handed *what)
{
    struct handed *h = vm_malloc(sizeof *h);
    *h = *what;
    os_mutex_lock(&handed_lock);
    free(hashmap_put(&handed, buffer, h)); /* an older buffer that was freed without Release */
    os_mutex_unlock(&handed_lock);
}

/* Returns false if the buffer was not handed out. */
static bool find(const void *buffer, struct handed *out)
{
    os_mutex_lock(&handed_lock);
    const struct handed *h = hashmap_get(&handed, buffer);
    if (h) *out = *h;
    os_mutex_unlock(&handed_lock);
    return h != NULL;
}

static void forget(const void *buffer)
{
    os_mutex_lock(&handed_lock);
    free(hashmap_remove(&handed, buffer));
    os_mutex_unlock(&handed_lock);
}

void *jni_check_hand_out(struct jni_check *c, jobject of, void *data, jboolean *is_copy, enum jni_check_buffer kind)
{
    if (!data) return NULL;
    struct thread *self = c->self;
    thread_from_native(self);
    size_t size = size_of(ref_get(of), data, kind);
    char *copy = vm_malloc(size + GUARD_BYTES);
    memcpy(copy, data, size);
    memset(copy + size, GUARD, GUARD_BYTES);
    bool critical = kind == JNI_BUFFER_CRITICAL;
    if (!critical) free(data);
    remember(copy, &(struct handed){ kind, size, critical ? data : NULL });
    if (is_copy) *is_copy = JNI_TRUE;
    jni_check_end(c);
    return copy;
}

static bool overrun(const char *buffer, const struct handed *h)
{
    for (size_t i = 0; i < GUARD_BYTES; i++)
        if ((u8)buffer[h->size + i] != GUARD) return true;
    return false;
}

/* Prints the details on a line of their own and ends the VM. */
static _Noreturn PRINTF_LIKE(2, 3) void refuse(struct jni_check *c, const char *fmt, ...)
{
    char words[512];
    va_list args;
    va_start(args, fmt);
    vsnprintf(words, sizeof words, fmt, args);
    va_end(args);
    jni_check_fatal(c, words);
}

static _Noreturn void string_misuse(struct jni_check *c, jobject of, const void *buffer, bool bounds,
                                    const char *getter)
{
    char addresses[80];
    snprintf(addresses, sizeof addresses, "string: 0x%016llx chars: 0x%016llx", (unsigned long long)(uintptr_t)of,
             (unsigned long long)(uintptr_t)buffer);
    if (bounds) {
        printf("%s: release chars failed bounds check. %s\n", c->function, addresses);
        refuse(c, "%s: release chars failed bounds check.", c->function);
    }
    printf("%s: called on something not allocated by %s. %s\n", c->function, getter, addresses);
    refuse(c, "%s called on something not allocated by %s", c->function, getter);
}

/* HotSpot names the checking function for elements and the plain function for critical regions. */
static _Noreturn void array_misuse(struct jni_check *c, jobject of, const void *buffer, const struct handed *h,
                                   bool critical)
{
    char name[80];
    snprintf(name, sizeof name, "%s%s", critical ? "" : "checked_jni_", c->function);
    const char *getter = getters[h && of_string(h->kind) ? h->kind : JNI_BUFFER_CRITICAL];
    const char *un = critical && h && !of_string(h->kind) ? "not " : "";
    if (h && h->kind != (critical ? JNI_BUFFER_CRITICAL : JNI_BUFFER_ELEMENTS)) {
        printf("%s: called on something %sallocated by %s\n", name, un, getter);
        refuse(c, "%s called on something %sallocated by %s", name, un, getter);
    }
    printf("%s: release array failed bounds check, incorrect pointer returned ? array: 0x%016llx carray: 0x%016llx\n",
           name, (unsigned long long)(uintptr_t)of, (unsigned long long)(uintptr_t)buffer);
    refuse(c, "%s: failed bounds check", name);
}

static void check_mode(struct jni_check *c, jobject of, const void *buffer, jint mode, bool critical)
{
    if (mode == 0 || mode == JNI_COMMIT || mode == JNI_ABORT) return;
    printf("%s%s: Unrecognized mode %i releasing array 0x%016llx elements 0x%016llx\n", critical ? "" : "checked_jni_",
           c->function, mode, (unsigned long long)(uintptr_t)of, (unsigned long long)(uintptr_t)buffer);
    jni_check_fatal(c, "Unrecognized array release mode");
}

static void check_null_elements(struct jni_check *c, jobject of, const void *buffer, bool critical)
{
    if (buffer) return;
    printf("%s%s: elements vector NULL0x%016llx\n", critical ? "" : "checked_jni_", c->function,
           (unsigned long long)(uintptr_t)of);
    jni_check_fatal(c, "Elements vector NULL");
}

static void *take_string_back(struct jni_check *c, jobject of, void *buffer, enum jni_check_buffer kind)
{
    struct handed h;
    if (!buffer) return NULL;
    bool known = find(buffer, &h);
    if (!known || overrun(buffer, &h)) string_misuse(c, of, buffer, true, getters[kind]);
    if (h.kind != kind) string_misuse(c, of, buffer, false, getters[kind]);
    forget(buffer);
    return buffer;
}

/* Copies a critical buffer back into the array. */
static void *end_critical(void *buffer, const struct handed *h, jint mode)
{
    if (mode != JNI_ABORT) memcpy(h->plain, buffer, h->size);
    if (mode != JNI_COMMIT) free(buffer);
    return h->plain;
}

void *jni_check_take_back(struct jni_check *c, jobject of, void *buffer, jint mode, enum jni_check_buffer kind)
{
    IN_STATE(c->self, VM);
    if (of_string(kind)) return take_string_back(c, of, buffer, kind);
    bool critical = kind == JNI_BUFFER_CRITICAL;
    struct handed h;
    check_null_elements(c, of, buffer, critical);
    if (!find(buffer, &h)) array_misuse(c, of, buffer, NULL, critical);
    /* The elements of another array would be written past the end of this one. */
    if (h.kind != kind || overrun(buffer, &h) || (mode != JNI_ABORT && h.size != bytes_of(ref_get(of))))
        array_misuse(c, of, buffer, &h, critical);
    check_mode(c, of, buffer, mode, critical);
    if (mode != JNI_COMMIT) forget(buffer);
    return critical ? end_critical(buffer, &h, mode) : buffer;
}

static bool is_wide(jstring string) { return !string_is_latin1(ref_get(string)); }

void jni_check_region_begun(struct jni_check *c, jstring string)
{
    IN_STATE(c->self, NATIVE);
    thread_from_native(c->self);
    if (is_wide(string)) c->self->jni_critical++;
    jni_check_end(c);
}

void jni_check_region_ended(struct jni_check *c, jstring string)
{
    IN_STATE(c->self, VM);
    if (is_wide(string) && c->self->jni_critical) c->self->jni_critical--;
}
