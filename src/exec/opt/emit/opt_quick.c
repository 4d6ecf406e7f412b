/* Small cases of leaves in line: a hash that the object already has, a few bytes to copy or compare. All else calls the
 * leaf in a stub. The code may use rax, rcx, rdx, xmm14 and xmm15; the result is in rax. */
#include "exec/opt/emit/opt_machine.h"
#include "heap/object.h"
#include "model/class.h"
#include "model/options.h"

static void decline(struct quick *q, u32 jump)
{
    VM_ASSERT(q->count < ARRAY_LEN(q->declined));
    q->declined[q->count++] = jump;
}
static void decline_if(struct emission *E, struct quick *q, int cc) { decline(q, x_jump_if(&E->e, cc)); }
static void finish(struct quick *q, u32 jump)
{
    VM_ASSERT(q->done_count < ARRAY_LEN(q->done));
    q->done[q->done_count++] = jump;
}
static void finish_if(struct emission *E, struct quick *q, int cc) { finish(q, x_jump_if(&E->e, cc)); }

/* ---- Object.hashCode, System.identityHashCode ---- */
static void hash(struct emission *E, const struct opt_node *n, struct quick *q)
{
    struct emit *e = &E->e;
    int o = in_reg(E, n->args[0], RCX);
    if (n->kind == OPT_QUICK_HASH_OR_NULL) {
        x_zero(e, RAX);
        x_test(e, true, o, o);
        finish_if(E, q, CC_E);
    }
    x_load32(e, RAX, o, (i32)offsetof(struct object, lock));
    x_test_by(e, RAX, LOCK_STATE_MASK);
    decline_if(E, q, CC_NE);
    x_shift_by(e, false, X_SHR, RAX, LOCK_HASH_SHIFT);
    decline_if(E, q, CC_E);
}

/* ---- Class.isInstance, Class.isAssignableFrom of a class that is not known ---- */
/* Is the class in rdx, which is not primitive, that in rcx, or a subclass of it? For an interface only a match with
 * seen_as is known. Nothing else is of a primitive type, and only arrays are arrays. */
static void compare_classes(struct emission *E, struct quick *q)
{
    struct emit *e = &E->e;
    x_alu(e, true, X_CMP, RDX, RCX);
    u32 same = x_jump_if(e, CC_E);
    x_alu_mem(e, true, X_CMP, RCX, RDX, (i32)offsetof(struct class, seen_as));
    u32 seen = x_jump_if(e, CC_E);
    x_test_mem_by(e, RCX, (i32)offsetof(struct class, facts), FACT_ARRAY | FACT_INTERFACE | FACT_PRIMITIVE);
    u32 odd = x_jump_if(e, CC_NE);
    x_load32(e, RAX, RCX, (i32)offsetof(struct class, depth));
    x_alu_by(e, false, X_CMP, RAX, CLASS_DISPLAY - 1);
    decline_if(E, q, CC_A);
    x_load_as(e, X_32, true, RDX, RDX, RAX, 3, (i32)offsetof(struct class, display));
    x_alu(e, true, X_CMP, RDX, RCX);
    x_here(e, same);
    x_here(e, seen);
    x_set_if(e, CC_E, RAX);
    x_extend(e, X_U8, false, RAX, RAX);
    finish(q, x_jump(e));
    x_here(e, odd);
    x_zero(e, RAX);
    x_test_mem_by(e, RCX, (i32)offsetof(struct class, facts), FACT_PRIMITIVE);
    finish_if(E, q, CC_NE);
    x_test_mem_by(e, RCX, (i32)offsetof(struct class, facts), FACT_INTERFACE);
    decline_if(E, q, CC_NE);
    x_test_mem_by(e, RDX, (i32)offsetof(struct class, facts), FACT_ARRAY);
    decline_if(E, q, CC_NE);
}
static void is_instance(struct emission *E, const struct opt_node *n, struct quick *q)
{
    struct emit *e = &E->e;
    x_load(e, RCX, in_reg(E, n->args[0], RCX), (i32)mirror_class_offset);
    int o = in_reg(E, n->args[1], RDX);
    x_zero(e, RAX);
    x_test(e, true, o, o);
    finish_if(E, q, CC_E);
    x_load32(e, RDX, o, 0);
    compare_classes(E, q);
}
static void is_assignable(struct emission *E, const struct opt_node *n, struct quick *q)
{
    struct emit *e = &E->e;
    int from = in_reg(E, n->args[1], RDX);
    x_test(e, true, from, from);
    decline_if(E, q, CC_E);
    x_load(e, RDX, from, (i32)mirror_class_offset);
    x_test_mem_by(e, RDX, (i32)offsetof(struct class, facts), FACT_PRIMITIVE);
    decline_if(E, q, CC_NE);
    x_load(e, RCX, in_reg(E, n->args[0], RCX), (i32)mirror_class_offset);
    compare_classes(E, q);
}
/* ---- Class.getSuperclass of a class that is not known ---- */
static void superclass(struct emission *E, const struct opt_node *n, struct quick *q)
{
    struct emit *e = &E->e;
    x_load(e, RCX, in_reg(E, n->args[0], RCX), (i32)mirror_class_offset);
    x_test_mem_by(e, RCX, (i32)offsetof(struct class, facts), FACT_ARRAY);
    decline_if(E, q, CC_NE);
    x_zero(e, RAX);
    x_test_mem_by(e, RCX, (i32)offsetof(struct class, facts), FACT_INTERFACE | FACT_PRIMITIVE);
    finish_if(E, q, CC_NE);
    x_load(e, RAX, RCX, (i32)offsetof(struct class, super));
    x_test(e, true, RAX, RAX);
    finish_if(E, q, CC_E); /* java.lang.Object */
    x_load(e, RAX, RAX, (i32)offsetof(struct class, mirror));
}

