/* Machine code for counts by key (thread/probe_points.h), for entries and for the optimizer. */
#ifndef ARGUS_EXEC_TIER_KEY_COUNT_CODE_H
#define ARGUS_EXEC_TIER_KEY_COUNT_CODE_H

#include "cpu/x86_64/x86_asm.h"
#include "thread/probe_points.h"

static inline void key_count_add(struct emit *e, int words, u32 word)
{
    x_alu_mem_by(e, true, X_ADD, words, (i32)(8 * word), 1);
}
/* Counts what `key` has, a class reference of 64 bits (or 0) or a number, in the table at word `table`. words: the
 * thread's probe_words. `key` and `place` are used. */
static inline void key_count_code(struct emit *e, int words, int key, int place, u32 table, bool number)
{
    enum { ENTRY_LOG = 4, LAST = (PROBE_KEYS_ROOM - 1) << ENTRY_LOG };
    i32 used = (i32)(8 * (table + PROBE_KEYS_USED)), entries = (i32)(8 * (table + PROBE_KEYS_FIRST));
    if (number) x_change_bit(e, true, key, 63);
    x_test(e, true, key, key);
    u32 some = x_jump_if(e, CC_NE);
    key_count_add(e, words, table + PROBE_KEYS_ZERO);
    u32 past = x_jump(e);
    x_here(e, some);
    x_multiply_by(e, false, place, key, PROBE_KEY_FACTOR);
    x_shift_by(e, false, X_SHR, place, 32 - PROBE_KEYS_LOG);
    x_shift_by(e, false, X_SHL, place, ENTRY_LOG);
    u32 again = e->n;
    x_alu_index(e, true, X_CMP, key, words, place, 0, entries);
    u32 there = x_jump_if(e, CC_E);
    x_alu_index_by(e, X_CMP, words, place, 0, entries, 0);
    u32 none = x_jump_if(e, CC_E);
    x_alu_by(e, false, X_ADD, place, 1 << ENTRY_LOG);
    x_alu_by(e, false, X_AND, place, LAST);
    x_jump_to(e, again);
    x_here(e, none);
    x_alu_mem_by(e, true, X_CMP, words, used, PROBE_KEYS_MOST);
    u32 full = x_jump_if(e, CC_AE);
    x_alu_mem_by(e, true, X_ADD, words, used, 1);
    x_store_as(e, 3, key, words, place, 0, entries);
    x_here(e, there);
    x_alu_index_by(e, X_ADD, words, place, 0, entries + 8, 1);
    u32 done = x_jump(e);
    x_here(e, full);
    key_count_add(e, words, table + PROBE_KEYS_LOST);
    x_here(e, done);
    x_here(e, past);
}

#endif
