/* Calls. A call is inlined if its target is known, from the method or from the profile. */
#include "exec/code/code.h"
#include "exec/code/code_users.h"
#include "exec/code/inline_cache.h"
#include "exec/invoke/invoke.h"
#include "exec/opt/build/opt_build.h"
#include "exec/opt/opt.h"
#include "exec/tier/call_tally.h"
#include "exec/tier/profile.h"
#include "log/log.h"
#include "model/loader.h"
#include "model/options.h"
#include "model/wellknown.h"
#include "thread/recorder.h"

/* A call that runs more often than the one, for each run of the compiled method, is hot; one that runs less often than
 * the other is cold. */
static const float OFTEN = 0.25F, SELDOM = 0.02F;

/* The method handle of which a call of m, with its arguments on the stack, runs a part; NULL: not known. It is the
 * first argument, or, where a call site calls, the last: the appendix. */
static const struct object *handle_of(struct builder *b, const struct method *m)
{
    if (!method_has(m, MTH_LAMBDA_FORM) || !m->nargs) return NULL;
    const struct object *first = node(b, stack_of(b)[b->sp - m->nargs])->known;
    opt_value last = stack_of(b)[b->sp - 1];
    return first || !last ? first : node(b, last)->known;
}

/* The object that this code has made and on which a call of m, with its arguments on the stack, runs; 0: not known. */
static opt_value object_of(struct builder *b, const struct method *m)
{
    if (method_is_static(m) || !m->nargs) return 0;
    opt_value o = opt_likely_value(b, stack_of(b)[b->sp - m->nargs]);
    return node(b, o)->op == OPT_NEW ? o : 0;
}

/* Method handles share the methods that run them. A tree of handles is no recursion as long as each handle occurs
 * once. Nor is a chain of objects that were made before it began, as an iterator over another one, as long as each
 * object occurs once. */
static u32 times_in_chain(const struct scope *s, const struct method *m, const struct object *handle, opt_value object)
{
    u32 n = 0;
    for (; s; s = s->caller)
        n += s->m == m && (!handle || s->handle == handle) && (!object || object == s->object || object >= s->began);
    return n;
}

/* The bytes of m that are built. Of those that are small or very large anyway, all bytes count. */
static u32 bytes_built(struct builder *b, const struct method *m)
{
    return m->code_len <= SMALL || m->code_len > MOST_LOOKED_AT ? m->code_len : opt_bytes_that_run(b, m);
}
/* Is an argument known, or an object that the code has just made? Then parts of the callee will go, or the object. */
static bool promises(struct builder *b, const struct method *m)
{
    for (u32 i = 1; i <= m->nargs && i <= b->sp; i++) {
        const struct opt_node *n = node(b, stack_of(b)[b->sp - i]);
        if (stack_of(b)[b->sp - i] && (n->op == OPT_NEW || n->op == OPT_NEW_ARRAY || n->known || n->boxed)) return true;
    }
    return false;
}
/* The most bytes of a callee that are worth it. */
static u32 most_bytes(struct builder *b, const struct method *m)
{
    float heat = b->s->now->heat;
    if (opt_leaves_room(b)) return SMALL;
    u32 most = heat < SELDOM ? SMALL : heat < OFTEN || b->s->level > NEAR ? BELOW_MIDDLE : MIDDLE;
    return heat >= SELDOM && promises(b, m) ? most + most / 2 : most;
}

/* The bytes of m as limits count them. Of a method that is too large where runs leave early (a number of variable
 * length, a search that mostly ends at once) the bytes of an average run count. */
static u32 bytes_counted(struct builder *b, const struct method *m)
{
    u32 bytes = bytes_built(b, m);
    if (bytes <= most_bytes(b, m) || bytes > LARGE || b->s->now->heat < OFTEN || b->s->level > NEAR) return bytes;
    u32 run = opt_bytes_of_a_run(b, m);
    return run <= SHORT ? run : bytes;
}

/* What m adds to the size of all code. Of the methods that run a known handle little is left. */
static u32 bytes_of_all(struct builder *b, const struct method *m)
{
    u32 bytes = bytes_counted(b, m);
    return handle_of(b, m) ? bytes / LEFT_OF_HANDLES : bytes;
}

/* The limit of the size of all code for a call of m, and for the calls in m. Half a tree of handles is slower than
 * none, therefore each has a few bytes of its own, where the calls before it have used up all others. */
