/* Agents, given on the command line or attached later: finds their libraries, calls Agent_OnLoad, Agent_OnAttach,
 * Agent_OnUnload.
 *
 * An agent is searched for as on HotSpot: first linked into the process (it exports Agent_OnLoad_NAME), then as a
 * library: by its path, or by its name in the JDK's library folder and then in the places of the system's loader.
 * Messages are HotSpot's, because people search for them. A library with only an Agent_OnLoad can be attached too
 * (ti_late_agents.c). */
#include "jvmti/core/ti.h"
#include "jvmti/core/ti_int.h"
#include "jvmti/core/ti_late_agents.h"
#include "jvmti/trace/ti_observe.h"

#include <limits.h>

#include "jni/jni_link.h"
#include "log/log_history.h"
#include "model/options.h"
#include "os/os_dl.h"

typedef jint(JNICALL *on_load_fn)(JavaVM *vm, char *options, void *reserved);
typedef void(JNICALL *on_unload_fn)(JavaVM *vm);

struct agent {
    const struct agent_option *option;
    void *library;
    bool is_static;
    struct agent *next;
};
static struct agent *agents;

/* "Agent_OnLoad" or, for an agent linked into the process, "Agent_OnLoad_NAME". */
static void *entry_point(const struct agent *a, const char *function)
{
    if (!a->is_static) return os_dl_symbol(a->library, function);
    char name[512];
    snprintf(name, sizeof name, "%s_%s", function, a->option->name);
    return os_dl_symbol(NULL, name);
}

/* Opens libNAME.so in the folders of the VM's own libraries (the JDK's, and those of -Dsun.boot.library.path), else
 * where the system's loader looks. A path that is too long is skipped. */
static void *open_by_name(const char *name, char *err, size_t err_size)
{
    char path[PATH_MAX];
    const char *at = property_get("sun.boot.library.path");
    while (at && *at) {
        int n = (int)strcspn(at, ":");
        void *library = snprintf(path, sizeof path, "%.*s/lib%s.so", n, at, name) < (int)sizeof path
                            ? os_dl_open(path, err, err_size)
                            : NULL;
        if (library) return library;
        at += n + (at[n] == ':');
    }
    return snprintf(path, sizeof path, "lib%s.so", name) < (int)sizeof path ? os_dl_open(path, err, err_size) : NULL;
}

static void find_library(struct agent *a)
{
    const char *name = a->option->name;
    char err[1024] = "";
    if (!a->option->is_path || !strchr(name, '/')) {
        a->is_static = true;
        if (entry_point(a, "Agent_OnLoad")) return;
        a->is_static = false;
    }
    if (a->option->is_path) {
        a->library = os_dl_open(name, err, sizeof err);
        if (!a->library)
            vm_exit_during_init("Could not find agent library %s in absolute path, with error: %s", name, err);
        return;
    }
    a->library = open_by_name(name, err, sizeof err);
    if (!a->library)
        vm_exit_during_init("Could not find agent library %s on the library path, with error: %s%s", name, err,
                            strcmp(name, "instrument") ? ""
                                                       : "\nModule java.instrument may be missing from runtime image.");
}

jint ti_load_agents(void)
{
    struct agent **end = &agents;
    for (const struct agent_option *o = options.agents; o; o = o->next) {
        struct agent *a = vm_calloc(1, sizeof *a);
        a->option = o;
        find_library(a);
        on_load_fn on_load = (on_load_fn)entry_point(a, "Agent_OnLoad");
        if (!on_load) vm_exit_during_init("Could not find Agent_OnLoad function in the agent library: %s", o->name);
        /* Added to the list before it runs, so that its own natives are found. An agent that fails is not unloaded. */
        if (a->library) native_add_agent_library(a->library);
        history_note(HISTORY_LIBRARIES, "Loaded agent library %s", o->name);
        char *text = o->options ? vm_strdup(o->options) : NULL; /* the agent may write into it */
        jint r = on_load((JavaVM *)vm_java_vm, text, NULL);
        free(text);
        if (r != JNI_OK) vm_exit_during_init("agent library failed to init: %s", o->name);
        *end = a;
        end = &a->next;
    }
    return JNI_OK;
}

