import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Objects;

/** Packages of the boot loader that come from nowhere, as a proxy of its interfaces makes one, are not listed: there is no null among the packages. */
public class SystemPackages {
    public static void main(String[] args) {
        Object proxy = Proxy.newProxyInstance(null, new Class<?>[] { Runnable.class }, (p, m, a) -> null);
        System.out.println(proxy.getClass().getPackageName() + " " + proxy.getClass().getClassLoader());
        System.out.println(Arrays.stream(Package.getPackages()).filter(Objects::isNull).count() + " nulls");
        for (String name : new String[] { "java.lang", "java.util", "java.lang.reflect" })
            System.out.println(name + " " + Arrays.stream(Package.getPackages()).filter(p -> p.getName().equals(name)).count());
        System.out.println(proxy.getClass().getPackage());
    }
}
