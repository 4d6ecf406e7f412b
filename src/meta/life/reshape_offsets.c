/* reshape_offsets.c: offsets of fields that the library has, when fields move (reshape_moves.c).
 *
 * Unsafe and method handles ask the VM for the offset of a field. Some classes of the library keep it in objects that
 * reshape_handles.c knows and gives the new offset. Everybody else may keep it anywhere: the field stays where it is
 * for ever (OFFSET_OUTSIDE).
 *
 * A frame of these classes may have the offset in a variable, so a commit that moves fields waits until no thread
 * stands in one. They call nothing that takes long. Threads that use them all the time would hardly ever be outside
 * together: for a while only those that are inside run on (redefine.c). */
#include "bytecode/bytecode.h"
#include "meta/meta_int.h"
#include "thread/thread_contract.h"

/* Methods that may have an offset in their frame: of a class of the boot loader whose name begins and goes on so. */
struct keeper {
    const char *begins, *contains;
    const char *method, *desc; /* how these begin; "": any */
    bool asks;                 /* it asks the VM for offsets, and reshape_handles.c finds its objects */
};
static const struct keeper keepers[] = {
    { "java/io/ObjectStreamClass$FieldReflector", "", "", "", true },
    { "java/lang/invoke/DirectMethodHandle", "", "fieldOffset", "", false },
    { "java/lang/invoke/DirectMethodHandle", "", "make", "", true },
    { "java/lang/invoke/DirectMethodHandle$Accessor", "", "", "", false },
    { "java/lang/invoke/MethodHandleNatives", "", "objectFieldOffset", "", false },
    { "java/lang/invoke/VarHandle", "$FieldInstance", "", "", false },
    { "java/lang/invoke/VarHandles", "", "getFieldFromReceiverAndOffset", "", true },
    { "java/lang/invoke/VarHandles", "", "makeFieldHandle", "", true },
    { "java/util/concurrent/atomic/Atomic", "FieldUpdater$", "", "", true },
    { "jdk/internal/misc/Unsafe", "", "", "(Ljava/lang/Object;J", false },
    { "jdk/internal/misc/Unsafe", "", "objectFieldOffset", "", false },
    { "jdk/internal/reflect/Unsafe", "FieldAccessorImpl", "", "", true },
};

static bool is_of(const struct keeper *k, const struct method *m)
{
    const struct symbol *c = m->owner->name;
    return symbol_starts_with(c, k->begins) && strstr(c->bytes, k->contains) &&
           symbol_starts_with(m->name, k->method) && symbol_starts_with(m->desc, k->desc);
}

static const struct keeper *keeper_of(const struct method *m)
{
    if (!m->owner->loader->is_boot) return NULL;
    for (u32 i = 0; i < ARRAY_LEN(keepers); i++)
        if (is_of(&keepers[i], m)) return &keepers[i];
    return NULL;
}

bool reshape_is_accessor(const struct class *c)
{
    return c->loader->is_boot && symbol_starts_with(c->name, "jdk/internal/reflect/Unsafe") &&
           strstr(c->name->bytes, "FieldAccessorImpl");
}

bool reshape_is_reflector(const struct class *c)
{
    return c->loader->is_boot && symbol_equals_cstr(c->name, "java/io/ObjectStreamClass$FieldReflector");
}

/* ---- offsets that are given away ---- */

/* The innermost method outside of Unsafe and the natives of method handles. */
static const struct method *asker(struct thread *self)
{
    const struct method *m = NULL;
    for (struct frame *f = frame_java(self->fp); f; f = frame_caller(f)) {
        m = f->method;
        const struct keeper *k = keeper_of(m);
        if (!k || k->asks || !symbol_starts_with(m->name, "objectFieldOffset")) break;
    }
    return m;
}

void redefine_note_offset(struct thread *self, struct field *f)
{
    IN_STATE(self, VM);
    u8 given = OFFSET_GIVEN;
    if (options.enhanced_redefinition && !(f->access & ACC_STATIC)) {
        const struct method *m = asker(self);
        const struct keeper *k = m ? keeper_of(m) : NULL;
        if (!k || !k->asks) given |= OFFSET_OUTSIDE;
    }
    __atomic_fetch_or(&f->offset_given, given, __ATOMIC_RELAXED);
}

/* ---- frames ---- */

/* Is it the form of a method handle for a field? It asks the handle for the offset. */
static bool asks_handle(const struct method *m)
{
    struct bytecode b;
    if (!method_has(m, MTH_LAMBDA_FORM) || !m->owner->loader->is_boot || !m->orig_code) return false;
    const struct classfile *cf = m->cp->cf;
    BYTECODE_EACH (b, m->orig_code, m->code_len) {
        if (b.op != OP_invokestatic) continue;
        const struct cf_const *pair = &cf->cp[cf->cp[bytecode_constant(&b)].u.pair.b];
        if (symbol_equals_cstr(cf->cp[pair->u.pair.a].u.utf8, "fieldOffset")) return true;
    }
    return false;
}

static const struct method *stands_in(const struct thread *t)
{
    for (struct frame *f = frame_java(t->fp); f; f = frame_caller(f))
        if (keeper_of(f->method) || asks_handle(f->method)) return f->method;
    return NULL;
}

bool reshape_has_offset(const struct thread *t)
{
    WORLD_STOPPED();
    return stands_in(t) != NULL;
}

bool reshape_any_has_offset(void)
{
    WORLD_STOPPED();
    for (struct thread *t = threads_first(); t; t = t->next)
        if (stands_in(t)) return true;
    return false;
}

enum redefine_status reshape_ask_frames(struct reshape *s)
{
    WORLD_STOPPED();
    for (struct thread *t = threads_first(); t; t = t->next) {
        const struct method *m = stands_in(t);
        if (!m) continue;
        const struct field_move *first = s->moves.items[0];
        s->wait = s->patient && t != thread_self();
        if (s->wait) return REDEFINE_HIERARCHY;
        return redefine_refuse(first->owner, REDEFINE_HIERARCHY,
                               "field %s lies where a superclass has one, and a thread stands in %s.%s",
                               first->f->name->bytes, m->owner->name->bytes, m->name->bytes);
    }
    return REDEFINE_OK;
}
