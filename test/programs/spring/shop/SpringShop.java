package shop;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Profile;
import org.springframework.context.annotation.Scope;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Service;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.client.RestClient;

@SpringBootApplication
@EnableAsync
@EnableConfigurationProperties(SpringShop.Settings.class)
public class SpringShop {
    public enum Kind { TEA, CAKE }

    public record Item(String name, Kind kind, BigDecimal price, @JsonFormat(pattern = "dd.MM.yyyy") LocalDate since, List<String> tags) { }

    public record Added(Item item) { }

    @ConfigurationProperties("shop")
    public record Settings(String title, int limit, Map<String, BigDecimal> taxes, List<Kind> kinds) { }

    /** Its proxy makes every call that is marked run elsewhere. */
    @Service
    public static class Stock {
        final Map<String, Item> items = new ConcurrentSkipListMap<>();
        final ApplicationEventPublisher events;
        final Settings settings;

        public Stock(ApplicationEventPublisher events, Settings settings) {
            this.events = events;
            this.settings = settings;
        }

        public Item add(Item item) {
            if (!settings.kinds().contains(item.kind())) throw new IllegalArgumentException("no " + item.kind());
            if (items.size() >= settings.limit()) throw new IllegalStateException("full");
            items.put(item.name(), item);
            events.publishEvent(new Added(item));
            return item;
        }

        public Collection<Item> all() {
            return items.values();
        }

        public boolean remove(String name) {
            return items.remove(name) != null;
        }

        public Item find(String name) {
            Item item = items.get(name);
            if (item == null) throw new NoSuchElementException(name);
            return item;
        }

        @Async
        public CompletableFuture<BigDecimal> total(String tax) {
            BigDecimal sum = items.values().stream().map(Item::price).reduce(BigDecimal.ZERO, BigDecimal::add);
            return CompletableFuture.completedFuture(sum.multiply(settings.taxes().getOrDefault(tax, BigDecimal.ONE)));
        }
    }

    @Component
    public static class Listener {
        final List<String> heard = new ArrayList<>();

        @EventListener(condition = "#added.item.price > 3")
        public synchronized void dear(Added added) {
            heard.add(added.item().name());
        }
    }

    @Component
    @Scope("prototype")
    public static class Ticket {
        static final AtomicInteger last = new AtomicInteger();
        final int number = last.incrementAndGet();
    }

    @RestController
    @RequestMapping("/items")
    public static class Items {
        final Stock stock;
        final String title;

        public Items(Stock stock, @Value("${shop.title} of #{2 + 3} rooms") String title) {
            this.stock = stock;
            this.title = title;
        }

        @GetMapping
        public Collection<Item> all(@RequestParam(defaultValue = "0") BigDecimal from, @RequestParam(required = false) Kind kind) {
            return stock.all().stream().filter(i -> i.price().compareTo(from) >= 0 && (kind == null || i.kind() == kind)).toList();
        }

        @GetMapping("/{name}")
        public Item one(@PathVariable String name) {
            return stock.find(name);
        }

        @PostMapping
        @ResponseStatus(HttpStatus.CREATED)
        public Item add(@RequestBody Item item) {
            return stock.add(item);
        }

        @DeleteMapping("/{name}")
        public ResponseEntity<Void> remove(@PathVariable String name) {
            return stock.remove(name) ? ResponseEntity.noContent().build() : ResponseEntity.notFound().build();
        }

        @GetMapping("/total")
        public CompletableFuture<Map<String, Object>> total(@RequestParam String tax) {
            return stock.total(tax).thenApply(sum -> new TreeMap<>(Map.of("title", title, "total", sum)));
        }
    }

    @RestControllerAdvice
    public static class Errors {
        @ExceptionHandler(NoSuchElementException.class)
        public ResponseEntity<Map<String, String>> missing(NoSuchElementException e) {
            return ResponseEntity.status(404).body(Map.of("missing", e.getMessage()));
        }

