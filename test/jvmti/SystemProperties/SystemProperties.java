// jvm: --add-opens=java.base/java.lang=ALL-UNNAMED --add-exports=java.base/jdk.internal.misc=ALL-UNNAMED --add-reads=java.base=ALL-UNNAMED --add-modules=java.sql --patch-module=java.desktop=/nowhere -Xbootclasspath/a:/nowhere -Dmine=1 -Dempty -Djdk.module.addopens.7=a/b=c -Djdk.boot.class.path.append=/else -Dsun.boot.library.path=/more -Dsun.nio.MaxDirectMemorySize=5 -Dsun.java.launcher.is_altjvm=no -Djava.class.version=9
/** What an agent may read and set before the class library takes its copy of the properties: the options of the module system are not among it. */
public class SystemProperties {
    static native String[] names();

    public static void main(String[] args) throws Exception {
        for (String key : names())
            System.out.println(key + " in Java "
                    + (key.startsWith("sun.boot") ? System.getProperty(key).endsWith("/lib:/more") : System.getProperty(key)));
        Module base = Object.class.getModule(), me = SystemProperties.class.getModule();
        System.out.println(base.isOpen("java.lang", me) + " " + base.isOpen("java.util", me) + " " + base.isExported("jdk.internal.misc", me) + " "
                           + base.isExported("jdk.internal.vm", me));
        System.out.println(java.nio.ByteBuffer.allocateDirect(1000).capacity());
    }
}
