class Changing {
    static int work(int n) {
        return n + 1;
    }
}
