/* Every function that libjvm.so exports to the class library's native code: JVM_* and jio_*. This is the interface of
 * JDK 17's own libraries (version node SUNWprivate_1.1), not a specified one; arities were checked against those
 * libraries. An attached thread calls them IN_NATIVE unless the comment says otherwise; a failure leaves an exception
 * pending and returns 0 or NULL. Symbols `fn` of the groups marked (jvm_reflect.c, jvm_stackwalk.c) are implemented
 * there. Grouped by implementing file. */
#ifndef ARGUS_JDK_JVM_EXPORTS_H
#define ARGUS_JDK_JVM_EXPORTS_H

#include <jni.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

/* ---- jvm_class.c: finding and defining classes ---- */
JNIEXPORT jclass JNICALL JVM_FindPrimitiveClass(JNIEnv *env, const char *name);
/* NULL without an exception if there is none */
JNIEXPORT jclass JNICALL JVM_FindClassFromBootLoader(JNIEnv *env, const char *name);
JNIEXPORT jclass JNICALL JVM_FindClassFromCaller(JNIEnv *env, const char *name, jboolean init, jobject loader,
                                                 jclass caller);
JNIEXPORT jclass JNICALL JVM_FindClassFromClass(JNIEnv *env, const char *name, jboolean init, jclass from);
JNIEXPORT jclass JNICALL JVM_FindLoadedClass(JNIEnv *env, jobject loader, jstring name);
JNIEXPORT jclass JNICALL JVM_DefineClass(JNIEnv *env, const char *name, jobject loader, const jbyte *buf, jsize len,
                                         jobject pd);
JNIEXPORT jclass JNICALL JVM_DefineClassWithSource(JNIEnv *env, const char *name, jobject loader, const jbyte *buf,
                                                   jsize len, jobject pd, const char *source);
JNIEXPORT jclass JNICALL JVM_LookupDefineClass(JNIEnv *env, jclass lookup, const char *name, const jbyte *buf,
                                               jsize len, jobject pd, jboolean initialize, int flags,
                                               jobject class_data);

/* ---- jvm_class_info.c: queries of java.lang.Class ---- */
JNIEXPORT jstring JNICALL JVM_InitClassName(JNIEnv *env, jclass cls);
JNIEXPORT jobjectArray JNICALL JVM_GetClassInterfaces(JNIEnv *env, jclass cls);
JNIEXPORT jboolean JNICALL JVM_IsInterface(JNIEnv *env, jclass cls);
JNIEXPORT jboolean JNICALL JVM_IsArrayClass(JNIEnv *env, jclass cls);
JNIEXPORT jboolean JNICALL JVM_IsPrimitiveClass(JNIEnv *env, jclass cls);
JNIEXPORT jboolean JNICALL JVM_IsHiddenClass(JNIEnv *env, jclass cls);
JNIEXPORT jboolean JNICALL JVM_IsRecord(JNIEnv *env, jclass cls);
JNIEXPORT jint JNICALL JVM_GetClassModifiers(JNIEnv *env, jclass cls);
JNIEXPORT jint JNICALL JVM_GetClassAccessFlags(JNIEnv *env, jclass cls);
JNIEXPORT jobjectArray JNICALL JVM_GetClassSigners(JNIEnv *env, jclass cls);
JNIEXPORT void JNICALL JVM_SetClassSigners(JNIEnv *env, jclass cls, jobjectArray signers);
JNIEXPORT jobject JNICALL JVM_GetProtectionDomain(JNIEnv *env, jclass cls);
JNIEXPORT jobjectArray JNICALL JVM_GetDeclaredClasses(JNIEnv *env, jclass cls);
JNIEXPORT jclass JNICALL JVM_GetDeclaringClass(JNIEnv *env, jclass cls);
JNIEXPORT jstring JNICALL JVM_GetSimpleBinaryName(JNIEnv *env, jclass cls);
JNIEXPORT jstring JNICALL JVM_GetClassSignature(JNIEnv *env, jclass cls);
JNIEXPORT jobjectArray JNICALL JVM_GetEnclosingMethodInfo(JNIEnv *env, jclass cls);
JNIEXPORT jboolean JNICALL JVM_AreNestMates(JNIEnv *env, jclass current, jclass member);
JNIEXPORT jclass JNICALL JVM_GetNestHost(JNIEnv *env, jclass current);
JNIEXPORT jobjectArray JNICALL JVM_GetNestMembers(JNIEnv *env, jclass current);
JNIEXPORT jobjectArray JNICALL JVM_GetPermittedSubclasses(JNIEnv *env, jclass current);

