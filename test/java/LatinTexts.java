import java.util.Random;

/**
 * hashCode and indexOf of strings of one byte a char, up to 400 long, in code that runs often: each hash against a loop, each search
 * against one char by char, in texts where most places have the first char of what is sought, the last one, or both; with starts at and
 * behind every end, and builders with room behind theirs.
 */
public class LatinTexts {
    static int hash(CharSequence s) {
        int h = 0;
        for (int i = 0; i < s.length(); i++) h = 31 * h + s.charAt(i);
        return h;
    }
    static int slow(CharSequence in, String what, int from) {
        int start = Math.max(from, 0);
        for (int i = start; i + what.length() <= in.length(); i++) {
            int k = 0;
            while (k < what.length() && in.charAt(i + k) == what.charAt(k)) k++;
            if (k == what.length()) return i;
        }
        return what.isEmpty() ? Math.min(start, in.length()) : -1;
    }
    static String text(Random r, int n, String of) {
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < n; i++) b.append(of.charAt(r.nextInt(of.length())));
        return b.toString();
    }

    public static void main(String[] args) {
        Random r = new Random(11);
        int wrong = 0, asked = 0;
        for (int length = 0; length < 400; length++)
            for (String of : new String[] { "ab", "aab\u00ff", "abcdefghijklmnop\u0080" }) {
                String in = text(r, length, of);
                if (in.hashCode() != hash(in)) wrong++;
                int n = r.nextInt(r.nextInt(8) == 0 ? 60 : 6), at = r.nextInt(length + 1);
                String some = text(r, n, of), there = in.substring(at, Math.min(length, at + n));
                StringBuilder b = new StringBuilder(in).append(some).append(of);
                b.setLength(length);
                for (String what : new String[] { some, there, there + "a", "" })
                    for (int from = -1; from <= length + 1; from += 1 + r.nextInt(9), asked++) {
                        int wanted = slow(in, what, from);
                        if (in.indexOf(what, from) != wanted || b.indexOf(what, from) != wanted) wrong++;
                        if (from <= 0 && in.indexOf(what) != wanted) wrong++;
                    }
            }
        System.out.println(asked + " searches, " + wrong + " wrong");
    }
}
