import java.util.*;
import java.util.concurrent.*;

/** One way to end a VM for each word of the command line. */
public class Exits {
    static void hook(String s) { Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook " + s))); }
    static class Boom { static { System.out.println("exit in initializer"); System.exit(21); } static void go() { } }
    static class BadInit { static { if (true) throw new IllegalStateException("in static init"); } }
    static class NoMsg extends Exception { public String toString() { return "NoMsg!"; } }
    static class Nasty extends RuntimeException { public String getMessage() { throw new RuntimeException("from getMessage"); } }

    public static void main(String[] args) throws Throwable {
        switch (args[0]) {
            case "plain": hook("plain"); System.out.println("end of main"); break;
            case "exit0": hook("a"); System.exit(0);
            case "exit3": hook("three"); System.out.println("before"); System.exit(3);
            case "exit256": System.exit(256);
            case "exit-1": System.exit(-1);
            case "halt": hook("never"); System.out.println("halting"); Runtime.getRuntime().halt(7);
            case "throw": hook("after throw"); throw new IllegalStateException("from main", new RuntimeException("cause"));
            case "throw-custom": throw new NoMsg();
            case "throw-nasty": throw new Nasty();
            case "throw-error": throw new AssertionError();
            case "exit-in-finally": try { throw new RuntimeException("lost"); } finally { System.exit(4); }
            case "exit-in-thread": { Thread t = new Thread(() -> System.exit(5)); t.start(); t.join(); System.out.println("not reached"); break; }
            case "exit-in-initializer": Boom.go(); break;
            case "main-init-fails": BadInit.class.getDeclaredConstructor().newInstance(); break;
            case "hook-order": {
                CountDownLatch one = new CountDownLatch(1);
                Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                    try {
                        one.await();
                    } catch (InterruptedException e) {}
                    System.out.println("second");
                }));
                Runtime.getRuntime().addShutdownHook(new Thread(() -> { System.out.println("first"); one.countDown(); }));
                break;
            }
            case "hook-throws": Runtime.getRuntime().addShutdownHook(new Thread(() -> { throw new RuntimeException("in hook"); },
                "hook-thread"));
            break;
            case "hook-rules": {
                Thread h = new Thread(() -> {
                    try {
                        Runtime.getRuntime().addShutdownHook(new Thread());
                    } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
                });
                Runtime.getRuntime().addShutdownHook(h);
                try { Runtime.getRuntime().addShutdownHook(h); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
                Thread g = new Thread(() -> System.out.println("removed runs?"));
                Runtime.getRuntime().addShutdownHook(g);
                System.out.println(Runtime.getRuntime().removeShutdownHook(g) + " " + Runtime.getRuntime().removeShutdownHook(g));
                break;
            }
            case "hook-halts": Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(9))); System.exit(1);
            case "thread-outlives": {
                Thread main = Thread.currentThread(); hook("at the end");
                new Thread(() -> { try { main.join(); } catch (InterruptedException e) { } System.out.println("main is over "
                    + !main.isAlive()); }).start();
                System.out.println("main returns"); break;
            }
            case "throw-thread-outlives": {
                Thread main = Thread.currentThread();
                new Thread(() -> { try { main.join(); } catch (InterruptedException e) { } System.out.println("after main threw"); }).start();
                throw new RuntimeException("main throws");
            }
            case "daemon-left": {
                Thread d = new Thread(() -> { while (true) try { Thread.sleep(1000000); } catch (InterruptedException e) { } });
                d.setDaemon(true); d.start(); System.out.println("daemon left behind"); break;
            }
            case "spinning-daemon": {
                Thread d = new Thread(() -> { for (long i = 0; ; i++) ; }); d.setDaemon(true); d.start();
                Thread.sleep(5); System.out.println("spinning daemon left"); break;
            }
            case "uncaught": {
                Thread t = new Thread(() -> { throw new RuntimeException("in thread"); }, "T"); t.start();
                t.join(); System.out.println("main goes on"); break;
            }
            case "handlers": {
                Thread.setDefaultUncaughtExceptionHandler((t, e) -> System.out.println("default " + t.getName() + " " + e));
                Thread a = new Thread(() -> { throw new RuntimeException("a"); }, "A"); a.start(); a.join();
                Thread b = new Thread(() -> { throw new RuntimeException("b"); }, "B");
                b.setUncaughtExceptionHandler((t, e) -> { System.out.println("own " + e + " " + t.isAlive()
                    + t.getState()); throw new RuntimeException("in handler"); });
                b.start(); b.join();
                ThreadGroup g = new ThreadGroup("G") {
                    public void uncaughtException(Thread t, Throwable e) { System.out.println("group " + e.getMessage()); }
                }; Thread c = new Thread(g, () -> { throw new RuntimeException("c"); }, "C"); c.start();
                c.join(); throw new Exception("main to the default handler");
                }
            case "deep-exit": deep(200); break;
            case "out-flush": System.out.print("no newline at the end"); System.out.flush(); System.exit(0);
            case "threaddeath": {
                Thread t = new Thread(() -> { throw new ThreadDeath(); }); t.start(); t.join();
                System.out.println("silent"); throw new ThreadDeath();
            }
            case "runFinalizers-and-gc": System.gc(); System.runFinalization(); System.out.println("gc done"); break;
        }
    }
    static void deep(int n) { if (n == 0) System.exit(33); deep(n - 1); }
}
