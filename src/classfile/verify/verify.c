/* verify.c: the type checker (JVMS §4.10.1). It runs over each method once, on types, from stack map to stack map. */
#include "bytecode/bytecode.h"
#include "classfile/parse/cf_int.h"
#include "classfile/verify/verify_int.h"

#include <stdlib.h>

/* ---- instructions ---- */

/* The lengths of HotSpot's internal opcodes from 202 on. HotSpot accepts them as instructions until it checks their
 * effect, so it reports an earlier fault of the method first. */
static u32 internal_length(u8 op)
{
    static const u8 lengths[] = { 1, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 1,
                                  4, 1, 4, 2, 4, 3, 3, 0, 0, 2, 3, 1, 3, 3, 3, 1, 2, 1 };
    return op >= BYTECODE_OPS && op - BYTECODE_OPS < (int)ARRAY_LEN(lengths) ? lengths[op - BYTECODE_OPS] : 0;
}

static bool find_starts(struct verifier *v)
{
    const struct bytes c = v->m->code;
    v->starts = ARENA_NEW_ARRAY(&v->work, u8, c.len);
    for (u32 i = 0; i < c.len;) {
        u32 n = bytecode_length(c.at, c.len, i);
        if (!n) n = internal_length(c.at[i]);
        if (!n || n > c.len - i) return vf_code(v, i, "Bad instruction");
        v->starts[i] = c.at[i] == OP_new ? 2 : 1;
        i += n;
    }
    return true;
}

/* ---- the operand stack and the locals ---- */

static struct vorig top_of_stack(struct verifier *v)
{
    u32 at = v->cur.stack_size ? v->cur.stack_size - 1u : 0;
    return (struct vorig){ VO_CF_STACK, at, v->cur.stack_size || v->m->max_stack ? v->cur.stack[at] : V_TOP, &v->cur };
}

static bool bad_type(struct verifier *v, struct vorig have, struct vorig want, const char *msg)
{
    struct vfail f = { .fault = VF_TYPE, .bci = v->bci, .type = have, .expected = want };
    return vf_fail(v, &f, "%s", msg);
}

static struct vorig implicit(vtype t) { return (struct vorig){ VO_IMPLICIT, 0, t, NULL }; }
static const struct vorig nothing = { VO_NONE, 0, V_TOP, NULL };

static bool push(struct verifier *v, vtype t)
{
    if (v->cur.stack_size >= v->m->max_stack) {
        struct vfail f = { .fault = VF_OVERFLOW, .bci = v->bci, .type = { .frame = &v->cur } };
        return vf_fail(v, &f, "Operand stack overflow");
    }
    v->cur.stack[v->cur.stack_size++] = t;
    return true;
}

static bool push_value(struct verifier *v, vtype t) /* both halves of a long or double */
{
    if (t != V_LONG && t != V_DOUBLE) return push(v, t);
    return push(v, t) && push(v, t + 1);
}

static bool underflow(struct verifier *v)
{
    struct vfail f = { .fault = VF_UNDERFLOW, .bci = v->bci, .type = { .frame = &v->cur } };
    return vf_fail(v, &f, "Operand stack underflow");
}

static bool pop(struct verifier *v, vtype want, vtype *got)
{
    if (!v->cur.stack_size) return underflow(v);
    vtype t = v->cur.stack[v->cur.stack_size - 1];
    enum verify_answer a = vt_assignable(v, want, t);
    if (a == VERIFY_ERROR) return false;
    if (a == VERIFY_NO) return bad_type(v, top_of_stack(v), implicit(want), "Bad type on operand stack");
    v->cur.stack_size--;
    if (got) *got = t;
    return true;
}

static bool pop_value(struct verifier *v, vtype want)
{
    if (want != V_LONG && want != V_DOUBLE) return pop(v, want, NULL);
    if (v->cur.stack_size == 1) return underflow(v);
    return pop(v, want + 1, NULL) && pop(v, want, NULL);
}

/* As pop, but a fault of the upper half is reported first. */
static bool pop_halves(struct verifier *v, vtype want)
{
    if (want != V_LONG && want != V_DOUBLE) return pop(v, want, NULL);
    return pop(v, want + 1, NULL) && pop(v, want, NULL);
}

static bool local_index(struct verifier *v, u32 i, const char *msg)
{
    struct vfail f = { .fault = VF_LOCAL_INDEX, .bci = v->bci, .index = i };
    return vf_fail(v, &f, "%s", msg);
}

static bool local_is(struct verifier *v, u32 i, vtype want)
{
    enum verify_answer a = vt_assignable(v, want, v->cur.locals[i]);
    if (a == VERIFY_NO)
        return bad_type(v, (struct vorig){ VO_CF_LOCAL, i, v->cur.locals[i], &v->cur }, implicit(want),
                        "Bad local variable type");
    return a == VERIFY_YES;
}

static bool load(struct verifier *v, u32 i, vtype want)
{
    if (want == V_LONG || want == V_DOUBLE) {
        if (i + 1 >= v->cur.locals_size) return local_index(v, i, "get long/double overflows locals");
        return local_is(v, i, want) && local_is(v, i + 1, want + 1) && push_value(v, want);
    }
    if (i >= v->m->max_locals) return local_index(v, i, "Local variable table overflow");
    return local_is(v, i, want) && push(v, v->cur.locals[i]);
}

