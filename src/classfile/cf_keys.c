/* cf_keys.c: sets for finding duplicates. A class file can hold 65535 entries of each kind, and comparing each pair
 * would take seconds; most files hold few. */
#include "base/hash.h"
#include "classfile/parse/cf_int.h"

#include <stdlib.h>

enum { PAIRWISE = TINY(24, 1) };

void cf_keys_init(struct cf_keys *s, u32 room)
{
    *s = (struct cf_keys){ .room = room, .key = vm_malloc((room ? room : 1) * sizeof *s->key) };
    if (room <= PAIRWISE) return;
    u32 size = 64; /* a power of two */
    while (size < room * 2) size *= 2;
    s->mask = size - 1;
    s->slot = vm_calloc(size, sizeof *s->slot);
}

void cf_keys_free(struct cf_keys *s)
{
    free(s->key);
    free(s->slot);
}

static bool same(const struct cf_key *x, const struct cf_key *y) { return x->a == y->a && x->b == y->b; }

/* Returns the place in slot[] where the key is or belongs. */
static u32 *place(const struct cf_keys *s, const struct cf_key *k)
{
    u32 i = (u32)hash_bytes(k, sizeof *k) & s->mask;
    while (s->slot[i] && !same(&s->key[s->slot[i] - 1], k)) i = (i + 1) & s->mask;
    return &s->slot[i];
}

u32 cf_keys_find(const struct cf_keys *s, u64 a, u64 b)
{
    struct cf_key k = { a, b };
    if (s->slot) return *place(s, &k) - 1u;
    for (u32 i = 0; i < s->count; i++)
        if (same(&s->key[i], &k)) return i;
    return CF_NO_KEY;
}

bool cf_keys_add(struct cf_keys *s, u64 a, u64 b)
{
    VM_ASSERT(s->count < s->room);
    struct cf_key k = { a, b };
    u32 *at = s->slot ? place(s, &k) : NULL;
    bool fresh = at ? !*at : cf_keys_find(s, a, b) == CF_NO_KEY;
    s->key[s->count++] = k;
    if (at && fresh) *at = s->count;
    return fresh;
}
