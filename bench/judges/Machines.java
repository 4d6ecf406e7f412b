import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Programs that run other programs: a stack machine, actors, rules, a simulation, a spreadsheet. */
final class Machines {
    private enum Op { PUSH, LOAD, STORE, ADD, SUB, MUL, MOD, LESS, JUMP_IF, JUMP, HALT }

    private record Instruction(Op op, int operand) { }

    private static final Instruction[] PROGRAM = {
        new Instruction(Op.PUSH, 0), new Instruction(Op.STORE, 0), new Instruction(Op.PUSH, 1), new Instruction(Op.STORE, 1),
        new Instruction(Op.LOAD, 0), new Instruction(Op.PUSH, 9000), new Instruction(Op.LESS, 0), new Instruction(Op.JUMP_IF, 9), new Instruction(Op.HALT, 0),
        new Instruction(Op.LOAD, 1), new Instruction(Op.PUSH, 31), new Instruction(Op.MUL, 0), new Instruction(Op.LOAD, 0), new Instruction(Op.ADD, 0),
        new Instruction(Op.PUSH, 65521), new Instruction(Op.MOD, 0), new Instruction(Op.STORE, 1),
        new Instruction(Op.LOAD, 0), new Instruction(Op.PUSH, -1), new Instruction(Op.SUB, 0), new Instruction(Op.STORE, 0), new Instruction(Op.JUMP, 4)};

    /** An interpreter of instructions that are objects, with a stack and variables. */
    static long stack() {
        int[] stack = new int[16], variables = new int[4];
        int sp = 0, pc = 0;
        while (true) {
            Instruction in = PROGRAM[pc++];
            switch (in.op()) {
                case PUSH -> stack[sp++] = in.operand();
                case LOAD -> stack[sp++] = variables[in.operand()];
                case STORE -> variables[in.operand()] = stack[--sp];
                case ADD -> { sp--; stack[sp - 1] += stack[sp]; }
                case SUB -> { sp--; stack[sp - 1] -= stack[sp]; }
                case MUL -> { sp--; stack[sp - 1] *= stack[sp]; }
                case MOD -> { sp--; stack[sp - 1] %= stack[sp]; }
                case LESS -> { sp--; stack[sp - 1] = stack[sp - 1] < stack[sp] ? 1 : 0; }
                case JUMP_IF -> { if (stack[--sp] != 0) pc = in.operand(); }
                case JUMP -> pc = in.operand();
                case HALT -> { return variables[1]; }
            }
        }
    }

    private static final class Actor {
        final Deque<Object> mailbox = new ArrayDeque<>();
        final Consumer<Object> behaviour;
        long seen;

        Actor(Consumer<Object> behaviour) {
            this.behaviour = behaviour;
        }
    }

    private record Ball(int left, long colour) { }

    private record Note(String text) { }

    /** Actors that pass messages of two kinds in a ring, run in turn. */
    static long actors() {
        List<Actor> ring = new ArrayList<>();
        long[] total = new long[1];
        for (int i = 0; i < 64; i++) {
            int at = i;
            ring.add(new Actor(message -> {
                if (message instanceof Ball b) {
                    total[0] += b.colour() ^ at;
                    ring.get(at).seen++;
                    if (b.left() > 0) ring.get((at + 1 + (int) (b.colour() & 3)) % 64).mailbox.add(new Ball(b.left() - 1, b.colour() * 31 + at));
                    if (b.left() % 50 == 0) ring.get((at + 7) % 64).mailbox.add(new Note("ball of " + b.left()));
                } else if (message instanceof Note n) {
                    total[0] += n.text().length();
                }
            }));
        }
        for (int i = 0; i < 16; i++) ring.get(i * 4).mailbox.add(new Ball(600, i));
        boolean busy = true;
        while (busy) {
            busy = false;
            for (Actor a : ring) {
                for (Object m; (m = a.mailbox.poll()) != null; busy = true) a.behaviour.accept(m);
            }
        }
        for (Actor a : ring) total[0] = total[0] * 17 + a.seen;
        return total[0];
    }

    private record Fact(String kind, int a, int b) { }

    private record Rule(String name, Predicate<Fact> first, Predicate<Fact> second, BiFunction<Fact, Fact, Fact> then) { }

    /** Rules that derive new facts from pairs of facts until there is nothing new. */
    static long rules() {
        List<Rule> rules = List.of(
            new Rule("grandparent", f -> f.kind().equals("parent"), f -> f.kind().equals("parent"),
                (f, g) -> f.b() == g.a() ? new Fact("grand", f.a(), g.b()) : null),
            new Rule("sibling", f -> f.kind().equals("parent"), f -> f.kind().equals("parent"),
                (f, g) -> f.a() == g.a() && f.b() < g.b() ? new Fact("sibling", f.b(), g.b()) : null),
            new Rule("uncle", f -> f.kind().equals("sibling"), f -> f.kind().equals("parent"),
                (f, g) -> f.b() == g.a() ? new Fact("uncle", f.a(), g.b()) : null));
        Map<Fact, Integer> known = new LinkedHashMap<>();
        for (int i = 1; i < 48; i++) known.put(new Fact("parent", (i - 1) / 3, i), 0);
        for (int round = 1; ; round++) {
            List<Fact> facts = new ArrayList<>(known.keySet());
            int before = known.size();
            for (Rule r : rules) {
                for (Fact f : facts) {
                    if (!r.first().test(f)) continue;
                    for (Fact g : facts) {
                        if (!r.second().test(g)) continue;
                        Fact found = r.then().apply(f, g);
                        if (found != null) known.putIfAbsent(found, round);
                    }
                }
            }
            if (known.size() == before) break;
        }
        long hash = 0;
        for (Map.Entry<Fact, Integer> e : known.entrySet()) hash = hash * 31 + e.getKey().a() * 100L + e.getKey().b() + e.getValue();
        return hash;
    }

