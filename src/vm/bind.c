/* Where the layers meet: fills in the bindings through which earlier layers call later ones, before anything runs.
 *
 * A constructor of the shared library: runs when the launcher loads it, touches only static memory. */
#include "exec/interp.h"
#include "exec/invoke.h"
#include "jni/jni.h"
#include "jni/jni_link.h"
#include "jvm/jvm.h"
#include "jvm/jvm_leaf.h"
#include "jvm/jvm_natives.h"
#include "management/management.h"
#include "jvmti/ti.h"
#include "runtime/boot.h"
#include "runtime/call.h"
#include "vm/crash.h"
#include "vm/signals.h"

static void init_top_layers(void)
{
    management_init();
    crash_init();
    signals_init();
}

__attribute__((constructor)) static void bind_layers(void)
{
    native_vm_lookup = vm_native_lookup;
    call_native_lookup = native_lookup;
    native_leaf_lookup = jvm_leaf_lookup;
    boot.init_exec = exec_init;
    boot.init_jni = jni_init;
    boot.init_jvm = jvm_init;
    boot.start_services = jvm_start_services;
    boot.init_management = init_top_layers;
    boot.init_tools = ti_init;
    boot.load_agents = ti_load_agents;
    boot.unload_agents = ti_unload_agents;
    boot.early_start = ti_early_start;
    boot.live = management_start_agent;
    boot.phase_changed = ti_phase_changed;
}
