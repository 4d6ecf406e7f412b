package lib;
public class Lib { public static String who() { return "lib from " + place(Lib.class); }
    public static String place(Class<?> c) {
        String p = c.getProtectionDomain().getCodeSource().getLocation().getPath();
        return p.substring(p.lastIndexOf('/', p.length() - 2) + 1);
    }
    }
