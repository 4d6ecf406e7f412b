/** Piece gets a superclass in a session: the driver compiles it a second time with one. */
public class Shaped {
    static Piece piece = new Piece();

    static String tell(Piece p) {
        String text = p.text();
        return text;
    }
    public static void main(String[] args) {
        piece.size = 3;
        String told = new Based().kind();
        for (int i = 0; i < 3; i++) told += ", " + tell(piece);
        System.out.println(told);
    }
}

class Based {
    int weight;
    Object owner;

    String kind() {
        int twice = 2 * weight;
        return "based " + twice + " " + owner;
    }
}

class Piece {
    int size;

    String text() { return "piece " + size; }
}
