/**
 * Interface calls on receivers that do not implement the interface that the call names: a method of it, one that it inherits (the
 * receiver has that interface), private ones, methods of Object. Before anything is linked, after it is, and in hot code.
 */
public class Main {
    interface Ask {
        String of(Lib.Named n); // not generic: no cast
    }

    static String declared(Lib.Named n) { return n.declared(); }
    static String inherited(Lib.Named n) { return n.inherited(); }
    static String twice(Lib.Named n) { return n.twice(); }
    static String own(Lib.Named n) { return Lib.Named.own(n); }
    static String secret(Lib.Named n) { return Lib.Upper.secret(n); }
    static String object(Lib.Named n) { return n.toString(); }

    static Lib.Named make(int i) {
        if (i == 0) return new Lib.Whole();
        return i == 1 ? makeUpper() : makeNothing();
    }
    static Lib.Named makeUpper() { return new Lib.OnlyUpper(); }
    static Lib.Named makeNothing() { return new Lib.Nothing(); }

    static boolean hot;

    static void say(String name, Ask f) {
        StringBuilder text = new StringBuilder(name);
        for (int i = 0; i < 3; i++) {
            String said;
            try {
                said = f.of(make(i));
            } catch (Throwable t) {
                said = hot ? t.getClass().getName() : t.toString(); // compiled code of HotSpot leaves the message out
            }
            text.append(" | ").append(said);
        }
        System.out.println(text);
    }

    static void all() {
        say("declared", Main::declared);
        say("inherited", Main::inherited);
        say("twice", Main::twice);
        say("own", Main::own);
        say("secret", Main::secret);
        say("object", Main::object);
    }

    public static void main(String[] none) {
        all();
        all();
        int length = 0;
        Lib.Named whole = make(0);
        for (int i = 0; i < 30_000; i++)
            length += declared(whole).length() + inherited(whole).length() + twice(whole).length() + own(whole).length() + secret(whole).length()
                + object(whole).length();
        System.out.println(length);
        hot = true;
        all();
        all();
    }
}
