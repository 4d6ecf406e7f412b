/* The cases of HalfMade, also those from which HotSpot does not come back. */
#define NATIVE(name) Java_HalfMadeBeyond_##name
#define ALL 1
#include "../HalfMade/half.c"
