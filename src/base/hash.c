/* hash.c: SipHash with one round for each word and three at the end. */
#include "base/hash.h"

#include <stdatomic.h>

#include "os/os_proc.h"

struct sip {
    u64 a, b, c, d;
};

static inline u64 turn(u64 x, int n) { return x << n | x >> (64 - n); }

static inline void sip_round(struct sip *s)
{
    s->a += s->b;
    s->c += s->d;
    s->b = turn(s->b, 13) ^ s->a;
    s->d = turn(s->d, 16) ^ s->c;
    s->a = turn(s->a, 32);
    s->c += s->b;
    s->a += s->d;
    s->b = turn(s->b, 17) ^ s->c;
    s->d = turn(s->d, 21) ^ s->a;
    s->c = turn(s->c, 32);
}

static inline void sip_word(struct sip *s, u64 w)
{
    s->d ^= w;
    sip_round(s);
    s->a ^= w;
}

/* Threads that arrive first at the same time read the same secret. */
static inline void secret(u64 key[2])
{
    static _Atomic u64 word[2];
    static _Atomic bool known;
    if (UNLIKELY(!atomic_load_explicit(&known, memory_order_acquire))) {
        os_process_secret(key);
        for (int i = 0; i < 2; i++) atomic_store_explicit(&word[i], key[i], memory_order_relaxed);
        atomic_store_explicit(&known, true, memory_order_release);
    }
    for (int i = 0; i < 2; i++) key[i] = atomic_load_explicit(&word[i], memory_order_relaxed);
}

u64 hash_bytes(const void *bytes, size_t n)
{
    u64 key[2], last = (u64)n << 56, w;
    secret(key);
    struct sip s = { key[0] ^ 0x736f6d6570736575, key[1] ^ 0x646f72616e646f6d, key[0] ^ 0x6c7967656e657261,
                     key[1] ^ 0x7465646279746573 };
    const char *p = bytes;
    for (; n >= 8; n -= 8, p += 8) {
        memcpy(&w, p, 8);
        sip_word(&s, w);
    }
    for (size_t i = 0; i < n; i++) last |= (u64)(u8)p[i] << (8 * i);
    sip_word(&s, last);
    s.c ^= 0xff;
    for (int i = 0; i < 3; i++) sip_round(&s);
    return s.a ^ s.b ^ s.c ^ s.d;
}