/* ---- jvm_assertion.c ---- */
JNIEXPORT jboolean JNICALL JVM_DesiredAssertionStatus(JNIEnv *env, jclass unused, jclass cls);
JNIEXPORT jobject JNICALL JVM_AssertionStatusDirectives(JNIEnv *env, jclass unused);

/* ---- jvm_reflect.c ---- */
JNIEXPORT jobjectArray JNICALL JVM_GetClassDeclaredMethods(JNIEnv *env, jclass cls, jboolean public_only);
JNIEXPORT jobjectArray JNICALL JVM_GetClassDeclaredFields(JNIEnv *env, jclass cls, jboolean public_only);
JNIEXPORT jobjectArray JNICALL JVM_GetClassDeclaredConstructors(JNIEnv *env, jclass cls, jboolean public_only);
JNIEXPORT jobjectArray JNICALL JVM_GetRecordComponents(JNIEnv *env, jclass cls);
JNIEXPORT jbyteArray JNICALL JVM_GetClassAnnotations(JNIEnv *env, jclass cls);
JNIEXPORT jbyteArray JNICALL JVM_GetClassTypeAnnotations(JNIEnv *env, jclass cls);
JNIEXPORT jbyteArray JNICALL JVM_GetFieldTypeAnnotations(JNIEnv *env, jobject field);
JNIEXPORT jbyteArray JNICALL JVM_GetMethodTypeAnnotations(JNIEnv *env, jobject method);
JNIEXPORT jobjectArray JNICALL JVM_GetMethodParameters(JNIEnv *env, jobject method);
JNIEXPORT jobject JNICALL JVM_InvokeMethod(JNIEnv *env, jobject method, jobject receiver, jobjectArray args);
JNIEXPORT jobject JNICALL JVM_NewInstanceFromConstructor(JNIEnv *env, jobject constructor, jobjectArray args);
JNIEXPORT jobject JNICALL JVM_GetClassConstantPool(JNIEnv *env, jclass cls);
JNIEXPORT jint JNICALL JVM_ConstantPoolGetSize(JNIEnv *env, jobject unused, jobject cp);
JNIEXPORT jclass JNICALL JVM_ConstantPoolGetClassAt(JNIEnv *env, jobject unused, jobject cp, jint index);
JNIEXPORT jclass JNICALL JVM_ConstantPoolGetClassAtIfLoaded(JNIEnv *env, jobject unused, jobject cp, jint index);
JNIEXPORT jint JNICALL JVM_ConstantPoolGetClassRefIndexAt(JNIEnv *env, jobject unused, jobject cp, jint index);
JNIEXPORT jobject JNICALL JVM_ConstantPoolGetMethodAt(JNIEnv *env, jobject unused, jobject cp, jint index);
JNIEXPORT jobject JNICALL JVM_ConstantPoolGetMethodAtIfLoaded(JNIEnv *env, jobject unused, jobject cp, jint index);
JNIEXPORT jobject JNICALL JVM_ConstantPoolGetFieldAt(JNIEnv *env, jobject unused, jobject cp, jint index);
JNIEXPORT jobject JNICALL JVM_ConstantPoolGetFieldAtIfLoaded(JNIEnv *env, jobject unused, jobject cp, jint index);
JNIEXPORT jobjectArray JNICALL JVM_ConstantPoolGetMemberRefInfoAt(JNIEnv *env, jobject unused, jobject cp, jint index);
JNIEXPORT jint JNICALL JVM_ConstantPoolGetNameAndTypeRefIndexAt(JNIEnv *env, jobject unused, jobject cp, jint index);
JNIEXPORT jobjectArray JNICALL JVM_ConstantPoolGetNameAndTypeRefInfoAt(JNIEnv *env, jobject unused, jobject cp,
                                                                       jint index);
