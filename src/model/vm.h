/* The VM as a whole: its phase, its name, its end. Lower rooms use boot/ through `vm_life`, which boot/ fills in. */
#ifndef ARGUS_MODEL_VM_H
#define ARGUS_MODEL_VM_H

#include "base/base.h"
#include <jni.h>

struct thread;

enum vm_phase { VM_NONE, VM_ONLOAD, VM_PRIMORDIAL, VM_START, VM_LIVE, VM_DEAD }; /* JVM TI's phases */
extern _Atomic u32 vm_phase;
/* Phases only go up. */
void vm_set_phase(enum vm_phase phase);
/* Waits until the live phase has come, or the VM ends before: then false. Not for a thread that brings the VM up. One
 * thread at a time, in native state. */
bool vm_wait_for_live(void);
extern struct JavaVM_ *vm_java_vm; /* set by jni_init */
/* The JDK's libjava (dlopen handle); opened by boot. */
extern void *os_libjava;

struct vm_life {
    jint (*create)(const JavaVMInitArgs *args, struct thread **self);
    /* waits for non-daemon threads, runs Shutdown, VMDeath, agents' OnUnload */
    jint (*destroy)(struct thread *self);
    NORETURN void (*exit)(struct thread *self, int code); /* VMDeath, OnUnload, exit hook, exit */
};
extern struct vm_life vm_life;

/* The end of Runtime.halt, JVM_Halt and System.exit. */
NORETURN static inline void vm_exit(struct thread *self, int code) { vm_life.exit(self, code); }
/* During start-up: prints "Error occurred during initialization of VM" and the reason, exits 1. */
NORETURN void vm_exit_during_init(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
const char *vm_version_string(void); /* java.vm.version */
const char *vm_name(void);
/* The version of the JDK that runs: "17.0.21", with its build "17.0.21+9". Before System.initPhase1 has run: "17". */
const char *vm_jdk_version(void);
const char *vm_jdk_build(void);
/* Once, by boot/. NULL: the JDK does not say; the VM keeps the strings. */
void vm_set_jdk_version(const char *version, const char *build);
/* "mixed mode", "compiled mode", "interpreted mode": from the options. */
const char *vm_mode(void);

#endif
