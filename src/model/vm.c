/* The state of the VM as a whole, and the last line of a failed start. */
#include "model/vm.h"
#include "argus_version.h"
#include "jdk_release.h"
#include "model/options.h"
#include "os/os_sync.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

_Atomic u32 vm_phase;
struct JavaVM_ *vm_java_vm;
struct vm_life vm_life;
void *os_libjava;

/* set when the live phase begins, and at the end, which can come without one */
static struct os_event live_or_dead = OS_EVENT_INIT;

void vm_set_phase(enum vm_phase phase)
{
    VM_ASSERT(phase > atomic_load(&vm_phase));
    atomic_store(&vm_phase, phase);
    if (phase >= VM_LIVE) os_event_set(&live_or_dead);
}

bool vm_wait_for_live(void)
{
    while (atomic_load(&vm_phase) < VM_LIVE) os_event_wait(&live_or_dead);
    return atomic_load(&vm_phase) == VM_LIVE;
}

const char *vm_name(void) { return options.vm_name ? options.vm_name : "Argus 64-Bit VM"; }
const char *vm_mode(void)
{
    if (!options.stencils || options.int_only) return "interpreted mode";
    return options.compiled_only ? "compiled mode" : "mixed mode";
}
const char *vm_version_string(void) { return ARGUS_VERSION "+" JDK_RELEASE_TEXT "-" ARGUS_COMMIT; }

static _Atomic(const char *) jdk_version = JDK_RELEASE_TEXT, jdk_build = JDK_RELEASE_TEXT;
const char *vm_jdk_version(void) { return atomic_load(&jdk_version); }
const char *vm_jdk_build(void) { return atomic_load(&jdk_build); }
void vm_set_jdk_version(const char *version, const char *build)
{
    if (version) atomic_store(&jdk_version, version);
    if (build) atomic_store(&jdk_build, build);
}

void vm_exit_during_init(const char *fmt, ...)
{
    va_list va;
    va_start(va, fmt);
    fprintf(stdout, "Error occurred during initialization of VM\n");
    vfprintf(stdout, fmt, va);
    fputc('\n', stdout);
    va_end(va);
    fflush(NULL);
    _Exit(1);
}