/* ---- System.arraycopy ---- */
enum { FROM, FROM_AT, TO, TO_AT, COUNT }; /* arguments */
enum { COPIED = 32 /* bytes */ };

static i32 type_at(size_t member) { return (i32)(offsetof(struct class, type) + member); }

/* eax: the count, which is not negative. Uses edx; loads the array to rcx. */
static void check_range(struct emission *E, const struct opt_node *n, u32 array, u32 at, struct quick *q)
{
    struct emit *e = &E->e;
    load_to(E, RDX, n->args[at]);
    x_test(e, false, RDX, RDX);
    decline_if(E, q, CC_S);
    x_alu(e, false, X_ADD, RDX, RAX); /* no overflow beyond 2^32 */
    x_alu_mem(e, false, X_CMP, RDX, in_reg(E, n->args[array], RCX), ARRAY_LENGTH_OFFSET);
    decline_if(E, q, CC_A);
}
/* rdx = the element's address - ARRAY_BASE; cl: log2 of the element's size */
static void find_element(struct emission *E, const struct opt_node *n, u32 array, u32 at)
{
    struct emit *e = &E->e;
    load_to(E, RDX, n->args[at]);
    x_shift_cl(e, true, X_SHL, RDX);
    alu(E, true, X_ADD, RDX, n->args[array]);
}
/* Where a copy is made: from rcx + disp to rdx + disp. The memory of one that is guarded may be gone; then the leaf
 * copies, and throws. */
struct copied_from {
    i32 disp;
    bool guarded;
};
static const struct copied_from in_arrays = { ARRAY_BASE, false }, in_memory = { 0, true };
/* Marks the next instruction, if it may fault, as one after which the leaf is called. */
static void guard(const struct emission *E, struct quick *q, struct copied_from c)
{
    if (!c.guarded) return;
    VM_ASSERT(q->guard_count < ARRAY_LEN(q->guarded));
    q->guarded[q->guard_count++] = E->e.n;
}
/* Loads or stores `bytes`, 4 to 32, at base + index + disp. */
static void move_piece(struct emission *E, struct quick *q, struct copied_from c, bool store, u32 bytes, int reg,
                       int index, i32 disp)
{
    struct emit *e = &E->e;
    int base = store ? RDX : RCX;
    guard(E, q, c);
    if (bytes == 32 && store)
        x_avx_store(e, reg, base, index, 0, disp);
    else if (bytes == 32)
        x_avx_load(e, reg, base, index, 0, disp);
    else if (bytes == 16 && store)
        x_vector_store(e, reg, base, index, 0, disp);
    else if (bytes == 16)
        x_vector_load(e, reg, base, index, 0, disp);
    else
        x_float_index(e, bytes == 8, store ? X_FSTORE : X_FLOAD, reg, base, index, 0, disp);
}
/* Copies the first and the last `bytes`; all are read before the first is written. rax: the total, between `bytes` and
 * twice as many. */
static void copy_ends(struct emission *E, struct quick *q, struct copied_from c, u32 bytes)
{
    i32 last = c.disp - (i32)bytes;
    move_piece(E, q, c, false, bytes, XTEMP, -1, c.disp);
    move_piece(E, q, c, false, bytes, XTEMP2, RAX, last);
    move_piece(E, q, c, true, bytes, XTEMP, -1, c.disp);
    move_piece(E, q, c, true, bytes, XTEMP2, RAX, last);
    if (bytes == 32) x_avx_end(&E->e);
}
/* Up to three bytes. All are read before the first is written. */
static void copy_few(struct emission *E, struct quick *q, struct copied_from c)
{
    struct emit *e = &E->e;
    x_alu_by(e, false, X_CMP, RAX, 1);
    finish_if(E, q, CC_B);
    u32 one = x_jump_if(e, CC_E);
    x_float_from(e, false, XTEMP, RAX);
    guard(E, q, c);
    x_load_as(e, X_U16, false, RAX, RCX, RAX, 0, c.disp - 2);
    guard(E, q, c);
    x_load_at(e, X_U16, false, RCX, RCX, c.disp);
    x_float_from(e, false, XTEMP2, RAX);
    x_float_to(e, false, RAX, XTEMP);
    guard(E, q, c);
    x_store_as(e, 1, RCX, RDX, -1, 0, c.disp);
    x_float_to(e, false, RCX, XTEMP2);
    guard(E, q, c);
    x_store_as(e, 1, RCX, RDX, RAX, 0, c.disp - 2);
    finish(q, x_jump(e));
    x_here(e, one);
    guard(E, q, c);
    x_load_at(e, X_U8, false, RCX, RCX, c.disp);
    guard(E, q, c);
    x_store_as(e, 0, RCX, RDX, -1, 0, c.disp);
}
/* Copies rax bytes, at most COPIED. smaller: 0, or a jump that leads to the code for fewer bytes. */
static void copy_up_to(struct emission *E, struct quick *q, struct copied_from c, u32 smaller)
{
    struct emit *e = &E->e;
    for (u32 bytes = COPIED / 2; bytes >= 4; bytes /= 2) {
        if (smaller) x_here(e, smaller);
        x_alu_by(e, true, X_CMP, RAX, (i32)bytes);
        smaller = x_jump_if(e, CC_B);
        copy_ends(E, q, c, bytes);
        finish(q, x_jump(e));
    }
    x_here(e, smaller);
    copy_few(E, q, c);
}
/* Elements of at most four bytes, not references. Large copies go to memmove: q->many leads there, with the arguments
 * in their registers. */
