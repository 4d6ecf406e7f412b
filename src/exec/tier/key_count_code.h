/* Machine code for counts and sums by key (thread/probe_points.h), for entries and for the optimizer. */
#ifndef ARGUS_EXEC_TIER_KEY_COUNT_CODE_H
#define ARGUS_EXEC_TIER_KEY_COUNT_CODE_H

#include "cpu/x86_64/x86_asm.h"
#include "thread/probe_points.h"

static inline void key_count_add(struct emit *e, int words, u32 word)
{
    x_alu_mem_by(e, true, X_ADD, words, (i32)(8 * word), 1);
}
enum { KEY_ENTRY_LOG = 4 };
/* Counts what `key` has, a class reference of 64 bits (or 0) or a number, in the table at word `table`. Then `place` is
 * the byte of the entry in the table, and of its sum among sums. words: the thread's probe_words. `key` is used. Code
 * jumps to the end of `missed` if there is no such entry. */
struct key_missed {
    u32 jumps[2];
};
static inline void key_make_hist(struct emit *e, int words, int temp, int place, u32 table)
{
    x_store_as(e, 3, temp, words, place, 0, (i32)(8 * (table + PROBE_KEYS_SUMS)));
}
static inline struct key_missed key_find_code(struct emit *e, int words, int key, int place, u32 table, bool number,
                                              bool hist)
{
    struct key_missed missed = { { 0 } };
    enum { ENTRY_LOG = KEY_ENTRY_LOG, LAST = (PROBE_KEYS_ROOM - 1) << ENTRY_LOG };
    i32 used = (i32)(8 * (table + PROBE_KEYS_USED)), entries = (i32)(8 * (table + PROBE_KEYS_FIRST));
    if (number) x_change_bit(e, true, key, 63);
    x_test(e, true, key, key);
    u32 some = x_jump_if(e, CC_NE);
    key_count_add(e, words, table + PROBE_KEYS_ZERO);
    u32 past = 0;
    if (number) {
        x_imm_signed(e, place, PROBE_KEYS_ROOM << ENTRY_LOG);
        if (hist) {
            x_imm_signed(e, key, PROBE_KEYS_MOST * PROBE_HIST_WORDS * 8);
            key_make_hist(e, words, key, place, table);
        }
        past = x_jump(e);
    } else
        missed.jumps[0] = x_jump(e);
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
    x_store_as(e, 3, key, words, place, 0, entries);
    if (hist) {
        x_load(e, key, words, used);
        x_multiply_by(e, true, key, key, PROBE_HIST_WORDS * 8);
        key_make_hist(e, words, key, place, table);
    }
    x_alu_mem_by(e, true, X_ADD, words, used, 1);
    x_here(e, there);
    x_alu_index_by(e, X_ADD, words, place, 0, entries + 8, 1);
    u32 done = x_jump(e);
    x_here(e, full);
    key_count_add(e, words, table + PROBE_KEYS_LOST);
    missed.jumps[1] = x_jump(e);
    x_here(e, done);
    if (number) x_here(e, past);
    return missed;
}
/* Makes `place` the number of a pair (thread/probe_points.h) in the table at word `table`. load(of, i) has value i of
 * the pair in a register that code may use until the next one, and keeps `place`. */
struct pair_values {
    int (*load)(void *of, u32 i);
    void *of;
};
static inline void pair_number_code(struct emit *e, int words, int place, u32 table, const struct pair_values *v)
{
    enum { LOG = PROBE_PAIR_LOG + 3, LAST = (PROBE_KEYS_ROOM - 1) << LOG };
    i32 first = (i32)(8 * (table + PROBE_PAIRS_FIRST)), count = (i32)(8 * table);
    x_multiply_by(e, false, place, v->load(v->of, 0), PROBE_KEY_FACTOR);
    x_alu(e, false, X_ADD, place, v->load(v->of, 1));
    x_multiply_by(e, false, place, place, PROBE_KEY_FACTOR);
    x_shift_by(e, false, X_SHR, place, 32 - PROBE_KEYS_LOG);
    x_shift_by(e, false, X_SHL, place, LOG);
    u32 again = e->n;
    x_alu_index_by(e, X_CMP, words, place, 0, first + 16, 0);
    u32 none = x_jump_if(e, CC_E);
    x_alu_index(e, true, X_CMP, v->load(v->of, 0), words, place, 0, first);
    u32 other = x_jump_if(e, CC_NE);
    x_alu_index(e, true, X_CMP, v->load(v->of, 1), words, place, 0, first + 8);
    u32 there = x_jump_if(e, CC_E);
    x_here(e, other);
    x_alu_by(e, false, X_ADD, place, 1 << LOG);
    x_alu_by(e, false, X_AND, place, LAST);
    x_jump_to(e, again);
    x_here(e, none);
    x_alu_mem_by(e, true, X_CMP, words, count, PROBE_KEYS_MOST);
    u32 full = x_jump_if(e, CC_AE);
    x_alu_mem_by(e, true, X_ADD, words, count, 1);
    x_store_as(e, 3, v->load(v->of, 0), words, place, 0, first);
    x_store_as(e, 3, v->load(v->of, 1), words, place, 0, first + 8);
    x_store_imm_as(e, 3, words, place, 0, first + 16, 1); /* last: readers look at it first */
    x_here(e, there);
    x_shift_by(e, false, X_SHR, place, LOG);
    x_alu_by(e, false, X_ADD, place, 1);
    u32 done = x_jump(e);
    x_here(e, full);
    x_zero(e, place);
    x_here(e, done);
}
static inline void key_missed_code(struct emit *e, const struct key_missed *missed)
{
    for (u32 i = 0; i < 2; i++)
        if (missed->jumps[i]) x_here(e, missed->jumps[i]);
}
/* Behind key_find_code: adds v to the sum; keeps the larger one; adds 1 to word v of the histogram. `place` is used. */
static inline void key_sum_place(struct emit *e, int words, int place, u32 table)
{
    x_lea_index(e, true, place, words, place, 0, (i32)(8 * (table + PROBE_KEYS_SUMS)));
}
static inline void key_add_code(struct emit *e, int words, int place, u32 table, int v)
{
    key_sum_place(e, words, place, table);
    x_alu_to_mem(e, X_ADD, place, 0, v);
}
static inline void key_grow_code(struct emit *e, int words, int place, u32 table, int v)
{
    key_sum_place(e, words, place, table);
    x_alu_mem(e, true, X_CMP, v, place, 0);
    u32 past = x_jump_if(e, CC_BE);
    x_store(e, place, 0, v);
    x_here(e, past);
}
static inline void key_hist_code(struct emit *e, int words, int place, u32 table, int v)
{
    key_sum_place(e, words, place, table);
    x_load(e, place, place, 0);
    x_alu(e, true, X_ADD, place, words);
    x_alu_index_by(e, X_ADD, place, v, 3, (i32)(8 * (table + PROBE_KEYS_WORDS)), 1);
}

#endif
