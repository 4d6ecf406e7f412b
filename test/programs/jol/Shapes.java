import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;
import org.openjdk.jol.info.GraphLayout;
import org.openjdk.jol.vm.VM;
import sun.misc.Unsafe;

/** What JOL says of objects, as far as it is the same for all layouts; and whether its offsets are those that Unsafe tells. */
public class Shapes {
    static class Base { byte b; long l; Object o; }
    static class Mixed extends Base { boolean z; char c; short s; int i; float f; double d; String text; int[] array; }
    static class Empty { }
    static class Node { Node next; int value; }

    static Unsafe unsafe() throws Exception {
        Field f = Unsafe.class.getDeclaredField("theUnsafe");
        f.setAccessible(true);
        return (Unsafe) f.get(null);
    }

    static void show(Class<?> c) throws Exception {
        ClassLayout layout = ClassLayout.parseClass(c);
        boolean right = true, apart = true;
        long end = layout.headerSize();
        List<String> names = new ArrayList<>();
        for (FieldLayout f : layout.fields()) {
            names.add(f.typeClass() + " " + f.name() + " " + f.size());
            for (Class<?> k = c; k != null; k = k.getSuperclass())
                if (k.getName().equals(f.hostClass())) right &= unsafe().objectFieldOffset(k.getDeclaredField(f.name())) == f.offset();
            apart &= f.offset() >= end;
            end = f.offset() + f.size();
        }
        names.sort(null);
        boolean whole = layout.instanceSize() >= end && layout.instanceSize() % 8 == 0;
        System.out.println(c.getSimpleName() + ": offsets " + right + ", apart " + apart + ", size " + whole + " " + names);
    }

    public static void main(String[] args) throws Exception {
        for (Class<?> c : new Class<?>[] {Empty.class, Base.class, Mixed.class, Node.class}) show(c);
        Node first = null;
        for (int i = 0; i < 1000; i++) {
            Node n = new Node();
            n.next = first;
            n.value = i;
            first = n;
        }
        System.out.println("list: " + GraphLayout.parseInstance(first).totalCount());
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < 100; i++) map.put("key " + i, new int[i]);
        GraphLayout graph = GraphLayout.parseInstance(map);
        System.out.println("map: " + graph.totalCount() + " " + graph.getClassCounts().count(int[].class) + " " + graph.getClassCounts().count(String.class));
        for (Object array : new Object[] {new byte[7], new char[7], new int[7], new long[7], new Object[7]}) {
            ClassLayout layout = ClassLayout.parseInstance(array);
            String element = array.getClass().componentType().getName();
            boolean base = layout.headerSize() <= VM.current().arrayBaseOffset(element), size = layout.instanceSize() == VM.current().sizeOf(array);
            System.out.println(element + "[]: " + base + " " + VM.current().arrayIndexScale(element) + " " + size);
        }
        System.out.println("done");
    }
}
