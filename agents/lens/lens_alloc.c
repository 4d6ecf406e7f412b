/* Objects by class, from samples. The VM takes a sample on average every INTERVAL bytes, at random, so an object of
 * SIZE bytes is sampled with probability 1 - e^(-SIZE / INTERVAL), and each sample stands for the inverse of that many
 * objects. Guarded by LENS_LOCK_ALLOCS. */
#include "lens_alloc.h"

#include "lens.h"
#include "lens_lock.h"

static struct lens_table rows = { .value_size = (sizeof(struct lens_alloc) + 7) & ~(size_t)7, .limit = 100000 };

/* 1 - e^(-x) for x >= 0, good to about 1e-9: a series for a small piece of x, then squared up again. Written out so
 * that the agent needs no libm. */
static double sampled_share(double x)
{
    if (x > 40) return 1;
    int doublings = 0;
    while (x > 0.01) x /= 2, doublings++;
    double share = x * (1 - x / 2 * (1 - x / 3 * (1 - x / 4)));
    while (doublings-- > 0) share = share * (2 - share); /* 1-(1-s)^2 */
    return share;
}

static struct lens_alloc *row_of_locked(const char *name)
{
    struct lens_alloc *row = lens_table_put(&rows, &name, sizeof name, NULL);
    if (row == NULL)
        atomic_fetch_add_explicit(&lens.lost, 1, memory_order_relaxed);
    else
        row->class_name = name;
    return row;
}

void lens_alloc_sampled(jclass klass, jlong size)
{
    const char *name = lens_class_name_of(klass);
    double share = lens.options.interval == 0 ? 1 : sampled_share((double)size / lens.options.interval);
    lens_lock(LENS_LOCK_ALLOCS);
    struct lens_alloc *row = row_of_locked(name);
    if (row != NULL && share > 0) {
        row->samples++;
        row->objects += 1 / share;
        row->bytes += (double)size / share;
    }
    lens_unlock(LENS_LOCK_ALLOCS);
}

void lens_alloc_by_vm(jclass klass, jlong size)
{
    const char *name = lens_class_name_of(klass);
    lens_lock(LENS_LOCK_ALLOCS);
    struct lens_alloc *row = row_of_locked(name);
    if (row != NULL) {
        row->vm_objects++;
        row->vm_bytes += (uint64_t)size;
    }
    lens_unlock(LENS_LOCK_ALLOCS);
}

const struct lens_table *lens_alloc_rows(void) { return &rows; }
