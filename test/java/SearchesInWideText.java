// indexOf in strings beyond Latin-1, of chars, of Latin-1 and of wide strings: at every place and length, from every start, at the end of what is searched but
// not of the array (StringBuilder), neighbours that differ in one bit, parts of surrogates, empty strings, starts out of bounds. Each answer is compared with a
// search char by char.
import java.util.Random;

public class SearchesInWideText {
    static int slow(CharSequence in, String what, int from) {
        int start = Math.max(from, 0);
        for (int i = start; i + what.length() <= in.length(); i++) {
            int k = 0;
            while (k < what.length() && in.charAt(i + k) == what.charAt(k)) k++;
            if (k == what.length()) return i;
        }
        return what.isEmpty() ? Math.min(start, in.length()) : -1;
    }
    static int slow(String in, int c, int from) {
        for (int i = Math.max(from, 0); i < in.length(); i++) if (in.codePointAt(i) == c || in.charAt(i) == c) return i;
        return -1;
    }
    static int wrong, asked;
    static void check(int got, int wanted, String in, Object what, int from) {
        asked++;
        if (got == wanted) return;
        if (wrong++ < 5) System.out.println("'" + in + "' '" + what + "' from " + from + ": " + got + ", not " + wanted);
    }
    static void search(String in, String what) {
        check(in.indexOf(what), slow(in, what, 0), in, what, 0);
        for (int from = -2; from <= in.length() + 2; from += 3) check(in.indexOf(what, from), slow(in, what, from), in, what, from);
    }
    static void search(String in, int c) {
        for (int from = -2; from <= in.length() + 2; from += 2) check(in.indexOf(c, from), slow(in, c, from), in, c, from);
    }
    static String text(Random r, int n, String of) {
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < n; i++) b.append(of.charAt(r.nextInt(of.length())));
        return b.toString();
    }

    public static void main(String[] args) {
        Random r = new Random(5);
        String few = "ab\u0416\u0417\u8000\u0001\0", pairs = "x\ud83d\ude00\ude01y";
        for (int round = 0; round < 1500; round++) {
            String of = round % 3 == 0 ? pairs : few, in = text(r, r.nextInt(40), of) + "\u0416";
            search(in, text(r, r.nextInt(5), of));
            search(in, text(r, r.nextInt(4), "ab\u0001"));
            search(in, of.charAt(r.nextInt(of.length())));
            search(in, 0x1f600 + r.nextInt(2));
            if (in.length() > 6) search(in, in.substring(r.nextInt(4), 4 + r.nextInt(in.length() - 4)));
            StringBuilder b = new StringBuilder(in + "ab\u0416ab");
            b.setLength(r.nextInt(in.length() + 1));
            String what = text(r, 1 + r.nextInt(2), "ab\u0416");
            for (int from = 0; from <= b.length() + 1; from++) check(b.indexOf(what, from), slow(b, what, from), b.toString(), what, from);
        }
        System.out.println(asked + " searches, " + wrong + " wrong");
    }
}
