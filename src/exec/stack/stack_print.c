/* Prints a Java stack when the VM itself is debugged: from gdb, `call exec_print_stack(self)`, also after a crash.
 * Reads only metadata. */
#include "exec/code/code.h"
#include "exec/exec.h"
#include <stdio.h>

__attribute__((used, retain)) void exec_print_stack(struct thread *t)
{
    u32 depth = 0;
    for (struct frame *f = t->fp; f && depth < 200; f = frame_prev(f), depth++) {
        if (f->kind == FRAME_ENTRY) {
            fprintf(stderr, "%3u -- from C\n", depth);
            continue;
        }
        const struct method *m = f->method;
        i32 bci = frame_bci(f);
        fprintf(stderr, "%3u %s.%s%s ", depth, m->owner->name->bytes, m->name->bytes, m->desc->bytes);
        if (f->kind == FRAME_NATIVE)
            fprintf(stderr, "(native)\n");
        else {
            char text[256];
            (void)code_print(m, (u32)bci, text, sizeof text);
            fprintf(stderr, "(line %d, %s)\n", method_line(m, bci), text);
        }
    }
}
