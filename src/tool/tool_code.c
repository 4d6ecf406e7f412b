/* Functions of tools for running code (tool_code.h): breakpoints, watches, methods with events, pieces of machine code.
 * Code is rewritten while the world is stopped. */
#include "tool/tool_code.h"
#include "exec/code/code.h"
#include "exec/code/code_cache.h"
#include "exec/stencil/stencil_emit.h"
#include "exec/tier/call_tally.h"
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

struct place_list {
    struct tool_place *at;
    u32 count, room;
};
static bool add_place(struct place_list *l, const void *at, struct method *m, u32 bci, u32 callers)
{
    struct method_id *id = l->count < l->room ? method_id_of(m) : NULL;
    if (id) l->at[l->count++] = (struct tool_place){ at, id, (i32)bci, callers };
    return id != NULL;
}
static u32 depth_of(const struct code_places *p, u32 frame)
{
    u32 n = 0;
    for (frame &= CODE_FRAME; frame; frame = p->frame[frame - 1].caller) n++;
    return n;
}
/* Adds the whole chain, or nothing. */
static void add_chain(struct place_list *l, const struct code *c, const struct code_place *p)
{
    u32 n = depth_of(&c->places, p->frame), before = l->count;
    for (u32 f = p->frame & CODE_FRAME; f; f = c->places.frame[f - 1].caller)
        if (!add_place(l, c->start + p->at, c->places.frame[f - 1].m, c->places.frame[f - 1].bci, --n)) {
            l->count = before;
            return;
        }
}
static u32 most_places(const struct code *c)
{
    u32 n = c->method->code_len;
    for (u32 i = 0; i < c->places.place_count; i++) n += depth_of(&c->places, c->places.place[i].frame);
    return n;
}
static int by_address(const void *a, const void *b)
{
    const struct tool_place *x = a, *y = b;
    uintptr_t s = (uintptr_t)x->at, t = (uintptr_t)y->at;
    return s != t ? (s > t) - (s < t) : (x->bci > y->bci) - (x->bci < y->bci);
}
/* An instruction without code of its own has the address of the next one; the later one counts. */
static void put_in_order(struct place_list *l)
{
    u32 kept = 0;
    if (l->count) qsort(l->at, l->count, sizeof *l->at, by_address);
    for (u32 i = 0; i < l->count; i++)
        if (i + 1 == l->count || l->at[i].at != l->at[i + 1].at) l->at[kept++] = l->at[i];
    l->count = kept;
}
static void places_of_stencils(struct place_list *l, const struct code *c)
{
    for (u32 bci = 0; bci < c->method->code_len; bci++) {
        const void *at = stencil_of_bci(c, bci);
        if (at) (void)add_place(l, at, c->method, bci, 0);
    }
    put_in_order(l);
}
static void places_with_callers(struct place_list *l, const struct code *c)
{
    const struct code_place *p = c->places.place;
    for (u32 i = 0; i < c->places.place_count; i++)
        if (!i || (p[i].frame | CODE_BELOW) != (p[i - 1].frame | CODE_BELOW)) add_chain(l, c, &p[i]);
}

/* If the code was retired, its methods may have been freed, and other code may be at the address. */
static bool is_that(const struct code *c, const void *start, const struct method_id *id)
{
    return c && c->start == start && c->id == id && !c->retired && c->method && c->table;
}

u32 tool_code_places(const void *start, const struct method_id *id, struct tool_place **out)
{
    const struct code *c = code_find(start);
    *out = NULL;
    if (!is_that(c, start, id)) return 0;
    struct place_list l = { .room = most_places(c) };
    l.at = malloc((l.room + 1) * sizeof *l.at);
    if (!l.at) return 0;
    if (c->places.place_count)
        places_with_callers(&l, c);
    else
        places_of_stencils(&l, c);
    *out = l.at;
    return l.count;
}

void tool_method_events(struct method *const *methods, u32 n, bool (*wanted)(const struct method *m))
{
    VM_ASSERT(safepoint_mine());
    code_method_events(methods, n, wanted);
}

/* ---- calls that are counted ---- */

void tool_tally_calls(bool on)
{
    VM_ASSERT(safepoint_mine());
    code_tally_calls(on);
}
void tool_tell_retired_code(struct thread *self) { code_announce_retired(self); }

enum tool_status tool_call_tallies(struct thread *self, struct tool_tally **out, u32 *count)
{
    struct call_tally_row *rows;
    u32 n = 0;
    *out = NULL;
    if (call_tally_sums(self, &rows, &n)) *out = malloc(((size_t)n + 1) * sizeof **out);
    for (u32 i = 0; *out && i < n; i++) {
        const struct call_tally_row *r = &rows[i];
        bool known = r->class_name != NULL;
        (*out)[i] = (struct tool_tally){ .class_name = known ? r->class_name->bytes : "",
                                         .name = known ? r->name->bytes : "",
                                         .desc = known ? r->desc->bytes : "",
                                         .hidden = r->hidden,
                                         .entered = r->count[TALLY_ENTERED],
                                         .threw = r->count[TALLY_THREW] };
    }
    free(rows);
    *count = n;
    return *out ? TOOL_OK : TOOL_NO_MEMORY;
}
u64 tool_thread_calls(const struct thread *t) { return call_tally_of_thread(t); }

/* ---- breakpoints and watches ---- */

bool tool_has_location(const struct method_id *id, i64 location)
{
    return id->current && location >= 0 && location < (i64)id->current->code_len;
}

/* Obsolete versions keep running unchanged, and so do all older ones. */
static struct method *older_with_same_body(const struct method *m)
{
    struct method *older = m->previous_version;
    return older && !method_has(older, MTH_OBSOLETE) ? older : NULL;
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
    return code_watch_field(f, write ? FLD_WATCH_WRITE : FLD_WATCH_READ, on);
}
