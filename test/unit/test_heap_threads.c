/* The same where several threads collect. */
#define THREADS 4
#include "test_heap.c"
