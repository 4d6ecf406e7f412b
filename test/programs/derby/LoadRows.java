import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;

/** Fills a database of any maker by the row, with SQL that all of them know; with a second word it asks one that is there. */
public class LoadRows {
    static final int ROWS = 100_000, GUESTS = 1_000;
    static final String[] WARES = {"tea", "scones", "jam", "cream", "butter", "milk", "sugar", "lemon"};

    static void make(Connection c) throws SQLException {
        try (Statement s = c.createStatement()) {
            s.execute("create table guest (id int primary key, name varchar(40) not null, since date not null)");
            s.execute("create table sale (id int primary key, guest int not null references guest (id),"
                + " ware varchar(20) not null, price decimal(10, 2) not null,"
                + " amount double precision not null, note varchar(200))");
        }
    }

    static void load(Connection c) throws SQLException {
        try (PreparedStatement p = c.prepareStatement("insert into guest values (?, ?, ?)")) {
            for (int i = 0; i < GUESTS; i++) {
                p.setInt(1, i);
                p.setString(2, "guest " + Integer.toString(i * 7919 % GUESTS, 36));
                p.setDate(3, Date.valueOf(LocalDate.of(2000, 1, 1).plusDays(i * 5L)));
                p.executeUpdate();
            }
        }
        try (PreparedStatement p = c.prepareStatement("insert into sale values (?, ?, ?, ?, ?, ?)")) {
            for (int i = 0; i < ROWS; i++) {
                sale(p, i);
                p.addBatch();
                if (i % 100 == 99) p.executeBatch();
                if (i % 5_000 == 4_999) c.commit();
            }
        }
    }

    static void sale(PreparedStatement p, int i) throws SQLException {
        p.setInt(1, i);
        p.setInt(2, (int) (i * 48271L % GUESTS));
        p.setString(3, WARES[i * 31 % 1009 % WARES.length]);
        p.setBigDecimal(4, BigDecimal.valueOf(i * 7919L % 100_000, 2));
        p.setDouble(5, i % 97 / 4.0);
        p.setString(6, i % 3 == 0 ? null : "note " + i + " on " + WARES[i % WARES.length]);
    }

    static void change(Connection c) throws SQLException {
        try (Statement s = c.createStatement();
                PreparedStatement p = c.prepareStatement("update sale set price = price + ?, note = note || '!' where id = ?")) {
            s.execute("create index sale_by_ware on sale (ware, price)");
            s.execute("create index sale_by_guest on sale (guest)");
            for (int i = 0; i < ROWS; i += 10) {
                p.setBigDecimal(1, BigDecimal.valueOf(i % 50, 2));
                p.setInt(2, i);
                p.executeUpdate();
            }
            System.out.println("deleted " + s.executeUpdate("delete from sale where amount > 24 and guest < 500"));
            c.commit();
            System.out.println("taken back " + s.executeUpdate("delete from sale where id < 50000"));
            c.rollback();
        }
    }

    static void ask(Connection c) throws SQLException {
        show(c, "select count(*), sum(price), min(note), max(note) from sale");
        show(c, "select ware, count(*), sum(price), avg(amount), count(distinct guest) from sale group by ware order by ware");
        show(c, "select g.name, sum(s.price) as total from guest g join sale s on s.guest = g.id group by g.name"
            + " having sum(s.price) > 60000 order by total desc, g.name");
        show(c, "select count(*) from sale a join sale b on a.guest = b.guest and a.ware = b.ware where a.id < 2000 and b.price > 900");
        show(c, "select year(g.since), count(*) from sale s join guest g on s.guest = g.id where s.note like '%9 on tea%' group by year(g.since) order by 1");
        lookups(c);
    }

    static void lookups(Connection c) throws SQLException {
        BigDecimal sum = BigDecimal.ZERO;
        try (PreparedStatement p = c.prepareStatement("select s.price, g.name from sale s join guest g on s.guest = g.id where s.id = ?")) {
            for (int i = 0; i < 20_000; i++) {
                p.setInt(1, i * 7 % ROWS);
                try (ResultSet r = p.executeQuery()) {
                    if (r.next()) sum = sum.add(r.getBigDecimal(1)).add(BigDecimal.valueOf(r.getString(2).length()));
                }
            }
        }
        System.out.println("looked up " + sum);
    }

    static void show(Connection c, String query) throws SQLException {
        System.out.println(query);
        try (Statement s = c.createStatement(); ResultSet r = s.executeQuery(query)) {
            while (r.next()) {
                StringBuilder line = new StringBuilder(" ");
                for (int i = 1; i <= r.getMetaData().getColumnCount(); i++) line.append(' ').append(r.getObject(i));
                System.out.println(line);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        try (Connection c = DriverManager.getConnection(args[0])) {
            c.setAutoCommit(false);
            if (args.length == 1) {
                make(c);
                load(c);
                change(c);
            }
            ask(c);
            c.commit();
        }
        System.out.println("done");
    }
}
