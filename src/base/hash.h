/* hash.h: a hash for tables whose keys come from outside. It is keyed with a secret of this process (SipHash-1-3:
 * Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012), so an attacker cannot choose names that all
 * collide. Any thread. */
#ifndef ARGUS_BASE_HASH_H
#define ARGUS_BASE_HASH_H

#include "base/base.h"

/* The hash of n bytes. It differs in every process: never store it, never show it. */
u64 hash_bytes(const void *bytes, size_t n);

#endif
