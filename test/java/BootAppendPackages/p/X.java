package p;

public class X {
    public static void main(String[] args) {
        Package k = X.class.getPackage();
        System.out.println(k + " " + k.getName() + " " + k.getImplementationTitle() + " " + X.class.getClassLoader() + " " + X.class.getModule().isNamed());
        System.out.println(String.class.getPackage() + " " + java.util.Arrays.stream(Package.getPackages()).anyMatch(q -> q.getName().equals("p")));
        System.out.println(X.class.getResource("X.class") != null);
    }
}
