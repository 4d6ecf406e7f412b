public class Loader extends ClassLoader {
    public Loader(ClassLoader parent) { super("mine", parent); }
    public static void main(String[] args) throws Exception {
        System.out.println(ClassLoader.getSystemClassLoader().getName() + " " + ClassLoader.getSystemClassLoader().getClass().getName()
            + " " + Thread.currentThread().getContextClassLoader().getName() + " " + Loader.class.getClassLoader().getName());
    }
}
