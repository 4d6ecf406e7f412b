/* Methods by identity. Two tables: jmethodID to method, and (class, name, descriptor) to method. The names are asked
 * for outside the lock, because those calls may wait for a safepoint; two threads that resolve the same method meet in
 * the second table. */
#include "lens_method.h"

#include <stdio.h>
#include <string.h>

#include "lens.h"
#include "lens_lock.h"
#include "lens_table.h"

static struct lens_table by_id = { .value_size = sizeof(struct lens_method *) };
static struct lens_table by_name = { .value_size = (sizeof(struct lens_method) + 7) & ~(size_t)7 };

const char *lens_class_name(const char *signature)
{
    static const char *const PRIMITIVES[128] = {
        ['B'] = "byte", ['C'] = "char",  ['D'] = "double",  ['F'] = "float", ['I'] = "int",
        ['J'] = "long", ['S'] = "short", ['Z'] = "boolean", ['V'] = "void"
    };
    char out[1024];
    size_t n = 0, rank = 0;
    const char *s = signature;
    while (*s == '[') rank++, s++;
    if (*s == 'L') {
        bool hidden = false;
        for (s++; *s != '\0' && *s != ';' && n < sizeof out - 64; s++) {
            /* A '.' in a signature stands before the suffix of a hidden class, which is an address or a counter. */
            if (*s == '.') {
                hidden = true;
                break;
            }
            out[n++] = *s == '/' ? '.' : *s;
        }
        if (hidden) {
            out[n] = '\0';
            char *lambda = strstr(out, "$$Lambda$");
            if (lambda != NULL) n = (size_t)(lambda - out) + strlen("$$Lambda");
            n += (size_t)snprintf(out + n, sizeof out - n, "/hidden");
        }
    } else {
        const char *name = (unsigned char)*s < 128 ? PRIMITIVES[(unsigned char)*s] : NULL;
        n = (size_t)snprintf(out, sizeof out, "%s", name != NULL ? name : "?");
    }
    for (; rank > 0 && n + 3 < sizeof out; rank--) out[n++] = '[', out[n++] = ']';
    out[n] = '\0';
    return lens_text_intern(out);
}

const char *lens_class_name_of(jclass klass)
{
    char *signature = NULL;
    if (klass == NULL || (*lens.ti)->GetClassSignature(lens.ti, klass, &signature, NULL) != JVMTI_ERROR_NONE)
        return "?";
    const char *name = lens_class_name(signature);
    (*lens.ti)->Deallocate(lens.ti, (unsigned char *)signature);
    return name;
}

/* LENS_LOCK_METHODS held. */
static struct lens_method *intern_locked(const char *class_name, const char *name, const char *descriptor)
{
    /* Interned texts are equal if and only if their addresses are. */
    const char *key[3] = { class_name, name, descriptor };
    bool fresh;
    struct lens_method *m = lens_table_put(&by_name, key, sizeof key, &fresh);
    if (m != NULL && fresh) {
        m->class_name = class_name;
        m->name = name;
        m->descriptor = descriptor;
        m->counts = class_name == NULL || lens_options_class_counts(&lens.options, class_name);
    }
    return m;
}

struct lens_method *lens_method_of(JNIEnv *jni, jmethodID id)
{
    lens_lock(LENS_LOCK_METHODS);
    struct lens_method **known = lens_table_get(&by_id, &id, sizeof id), *m = known == NULL ? NULL : *known;
    lens_unlock(LENS_LOCK_METHODS);
    if (m != NULL) return m;

