/* Leaves optimized code: stores the values of registers, slots and constants into the interpreter's places, writes the
 * headers of inlined frames, and makes virtual objects (opt_escape.c). Nothing here stops the thread or collects,
 * unless there is no memory for those objects. Then the frames are published, and the field values are on the C stack,
 * where they pin the objects. */
#include "exec/opt/emit/opt_leave.h"
#include "bytecode/bytecode.h"
#include "cpu/x86_64/x86_sse.h"
#include "exec/code/code.h"
#include "exec/interp/interp_int.h"
#include "exec/opt/opt.h"
#include "exec/stencil/stencil_emit.h"
#include "exec/tier/profile.h"
#include "log/log.h"
#include "log/log_history.h"
#include "model/options.h"
#include "os/os_sync.h"
#include "os/os_time.h"
#include "thread/probe_points.h"
#include "thread/recorder.h"
#include "thread/thread_contract.h"

struct opt_registers {
    u64 ints[16], floats[16];
    const void *target;
};
enum { LEAVE_SIZE = 33 * 8 + 16 /* 8 above a multiple of 16, for alignment */, EXIT_LIMIT = 100, EXITS_TOLD = 10000 };
/* So many events at breakpoints or watches, in less than TOLD_NS nanoseconds each, are too many for optimized code. */
enum { TOLD_SPAN = 1024, TOLD_NS = 150 };
enum { TOLD_MOST = 1 };          /* times for each exit of a code */
enum { MADE_AGAIN_AFTER = 100 }; /* calls in the interpreter, which link what the code had left for */

/* The values of an exit: by slot of its frames, then its monitors without a record, then by slot of its objects. */
struct left {
    const struct opt_code *c;
    const struct opt_exit *x;
    slot *base;
    u32 first, in_frames, count; /* the exit's first slot in the code; slots of the frames; all slots */
    slot values[OPT_MOST_SLOTS];
    struct object *objects[OPT_MOST_OBJECTS];
};

static slot found_at(const struct opt_exit_slot *s, const struct opt_registers *r, const slot *base)
{
    switch (s->where) {
    case OPT_IN_REGISTER: return r->ints[s->reg];
    case OPT_IN_FLOAT_REGISTER: return r->floats[s->reg];
    case OPT_IN_SLOT: return base[s->slot];
    case OPT_IN_MEMORY: return slot_of_ref(*(struct object **)(uintptr_t)s->value);
    case OPT_IN_POOL:
        return slot_of_ref(array_ref(ref_decode(((struct constpool *)(uintptr_t)s->value)->resolved), s->slot));
    case OPT_IS_OBJECT: return 0;
    default: return (slot)s->value;
    }
}
static slot low_bits(slot v, u8 kind)
{
    switch (kind) {
    case 'B': return (u32)(i8)v;
    case 'C': return (u16)v;
    case 'S': return (u32)(i16)v;
    case 'I': return (u32)v;
    default: return v;
    }
}

static slot value_of(const struct opt_code *c, const struct opt_exit_slot *s, const struct opt_registers *r,
                     const slot *base)
{
    slot v = found_at(s, r, base);
    if (!s->far) return v;
    if (s->far != 'L') return low_bits(v + (slot)s->value, s->far);
    const u32 *path = c->steps + s->path;
    for (u32 i = 1; i <= path[0]; i++) v = slot_of_ref(obj_ref(slot_ref(v), path[i]));
    return v;
}

/* Reads all values before any is written, because places may overlap. */
static void read_slots(struct left *l, const struct opt_registers *r)
{
    const struct opt_code *c = l->c;
    const struct opt_exit *x = l->x;
    l->first = c->frames[x->first].first;
    l->in_frames = 0;
    for (u32 i = 0; i < x->count; i++) l->in_frames += c->frames[x->first + i].count;
    l->count = l->in_frames + x->unrecorded;
    for (u32 i = 0; i < x->object_count; i++) l->count += c->objects[x->objects + i].count;
    VM_CHECK(l->count <= OPT_MOST_SLOTS && x->object_count <= OPT_MOST_OBJECTS);
    for (u32 i = 0; i < l->count; i++) l->values[i] = value_of(c, &c->slots[l->first + i], r, l->base);
}
static void put_slots(const struct left *l)
{
    const struct opt_code *c = l->c;
    for (u32 i = 0; i < l->x->count; i++) { /* callees may have written to the slots of dead variables */
        const struct opt_exit_frame *e = &c->frames[l->x->first + i];
        u32 kept = i ? 0 : e->m->nargs;
        memset(l->base + e->locals + kept, 0, (e->m->max_locals - kept) * sizeof *l->base);
    }
    for (u32 i = 0; i < l->in_frames; i++) l->base[c->slots[l->first + i].at] = l->values[i];
}
/* Clears the values on the C stack. The collector would take them for references, also where this stack frame only
 * leaves them behind. */
