/* Classes, fields and methods of java.base that the VM itself must know. One X-macro each; resolved at boot in table
 * order.
 *
 * WK(java_lang_String) is the struct class*; WKF(String_value) a field's byte offset (instance: in the object, static:
 * in the mirror); WKM(Thread_run) a struct method*. Classes marked 0 are loaded at boot, those marked 1 on first use by
 * wk_class_lazy. Injected fields are appended to the class's instance layout by the VM and are invisible to Java. */
#ifndef ARGUS_MODEL_WELLKNOWN_H
#define ARGUS_MODEL_WELLKNOWN_H

#include "model/class.h"

/* clang-format off */
#define WELLKNOWN_CLASSES(X) \
    X(java_lang_Object, "java/lang/Object") X(java_lang_Class, "java/lang/Class") \
    X(java_lang_String, "java/lang/String") X(java_lang_Cloneable, "java/lang/Cloneable") \
    X(java_io_Serializable, "java/io/Serializable") X(java_lang_System, "java/lang/System") \
    X(java_lang_ClassLoader, "java/lang/ClassLoader") X(java_lang_Thread, "java/lang/Thread") \
    X(java_lang_ThreadGroup, "java/lang/ThreadGroup") X(java_lang_Throwable, "java/lang/Throwable") \
    X(java_lang_Error, "java/lang/Error") X(java_lang_Exception, "java/lang/Exception") \
    X(java_lang_RuntimeException, "java/lang/RuntimeException") X(java_lang_ThreadDeath, "java/lang/ThreadDeath") \
    X(java_lang_StackTraceElement, "java/lang/StackTraceElement") X(java_lang_Module, "java/lang/Module") \
    X(java_lang_ref_Reference, "java/lang/ref/Reference") \
    X(java_lang_ref_SoftReference, "java/lang/ref/SoftReference") \
    X(java_lang_ref_WeakReference, "java/lang/ref/WeakReference") \
    X(java_lang_ref_FinalReference, "java/lang/ref/FinalReference") \
    X(java_lang_ref_PhantomReference, "java/lang/ref/PhantomReference") \
    X(java_lang_ref_Finalizer, "java/lang/ref/Finalizer") X(java_lang_reflect_Field, "java/lang/reflect/Field") \
    X(java_lang_reflect_Method, "java/lang/reflect/Method") \
    X(java_lang_reflect_Constructor, "java/lang/reflect/Constructor") \
    X(java_lang_reflect_Parameter, "java/lang/reflect/Parameter") \
    X(java_lang_reflect_RecordComponent, "java/lang/reflect/RecordComponent") \
    X(java_lang_reflect_AccessibleObject, "java/lang/reflect/AccessibleObject") \
    X(jdk_internal_reflect_MagicAccessorImpl, "jdk/internal/reflect/MagicAccessorImpl") \
    X(jdk_internal_reflect_DelegatingClassLoader, "jdk/internal/reflect/DelegatingClassLoader") \
    X(jdk_internal_reflect_MethodAccessorImpl, "jdk/internal/reflect/MethodAccessorImpl") \
    X(jdk_internal_reflect_ConstantPool, "jdk/internal/reflect/ConstantPool") \
    X(java_lang_invoke_MethodHandle, "java/lang/invoke/MethodHandle") \
    X(java_lang_invoke_VarHandle, "java/lang/invoke/VarHandle") \
    X(java_lang_invoke_DirectMethodHandle, "java/lang/invoke/DirectMethodHandle") \
    X(java_lang_invoke_MemberName, "java/lang/invoke/MemberName") \
    X(java_lang_invoke_ResolvedMethodName, "java/lang/invoke/ResolvedMethodName") \
    X(java_lang_invoke_MethodHandleNatives, "java/lang/invoke/MethodHandleNatives") \
    X(java_lang_invoke_LambdaForm, "java/lang/invoke/LambdaForm") \
    X(java_lang_invoke_MethodType, "java/lang/invoke/MethodType") \
    X(java_lang_invoke_CallSite, "java/lang/invoke/CallSite") \
    X(java_lang_invoke_ConstantCallSite, "java/lang/invoke/ConstantCallSite") \
    X(java_lang_invoke_MutableCallSite, "java/lang/invoke/MutableCallSite") \
    X(java_lang_invoke_VolatileCallSite, "java/lang/invoke/VolatileCallSite") \
    X(java_lang_AssertionStatusDirectives, "java/lang/AssertionStatusDirectives") \
    X(java_lang_StackFrameInfo, "java/lang/StackFrameInfo") \
    X(java_lang_LiveStackFrameInfo, "java/lang/LiveStackFrameInfo") \
    X(java_lang_StackStreamFactory_AbstractStackWalker, "java/lang/StackStreamFactory$AbstractStackWalker") \
    X(java_lang_StringBuilder, "java/lang/StringBuilder") X(java_lang_Record, "java/lang/Record") \
    X(jdk_internal_misc_Unsafe, "jdk/internal/misc/Unsafe") \
    X(jdk_internal_misc_UnsafeConstants, "jdk/internal/misc/UnsafeConstants") \
    X(jdk_internal_misc_VM, "jdk/internal/misc/VM") X(jdk_internal_misc_Signal, "jdk/internal/misc/Signal") \
    X(jdk_internal_loader_ClassLoaders, "jdk/internal/loader/ClassLoaders") \
    X(jdk_internal_loader_BootLoader, "jdk/internal/loader/BootLoader") \
    X(jdk_internal_loader_PlatformClassLoader, "jdk/internal/loader/ClassLoaders$PlatformClassLoader") \
    X(jdk_internal_loader_AppClassLoader, "jdk/internal/loader/ClassLoaders$AppClassLoader") \
    X(java_security_AccessController, "java/security/AccessController") \
    X(java_security_AccessControlContext, "java/security/AccessControlContext") \
    X(java_security_ProtectionDomain, "java/security/ProtectionDomain") \
    X(java_security_PrivilegedActionException, "java/security/PrivilegedActionException") \
    X(java_util_Iterator, "java/util/Iterator") X(java_lang_Boolean, "java/lang/Boolean") \
    X(java_lang_Character, "java/lang/Character") X(java_lang_Float, "java/lang/Float") \
    X(java_lang_Double, "java/lang/Double") X(java_lang_Byte, "java/lang/Byte") X(java_lang_Short, "java/lang/Short") \
    X(java_lang_Integer, "java/lang/Integer") X(java_lang_Long, "java/lang/Long") X(java_lang_Void, "java/lang/Void") \
    X(ArithmeticException, "java/lang/ArithmeticException") \
    X(ArrayIndexOutOfBoundsException, "java/lang/ArrayIndexOutOfBoundsException") \
    X(ArrayStoreException, "java/lang/ArrayStoreException") X(ClassCastException, "java/lang/ClassCastException") \
    X(ClassNotFoundException, "java/lang/ClassNotFoundException") \
    X(CloneNotSupportedException, "java/lang/CloneNotSupportedException") \
    X(IllegalArgumentException, "java/lang/IllegalArgumentException") \
    X(IllegalMonitorStateException, "java/lang/IllegalMonitorStateException") \
    X(IllegalStateException, "java/lang/IllegalStateException") \
    X(IllegalThreadStateException, "java/lang/IllegalThreadStateException") \
    X(IndexOutOfBoundsException, "java/lang/IndexOutOfBoundsException") \
    X(InstantiationException, "java/lang/InstantiationException") \
    X(InterruptedException, "java/lang/InterruptedException") \
    X(NegativeArraySizeException, "java/lang/NegativeArraySizeException") \
    X(NoSuchFieldException, "java/lang/NoSuchFieldException") \
    X(NoSuchMethodException, "java/lang/NoSuchMethodException") \
    X(NullPointerException, "java/lang/NullPointerException") \
    X(IllegalAccessException, "java/lang/IllegalAccessException") \
    X(StringIndexOutOfBoundsException, "java/lang/StringIndexOutOfBoundsException") \
    X(InvocationTargetException, "java/lang/reflect/InvocationTargetException") \
    X(AbstractMethodError, "java/lang/AbstractMethodError") X(BootstrapMethodError, "java/lang/BootstrapMethodError") \
    X(ClassCircularityError, "java/lang/ClassCircularityError") X(ClassFormatError, "java/lang/ClassFormatError") \
    X(ExceptionInInitializerError, "java/lang/ExceptionInInitializerError") \
    X(IllegalAccessError, "java/lang/IllegalAccessError") \
    X(IncompatibleClassChangeError, "java/lang/IncompatibleClassChangeError") \
    X(InstantiationError, "java/lang/InstantiationError") X(InternalError, "java/lang/InternalError") \
    X(LinkageError, "java/lang/LinkageError") X(NoClassDefFoundError, "java/lang/NoClassDefFoundError") \
    X(NoSuchFieldError, "java/lang/NoSuchFieldError") X(NoSuchMethodError, "java/lang/NoSuchMethodError") \
    X(OutOfMemoryError, "java/lang/OutOfMemoryError") X(StackOverflowError, "java/lang/StackOverflowError") \
    X(UnsatisfiedLinkError, "java/lang/UnsatisfiedLinkError") \
    X(UnsupportedClassVersionError, "java/lang/UnsupportedClassVersionError") \
    X(UnsupportedOperationException, "java/lang/UnsupportedOperationException") \
    X(VerifyError, "java/lang/VerifyError") X(SecurityException, "java/lang/SecurityException")
