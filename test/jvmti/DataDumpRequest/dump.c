/* The event of SIGQUIT. The thread dump itself goes to standard output, which looks elsewhere meanwhile. */
#include "agent.h"
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

static jrawMonitorID monitor;
static int requests;

static void JNICALL on_dump(jvmtiEnv *e)
{
    jthread t = NULL;
    CHECK((*ti)->GetCurrentThread(ti, &t));
    CHECK((*ti)->RawMonitorEnter(ti, monitor));
    requests += t != NULL;
    CHECK((*ti)->RawMonitorNotifyAll(ti, monitor));
    CHECK((*ti)->RawMonitorExit(ti, monitor));
}
JNIEXPORT void JNICALL Java_DataDumpRequest_ask(JNIEnv *jni, jclass me, jint until)
{
    fflush(stdout);
    int old = dup(1), nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, 1);
    kill(getpid(), SIGQUIT);
    CHECK((*ti)->RawMonitorEnter(ti, monitor));
    while (requests < until) CHECK((*ti)->RawMonitorWait(ti, monitor, 0));
    CHECK((*ti)->RawMonitorExit(ti, monitor));
    fflush(stdout);
    dup2(old, 1);
    close(old);
    close(nowhere);
    printf("request %d\n", requests);
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved)
{
    ti = new_env(vm);
    CHECK((*ti)->CreateRawMonitor(ti, "dump", &monitor));
    jvmtiEventCallbacks c;
    memset(&c, 0, sizeof c);
    c.DataDumpRequest = on_dump;
    CHECK((*ti)->SetEventCallbacks(ti, &c, sizeof c));
    enable(ti, JVMTI_EVENT_DATA_DUMP_REQUEST);
    return 0;
}
