/* As the system class loader it holds the VM in System.initPhase3 until a byte comes on standard input: 'x' ends the VM. Its program waits for another one. */
public class Held extends ClassLoader {
    private java.util.jar.JarFile jar;

    public Held(ClassLoader parent) throws java.io.IOException {
        super(parent);
        System.out.println("held");
        if (System.in.read() == 'x') System.exit(3);
    }

    /** java.lang.instrument asks for this of the system class loader. */
    void appendToClassPathForInstrumentation(String path) throws java.io.IOException {
        jar = new java.util.jar.JarFile(path);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (jar == null || jar.getEntry(name + ".class") == null) throw new ClassNotFoundException(name);
        try (java.io.InputStream in = jar.getInputStream(jar.getEntry(name + ".class"))) {
            byte[] bytes = in.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (java.io.IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    public static void main(String[] args) throws java.io.IOException {
        System.out.println("main");
        System.in.read();
    }
}
