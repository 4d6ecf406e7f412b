/* Exception messages that need more than a format, in HotSpot's words. */
#include "core/exception.h"
#include <stdio.h>

/* Casts fail often in some programs, so no format is parsed. Parts that do not fit are left out. */
void throw_class_cast(struct thread *self, const struct class *from, const struct class *to)
{
    char a[512], b[512], where[2048], text[3200];
    const char *parts[] = { "class ",
                            class_external_name(from, a, sizeof a),
                            " cannot be cast to class ",
                            class_external_name(to, b, sizeof b),
                            " (",
                            classes_in_module_of_loader(from, to, where, sizeof where),
                            ")" };
    size_t at = 0;
    for (u32 i = 0; i < ARRAY_LEN(parts); i++) {
        size_t n = strlen(parts[i]);
        VM_ASSERT(at + n < sizeof text);
        memcpy(text + at, parts[i], n);
        at += n;
    }
    text[at] = 0;
    throw_text(self, WK(ClassCastException), text);
}

char *method_signature_text(const struct method *m, char *buf, size_t size)
{
    /* method_external_name is "T holder.name(…)": the holder is removed. */
    char full[2048], holder[512];
    method_external_name(m, full, sizeof full);
    class_external_name(m->owner, holder, sizeof holder);
    size_t n = strlen(holder);
    const char *space = strchr(full, ' ');
    if (space && !strncmp(space + 1, holder, n) && space[1 + n] == '.')
        snprintf(buf, size, "%.*s%s", (int)(space + 1 - full), full, space + 1 + n + 1);
    else
        snprintf(buf, size, "%s", full);
    return buf;
}
