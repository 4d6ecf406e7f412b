import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/** Programs that search: a way through a maze, a move in a game, documents by words, what was used last. */
final class Searches {
    private static final class Place implements Comparable<Place> {
        final int x, y;
        int cost = Integer.MAX_VALUE, guess;
        Place from;
        boolean wall, done;

        Place(int x, int y) {
            this.x = x;
            this.y = y;
        }

        @Override
        public int compareTo(Place o) {
            return Integer.compare(guess, o.guess);
        }
    }

    /** A* through a maze with a heap of places. */
    static long maze() {
        int n = 96;
        Place[][] grid = new Place[n][n];
        int seed = 5;
        for (int y = 0; y < n; y++)
            for (int x = 0; x < n; x++) {
                grid[y][x] = new Place(x, y);
                seed = seed * 1103515245 + 12345;
                grid[y][x].wall = (seed >>> 16) % 4 == 0 && x + y > 2 && x + y < 2 * n - 4;
            }
        PriorityQueue<Place> open = new PriorityQueue<>();
        grid[0][0].cost = 0;
        open.add(grid[0][0]);
        int[] dx = {1, 0, -1, 0}, dy = {0, 1, 0, -1};
        int visited = 0;
        while (!open.isEmpty()) {
            Place p = open.poll();
            if (p.done) continue;
            p.done = true;
            visited++;
            if (p.x == n - 1 && p.y == n - 1) break;
            for (int d = 0; d < 4; d++) {
                int x = p.x + dx[d], y = p.y + dy[d];
                if (x < 0 || y < 0 || x >= n || y >= n) continue;
                Place q = grid[y][x];
                int cost = p.cost + 1 + (x * y & 3);
                if (q.wall || q.done || cost >= q.cost) continue;
                q.cost = cost;
                q.guess = cost + 2 * n - 2 - x - y;
                q.from = p;
                open.add(q);
            }
        }
        long hash = visited;
        for (Place p = grid[n - 1][n - 1]; p != null; p = p.from) hash = hash * 31 + p.x * n + p.y;
        return hash;
    }

    private static long moves(long own, long other) {
        long empty = ~(own | other), all = 0, inner = other & 0x7e7e7e7e7e7e7e7eL;
        int[] shifts = {1, 8, 7, 9};
        for (int s : shifts) {
            long mask = s == 8 ? other : inner, right = mask & own << s, left = mask & own >>> s;
            for (int i = 0; i < 5; i++) {
                right |= mask & right << s;
                left |= mask & left >>> s;
            }
            all |= empty & (right << s | left >>> s);
        }
        return all;
    }

    private static long flips(long own, long other, long move) {
        long all = 0, inner = other & 0x7e7e7e7e7e7e7e7eL;
        int[] shifts = {1, 8, 7, 9};
        for (int s : shifts) {
            long mask = s == 8 ? other : inner, line = 0;
            long m = mask & move << s;
            for (; m != 0; m = mask & m << s) {
                line |= m;
                if ((m << s & own) != 0) {
                    all |= line;
                    break;
                }
            }
            line = 0;
            for (m = mask & move >>> s; m != 0; m = mask & m >>> s) {
                line |= m;
                if ((m >>> s & own) != 0) {
                    all |= line;
                    break;
                }
            }
        }
        return all;
    }

    private static int value(long stones) {
        return Long.bitCount(stones) * 4 + Long.bitCount(stones & 0x8100000000000081L) * 25;
    }

    private static int best(long own, long other, int depth, int alpha, int beta) {
        long moves = depth == 0 ? 0 : moves(own, other);
        if (moves == 0) return value(own) - value(other);
        while (moves != 0) {
            long move = moves & -moves, turned = flips(own, other, move);
            moves ^= move;
            int score = -best(other & ~turned, own | turned | move, depth - 1, -beta, -alpha);
            if (score > alpha) alpha = score;
            if (alpha >= beta) break;
        }
        return alpha;
    }

