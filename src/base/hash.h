/* hash.h: a hash for tables whose keys come from outside. It is keyed with a secret of this process (SipHash-1-3:
 * Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012), so nobody can make up names that all fall into one
 * place. Any thread. */
#ifndef ARGUS_BASE_HASH_H
#define ARGUS_BASE_HASH_H

#include "base/base.h"

/* Of n bytes. Another one in every process: never store it, never show it. */
u64 hash_bytes(const void *bytes, size_t n);

#endif
