import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.util.LongAccumulator;
import scala.Tuple2;

public class SparkShop {
    static final String[] WORDS = ("time person year way day thing man world life hand part child eye woman place work "
        + "week case point government company number group problem fact running").split(" ");

    static SparkConf configuration(String classes) {
        return new SparkConf().setAppName("shop").setMaster("local-cluster[2,1,1024]").set("spark.executor.memory", "512m").set("spark.ui.enabled", "false")
            .set("spark.driver.host", "localhost").set("spark.executor.extraClassPath", classes).set("spark.scheduler.minRegisteredResourcesRatio", "1")
            .set("spark.serializer", "org.apache.spark.serializer.KryoSerializer").set("spark.scheduler.maxRegisteredResourcesWaitingTime", "300s");
    }

    static String line(int number) {
        StringBuilder text = new StringBuilder();
        long seed = number;
        for (int k = 0; k < 12; k++) {
            seed = seed * 6364136223846793005L + 1442695040888963407L;
            int pick = (int) (seed >>> 33);
            text.append(WORDS[pick % (1 + pick % WORDS.length)]).append(k % 4 == 3 ? ", " : " ");
        }
        return text.toString();
    }

    static void show(String what, List<?> values) {
        System.out.println(what + " " + values);
    }

    static void executors(JavaSparkContext spark) {
        String home = System.getProperty("java.home"), vm = System.getProperty("java.vm.name");
        List<String> seen = spark.parallelize(IntStream.range(0, 8).boxed().toList(), 8)
            .map(i -> System.getProperty("java.home").equals(home) + " " + System.getProperty("java.vm.name").equals(vm)).distinct().collect();
        show("the driver's VM in executors:", seen);
        show("other processes:", spark.parallelize(List.of(1, 2, 3, 4), 4).map(i -> ProcessHandle.current().pid()).distinct()
            .filter(pid -> pid > 0).collect().contains(ProcessHandle.current().pid()) ? List.of("no") : List.of("yes"));
    }

    static JavaPairRDD<String, Integer> count(JavaRDD<String> lines) {
        JavaPairRDD<String, Integer> counts = lines.flatMap(l -> Arrays.asList(l.split("[ ,]+")).iterator()).mapToPair(w -> new Tuple2<>(w, 1))
            .reduceByKey(Integer::sum, 4);
        show("words by number:", counts.mapToPair(Tuple2::swap).sortByKey(false).take(5));
        show("words by name:", counts.sortByKey().collect());
        return counts;
    }

    static void join(JavaSparkContext spark, JavaPairRDD<String, Integer> counts) {
        JavaPairRDD<String, Integer> lengths = spark.parallelize(Arrays.asList(WORDS), 3).mapToPair(w -> new Tuple2<>(w, w.length()));
        show("joined:", counts.join(lengths).mapValues(t -> t._1() * t._2()).sortByKey().take(8));
        TreeMap<Integer, List<String>> groups = new TreeMap<>();
        lengths.mapToPair(Tuple2::swap).groupByKey().collect().forEach(t -> {
            List<String> words = new ArrayList<>();
            t._2().forEach(words::add);
            words.sort(Comparator.naturalOrder());
            groups.put(t._1(), words);
        });
        System.out.println("grouped: " + groups);
    }

    static void shared(JavaSparkContext spark, JavaRDD<String> lines) {
        Broadcast<Map<String, Integer>> prices = spark.broadcast(new TreeMap<>(Map.of("time", 3, "year", 5, "day", 7)));
        LongAccumulator seen = spark.sc().longAccumulator();
        long sum = lines.map(l -> {
            seen.add(1);
            return prices.value().entrySet().stream().filter(e -> l.contains(e.getKey())).mapToInt(Map.Entry::getValue).sum();
        }).reduce(Integer::sum);
        System.out.println("sum " + sum + " of " + seen.value());
    }

    static void failure(JavaRDD<String> lines) {
        try {
            lines.map(l -> Integer.parseInt("many")).count();
        } catch (Exception e) {
            System.out.println(e.getMessage().contains("java.lang.NumberFormatException: For input string: \"many\"") ? "failed as it should" : e.getMessage());
        }
    }

    public static void main(String[] args) {
        try (JavaSparkContext spark = new JavaSparkContext(configuration(args[0]))) {
            executors(spark);
            JavaRDD<String> lines = spark.parallelize(IntStream.range(0, 100_000).boxed().toList(), 6).map(SparkShop::line)
                .persist(StorageLevel.MEMORY_AND_DISK());
            System.out.println("lines " + lines.count() + ", letters " + lines.mapToDouble(String::length).sum());
            join(spark, count(lines));
            shared(spark, lines);
            show("sample:", lines.zipWithIndex().filter(t -> t._2() % 25_013 == 0).map(t -> t._2() + " " + t._1()).collect());
            failure(lines);
        }
        System.out.println("done");
    }
}