static void set_local(struct verifier *v, u32 i, vtype t)
{
    vtype was = v->cur.locals[i];
    if (was == V_LONG || was == V_DOUBLE)
        v->cur.locals[i + 1] = V_TOP; /* invalidates the other half of the overwritten value */
    else if (was == V_LONG2 || was == V_DOUBLE2)
        v->cur.locals[i - 1] = V_TOP;
    v->cur.locals[i] = t;
    if (i >= v->cur.locals_size) v->cur.locals_size = (u16)(i + 1);
}

static bool store(struct verifier *v, u32 i, vtype want)
{
    bool two = want == V_LONG || want == V_DOUBLE;
    vtype t = want;
    if (two ? !pop_value(v, want) : !pop(v, want, &t)) return false;
    if (i + (two ? 1u : 0u) >= v->m->max_locals) return local_index(v, i, "Local variable table overflow");
    set_local(v, i, t);
    if (two) set_local(v, i + 1, t + 1), v->cur.locals[i] = t;
    return true;
}

/* ---- instructions that name all the types that they take and leave ---- */

static vtype of_char(char c)
{
    switch (c) {
    case 'I': return V_INT;
    case 'J': return V_LONG;
    case 'F': return V_FLOAT;
    case 'D': return V_DOUBLE;
    case 'N': return V_NULL;
    default: return VQ_REF;
    }
}

static bool run_plain(struct verifier *v, const struct bytecode_info *info)
{
    for (size_t i = strlen(info->pops); i-- > 0;)
        if (!pop_value(v, of_char(info->pops[i]))) return false;
    for (const char *s = info->pushes; *s; s++)
        if (!push_value(v, of_char(*s))) return false;
    return true;
}

/* ---- arrays ---- */

static bool array_elem(vtype t, char a, char b)
{
    if (t == V_NULL) return true;
    if (vt_kind(t) != V_REF) return false;
    const struct symbol *s = vt_name(t);
    return s->bytes[0] == '[' && (s->bytes[1] == a || s->bytes[1] == b) && ((a == 'L') || s->len == 2);
}

/* Loads pop an index and an array; stores pop a value first. */
static bool array_access(struct verifier *v, const struct bytecode *b)
{
    char kind = b->info->pops[1], stored = b->info->pops[3];
    bool is_store = stored != 0;
    vtype array;
    if (is_store && !pop_value(v, kind == 'A' ? vt_ref(v->object) : of_char(stored))) return false;
    if (!pop(v, V_INT, NULL) || !pop(v, VQ_REF, &array)) return false;
    if (kind == 'A') kind = 'L';
    bool fits = array_elem(array, kind, kind == 'B' ? 'Z' : kind == 'L' ? '[' : kind);
    if (!fits) {
        char msg[80] = "Bad type on operand stack in ";
        strcat(msg, b->info->name);
        struct vorig have = { VO_CF_STACK, v->cur.stack_size, array, &v->cur };
        if (kind == 'B' || kind == 'L') return bad_type(v, have, nothing, msg);
        char d[3] = { '[', kind, 0 };
        return bad_type(v, have, implicit(vt_ref(symbol_from_cstr(d))), msg);
    }
    if (is_store) return true;
    if (kind != 'L') return push_value(v, of_char(*b->info->pushes));
    if (array == V_NULL) return push(v, V_NULL);
    const struct symbol *s = vt_name(array);
    return push(v, vt_of_desc(v, s->bytes + 1, s->len - 1u));
}

/* ---- stack shuffles ---- */

static bool second_half(vtype t) { return t == V_LONG2 || t == V_DOUBLE2; }
static bool is_cat1(struct verifier *v, vtype t) { return vt_assignable(v, VQ_CAT1, t) == VERIFY_YES; }

/* One category 2 value or two of category 1: a is the upper slot. */
static bool pop_pair(struct verifier *v, vtype *a, vtype *b)
{
    if (!pop(v, V_TOP, a)) return false;
    if (is_cat1(v, *a)) return pop(v, VQ_CAT1, b);
    if (second_half(*a)) return pop(v, VQ_CAT2, b);
    return bad_type(v, (struct vorig){ VO_CF_STACK, v->cur.stack_size, *a, &v->cur }, nothing,
                    "Bad type on operand stack");
}

static bool push_all(struct verifier *v, const vtype *t, u32 n)
{
    for (u32 i = 0; i < n; i++)
        if (!push(v, t[i])) return false;
    return true;
}

