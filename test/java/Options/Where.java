public class Where {
    public static void main(String[] args) throws Exception {
        System.out.println(Where.class.getClassLoader() == null ? "boot" : Where.class.getClassLoader().getName());
        System.out.println(Where.class.getModule() + "".replaceAll("@.*", "") == null ? "" : Where.class.getModule().isNamed());
        System.out.println(ClassLoader.getSystemResource("Where.class") != null);
    }
}