static u32 limit_for(struct builder *b, const struct method *m)
{
    u32 inherited = b->s->limit, own = b->g->bytes + OF_HANDLES;
    if (own > MAX_WITH_HANDLES) own = MAX_WITH_HANDLES;
    return handle_of(b, m) && !b->s->handle && inherited < own ? own : inherited;
}

/* Has m call sites that compute a number, as equals and hashCode of records have? These run trees of handles, hundreds
 * of nodes, where those that make an object of a lambda take few. */
static bool runs_handles(const struct method *m)
{
    struct bytecode i;
    struct symbol *cls, *name, *desc;
    BYTECODE_EACH (i, m->orig_code, m->code_len)
        if (i.op == OP_invokedynamic) {
            cp_ref_names(m->cp, bytecode_constant(&i), &cls, &name, &desc);
            if (type_of_kind((u8)desc_return_kind(desc)) != OPT_REF) return true;
        }
    return false;
}
/* NULL: it can be inlined. */
static const char *why_impossible(struct builder *b, const struct method *m)
{
    const struct scope *s = b->s;
    if (method_is_native(m)) return "native method";
    if (method_is_abstract(m)) return "abstract method";
    if (!m->code || !m->orig_code || !m->code_len) return "not linked";
    if (m->next_version || method_has(m, MTH_DELETED)) return "redefined";
    if (method_has(m, MTH_OBJECT_INIT)) return "Object.<init>";
    if (method_has(m, MTH_TELLS) || m->told_often) return "a tool is told of it";
    if (m->intrinsic) return "intrinsic";
    if (method_has(m, MTH_DONT_INLINE)) return "disallowed by annotation";
    if (b->g->count > MAX_NODES / 2) return "size of all code";
    i32 extent = s->header + (i32)(FRAME_SLOTS * 2 + m->max_locals + m->max_stack + s->m->max_stack) + 2;
    if (extent >= MAX_EXTENT) return "too many slots";
    /* A method that runs a handle is slow where it is compiled alone, without that handle. */
    bool near = extent >= MAX_EXTENT - EXTENT_OF_HANDLES || s->depth + DEPTH_OF_HANDLES >= MAX_FORCED;
    return near && runs_handles(m) ? "no room for the handles that it runs" : NULL;
}
/* NULL: it is worth it. */
static const char *why_not_taken_in(struct builder *b, const struct method *m)
{
    const struct scope *s = b->s;
    const char *impossible = why_impossible(b, m);
    if (impossible) return impossible;
    bool forced = method_has(m, MTH_FORCE_INLINE) || m->code_len <= TINY;
    u32 most_levels = m->code_len <= SMALL && s->now->heat >= OFTEN ? DEPTH_OF_SMALL : MAX_DEPTH;
    if (s->depth >= MAX_FORCED || (!forced && s->level >= most_levels)) return "too deep";
    if (m->code_len <= SMALL && s->now->heat < OFTEN && runs_handles(m)) return "its handles are too big";
    u32 bytes = bytes_counted(b, m);
    bool fits = b->g->bytes + bytes_of_all(b, m) <= limit_for(b, m) || m->code_len <= LESS_THAN_A_CALL;
    bool calls_itself = s->m == m && m->code_len <= SMALL; /* and no other method in between */
    if (times_in_chain(s, m, handle_of(b, m), object_of(b, m)) > (calls_itself ? 2 : 1)) return "recursive";
    if (!forced && bytes > most_bytes(b, m)) return "too big";
    if (!fits) opt_no_room(b);
    return fits ? NULL : "size of all code";
}
static bool worth_taking_in(struct builder *b, const struct method *m) { return !why_not_taken_in(b, m); }

static void note_decision(struct builder *b, const struct method *m, u32 bci, const char *why_not)
{
    LOG(trace, jit_compilation, "%*s%s.%s%s at %s@%u: %s", 2 * (int)b->s->depth + 2, "", m->owner->name->bytes,
        m->name->bytes, m->desc->bytes, b->s->m->name->bytes, bci, why_not ? why_not : "taken in");
    if (!RECORDER_WANTS(CompilerInlining)) return;
    struct opt_decision *d = ARENA_NEW(b->a, struct opt_decision);
    *d = (struct opt_decision){ NULL, b->s->m, bci, m->owner->name, m->name, m->desc, why_not };
    if (b->g->last_decision)
        b->g->last_decision->next = d;
    else
        b->g->decisions = d;
    b->g->last_decision = d;
}