static void array_copy(struct emission *E, const struct opt_node *n, struct quick *q)
{
    struct emit *e = &E->e;
    int from = in_reg(E, n->args[FROM], RAX), to = in_reg(E, n->args[TO], RDX);
    x_test(e, true, from, from);
    decline_if(E, q, CC_E);
    x_test(e, true, to, to);
    decline_if(E, q, CC_E);
    x_load32(e, RCX, from, 0);
    x_alu_mem(e, false, X_CMP, RCX, to, 0);
    decline_if(E, q, CC_NE);
    x_alu_mem_byte(e, X_CMP, RCX, type_at(offsetof(struct heap_type, kind)), HEAP_PRIM_ARRAY);
    decline_if(E, q, CC_NE);
    x_alu_mem_byte(e, X_CMP, RCX, type_at(offsetof(struct heap_type, elem_shift)), 2);
    decline_if(E, q, CC_A);
    load_to(E, RAX, n->args[COUNT]);
    x_test(e, false, RAX, RAX);
    decline_if(E, q, CC_S);
    check_range(E, n, FROM, FROM_AT, q);
    check_range(E, n, TO, TO_AT, q);
    x_load32(e, RCX, in_reg(E, n->args[FROM], RCX), 0);
    x_load_at(e, X_U8, false, RCX, RCX, type_at(offsetof(struct heap_type, elem_shift)));
    find_element(E, n, FROM, FROM_AT);
    x_float_from(e, true, XTEMP, RDX);
    find_element(E, n, TO, TO_AT);
    load_to(E, RAX, n->args[COUNT]);
    x_shift_cl(e, true, X_SHL, RAX);
    x_float_to(e, true, RCX, XTEMP);
    x_alu_by(e, true, X_CMP, RAX, COPIED);
    q->many = x_jump_if(e, CC_A);
    copy_up_to(E, q, in_arrays, 0);
}

/* ---- Unsafe.copyMemory0 ---- */
enum { MEMORY_FROM = 1, MEMORY_FROM_AT = 3, MEMORY_TO = 4, MEMORY_TO_AT = 6, MEMORY_BYTES = 8 }; /* arguments */
enum { WHOLE_VECTOR = 32 };
/* to = the object, or 0, + the offset */
static void memory_to(struct emission *E, int to, opt_value object, opt_value offset)
{
    if (is_const(E, object) && !node(E, object)->imm) {
        load_to(E, to, offset);
        return;
    }
    load_to(E, to, object);
    alu(E, true, X_ADD, to, offset);
}
/* Up to 32 bytes, or 64 if the processor has vectors of 32. */
static void copy_memory(struct emission *E, const struct opt_node *n, struct quick *q)
{
    struct emit *e = &E->e;
    opt_value bytes = n->args[MEMORY_BYTES];
    u32 most = options.avx >= 2 ? 2 * WHOLE_VECTOR : WHOLE_VECTOR;
    if (is_const(E, bytes) && (u64)node(E, bytes)->imm > most) {
        decline(q, x_jump(e));
        return;
    }
    memory_to(E, RCX, n->args[MEMORY_FROM], n->args[MEMORY_FROM_AT]); /* may use rax */
    memory_to(E, RDX, n->args[MEMORY_TO], n->args[MEMORY_TO_AT]);
    load_to(E, RAX, bytes);
    if (is_const(E, bytes)) {
        u32 size = WHOLE_VECTOR; /* of a piece: twice that is enough */
        while (size >= 4 && size >= (u64)node(E, bytes)->imm) size /= 2;
        if (size < 4)
            copy_few(E, q, in_memory);
        else
            copy_ends(E, q, in_memory, size);
        return;
    }
    x_alu_by(e, true, X_CMP, RAX, (i32)most);
    decline_if(E, q, CC_A); /* or a length below 0 */
    u32 smaller = 0;
    if (most > WHOLE_VECTOR) {
        x_alu_by(e, true, X_CMP, RAX, WHOLE_VECTOR);
        smaller = x_jump_if(e, CC_BE);
        copy_ends(E, q, in_memory, WHOLE_VECTOR);
        finish(q, x_jump(e));
    }
    copy_up_to(E, q, in_memory, smaller);
}

