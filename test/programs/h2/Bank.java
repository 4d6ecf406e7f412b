import java.sql.*;
import java.sql.Date;
import java.util.*;

/** Transfers between accounts by several threads until somebody kills it; a look whether the sum is right and whether all is there that was told; queries. */
public class Bank {
    static final int ACCOUNTS = 50;
    static String url;

    public static void main(String[] args) throws Exception {
        url = args[0];
        switch (args[1]) {
            case "transfer" -> transfer();
            case "check" -> check();
            default -> query();
        }
    }

    static Connection open() throws SQLException {
        return DriverManager.getConnection(url, "sa", "");
    }

    static void transfer() throws Exception {
        try (Connection c = open(); Statement s = c.createStatement()) {
            s.execute("create table account(id int primary key, amount int not null)");
            s.execute("create table log(id int primary key, source int, target int)");
            for (int i = 0; i < ACCOUNTS; i++) s.execute("insert into account values (" + i + ", 1000)");
        }
        System.out.println("begin");
        for (int t = 0; t < 4; t++) {
            int number = t;
            new Thread(() -> {
                try (Connection c = open()) {
                    for (int i = 0; i < 1_000_000; i++) move(c, i * 4 + number);
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            }).start();
        }
    }

    static final Object order = new Object();
    static int committed;

    static void move(Connection c, int id) throws SQLException {
        int source = id * 7 % ACCOUNTS, target = id * 13 % ACCOUNTS;
        c.setAutoCommit(false);
        try (PreparedStatement take = c.prepareStatement("update account set amount = amount + ? where id = ?");
             PreparedStatement log = c.prepareStatement("insert into log values (?, ?, ?)")) {
            // In one order for all threads: no deadlock.
            for (int account : source < target ? new int[] {source, target} : new int[] {target, source}) {
                take.setInt(1, account == source ? -1 : 1);
                if (source == target) take.setInt(1, 0);
                take.setInt(2, account);
                take.executeUpdate();
            }
            log.setInt(1, id);
            log.setInt(2, source);
            log.setInt(3, target);
            log.executeUpdate();
            c.commit();
        }
        synchronized (order) {
            if (++committed % 100 == 0) System.out.println("committed " + committed);
        }
    }

    static void check() throws Exception {
        try (Connection c = open(); Statement s = c.createStatement()) {
            Map<Integer, Integer> amounts = new TreeMap<>();
            for (int i = 0; i < ACCOUNTS; i++) amounts.put(i, 1000);
            int logged = 0;
            try (ResultSet r = s.executeQuery("select source, target from log")) {
                for (; r.next(); logged++) {
                    if (r.getInt(1) == r.getInt(2)) continue;
                    amounts.merge(r.getInt(1), -1, Integer::sum);
                    amounts.merge(r.getInt(2), 1, Integer::sum);
                }
            }
            Map<Integer, Integer> stored = new TreeMap<>();
            try (ResultSet r = s.executeQuery("select id, amount from account")) {
                while (r.next()) stored.put(r.getInt(1), r.getInt(2));
            }
            System.out.println(stored.equals(amounts) && logged >= 400 ? "consistent" : "lost: " + logged + " " + stored + " " + amounts);
        }
    }

    static void query() throws Exception {
        try (Connection c = open(); Statement s = c.createStatement()) {
            s.execute("create table item(id int primary key, room varchar(20), price decimal(10, 2), made date)");
            try (PreparedStatement p = c.prepareStatement("insert into item values (?, ?, ?, ?)")) {
                for (int i = 0; i < 20000; i++) {
                    p.setInt(1, i);
                    p.setString(2, "room " + i % 37);
                    p.setBigDecimal(3, java.math.BigDecimal.valueOf(i * 17 % 10007, 2));
                    p.setDate(4, Date.valueOf(java.time.LocalDate.of(2000, 1, 1).plusDays(i % 5000)));
                    p.executeUpdate();
                }
            }
            s.execute("create index by_room on item(room, price)");
            show(s, "select room, count(*), sum(price), min(made) from item group by room having count(*) > 540 order by 3 desc fetch first 5 rows only");
            show(s,
                "select a.id, b.id from item a join item b on a.price = b.price and a.id < b.id where a.room = 'room 3' order by 1, 2 fetch first 4 rows only")
                    ;
            show(s, "select count(*) from item where made between date '2003-01-01' and date '2004-06-30' and room like '%1_'");
            show(s, "select room from item where price = (select max(price) from item) order by 1");
            show(s, "select upper(room), extract(year from made) from item where id in (1, 100, 10000) order by id");
            for (String bad : new String[] {"selct 1", "insert into item values (1, 'x', 1, null)", "select nothing from item",
                "insert into item values (-1, '" + "x".repeat(30) + "', 1, null)"}) {
                try {
                    s.execute(bad);
                } catch (SQLException e) {
                    System.out.println(e.getSQLState() + " " + e.getClass().getSimpleName());
                }
            }
            System.out.println("done");
        }
    }

    static void show(Statement s, String sql) throws SQLException {
        try (ResultSet r = s.executeQuery(sql)) {
            while (r.next()) {
                StringJoiner line = new StringJoiner(" | ");
                for (int i = 1; i <= r.getMetaData().getColumnCount(); i++) line.add(String.valueOf(r.getObject(i)));
                System.out.println(line);
            }
        }
    }
}
