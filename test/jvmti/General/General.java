// agent: general a,b=c d
// jvm: -Dtest.property=given
/** The parts of the interface that need no Java object, in the OnLoad and in the live phase. */
public class General {
    static native void live();

    public static void main(String[] args) {
        System.out.println(System.getProperty("test.property"));
        try {
            live();
        } catch (IllegalStateException e) {
            System.out.println("thrown: " + e.getMessage());
        }
    }
}