/* Should the compilation wait until m has been counted? Only if that takes no longer than the wait. */
static bool puts_off(const struct builder *b, const struct method *m)
{
    float heat = b->s->now->heat;
    if (!b->g->can_wait || heat < SELDOM || method_has(m, MTH_FORCE_INLINE)) return false;
    u32 left = profile_runs_left(m);
    return left && (float)left <= heat * (float)options.profile_enough;
}

/* The scope of m, whose arguments are the operands; NULL: m has subroutines. */
static struct scope *scope_of_call(struct builder *b, struct method *m)
{
    struct scope *s = b->s, *c = ARENA_NEW(b->a, struct scope);
    c->caller = s;
    c->m = m;
    c->depth = s->depth + 1;
    c->level = s->level + !method_has(m, MTH_LAMBDA_FORM);
    c->limit = limit_for(b, m);
    c->handle = handle_of(b, m);
    c->object = object_of(b, m);
    c->began = b->g->count;
    c->locals = s->header + (i32)FRAME_SLOTS + 1 + (i32)(b->sp - m->nargs);
    c->header = c->locals + m->max_locals;
    const char *why = b->g->why_not;
    bool failed = b->failed;
    if (opt_scan(b, c)) return c;
    b->failed = failed;
    b->g->why_not = why;
    return NULL;
}
static void finish_call(struct builder *b, opt_value call, u32 nargs, u8 return_kind, u32 bci)
{
    b->sp -= nargs;
    u8 t = type_of_kind(return_kind);
    node(b, call)->type = t;
    opt_build_catches(b, call, bci);
    if (t != OPT_VOID) push_type(b, call);
}

static void call_out(struct builder *b, struct method *m, u32 bci)
{
    opt_note_method(b, m);
    opt_value v = add(b, OPT_CALL, OPT_VOID, 0, 0);
    node(b, v)->state = opt_state_at(b, bci, OPT_RARE);
    node(b, v)->ptr = m;
    node(b, v)->imm = m->nargs;
    finish_call(b, v, m->nargs, m->return_kind, bci);
}
/* m is not worth inlining. May its head be? What counts calls would count those of the other way twice. */
static bool may_take_in_head(struct builder *b, struct method *m)
{
    if (b->s->now->heat < SELDOM || !opt_may_have_head(m) || call_tally_on) return false;
    if (why_impossible(b, m) || (m->access & ACC_SYNCHRONIZED)) return false;
    opt_note_method(b, m);
    return !method_has(m, MTH_TELLS | MTH_OF_PROBES) && !opt_has_breakpoint(m);
}
void opt_build_behind_head(struct builder *b, const struct part *p)
{
    struct scope *c = b->s, *s = c->caller;
    opt_value *own = b->cur;
    size_t n = (size_t)s->m->max_locals + s->m->max_stack + 2;
    b->block = p->block;
    b->s = s;
    b->cur = ARENA_NEW_ARRAY(b->a, opt_value, n);
    memcpy(b->cur, c->behind, n * sizeof *b->cur);
    b->sp = c->call->nstack + c->m->nargs;
    b->live = c->call->live;
    b->probed = c->call->probed;
    b->g->origin = c->called;
    call_out(b, c->m, c->call->bci);
    u8 type = type_of_kind(c->m->return_kind);
    opt_return_to_caller(b, c, type != OPT_VOID ? pop_kind(b, type) : 0);
    b->s = c;
    b->cur = own;
}

/* Inlines m, or its head if that is `allowed`, in place of a call. The arguments are the operands. Returns false if m
 * has to be called. */
