public class Used_1 {
    public static int number;
    public static int number() { return 2; }
}