static void forget(struct left *l)
{
    for (u32 i = 0; i < l->count; i++) l->values[i] = 0;
    for (u32 i = 0; i < l->x->object_count; i++) l->objects[i] = NULL;
    COMPILER_BARRIER();
}

static struct frame *put_headers(const struct opt_code *c, const struct opt_exit *x, slot *base)
{
    struct frame *f = (struct frame *)base;
    for (u32 i = 0; i < x->count; i++) {
        const struct opt_exit_frame *e = &c->frames[x->first + i];
        if (i > 0) {
            struct frame *caller = f;
            u32 at = (u32)(caller->pc - caller->method->code);
            f = (struct frame *)(base + e->header);
            f->prev = caller;
            f->method = e->m;
            f->ret_pc = caller->pc + bytecode_length(caller->method->orig_code, caller->method->code_len, at);
            f->kind = FRAME_JAVA;
            f->flags = e->locked && f->lock_obj ? FRM_LOCKED : 0; /* NULL: an object that is not made yet */
        }
        if (e->probed) f->flags |= FRM_PROBED;
        f->locals = base + e->locals;
        f->cp = e->m->entries;
        f->pc = e->m->code + e->bci;
    }
    return f;
}

/* Records the monitors that the code has held without a record. Before anything else may look at them. */
static void record_monitors(const struct left *l, struct thread *self)
{
    for (u32 i = 0; i < l->x->unrecorded; i++) {
        i32 header = l->c->slots[l->first + l->in_frames + i].at;
        monitor_note(self, slot_ref(l->values[l->in_frames + i]), (struct frame *)(void *)(l->base + header));
    }
}

/* ---- virtual objects ---- */
/* The box that valueOf has in its cache, if object i is one of those; else NULL. */
static struct object *cached_box(const struct left *l, u32 i)
{
    const struct opt_exit_object *x = &l->c->objects[l->x->objects + i];
    if (!x->cache) return NULL;
    slot v = x->count ? l->values[x->first - l->first] : 0;
    i64 number = x->count && l->c->slots[x->first].kind == 'J' ? (i64)v : slot_int(v);
    if (number < x->least || number > x->most) return NULL;
    return array_ref(obj_ref(field_static_base(x->cache), x->cache->offset), (i32)(number - x->least));
}
static struct object *make_object(struct thread *self, const struct opt_exit_object *x)
{
    struct class *c = x->cls;
    bool array = class_is_array(c);
    size_t elements = array ? array_base(c->type.elem_shift) + ((size_t)x->length << c->type.elem_shift) : 0;
    size_t size = array ? ALIGN_UP(elements, (size_t)OBJECT_ALIGN) : c->type.instance_size;
    struct object *o = heap_alloc_forced(&self->heap, &c->type, size);
    if (UNLIKELY(!o)) o = heap_alloc_reserve(&c->type, size);
    if (UNLIKELY(!o))
        return array ? array_new(self, c, (i32)x->length) : object_alloc_slow(self, c, c->type.instance_size, false);
    if (array) ((struct array *)o)->length = (i32)x->length;
    if (UNLIKELY(c->type.told)) probe_tell(self, PROBE_ALLOCATED, o, (i64)size);
    return o;
}
static void put_field(struct object *o, const struct opt_exit_slot *s, slot v)
{
    switch (s->kind) {
    case 'Z':
    case 'B': obj_set_byte(o, (u32)s->at, (u8)v); return;
    case 'C':
    case 'S': *(u16 *)((char *)o + s->at) = (u16)v; return;
    case 'I':
    case 'F': obj_set_int(o, (u32)s->at, slot_int(v)); return;
    case 'L':
    case '[': heap_store_ref(o, (u32)s->at, slot_ref(v)); return;
    default: obj_set_long(o, (u32)s->at, (i64)v); return;
    }
}
/* Fills in the objects after all have been made, since they may name each other in any order. */
static void put_objects(struct left *l)
{
    const struct opt_exit_slot *s = &l->c->slots[l->first];
    for (u32 i = 0; i < l->count; i++)
        if (s[i].where == OPT_IS_OBJECT) l->values[i] = slot_of_ref(l->objects[s[i].value]);
    for (u32 i = 0; i < l->in_frames; i++)
        if (s[i].where == OPT_IS_OBJECT) l->base[s[i].at] = l->values[i];
    for (u32 i = 0; i < l->x->object_count; i++) {
        const struct opt_exit_object *x = &l->c->objects[l->x->objects + i];
        for (u32 k = 0; k < x->count && !cached_box(l, i); k++) {
            u32 at = x->first - l->first + k;
            put_field(l->objects[i], &s[at], l->values[at]);
        }
    }
}
/* The next object to be entered after frame *header has entered object *i. Outer frames come first, and in a frame the
 * last object. Returns NULL after the last one. */
