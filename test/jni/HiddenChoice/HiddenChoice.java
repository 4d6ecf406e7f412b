import java.nio.charset.StandardCharsets;

/** JNI calls an interface method that a class implements by one that is not public. */
public class HiddenChoice {
    public interface Shape {
        default int area() { return 9; }
    }
    /** "hide" becomes "area". */
    public static class Circle implements Shape {
        int hide() { return 1; }
    }
    static native int area(Shape s);

    public static void main(String[] args) throws Exception {
        System.load(args[0]);
        byte[] bytes = HiddenChoice.class.getResourceAsStream("HiddenChoice$Circle.class").readAllBytes();
        byte[] changed = new String(bytes, StandardCharsets.ISO_8859_1).replace("hide", "area").getBytes(StandardCharsets.ISO_8859_1);
        Class<?> c = new ClassLoader(HiddenChoice.class.getClassLoader()) {
            Class<?> define() { return defineClass("HiddenChoice$Circle", changed, 0, changed.length); }
        }.define();
        System.out.println(area(new Circle()));
        if (Boolean.getBoolean("checked")) return; // HotSpot aborts: "wrong no. of arguments pushed"
        try {
            System.out.println(area((Shape) c.getConstructor().newInstance()));
        } catch (IllegalAccessError e) {
            System.out.println(e);
        }
    }
}
