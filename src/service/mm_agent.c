/* The JMX agent of the class library (module jdk.management.agent). Started by properties com.sun.management…, and by
 * the diagnostic commands ManagementAgent.…, through which jconsole and other tools connect to a VM that was started
 * without them. */
#include "model/options.h"
#include "model/vm.h"
#include "service/management.h"
#include "service/management_int.h"
#include "service/mm_command.h"
#include "thread/vmentry.h"
#include <stdlib.h>
#include <string.h>

static const char AGENT[] = "jdk/internal/agent/Agent", PREFIX[] = "com.sun.management.";

/* Calls a static method of the agent's class with a string (if the signature has one) or without. Returns its result or
 * NULL. An exception stays pending. */
static jobject call_agent(JNIEnv *env, const char *name, const char *signature, const char *argument)
{
    jclass c = (*env)->FindClass(env, AGENT);
    jmethodID m = c ? (*env)->GetStaticMethodID(env, c, name, signature) : NULL;
    if (!m) return NULL;
    jstring text = argument ? (*env)->NewStringUTF(env, argument) : NULL;
    if (argument && !text) return NULL;
    if (signature[strlen(signature) - 1] != 'V') return (*env)->CallStaticObjectMethod(env, c, m, text);
    (*env)->CallStaticVoidMethod(env, c, m, text);
    return NULL;
}

bool mm_load_module(JNIEnv *env, const char *module)
{
    jclass c = (*env)->FindClass(env, "jdk/internal/module/Modules");
    jmethodID m = c ? (*env)->GetStaticMethodID(env, c, "loadModule", "(Ljava/lang/String;)Ljava/lang/Module;") : NULL;
    jstring name = m ? (*env)->NewStringUTF(env, module) : NULL;
    if (name) (*env)->CallStaticObjectMethod(env, c, m, name);
    return !(*env)->ExceptionCheck(env);
}

/* A program may not have the agent's module in its graph. */
static bool load_module(JNIEnv *env) { return mm_load_module(env, "jdk.management.agent"); }

void management_start_agent(struct thread *self)
{
    mm_start_counters();
    if (!options.management_agent) return;
    JNIEnv *env = thread_env(self);
    thread_to_native(self);
    call_agent(env, "startAgent", "()V", NULL);
    thread_from_native(self);
    if (self->pending) vm_exit(self, 1); /* the agent has printed which property is wrong */
}

/* The arguments of ManagementAgent.start: names of properties without their prefix. */
static const char *const start_arguments[] = {
    "config.file",
    "jmxremote.host",
    "jmxremote.port",
    "jmxremote.rmi.port",
    "jmxremote.ssl",
    "jmxremote.registry.ssl",
    "jmxremote.authenticate",
    "jmxremote.password.file",
    "jmxremote.access.file",
    "jmxremote.login.config",
    "jmxremote.ssl.enabled.cipher.suites",
    "jmxremote.ssl.enabled.protocols",
    "jmxremote.ssl.need.client.auth",
    "jmxremote.ssl.config.file",
    "jmxremote.autodiscovery",
    "jdp.port",
    "jdp.address",
    "jdp.source_addr",
    "jdp.ttl",
    "jdp.pause",
    "jdp.name",
};

static bool known_argument(const char *name, size_t n)
{
    for (size_t i = 0; i < ARRAY_LEN(start_arguments); i++)
        if (strlen(start_arguments[i]) == n && !memcmp(start_arguments[i], name, n)) return true;
    return false;
}

/* Converts "key=value 'key=a b' …" to the agent's form "com.sun.management.key=value,…", malloc'ed. NULL: pending. */
static char *agent_arguments(JNIEnv *env, const char *args)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) {
        mm_throw(env, "java/lang/OutOfMemoryError", "ManagementAgent.start");
        return NULL;
    }
    for (bool first = true; *(args += strspn(args, " ")); first = false) {
        size_t key = strcspn(args, "= ");
        if (!known_argument(args, key)) {
            char message[256];
            snprintf(message, sizeof message, "Unknown argument '%.*s' in diagnostic command.",
                     (int)(key < 128 ? key : 128), args);
            mm_throw(env, "java/lang/IllegalArgumentException", message);
            break;
        }
        fprintf(out, "%s%s%.*s", first ? "" : ",", PREFIX, (int)key, args);
        args += key;
        if (*args != '=') continue;
        args++;
        char end = *args == '\'' || *args == '"' ? *args++ : ' ';
        size_t value = strcspn(args, (char[]){ end, 0 });
        fprintf(out, "=%.*s", (int)value, args);
        args += value + (args[value] == end && end != ' ');
    }
    fclose(out);
    if (!(*env)->ExceptionCheck(env)) return text;
    free(text);
    return NULL;
}

void mm_agent_start(JNIEnv *env, const struct command_call *call, FILE *out)
{
    char *text = agent_arguments(env, call->text);
    if (text && load_module(env)) call_agent(env, "startRemoteManagementAgent", "(Ljava/lang/String;)V", text);
    free(text);
}

void mm_agent_start_local(JNIEnv *env, const struct command_call *call, FILE *out)
{
    if (load_module(env)) call_agent(env, "startLocalManagementAgent", "()V", NULL);
}

void mm_agent_stop(JNIEnv *env, const struct command_call *call, FILE *out)
{
    if (load_module(env)) call_agent(env, "stopRemoteManagementAgent", "()V", NULL);
}

void mm_agent_status(JNIEnv *env, const struct command_call *call, FILE *out)
{
    jstring s = load_module(env) ? call_agent(env, "getManagementAgentStatus", "()Ljava/lang/String;", NULL) : NULL;
    const char *text = s && !(*env)->ExceptionCheck(env) ? (*env)->GetStringUTFChars(env, s, NULL) : NULL;
    if (!text) return;
    fprintf(out, "%s\n", text);
    (*env)->ReleaseStringUTFChars(env, s, text);
}
