/* An agent as it looks when it is linked into the process: the driver preloads this library. */
#include <jvmti.h>
#include <stdio.h>

JNIEXPORT jint JNICALL Agent_OnLoad_linked(JavaVM *vm, char *options, void *reserved)
{
    jvmtiEnv *ti = NULL;
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("linked agent loaded with %s, environment %d\n", options ? options : "NULL",
           (*vm)->GetEnv(vm, (void **)&ti, JVMTI_VERSION_1_2));
    return 0;
}
JNIEXPORT jint JNICALL Agent_OnAttach_linked(JavaVM *vm, char *options, void *reserved)
{
    printf("linked agent attached with %s\n", options ? options : "NULL");
    return 0;
}
JNIEXPORT void JNICALL Agent_OnUnload_linked(JavaVM *vm) { printf("linked agent unloaded\n"); }