static bool shuffle(struct verifier *v, u8 op)
{
    vtype a, b, c, d;
    switch (op) {
    case OP_pop: return pop(v, VQ_CAT1, NULL);
    case OP_pop2: return pop_pair(v, &a, &b);
    case OP_dup: return pop(v, VQ_CAT1, &a) && push_all(v, (vtype[]){ a, a }, 2);
    case OP_dup_x1: return pop(v, VQ_CAT1, &a) && pop(v, VQ_CAT1, &b) && push_all(v, (vtype[]){ a, b, a }, 3);
    case OP_dup_x2: return pop(v, VQ_CAT1, &a) && pop_pair(v, &b, &c) && push_all(v, (vtype[]){ a, c, b, a }, 4);
    case OP_dup2: return pop_pair(v, &a, &b) && push_all(v, (vtype[]){ b, a, b, a }, 4);
    case OP_dup2_x1: return pop_pair(v, &a, &b) && pop(v, VQ_CAT1, &c) && push_all(v, (vtype[]){ b, a, c, b, a }, 5);
    case OP_dup2_x2: return pop_pair(v, &a, &b) && pop_pair(v, &c, &d) && push_all(v, (vtype[]){ b, a, d, c, b, a }, 6);
    default: return pop(v, VQ_CAT1, &a) && pop(v, VQ_CAT1, &b) && push_all(v, (vtype[]){ a, b }, 2);
    }
}

/* ---- constant pool operands ---- */

static bool bad_constant(struct verifier *v, u16 index, const char *fmt)
{
    struct vfail f = { .fault = VF_POOL_INDEX, .bci = v->bci, .index = index };
    char *name = arena_strndup(&v->work, v->cf->this_name->bytes, v->cf->this_name->len);
    for (char *p = name; *p; p++)
        if (*p == '/') *p = '.';
    return vf_fail(v, &f, fmt, index, name);
}

static bool cp_tag_is(struct verifier *v, u16 index, u32 tags)
{
    if (index == 0 || index >= v->cf->cp_count)
        return bad_constant(v, index, "Illegal constant pool index %u in class %s");
    u8 tag = v->cf->cp[index].tag;
    return (tag && (tags >> tag & 1)) || bad_constant(v, index, "Illegal type at constant pool entry %u in class %s");
}

static struct symbol *cp_class(struct verifier *v, u16 index) { return classfile_class_name(v->cf, index); }
static struct symbol *nt_name(struct verifier *v, u16 ref)
{
    return v->cf->cp[v->cf->cp[v->cf->cp[ref].u.pair.b].u.pair.a].u.utf8;
}
static struct symbol *nt_desc(struct verifier *v, u16 ref)
{
    return v->cf->cp[v->cf->cp[v->cf->cp[ref].u.pair.b].u.pair.b].u.utf8;
}

static bool ldc(struct verifier *v, u16 index, bool wide2)
{
    u32 one = 1u << CP_INTEGER | 1u << CP_FLOAT | 1u << CP_STRING | 1u << CP_CLASS | 1u << CP_METHOD_HANDLE |
              1u << CP_METHOD_TYPE | 1u << CP_DYNAMIC;
    if (!cp_tag_is(v, index, wide2 ? 1u << CP_LONG | 1u << CP_DOUBLE | 1u << CP_DYNAMIC : one)) return false;
    switch (v->cf->cp[index].tag) {
    case CP_INTEGER: return push(v, V_INT);
    case CP_FLOAT: return push(v, V_FLOAT);
    case CP_LONG: return push_value(v, V_LONG);
    case CP_DOUBLE: return push_value(v, V_DOUBLE);
    case CP_STRING: return push(v, vt_ref(v->string));
    case CP_CLASS: return push(v, vt_ref(v->class_));
    case CP_METHOD_HANDLE: return push(v, vt_ref(v->method_handle));
    case CP_METHOD_TYPE: return push(v, vt_ref(v->method_type));
    default: {
        const struct symbol *d = nt_desc(v, index);
        vtype t = vt_of_desc(v, d->bytes, d->len);
        if ((t == V_LONG || t == V_DOUBLE) != wide2)
            return vf_code(v, v->bci, "Illegal type at constant pool entry %u in class %s", index,
                           v->cf->this_name->bytes);
        return push_value(v, t);
    }
    }
}

/* A protected member of a superclass in another package may be reached only through this class or its subclasses. */
static bool check_protected(struct verifier *v, u16 index, vtype object, bool method, const char *msg)
{
    struct symbol *cls = cp_class(v, v->cf->cp[index].u.pair.a), *name = nt_name(v, index);
    if (cls->bytes[0] == '[' || !v->env->is_super(v->env->ctx, cls)) return true;
    enum verify_answer a = v->env->is_protected(v->env->ctx, cls, name, nt_desc(v, index), method);
    if (a == VERIFY_ERROR && v->result == VERIFY_OK) v->result = VERIFY_UNKNOWN;
    if (a != VERIFY_YES) return a == VERIFY_NO;
    if (method && cls == v->object && symbol_equals_cstr(name, "clone") && vt_kind(object) == V_REF &&
        vt_name(object)->bytes[0] == '[')
        return true;
    vtype current = vt_ref(v->cf->this_name);
    a = vt_assignable(v, current, object);
    if (a == VERIFY_NO)
        return bad_type(v, (struct vorig){ VO_CF_STACK, v->cur.stack_size, object, &v->cur }, implicit(current), msg);
    return a == VERIFY_YES;
}

static bool declares_field(struct verifier *v, const struct symbol *name, const struct symbol *desc)
{
    for (u32 i = 0; i < v->cf->field_count; i++)
        if (v->cf->fields[i].name == name && v->cf->fields[i].desc == desc) return true;
    return false;
}

