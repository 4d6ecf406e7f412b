/* See tool_probe.h. */
#include "tool/tool_probe.h"

#include "probe/probe.h"
#include "thread/thread_contract.h"

u32 tool_probe_add(struct thread *self, const char *text, char *reason, size_t size)
{
    IN_STATE(self, VM);
    return probe_add(self, text, strlen(text), false, reason, size);
}
bool tool_probe_remove(struct thread *self, u32 id) { return probe_remove(self, id, false, PROBE_AS_TEXT, NULL); }

static char *taken(struct text *t)
{
    char *s = vm_strdup(text_string(t));
    text_free(t);
    return s;
}
char *tool_probe_read(struct thread *self, u32 id, bool json, bool delta)
{
    struct text t;
    text_init(&t, NULL, 0);
    if (probe_read(self, id, delta, json ? PROBE_AS_JSON : PROBE_AS_TEXT, &t)) return taken(&t);
    text_free(&t);
    return NULL;
}
char *tool_probe_list(struct thread *self, bool json)
{
    struct text t;
    text_init(&t, NULL, 0);
    probe_list(self, json ? PROBE_AS_JSON : PROBE_AS_TEXT, &t);
    return taken(&t);
}