static struct object *next_held(const struct left *l, i64 *header, u32 *i)
{
    struct object *next = NULL;
    const i64 after = *header;
    const u32 last = *i;
    i64 best = INT64_MAX;
    for (u32 k = l->x->object_count; k-- > 0;) {
        const struct opt_held *held = &l->c->objects[l->x->objects + k].held;
        for (u32 h = 0; h < held->count; h++) {
            i64 at = held->headers[h];
            if (at < after || (at == after && k >= last) || at >= best) continue;
            best = *header = at;
            *i = k;
            next = l->objects[k];
        }
    }
    return next;
}
/* Enters the monitors of the new objects, unknown to other threads, in the order in which the frames entered them. */
static void enter_monitors(const struct left *l, struct thread *self)
{
    i64 header = INT64_MIN;
    u32 i = 0;
    for (struct object *o; (o = next_held(l, &header, &i));) {
        const struct opt_held *held = &l->c->objects[l->x->objects + i].held;
        for (u32 h = 0; h < held->count; h++)
            if (held->headers[h] == header)
                VM_CHECK(monitor_try_enter(self, o, (struct frame *)(void *)(l->base + header)));
    }
    for (u32 k = 1; k < l->x->count; k++) {
        const struct opt_exit_frame *e = &l->c->frames[l->x->first + k];
        if (e->locked) ((struct frame *)(void *)(l->base + e->header))->flags |= FRM_LOCKED;
    }
}
/* Until the objects are there the frames have NULL in their places. They keep it if there is no memory; then an
 * OutOfMemoryError is pending. */
static void make_objects(struct left *l, struct thread *self, struct frame *f, slot *sp)
{
    self->fp = f;
    self->jsp = sp;
    for (u32 i = 0; i < l->x->object_count; i++) {
        l->objects[i] = cached_box(l, i);
        if (!l->objects[i]) l->objects[i] = make_object(self, &l->c->objects[l->x->objects + i]);
        if (!l->objects[i]) return;
    }
    heap_forced_end(&self->heap);
    put_objects(l);
    enter_monitors(l, self);
}

/* Adds the receiver of the call at f's instruction, whose class the code did not expect, to the profile. */
static void note_receiver(const struct frame *f, const slot *sp)
{
    const struct method *m = f->method;
    u32 bci = (u32)(f->pc - m->code);
    struct profile_site *s = profile_site(m, bci);
    u8 op = m->orig_code[bci];
    if (!s || (op != OP_invokevirtual && op != OP_invokeinterface)) return;
    struct symbol *cls, *name, *desc;
    cp_ref_names(m->cp, (u32)m->orig_code[bci + 1] << 8 | m->orig_code[bci + 2], &cls, &name, &desc);
    struct object *receiver = slot_ref(sp[-(i32)desc_arg_slots(desc)]);
    if (receiver) profile_note(s, receiver->class_ref);
}

static void log_exit(const char *what, const struct opt_code *c, const struct opt_exit *x)
{
    const struct method *m = c->m;
    const struct opt_exit_frame *e = &c->frames[x->first + x->count - 1];
    LOG(debug, jit_compilation, "%s: %s.%s%s, left at %s.%s%s@%u %s%s", what, m->owner->name->bytes, m->name->bytes,
        m->desc->bytes, e->m->owner->name->bytes, e->m->name->bytes, e->m->desc->bytes, e->bci,
        bytecode_info[e->m->orig_code[e->bci]].name,
        x->reason == OPT_UNLINKED                           ? ", not linked"
        : x->reason == OPT_EARLY || x->reason == OPT_LIKELY ? ", before its loop"
                                                            : "");
}

