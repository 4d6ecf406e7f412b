/* The state of the VM as a whole, and the line a start that fails ends with. */
#include "model/vm.h"
#include "argus_version.h"
#include "jdk_release.h"
#include "model/options.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

_Atomic u32 vm_phase;
struct JavaVM_ *vm_java_vm;
struct vm_life vm_life;
void *os_libjava;

const char *vm_name(void) { return options.vm_name ? options.vm_name : "Argus 64-Bit VM"; }
const char *vm_mode(void) { return options.stencils && !options.int_only ? "mixed mode" : "interpreted mode"; }
const char *vm_version_string(void) { return ARGUS_VERSION "+" JDK_RELEASE_TEXT "-" ARGUS_COMMIT; }

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