/* clang-format on */

/* X(id, class id, field name, descriptor) — instance and static alike */
/* clang-format off */
#define WELLKNOWN_FIELDS(X) \
    X(String_value, java_lang_String, "value", "[B") X(String_hash, java_lang_String, "hash", "I") \
    X(String_hashIsZero, java_lang_String, "hashIsZero", "Z") X(String_coder, java_lang_String, "coder", "B") \
    X(String_COMPACT_STRINGS, java_lang_String, "COMPACT_STRINGS", "Z") \
    X(Class_classLoader, java_lang_Class, "classLoader", "Ljava/lang/ClassLoader;") \
    X(Class_module, java_lang_Class, "module", "Ljava/lang/Module;") \
    X(Class_componentType, java_lang_Class, "componentType", "Ljava/lang/Class;") \
    X(Class_name, java_lang_Class, "name", "Ljava/lang/String;") \
    X(Class_classData, java_lang_Class, "classData", "Ljava/lang/Object;") \
    X(Class_packageName, java_lang_Class, "packageName", "Ljava/lang/String;") \
    X(Class_classRedefinedCount, java_lang_Class, "classRedefinedCount", "I") \
    X(Class_reflectionData, java_lang_Class, "reflectionData", "Ljava/lang/ref/SoftReference;") \
    X(ClassLoader_parent, java_lang_ClassLoader, "parent", "Ljava/lang/ClassLoader;") \
    X(ClassLoader_name, java_lang_ClassLoader, "name", "Ljava/lang/String;") \
    X(ClassLoader_nameAndId, java_lang_ClassLoader, "nameAndId", "Ljava/lang/String;") \
    X(ClassLoader_unnamedModule, java_lang_ClassLoader, "unnamedModule", "Ljava/lang/Module;") \
    X(ClassLoader_parallelLockMap, java_lang_ClassLoader, "parallelLockMap", \
      "Ljava/util/concurrent/ConcurrentHashMap;") \
    X(Module_name, java_lang_Module, "name", "Ljava/lang/String;") \
    X(Module_loader, java_lang_Module, "loader", "Ljava/lang/ClassLoader;") \
    X(Thread_name, java_lang_Thread, "name", "Ljava/lang/String;") \
    X(Thread_priority, java_lang_Thread, "priority", "I") X(Thread_daemon, java_lang_Thread, "daemon", "Z") \
    X(Thread_group, java_lang_Thread, "group", "Ljava/lang/ThreadGroup;") \
    X(Thread_contextClassLoader, java_lang_Thread, "contextClassLoader", "Ljava/lang/ClassLoader;") \
    X(Thread_inheritedAccessControlContext, java_lang_Thread, "inheritedAccessControlContext", \
      "Ljava/security/AccessControlContext;") \
    X(Thread_eetop, java_lang_Thread, "eetop", "J") X(Thread_tid, java_lang_Thread, "tid", "J") \
    X(Thread_threadStatus, java_lang_Thread, "threadStatus", "I") \
    X(Thread_parkBlocker, java_lang_Thread, "parkBlocker", "Ljava/lang/Object;") \
    X(Thread_interrupted, java_lang_Thread, "interrupted", "Z") \
    X(Thread_stillborn, java_lang_Thread, "stillborn", "Z") \
    X(ThreadGroup_parent, java_lang_ThreadGroup, "parent", "Ljava/lang/ThreadGroup;") \
    X(ThreadGroup_name, java_lang_ThreadGroup, "name", "Ljava/lang/String;") \
    X(ThreadGroup_maxPriority, java_lang_ThreadGroup, "maxPriority", "I") \
    X(ThreadGroup_daemon, java_lang_ThreadGroup, "daemon", "Z") \
    X(ThreadGroup_nthreads, java_lang_ThreadGroup, "nthreads", "I") \
    X(ThreadGroup_threads, java_lang_ThreadGroup, "threads", "[Ljava/lang/Thread;") \
    X(ThreadGroup_ngroups, java_lang_ThreadGroup, "ngroups", "I") \
    X(ThreadGroup_groups, java_lang_ThreadGroup, "groups", "[Ljava/lang/ThreadGroup;") \
    X(Throwable_backtrace, java_lang_Throwable, "backtrace", "Ljava/lang/Object;") \
    X(Throwable_detailMessage, java_lang_Throwable, "detailMessage", "Ljava/lang/String;") \
    X(Throwable_stackTrace, java_lang_Throwable, "stackTrace", "[Ljava/lang/StackTraceElement;") \
    X(Throwable_depth, java_lang_Throwable, "depth", "I") \
    X(Throwable_cause, java_lang_Throwable, "cause", "Ljava/lang/Throwable;") \
    X(STE_declaringClassObject, java_lang_StackTraceElement, "declaringClassObject", "Ljava/lang/Class;") \
    X(STE_classLoaderName, java_lang_StackTraceElement, "classLoaderName", "Ljava/lang/String;") \
    X(STE_moduleName, java_lang_StackTraceElement, "moduleName", "Ljava/lang/String;") \
    X(STE_moduleVersion, java_lang_StackTraceElement, "moduleVersion", "Ljava/lang/String;") \
    X(STE_declaringClass, java_lang_StackTraceElement, "declaringClass", "Ljava/lang/String;") \
    X(STE_methodName, java_lang_StackTraceElement, "methodName", "Ljava/lang/String;") \
    X(STE_fileName, java_lang_StackTraceElement, "fileName", "Ljava/lang/String;") \
    X(STE_lineNumber, java_lang_StackTraceElement, "lineNumber", "I") \
    X(Reference_referent, java_lang_ref_Reference, "referent", "Ljava/lang/Object;") \
    X(Reference_queue, java_lang_ref_Reference, "queue", "Ljava/lang/ref/ReferenceQueue;") \
    X(Reference_next, java_lang_ref_Reference, "next", "Ljava/lang/ref/Reference;") \
    X(Reference_discovered, java_lang_ref_Reference, "discovered", "Ljava/lang/ref/Reference;") \
    X(SoftReference_timestamp, java_lang_ref_SoftReference, "timestamp", "J") \
    X(SoftReference_clock, java_lang_ref_SoftReference, "clock", "J") \
    X(Field_clazz, java_lang_reflect_Field, "clazz", "Ljava/lang/Class;") \
    X(Field_slot, java_lang_reflect_Field, "slot", "I") \
    X(Field_name, java_lang_reflect_Field, "name", "Ljava/lang/String;") \
    X(Field_type, java_lang_reflect_Field, "type", "Ljava/lang/Class;") \
    X(Field_modifiers, java_lang_reflect_Field, "modifiers", "I") \
    X(Field_trustedFinal, java_lang_reflect_Field, "trustedFinal", "Z") \
    X(Field_signature, java_lang_reflect_Field, "signature", "Ljava/lang/String;") \
    X(Field_annotations, java_lang_reflect_Field, "annotations", "[B") \
    X(Method_clazz, java_lang_reflect_Method, "clazz", "Ljava/lang/Class;") \
    X(Method_slot, java_lang_reflect_Method, "slot", "I") \
    X(Method_name, java_lang_reflect_Method, "name", "Ljava/lang/String;") \
    X(Method_returnType, java_lang_reflect_Method, "returnType", "Ljava/lang/Class;") \
    X(Method_parameterTypes, java_lang_reflect_Method, "parameterTypes", "[Ljava/lang/Class;") \
    X(Method_exceptionTypes, java_lang_reflect_Method, "exceptionTypes", "[Ljava/lang/Class;") \
    X(Method_modifiers, java_lang_reflect_Method, "modifiers", "I") \
    X(Method_signature, java_lang_reflect_Method, "signature", "Ljava/lang/String;") \
    X(Method_annotations, java_lang_reflect_Method, "annotations", "[B") \
    X(Method_parameterAnnotations, java_lang_reflect_Method, "parameterAnnotations", "[B") \
    X(Method_annotationDefault, java_lang_reflect_Method, "annotationDefault", "[B") \
    X(Constructor_clazz, java_lang_reflect_Constructor, "clazz", "Ljava/lang/Class;") \
    X(Constructor_slot, java_lang_reflect_Constructor, "slot", "I") \
    X(Constructor_parameterTypes, java_lang_reflect_Constructor, "parameterTypes", "[Ljava/lang/Class;") \
    X(Constructor_exceptionTypes, java_lang_reflect_Constructor, "exceptionTypes", "[Ljava/lang/Class;") \
    X(Constructor_modifiers, java_lang_reflect_Constructor, "modifiers", "I") \
    X(Constructor_signature, java_lang_reflect_Constructor, "signature", "Ljava/lang/String;") \
    X(Constructor_annotations, java_lang_reflect_Constructor, "annotations", "[B") \
    X(Constructor_parameterAnnotations, java_lang_reflect_Constructor, "parameterAnnotations", "[B") \
    X(AccessibleObject_override, java_lang_reflect_AccessibleObject, "override", "Z") \
    X(ConstantPool_constantPoolOop, jdk_internal_reflect_ConstantPool, "constantPoolOop", "Ljava/lang/Object;") \
    X(MethodHandle_type, java_lang_invoke_MethodHandle, "type", "Ljava/lang/invoke/MethodType;") \
    X(MethodHandle_form, java_lang_invoke_MethodHandle, "form", "Ljava/lang/invoke/LambdaForm;") \
    X(DirectMethodHandle_member, java_lang_invoke_DirectMethodHandle, "member", "Ljava/lang/invoke/MemberName;") \
    X(LambdaForm_vmentry, java_lang_invoke_LambdaForm, "vmentry", "Ljava/lang/invoke/MemberName;") \
    X(MemberName_clazz, java_lang_invoke_MemberName, "clazz", "Ljava/lang/Class;") \
    X(MemberName_name, java_lang_invoke_MemberName, "name", "Ljava/lang/String;") \
    X(MemberName_type, java_lang_invoke_MemberName, "type", "Ljava/lang/Object;") \
    X(MemberName_flags, java_lang_invoke_MemberName, "flags", "I") \
    X(MemberName_method, java_lang_invoke_MemberName, "method", "Ljava/lang/invoke/ResolvedMethodName;") \
    X(MethodType_rtype, java_lang_invoke_MethodType, "rtype", "Ljava/lang/Class;") \
    X(MethodType_ptypes, java_lang_invoke_MethodType, "ptypes", "[Ljava/lang/Class;") \
    X(CallSite_target, java_lang_invoke_CallSite, "target", "Ljava/lang/invoke/MethodHandle;") \
    X(ACC_context, java_security_AccessControlContext, "context", "[Ljava/security/ProtectionDomain;") \
    X(ACC_privilegedContext, java_security_AccessControlContext, "privilegedContext", \
      "Ljava/security/AccessControlContext;") \
    X(ACC_isPrivileged, java_security_AccessControlContext, "isPrivileged", "Z") \
    X(ACC_isAuthorized, java_security_AccessControlContext, "isAuthorized", "Z") \
    X(Boolean_value, java_lang_Boolean, "value", "Z") X(Character_value, java_lang_Character, "value", "C") \
    X(Float_value, java_lang_Float, "value", "F") X(Double_value, java_lang_Double, "value", "D") \
    X(Byte_value, java_lang_Byte, "value", "B") X(Short_value, java_lang_Short, "value", "S") \
    X(Integer_value, java_lang_Integer, "value", "I") X(Long_value, java_lang_Long, "value", "J") \
    X(System_in, java_lang_System, "in", "Ljava/io/InputStream;") \
    X(System_out, java_lang_System, "out", "Ljava/io/PrintStream;") \
    X(System_err, java_lang_System, "err", "Ljava/io/PrintStream;")