/* Pops the owner of a putfield. A constructor may write fields of its own class before it calls super. */
static bool pop_field_owner(struct verifier *v, u16 index, struct symbol *cls, const struct symbol *desc, vtype *object)
{
    if (!pop(v, V_TOP, object)) return false;
    if (*object == V_UNINIT_THIS && cls == v->cf->this_name && declares_field(v, nt_name(v, index), desc))
        *object = vt_ref(cls);
    enum verify_answer a = vt_assignable(v, vt_ref(cls), *object);
    if (a != VERIFY_NO) return a == VERIFY_YES;
    struct vorig have = { VO_CF_STACK, v->cur.stack_size, *object, &v->cur },
                 want = { VO_POOL, index, vt_ref(cls), NULL };
    return bad_type(v, have, want, "Bad type on operand stack in putfield");
}

static bool field_access(struct verifier *v, u8 op, u16 index)
{
    if (!cp_tag_is(v, index, 1u << CP_FIELD)) return false;
    const struct symbol *d = nt_desc(v, index);
    vtype t = vt_of_desc(v, d->bytes, d->len), object;
    struct symbol *cls = cp_class(v, v->cf->cp[index].u.pair.a);
    if (op == OP_getstatic) return push_value(v, t);
    if (op == OP_putstatic || op == OP_putfield)
        if (!pop_halves(v, t)) return false;
    if (op == OP_putstatic) return true;
    if (op == OP_getfield) {
        if (!pop(v, vt_ref(cls), &object)) return false;
    } else if (!pop_field_owner(v, index, cls, d, &object))
        return false;
    if (object == vt_ref(v->cf->this_name) ||
        check_protected(v, index, object, false, "Bad access to protected data in getfield"))
        return op == OP_putfield || push_value(v, t);
    return false;
}

/* ---- calls ---- */

static void initialize(struct verifier *v, vtype old, vtype fresh)
{
    for (u32 i = 0; i < v->cur.locals_size; i++)
        if (v->cur.locals[i] == old) v->cur.locals[i] = fresh;
    for (u32 i = 0; i < v->cur.stack_size; i++)
        if (v->cur.stack[i] == old) v->cur.stack[i] = fresh;
    if (old == V_UNINIT_THIS) v->cur.this_uninit = false;
}

static bool call_init(struct verifier *v, u16 index)
{
    struct symbol *cls = cp_class(v, v->cf->cp[index].u.pair.a);
    vtype ref = vt_ref(cls), current = vt_ref(v->cf->this_name), t;
    if (!pop(v, VQ_REF, &t)) return false;
    if (t == V_UNINIT_THIS) {
        if (cls != v->cf->this_name && cls != v->cf->super_name)
            return bad_type(v, implicit(ref), implicit(current), "Bad <init> method call");
        initialize(v, t, current);
        return true;
    }
    if (vt_kind(t) != V_UNINIT)
        return bad_type(v, (struct vorig){ VO_CF_STACK, v->cur.stack_size, t, &v->cur }, nothing,
                        "Bad operand type when invoking <init>");
    u16 new_index = rd_u16be(v->m->code.at + vt_bci(t) + 1);
    vtype made = vt_ref(cp_class(v, new_index));
    if (made != ref)
        return bad_type(v, (struct vorig){ VO_POOL, new_index, made, NULL },
                        (struct vorig){ VO_POOL, index, ref, NULL }, "Call to wrong <init> method");
    if (v->env->is_super(v->env->ctx, cls)) {
        enum verify_answer a = v->env->is_protected(v->env->ctx, cls, nt_name(v, index), nt_desc(v, index), true);
        if (a == VERIFY_ERROR && v->result == VERIFY_OK) v->result = VERIFY_UNKNOWN;
        if (a == VERIFY_ERROR) return false;
        if (a == VERIFY_YES)
            return bad_type(v, (struct vorig){ VO_POOL, new_index, made, NULL }, implicit(current),
                            "Bad access to protected <init> method");
    }
    initialize(v, t, made);
    return true;
}

static bool special_target(struct verifier *v, u16 index)
{
    struct symbol *cls = cp_class(v, v->cf->cp[index].u.pair.a);
    if (cls == v->cf->this_name || cls == v->cf->super_name) return true;
    bool imr = v->cf->cp[index].tag == CP_IMETHOD;
    for (u32 i = 0; imr && i < v->cf->interface_count; i++)
        if (cp_class(v, v->cf->interfaces[i]) == cls) return true;
    enum verify_answer a = vt_assignable(v, vt_ref(cls), vt_ref(v->cf->this_name));
    if (a == VERIFY_ERROR) return false;
    if (a == VERIFY_NO)
        return vf_code(v, v->bci, "Bad invokespecial instruction: current class isn't assignable to reference class.");
    if (imr)
        return vf_code(v, v->bci,
                       "Bad invokespecial instruction: interface method reference is in an indirect superinterface.");
    return true;
}

/* A descriptor that no method has may have more than 255 parameters. */
static bool pop_arguments(struct verifier *v, const struct symbol *desc)
{
    vtype few[256], *args = few;
    u32 n = 0, len, count = desc_arg_count(desc);
    if (count > ARRAY_LEN(few)) args = vm_malloc(count * sizeof *args);
    const char *p = desc->bytes + 1, *start;
    while (desc_next(&p, &start, &len)) args[n++] = vt_of_desc(v, start, len);
    bool ok = true;
    while (n-- && ok) ok = pop_halves(v, args[n]);
    if (args != few) free(args);
    return ok;
}

