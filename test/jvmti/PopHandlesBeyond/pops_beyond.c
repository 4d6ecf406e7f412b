/* The agent of PopHandles, for another class. */
#define NATIVE(name) Java_PopHandlesBeyond_##name
#include "../PopHandles/pops.c"
