import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The job that tools are asked about: customers are read by JDBC out of a database in memory, and a document of JSON is weighed, by turns.
 *
 *     java -cp … Job SECONDS
 *
 * A line each 200 ms: milliseconds of the clock that all processes share, processor time of the process in ms, calls of find and of weigh so far,
 * KB of heap and of metaspace.
 */
public final class Job {
    private static long finds, weighs;

    /** A customer by number: about ten microseconds. */
    static int find(PreparedStatement by, int id) throws SQLException {
        finds++;
        by.setInt(1, id);
        try (ResultSet r = by.executeQuery()) {
            return r.next() ? r.getInt(2) + r.getString(3).length() : 0;
        }
    }

    /** The sum of all numbers and lengths in a tree: tens of nanoseconds a node. */
    static long weigh(JsonNode n) {
        weighs++;
        if (n.isNumber()) return n.intValue();
        if (n.isTextual()) return n.textValue().length();
        long sum = 0;
        for (JsonNode below : n) sum += weigh(below);
        return sum;
    }

    /** Byteman's rule tells its counter here. */
    static void beat(String line) {
        System.out.println(line);
    }

    public static void main(String[] args) throws Exception {
        long end = System.nanoTime() + Long.parseLong(args[0]) * 1_000_000_000L, next = 0, sum = 0;
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < 300; i++) text.append(i == 0 ? "" : ",").append(String.format("{\"id\":%d,\"name\":\"customer %d\",\"sizes\":[1,2,%d]}", i, i, i));
        JsonNode document = new ObjectMapper().readTree(text.append(']').toString());
        OperatingSystemMXBean os = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        try (Connection c = DriverManager.getConnection("jdbc:h2:mem:job"); Statement s = c.createStatement()) {
            s.execute("create table customer(id int primary key, age int, name varchar(40))");
            for (int i = 0; i < 2000; i++) s.execute("insert into customer values (" + i + ", " + i % 90 + ", 'customer " + i + "')");
            try (PreparedStatement by = c.prepareStatement("select id, age, name from customer where id = ?")) {
                for (int turn = 0; System.nanoTime() < end; turn++) {
                    for (int i = 0; i < 50; i++) sum += find(by, (turn * 50 + i) % 2000);
                    sum += weigh(document);
                    if (System.nanoTime() < next) continue;
                    next = System.nanoTime() + 200_000_000L;
                    long meta = 0;
                    for (MemoryPoolMXBean p : ManagementFactory.getMemoryPoolMXBeans()) if (p.getName().equals("Metaspace")) meta = p.getUsage().getUsed();
                    long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
                    String times = System.currentTimeMillis() + " " + os.getProcessCpuTime() / 1_000_000;
                    beat("beat " + times + " " + finds + " " + weighs + " " + heap / 1024 + " " + meta / 1024);
                }
            }
        }
        System.out.println("sum " + sum);
    }
}