/* An exit that should be rare was taken. After many the code is made again by what is known by then; where no thread
 * compiles it goes, and is made soon. true: this was one too many. */
static bool note_exit(struct opt_code *c, const struct opt_exit *x)
{
    struct method *m = c->m;
    u32 taken = ++c->exits_taken;
    if (taken == EXITS_TOLD) log_exit(c->stays ? "leaves again and again" : "leaves until it is made again", c, x);
    if (taken != EXIT_LIMIT) return false;
    c->stays = m->given_up >= OPT_MADE_AGAIN;
    if (c->stays) return false;
    m->given_up++;
    if (x->reason == OPT_EARLY) m->left_early = true;
    if (x->reason == OPT_LIKELY) m->left_guess = true;
    const struct opt_exit_frame *e = &c->frames[x->first + x->count - 1];
    log_exit("given up", c, x);
    history_note(HISTORY_CODE_GIVEN_UP, "given up: %s.%s%s, left at %s.%s@%u", m->owner->name->bytes, m->name->bytes,
                 m->desc->bytes, e->m->owner->name->bytes, e->m->name->bytes, e->bci);
    /* calls that were linked since are counted first: code that is made at once would know no receivers there */
    if (x->reason == OPT_UNLINKED && profile_count_again(m))
        code_drop(m, code_calls_before(1));
    else if (!opt_make_again(m))
        code_drop(m, code_calls_before(MADE_AGAIN_AFTER));
    return true;
}

void opt_left_by_exception(const struct code_pad *pad)
{
    const struct code *code = code_find(pad);
    if (!code || code->retired || !code->table) return;
    struct opt_code *c = (struct opt_code *)(void *)((char *)code->table + opt_record_offset(code->method));
    struct method *m = c->m;
    VM_ASSERT(c->code == code);
    if (++c->exits_taken != EXIT_LIMIT || m->given_up >= OPT_MADE_AGAIN) return;
    m->given_up++;
    LOG(debug, jit_compilation, "given up: %s.%s%s, left by exceptions", m->owner->name->bytes, m->name->bytes,
        m->desc->bytes);
    history_note(HISTORY_CODE_GIVEN_UP, "given up: %s.%s%s, left by exceptions", m->owner->name->bytes, m->name->bytes,
                 m->desc->bytes);
    if (!opt_make_again(m)) code_drop(m, code_calls_before(MADE_AGAIN_AFTER));
}

/* For the flight recorder: reasons and actions are constants of jfr_static.c. The code may be left very often before
 * its successor is there, so of each exit the first time is told, and the one after which the code is given up. */
static COLD void tell_exit(struct thread *self, const struct opt_code *c, struct opt_exit *x, struct frame *f, slot *sp,
                           bool given_up)
{
    u8 told = __atomic_load_n(&x->told, __ATOMIC_RELAXED);
    if (told == TOLD_MOST && !given_up) return;
    if (told < TOLD_MOST) __atomic_store_n(&x->told, told + 1, __ATOMIC_RELAXED);
    static const u8 reasons[] = { [OPT_UNLINKED] = RECORDER_DEOPT_UNLOADED,
                                  [OPT_CHECK] = RECORDER_DEOPT_CHECK,
                                  [OPT_EARLY] = RECORDER_DEOPT_PREDICATE,
                                  [OPT_LIKELY] = RECORDER_DEOPT_PREDICATE,
                                  [OPT_NEVER] = RECORDER_DEOPT_UNSTABLE_IF };
    enum { OPTIMIZER = 2 };
    const struct method *m = f->method;
    u32 bci = (u32)(f->pc - m->code);
    self->fp = f;
    self->jsp = sp;
    recorder_deoptimization(self, (i64)c->code->serial, OPTIMIZER, f->method, method_line(m, (i32)bci), (i32)bci,
                            m->orig_code[bci], reasons[x->reason], given_up);
}

