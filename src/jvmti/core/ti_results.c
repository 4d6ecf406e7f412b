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