static bool take_in(struct builder *b, struct method *m, u32 bci, bool allowed)
{
    struct scope *s = b->s;
    if (UNLIKELY(m->told_often)) opt_note_method(b, m); /* when that ends the code is made again */
    const char *why_not = why_not_taken_in(b, m);
    bool only_head = why_not && allowed && may_take_in_head(b, m);
    if (why_not && !only_head) {
        note_decision(b, m, bci, why_not);
        return false;
    }
    if (!why_not && puts_off(b, m)) {
        note_decision(b, m, bci, opt_put_off);
        return !fail(b, opt_put_off);
    }
    u32 below = b->sp - m->nargs, bytes = bytes_of_all(b, m);
    const u64 *live_here = b->live;
    struct scope *c = scope_of_call(b, m);
    if (!c) {
        note_decision(b, m, bci, "subroutines");
        return false;
    }
    c->only_head = only_head;
    if (only_head && !opt_find_head(b, c)) {
        note_decision(b, m, bci, why_not);
        return false;
    }
    note_decision(b, m, bci, only_head ? "only its head is taken in" : NULL);
    if (m->access & ACC_SYNCHRONIZED) {
        c->lock = method_is_static(m) ? constant(b, OPT_REF, (i64)(uintptr_t)m->owner->mirror) : stack_of(b)[below];
        node(b, opt_monitor(b, OPT_ENTER, c->lock, c->header, bci))->kind = OPT_OF_METHOD;
    }
    b->sp = below;
    c->call = opt_state_at(b, bci, OPT_RARE);
    c->called = b->g->origin;
    opt_note_method(b, m);
    opt_hold(b->g, m);
    opt_tally(b, m);
    if (!only_head) opt_spend(b, bytes);
    opt_value *saved = c->behind = b->cur;
    opt_value *args = saved + s->m->max_locals + below;
    if (!method_is_static(m)) c->receiver = args[0];
    b->cur = ARENA_NEW_ARRAY(b->a, opt_value, (size_t)m->max_locals + m->max_stack + 2);
    memcpy(b->cur, args, m->nargs * sizeof *args);
    b->sp = 0;
    b->s = c;
    opt_probe_entered_scope(b);
    bool ok = opt_build_scope(b, c);
    b->g->origin = c->called;
    b->s = s;
    b->cur = saved;
    b->live = live_here;
    b->sp = below;
    b->block = 0;
    if (!ok) return true; /* the compilation has failed */
    if (!c->return_count) return true;
    b->block = new_block(b);
    u8 type = type_of_kind(m->return_kind);
    opt_value result = type != OPT_VOID ? c->returns[0].slots[0] : 0;
    bool same = true;
    for (u32 i = 0; i < c->return_count; i++) {
        opt_add_edge(b->g, c->returns[i].block, b->block);
        same &= type == OPT_VOID || c->returns[i].slots[0] == result;
    }
    if (!same) {
        result = opt_new_node(b->g, OPT_PHI, type);
        opt_append(b->g, b->block, result);
        for (u32 i = 0; i < c->return_count; i++) opt_add_phi_arg(b, result, c->returns[i].slots[0]);
    }
    if (type != OPT_VOID) push_type(b, result);
    return true;
}

/* Inlines the target of m, a linker method of method handles, builds it in place of the call, or calls it. The
 * MemberName lies behind the arguments. States that are made meanwhile have it as an operand, since the interpreter
 * repeats the call of the linker; that of a call has it no more, as the interpreter's frame. */
static bool call_target(struct builder *b, const struct method *m, u32 bci)
{
    u32 dropped;
    struct method *target = opt_linker_target(b, m, bci, &dropped);
    if (!target) return false;
    target = method_newest(target);
    b->sp -= dropped;
    b->behind_args = dropped;
    bool built = opt_build_own(b, target, bci) || opt_build_intrinsic(b, target, bci);
    b->behind_args = 0;
    if (built || opt_build_pure(b, target) || take_in(b, target, bci, false)) return true;
    if (type_of_kind(target->return_kind) == type_of_kind(m->return_kind)) {
        call_out(b, target, bci);
        return true;
    }
    b->sp += dropped;
    return false;
}
static bool call_clone(struct builder *b, struct method *m, u32 bci);
/* A constant, an inline cache or a handle may name an older version of `called`. */
static void call_known(struct builder *b, struct method *called, u32 bci)
{
    struct method *m = method_newest(called);
    if (call_clone(b, m, bci)) return;
    if (call_target(b, m, bci) || opt_build_own(b, m, bci) || opt_build_intrinsic(b, m, bci)) return;
    opt_value number = opt_to_be_boxed(b, m);
    struct scope *c = number && !why_not_taken_in(b, m) ? scope_of_call(b, m) : NULL;
    if (c && opt_build_box(b, m, bci, c)) {
        note_decision(b, m, bci, NULL);
        return;
    }
    if (!take_in(b, m, bci, true)) call_out(b, m, bci);
    if (number && b->block) opt_know_box(b, stack_of(b)[b->sp - 1], m, number);
}

/* Object.<init>: nothing but to register objects with a finalizer. */
static bool call_object_init(struct builder *b, struct method *called, u32 bci)
{
    struct method *init = method_newest(called);
    if (method_has(init, MTH_TELLS | MTH_COUNTED_BODY)) return false;
    opt_note_method(b, init);
    opt_value o = stack_of(b)[b->sp - 1];
    const struct opt_node *n = node(b, o);
    if (n->op == OPT_NEW) {
        if (((const struct class *)n->ptr)->type.finalizable) return false;
    } else
        (void)check(b, OPT_CHECK_FINALIZER, o, 0, bci);
    b->sp--;
    opt_tally(b, init);
    opt_probe_entered(b, init);
    return true;
}

