import java.io.FileReader;
import java.io.FileWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Time;

public class KafkaShop {
    static final String FILE = "server.properties";
    static final List<String> WAYS = List.of("none", "gzip", "snappy", "lz4", "zstd");
    static final int MESSAGES = 100_000;
    static final long PATIENCE = TimeUnit.MINUTES.toNanos(3);
    static String servers;

    // --- The broker ---

    static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** The folder of the log is made ready; StorageTool ends the VM. */
    static void format() throws Exception {
        int broker = freePort(), controller = freePort();
        Properties p = new Properties();
        p.putAll(Map.of("process.roles", "broker,controller", "node.id", "1", "log.dirs", "logs", "controller.quorum.voters", "1@localhost:" + controller,
            "listeners", "PLAINTEXT://localhost:" + broker + ",CONTROLLER://localhost:" + controller, "controller.listener.names", "CONTROLLER",
            "offsets.topic.replication.factor", "1", "offsets.topic.num.partitions", "1", "group.initial.rebalance.delay.ms", "0"));
        p.putAll(Map.of("transaction.state.log.replication.factor", "1", "transaction.state.log.min.isr", "1", "transaction.state.log.num.partitions", "1",
            "broker.session.timeout.ms", "120000", "controller.quorum.fetch.timeout.ms", "60000")); // A busy machine is no dead broker.
        try (FileWriter w = new FileWriter(FILE)) {
            p.store(w, null);
        }
        StorageTool.main(new String[] {"format", "-t", "AAAAAAAAAAAAAAAAAAAAAQ", "-c", FILE});
    }

    static KafkaRaftServer start() throws Exception {
        Properties p = new Properties();
        try (FileReader r = new FileReader(FILE)) {
            p.load(r);
        }
        servers = p.getProperty("listeners").replaceAll("PLAINTEXT://|,.*", "");
        KafkaRaftServer server = new KafkaRaftServer(KafkaConfig.fromProps(p), Time.SYSTEM);
        server.startup();
        return server;
    }

    // --- Its clients ---

    static <T> KafkaProducer<String, T> producer(Map<String, Object> more, Class<?> serializer) {
        Map<String, Object> all = new TreeMap<>(more);
        all.putAll(Map.of("bootstrap.servers", servers, "key.serializer", StringSerializer.class, "value.serializer", serializer, "linger.ms", "5"));
        return new KafkaProducer<>(all);
    }

    static <T> KafkaConsumer<String, T> consumer(String group, Class<?> deserializer) {
        return new KafkaConsumer<>(Map.of("bootstrap.servers", servers, "group.id", group, "auto.offset.reset", "earliest", "isolation.level", "read_committed",
            "key.deserializer", StringDeserializer.class, "value.deserializer", deserializer));
    }

    static byte[] value(int number) {
        return ("message " + number + " " + "tea, scones, jam; ".repeat(number % 13)).getBytes(StandardCharsets.UTF_8);
    }

    static void produce(String way, int count) throws Exception {
        try (KafkaProducer<String, byte[]> producer = producer(Map.of("compression.type", way), ByteArraySerializer.class)) {
            for (int i = 0; i < count; i++)
                producer.send(new ProducerRecord<>(way, i % 3, "key " + i % 1000, value(i)), (where, fault) -> {
                    if (fault != null) System.out.println("not sent: " + fault);
                });
        }
    }

    /** Partitions keep their order; which of them comes first is not told. */
    static void consume(String way, int count) {
        Map<Integer, CRC32> sums = new TreeMap<>();
        long end = System.nanoTime() + PATIENCE;
        int got = 0;
        try (KafkaConsumer<String, byte[]> consumer = consumer("readers of " + way, ByteArrayDeserializer.class)) {
            consumer.subscribe(List.of(way));
            while (got < count) {
                if (System.nanoTime() > end) throw new IllegalStateException(way + ": only " + got);
                for (ConsumerRecord<String, byte[]> r : consumer.poll(Duration.ofSeconds(5))) {
                    CRC32 sum = sums.computeIfAbsent(r.partition(), p -> new CRC32());
                    sum.update(r.key().getBytes());
                    sum.update(r.value());
                    if (r.offset() * 3 + r.partition() != Integer.parseInt(new String(r.value()).split(" ")[1])) System.out.println("not in order: " + r);
                    got++;
                }
            }
            consumer.commitSync();
            System.out.println(way + " at " + new TreeMap<>(Map.of(0, at(consumer, way, 0), 1, at(consumer, way, 1), 2, at(consumer, way, 2))));
        }
        sums.forEach((partition, sum) -> System.out.println(way + " " + partition + " " + Long.toHexString(sum.getValue())));
    }

    static long at(KafkaConsumer<?, ?> consumer, String topic, int partition) {
        TopicPartition p = new TopicPartition(topic, partition);
        return consumer.committed(java.util.Set.of(p)).get(p).offset();
    }

    static void transactions() {
        try (KafkaProducer<String, String> producer = producer(Map.of("transactional.id", "till"), StringSerializer.class)) {
            producer.initTransactions();
            for (int t = 0; t < 10; t++) {
                producer.beginTransaction();
                for (int i = 0; i < 20; i++) producer.send(new ProducerRecord<>("till", "till", t + "." + i));
                if (t % 3 == 1) producer.abortTransaction();
                else producer.commitTransaction();
            }
        }
        StringBuilder seen = new StringBuilder();
        long end = System.nanoTime() + PATIENCE;
        int got = 0;
        try (KafkaConsumer<String, String> consumer = consumer("till", StringDeserializer.class)) {
            consumer.subscribe(List.of("till"));
            while (got < 140) {
                if (System.nanoTime() > end) throw new IllegalStateException("transactions: only " + got);
                for (ConsumerRecord<String, String> r : consumer.poll(Duration.ofSeconds(5)))
                    if (got++ % 20 == 0) seen.append(' ').append(r.value());
            }
        }
        System.out.println("transactions:" + seen);
    }

    static void run() throws Exception {
        KafkaRaftServer server = start();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
            List<NewTopic> topics = new java.util.ArrayList<>(WAYS.stream().map(w -> new NewTopic(w, 3, (short) 1)).toList());
            topics.add(new NewTopic("till", 1, (short) 1));
            admin.createTopics(topics).all().get(60, TimeUnit.SECONDS);
            for (String way : WAYS) produce(way, MESSAGES / WAYS.size());
            for (String way : WAYS) consume(way, MESSAGES / WAYS.size());
            transactions();
            System.out.println(new java.util.TreeSet<>(admin.listTopics().names().get(60, TimeUnit.SECONDS)));
        }
        server.shutdown();
        server.awaitShutdown();
        System.out.println("done");
    }

    public static void main(String[] args) {
        try {
            if (args[0].equals("format")) format();
            else run();
        } catch (Throwable e) {
            e.printStackTrace();
            System.exit(1); // The broker's threads would go on.
        }
    }
}