    jvmtiEnv *ti = lens.ti;
    const char *class_name = "?", *name = "?", *descriptor = "()?";
    jclass klass = NULL;
    if ((*ti)->GetMethodDeclaringClass(ti, id, &klass) == JVMTI_ERROR_NONE) {
        class_name = lens_class_name_of(klass);
        (*jni)->DeleteLocalRef(jni, klass);
    }
    char *raw_name = NULL, *raw_descriptor = NULL;
    if ((*ti)->GetMethodName(ti, id, &raw_name, &raw_descriptor, NULL) == JVMTI_ERROR_NONE) {
        name = lens_text_intern(raw_name);
        descriptor = lens_text_intern(raw_descriptor);
        (*ti)->Deallocate(ti, (unsigned char *)raw_name);
        (*ti)->Deallocate(ti, (unsigned char *)raw_descriptor);
    }

    lens_lock(LENS_LOCK_METHODS);
    m = intern_locked(class_name, name, descriptor);
    known = m == NULL ? NULL : lens_table_put(&by_id, &id, sizeof id, NULL);
    if (known != NULL) *known = m;
    lens_unlock(LENS_LOCK_METHODS);
    if (known == NULL) atomic_fetch_add_explicit(&lens.lost, 1, memory_order_relaxed);
    return m;
}

struct lens_method *lens_method_named(const char *signature, const char *name, const char *descriptor)
{
    const char *class_name = lens_class_name(signature);
    name = lens_text_intern(name);
    descriptor = lens_text_intern(descriptor);
    lens_lock(LENS_LOCK_METHODS);
    struct lens_method *m = intern_locked(class_name, name, descriptor);
    lens_unlock(LENS_LOCK_METHODS);
    return m;
}

struct lens_method *lens_method_label(const char *text)
{
    const char *name = lens_text_intern(text);
    lens_lock(LENS_LOCK_METHODS);
    struct lens_method *m = intern_locked(NULL, name, NULL);
    lens_unlock(LENS_LOCK_METHODS);
    return m;
}

int lens_method_line(jmethodID id, jlocation location)
{
    jvmtiEnv *ti = lens.ti;
    jint count = 0;
    jvmtiLineNumberEntry *lines = NULL;
    if (id == NULL || !lens.have.can_get_line_numbers ||
        (*ti)->GetLineNumberTable(ti, id, &count, &lines) != JVMTI_ERROR_NONE)
        return -1;
    int line = -1;
    jlocation best = -1;
    for (jint i = 0; i < count; i++) /* entries need not be sorted */
        if (lines[i].start_location <= location && lines[i].start_location > best) {
            best = lines[i].start_location;
            line = lines[i].line_number;
        }
    (*ti)->Deallocate(ti, (unsigned char *)lines);
    return line;
}

struct lens_method *lens_method_next(const struct lens_method *previous) { return lens_table_next(&by_name, previous); }

/* Writes the simple name of the type at *D and moves *D behind it. */
static int print_type(const char **d, char *out, size_t size)
{
    const char *start = *d, *s = start;
    while (*s == '[') s++;
    if (*s == 'L') s += strcspn(s, ";");
    if (*s != '\0') s++;
    *d = s;
    char signature[512];
    if ((size_t)(s - start) >= sizeof signature) return snprintf(out, size, "?");
    memcpy(signature, start, (size_t)(s - start));
    signature[s - start] = '\0';
    const char *name = lens_class_name(signature), *dot = strrchr(name, '.');
    return snprintf(out, size, "%s", dot == NULL ? name : dot + 1);
}

void lens_method_print(const struct lens_method *method, bool with_parameters, char *out, size_t size)
{
    if (method->class_name == NULL) {
        snprintf(out, size, "%s", method->name);
        return;
    }
    size_t n = (size_t)snprintf(out, size, "%s.%s", method->class_name, method->name);
    if (!with_parameters || method->descriptor[0] != '(') return;
    const char *d = method->descriptor + 1;
    for (bool first = true; n < size && *d != ')' && *d != '\0'; first = false) {
        n += (size_t)snprintf(out + n, size - n, first ? "(" : ", ");
        if (n < size) n += (size_t)print_type(&d, out + n, size - n);
    }
    if (n < size) snprintf(out + n, size - n, method->descriptor[1] == ')' ? "()" : ")");
}