/* Notes that the branch at f has gone both ways, or where the switch goes. */
static void note_branch(const struct frame *f, const slot *sp)
{
    const struct method *m = f->method;
    struct bytecode b;
    struct profile_site *s = profile_site(m, (u32)frame_bci(f));
    if (!s || !bytecode_read(&b, m->orig_code, m->code_len, (u32)frame_bci(f))) return;
    if (b.info->flow == BC_SWITCH) {
        profile_note(s, bytecode_target_of_key(&b, (i32)*sp) + 1);
        return;
    }
    if (!s->branch.taken) s->branch.taken = 1;
    if (!s->branch.not_taken) s->branch.not_taken = 1;
}

/* Counts exits for events of tools. If they are frequent, leaving and entering the code takes longer than the events.
 * Then the method with the breakpoint or watch gets no optimized code; its stencils leave cheaply. */
static void note_told(struct opt_code *c, const struct opt_exit *x)
{
    if (++c->told % TOLD_SPAN || c->code->retired) return;
    i64 before = c->told_ns, now = os_time_monotonic_ns();
    c->told_ns = now;
    if (!before || now - before > (i64)TOLD_SPAN * TOLD_NS) return;
    struct method *m = c->m, *at = c->frames[x->first + x->count - 1].m;
    at->told_often = true;
    LOG(debug, jit_compilation, "given up: %s.%s%s, a tool is told of %s.%s%s too often", m->owner->name->bytes,
        m->name->bytes, m->desc->bytes, at->owner->name->bytes, at->name->bytes, at->desc->bytes);
    code_drop(m, code_calls_before(MADE_AGAIN_AFTER));
}

static void leave(struct opt_registers *r, struct opt_code *c, u32 number)
{
    struct opt_exit *x = &c->exits[number];
    struct thread *self = (struct thread *)(uintptr_t)r->ints[R12];
    struct left l;
    l.c = c;
    l.x = x;
    l.base = (slot *)(uintptr_t)r->ints[R15];
    read_slots(&l, r);
    put_slots(&l);
    for (u32 i = 1; i <= c->gap; i++) l.base[-(i32)i] = 0; /* the interpreter does not use the gap */
    struct frame *f = put_headers(c, x, l.base);
    slot *sp = frame_operands(f) + c->frames[x->first + x->count - 1].depth;
    record_monitors(&l, self);
    if (x->object_count) make_objects(&l, self, f, sp);
    forget(&l);
    memset(r->ints, 0, sizeof r->ints);
    r->ints[R12] = (u64)(uintptr_t)self;
    r->ints[R13] = (u64)(uintptr_t)f->pc;
    r->ints[R14] = (u64)(uintptr_t)sp;
    r->ints[R15] = (u64)(uintptr_t)f;
    r->ints[RDI] = (u64)(uintptr_t)f->locals;
    r->ints[RSI] = (u64)(uintptr_t)self->dispatch;
    r->ints[RDX] = *sp;
    r->target = self->pending ? (const void *)opt_go_on : (const void *)opt_resume;
    if (self->pending) return;
    if (UNLIKELY(options.leave_every > 0) && self->leave_in <= 0) {
        self->leave_in = options.leave_every < INT32_MAX ? (i32)options.leave_every : INT32_MAX;
        return; /* the check may have held */
    }
    if (x->reason == OPT_POLLED || x->reason == OPT_RARE) return;
    if (UNLIKELY(x->reason == OPT_TOLD)) {
        note_told(c, x);
        return;
    }
    if (x->reason == OPT_CHECK) note_receiver(f, sp);
    if (x->reason == OPT_NEVER) note_branch(f, sp);
    bool given_up = note_exit(c, x);
    if (RECORDER_WANTS(Deoptimization)) tell_exit(self, c, x, f, sp, given_up);
}

