/* A method's bytecode as text, with the names of its constants. -Xlog:bytecode=debug prints each method when its code
 * is first prepared, exec_print_stack the instructions of a stack. */
#include "bytecode/bytecode.h"
#include "exec/code/code_int.h"
#include "log/log.h"
#include <stdio.h>

/* Names a constant of m's pool. One without a name keeps its index. */
static void name_constant(void *ctx, u16 index, char *to, size_t size)
{
    const struct method *m = ctx;
    struct symbol *cls, *name, *desc;
    to[0] = 0;
    if (index >= m->cp->count) return;
    switch (m->cp->e[index].tag) {
    case CP_FIELD:
    case CP_METHOD:
    case CP_IMETHOD:
    case CP_INDY:
    case CP_DYNAMIC:
        cp_ref_names(m->cp, index, &cls, &name, &desc);
        snprintf(to, size, "%s%s%s:%s", cls ? cls->bytes : "", cls ? "." : "", name->bytes, desc->bytes);
        break;
    case CP_CLASS: snprintf(to, size, "%s", cp_class_name(m->cp, index)->bytes); break;
    case CP_INTEGER: snprintf(to, size, "%d", m->cp->e[index].i); break;
    case CP_LONG: snprintf(to, size, "%lld", (long long)m->cp->e[index].bits); break;
    default: break;
    }
}

u32 code_print(const struct method *m, u32 bci, char *to, size_t size)
{
    return bytecode_print(to, size, m->orig_code, m->code_len, bci, name_constant, (void *)m);
}

void log_code(const struct method *m)
{
    if (!LOG_ENABLED(debug, bytecode)) return;
    LOG(debug, bytecode, "%s.%s%s", m->owner->name->bytes, m->name->bytes, m->desc->bytes);
    char text[1024];
    for (u32 at = 0, n; at < m->code_len && (n = code_print(m, at, text, sizeof text)) != 0; at += n)
        LOG(debug, bytecode, "  %s", text);
}
