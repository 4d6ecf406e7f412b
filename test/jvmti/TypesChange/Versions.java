import java.lang.annotation.*;
import java.util.function.Supplier;

interface Named_0 {
    String name();
    default String title() { return "Mr " + name(); }
    default String called() { return null; }
}
class Other_0 implements Named_0 {
    public String name() { return "other"; }
}
class Thing_0 {
    public String toString() { return "thing 0"; }
}
class ThingHeir_0 extends Thing_0 {
    public String title() { return "Mr heir"; }
}
class ThingLater_0 extends Thing_0 {
    public String name() { return "later"; }
    public String title() { return "Mr later"; }
}
class Thing_1 implements Named_1, Comparable<Thing_1> {
    public String toString() { return "thing 1"; }
    public String name() { return "thing"; }
    public int compareTo(Thing_1 o) { return 0; }
}
interface Super_0 { }
interface Named_1 extends Super_1 {
    String name();
    default String title() { return "Mr " + name(); }
    default String called() { return word() + name(); }
}
interface Super_1 {
    default String word() { return "called "; }
}
interface Super_2 extends Named_2 {
    default String word() { return "called "; }
}
interface Named_2 { }

class Outer_0 {
    static class Old { }
    static Supplier<String> make() { return () -> "outer"; }
}
class Outer_1 {
    static class Old { }
    private static String secret() { return "secret"; }
    static Supplier<String> make() {
        return new Supplier<String>() {
            public String get() { return "inner " + secret(); }
        };
    }
}
@Retention(RetentionPolicy.RUNTIME) @interface Note {
    String value();
}
@Note("first") class Noted_0 { }
@Note("second") class Noted_1<T> {
    @Note("of a method") public T added() { return null; }
}
@Retention(RetentionPolicy.RUNTIME) @interface Ann_0 {
    int a() default 1;
}
@Retention(RetentionPolicy.RUNTIME) @interface Ann_1 {
    int a() default 1;
    int b() default 2;
}
@Ann_0 class Before_0 { }
@Ann_0 class After_0 { }
class Made_0 {
    public Made_0() { }
}
class Made_1 {
    public Made_1(int i) { }
}
class Seal_0 { }
final class Sealed_0 extends Seal_0 { }
final class Free_0 extends Seal_0 { }
sealed class Seal_1 permits Sealed_1 { }
final class Sealed_1 extends Seal_1 { }
sealed class Seal_2 permits Sealed_2, Free_2 { }
final class Sealed_2 extends Seal_2 { }
final class Free_2 extends Seal_2 { }

interface Word_0 {
    default String word() { return "word"; }
}
class Defaults_0 implements Word_0 { }
class Defaults_1 { }

final class Plain_0 {
    int number() { return 1; }
}
class Plain_1 {
    int number() { return 2; }
}
abstract class Plain_2 {
    int number() { return 3; }
}
interface Plain_3 { }
class PlainSub_1 extends Plain_1 {
    int number() { return 30; }
}