/* Emits code that saves all registers, calls `leave`, and loads the registers and the target that it sets. */
static u32 make_entry(u8 *at, u32 size)
{
    struct emit e = { .at = at, .size = size };
    x_alu_by(&e, true, X_SUB, RSP, LEAVE_SIZE); /* rsp is 8 below a multiple of 16 */
    for (int r = 0; r < 16; r++)
        if (r != RSP) x_store(&e, RSP, 8 * r, r);
    for (int r = 0; r < 16; r++) x_float_mem(&e, true, X_FSTORE, r, RSP, 128 + 8 * r);
    x_move(&e, RDI, RSP);
    x_move(&e, RSI, RCX);
    x_move32(&e, RDX, RAX);
    static const int preserved[] = { RBX, R13, R14 }; /* C would save them on its stack */
    for (u32 i = 0; i < ARRAY_LEN(preserved); i++) x_zero(&e, preserved[i]);
    x_imm64(&e, RAX, (u64)(uintptr_t)leave);
    x_call_reg(&e, RAX);
    x_load(&e, RAX, RSP, 256);
    static const int taken[] = { R13, R14, R15, RDI, RSI, RDX };
    for (u32 i = 0; i < ARRAY_LEN(taken); i++) x_load(&e, taken[i], RSP, 8 * taken[i]);
    x_store_imm32(&e, true, RSP, 8 * RDX, 0); /* no value of the program may stay on the C stack */
    x_alu_by(&e, true, X_ADD, RSP, LEAVE_SIZE);
    x_jump_reg(&e, RAX);
    return e.full ? 0 : e.n;
}

const void *opt_called_again;
bool (*opt_make_again)(struct method *m);
static const u8 *leave_code;
const void *opt_leave_entry(void) { return leave_code; }

bool opt_prepare(struct thread *self)
{
    MAY_CALL_OUT(self);
    static struct os_mutex lock = OS_MUTEX_INIT;
    struct code *made = NULL;
    os_mutex_lock(&lock);
    if (!leave_code) {
        u8 bytes[1024];
        u32 n = make_entry(bytes, sizeof bytes);
        made = n ? code_install(bytes, n, NULL, "leave optimized code") : NULL;
        if (made) leave_code = made->start;
    }
    bool ready = leave_code != NULL;
    os_mutex_unlock(&lock);
    if (made) code_announce(self, made);
    return ready;
}

/* ---- slow paths of instructions ---- */
/* Returns o if control can go back to the code. Otherwise returns NULL: the interpreter continues after the instruction
 * with the result, or, where the allocation is only a part of it (OPT_WHERE_PART), repeats it. */
static struct object *go_back(struct thread *self, struct object *o, struct frame *f, u64 where,
                              const struct opt_code *code)
{
    if (o && LIKELY(self->dispatch == (void *const *)interp_tables[MODE_PLAIN] && !code->code->retired)) return o;
    frame_empty_gap(&code->images[where >> 32], f);
    if (where & OPT_WHERE_PROBED && (!o || where & OPT_WHERE_PART)) f->flags |= FRM_PROBED;
    if (!o || where & OPT_WHERE_PART) return NULL;
    self->jsp = frame_operands(f) + (u16)where + 1;
    *self->jsp = slot_of_ref(o);
    const struct method *m = f->method;
    f->pc += bytecode_length(m->orig_code, m->code_len, (u32)(f->pc - m->code));
    return NULL;
}
struct object *opt_allocate_slow(struct thread *self, struct class *c, i32 length, struct frame *f, u64 where,
                                 const struct opt_code *code)
{
    MAY_COLLECT(self);
    bool part = where & OPT_WHERE_PART;
    u32 depth = (u16)where;
    frame_show(&code->images[where >> 32], f);
    self->fp = f;
    self->jsp = frame_operands(f) + depth + (class_is_array(c) && !part); /* the length is still an operand */
    return go_back(self, class_is_array(c) ? array_new(self, c, length) : object_new(self, c), f, where, code);
}
struct object *opt_allocate_quick(struct thread *self, struct class *c, i32 length)
{
    if (c->type.told) return NULL; /* the probe would see stale frames */
    if (!class_is_array(c)) return heap_alloc(&self->heap, &c->type, c->type.instance_size);
    if ((u32)length > INT32_MAX - 2) return NULL;
    size_t bytes = array_base(c->type.elem_shift) + ((size_t)length << c->type.elem_shift);
    struct object *a = heap_alloc(&self->heap, &c->type, ALIGN_UP(bytes, (size_t)OBJECT_ALIGN));
    if (a) ((struct array *)a)->length = length;
    return a;
}
struct object *opt_allocate_arrays(struct thread *self, struct class *c, i32 dims, struct frame *f, u64 where,
                                   const struct opt_code *code)
{
    MAY_COLLECT(self);
    i32 lengths[255];
    u32 depth = (u32)where;
    frame_show(&code->images[where >> 32], f);
    self->fp = f;
    self->jsp = frame_operands(f) + depth + dims;
    for (i32 i = 0; i < dims; i++) lengths[i] = slot_int(frame_operands(f)[(i32)depth + 1 + i]);
    return go_back(self, array_new_multi(self, c, lengths, (u32)dims), f, where, code);
}

