/* Methods, lines and instructions that a redefinition took away: the output says so, once, and so does the list of
 * probes for as long as nothing is there. */
#include "exec/code/code.h"
#include "probe/probe_int.h"
#include "thread/thread_contract.h"

static bool has_place(const struct method *m, const struct probe_place *place)
{
    if (!m || method_is_abstract(m)) return false;
    if (place->kind <= PROBE_METHOD_THROW) return probe_names_method(place, m);
    i32 bci = probe_bci_of(place, m);
    return bci >= 0 && code_is_instruction(m, bci);
}
/* Has a method of c what the place names? before: one that the newest versions replace, or that was deleted. */
static bool has_any(const struct class *c, const struct probe_place *place, bool before)
{
    u32 n = c->method_count + (before ? c->deleted_count : 0);
    for (u32 i = 0; i < n; i++)
        if (has_place(before ? c->methods[i]->previous_version : c->methods[i], place)) return true;
    return false;
}
/* -1: c has no lines. */
static i64 nearest_line(const struct class *c, i64 line)
{
    i64 nearest = -1;
    for (u32 i = 0; i < c->method_count; i++)
        for (u32 k = 0; c->methods[i]->cf && k < c->methods[i]->cf->line_count; k++) {
            i64 other = c->methods[i]->cf->lines[k].line;
            if (nearest < 0 || llabs(other - line) < llabs(nearest - line)) nearest = other;
        }
    return nearest;
}
static void say(struct probe *p, const struct class *c, const struct probe_place *place)
{
    char name[1024];
    struct text t;
    text_init(&t, NULL, 0);
    probe_print_place(place, &t);
    if (!place->gone)
        text_printf(&t, " is there again: %s was redefined\n", class_external_name(c, name, sizeof name));
    else {
        i64 line = place->kind == PROBE_LINE ? nearest_line(c, place->number) : -1;
        text_printf(&t, " is gone: %s was redefined", class_external_name(c, name, sizeof name));
        if (line >= 0) text_printf(&t, ", its nearest line is %ld", line);
        text_add(&t, "\n");
    }
    probe_say(p, text_string(&t));
    text_free(&t);
}

void probe_tell_gone(struct probe *p, const struct class *c)
{
    WORLD_STOPPED();
    for (u32 i = 0; i < p->program->rule_count; i++)
        for (u32 k = 0; k < p->program->rules[i].place_count; k++) {
            struct probe_place *place = &p->program->rules[i].places[k];
            if (place->kind > PROBE_BCI || !probe_names_class(place, c)) continue;
            bool now = has_any(c, place, false), gone = !now && has_any(c, place, true);
            if (now ? !place->gone : !gone || (place->gone && probe_is_exact(place))) continue;
            place->gone = gone;
            say(p, c, place);
        }
}
void probe_list_gone(const struct probe *p, struct text *to)
{
    for (u32 i = 0; i < p->program->rule_count; i++)
        for (u32 k = 0; k < p->program->rules[i].place_count; k++) {
            const struct probe_place *place = &p->program->rules[i].places[k];
            if (!place->gone) continue;
            text_add(to, "    gone: ");
            probe_print_place(place, to);
            text_add(to, "\n");
        }
}