static u8 kind_of_descriptor(const struct symbol *desc)
{
    const char *p = desc->bytes;
    while (*p && *p != ')') p++;
    return (u8)(*p ? p[1] : 'V');
}

static opt_value receiver_of(struct builder *b, u32 nargs) { return stack_of(b)[b->sp - nargs]; }

/* The profile of the call at bci: the receivers' classes and the methods that they select. */
enum {
    FEW_CLASSES = 2,
    MAX_FOR_MANY = 600 /* bytes of all bytecode inlined so far, for more than FEW_CLASSES */
};
struct seen {
    struct class *cls[PROFILE_CLASSES];
    struct method *m[PROFILE_CLASSES];
    u32 count;
    bool others; /* there were more classes */
};
static struct method *select_by(struct class *c, i32 index, const struct icache *ic)
{
    struct method *m = ic ? icache_method_for(ic, c) : (u32)index < c->vtable_len ? c->vtable[index] : NULL;
    return m && !method_is_abstract(m) && !method_has(m, MTH_CONFLICT | MTH_DELETED) ? m : NULL;
}
/* Sorts the receivers, the most frequent ones first. Returns the sum of all counts. */
static u32 sort_receivers(struct profile_receivers *p)
{
    u32 all = p->others;
    for (u32 i = 0; i < PROFILE_CLASSES; i++) {
        const struct class *c = p->cls[i];
        u32 n = c ? p->count[i] : 0, k = i;
        for (; k > 0 && p->count[k - 1] < n; k--) {
            p->cls[k] = p->cls[k - 1];
            p->count[k] = p->count[k - 1];
        }
        p->cls[k] = c;
        p->count[k] = n;
        all += n;
    }
    return all;
}
/* Is a call of m worth one more comparison of classes? The first two classes are, if each has a fifth of all calls, or
 * if inlining the method costs less than a call through a table: the profile may be of another time, as that of
 * HashMap.hash is, and other callers. Up to four more are, if they are equally frequent and cost so little. */
static bool worth_comparing(struct builder *b, const struct seen *s, const struct method *m, u32 count, u32 all)
{
    bool first = s->count < FEW_CLASSES, little = m->code_len <= LESS_THAN_A_CALL && worth_taking_in(b, m);
    if (first && (little || count >= all / 5)) return true;
    return little && count >= all / (PROFILE_CLASSES + 1) && b->g->bytes + m->code_len <= MAX_FOR_MANY;
}
/* Does m override `declared`? A profile that was read from a file may name a class whose method at the index is another
 * one. */
static bool overrides(const struct method *m, const struct method *declared)
{
    return declared && m->name == declared->name && m->desc == declared->desc;
}
/* ic: the inline cache of an interface call; NULL for a call by table index, of `declared` or a method that overrides
 * it. */
static struct seen seen_at(struct builder *b, i32 index, const struct icache *ic, const struct method *declared,
                           u32 bci)
{
    struct seen s = { .others = true };
    struct profile_receivers p;
    if (!profile_receivers(b->s->m, bci, &p)) return s;
    u32 all = sort_receivers(&p);
    s.others = p.others > 0 || b->g->m->given_up + 1 >= OPT_MADE_AGAIN; /* code that is not made again must not leave
                                                                         * for an unknown class */
    for (u32 i = 0; i < PROFILE_CLASSES && all >= 20; i++) {
        struct class *c = (struct class *)(uintptr_t)p.cls[i];
        if (!c || !p.count[i]) continue;
        struct method *m = select_by(c, index, ic);
        if (!m || !overrides(m, declared) || !worth_comparing(b, &s, m, p.count[i], all) || !opt_can_name_class(b, c)) {
            s.others = true;
            continue;
        }
        s.cls[s.count] = c;
        s.m[s.count++] = m;
    }
    return s;
}

/* The same for the receiver o. If the code itself tells its class, because o comes out of a final field of an object
 * that was made here, the profile is not asked: that is of all callers. */
