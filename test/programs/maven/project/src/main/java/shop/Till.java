package shop;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

public class Till {
    public sealed interface Discount permits Percent, Fixed { }

    public record Percent(int percent) implements Discount { }

    public record Fixed(BigDecimal amount) implements Discount { }

    private final Properties prices = new Properties();
    private final Map<String, Integer> sold = new LinkedHashMap<>();

    public Till() {
        try (InputStream in = Till.class.getResourceAsStream("/shop.properties")) {
            prices.load(in);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    public String name() {
        return prices.getProperty("name");
    }

    public void sell(String ware, int count) {
        if (!prices.containsKey(ware)) throw new IllegalArgumentException("no " + ware);
        if (count <= 0) throw new IllegalArgumentException("count " + count);
        sold.merge(ware, count, Integer::sum);
    }

    public BigDecimal total() {
        return sold.entrySet().stream().map(e -> new BigDecimal(prices.getProperty(e.getKey())).multiply(BigDecimal.valueOf(e.getValue())))
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    public BigDecimal total(Discount discount) {
        if (discount instanceof Percent p) return total().multiply(BigDecimal.valueOf(100 - p.percent(), 2));
        if (discount instanceof Fixed f) return total().subtract(f.amount()).max(BigDecimal.ZERO);
        return total();
    }

    public static void main(String[] args) {
        Till till = new Till();
        till.sell("tea", 2);
        till.sell("scone", 3);
        System.out.println(till.name());
        System.out.println("total " + till.total(new Percent(10)));
    }
}
