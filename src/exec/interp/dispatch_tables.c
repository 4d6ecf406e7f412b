/* Variables through which handlers, modes and slow paths continue. modes.c sets them. */
#include "exec/interp/slow_int.h"

void *interp_tables[MODE_COUNT][256];
const u8 interp_exit_code[8] = { OP_impdep1, OP_impdep1 };

static PRESERVE_NONE void go_on(INTERP_PARAMS) { DISPATCH(); }
interp_fn interp_resume = go_on, interp_begin = go_on;
