/** Loads classes whose files a tool spoils. */
public class HookAnswers {
    static class LengthAlone { }
    static class Same { }
    static class Empty { }
    static class OneByte { }
    static class Header { }
    static class Tail { }
    static class Magic { }
    static class Version { }
    static class Zeros { }
    static class Other { }
    static class Untouched { }

    public static void main(String[] args) {
        for (String name : "LengthAlone Same Empty OneByte Header Tail Magic Version Zeros Other Untouched Empty Same".split(" ")) {
            try {
                System.out.println(Class.forName("HookAnswers$" + name));
            } catch (Throwable e) {
                System.out.println(name + ": " + e);
            }
        }
    }
}