/* ---- StringUTF16.compress of a char[] ---- */
enum { COMPRESSED = 16 /* chars */ };
/* to = the object + the count in rax + the index; both are doubled for chars. Uses no other register. */
static void end_to(struct emission *E, int to, const struct opt_node *n, u32 array, u32 at, bool chars)
{
    struct emit *e = &E->e;
    load_to(E, to, n->args[at]);
    x_alu(e, false, X_ADD, to, RAX); /* not negative: the range was checked */
    if (chars) x_shift_by(e, true, X_SHL, to, 1);
    alu(E, true, X_ADD, to, n->args[array]);
}
/* Few chars, one at a time: a program may just have stored one of them, for which a load of several would wait.
 * Declines if one is no byte; then the leaf begins again. */
static void compress(struct emission *E, const struct opt_node *n, struct quick *q)
{
    struct emit *e = &E->e;
    for (u32 array = FROM; array <= TO; array += TO - FROM) {
        int a = in_reg(E, n->args[array], RCX);
        x_test(e, true, a, a);
        decline_if(E, q, CC_E);
    }
    load_to(E, RAX, n->args[COUNT]);
    x_alu_by(e, false, X_CMP, RAX, COMPRESSED);
    decline_if(E, q, CC_A); /* or a count below 0 */
    check_range(E, n, FROM, FROM_AT, q);
    check_range(E, n, TO, TO_AT, q);
    end_to(E, RCX, n, FROM, FROM_AT, true);
    end_to(E, RDX, n, TO, TO_AT, false);
    x_negate(e, true, RAX);
    finish_if(E, q, CC_E);
    x_float_from(e, true, XTEMP, RBX);
    u32 again = e->n;
    x_load_as(e, X_U16, false, RBX, RCX, RAX, 1, ARRAY_BASE);
    x_store_as(e, 0, RBX, RDX, RAX, 0, ARRAY_BASE);
    x_alu_by(e, false, X_CMP, RBX, UINT8_MAX);
    u32 wide = x_jump_if(e, CC_A);
    x_alu_by(e, true, X_ADD, RAX, 1);
    x_patch(e, x_jump_if(e, CC_NE), again);
    x_float_to(e, true, RBX, XTEMP);
    load_to(E, RAX, n->args[COUNT]);
    finish(q, x_jump(e));
    x_here(e, wide);
    x_float_to(e, true, RBX, XTEMP);
    decline(q, x_jump(e));
}

/* ---- OPT_COPY_ARRAY ---- */
/* to = the address of the element - ARRAY_BASE. Uses rax. */
static void find_known_element(struct emission *E, int to, opt_value array, opt_value at, u8 kind)
{
    struct emit *e = &E->e;
    i32 wide = base_of_elements(kind) - ARRAY_BASE;
    bool start = is_const(E, at) && node(E, at)->imm == 0;
    load_to(E, to, start ? array : at);
    if (!start) {
        if (kind_shift(kind)) x_shift_by(e, true, X_SHL, to, (u8)kind_shift(kind));
        alu(E, true, X_ADD, to, array);
    }
    if (wide) x_alu_by(e, true, X_ADD, to, wide);
}
/* Copies so many bytes, at most COPIED, from rcx to rdx: all are read before the first is written. */
static void copy_known(struct emission *E, u32 bytes)
{
    struct emit *e = &E->e;
    u32 log = 0;
    while (log < 4 && 2u << log <= bytes) log++;
    i32 last = ARRAY_BASE + (i32)(bytes - (1u << log));
    bool two = bytes > 1u << log;
    if (log == 4) {
        x_vector_load(e, XTEMP, RCX, -1, 0, ARRAY_BASE);
        if (two) x_vector_load(e, XTEMP2, RCX, -1, 0, last);
        x_vector_store(e, XTEMP, RDX, -1, 0, ARRAY_BASE);
        if (two) x_vector_store(e, XTEMP2, RDX, -1, 0, last);
        return;
    }
    enum x_as as = log == 0 ? X_U8 : log == 1 ? X_U16 : X_32;
    x_load_at(e, as, log == 3, RAX, RCX, ARRAY_BASE);
    if (two) x_load_at(e, as, log == 3, RCX, RCX, last);
    x_store_as(e, (int)log, RAX, RDX, -1, 0, ARRAY_BASE);
    if (two) x_store_as(e, (int)log, RCX, RDX, -1, 0, last);
}
void opt_emit_copy_array(struct emission *E, opt_value v)
{
    struct emit *e = &E->e;
    const struct opt_node *n = node(E, v);
    u32 shift = kind_shift(n->kind);
    opt_value count = n->args[1];
    i64 bytes = is_const(E, count) ? node(E, count)->imm << shift : -1;
    if (bytes == 0) return;
    find_known_element(E, RCX, n->in[0], n->in[1], n->kind);
    find_known_element(E, RDX, n->in[2], n->args[0], n->kind);
    if (bytes > 0 && bytes <= COPIED) {
        copy_known(E, (u32)bytes);
        return;
    }
    load_to(E, RAX, count);
    if (shift) x_shift_by(e, true, X_SHL, RAX, (u8)shift);
    u32 many = 0;
    struct quick q = { .count = 0 };
    if (bytes < 0) {
        x_alu_by(e, true, X_CMP, RAX, COPIED);
        many = x_jump_if(e, CC_A);
        copy_up_to(E, &q, in_arrays, 0);
    } else
        many = x_jump(e);
    for (u32 i = 0; i < q.done_count; i++) x_here(e, q.done[i]);
    opt_add_stub(E, STUB_MOVE, v, many);
}

