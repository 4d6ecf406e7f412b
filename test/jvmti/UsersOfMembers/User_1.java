public class User_1 implements java.util.function.IntSupplier {
    public User_1() { }
    public int getAsInt() { return 7; }
}
