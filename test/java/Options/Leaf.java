package pkg.deep;
public class Leaf { public static boolean on() { boolean[] r = {false}; assert r[0] = true; return r[0]; } }
