import com.fasterxml.jackson.annotation.*;
import com.fasterxml.jackson.core.*;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.*;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.*;

public class JacksonShop {
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({@JsonSubTypes.Type(value = Book.class, name = "book"), @JsonSubTypes.Type(value = Box.class, name = "box")})
    public interface Item { }
    public record Book(String title, BigDecimal price, @JsonProperty("tags") EnumSet<Tag> tags) implements Item { }
    public record Box(List<Item> content, Optional<String> label) implements Item {
        public Box(List<Item> content, Optional<String> label) {
            this.content = List.copyOf(content);
            this.label = label == null ? Optional.empty() : label;
        }
    }
    public enum Tag { NEW, @JsonProperty("second-hand") USED }
    @JsonInclude(JsonInclude.Include.NON_NULL) public static class Order {
        public int id;
        public Map<String, List<Item>> items = new LinkedHashMap<>();
        @JsonIgnore public String secret = "hidden";
        private long[] numbers = {1, 2, 3};
        public long[] getNumbers() { return numbers; }
        public void setNumbers(long[] n) { numbers = n; }
        @JsonAnySetter public void other(String name, Object value) { System.out.println("other " + name + " " + value); }
    }
    static class OptionalWriter extends StdSerializer<Optional<?>> {
        OptionalWriter() { super(Optional.class, false); }
        @Override public void serialize(Optional<?> o, JsonGenerator g, SerializerProvider p) throws IOException { g.writeObject(o.orElse(null)); }
    }
    interface MixIn { @JsonProperty("number") int id(); @JsonIgnore int[] getNumbers(); }

    public static void main(String[] args) throws Exception {
        SimpleModule module = new SimpleModule().addSerializer(Optional.class, (JsonSerializer) new OptionalWriter());
        module.addDeserializer(Optional.class, new JsonDeserializer<Optional>() {
            @Override public Optional<?> deserialize(JsonParser p, DeserializationContext c) throws IOException { return Optional.of(p.getText()); }
            @Override public Optional<?> getNullValue(DeserializationContext c) { return Optional.empty(); }
        });
        ObjectMapper mapper = new ObjectMapper().registerModule(module).enable(SerializationFeature.INDENT_OUTPUT)
            .configure(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS, true)
            .configure(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY, true);
        Order order = new Order();
        order.id = 7;
        for (int i = 0; i < 12; i++) {
            Book book = new Book("book " + i, new BigDecimal("12." + i), i % 2 == 0 ? EnumSet.of(Tag.NEW) : EnumSet.allOf(Tag.class));
            order.items.computeIfAbsent("room " + i % 3, k -> new ArrayList<>()).add(i % 4 == 0 ? new Box(List.of(book, book), Optional.of("b" + i)) : book);
        }
        String text = mapper.writeValueAsString(order);
        System.out.println(text);
        Order again = mapper.readValue(text.replaceFirst("\"id\"", "\"extra\": [1, {\"x\": null}], \"id\""), Order.class);
        System.out.println(mapper.writeValueAsString(again).equals(text) + " " + again.items.get("room 1"));
        JsonNode tree = mapper.readTree(text);
        ((ObjectNode) tree).put("id", 1e300).putArray("more").add(true).addNull();
        System.out.println(tree.at("/items/room 0/0/content/1/title") + " " + tree.get("id") + " " + tree.get("more"));
        Map<String, List<Integer>> map = mapper.readValue("{\"a\":[1,2],\"b\":[]}", new TypeReference<TreeMap<String, List<Integer>>>() { });
        System.out.println(map.getClass() + " " + map);
        YAMLMapper yaml = new YAMLMapper();
        yaml.registerModule(module).addMixIn(Order.class, MixIn.class);
        System.out.println(yaml.writeValueAsString(order.items.get("room 2")));
        for (String bad : new String[] {"{\"id\": \"x\"}", "{\"items\": {\"a\": [{\"kind\": \"car\"}]}}", "{\"id\": 1", "[1,2"}) {
            try {
                mapper.readValue(bad, Order.class);
            } catch (JsonProcessingException e) {
                System.out.println(e.getClass().getSimpleName() + " " + e.getOriginalMessage().split("\\(")[0]);
            }
        }
        StringWriter w = new StringWriter();
        try (JsonGenerator g = new JsonFactory().createGenerator(w)) {
            g.writeStartArray();
            for (int i = 0; i < 20_000; i++) g.writeNumber(i * 0.1);
            g.writeEndArray();
        }
        double sum = 0;
        try (JsonParser p = new JsonFactory().createParser(w.toString())) {
            while (p.nextToken() != null) if (p.currentToken() == JsonToken.VALUE_NUMBER_FLOAT) sum += p.getDoubleValue();
        }
        System.out.println(sum);
        System.out.println("done");
    }
}