        @ExceptionHandler({IllegalArgumentException.class, IllegalStateException.class})
        public ResponseEntity<Map<String, String>> refused(RuntimeException e) {
            return ResponseEntity.status(409).body(Map.of(e.getClass().getSimpleName(), e.getMessage()));
        }
    }

    @Bean
    @Profile("quiet")
    Executor taskExecutor() {
        return new ForkJoinPool(2);
    }

    // --- The client ---

    static RestClient client;

    static String show(ResponseEntity<String> answer) {
        return answer.getStatusCode().value() + " " + answer.getBody();
    }

    static RestClient.ResponseSpec unchecked(RestClient.ResponseSpec answer) {
        return answer.onStatus(s -> true, (request, response) -> { });
    }

    static String get(String path, Object... words) {
        return show(unchecked(client.get().uri(path, words).retrieve()).toEntity(String.class));
    }

    static String post(Object body) {
        return show(unchecked(client.post().uri("/items").contentType(MediaType.APPLICATION_JSON).body(body).retrieve()).toEntity(String.class));
    }

    static Item item(String name, Kind kind, String price) {
        return new Item(name, kind, new BigDecimal(price), LocalDate.of(2024, 2, 29), List.of(name.substring(0, 1), kind.name()));
    }

    static void oneOfEach() {
        System.out.println(post(item("green", Kind.TEA, "2.50")));
        System.out.println(post(item("scone", Kind.CAKE, "3.75")));
        System.out.println(post("{\"name\": \"mint\", \"kind\": \"TEA\", \"price\": 4, \"since\": \"01.12.2020\", \"tags\": []}"));
        System.out.println(post("{\"name\": \"bad\", \"kind\": \"SOUP\"}").replaceAll("\"timestamp\":\"[^\"]*\"", "TIME"));
        System.out.println(get("/items"));
        System.out.println(get("/items?from={f}&kind={k}", "3.00", "CAKE"));
        System.out.println(get("/items/mint") + ", " + get("/items/none"));
        System.out.println(get("/items/total?tax=high") + ", " + get("/items/total?tax=none"));
        System.out.println(get("/items?from=many").replaceAll("\"timestamp\":\"[^\"]*\"", "TIME"));
        System.out.println(client.get().uri("/items/green").retrieve().body(Item.class));
        System.out.println(unchecked(client.delete().uri("/items/mint").retrieve()).toBodilessEntity().getStatusCode());
        System.out.println(unchecked(client.delete().uri("/items/mint").retrieve()).toBodilessEntity().getStatusCode());
    }

    static void many() {
        CRC32 sum = new CRC32();
        for (int i = 0; i < 300; i++) {
            sum.update(post(item("item" + i, i % 2 == 0 ? Kind.TEA : Kind.CAKE, "1." + i)).getBytes());
            sum.update(get("/items/item" + (i / 2)).getBytes());
        }
        System.out.println("600 requests: " + Long.toHexString(sum.getValue()));
    }

    static void inside(ConfigurableApplicationContext context) {
        Environment env = context.getEnvironment();
        System.out.println(context.getBean(Settings.class) + " " + List.of(env.getActiveProfiles()));
        System.out.println(context.getBean(Listener.class).heard);
        System.out.println(context.getBean(Ticket.class).number + " " + context.getBean(Ticket.class).number);
        System.out.println(context.getBean(Stock.class).getClass() != Stock.class ? "a proxy" : "no proxy");
    }

    public static void main(String[] args) {
        SpringApplication application = new SpringApplication(SpringShop.class);
        application.setDefaultProperties(Map.of("server.port", "0", "spring.main.banner-mode", "off", "logging.level.root", "off",
            "spring.profiles.active", "quiet",
            "shop.title", "The shop", "shop.limit", "200", "shop.taxes.high", "1.19", "shop.taxes.low", "1.07", "shop.kinds", "tea,cake"));
        ConfigurableApplicationContext context = application.run(args);
        client = RestClient.create("http://localhost:" + ((ServletWebServerApplicationContext) context).getWebServer().getPort());
        oneOfEach();
        many();
        inside(context);
        context.close();
        System.out.println("done");
    }
}
