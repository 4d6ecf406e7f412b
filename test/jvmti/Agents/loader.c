/* An agent that does as it is told: its options are what Agent_OnLoad returns, or "exit". */
#include <jvmti.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("loaded with %s\n", options ? options : "NULL");
    if (options && !strcmp(options, "exit")) exit(7);
    return options ? atoi(options) : 0;
}
JNIEXPORT void JNICALL Agent_OnUnload(JavaVM *vm) { printf("unloaded\n"); }