/* Copies all elements of an array to a new one of the same length and class. */
enum { COPIED_TO_NEW = 4 * 16 /* bytes */ };
static void copy_vectors(struct emission *E, int index, i32 at)
{
    struct emit *e = &E->e;
    for (u32 i = 0; i < 2; i++, at += 16) {
        x_vector_load(e, XTEMP, RCX, index, 0, at);
        x_vector_store(e, XTEMP, RDX, index, 0, at);
    }
}
static void copy_to_new(struct emission *E, const struct opt_node *n, struct quick *q)
{
    struct emit *e = &E->e;
    u32 shift = n->kind - OPT_QUICK_TO_NEW;
    i32 wide = shift == 3 ? ARRAY_BASE_WIDE - ARRAY_BASE : 0;
    x_test_mem_byte(e, in_reg(E, n->args[1], RDX), (i32)offsetof(struct object, lock), OBJECT_UNLOGGED);
    decline_if(E, q, CC_NE);
    load_to(E, RAX, n->args[2]);
    x_alu_by(e, false, X_CMP, RAX, COPIED_TO_NEW >> shift);
    decline_if(E, q, CC_A);
    x_shift_by(e, true, X_SHL, RAX, (u8)shift);
    load_to(E, RCX, n->args[0]);
    load_to(E, RDX, n->args[1]);
    if (wide) x_alu_by(e, true, X_ADD, RCX, wide);
    if (wide) x_alu_by(e, true, X_ADD, RDX, wide);
    x_alu_by(e, false, X_CMP, RAX, COPIED_TO_NEW / 2);
    u32 smaller = x_jump_if(e, CC_B);
    copy_vectors(E, -1, ARRAY_BASE);
    copy_vectors(E, RAX, ARRAY_BASE - COPIED_TO_NEW / 2);
    finish(q, x_jump(e));
    copy_up_to(E, q, in_arrays, smaller);
}

/* ---- equality of two byte arrays of one length ---- */
enum { COMPARED = 16 /* bytes */ };
/* Sets the zero flag if the lowest rax bytes of rdx are 0. */
static void look_at_low(struct emission *E, bool wide)
{
    struct emit *e = &E->e;
    x_float_to(e, wide, RDX, XTEMP);
    x_shift_by(e, false, X_SHL, RAX, 3);
    x_negate(e, false, RAX);
    x_move32(e, RCX, RAX);
    x_shift_cl(e, wide, X_SHL, RDX);
    x_test(e, wide, RDX, RDX);
}
static void set_equal(struct emission *E)
{
    x_set_if(&E->e, CC_E, RAX);
    x_extend(&E->e, X_U8, false, RAX, RAX);
}
/* Objects end at a multiple of 8 bytes, so bytes read after the last element are still the array's. */
static void equal_bytes(struct emission *E, const struct opt_node *n, struct quick *q)
{
    _Static_assert(ARRAY_BASE % OBJECT_ALIGN == 4, "1 byte has 3 behind it, 5 have 7");
    struct emit *e = &E->e;
    int a = in_reg(E, n->args[0], RCX), b = in_reg(E, n->args[1], RDX);
    x_load32(e, RAX, a, ARRAY_LENGTH_OFFSET);
    x_alu_by(e, false, X_CMP, RAX, COMPARED);
    decline_if(E, q, CC_A);
    x_alu_by(e, false, X_CMP, RAX, 4);
    u32 more = x_jump_if(e, CC_A);
    x_float_mem(e, false, X_FLOAD, XTEMP, a, ARRAY_BASE);
    x_float_mem(e, false, X_FLOAD, XTEMP2, b, ARRAY_BASE);
    x_packed(e, X_PXOR, XTEMP, XTEMP2);
    x_test(e, false, RAX, RAX);
    u32 none = x_jump_if(e, CC_E);
    look_at_low(E, false);
    x_here(e, none);
    set_equal(E);
    finish(q, x_jump(e));
    x_here(e, more);
    x_float_mem(e, true, X_FLOAD, XTEMP, a, ARRAY_BASE);
    x_float_mem(e, true, X_FLOAD, XTEMP2, b, ARRAY_BASE);
    x_packed(e, X_PXOR, XTEMP, XTEMP2);
    x_alu_by(e, false, X_CMP, RAX, 8);
    u32 two = x_jump_if(e, CC_A);
    look_at_low(E, true);
    set_equal(E);
    finish(q, x_jump(e));
    x_here(e, two);
    x_float_index(e, true, X_FLOAD, XTEMP2, a, RAX, 0, ARRAY_BASE - 8);
    x_load_as(e, X_32, true, RDX, b, RAX, 0, ARRAY_BASE - 8);
    x_float_to(e, true, RCX, XTEMP2);
    x_alu(e, true, X_XOR, RDX, RCX);
    x_float_to(e, true, RCX, XTEMP);
    x_alu(e, true, X_OR, RDX, RCX);
    set_equal(E);
}

