// jvm: -Xbatch
import java.lang.invoke.*;
import java.util.*;

/** A field that the class library calls stable, and writes again all the same: the collector that a handle with a variable arity keeps. */
public class StableChanges {
    static final MethodHandle LIST;
    static {
        try {
            LIST = MethodHandles.lookup().findStatic(Arrays.class, "asList", MethodType.methodType(List.class, Object[].class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
    static MethodHandle of(MethodType t) { return LIST.asType(t); }

    public static void main(String[] args) throws Throwable {
        MethodType[] types = new MethodType[20], objects = new MethodType[20]; // in turn: a handle keeps its last type, too
        for (int i = 0; i < types.length; i++) types[i] = (objects[i] = MethodType.genericMethodType(i)).changeReturnType(List.class);
        for (int round = 0; round < 20; round++) {
            int arity = 3 + round * 7 % 13, sum = 0;
            for (int i = 0; i < 3000; i++) sum += of((i & 1) == 0 ? types[arity] : objects[arity]).type().parameterCount();
            for (int i = 0; i < 40; i++) {
                MethodHandle h = of(types[i % 20]);
                sum += h.type().parameterCount() + ((List<?>) h.invokeWithArguments(Collections.nCopies(i % 20, "x"))).size();
            }
            System.out.println(arity + " " + sum);
        }
    }
}
