class NotPublicClass { public static void main(String[] a) { System.out.println("class need not be public " + a.length); } }
class NoMain { }
class PrivateMain { private static void main(String[] a) { } }
class InstanceMain { public void main(String[] a) { } }
class IntMain { public static int main(String[] a) { return 5; } }
class NoArgsMain { public static void main() { } }
class VarMain { public static void main(String... a) { System.out.println("varargs " + String.join("|", a)); } }
class InheritedMain extends VarMain { }
interface ItfMain { static void main(String[] a) { System.out.println("interface main"); } }
enum EnumMain { A; public static void main(String[] a) { System.out.println("enum main " + A); } }
class FinalSyncMain {
    public static final synchronized strictfp void main(final String[] a) throws Exception {
        System.out.println("final synchronized main " + Thread.holdsLock(FinalSyncMain.class));
    }
}
class NeedsMissing { public static void main(String[] a) { System.out.println(Gone.X); } static Gone f; } class Gone { static Object X = 1; }
class ExtendsMissing extends Gone { public static void main(String[] a) { } }