static struct seen seen_on(struct builder *b, opt_value o, i32 index, const struct icache *ic,
                           const struct method *declared, u32 bci)
{
    opt_value likely = opt_likely_value(b, o);
    struct class *c = likely != o ? exact_class(b, likely) : NULL;
    struct method *m = c && opt_can_name_class(b, c) ? select_by(c, index, ic) : NULL;
    if (!m || !overrides(m, declared)) return seen_at(b, index, ic, declared, bci);
    return (struct seen){ { c }, { m }, .count = 1, .others = b->g->m->given_up + 1 >= OPT_MADE_AGAIN };
}

/* The block where the branches of a call join, and its result if it has one. */
struct joined {
    u32 block[PROFILE_CLASSES + 1];
    opt_value value[PROFILE_CLASSES + 1];
    u32 count;
};
static void join(struct builder *b, struct joined *j, u8 kind)
{
    if (!b->block) return;
    u8 type = type_of_kind(kind);
    j->value[j->count] = type != OPT_VOID ? pop_kind(b, type) : 0;
    (void)add(b, OPT_GOTO, OPT_VOID, 0, 0);
    j->block[j->count++] = b->block;
    b->block = 0;
}
static void go_on_joined(struct builder *b, const struct joined *j, u32 sp, u8 kind)
{
    u8 type = type_of_kind(kind);
    b->block = 0;
    b->sp = sp;
    if (!j->count) return;
    b->block = new_block(b);
    for (u32 i = 0; i < j->count; i++) opt_add_edge(b->g, j->block[i], b->block);
    if (type == OPT_VOID) return;
    opt_value v = j->value[0];
    if (j->count > 1) {
        v = opt_new_node(b->g, OPT_PHI, type);
        opt_append(b->g, b->block, v);
        for (u32 i = 0; i < j->count; i++) opt_add_phi_arg(b, v, j->value[i]);
    }
    push_type(b, v);
}

/* Calls m on o, whose class is c. */
static void call_on_class(struct builder *b, opt_value o, struct class *c, struct method *m, u32 bci)
{
    const struct told_class t = { o, c, b->told };
    b->told = &t;
    call_known(b, m, bci);
    b->told = t.around;
}

/* Compares the receiver with each class of the profile, and calls the method that the class selects. `otherwise` makes
 * the call for all other classes. */
static void call_by_class(struct builder *b, opt_value o, opt_value checked, const struct seen *s, u32 nargs, u8 kind,
                          u32 bci, void (*otherwise)(struct builder *b, void *arg), void *arg)
{
    struct joined j = { .count = 0 };
    u32 sp = b->sp;
    opt_value *args = ARENA_NEW_ARRAY(b->a, opt_value, nargs + 1);
    memcpy(args, stack_of(b) + sp - nargs, nargs * sizeof *args);
    opt_value cls = add(b, OPT_CLASS_OF, OPT_INT, o, 0);
    node(b, cls)->dep = checked;
    for (u32 i = 0; i < s->count; i++) {
        if (i + 1 == s->count && !s->others) { /* no other class is expected: a check that leaves */
            opt_value k = check(b, OPT_CHECK_CLASS, o, 0, bci);
            node(b, k)->ptr = s->cls[i];
            node(b, k)->dep = checked;
            call_on_class(b, o, s->cls[i], s->m[i], bci);
            join(b, &j, kind);
            break;
        }
        u32 no = go_on_if(b, cls, OPT_EQ, constant(b, OPT_INT, (i32)(uintptr_t)s->cls[i]));
        call_on_class(b, o, s->cls[i], s->m[i], bci);
        join(b, &j, kind);
        b->sp = sp;
        memcpy(stack_of(b) + sp - nargs, args, nargs * sizeof *args); /* the result lies there now */
        b->block = no;
        if (i + 1 == s->count) {
            otherwise(b, arg);
            join(b, &j, kind);
        }
    }
    go_on_joined(b, &j, sp - nargs, kind);
}

struct direct_call {
    struct method *m;
    u32 bci;
};
static void call_directly(struct builder *b, void *arg)
{
    const struct direct_call *c = arg;
    call_out(b, method_newest(c->m), c->bci); /* what was built before may have let the world stop */
}
/* Object.clone of an object whose class is known. `super.clone()` is assumed to run on the method's own class while
 * that has no subclass. */
