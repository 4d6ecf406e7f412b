#include "exec/invoke/math_call.h"

#include "base/hashmap.h"
#include "exec/code/code.h"
#include "exec/invoke/invoke_int.h"
#include "exec/native/native_binding.h"
#include "model/class_space.h"
#include "model/loader.h"

/* By name and descriptor of StrictMath's method, which no redefinition can change. Never freed. */
static struct hashmap methods GUARDED_BY(invoke_lock);

struct method *math_call_target(const struct method *from, const struct method *strict)
{
    if (!from->owner->loader->is_boot || !symbol_equals_cstr(from->owner->name, "java/lang/Math")) return NULL;
    void *entry = native_binding.leaf_of_math(strict);
    if (!entry) return NULL;
    u64 key = (u64)(uintptr_t)strict->name << 16 ^ (u64)(uintptr_t)strict->desc;
    os_mutex_lock(&invoke_lock);
    struct method *m = hashmap_get_u64(&methods, key);
    if (!m && (m = class_holder_alloc(strict->owner->holder, sizeof *m)) != NULL) {
        m->owner = strict->owner;
        m->name = strict->name;
        m->desc = strict->desc;
        m->access = ACC_NATIVE | ACC_FINAL | ACC_STATIC | ACC_SYNTHETIC;
        m->flags = MTH_HIDDEN;
        m->intrinsic = INTRINSIC_MATH;
        m->index = UINT16_MAX;
        m->vtable_index = VTABLE_NONE;
        m->cp = strict->owner->cp;
        while (m->cp->older) m->cp = m->cp->older; /* the oldest pool, which is never freed */
        m->nargs = strict->nargs;
        m->max_locals = m->nargs;
        m->return_kind = strict->return_kind;
        m->machine_entry = entry;
        code_set_first_entry(m, entry);
        hashmap_put_u64(&methods, key, m);
    }
    os_mutex_unlock(&invoke_lock);
    return m;
}
