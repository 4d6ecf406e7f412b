import java.sql.*;
import org.sqlite.Collation;
import org.sqlite.Function;

public class SqliteShop {
    public static void main(String[] args) throws Exception {
        try (Connection c = DriverManager.getConnection("jdbc:sqlite:shop.db"); Statement s = c.createStatement()) {
            s.execute("create table item(id integer primary key, name text, price real, image blob)");
            c.setAutoCommit(false);
            try (PreparedStatement p = c.prepareStatement("insert into item(name, price, image) values (?, ?, ?)")) {
                for (int i = 0; i < 5000; i++) {
                    p.setString(1, "item " + i * 31 % 977);
                    p.setDouble(2, i * 7 % 100 / 4.0);
                    p.setBytes(3, new byte[] {(byte) i, (byte) (i >> 8)});
                    p.addBatch();
                }
                System.out.println("inserted " + p.executeBatch().length);
            }
            c.commit();
            s.execute("delete from item");
            c.rollback();
            functions(c);
            query(s, "select count(*), sum(price), min(name), max(length(image)) from item");
            query(s, "select twice(name), total_of(price) from item where id < 9 group by id % 2 order by 1");
            query(s, "select name from item order by name collate backwards, id limit 5");
            query(s, "with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000) select sum(i) from n");
            query(s, "select json_extract('{\"a\":[1,{\"b\":2}]}', '$.a[1].b')");
            try {
                s.execute("select boom()");
            } catch (SQLException e) {
                System.out.println(e.getMessage());
            }
            try {
                s.execute("insert into item(id) values (1)");
            } catch (SQLException e) {
                System.out.println(e.getErrorCode() + " " + e.getMessage());
            }
            c.rollback();
        }
        System.out.println("done");
    }

    static void functions(Connection c) throws SQLException {
        Function.create(c, "twice", new Function() {
            @Override protected void xFunc() throws SQLException {
                result(value_text(0) + value_text(0));
            }
        });
        Function.create(c, "boom", new Function() {
            @Override protected void xFunc() throws SQLException {
                throw new SQLException("thrown in Java");
            }
        });
        Function.create(c, "total_of", new Function.Aggregate() {
            private double sum;
            @Override protected void xStep() throws SQLException {
                sum += value_double(0);
            }
            @Override protected void xFinal() throws SQLException {
                result(sum);
            }
        });
        Collation.create(c, "backwards", new Collation() {
            @Override protected int xCompare(String a, String b) {
                return b.compareTo(a);
            }
        });
    }

    static void query(Statement s, String sql) throws SQLException {
        try (ResultSet r = s.executeQuery(sql)) {
            while (r.next()) {
                StringBuilder line = new StringBuilder();
                for (int i = 1; i <= r.getMetaData().getColumnCount(); i++) line.append(r.getObject(i)).append(' ');
                System.out.println(line);
            }
        }
    }
}
