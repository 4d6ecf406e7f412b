/* Sets and reads probes, and redefines classes. */
#include "probe_agent.h"
#include "redefine_several.h"

JNIEXPORT jstring JNICALL Java_ProbesFieldsMove_add(JNIEnv *jni, jclass c, jstring text)
{
    argus_extensions(ti, &x);
    return add_probe(jni, text);
}
JNIEXPORT jstring JNICALL Java_ProbesFieldsMove_read(JNIEnv *jni, jclass c, jstring id)
{
    char *text = NULL;
    CHECK(argus_ReadProbe(&x, probe_id(jni, id), JNI_FALSE, JNI_FALSE, &text));
    return answer(jni, text);
}