static bool invoke(struct verifier *v, u8 op, u16 index)
{
    const u8 *insn = v->m->code.at + v->bci;
    u32 either = 1u << CP_METHOD | (v->cf->major >= 52 ? 1u << CP_IMETHOD : 0);
    u32 tags = op == OP_invokevirtual     ? 1u << CP_METHOD
               : op == OP_invokeinterface ? 1u << CP_IMETHOD
               : op == OP_invokedynamic   ? 1u << CP_INDY
                                          : either;
    if (!cp_tag_is(v, index, tags)) return false;
    const struct symbol *name = nt_name(v, index), *desc = nt_desc(v, index);
    bool init = symbol_equals_cstr(name, "<init>");
    if (name->bytes[0] == '<' && !(op == OP_invokespecial && init))
        return vf_code(v, v->bci, "Illegal call to internal method");
    if (op == OP_invokespecial && !init && !special_target(v, index)) return false;
    if (op == OP_invokeinterface) {
        if (insn[3] != desc_arg_slots(desc) + 1)
            return vf_code(v, v->bci, "Inconsistent args count operand in invokeinterface");
        if (insn[4]) return vf_code(v, v->bci, "Fourth operand byte of invokeinterface must be zero");
    }
    if (op == OP_invokedynamic && (insn[3] || insn[4]))
        return vf_code(v, v->bci, "Third and fourth operand bytes of invokedynamic must be zero");
    if (!pop_arguments(v, desc)) return false;
    if (op == OP_invokespecial && init) {
        if (!call_init(v, index)) return false;
    } else if (op == OP_invokespecial) {
        if (!pop(v, vt_ref(v->cf->this_name), NULL)) return false;
    } else if (op == OP_invokevirtual || op == OP_invokeinterface) {
        vtype object;
        if (!pop(v, vt_ref(cp_class(v, v->cf->cp[index].u.pair.a)), &object)) return false;
        if (op == OP_invokevirtual &&
            !check_protected(v, index, object, true, "Bad access to protected data in invokevirtual"))
            return false;
    }
    const char *ret = desc_return(desc);
    if (*ret == 'V') return true;
    if (init) return vf_code(v, v->bci, "Return type must be void in <init> method");
    return push_value(v, vt_of_desc(v, ret, (u32)(desc->bytes + desc->len - ret)));
}

/* ---- control ---- */

static bool return_value(struct verifier *v, vtype want)
{
    vtype t = want;
    if (want == VQ_REF ? !pop(v, VQ_REF, &t) : !pop_halves(v, want)) return false;
    u32 at = v->cur.stack_size;
    struct vorig have = { VO_CF_STACK, at, t, &v->cur }, sig = { VO_SIGNATURE, 0, v->return_type, NULL };
    if (v->return_type == V_TOP) return bad_type(v, have, sig, "Method does not expect a return value");
    enum verify_answer a = vt_assignable(v, v->return_type, t);
    if (a == VERIFY_NO) return bad_type(v, have, sig, "Bad return type");
    v->flow = false;
    return a == VERIFY_YES;
}

static bool return_void(struct verifier *v)
{
    if (v->return_type != V_TOP) return vf_code(v, v->bci, "Method expects a return value");
    if (v->cur.this_uninit) return vf_code(v, v->bci, "Constructor must call super() or this() before return");
    v->flow = false;
    return true;
}

static bool branch_by(struct verifier *v, i32 distance) { return vs_match_target(v, &v->cur, (i64)v->bci + distance); }
static bool branch(struct verifier *v, const struct bytecode *b)
{
    return branch_by(v, (i32)(bytecode_target(b) - b->bci));
}

static bool do_switch(struct verifier *v, u8 op)
{
    const u8 *code = v->m->code.at;
    u32 at = ALIGN_UP(v->bci + 1, 4u);
    if (v->cf->major < 51)
        for (u32 i = v->bci + 1; i < at; i++)
            if (code[i]) return vf_code(v, v->bci, "Nonzero padding byte in lookupswitch or tableswitch");
    i32 dflt = rd_i32be(code + at), count, step;
    u32 targets;
    if (op == OP_tableswitch) {
        i32 low = rd_i32be(code + at + 4), high = rd_i32be(code + at + 8);
        count = high - low + 1; /* bytecode_length has found them in order, and room for all */
        targets = at + 12;
        step = 4;
    } else {
        count = rd_i32be(code + at + 4);
        for (i32 i = 1; i < count; i++)
            if (rd_i32be(code + at + 8 + 8 * (u32)i) <= rd_i32be(code + at + 8 * (u32)i))
                return vf_code(v, v->bci, "Bad lookupswitch instruction");
        targets = at + 12;
        step = 8;
    }
    if (!pop(v, V_INT, NULL) || !branch_by(v, dflt)) return false;
    for (i32 i = 0; i < count; i++)
        if (!branch_by(v, rd_i32be(code + targets + (u32)(i * step)))) return false;
    v->flow = false;
    return true;
}

/* ---- objects ---- */

