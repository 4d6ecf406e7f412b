enum Color_0 { RED, GREEN }
enum Color_1 {
    RED, BLUE, GREEN;
    static void $$ha$clinit() {
        try {
            throw new IllegalStateException("runs");
        } finally {
            System.out.println("not wanted");
        }
    }
}
class Statics_0 {
    static Object added() { return null; }
}
class Statics_1 {
    static final Object ADDED = new String("added");
    static Object added() { return ADDED; }
}
