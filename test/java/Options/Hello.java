class Hello {
    public static void main(String[] a) {
        System.out.println("compiled in memory " + a[0] + " " + Hello.class.getClassLoader().getClass().getSimpleName());
    }
}