    private abstract static class Event implements Comparable<Event> {
        final long time;
        final int number;

        Event(long time, int number) {
            this.time = time;
            this.number = number;
        }

        abstract void happen(Bank b);

        @Override
        public int compareTo(Event o) {
            return time != o.time ? Long.compare(time, o.time) : Integer.compare(number, o.number);
        }
    }

    private static final class Arrival extends Event {
        Arrival(long time, int number) {
            super(time, number);
        }

        @Override
        void happen(Bank b) {
            if (b.free > 0) {
                b.free--;
                b.plan(new Departure(time + b.random(300), b.numbers++, time));
            } else {
                b.waiting.add(time);
            }
            if (b.numbers < 12_000) b.plan(new Arrival(time + b.random(110), b.numbers++));
        }
    }

    private static final class Departure extends Event {
        final long came;

        Departure(long time, int number, long came) {
            super(time, number);
            this.came = came;
        }

        @Override
        void happen(Bank b) {
            b.stay += time - came;
            Long next = b.waiting.poll();
            if (next == null)
                b.free++;
            else
                b.plan(new Departure(time + b.random(300), b.numbers++, next));
        }
    }

    private static final class Bank {
        final PriorityQueue<Event> events = new PriorityQueue<>();
        final ArrayDeque<Long> waiting = new ArrayDeque<>();
        int free = 3, numbers, seed = 7;
        long stay;

        int random(int most) {
            seed = seed * 1103515245 + 12345;
            return (seed >>> 8) % most + 1;
        }

        void plan(Event e) {
            events.add(e);
        }
    }

    /** Customers in a bank: a queue of events by time. */
    static long bank() {
        Bank b = new Bank();
        b.plan(new Arrival(0, b.numbers++));
        long last = 0;
        for (Event e; (e = b.events.poll()) != null; last = e.time) e.happen(b);
        return b.stay * 31 + last;
    }

    private interface Formula {
        double value(Sheet s);
    }

    private static final class Sheet {
        final Map<String, Formula> cells = new HashMap<>();
        final Map<String, Double> values = new HashMap<>();

        double at(String name) {
            Double known = values.get(name);
            if (known == null) {
                Formula f = cells.get(name);
                values.put(name, known = f == null ? 0.0 : f.value(this));
            }
            return known;
        }
    }

    /** A spreadsheet: formulas that refer to cells, evaluated again after each change. */
    static long sheet() {
        Sheet s = new Sheet();
        for (int row = 0; row < 60; row++) {
            int r = row;
            s.cells.put("A" + row, x -> r * 1.5);
            s.cells.put("B" + row, x -> x.at("A" + r) * 2 + (r > 0 ? x.at("B" + (r - 1)) : 1));
            s.cells.put("C" + row, x -> Math.max(x.at("B" + r), x.at("A" + (59 - r))) - Math.floor(x.at("A" + r)));
        }
        s.cells.put("SUM", x -> {
            double sum = 0;
            for (int r = 0; r < 60; r++) sum += x.at("C" + r);
            return sum;
        });
        double all = 0;
        for (int change = 0; change < 60; change++) {
            int c = change;
            s.cells.put("A" + change, x -> c * 0.25);
            s.values.clear();
            all += s.at("SUM");
        }
        return Math.round(all * 100);
    }

    /** People and seats: stable matching by lists of wishes. */
    static long matching() {
        int n = 90;
        int[][] wishes = new int[n][n], rank = new int[n][n];
        int seed = 3;
        for (int i = 0; i < n; i++) {
            Integer[] order = new Integer[n];
            for (int j = 0; j < n; j++) order[j] = j;
            int salt = seed = seed * 1103515245 + 12345;
            Arrays.sort(order, (a, b) -> Integer.compare((a * 7919 ^ salt) & 0xffff, (b * 7919 ^ salt) & 0xffff));
            for (int j = 0; j < n; j++) {
                wishes[i][j] = order[j];
                rank[order[n - 1 - j]][i] = (j * 31 + i) % n;
            }
        }
        int[] next = new int[n], partner = new int[n];
        Arrays.fill(partner, -1);
        Deque<Integer> free = new ArrayDeque<>();
        for (int i = 0; i < n; i++) free.add(i);
        while (!free.isEmpty()) {
            int who = free.poll(), seat = wishes[who][next[who]++];
            if (partner[seat] < 0) {
                partner[seat] = who;
            } else if (rank[seat][who] < rank[seat][partner[seat]]) {
                free.add(partner[seat]);
                partner[seat] = who;
            } else if (next[who] < n) {
                free.add(who);
            }
        }
        return Arrays.hashCode(partner);
    }
}
