// agent: attach VMStart
// agent: attach ClassPrepare
// agent: attach VMInit
/** Native threads of an agent attach before the VM is up. */
public class AttachEarly {
    public static void main(String[] args) { System.out.println("main"); }
}
