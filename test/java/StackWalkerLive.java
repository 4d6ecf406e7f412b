// jvm: --add-opens java.base/java.lang=ALL-UNNAMED
// StackWalker: live frames with locals, operands and monitors; hidden frames; batches; getCallerClass from a reflective call.
import java.lang.reflect.*; import java.util.*; import java.util.stream.*;
public class StackWalkerLive {
  static Class<?> LSF;
  static int f(int a, long b, String s) throws Throwable { synchronized (StackWalkerLive.class) { double d = 2.5; Object o = new Object[0];
          return g(a) + (int) b; } }
  static int g(int x) throws Throwable {
    Method m = LSF.getMethod("getStackWalker"); m.setAccessible(true); StackWalker w = (StackWalker) m.invoke(null);
    Method loc = LSF.getDeclaredMethod("getLocals"), st = LSF.getDeclaredMethod("getStack"), mon = LSF.getDeclaredMethod("getMonitors");
    loc.setAccessible(true); st.setAccessible(true); mon.setAccessible(true);
    List<StackWalker.StackFrame> fs = w.walk(s -> s.collect(Collectors.toList()));
    for (StackWalker.StackFrame fr : fs) { Object[] l = (Object[]) loc.invoke(fr), o = (Object[]) st.invoke(fr),
            n = (Object[]) mon.invoke(fr);
        if (fr.getMethodName().equals("f"))
            System.out.println(fr.getMethodName() + " locals " + l.length + " " + l[0] + " s=" + l[3] + " stack " + o.length + " mon "
                    + Arrays.toString(n));
    }
    return x; }
  public static void main(String[] a) throws Throwable { LSF = Class.forName("java.lang.LiveStackFrame"); System.out.println(f(3, 4,
          "five"));
      Long cnt = StackWalker.getInstance(EnumSet.of(StackWalker.Option.SHOW_HIDDEN_FRAMES)).walk(s -> {
          Runnable r = ()
                  -> StackWalker.getInstance(EnumSet.of(StackWalker.Option.SHOW_HIDDEN_FRAMES))
                             .forEach(x
                                     -> System.out.println(x.getMethodName() + " " + x.getByteCodeIndex() + " " + x.getLineNumber() + " "
                                             + x.isNativeMethod()));
          r.run();
          return s.count();
      });
      System.out.println(cnt);
      try { Method.class.getMethod("invoke", Object.class, Object[].class).invoke(StackWalker.class.getMethod("getCallerClass"),
            StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE), null); } catch (Throwable t) {
            System.out.println(t + " " + t.getCause()); }
    deep(300);
    StackWalker.StackFrame sf = StackWalker.getInstance().walk(s -> s.findFirst().get());
            System.out.println(sf.toStackTraceElement() + " " + sf.getDescriptor() + " " + sf);
  }
  static void deep(int n) { if (n > 0) { deep(n - 1); return;
          } System.out.println(StackWalker.getInstance().walk(s -> s.count()) + " " + StackWalker.getInstance(Set.of(),
          4).walk(s -> s.skip(200).map(f -> f.getMethodName() + f.getLineNumber()).limit(2).collect(Collectors.joining()))); }
}
