public class User_0 implements java.util.function.IntSupplier {
    public User_0() { }
    public int getAsInt() { return Used_1.number + Used_1.number(); }
}