JNIEXPORT jint JNICALL JVM_ConstantPoolGetIntAt(JNIEnv *env, jobject unused, jobject cp, jint index);
JNIEXPORT jlong JNICALL JVM_ConstantPoolGetLongAt(JNIEnv *env, jobject unused, jobject cp, jint index);
JNIEXPORT jfloat JNICALL JVM_ConstantPoolGetFloatAt(JNIEnv *env, jobject unused, jobject cp, jint index);
JNIEXPORT jdouble JNICALL JVM_ConstantPoolGetDoubleAt(JNIEnv *env, jobject unused, jobject cp, jint index);
JNIEXPORT jstring JNICALL JVM_ConstantPoolGetStringAt(JNIEnv *env, jobject unused, jobject cp, jint index);
JNIEXPORT jstring JNICALL JVM_ConstantPoolGetUTF8At(JNIEnv *env, jobject unused, jobject cp, jint index);
JNIEXPORT jbyte JNICALL JVM_ConstantPoolGetTagAt(JNIEnv *env, jobject unused, jobject cp, jint index);

/* ---- jvm_stackwalk.c ---- */
JNIEXPORT jobject JNICALL JVM_CallStackWalk(JNIEnv *env, jobject walker, jlong mode, jint skip_frames, jint frame_count,
                                            jint start_index, jobjectArray frames);
JNIEXPORT jint JNICALL JVM_MoreStackWalk(JNIEnv *env, jobject walker, jlong mode, jlong anchor, jint frame_count,
                                         jint start_index, jobjectArray frames);

/* ---- jvm_classfile.c: queries of libverify on the class that it verifies. Strings end with JVM_ReleaseUTF. ---- */
struct jvm_exception_entry {
    jint start_pc, end_pc, handler_pc, catch_type;
};
JNIEXPORT const char *JNICALL JVM_GetClassNameUTF(JNIEnv *env, jclass cls);
JNIEXPORT void JNICALL JVM_GetClassCPTypes(JNIEnv *env, jclass cls, unsigned char *types);
JNIEXPORT jint JNICALL JVM_GetClassCPEntriesCount(JNIEnv *env, jclass cls);
JNIEXPORT jint JNICALL JVM_GetClassFieldsCount(JNIEnv *env, jclass cls);
JNIEXPORT jint JNICALL JVM_GetClassMethodsCount(JNIEnv *env, jclass cls);
JNIEXPORT void JNICALL JVM_GetMethodIxExceptionIndexes(JNIEnv *env, jclass cls, jint method,
                                                       unsigned short *exceptions);
JNIEXPORT jint JNICALL JVM_GetMethodIxExceptionsCount(JNIEnv *env, jclass cls, jint method);
JNIEXPORT void JNICALL JVM_GetMethodIxByteCode(JNIEnv *env, jclass cls, jint method, unsigned char *code);
JNIEXPORT jint JNICALL JVM_GetMethodIxByteCodeLength(JNIEnv *env, jclass cls, jint method);
JNIEXPORT void JNICALL JVM_GetMethodIxExceptionTableEntry(JNIEnv *env, jclass cls, jint method, jint entry,
                                                          struct jvm_exception_entry *out);
JNIEXPORT jint JNICALL JVM_GetMethodIxExceptionTableLength(JNIEnv *env, jclass cls, jint method);
JNIEXPORT jint JNICALL JVM_GetFieldIxModifiers(JNIEnv *env, jclass cls, jint field);
JNIEXPORT jint JNICALL JVM_GetMethodIxModifiers(JNIEnv *env, jclass cls, jint method);
JNIEXPORT jint JNICALL JVM_GetMethodIxLocalsCount(JNIEnv *env, jclass cls, jint method);
JNIEXPORT jint JNICALL JVM_GetMethodIxArgsSize(JNIEnv *env, jclass cls, jint method);
JNIEXPORT jint JNICALL JVM_GetMethodIxMaxStack(JNIEnv *env, jclass cls, jint method);
JNIEXPORT jboolean JNICALL JVM_IsConstructorIx(JNIEnv *env, jclass cls, jint method);
JNIEXPORT jboolean JNICALL JVM_IsVMGeneratedMethodIx(JNIEnv *env, jclass cls, jint method);
JNIEXPORT const char *JNICALL JVM_GetMethodIxNameUTF(JNIEnv *env, jclass cls, jint method);
JNIEXPORT const char *JNICALL JVM_GetMethodIxSignatureUTF(JNIEnv *env, jclass cls, jint method);
JNIEXPORT const char *JNICALL JVM_GetCPFieldNameUTF(JNIEnv *env, jclass cls, jint index);
JNIEXPORT const char *JNICALL JVM_GetCPMethodNameUTF(JNIEnv *env, jclass cls, jint index);
JNIEXPORT const char *JNICALL JVM_GetCPMethodSignatureUTF(JNIEnv *env, jclass cls, jint index);
JNIEXPORT const char *JNICALL JVM_GetCPFieldSignatureUTF(JNIEnv *env, jclass cls, jint index);
JNIEXPORT const char *JNICALL JVM_GetCPClassNameUTF(JNIEnv *env, jclass cls, jint index);
JNIEXPORT const char *JNICALL JVM_GetCPFieldClassNameUTF(JNIEnv *env, jclass cls, jint index);
JNIEXPORT const char *JNICALL JVM_GetCPMethodClassNameUTF(JNIEnv *env, jclass cls, jint index);
/* -1: no such field in `called` */
JNIEXPORT jint JNICALL JVM_GetCPFieldModifiers(JNIEnv *env, jclass cls, int index, jclass called);
JNIEXPORT jint JNICALL JVM_GetCPMethodModifiers(JNIEnv *env, jclass cls, int index, jclass called);
JNIEXPORT void JNICALL JVM_ReleaseUTF(const char *utf);
JNIEXPORT jboolean JNICALL JVM_IsSameClassPackage(JNIEnv *env, jclass a, jclass b);

