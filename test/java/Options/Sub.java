package pkg;
public class Sub {
    public static boolean on() { return Sub.class.desiredAssertionStatus() && real(); }
    static boolean real() { boolean[] r = {false}; assert r[0] = true; return r[0]; }
}