    /** Reversi on two longs, minimax with a window. */
    static long reversi() {
        long black = 0x0000000810000000L, white = 0x0000001008000000L, hash = 0;
        for (int turn = 0; turn < 3; turn++) {
            int top = Integer.MIN_VALUE;
            long choice = 0;
            for (long m = moves(black, white); m != 0; m &= m - 1) {
                long move = m & -m, turned = flips(black, white, move);
                int score = -best(white & ~turned, black | turned | move, 4, -10_000, 10_000);
                if (score > top) {
                    top = score;
                    choice = move;
                }
            }
            long turned = flips(black, white, choice), next = white & ~turned;
            white = black | turned | choice;
            black = next;
            hash = hash * 31 + Long.numberOfTrailingZeros(choice) * 1000L + top;
        }
        return hash;
    }

    private static final String[] WORDS = "river stone bridge old town market bread winter light garden door key letter north train paper".split(" ");

    /** An index from words to documents, and questions with `and` and a prefix. */
    static long index() {
        TreeMap<String, List<Integer>> index = new TreeMap<>();
        int seed = 9;
        for (int doc = 0; doc < 500; doc++) {
            for (int w = 0; w < 12; w++) {
                seed = seed * 1103515245 + 12345;
                String word = WORDS[(seed >>> 9) % WORDS.length] + ((seed >>> 20) % 6 == 0 ? "s" : "");
                List<Integer> places = index.computeIfAbsent(word, k -> new ArrayList<>());
                if (places.isEmpty() || places.get(places.size() - 1) != doc) places.add(doc);
            }
        }
        long found = 0;
        for (String a : WORDS) {
            for (String b : WORDS) {
                List<Integer> p = index.get(a), q = index.get(b);
                for (int i = 0, j = 0; i < p.size() && j < q.size();) {
                    int order = Integer.compare(p.get(i), q.get(j));
                    if (order == 0) found += p.get(i);
                    if (order <= 0) i++;
                    if (order >= 0) j++;
                }
            }
            for (Map.Entry<String, List<Integer>> e : index.tailMap(a.substring(0, 2)).entrySet()) {
                if (!e.getKey().startsWith(a.substring(0, 2))) break;
                found += e.getValue().size();
            }
        }
        return found;
    }

    /** A cache that forgets the entry which was used least recently, with keys made of two parts. */
    static long recent() {
        Map<String, int[]> cache = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, int[]> eldest) {
                return size() > 200;
            }
        };
        int seed = 13, hits = 0;
        long sum = 0;
        for (int i = 0; i < 12_000; i++) {
            seed = seed * 1103515245 + 12345;
            int k = (seed >>> 10) % 20 * ((seed >>> 16) % 20);
            String key = "user:" + k + "/" + k % 7;
            int[] entry = cache.get(key);
            if (entry == null)
                cache.put(key, new int[] {k, i});
            else {
                hits++;
                sum += entry[0] + i - entry[1];
            }
        }
        return sum * 31 + hits;
    }

    /** Words that are close to a word: edit distance by rows. */
    static long close() {
        long hash = 0;
        Map<String, Integer> best = new HashMap<>();
        for (String a : WORDS) {
            for (String b : WORDS) {
                for (int turn = 0; turn < 6; turn++) {
                    String c = turn % 2 == 0 ? b : b.substring(1) + b.charAt(0);
                    int[] row = new int[c.length() + 1];
                    for (int j = 0; j <= c.length(); j++) row[j] = j;
                    for (int i = 1; i <= a.length(); i++) {
                        int before = row[0]++;
                        for (int j = 1; j <= c.length(); j++) {
                            int here = Math.min(before + (a.charAt(i - 1) == c.charAt(j - 1) ? 0 : 1), Math.min(row[j], row[j - 1]) + 1);
                            before = row[j];
                            row[j] = here;
                        }
                    }
                    best.merge(a, row[c.length()] * 10 + turn, Math::min);
                    hash += row[c.length()];
                }
            }
        }
        return hash * 31 + best.values().stream().mapToInt(Integer::intValue).sum() + Arrays.hashCode(WORDS);
    }
}