/* ---- jvm_object.c ---- */
JNIEXPORT jint JNICALL JVM_IHashCode(JNIEnv *env, jobject obj);
JNIEXPORT void JNICALL JVM_MonitorWait(JNIEnv *env, jobject obj, jlong ms);
JNIEXPORT void JNICALL JVM_MonitorNotify(JNIEnv *env, jobject obj);
JNIEXPORT void JNICALL JVM_MonitorNotifyAll(JNIEnv *env, jobject obj);
JNIEXPORT jobject JNICALL JVM_Clone(JNIEnv *env, jobject obj);
JNIEXPORT jstring JNICALL JVM_InternString(JNIEnv *env, jstring str);

/* ---- jvm_array.c ---- */
JNIEXPORT void JNICALL JVM_ArrayCopy(JNIEnv *env, jclass unused, jobject src, jint sp, jobject dst, jint dp,
                                     jint length);
JNIEXPORT jint JNICALL JVM_GetArrayLength(JNIEnv *env, jobject arr);
JNIEXPORT jobject JNICALL JVM_GetArrayElement(JNIEnv *env, jobject arr, jint index);
JNIEXPORT jvalue JNICALL JVM_GetPrimitiveArrayElement(JNIEnv *env, jobject arr, jint index, jint type_code);
JNIEXPORT void JNICALL JVM_SetArrayElement(JNIEnv *env, jobject arr, jint index, jobject value);
JNIEXPORT void JNICALL JVM_SetPrimitiveArrayElement(JNIEnv *env, jobject arr, jint index, jvalue v,
                                                    unsigned char type_code);
JNIEXPORT jobject JNICALL JVM_NewArray(JNIEnv *env, jclass element, jint length);
JNIEXPORT jobject JNICALL JVM_NewMultiArray(JNIEnv *env, jclass element, jintArray dims);

/* ---- jvm_throwable.c ---- */
JNIEXPORT void JNICALL JVM_FillInStackTrace(JNIEnv *env, jobject throwable);
JNIEXPORT void JNICALL JVM_InitStackTraceElementArray(JNIEnv *env, jobjectArray elements, jobject throwable);
JNIEXPORT void JNICALL JVM_InitStackTraceElement(JNIEnv *env, jobject element, jobject frame_info);
JNIEXPORT jstring JNICALL JVM_GetExtendedNPEMessage(JNIEnv *env, jthrowable npe);

