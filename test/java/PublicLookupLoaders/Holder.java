public class Holder {
    public Type field;
    public static Type shared;
    public Holder(Type t) { }
    public Holder() { }
    public Type method(Type t) { return t; }
    public static Type fixed(Type t) { return t; }
}
