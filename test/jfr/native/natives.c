/* Natives of the recorder's test programs: a process that forks without exec, a crash outside the VM. */
#include <jni.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* The child ends at once, by _exit, or by exit with all that the process has registered for its end. Returns how. */
JNIEXPORT jint JNICALL Java_Trouble_fork(JNIEnv *env, jclass cls, jboolean plain)
{
    (void)env;
    (void)cls;
    pid_t child = fork();
    if (child == 0) {
        if (plain) _exit(7);
        exit(7);
    }
    int status = -1;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

JNIEXPORT void JNICALL Java_End_crash(JNIEnv *env, jclass cls)
{
    (void)env;
    (void)cls;
    volatile int *nowhere = (volatile int *)(8 * sizeof(long));
    *nowhere = 1;
}