/* ---- StringLatin1.compareTo ---- */
enum { PAGE = 4096, VECTOR = 16 }; /* bytes */
/* Declines NULL, and elements whose first vector reaches into another page, where nothing may be. */
static void check_vector(struct emission *E, int array, struct quick *q)
{
    struct emit *e = &E->e;
    x_test(e, true, array, array);
    decline_if(E, q, CC_E);
    x_lea(e, RAX, array, ARRAY_BASE);
    x_alu_by(e, false, X_AND, RAX, PAGE - 1);
    x_alu_by(e, false, X_CMP, RAX, PAGE - VECTOR);
    decline_if(E, q, CC_A);
}
/* The first 16 bytes, and all if one of the arrays has no more. Bytes behind the end of an array may differ; then, as
 * if none differs, the lengths decide. */
static void compare_bytes(struct emission *E, const struct opt_node *n, struct quick *q)
{
    struct emit *e = &E->e;
    int a = in_reg(E, n->args[0], RCX), b = in_reg(E, n->args[1], RDX);
    check_vector(E, a, q);
    check_vector(E, b, q);
    x_vector_load(e, XTEMP, a, -1, 0, ARRAY_BASE);
    x_vector_load(e, XTEMP2, b, -1, 0, ARRAY_BASE);
    x_packed(e, X_PCMPEQB, XTEMP, XTEMP2);
    x_byte_signs(e, RAX, XTEMP);
    x_alu_by(e, false, X_XOR, RAX, UINT16_MAX);
    u32 same = x_jump_if(e, CC_E);
    x_lowest_bit(e, false, RAX, RAX);
    x_alu_mem(e, false, X_CMP, RAX, a, ARRAY_LENGTH_OFFSET);
    u32 behind_one = x_jump_if(e, CC_AE);
    x_alu_mem(e, false, X_CMP, RAX, b, ARRAY_LENGTH_OFFSET);
    u32 behind_other = x_jump_if(e, CC_AE);
    x_load_as(e, X_U8, false, RCX, a, RAX, 0, ARRAY_BASE);
    x_load_as(e, X_U8, false, RAX, b, RAX, 0, ARRAY_BASE);
    x_alu(e, false, X_SUB, RCX, RAX);
    x_move32(e, RAX, RCX);
    finish(q, x_jump(e));
    x_here(e, same);
    x_alu_mem_by(e, false, X_CMP, a, ARRAY_LENGTH_OFFSET, VECTOR);
    u32 ends = x_jump_if(e, CC_BE);
    x_alu_mem_by(e, false, X_CMP, b, ARRAY_LENGTH_OFFSET, VECTOR);
    decline_if(E, q, CC_A);
    x_here(e, ends);
    x_here(e, behind_one);
    x_here(e, behind_other);
    x_load32(e, RAX, a, ARRAY_LENGTH_OFFSET);
    x_alu_mem(e, false, X_SUB, RAX, b, ARRAY_LENGTH_OFFSET);
}

