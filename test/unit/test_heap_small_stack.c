/* Everything that test_heap.c proves, with a mark stack that is nearly always full, as where address space is
 * scarce. */
#define MARK_STACK_BYTES 64
#include "test_heap.c"
