/* What tools do to code that runs (tool_code.h): breakpoints, watches, methods with events, pieces of machine code.
 * Code is rewritten while the world stands. */
#include "tool/tool_code.h"
#include "exec/code/code.h"
#include "exec/code/code_cache.h"
#include "meta/watch.h"
#include "thread/safepoint.h"
#include "thread/thread_contract.h"

#include <stdio.h>
#include <stdlib.h>

struct code_list {
    struct tool_code *at;
    u32 count, room;
};

static void count_code(const struct code *c, void *count) { ++*(u32 *)count; }

static void add_code(const struct code *c, void *arg)
{
    struct code_list *l = arg;
    if (l->count == l->room) return; /* came after the count */
    struct tool_code *t = &l->at[l->count++];
    *t = (struct tool_code){ c->id, "", c->start, atomic_load(&c->size) };
    snprintf(t->name, sizeof t->name, "%s", c->name);
}

u32 tool_generated_code(struct thread *self, struct tool_code **out)
{
    u32 n = 0;
    code_announce_retired(self);
    code_for_each(count_code, &n);
    *out = malloc((n ? n : 1) * sizeof **out);
    struct code_list l = { *out, 0, *out ? n : 0 };
    code_for_each(add_code, &l);
    return l.count;
}

void tool_method_events(struct method *const *methods, u32 n, bool (*wanted)(const struct method *m))
{
    VM_ASSERT(safepoint_mine());
    code_method_events(methods, n, wanted);
}

/* ---- breakpoints and watches ---- */

bool tool_has_location(const struct method_id *id, i64 location)
{
    return id->current && location >= 0 && location < (i64)id->current->code_len;
}

/* Obsolete versions run on as they are, and so do all older ones. */
static struct method *older_with_same_body(const struct method *m)
{
    struct method *older = m->previous_version;
    return older && !(older->flags & MTH_OBSOLETE) ? older : NULL;
}
void tool_set_breakpoint(const struct method_id *id, i32 bci)
{
    VM_ASSERT(safepoint_mine());
    for (struct method *m = id->current; m; m = older_with_same_body(m)) (void)code_set_breakpoint(m, bci);
}
void tool_clear_breakpoint(const struct method_id *id, i32 bci)
{
    VM_ASSERT(safepoint_mine());
    for (struct method *m = id->current; m; m = older_with_same_body(m)) (void)code_clear_breakpoint(m, bci);
}

bool tool_watch_field(struct field *f, bool write, bool on)
{
    u8 flag = write ? FLD_WATCH_WRITE : FLD_WATCH_READ;
    WORLD_STOPPED();
    bool changed = ((f->flags & flag) != 0) != on;
    if (changed) {
        u8 before = f->flags;
        f->flags = (u8)(on ? before | flag : before & ~flag);
        watch_field_changed(f, before);
        code_field_watch_changed(f);
    }
    return changed;
}