/* clang-format on */

/* Injected: X(id, class id, bytes (8 or 4), is_reference) — appended after the Java fields */
/* clang-format off */
#define WELLKNOWN_INJECTED(X) \
    X(Class_vmclass, java_lang_Class, 8, 0) X(Class_protection_domain, java_lang_Class, 4, 1) \
    X(Class_signers, java_lang_Class, 4, 1) X(ClassLoader_vmloader, java_lang_ClassLoader, 8, 0) \
    X(Module_vmmodule, java_lang_Module, 8, 0) \
    X(ResolvedMethodName_vmtarget, java_lang_invoke_ResolvedMethodName, 8, 0) \
    X(ResolvedMethodName_vmholder, java_lang_invoke_ResolvedMethodName, 4, 1) \
    X(MemberName_vmindex, java_lang_invoke_MemberName, 8, 0) X(StackFrameInfo_version, java_lang_StackFrameInfo, 4, 0)
/* clang-format on */

/* X(id, class id, name, descriptor) */
/* clang-format off */
#define WELLKNOWN_METHODS(X) \
    X(Object_init, java_lang_Object, "<init>", "()V") X(Object_finalize, java_lang_Object, "finalize", "()V") \
    X(Object_toString, java_lang_Object, "toString", "()Ljava/lang/String;") \
    X(ClassLoader_loadClass, java_lang_ClassLoader, "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;") \
    X(ClassLoader_getSystemClassLoader, java_lang_ClassLoader, "getSystemClassLoader", "()Ljava/lang/ClassLoader;") \
    X(Thread_run, java_lang_Thread, "run", "()V") X(Thread_exit, java_lang_Thread, "exit", "()V") \
    X(Thread_init_group_name, java_lang_Thread, "<init>", "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V") \
    X(Thread_init_group_runnable, java_lang_Thread, "<init>", "(Ljava/lang/ThreadGroup;Ljava/lang/Runnable;)V") \
    X(Thread_dispatchUncaughtException, java_lang_Thread, "dispatchUncaughtException", "(Ljava/lang/Throwable;)V") \
    X(ThreadGroup_init, java_lang_ThreadGroup, "<init>", "()V") \
    X(ThreadGroup_init_parent_name, java_lang_ThreadGroup, "<init>", "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V") \
    X(ThreadGroup_add, java_lang_ThreadGroup, "add", "(Ljava/lang/Thread;)V") \
    X(ThreadGroup_threadTerminated, java_lang_ThreadGroup, "threadTerminated", "(Ljava/lang/Thread;)V") \
    X(Throwable_printStackTrace, java_lang_Throwable, "printStackTrace", "()V") \
    X(Throwable_initCause, java_lang_Throwable, "initCause", "(Ljava/lang/Throwable;)Ljava/lang/Throwable;") \
    X(Finalizer_register, java_lang_ref_Finalizer, "register", "(Ljava/lang/Object;)V") \
    X(System_initPhase1, java_lang_System, "initPhase1", "()V") \
    X(System_initPhase2, java_lang_System, "initPhase2", "(ZZ)I") \
    X(System_initPhase3, java_lang_System, "initPhase3", "()V") \
    X(MHN_linkMethod, java_lang_invoke_MethodHandleNatives, "linkMethod", \
      "(Ljava/lang/Class;ILjava/lang/Class;Ljava/lang/String;Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/i" \
      "nvoke/MemberName;") \
    X(MHN_linkCallSite, java_lang_invoke_MethodHandleNatives, "linkCallSite", \
      "(Ljava/lang/Object;ILjava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;[Ljava/lang/" \
      "Object;)Ljava/lang/invoke/MemberName;") \
    X(MHN_linkDynamicConstant, java_lang_invoke_MethodHandleNatives, "linkDynamicConstant", \
      "(Ljava/lang/Object;ILjava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/" \
      "Object;") \
    X(MHN_linkMethodHandleConstant, java_lang_invoke_MethodHandleNatives, "linkMethodHandleConstant", \
      "(Ljava/lang/Class;ILjava/lang/Class;Ljava/lang/String;Ljava/lang/Object;)Ljava/lang/invoke/MethodHandle;") \
    X(MHN_findMethodHandleType, java_lang_invoke_MethodHandleNatives, "findMethodHandleType", \
      "(Ljava/lang/Class;[Ljava/lang/Class;)Ljava/lang/invoke/MethodType;") \
    X(AbstractStackWalker_doStackWalk, java_lang_StackStreamFactory_AbstractStackWalker, "doStackWalk", \
      "(JIIII)Ljava/lang/Object;") \
    X(Signal_dispatch, jdk_internal_misc_Signal, "dispatch", "(I)V")
