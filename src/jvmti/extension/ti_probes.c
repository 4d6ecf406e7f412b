/* Extension functions about probes (docs/probes.md). */
#include "jvmti/core/ti_int.h"
#include "ti_functions.h"
#include "tool/tool_probe.h"

#include <stdlib.h>

jvmtiError ti_ext_add_probe(struct ti_env *env, struct thread *self, const char *text, jint *id_ptr, char **message_ptr)
{
    char reason[512] = "";
    u32 id = tool_probe_add(self, text, reason, sizeof reason);
    if (message_ptr) *message_ptr = NULL;
    if (id) {
        *id_ptr = (jint)id;
        return JVMTI_ERROR_NONE;
    }
    if (message_ptr && ti_copy_string(reason, message_ptr) != JVMTI_ERROR_NONE) return JVMTI_ERROR_OUT_OF_MEMORY;
    return JVMTI_ERROR_ILLEGAL_ARGUMENT;
}

jvmtiError ti_ext_remove_probe(struct ti_env *env, struct thread *self, jint id)
{
    return id > 0 && tool_probe_remove(self, (u32)id) ? JVMTI_ERROR_NONE : JVMTI_ERROR_ILLEGAL_ARGUMENT;
}

static jvmtiError give(char *text, char **to)
{
    jvmtiError e = text ? ti_copy_string(text, to) : JVMTI_ERROR_ILLEGAL_ARGUMENT;
    free(text);
    return e;
}
jvmtiError ti_ext_read_probe(struct ti_env *env, struct thread *self, jint id, jboolean json, jboolean delta,
                             char **text_ptr)
{
    return give(id > 0 ? tool_probe_read(self, (u32)id, json, delta) : NULL, text_ptr);
}
jvmtiError ti_ext_list_probes(struct ti_env *env, struct thread *self, jboolean json, char **text_ptr)
{
    return give(tool_probe_list(self, json), text_ptr);
}