/* Is it in the list already? dlopen returns the same handle for the same library. */
static bool is_known(const void *library)
{
    for (const struct agent *a = agents; a; a = a->next)
        if (a->library == library) return true;
    return false;
}

/* An agent linked into the process exports Agent_OnAttach_NAME, where NAME is that of the library without lib and
 * .so. */
static bool find_linked(struct agent *a, struct agent_option *o, const char *name, bool absolute)
{
    const char *base = strrchr(name, '/');
    base = absolute && base ? base + 1 : name;
    size_t n = strlen(base);
    if (absolute) {
        if (n <= 6 || strncmp(base, "lib", 3) || strcmp(base + n - 3, ".so")) return false;
        base += 3;
        n -= 6;
    }
    char *plain = vm_calloc(1, n + 1);
    memcpy(plain, base, n);
    o->name = plain;
    a->is_static = true;
    if (entry_point(a, "Agent_OnAttach")) return true;
    a->is_static = false;
    free(plain);
    return false;
}

static void *open_library(const char *name, bool absolute, char *why, size_t why_size)
{
    return absolute ? os_dl_open(name, why, why_size) : open_by_name(name, why, why_size);
}

/* Calls Agent_OnAttach, or, if there is only an Agent_OnLoad, that one and the late start. */
static bool run_entry(const struct agent *a, const char *name, const char *text, jint *result, char *error,
                      size_t error_size)
{
    on_load_fn entry = (on_load_fn)entry_point(a, "Agent_OnAttach");
    bool late = !entry;
    if (late) entry = (on_load_fn)entry_point(a, "Agent_OnLoad");
    if (!entry) {
        snprintf(error, error_size, "Agent_OnAttach is not available in %s", name);
        return false;
    }
    if (a->library) native_add_agent_library(a->library);
    struct ti_env *mark = ti_late_mark();
    char *copy = text ? vm_strdup(text) : NULL; /* the agent may write into it */
    *result = entry((JavaVM *)vm_java_vm, copy, NULL);
    free(copy);
    if (!late || *result != JNI_OK || ti_late_start(mark)) return true;
    snprintf(error, error_size, "No thread for the initialization of %s", name);
    return false;
}

bool ti_attach_agent(const char *name, bool absolute, const char *text, jint *result, char *error, size_t error_size)
{
    static struct os_mutex list_lock = OS_MUTEX_INIT; /* the list is also read at exit, but no agent is attached then */
    char why[1024] = "";
    struct agent found = { 0 };
    struct agent_option option = { 0 };
    found.option = &option;
    if (!find_linked(&found, &option, name, absolute)) {
        option.name = (char *)name;
        found.library = open_library(name, absolute, why, sizeof why);
        if (!found.library) {
            snprintf(error, error_size, "%s was not loaded.\n%s", name, why);
            return false;
        }
    }
    if (!run_entry(&found, name, text, result, error, error_size)) {
        if (found.library && !entry_point(&found, "Agent_OnLoad")) os_dl_close(found.library);
        return false;
    }
    os_mutex_lock(&list_lock);
    if (*result == JNI_OK && (found.is_static || !is_known(found.library))) {
        struct agent *a = vm_calloc(1, sizeof *a), **end = &agents;
        struct agent_option *o = vm_calloc(1, sizeof *o);
        *o = option;
        if (!found.is_static) o->name = vm_strdup(name);
        o->is_path = absolute;
        *a = found;
        a->option = o;
        while (*end) end = &(*end)->next;
        *end = a;
    }
    os_mutex_unlock(&list_lock);
    return true;
}

void *ti_agent_function(const char *agent, const char *function)
{
    for (const struct agent *a = agents; a; a = a->next)
        if (!strcmp(a->option->name, agent)) return entry_point(a, function);
    return NULL;
}

void ti_unload_agents(void)
{
    for (struct agent *a = agents; a; a = a->next) {
        on_unload_fn on_unload = (on_unload_fn)entry_point(a, "Agent_OnUnload");
        if (on_unload) on_unload((JavaVM *)vm_java_vm);
    }
    ti_observe_vm_end();
}
