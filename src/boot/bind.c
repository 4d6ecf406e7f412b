/* Fills in the bindings through which earlier layers call later ones, before anything runs.
 *
 * A constructor of the shared library: it runs when the launcher loads the library and touches only static memory. */
#include "boot/boot.h"
#include "core/call.h"
#include "core/exception.h"
#include "exec/native/native_binding.h"
#include "jdk/jvm_intrinsic.h"
#include "jdk/jvm_leaf.h"
#include "jdk/jvm_natives.h"
#include "jfr/jfr.h"
#include "jni/jni.h"
#include "jni/jni_link.h"
#include "meta/loader.h"
#include "model/core_binding.h"

__attribute__((constructor)) static void bind_layers(void)
{
    core_binding = (struct core_binding){ .throw_new = throw_new };
    meta_bind();
    native_binding = (struct native_binding){
        .lookup = native_lookup,
        .vm_function = vm_native_lookup,
        .leaf = jvm_leaf_lookup,
        .leaf_of_math = jvm_leaf_of_math,
        .leaf_of_bytecode = jvm_leaf_of_bytecode,
        .leaf_body = jvm_leaf_body,
        .intrinsic_body = jvm_intrinsic_body,
    };
    jfr_bind();
    vm_life = (struct vm_life){ .create = boot_create, .destroy = boot_destroy, .exit = boot_exit };
}
