/* Results for agents: copies of text and arrays of references, which agents free with Deallocate; jvalues. */
#include "jvmti/core/ti_event_delivery.h"

jvmtiError ti_copy_bytes(const char *s, size_t len, char **out)
{
    char *p = ti_alloc(len + 1);
    if (!p) return JVMTI_ERROR_OUT_OF_MEMORY;
    memcpy(p, s, len);
    p[len] = 0;
    *out = p;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_copy_string(const char *s, char **out)
{
    if (s) return ti_copy_bytes(s, strlen(s), out);
    *out = NULL;
    return JVMTI_ERROR_NONE;
}

jvmtiError ti_refs_out(struct thread *self, struct object *const *objects, u32 n, jint *count, jobject **out)
{
    jobject *refs = ti_alloc(n * sizeof *refs);
    if (!refs) return JVMTI_ERROR_OUT_OF_MEMORY;
    for (u32 i = 0; i < n; i++) refs[i] = tool_ref(self, objects[i]);
    *count = (jint)n;
    *out = refs;
    return JVMTI_ERROR_NONE;
}

jvalue ti_value(struct thread *self, char kind, slot v)
{
    jvalue r;
    r.j = 0;
    switch (kind) {
    case 'Z': r.z = (jboolean)(tool_word_int(v) & 1); break;
    case 'B': r.b = (jbyte)tool_word_int(v); break;
    case 'C': r.c = (jchar)tool_word_int(v); break;
    case 'S': r.s = (jshort)tool_word_int(v); break;
    case 'I': r.i = tool_word_int(v); break;
    case 'F': r.f = tool_word_float(v); break;
    case 'J': r.j = (jlong)v; break;
    case 'D': r.d = tool_word_double(v); break;
    case 'L':
    case '[': r.l = tool_ref(self, tool_word_ref(v)); break;
    default: break;
    }
    return r;
}