static vtype array_of(struct verifier *v, struct symbol *cls)
{
    char *s = vm_malloc(cls->len + 4u);
    size_t n = 0;
    s[n++] = '[';
    bool array = cls->bytes[0] == '[';
    if (!array) s[n++] = 'L';
    memcpy(s + n, cls->bytes, cls->len);
    n += cls->len;
    if (!array) s[n++] = ';';
    struct symbol *sym = symbol_intern(s, n);
    free(s);
    return vt_ref(sym ? sym : v->object);
}

static u32 dimensions(const struct symbol *s)
{
    u32 n = 0;
    while (s->bytes[n] == '[') n++;
    return n;
}

static bool object_op(struct verifier *v, u8 op)
{
    const u8 *insn = v->m->code.at + v->bci;
    u16 index = op == OP_newarray || op == OP_arraylength || op == OP_athrow ? 0 : rd_u16be(insn + 1);
    vtype t;
    if (index || (op != OP_newarray && op != OP_arraylength && op != OP_athrow))
        if (!cp_tag_is(v, index, 1u << CP_CLASS)) return false;
    struct symbol *cls = index ? cp_class(v, index) : NULL;
    switch (op) {
    case OP_new:
        if (cls->bytes[0] == '[') return vf_code(v, v->bci, "Illegal new instruction");
        return push(v, vt_uninit(v->bci));
    case OP_newarray: {
        static const char *const names[] = { "[Z", "[C", "[F", "[D", "[B", "[S", "[I", "[J" };
        if (insn[1] < 4 || insn[1] > 11) return vf_code(v, v->bci, "Illegal newarray instruction");
        return pop(v, V_INT, NULL) && push(v, vt_ref(symbol_from_cstr(names[insn[1] - 4])));
    }
    case OP_anewarray:
        if (dimensions(cls) >= 255)
            return vf_code(v, v->bci, "Illegal anewarray instruction, array has more than 255 dimensions");
        return pop(v, V_INT, NULL) && push(v, array_of(v, cls));
    case OP_arraylength: {
        if (!pop(v, VQ_REF, &t)) return false;
        bool ok = t == V_NULL || (vt_kind(t) == V_REF && vt_name(t)->bytes[0] == '[');
        if (!ok)
            return bad_type(v, (struct vorig){ VO_CF_STACK, v->cur.stack_size, t, &v->cur }, nothing,
                            "Bad type on operand stack in arraylength");
        return push(v, V_INT);
    }
    case OP_athrow: v->flow = false; return pop(v, vt_ref(v->throwable), NULL);
    case OP_checkcast: return pop(v, vt_ref(v->object), NULL) && push(v, vt_ref(cls));
    case OP_instanceof: return pop(v, vt_ref(v->object), NULL) && push(v, V_INT);
    default: { /* multianewarray */
        u8 dim = insn[3];
        if (dim < 1 || dimensions(cls) < dim) return vf_code(v, v->bci, "Illegal dimension in multianewarray: %u", dim);
        for (u32 i = 0; i < dim; i++)
            if (!pop(v, V_INT, NULL)) return false;
        return push(v, vt_ref(cls));
    }
    }
}

/* ---- one instruction ---- */

static vtype local_type(char kind) { return kind == 'S' ? VQ_REF : of_char(kind); }

static bool iinc(struct verifier *v, u32 i)
{
    if (i >= v->m->max_locals) return local_index(v, i, "Local variable table overflow");
    return local_is(v, i, V_INT);
}

static bool use_local(struct verifier *v, const struct bytecode *b)
{
    u32 i = bytecode_local(b);
    if (b->op == OP_iinc) return iinc(v, i);
    vtype kind = local_type(b->info->local_kind);
    return b->info->local_access == BC_WRITTEN ? store(v, i, kind) : load(v, i, kind);
}

static bool pop_operands(struct verifier *v, const char *pops) /* of a conditional branch: one or two of a kind */
{
    for (; *pops; pops++)
        if (!pop(v, of_char(*pops), NULL)) return false;
    return true;
}

static bool run(struct verifier *v, const struct bytecode *b)
{
    const struct bytecode_info *info = b->info;
    u8 op = b->op;
    if (info->does & BC_PLAIN) return run_plain(v, info);
    if (info->flow == BC_SUBROUTINE || info->flow == BC_RET) return vf_code(v, v->bci, "Bad instruction: %02x", op);
    if (info->local_access) return use_local(v, b);
    if (info->pops[0] == '[' && op != OP_arraylength) return array_access(v, b);
    if (info->flow == BC_BRANCH) return pop_operands(v, info->pops) && branch(v, b);
    switch (op) {
    case OP_ldc:
    case OP_ldc_w:
    case OP_ldc2_w: return ldc(v, bytecode_constant(b), op == OP_ldc2_w);
    case OP_pop ... OP_swap: return shuffle(v, op);
    case OP_goto:
    case OP_goto_w: v->flow = false; return branch(v, b);
    case OP_tableswitch:
    case OP_lookupswitch: return do_switch(v, op);
    case OP_return: return return_void(v);
    case OP_ireturn ... OP_areturn: return return_value(v, of_char(info->pops[0]));
    case OP_getstatic ... OP_putfield: return field_access(v, op, bytecode_constant(b));
    case OP_invokevirtual ... OP_invokedynamic: return invoke(v, op, bytecode_constant(b));
    default: return object_op(v, op);
    }
}

