/* java_call and its variants: the part of a call that needs no interpreter. */
#include "core/call.h"
#include "thread/thread_contract.h"
#include <stdarg.h>

slot java_call(struct thread *self, struct method *m, const slot *args)
{
    MAY_CALL_OUT(self);
    NOTHING_PENDING(self);
    return exec.call(self, m, args);
}

slot java_call_virtual(struct thread *self, struct method *m, const slot *args)
{
    MAY_CALL_OUT(self);
    NOTHING_PENDING(self);
    struct method *selected = class_select_method(object_class(slot_ref(args[0])), m);
    return exec.call(self, selected ? selected : m, args);
}

slot java_call_args(struct thread *self, struct method *m, const char *kinds, ...)
{
    MAY_CALL_OUT(self);
    NOTHING_PENDING(self);
    /* no unwritten words, since the collector scans this frame while the method runs */
    slot args[m->nargs + 1u];
    u32 n = 0;
    va_list va;
    va_start(va, kinds);
    for (const char *k = kinds; *k; k++) {
        VM_CHECK(n + (*k == 'J' || *k == 'D') < m->nargs);
        switch (*k) {
        case 'J':
            args[n++] = 0;
            args[n++] = (slot)va_arg(va, i64);
            break;
        case 'D':
            args[n++] = 0;
            args[n++] = slot_of_double(va_arg(va, double));
            break;
        case 'F': args[n++] = slot_of_float((float)va_arg(va, double)); break;
        case 'L':
        case '[': args[n++] = slot_of_ref(va_arg(va, struct object *)); break;
        default: args[n++] = slot_of_int(va_arg(va, i32)); break;
        }
    }
    va_end(va);
    VM_ASSERT(n == m->nargs);
    return exec.call(self, m, args);
}