static void tell_field(struct thread *self, const struct frame *f, const slot *sp)
{
    const u8 *insn = f->method->orig_code + (f->pc - f->method->code);
    const struct field *field = f->method->cp->e[rd_u16be(insn + 1)].field;
    bool put = insn[0] == OP_putfield || insn[0] == OP_putstatic;
    i32 below = put ? (field->kind == 'J' || field->kind == 'D' ? 2 : 1) : 0;
    struct object *o = insn[0] == OP_getfield || insn[0] == OP_putfield ? slot_ref(sp[-below]) : NULL;
    probe_points.field(self, field, o, put ? sp : NULL);
}
void opt_tell_probes(struct thread *self, struct frame *f, u64 where, const struct opt_code *code)
{
    u16 how = (u16)(where >> 16);
    frame_show(&code->images[where >> 32], f);
    self->fp = f;
    self->jsp = frame_operands(f) + (u16)where;
    if (how == PROBE_AT_FIELD)
        tell_field(self, f, self->jsp);
    else if (how == PROBE_AT_CODE)
        probe_points.code(self, f);
    else {
        bool value = how == PROBE_RETURNS && f->method->return_kind != 'V';
        probe_points.method(self, f, (enum probe_exit)how, value ? self->jsp : NULL, NULL);
    }
}

PRESERVE_NONE void opt_go_on(INTERP_PARAMS)
{
    pc = fp->pc;
    sp = self->jsp;
    tos = *sp;
    locals = fp->locals;
    dispatch = self->dispatch;
    if (UNLIKELY(self->pending != NULL)) GO(interp_throw);
    DISPATCH();
}
PRESERVE_NONE void opt_resume(INTERP_PARAMS)
{
    dispatch = self->dispatch;
    DISPATCH();
}
PRESERVE_NONE void opt_not_here(INTERP_PARAMS) { MUSTTAIL return ((interp_fn)interp_plain_table[*pc])(INTERP_ARGS); }
/* tos: the code that jumps here, and continues; dispatch: its gap. */
PRESERVE_NONE void opt_move_header(INTERP_PARAMS)
{
    const void *code = (const void *)(uintptr_t)tos;
    u32 gap = (u32)(uintptr_t)dispatch;
    dispatch = self->dispatch;
    tos = *sp;
    struct frame *to = (struct frame *)(locals + fp->method->max_locals + gap);
    if (UNLIKELY(frame_operands(to) + FRAME_SLOTS >= self->stack_limit)) GO(opt_not_here);
    memmove(to, fp, sizeof *fp);
    for (u32 i = self->lock_top; i > 0 && self->locks[i - 1].frame == fp; i--) self->locks[i - 1].frame = to;
    for (u32 i = 0; i < gap; i++) locals[to->method->max_locals + i] = 0;
    fp = to;
    sp = frame_operands(to);
    *sp = 0;
    MUSTTAIL return ((interp_fn)code)(INTERP_ARGS);
}
PRESERVE_NONE void opt_leave_pad(INTERP_PARAMS)
{
    tos = show_at_pad(pc, fp, sp, tos);
    pc = ((const struct code_pad *)(const void *)pc)->pc;
    locals = fp->locals;
    GO(opt_resume);
}

u32 opt_enter_monitor(struct thread *self, struct object *o, struct frame *f) { return monitor_try_enter(self, o, f); }
u32 opt_enter_unnoted(struct thread *self, struct object *o) { return monitor_try_enter_unnoted(self, o); }
u32 opt_exit_monitor(struct thread *self, struct object *o, struct frame *f)
{
    const struct lock_record *top = self->lock_top ? &self->locks[self->lock_top - 1] : NULL;
    return top && top->obj == o && top->frame == f && monitor_exit_slow(self, o);
}
u32 opt_exit_method(struct thread *self, struct object *o, struct frame *f)
{
    bool more = self->lock_top > 1 && self->locks[self->lock_top - 2].frame == f;
    return !more && opt_exit_monitor(self, o, f);
}

u32 opt_assignable(struct class *from, const struct class *to)
{
    if (!class_assignable(from, to)) return false;
    if (class_is_interface(to) || class_is_array(to)) atomic_store_explicit(&from->seen_as, to, memory_order_relaxed);
    return true;
}
