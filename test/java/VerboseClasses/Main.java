// The class loading bean is verbose when all of class+load* goes to standard output: that is what setVerbose turns on and off.
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;

public class Main {
    static void want(ClassLoadingMXBean bean, boolean wanted, String when) {
        if (bean.isVerbose() != wanted) throw new Error(when + ": " + bean.isVerbose());
    }

    public static void main(String[] args) {
        ClassLoadingMXBean bean = ManagementFactory.getClassLoadingMXBean();
        want(bean, Boolean.parseBoolean(args[0]), "at first");
        bean.setVerbose(false);
        want(bean, false, "turned off");
        bean.setVerbose(true);
        want(bean, true, "turned on");
        bean.setVerbose(false);
        want(bean, false, "turned off again");
    }
}
