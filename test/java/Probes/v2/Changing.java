class Changing {
    static int work(int n) {
        int a = helper(n);
        return a + 1;
    }

    private static int helper(int n) {
        return n * 2;
    }
}
