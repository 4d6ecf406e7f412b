import java.util.ArrayDeque;

/** Small games: towers, moves on a chess board, Life. */
final class Puzzles {
    private static void move(ArrayDeque<Integer>[] pegs, int from, int to, int n, int[] count) {
        if (n == 0) return;
        int other = 3 - from - to;
        move(pegs, from, other, n - 1, count);
        pegs[to].push(pegs[from].pop());
        count[0]++;
        move(pegs, other, to, n - 1, count);
    }

    @SuppressWarnings("unchecked")
    static long towers() {
        ArrayDeque<Integer>[] pegs = new ArrayDeque[] {new ArrayDeque<Integer>(), new ArrayDeque<Integer>(), new ArrayDeque<Integer>()};
        for (int i = 16; i > 0; i--) pegs[0].push(i);
        int[] count = {0};
        move(pegs, 0, 2, 16, count);
        return count[0] * 100L + pegs[2].size();
    }

    private static final int[] KNIGHT = {-21, -19, -12, -8, 8, 12, 19, 21}, KING = {-11, -10, -9, -1, 1, 9, 10, 11};

    /** All positions that moves of both sides lead to, three deep; the board has a border. */
    static long moves() {
        int[] board = new int[120];
        java.util.Arrays.fill(board, 7);
        for (int r = 2; r < 10; r++)
            for (int f = 1; f < 9; f++) board[r * 10 + f] = 0;
        String first = "RNBQKBNR";
        for (int f = 0; f < 8; f++) {
            int piece = "PNBRQK".indexOf(first.charAt(f)) + 1;
            board[21 + f] = piece;
            board[91 + f] = -piece;
            if (f % 2 == 0) {
                board[31 + f] = 1;
                board[81 + f] = -1;
            }
        }
        return search(board, 1, 3);
    }

    private static long search(int[] board, int side, int depth) {
        if (depth == 0) return 1;
        long n = 0;
        for (int from = 21; from < 99; from++) {
            int piece = board[from] * side;
            if (piece <= 0 || piece > 6 || board[from] == 7) continue;
            if (piece == 1) {
                int to = from + 10 * side;
                if (board[to] == 0) n += play(board, from, to, side, depth);
                for (int d = -1; d <= 1; d += 2)
                    if (board[to + d] != 7 && board[to + d] * side < 0) n += play(board, from, to + d, side, depth);
                continue;
            }
            for (int d : piece == 2 ? KNIGHT : KING) {
                if (piece == 3 && Math.abs(d) % 2 == 0 || piece == 3 && Math.abs(d) == 1) continue;
                if (piece == 4 && Math.abs(d) != 10 && Math.abs(d) != 1) continue;
                for (int to = from + d; board[to] != 7; to += d) {
                    if (board[to] * side > 0) break;
                    boolean taken = board[to] != 0;
                    n += play(board, from, to, side, depth);
                    if (taken || piece == 2 || piece == 6) break;
                }
            }
        }
        return n;
    }

    private static long play(int[] board, int from, int to, int side, int depth) {
        int was = board[to];
        board[to] = board[from];
        board[from] = 0;
        long n = search(board, -side, depth - 1);
        board[from] = board[to];
        board[to] = was;
        return n;
    }

    static long life() {
        int n = 128;
        boolean[][] now = new boolean[n][n], then = new boolean[n][n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) now[i][j] = (i * i + j * 3 + i * j) % 5 == 0;
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++) {
                    int around = 0;
                    for (int di = -1; di <= 1; di++)
                        for (int dj = -1; dj <= 1; dj++)
                            if ((di != 0 || dj != 0) && now[i + di & n - 1][j + dj & n - 1]) around++;
                    then[i][j] = around == 3 || around == 2 && now[i][j];
                }
            boolean[][] t = now;
            now = then;
            then = t;
        }
        long alive = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (now[i][j]) alive = alive * 31 + i * n + j;
        return alive;
    }
}