/* ---- handlers ---- */

static bool check_handlers(struct verifier *v)
{
    const struct cf_method *m = v->m;
    v->covered_from = m->code.len;
    v->covered_to = 0;
    for (u32 i = 0; i < m->handler_count; i++) {
        const struct cf_handler *h = &m->handlers[i];
        if (h->start < v->covered_from) v->covered_from = h->start;
        if (h->end > v->covered_to) v->covered_to = h->end;
        if (!v->starts[h->start]) return vf_format(v, "Illegal exception table start_pc %u", h->start);
        if (h->end != m->code.len && !v->starts[h->end])
            return vf_format(v, "Illegal exception table end_pc %u", h->end);
        if (!v->starts[h->handler]) return vf_format(v, "Illegal exception table handler_pc %u", h->handler);
        if (!h->type) continue;
        vtype t = vt_ref(cp_class(v, h->type)), want = vt_ref(v->throwable);
        enum verify_answer a = vt_assignable(v, want, t);
        if (a == VERIFY_ERROR) return false;
        if (a == VERIFY_NO) {
            v->bci = h->handler;
            struct vfail f = {
                .fault = VF_TYPE, .bci = h->handler, .type = { VO_POOL, h->type, t, NULL }, .expected = implicit(want)
            };
            return vf_fail(v, &f, "Catch type is not a subclass of Throwable in exception handler %u", h->handler);
        }
    }
    return true;
}

/* The scopes of variables begin and end at instructions. */
static bool check_variables(struct verifier *v)
{
    const struct cf_method *m = v->m;
    for (u32 i = 0; i < m->local_count; i++) {
        u32 start = m->locals[i].start, end = start + m->locals[i].length;
        if (!v->starts[start]) return vf_format(v, "Illegal local variable table start_pc %u", start);
        if (end != m->code.len && !v->starts[end])
            return vf_format(v, "Illegal local variable table length %u", m->locals[i].length);
    }
    return true;
}

/* An exception may leave the instruction at v->bci with these locals. */
static bool match_handlers(struct verifier *v)
{
    const struct cf_method *m = v->m;
    vtype thrown;
    struct vframe at = v->cur;
    at.stack = &thrown;
    at.stack_size = at.mark = 1;
    for (u32 i = 0; i < m->handler_count; i++) {
        const struct cf_handler *h = &m->handlers[i];
        if (v->bci < h->start || v->bci >= h->end) continue;
        thrown = vt_ref(h->type ? cp_class(v, h->type) : v->throwable);
        const struct vmap *map = vs_find(v, h->handler);
        if (!map) {
            struct vfail why = { .fault = VF_MISSING_MAP, .bci = v->bci };
            return vf_fail(v, &why, "Expecting a stackmap frame at branch target %u", h->handler);
        }
        struct vfail why;
        bool fits;
        if (!vs_fits(v, &at, map, &why, &fits)) return false;
        if (!fits) return vf_fail(v, &why, "Stack map does not match the one at exception handler %u", h->handler);
    }
    return true;
}

/* ---- one method ---- */

static void first_frame(struct verifier *v)
{
    const struct cf_method *m = v->m;
    u32 n = 0;
    if (!(m->access & ACC_STATIC)) {
        v->cur.this_uninit = symbol_equals_cstr(m->name, "<init>") && v->cf->super_name;
        v->cur.locals[n++] = v->cur.this_uninit ? V_UNINIT_THIS : vt_ref(v->cf->this_name);
    }
    const char *p = m->desc->bytes + 1, *start;
    u32 len;
    while (desc_next(&p, &start, &len)) {
        vtype t = vt_of_desc(v, start, len);
        v->cur.locals[n++] = t;
        if (t == V_LONG || t == V_DOUBLE) v->cur.locals[n++] = t + 1;
    }
    v->cur.locals_size = (u16)n;
    const char *ret = desc_return(m->desc);
    v->return_type = vt_of_desc(v, ret, (u32)(m->desc->bytes + m->desc->len - ret));
}

/* At a stack map: checks that the incoming frame fits the map, which then becomes the current frame. */
static bool meet_map(struct verifier *v, u32 *next)
{
    const struct vmap *map = *next < v->map_count ? &v->maps[*next] : NULL;
    if (!map || map->bci > v->bci) {
        if (!v->flow) return vf_code(v, v->bci, "Expecting a stack map frame");
        return true;
    }
    if (map->bci < v->bci) return vf_format(v, "Bad stack map offset %u", map->bci);
    if (v->flow) {
        struct vfail why;
        bool fits;
        v->cur.bci = v->bci;
        v->cur.mark = v->cur.stack_size;
        if (!vs_fits(v, &v->cur, map, &why, &fits)) return false;
        if (!fits) return vf_fail(v, &why, "Instruction type does not match stack map");
    }
    vs_enter(v, map);
    ++*next;
    return true;
}

