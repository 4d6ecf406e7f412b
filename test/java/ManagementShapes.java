// Every MBean of the platform: its attributes with their types and what can be read, its operations, its notifications. Pools and collectors have names of each
// VM's own: of them, what one of their kind has.
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanNotificationInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

public class ManagementShapes {
    /** Commands about compilers, the flight recorder and shared classes, and one that HotSpot lacks: docs/options.md, docs/redefinition.md. */
    static final Set<String> NOT_COMPARED = Set.of("vmCds", "vmPrintTouchedMethods", "vmRedefinition");

    static String shape(Object value) {
        if (value instanceof CompositeData c) return "composite " + new TreeSet<>(c.getCompositeType().keySet());
        return value == null ? "null" : value.getClass().getSimpleName();
    }

    static String read(MBeanServer server, ObjectName bean, MBeanAttributeInfo a) {
        try {
            return shape(server.getAttribute(bean, a.getName()));
        } catch (Exception e) {
            Throwable cause = e;
            while (cause.getCause() != null) cause = cause.getCause();
            return cause.getClass().getSimpleName() + " " + cause.getMessage();
        }
    }

    static List<String> lines(MBeanServer server, ObjectName bean, boolean values) throws Exception {
        List<String> lines = new ArrayList<>();
        MBeanInfo info = server.getMBeanInfo(bean);
        lines.add("class " + info.getClassName());
        for (MBeanAttributeInfo a : info.getAttributes())
            lines.add("attribute " + a.getName() + " " + a.getType() + " " + a.isWritable()
                + (values ? " " + read(server, bean, a) : ""));
        for (MBeanOperationInfo o : info.getOperations()) {
            if (o.getName().startsWith("compiler") || o.getName().startsWith("jfr") || NOT_COMPARED.contains(o.getName())) continue;
            String types = Arrays.stream(o.getSignature()).map(MBeanParameterInfo::getType).toList().toString();
            lines.add("operation " + o.getReturnType() + " " + o.getName() + types);
        }
        for (MBeanNotificationInfo n : info.getNotifications()) lines.add("notification " + Arrays.toString(n.getNotifTypes()));
        lines.sort(Comparator.naturalOrder());
        return lines;
    }

    public static void main(String[] args) throws Exception {
        System.gc();
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        Map<String, Set<String>> beans = new TreeMap<>();
        for (ObjectName bean : server.queryNames(null, null)) {
            String type = bean.getKeyProperty("type");
            // HotSpot has none with -Xint either
            if ("Compilation".equals(type) || bean.getDomain().equals("jdk.management.jfr")) continue;
            boolean own = Set.of("MemoryPool", "GarbageCollector", "MemoryManager").contains(String.valueOf(type));
            beans.computeIfAbsent(own ? "a " + type : bean.toString(), k -> new TreeSet<>()).addAll(lines(server, bean, !own));
        }
        beans.forEach((name, lines) -> {
            System.out.println(name);
            lines.forEach(l -> System.out.println("  " + l));
        });
    }
}