/* ---- ArraysSupport.vectorizedMismatch of arrays ---- */
enum { ONE_ARRAY = 0, ONE_OFFSET = 2, OTHER_ARRAY = 3, OTHER_OFFSET = 5, ELEMENTS = 6, ELEMENT_SHIFT = 7 };
enum { EQUAL_AT_MOST = 128 /* bytes */, AT_LAST = -8 /* a word below rsp: the address of the last bytes */ };
/* to = the object + the offset. Declines NULL: memory outside of objects may have been unmapped. */
static void address_to(struct emission *E, int to, opt_value object, opt_value offset, struct quick *q)
{
    struct emit *e = &E->e;
    load_to(E, to, object);
    x_test(e, true, to, to);
    decline_if(E, q, CC_E);
    alu(E, true, X_ADD, to, offset);
}
/* Declines unless the bytes at rcx are those at rcx + rdx. Uses rax. */
static void compare_at(struct emission *E, bool vector, struct quick *q)
{
    struct emit *e = &E->e;
    if (vector) {
        x_vector_load(e, XTEMP, RCX, -1, 0, 0);
        x_vector_load(e, XTEMP2, RCX, RDX, 0, 0);
        x_packed(e, X_PCMPEQB, XTEMP, XTEMP2);
        x_byte_signs(e, RAX, XTEMP);
        x_alu_by(e, false, X_CMP, RAX, 0xffff);
    } else {
        x_load(e, RAX, RCX, 0);
        x_alu_index(e, true, X_CMP, RAX, RCX, RDX, 0, 0);
    }
    decline_if(E, q, CC_NE);
}
/* Sets the word at AT_LAST to the address of the last `size` of the rax bytes from rcx on. */
static void note_last(struct emit *e, i32 size)
{
    x_alu(e, true, X_ADD, RAX, RCX);
    x_alu_by(e, true, X_SUB, RAX, size);
    x_store(e, RSP, AT_LAST, RAX);
}
/* From 8 to 128 bytes that are equal; nothing is left to be compared then. The last bytes may be compared twice. */
static void find_mismatch(struct emission *E, const struct opt_node *n, struct quick *q)
{
    struct emit *e = &E->e;
    opt_value shift = n->args[ELEMENT_SHIFT];
    if (!is_const(E, shift) || (u64)node(E, shift)->imm > 3) {
        decline(q, x_jump(e));
        return;
    }
    address_to(E, RCX, n->args[ONE_ARRAY], n->args[ONE_OFFSET], q); /* may use rax */
    address_to(E, RDX, n->args[OTHER_ARRAY], n->args[OTHER_OFFSET], q);
    x_alu(e, true, X_SUB, RDX, RCX);
    load_to(E, RAX, n->args[ELEMENTS]);
    if (node(E, shift)->imm) x_shift_by(e, true, X_SHL, RAX, (u8)node(E, shift)->imm);
    x_alu_by(e, true, X_CMP, RAX, EQUAL_AT_MOST);
    decline_if(E, q, CC_A); /* or a length below 0 */
    x_alu_by(e, true, X_CMP, RAX, 8);
    decline_if(E, q, CC_B);
    x_alu_by(e, true, X_CMP, RAX, 16);
    u32 few = x_jump_if(e, CC_B);
    note_last(e, 16);
    u32 again = e->n;
    compare_at(E, true, q);
    x_alu_by(e, true, X_ADD, RCX, 16);
    x_alu_mem(e, true, X_CMP, RCX, RSP, AT_LAST);
    x_patch(e, x_jump_if(e, CC_B), again);
    x_load(e, RCX, RSP, AT_LAST);
    compare_at(E, true, q);
    u32 equal = x_jump(e);
    x_here(e, few);
    note_last(e, 8);
    compare_at(E, false, q);
    x_load(e, RCX, RSP, AT_LAST);
    compare_at(E, false, q);
    x_here(e, equal);
    load_imm(E, RAX, -1);
}

/* ---- the place of a char in a string's bytes ---- */
enum { SOUGHT, SOUGHT_CHAR, SOUGHT_FROM, SOUGHT_TO }; /* arguments: array, char, the bounds in chars */
enum { SEARCHED = 128 /* chars */ };
enum { END = -8, LAST = -16 }; /* words below rsp: where the search ends; where the last vector begins */

/* xmm14 = the char in all lanes. Declines an int that is no char, since the caller may not have asked. */
static void spread_char(struct emission *E, const struct opt_node *n, bool wide, struct quick *q)
{
    struct emit *e = &E->e;
    opt_value v = n->args[SOUGHT_CHAR];
    if (is_const(E, v) && node(E, v)->imm == (u16)node(E, v)->imm) {
        u32 c = (u32)node(E, v)->imm;
        load_imm(E, RAX, (i32)(wide ? c * 0x00010001 : (c & UINT8_MAX) * 0x01010101));
        x_float_from(e, false, XTEMP, RAX);
        x_shuffle(e, XTEMP, XTEMP, 0);
        return;
    }
    load_to(E, RAX, v);
    if (wide && !opt_lies_between(E->g, v, 0, UINT16_MAX, NULL)) {
        x_alu_by(e, false, X_CMP, RAX, UINT16_MAX);
        decline_if(E, q, CC_A);
    }
    x_float_from(e, false, XTEMP, RAX);
    if (!wide) x_packed(e, X_PUNPCKLBW, XTEMP, XTEMP);
    x_shuffle_low_words(e, XTEMP, XTEMP, 0);
    x_packed(e, X_PUNPCKLQDQ, XTEMP, XTEMP);
}
/* xmm15 = which lanes from the index-th char on are the sought one. */
static void compare_lanes(struct emission *E, bool wide, int array, int index)
{
    x_vector_load(&E->e, XTEMP2, array, index, wide, ARRAY_BASE);
    x_packed(&E->e, wide ? X_PCMPEQW : X_PCMPEQB, XTEMP2, XTEMP);
}
/* Does the search end with the array? The code has read its length. */
static bool is_whole(struct emission *E, const struct opt_node *n, bool wide)
{
    const struct opt_node *to = node(E, n->args[SOUGHT_TO]);
    bool halved = wide && (to->op == OPT_SHR || to->op == OPT_USHR) && is_const(E, to->in[1]);
    if (halved && node(E, to->in[1])->imm == 1) to = node(E, to->in[0]);
    return (halved || !wide) && to->op == OPT_ARRAY_LENGTH && to->in[0] == n->args[SOUGHT];
}
/* Declines null, and ends behind the array's. */
static void check_end(struct emission *E, int array, opt_value to, bool wide, struct quick *q)
{
    struct emit *e = &E->e;
    x_test(e, true, array, array);
    decline_if(E, q, CC_E);
    x_load32(e, RAX, array, ARRAY_LENGTH_OFFSET);
    if (wide) x_shift_by(e, false, X_SHR, RAX, 1);
    load_to(E, RDX, to);
    x_alu(e, false, X_CMP, RDX, RAX);
    decline_if(E, q, CC_A);
}
/* By vectors from the start on; the last vector ends where the search does, and lanes before the place that has been
 * reached are shifted out of it. In the shortest arrays it ends with the object, which has 16 bytes at least, so it may
 * find something behind the end. */