static bool verify_method(struct verifier *v)
{
    const struct bytes code = v->m->code;
    v->flow = true;
    vs_begin(v);
    first_frame(v);
    if (!find_starts(v) || !check_handlers(v) || !check_variables(v) || !vs_parse_maps(v)) return false;
    u32 next_map = 0;
    for (u32 bci = 0; bci < code.len;) {
        v->bci = bci;
        if (!meet_map(v, &next_map)) return false;
        if (UNLIKELY(bci == v->stop_at)) return true;
        v->cur.bci = bci;
        v->cur.mark = v->cur.stack_size;
        if (bci >= v->covered_from && bci < v->covered_to && !match_handlers(v)) return false;
        v->flow = true;
        struct bytecode b;
        if (!bytecode_read(&b, code.at, code.len, bci)) return vf_code(v, bci, "Bad instruction: %02x", code.at[bci]);
        if (!run(v, &b)) return false;
        bci += b.length;
    }
    if (v->flow) return vf_code(v, code.len, "Control flow falls through code end");
    return true;
}

static struct verifier new_verifier(struct arena *arena, const struct classfile *cf, const struct verify_env *env)
{
    struct verifier v = { .arena = arena, .cf = cf, .env = env, .stop_at = UINT32_MAX };
    v.object = symbol_from_cstr("java/lang/Object");
    v.throwable = symbol_from_cstr("java/lang/Throwable");
    v.string = symbol_from_cstr("java/lang/String");
    v.class_ = symbol_from_cstr("java/lang/Class");
    v.method_handle = symbol_from_cstr("java/lang/invoke/MethodHandle");
    v.method_type = symbol_from_cstr("java/lang/invoke/MethodType");
    return v;
}

/* ---- the types of variables, in a method that has been verified or is trusted: every question gets the answer that
 * lets verification continue ---- */

static enum verify_answer always(void *ctx, struct symbol *to, struct symbol *from) { return VERIFY_YES; }
static bool never_super(void *ctx, struct symbol *cls) { return false; }
static enum verify_answer never_protected(void *ctx, struct symbol *cls, struct symbol *name, struct symbol *desc,
                                          bool method)
{
    return VERIFY_NO;
}

/* Prepares *v to run up to the instruction. The caller calls vs_end if the result is true. */
static bool begin_types(struct verifier *v, struct arena *arena, const struct classfile *cf, const struct cf_method *m,
                        u32 bci)
{
    static const struct verify_env env = { NULL, always, never_super, never_protected };
    if (!m->code.at || bci >= m->code.len || cf->major < 50) return false;
    *v = new_verifier(arena, cf, &env);
    v->m = m;
    v->stop_at = bci;
    return true;
}

static struct symbol *name_of(vtype t) { return vt_kind(t) == V_REF ? vt_name(t) : NULL; }

bool classfile_local_types(struct arena *arena, const struct classfile *cf, const struct cf_method *m, u32 bci,
                           struct local_type *out)
{
    struct verifier v;
    if (!begin_types(&v, arena, cf, m, bci)) return false;
    bool there = verify_method(&v) && v.bci == bci;
    for (u32 i = 0; there && i < m->max_locals; i++) {
        vtype t = i < v.cur.locals_size ? v.cur.locals[i] : V_TOP;
        out[i] = (struct local_type){ 0 };
        switch (vt_kind(t)) {
        case V_INT: out[i].kind = 'I'; break;
        case V_FLOAT: out[i].kind = 'F'; break;
        case V_LONG: out[i].kind = 'J'; break;
        case V_DOUBLE: out[i].kind = 'D'; break;
        case V_NULL:
        case V_UNINIT:
        case V_UNINIT_THIS: out[i].kind = 'N'; break;
        case V_REF: out[i].kind = 'L'; break;
        default: break;
        }
        out[i].name = name_of(t);
    }
    vs_end(&v);
    return there;
}

bool classfile_frame_types(struct arena *arena, const struct classfile *cf, const struct cf_method *m, u32 bci,
                           struct frame_types *out)
{
    struct verifier v;
    if (!begin_types(&v, arena, cf, m, bci)) return false;
    bool there = verify_method(&v) && v.bci == bci;
    for (u32 i = 0; there && i < m->max_locals; i++)
        out->locals[i] = i < v.cur.locals_size ? name_of(v.cur.locals[i]) : NULL;
    for (u32 i = 0; there && i < v.cur.stack_size; i++) out->operands[i] = name_of(v.cur.stack[i]);
    out->depth = there ? v.cur.stack_size : 0;
    vs_end(&v);
    return there;
}

enum verify_result classfile_verify_method(struct arena *arena, const struct classfile *cf, const struct cf_method *m,
                                           const struct verify_env *env)
{
    struct verifier v = new_verifier(arena, cf, env);
    v.m = m;
    bool ok = !m->code.at || verify_method(&v);
    vs_end(&v);
    return !ok && v.result == VERIFY_OK ? VERIFY_UNKNOWN : v.result;
}

enum verify_result classfile_verify(struct arena *arena, const struct classfile *cf, const struct verify_env *env,
                                    const char **msg)
{
    struct verifier v = new_verifier(arena, cf, env);
    bool ok = true;
    for (u32 i = 0; i < cf->method_count && ok; i++) {
        v.m = &cf->methods[i];
        ok = !v.m->code.at || verify_method(&v);
    }
    *msg = v.msg;
    vs_end(&v);
    return !ok && v.result == VERIFY_OK ? VERIFY_UNKNOWN : v.result;
}
