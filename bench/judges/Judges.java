/**
 * The third set: twenty programs of kinds that the other two do not have. They are measured when a piece of work on speed
 * has ended, whole; the VM is not tuned on them.
 *
 *     java -cp DIR Judges [--reps N] [--warm-ms MS] [kernel...]
 *
 * The harness is that of the first set (Bench).
 */
public final class Judges {
    public static void main(String[] args) {
        Bench.ALL.clear();
        Bench.add("table", 33618008L, () -> Readers.table(2));
        Bench.add("words", -628093997945001084L, Readers::words);
        Bench.add("letters", -3031528733103307287L, Readers::letters);
        Bench.add("stack", 18097L, Machines::stack);
        Bench.add("actors", 1879663851117619640L, Machines::actors);
        Bench.add("rules", -3998396778514094540L, Machines::rules);
        Bench.add("bank", 45385130L, Machines::bank);
        Bench.add("sheet", 371332300L, Machines::sheet);
        Bench.add("matching", -1028772136L, Machines::matching);
        Bench.add("dates", 5324244893471002144L, Values::dates);
        Bench.add("money", 317990564L, Values::money);
        Bench.add("hull", 19744101460L, Values::hull);
        Bench.add("terms", -8943147041930102368L, Values::terms);
        Bench.add("maze", 8130365662608361658L, Searches::maze);
        Bench.add("reversi", 19368800L, Searches::reversi);
        Bench.add("index", 7426947L, Searches::index);
        Bench.add("recent", 2220289796L, Searches::recent);
        Bench.add("close", -790590000L, Searches::close);
        Bench.add("huffman", 4380729492907460680L, Bytes::huffman);
        Bench.add("messages", 1225274156496571264L, Bytes::messages);
        Bench.add("codec", -2004718279384472451L, Bytes::codec);
        Bench.add("versions", -2043399724570074113L, Bytes::versions);
        Bench.main(args);
    }
}