static void find_char(struct emission *E, const struct opt_node *n, bool wide, struct quick *q)
{
    struct emit *e = &E->e;
    i32 lanes = wide ? 8 : 16, fewest = wide ? 2 : 4;
    _Static_assert(ARRAY_BASE + 4 == 16, "a vector that ends behind 4 bytes of elements begins with the object");
    opt_value from = n->args[SOUGHT_FROM], to = n->args[SOUGHT_TO];
    int array = in_reg(E, n->args[SOUGHT], RCX), end = node(E, to)->op == OPT_CONST ? -1 : node(E, to)->reg;
    if (!is_whole(E, n, wide)) check_end(E, array, to, wide, q);
    load_to(E, RAX, to);
    if (end < 0) x_store_as(e, 2, RAX, RSP, -1, 0, END);
    load_to(E, RDX, from);
    if (!is_const(E, from) || node(E, from)->imm < 0) {
        x_test(e, false, RDX, RDX);
        decline_if(E, q, CC_S);
    }
    if (!is_const(E, from) || node(E, from)->imm != 0) x_alu(e, false, X_SUB, RAX, RDX);
    x_alu_by(e, false, X_SUB, RAX, 1); /* nothing to search is very much */
    x_alu_by(e, false, X_CMP, RAX, SEARCHED - 1);
    decline_if(E, q, CC_A);
    spread_char(E, n, wide, q);
    if (end < 0)
        x_load32(e, RAX, RSP, END);
    else
        x_move32(e, RAX, end);
    x_alu_by(e, false, X_CMP, RAX, fewest);
    u32 enough = x_jump_if(e, CC_AE);
    load_imm(E, RAX, fewest);
    x_here(e, enough);
    x_alu_by(e, false, X_SUB, RAX, lanes);
    x_alu(e, false, X_CMP, RDX, RAX);
    u32 short_way = x_jump_if(e, CC_GE);
    x_store_as(e, 2, RAX, RSP, -1, 0, LAST);
    u32 again = e->n;
    compare_lanes(E, wide, array, RDX);
    x_byte_signs(e, RAX, XTEMP2);
    x_test(e, false, RAX, RAX);
    u32 found = x_jump_if(e, CC_NE);
    x_alu_by(e, false, X_ADD, RDX, lanes);
    x_alu_mem(e, false, X_CMP, RDX, RSP, LAST);
    x_patch(e, x_jump_if(e, CC_L), again);
    x_load32(e, RAX, RSP, LAST);
    x_here(e, short_way);
    x_extend(e, X_S32, true, RAX, RAX);
    compare_lanes(E, wide, array, RAX);
    x_move32(e, RCX, RDX);
    x_alu(e, false, X_SUB, RCX, RAX);
    if (wide) x_shift_by(e, false, X_SHL, RCX, 1);
    x_byte_signs(e, RAX, XTEMP2);
    x_shift_cl(e, false, X_SHR, RAX);
    x_test(e, false, RAX, RAX);
    u32 none = x_jump_if(e, CC_E);
    x_here(e, found);
    x_lowest_bit(e, false, RAX, RAX);
    if (wide) x_shift_by(e, false, X_SHR, RAX, 1);
    x_alu(e, false, X_ADD, RAX, RDX);
    if (end < 0)
        x_alu_mem(e, false, X_CMP, RAX, RSP, END);
    else
        x_alu(e, false, X_CMP, RAX, end);
    finish_if(E, q, CC_L);
    x_here(e, none);
    load_imm(E, RAX, -1);
}

void opt_emit_quick(struct emission *E, opt_value v, struct quick *q)
{
    const struct opt_node *n = node(E, v);
    switch (n->kind) {
    case OPT_QUICK_HASH:
    case OPT_QUICK_HASH_OR_NULL: hash(E, n, q); break;
    case OPT_QUICK_COPY: array_copy(E, n, q); break;
    case OPT_QUICK_COMPARE: compare_bytes(E, n, q); break;
    case OPT_QUICK_COMPRESS: compress(E, n, q); break;
    case OPT_QUICK_MEMORY: copy_memory(E, n, q); break;
    case OPT_QUICK_INSTANCE: is_instance(E, n, q); break;
    case OPT_QUICK_ASSIGNABLE: is_assignable(E, n, q); break;
    case OPT_QUICK_EQUAL: equal_bytes(E, n, q); break;
    case OPT_QUICK_SUPERCLASS: superclass(E, n, q); break;
    case OPT_QUICK_MISMATCH: find_mismatch(E, n, q); break;
    case OPT_QUICK_FIND_BYTE: find_char(E, n, false, q); break;
    case OPT_QUICK_FIND_CHAR: find_char(E, n, true, q); break;
    default: VM_ASSERT(n->kind >= OPT_QUICK_TO_NEW && n->kind <= OPT_QUICK_TO_NEW + 3); copy_to_new(E, n, q);
    }
    for (u32 i = 0; i < q->done_count; i++) x_here(&E->e, q->done[i]);
}