static bool call_clone(struct builder *b, struct method *m, u32 bci)
{
    if (!opt_is_clone(b, m)) return false;
    opt_value o = receiver_of(b, 1);
    struct class *c = exact_class(b, o);
    if (c && opt_can_clone(c) && !opt_tells_allocation(b, c)) {
        opt_build_clone(b, c, m, bci);
        return true;
    }
    struct seen s = { { b->s->m->owner }, { m }, .count = 1 };
    s.others = atomic_load(&s.cls[0]->has_heirs) || b->g->m->given_up + 1 >= OPT_MADE_AGAIN;
    if (c || method_is_static(b->s->m) || !opt_can_clone(s.cls[0]) || opt_tells_allocation(b, s.cls[0])) return false;
    struct direct_call call = { m, bci };
    call_by_class(b, o, check_null(b, o, bci), &s, 1, 'L', bci, call_directly, &call);
    return true;
}

struct table_call {
    opt_value o, checked;
    u32 index, nargs, bci;
    u8 kind;
    struct icache *ic;
};
static void call_by_table(struct builder *b, void *arg)
{
    const struct table_call *t = arg;
    opt_value v = add(b, t->ic ? OPT_CALL_INTERFACE : OPT_CALL_VIRTUAL, OPT_VOID, t->o, 0);
    node(b, v)->state = opt_state_at(b, t->bci, t->ic ? OPT_CHECK : OPT_RARE);
    node(b, v)->imm = (i64)t->index << 16 | t->nargs;
    node(b, v)->ptr = t->ic;
    node(b, v)->dep = t->checked;
    finish_call(b, v, t->nargs, t->kind, t->bci);
}

/* m, if no class overrides it; the code is dropped when one does. NULL: one has. */
static struct method *unless_overridden(struct builder *b, struct method *m)
{
    if (method_is_abstract(m) || method_has(m, MTH_CONFLICT | MTH_DELETED | MTH_OVERRIDDEN)) return NULL;
    opt_note_method(b, m);
    return __atomic_load_n(&m->flags, __ATOMIC_SEQ_CST) & MTH_OVERRIDDEN ? NULL : m;
}
/* The method that all receivers, instances of c, select. NULL: there are several. */
static struct method *only_method(struct builder *b, const struct class *c, u32 index)
{
    if (!c || class_is_interface(c) || index >= c->vtable_len) return NULL;
    return unless_overridden(b, c->vtable[index]);
}
/* The same for the receiver o of a virtual call. */
static struct method *only_by_type(struct builder *b, opt_value o, const struct method *declared, u32 index)
{
    if (!declared) return NULL;
    struct method *m = only_method(b, declared->owner, index);
    if (m) return m;
    const struct class *c = opt_declared_class(b, o);
    return c && class_assignable(c, declared->owner) ? only_method(b, c, index) : NULL;
}
/* The same for that of an interface call. */
static struct method *only_of_interface(struct builder *b, opt_value o, const struct icache *ic)
{
    struct class *c = opt_declared_class(b, o);
    if (!c || class_is_array(c) || atomic_load_explicit(&c->state, memory_order_acquire) < CLASS_LINKED) return NULL;
    struct method *m = select_by(c, 0, ic);
    return m && !class_is_interface(m->owner) ? unless_overridden(b, m) : NULL;
}

static void call_virtual(struct builder *b, struct method *declared, u32 index, u32 nargs, u8 kind, u32 bci)
{
    opt_value o = receiver_of(b, nargs);
    struct class *c = exact_class(b, o);
    opt_value checked = check_null(b, o, bci);
    if (c && declared &&
        !class_assignable(c, declared->owner)) { /* after a cast that always fails: the index belongs to another
                                                  * method */
        opt_leave_from(b, bci, OPT_RARE);
        return;
    }
    struct method *only = c && index < c->vtable_len ? c->vtable[index] : only_by_type(b, o, declared, index);
    if (only) {
        call_known(b, only, bci);
        return;
    }
    struct table_call t = { o, checked, index, nargs, bci, kind, NULL };
    struct seen seen = seen_on(b, o, (i32)index, NULL, declared, bci);
    if (seen.count)
        call_by_class(b, o, checked, &seen, nargs, kind, bci, call_by_table, &t);
    else
        call_by_table(b, &t);
}

