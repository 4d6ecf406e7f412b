/**
 * The second set: programs of the kinds that compilers are compared with, which nobody looks at while the VM is tuned.
 *
 *     java -cp DIR Fresh [--reps N] [--warm-ms MS] [kernel...]
 *
 * The harness is that of the first set (Bench).
 */
public final class Fresh {
    public static void main(String[] args) {
        Bench.ALL.clear();
        Bench.add("fft", 1465L, Numbers::fft);
        Bench.add("lu", 114049440L, Numbers::lu);
        Bench.add("sor", 32005655L, Numbers::sor);
        Bench.add("spectral", 1274222587L, Numbers::spectral);
        Bench.add("montecarlo", 785529L, Numbers::monteCarlo);
        Bench.add("pi", -1084033094485904964L, Numbers::piDigits);
        Bench.add("ray", 21560251L, Rays::run);
        Bench.add("richards", 69451095270336L, Scheduler::run);
        Bench.add("towers", 6553516L, Puzzles::towers);
        Bench.add("moves", 31762L, Puzzles::moves);
        Bench.add("life", -8415441246496728456L, Puzzles::life);
        Bench.add("json", 38689314609177120L, Json::run);
        Bench.add("regex", 1286917401561431144L, Texts::regex);
        Bench.add("lz77", 34998001L, Texts::lz77);
        Bench.add("align", 590102620689L, Texts::align);
        Bench.add("knucleotide", 1730825247375914548L, Texts::knucleotide);
        Bench.add("btree", -3953629825757341432L, BTree::run);
        Bench.add("graph", 917597386939990680L, Structures::components);
        Bench.add("collide", 2934L, Structures::collide);
        Bench.add("constraints", 6782116123315752893L, Structures::constraints);
        Bench.add("calculator", 152805L, Calculator::run);
        Bench.main(args);
    }
}
