/* System.arraycopy without the native method: of elements that are no references, of at most four bytes. */
#include "exec/opt/opt_machine.h"
#include "model/class.h"

enum { FROM, FROM_AT, TO, TO_AT, COUNT }; /* its arguments */

struct declined {
    u32 from[16];
    u32 count;
};
static void decline_if(struct emission *E, struct declined *d, int cc) { d->from[d->count++] = x_jump_if(&E->e, cc); }

static i32 type_at(size_t member) { return (i32)(offsetof(struct class, type) + member); }

/* eax: the count, which is not negative. edx is used; the array is fetched to rcx. */
static void check_range(struct emission *E, const struct opt_node *n, u32 array, u32 at, struct declined *d)
{
    struct emit *e = &E->e;
    load_to(E, RDX, n->args[at]);
    x_test(e, false, RDX, RDX);
    decline_if(E, d, CC_S);
    x_alu(e, false, X_ADD, RDX, RAX); /* below 2^32 */
    x_alu_mem(e, false, X_CMP, RDX, in_reg(E, n->args[array], RCX), ARRAY_LENGTH_OFFSET);
    decline_if(E, d, CC_A);
}
/* slot = the address of an element; cl: its size as a power of 2 */
static void find_element(struct emission *E, const struct opt_node *n, u32 array, u32 at, i32 slot)
{
    struct emit *e = &E->e;
    load_to(E, RAX, n->args[at]);
    x_shift_cl(e, true, X_SHL, RAX);
    x_alu(e, true, X_ADD, RAX, in_reg(E, n->args[array], RDX));
    x_alu_by(e, true, X_ADD, RAX, ARRAY_BASE);
    x_store(e, FRAME, 8 * slot, RAX);
}

u32 opt_emit_array_copy(struct emission *E, opt_value v, i32 first)
{
    struct emit *e = &E->e;
    const struct opt_node *n = node(E, v);
    struct declined d = { .count = 0 };
    int from = in_reg(E, n->args[FROM], RAX), to = in_reg(E, n->args[TO], RDX);
    x_test(e, true, from, from);
    decline_if(E, &d, CC_E);
    x_test(e, true, to, to);
    decline_if(E, &d, CC_E);
    x_load32(e, RCX, from, 0);
    x_alu_mem(e, false, X_CMP, RCX, to, 0);
    decline_if(E, &d, CC_NE);
    x_mem(e, 0, false, 0x80, 7, RCX, type_at(offsetof(struct heap_type, kind)));
    x_byte(e, HEAP_PRIM_ARRAY);
    decline_if(E, &d, CC_NE);
    x_mem(e, 0, false, 0x80, 7, RCX, type_at(offsetof(struct heap_type, elem_shift)));
    x_byte(e, 2);
    decline_if(E, &d, CC_A);
    load_to(E, RAX, n->args[COUNT]);
    x_test(e, false, RAX, RAX);
    decline_if(E, &d, CC_S);
    check_range(E, n, FROM, FROM_AT, &d);
    check_range(E, n, TO, TO_AT, &d);
    x_load32(e, RCX, in_reg(E, n->args[FROM], RCX), 0);
    x_mem(e, 0, false, 0x0fb6, RCX, RCX, type_at(offsetof(struct heap_type, elem_shift)));
    find_element(E, n, TO, TO_AT, first);
    find_element(E, n, FROM, FROM_AT, first + 1);
    load_to(E, RAX, n->args[COUNT]);
    x_shift_cl(e, true, X_SHL, RAX);
    x_store(e, FRAME, 8 * (first + 2), RAX);
    struct saved k = opt_save(E, v);
    x_load(e, RDI, FRAME, 8 * first);
    x_load(e, RSI, FRAME, 8 * (first + 1));
    x_load(e, RDX, FRAME, 8 * (first + 2));
    load_imm(E, RAX, (i64)(uintptr_t)memmove);
    x_call_reg(e, RAX); /* it cannot stop, so what it leaves on the C stack is seen by nobody */
    opt_restore(E, &k);
    u32 done = x_jump(e);
    for (u32 i = 0; i < d.count; i++) x_here(e, d.from[i]);
    return done;
}