/* Is v the receiver of the compiled method, and does its class implement `interface`? */
static bool is_this_of(struct builder *b, opt_value v, const struct class *interface)
{
    const struct opt_node *n = node(b, v);
    const struct method *m = b->g->m;
    return n->op == OPT_PARAM && n->imm == 0 && n->kind == 't' && class_assignable(m->owner, interface);
}
/* The instruction throws unless the class of o implements it. */
static void check_interface(struct builder *b, opt_value o, struct class *interface, u32 bci)
{
    if (!is_this_of(b, o, interface)) node(b, check(b, OPT_CHECK_CAST, o, 0, bci))->ptr = interface;
}
static void call_interface(struct builder *b, struct icache *ic, u8 kind, u32 bci)
{
    opt_value o = receiver_of(b, ic->nargs);
    if (!icache_widen(b->s->m->cp->holder, ic)) {
        (void)fail(b, "no room in class space");
        return;
    }
    opt_value checked = check_null(b, o, bci);
    struct class *c = exact_class(b, o);
    struct method *m = c ? select_by(c, 0, ic) : only_of_interface(b, o, ic);
    if (!m && ic->imethod->access & ACC_PRIVATE) { /* nothing is selected */
        check_interface(b, o, ic->interface, bci);
        m = ic->imethod;
    }
    if (m && !method_is_abstract(m)) {
        call_known(b, m, bci);
        return;
    }
    struct table_call t = { o, checked, 0, ic->nargs, bci, kind, ic };
    struct seen seen = seen_on(b, o, 0, ic, ic->imethod, bci);
    if (seen.count)
        call_by_class(b, o, checked, &seen, ic->nargs, kind, bci, call_by_table, &t);
    else
        call_by_table(b, &t);
}

static void call_site(struct builder *b, struct call_site *site, u32 bci)
{
    if (site->appendix) {
        opt_value v = add(b, OPT_LOAD_APPENDIX, OPT_REF, 0, 0);
        node(b, v)->ptr = site;
        opt_know(b, v, site->appendix);
        push(b, v);
    }
    call_known(b, site->target, bci);
}

static i32 read_operand(const u8 *at)
{
    i32 v;
    memcpy(&v, at, sizeof v);
    return v;
}

void opt_build_call(struct builder *b, const struct bytecode *i)
{
    struct method *m = b->s->m;
    const u8 *pc = m->code + i->bci;
    u8 op = interp_op_info[code_running_op(pc)].first;
    const struct cp_entry *e = &m->cp->e[bytecode_constant(i)];
    struct symbol *cls, *name, *desc;
    u16 packed;
    switch (op) {
    case OP_invokestatic_q: call_known(b, e->method, i->bci); return;
    case OP_invokestatic:
        if (atomic_load_explicit(&e->state, memory_order_acquire) != CPS_RESOLVED || !method_is_static(e->method) ||
            !opt_is_being_initialized(e->method->owner))
            break;
        (void)opt_check_init(b, e->method->owner, i->bci);
        call_known(b, e->method, i->bci);
        return;
    case OP_invokedirect_q:
        if (e->method->intrinsic) { /* the entry of an intrinsic checks the receiver */
            call_known(b, e->method, i->bci);
            return;
        }
        if (method_has(e->method, MTH_OBJECT_INIT)) {
            if (call_object_init(b, e->method, i->bci)) return;
        }
        (void)check_null(b, receiver_of(b, e->method->nargs), i->bci);
        call_known(b, e->method, i->bci);
        return;
    case OP_invokespecial_q:
        (void)check_null(b, receiver_of(b, e->method->nargs), i->bci);
        check_interface(b, receiver_of(b, e->method->nargs), m->owner, i->bci);
        call_known(b, e->method, i->bci);
        return;
    case OP_invokevirtual_q:
        memcpy(&packed, pc + 1, sizeof packed);
        cp_ref_names(m->cp, bytecode_constant(i), &cls, &name, &desc);
        call_virtual(b, e->method, packed >> 4, packed & 15, kind_of_descriptor(desc), i->bci);
        return;
    case OP_invokevirtual_cp:
        cp_ref_names(m->cp, bytecode_constant(i), &cls, &name, &desc);
        call_virtual(b, e->method, e->aux, e->nargs, kind_of_descriptor(desc), i->bci);
        return;
    case OP_invokeinterface_q:
        cp_ref_names(m->cp, bytecode_constant(i), &cls, &name, &desc);
        call_interface(b, (struct icache *)(uintptr_t)(u32)read_operand(pc + 1), kind_of_descriptor(desc), i->bci);
        return;
    case OP_invokedynamic_q: call_site(b, (struct call_site *)(uintptr_t)(u32)read_operand(pc + 1), i->bci); return;
    case OP_invokehandle_q:
        (void)check_null(b, receiver_of(b, e->site->nargs), i->bci);
        call_site(b, e->site, i->bci);
        return;
    default: break;
    }
    opt_leave_from(b, i->bci, OPT_UNLINKED);
}
