// argus-only: HotSpot refuses these redefinitions; the program itself says what is expected
// jvm: -XX:+AllowEnhancedClassRedefinition
// timeout: 120
import java.util.*;
import java.util.function.IntSupplier;

/**
 * Users of a member are looked for before the world stops. Those that are defined, linked and run for the first time
 * meanwhile are found as well, and those that another redefinition changes.
 */
public class UsersOfMembers extends Redefining {
    /** Loaders that are made later are looked at first, so that a new one has the most time until the commit. */
    static final class Loader extends ClassLoader {
        Loader() { super(UsersOfMembers.class.getClassLoader()); }
        IntSupplier user(byte[] file) throws Exception {
            return (IntSupplier) defineClass("User_0", file, 0, file.length).getDeclaredConstructor().newInstance();
        }
    }
    static final List<IntSupplier> users = new ArrayList<>();
    static volatile boolean done;
    static Object answer(IntSupplier user) { return of(user::getAsInt); }

    static void define() {
        byte[] file = file("User_0");
        try {
            while (!done) {
                IntSupplier user = new Loader().user(file);
                Object first = answer(user); // half of them are linked, or keep an error
                if (!Set.of(2, "NoSuchFieldError", "NoSuchMethodError").contains(first)) is("first", first, 2);
                synchronized (users) {
                    if (users.size() == 1000) users.subList(0, 500).clear(); // these may be unloaded
                    users.add(user);
                }
            }
        } catch (Exception e) {
            is("define", e, null);
        }
    }
    static IntSupplier changing;
    static volatile int round;
    /** Another redefinition gives a class its first constant of that name between the search and the commit. */
    static void redefine() {
        for (int seen = 0; !done; ) {
            if (seen == round) {
                Thread.yield();
                continue;
            }
            seen = round;
            for (int v = 1; v >= 0; v--) is("user", put(changing.getClass(), v), 0);
            answer(changing);
        }
    }
    static void become(int version, Object wanted) {
        round++;
        is("version", put(Used_0.class, version), 0);
        IntSupplier[] all;
        synchronized (users) { all = users.toArray(new IntSupplier[0]); }
        for (IntSupplier user : all) is("number", answer(user), wanted);
        Object a = answer(changing);
        if (!a.equals(7)) is("changing", a, wanted);
    }
    static void with(Runnable other) throws InterruptedException {
        Thread t = new Thread(other);
        done = false;
        t.start();
        for (int i = 0; i < 100 && failed == 0; i++) {
            become(1, 2); // a static that comes is zero
            become(0, "NoSuchFieldError");
        }
        done = true;
        t.join();
    }
    public static void main(String[] args) throws Throwable {
        is("Used", new Used_0() != null, true);
        changing = new Loader().user(file("User_0"));
        with(UsersOfMembers::define);
        changing = new Loader().user(file("User_0"));
        with(UsersOfMembers::redefine);
        System.out.println(failed == 0 ? "PASS" : "FAIL");
    }
}
