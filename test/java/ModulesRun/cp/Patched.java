package java.util;
public class Patched { public static String hi() { return "patched into " + Patched.class.getModule(); } }