/* ---- jvm_thread.c ---- */
JNIEXPORT void JNICALL JVM_StartThread(JNIEnv *env, jobject thread);
JNIEXPORT void JNICALL JVM_StopThread(JNIEnv *env, jobject thread, jobject exception);
JNIEXPORT void JNICALL JVM_SuspendThread(JNIEnv *env, jobject thread);
JNIEXPORT void JNICALL JVM_ResumeThread(JNIEnv *env, jobject thread);
JNIEXPORT void JNICALL JVM_SetThreadPriority(JNIEnv *env, jobject thread, jint priority);
JNIEXPORT void JNICALL JVM_Yield(JNIEnv *env, jclass unused);
JNIEXPORT void JNICALL JVM_Sleep(JNIEnv *env, jclass unused, jlong ms);
JNIEXPORT jobject JNICALL JVM_CurrentThread(JNIEnv *env, jclass unused);
JNIEXPORT void JNICALL JVM_Interrupt(JNIEnv *env, jobject thread);
JNIEXPORT jboolean JNICALL JVM_HoldsLock(JNIEnv *env, jclass unused, jobject obj);
JNIEXPORT jobjectArray JNICALL JVM_GetAllThreads(JNIEnv *env, jclass unused);
JNIEXPORT void JNICALL JVM_SetNativeThreadName(JNIEnv *env, jobject thread, jstring name);
JNIEXPORT jobjectArray JNICALL JVM_DumpThreads(JNIEnv *env, jclass unused, jobjectArray threads);
JNIEXPORT void JNICALL JVM_DumpAllStacks(JNIEnv *env, jclass unused);

/* ---- jvm_access.c: callers ---- */
JNIEXPORT jclass JNICALL JVM_GetCallerClass(JNIEnv *env);
JNIEXPORT jobjectArray JNICALL JVM_GetClassContext(JNIEnv *env);
JNIEXPORT jobject JNICALL JVM_LatestUserDefinedLoader(JNIEnv *env);
JNIEXPORT jobject JNICALL JVM_GetInheritedAccessControlContext(JNIEnv *env, jclass cls);
JNIEXPORT jobject JNICALL JVM_GetStackAccessControlContext(JNIEnv *env, jclass cls);

/* ---- jvm_system.c: time, memory, the process ---- */
JNIEXPORT jlong JNICALL JVM_CurrentTimeMillis(JNIEnv *env, jclass unused);
JNIEXPORT jlong JNICALL JVM_NanoTime(JNIEnv *env, jclass unused); /* any thread, env may be NULL */
JNIEXPORT jlong JNICALL JVM_GetNanoTimeAdjustment(JNIEnv *env, jclass unused, jlong offset_seconds);
JNIEXPORT void JNICALL JVM_BeforeHalt(void);
JNIEXPORT void JNICALL JVM_Halt(jint code);
JNIEXPORT void JNICALL JVM_GC(void);
JNIEXPORT jlong JNICALL JVM_TotalMemory(void);
JNIEXPORT jlong JNICALL JVM_FreeMemory(void);
JNIEXPORT jlong JNICALL JVM_MaxMemory(void);
JNIEXPORT jint JNICALL JVM_ActiveProcessorCount(void);
JNIEXPORT jboolean JNICALL JVM_IsUseContainerSupport(void);
JNIEXPORT jboolean JNICALL JVM_SupportsCX8(void);
JNIEXPORT jlong JNICALL JVM_MaxObjectInspectionAge(void); /* ms since the last collection */
JNIEXPORT char *JNICALL JVM_NativePath(char *path);

/* ---- jvm_properties.c ---- */
JNIEXPORT jobjectArray JNICALL JVM_GetProperties(JNIEnv *env); /* key, value, key, value, … */
JNIEXPORT jobjectArray JNICALL JVM_GetVmArguments(JNIEnv *env);
JNIEXPORT jobject JNICALL JVM_InitAgentProperties(JNIEnv *env, jobject properties);
JNIEXPORT jstring JNICALL JVM_GetTemporaryDirectory(JNIEnv *env);

/* ---- jvm_library.c ---- */
JNIEXPORT void *JNICALL JVM_LoadLibrary(const char *name, jboolean throw_exception);
JNIEXPORT void JNICALL JVM_UnloadLibrary(void *handle);
JNIEXPORT void *JNICALL JVM_FindLibraryEntry(void *handle, const char *name);
JNIEXPORT jboolean JNICALL JVM_IsSupportedJNIVersion(jint version);

/* ---- jvm_signal.c ---- */
/* 0 default, 1 ignore, 2 Java; -1: used by the VM */
JNIEXPORT void *JNICALL JVM_RegisterSignal(jint sig, void *handler);
JNIEXPORT jboolean JNICALL JVM_RaiseSignal(jint sig);
JNIEXPORT jint JNICALL JVM_FindSignal(const char *name);