/* clang-format on */

#define WK_ENUM(id, ...) wk_##id,
enum wk_class_id { WELLKNOWN_CLASSES(WK_ENUM) WK_CLASS_COUNT };
#define WKF_ENUM(id, ...) wkf_##id,
enum wk_field_id { WELLKNOWN_FIELDS(WKF_ENUM) WELLKNOWN_INJECTED(WKF_ENUM) WK_FIELD_COUNT };
#define WKM_ENUM(id, ...) wkm_##id,
enum wk_method_id { WELLKNOWN_METHODS(WKM_ENUM) WK_METHOD_COUNT };

extern struct class *wk_classes[WK_CLASS_COUNT];
extern u32 wk_fields[WK_FIELD_COUNT];
extern struct method *wk_methods[WK_METHOD_COUNT];
#define WK(id) (wk_classes[wk_##id])
#define WKF(id) (wk_fields[wkf_##id])
#define WKM(id) (wk_methods[wkm_##id])

/* Symbols the VM compares against. X(id, text) */
/* clang-format off */
#define WELLKNOWN_SYMBOLS(X) \
    X(init, "<init>") X(clinit, "<clinit>") X(void_sig, "()V") X(main, "main") X(main_sig, "([Ljava/lang/String;)V") \
    X(finalize, "finalize") X(clone, "clone") X(java_lang_Object, "java/lang/Object") \
    X(java_lang_Class, "java/lang/Class") X(java_lang_String, "java/lang/String") \
    X(java_lang_invoke_MethodHandle, "java/lang/invoke/MethodHandle") \
    X(java_lang_invoke_VarHandle, "java/lang/invoke/VarHandle") \
    X(object_array_varargs_sig, "([Ljava/lang/Object;)Ljava/lang/Object;") X(invokeBasic, "invokeBasic") \
    X(linkToVirtual, "linkToVirtual") X(linkToStatic, "linkToStatic") X(linkToSpecial, "linkToSpecial") \
    X(linkToInterface, "linkToInterface") X(linkToNative, "linkToNative") X(invoke, "invoke") \
    X(invokeExact, "invokeExact") X(fillInStackTrace, "fillInStackTrace") X(java_base, "java.base") \
    X(package_info, "package-info")
/* clang-format on */
#define WKS_ENUM(id, ...) wks_##id,
enum wk_symbol_id { WELLKNOWN_SYMBOLS(WKS_ENUM) WK_SYMBOL_COUNT };
extern struct symbol *wk_symbols[WK_SYMBOL_COUNT];
#define SYM(id) (wk_symbols[wks_##id])

/* The tables as data, in the order of the enumerations. */
struct wk_member {
    u16 cls; /* enum wk_class_id */
    const char *name, *desc;
};
struct wk_injected {
    u16 cls;
    u32 wkf;
    u8 bytes;
    bool is_ref;
};
enum { WK_INJECTED_COUNT = WK_FIELD_COUNT - wkf_Class_vmclass };
extern const char *const wk_class_names[WK_CLASS_COUNT];
extern const struct wk_member wk_field_table[WK_FIELD_COUNT - WK_INJECTED_COUNT], wk_method_table[WK_METHOD_COUNT];
extern const struct wk_injected wk_injected_table[WK_INJECTED_COUNT];

void wellknown_symbols_init(void);
/* Loads (boot loader) all classes in order and resolves the fields and methods; classes that the JDK lacks are
 * fatal. */
WARN_UNUSED bool wellknown_resolve(struct thread *self);

#endif