/* ---- jvm_refs.c ---- */
JNIEXPORT jobject JNICALL JVM_GetAndClearReferencePendingList(JNIEnv *env);
JNIEXPORT jboolean JNICALL JVM_HasReferencePendingList(JNIEnv *env);
JNIEXPORT void JNICALL JVM_WaitForReferencePendingList(JNIEnv *env);
JNIEXPORT jboolean JNICALL JVM_ReferenceRefersTo(JNIEnv *env, jobject ref, jobject o);
JNIEXPORT void JNICALL JVM_ReferenceClear(JNIEnv *env, jobject ref);
JNIEXPORT jboolean JNICALL JVM_PhantomReferenceRefersTo(JNIEnv *env, jobject ref, jobject o);

/* ---- jvm_module.c ---- */
JNIEXPORT void JNICALL JVM_DefineModule(JNIEnv *env, jobject module, jboolean is_open, jstring version,
                                        jstring location, jobjectArray packages);
JNIEXPORT void JNICALL JVM_SetBootLoaderUnnamedModule(JNIEnv *env, jobject module);
JNIEXPORT void JNICALL JVM_AddReadsModule(JNIEnv *env, jobject from, jobject to);
JNIEXPORT void JNICALL JVM_AddModuleExports(JNIEnv *env, jobject from, jstring package, jobject to);
JNIEXPORT void JNICALL JVM_AddModuleExportsToAll(JNIEnv *env, jobject from, jstring package);
JNIEXPORT void JNICALL JVM_AddModuleExportsToAllUnnamed(JNIEnv *env, jobject from, jstring package);
JNIEXPORT jstring JNICALL JVM_GetSystemPackage(JNIEnv *env, jstring name);
JNIEXPORT jobjectArray JNICALL JVM_GetSystemPackages(JNIEnv *env);

/* ---- jvm_cds.c: class data sharing, which Argus does not have: every query returns no ---- */
JNIEXPORT jboolean JNICALL JVM_IsSharingEnabled(JNIEnv *env);
JNIEXPORT jboolean JNICALL JVM_IsCDSDumpingEnabled(JNIEnv *env);
JNIEXPORT jboolean JNICALL JVM_IsDumpingClassList(JNIEnv *env);
JNIEXPORT jlong JNICALL JVM_GetRandomSeedForDumping(void);
JNIEXPORT void JNICALL JVM_InitializeFromArchive(JNIEnv *env, jclass cls);
JNIEXPORT void JNICALL JVM_DefineArchivedModules(JNIEnv *env, jobject platform_loader, jobject system_loader);
JNIEXPORT void JNICALL JVM_RegisterLambdaProxyClassForArchiving(JNIEnv *env, jclass caller,
                                                                jstring interface_method_name, jobject factory_type,
                                                                jobject interface_method_type,
                                                                jobject implementation_member,
                                                                jobject dynamic_method_type, jclass lambda_proxy_class);
JNIEXPORT jclass JNICALL JVM_LookupLambdaProxyClassFromArchive(JNIEnv *env, jclass caller,
                                                               jstring interface_method_name, jobject factory_type,
                                                               jobject interface_method_type,
                                                               jobject implementation_member,
                                                               jobject dynamic_method_type);
JNIEXPORT void JNICALL JVM_LogLambdaFormInvoker(JNIEnv *env, jstring line);
JNIEXPORT void JNICALL JVM_DumpClassListToFile(JNIEnv *env, jstring file);
JNIEXPORT void JNICALL JVM_DumpDynamicArchive(JNIEnv *env, jstring file);

/* ---- jvm_raw_monitor.c: locks of libzip. Any thread, attached or not. ---- */
JNIEXPORT void *JNICALL JVM_RawMonitorCreate(void);
JNIEXPORT void JNICALL JVM_RawMonitorDestroy(void *mon);
JNIEXPORT jint JNICALL JVM_RawMonitorEnter(void *mon);
JNIEXPORT void JNICALL JVM_RawMonitorExit(void *mon);

/* ---- src/management ---- */
JNIEXPORT void *JNICALL JVM_GetManagement(jint version);

/* ---- jio.c. Any thread. ---- */
JNIEXPORT int jio_vsnprintf(char *str, size_t count, const char *fmt, va_list args);
JNIEXPORT int jio_snprintf(char *str, size_t count, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
JNIEXPORT int jio_fprintf(FILE *f, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
JNIEXPORT int jio_vfprintf(FILE *f, const char *fmt, va_list args);
JNIEXPORT int jio_printf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
