// Executors, scheduled tasks, ForkJoin, CompletableFuture, parallel streams, concurrent collections, timers, ThreadLocal and inheritable, thread groups.
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;

public class ExecutorsAndFutures {
    static class Fib extends RecursiveTask<Integer> {
        final int n; Fib(int n) { this.n = n; }
        protected Integer compute() {
            if (n < 8) return seq(n); Fib a = new Fib(n - 1); a.fork(); return new Fib(n - 2).compute() + a.join();
        }
        static int seq(int n) { return n < 2 ? n : seq(n - 1) + seq(n - 2); }
    }
    static class Sort extends RecursiveAction {
        final int[] a; final int lo, hi;
        Sort(int[] a, int lo, int hi) { this.a = a; this.lo = lo; this.hi = hi; }
        protected void compute() {
            if (hi - lo < 100) { Arrays.sort(a, lo, hi); return; }
            int m = (lo + hi) >>> 1; invokeAll(new Sort(a, lo, m), new Sort(a, m, hi));
            int[] t = new int[hi - lo];
            for (int i = lo, j = m, k = 0; k < t.length; k++) t[k] = j == hi || i < m && a[i] <= a[j] ? a[i++] : a[j++];
            System.arraycopy(t, 0, a, lo, t.length);
        }
    }
    static final ThreadLocal<int[]> TL = ThreadLocal.withInitial(() -> new int[1]);
    static final InheritableThreadLocal<String> ITL = new InheritableThreadLocal<>() {
        protected String childValue(String p) { return p + ">child"; }
    };

    public static void main(String[] args) throws Exception {
        ExecutorService ex = Executors.newFixedThreadPool(3, r -> { Thread t = new Thread(r, "pool"); t.setDaemon(true); return t; });
        List<Future<Integer>> fs = new ArrayList<>();
        for (int i = 0; i < 20; i++) { int n = i; fs.add(ex.submit(() -> n * n)); }
        int sum = 0; for (Future<Integer> f : fs) sum += f.get(); System.out.println(sum);
        try {
            ex.submit(() -> { throw new java.io.IOException("in task"); }).get();
        } catch (ExecutionException e) {
            System.out.println(e.getMessage() + " | " + e.getCause());
        }
        CountDownLatch hold = new CountDownLatch(1);
        Future<?> slow = ex.submit(() -> { hold.await(); return 0; });
        try { slow.get(5, TimeUnit.MILLISECONDS); } catch (TimeoutException e) { System.out.println("timeout"); }
        System.out.println(slow.cancel(true) + " " + slow.isCancelled() + " " + slow.isDone());
        try { slow.get(); } catch (CancellationException e) { System.out.println("cancelled"); }
        System.out.println(ex.invokeAll(List.of(() -> 1, () -> 2,
            () -> 3)).stream().map(f -> { try { return f.get(); } catch (Exception e) { return -1; } }).toList() + " "
            + (ex.invokeAny(List.of(() -> 7, () -> 7))));
        ex.shutdown(); System.out.println(ex.awaitTermination(5, TimeUnit.SECONDS) + " " + ex.isTerminated());
        try { ex.submit(() -> 0); } catch (RejectedExecutionException e) { System.out.println("rejected"); }
        ScheduledExecutorService se = Executors.newScheduledThreadPool(1);
        AtomicInteger ticks = new AtomicInteger(); CountDownLatch three = new CountDownLatch(3);
        ScheduledFuture<?> tick = se.scheduleAtFixedRate(() -> { ticks.incrementAndGet(); three.countDown(); }, 1, 2,
            TimeUnit.MILLISECONDS);
        three.await(); tick.cancel(false);
        System.out.println(se.schedule(() -> "scheduled", 3, TimeUnit.MILLISECONDS).get() + " " + (ticks.get() >= 3));
        System.out.println(se.shutdownNow().size() >= 0);
        ForkJoinPool fj = new ForkJoinPool(3); System.out.println(fj.invoke(new Fib(16)));
        int[] arr = new Random(5).ints(3000).toArray(), copy = arr.clone();
        fj.invoke(new Sort(arr, 0, arr.length)); Arrays.sort(copy);
        System.out.println(Arrays.equals(arr, copy)); fj.shutdown();
        System.out.println(ForkJoinPool.commonPool().submit(() -> "common").get());
        CompletableFuture<Integer> base = CompletableFuture.supplyAsync(() -> 20);
        System.out.println(base.thenApply(x -> x + 1).thenCombine(CompletableFuture.supplyAsync(() -> 2),
            (x, y) -> x * y).thenCompose(x -> CompletableFuture.supplyAsync(() -> "v" + x)).get());
        CompletableFuture<Object> f = CompletableFuture.supplyAsync(() -> { throw new IllegalStateException("async"); });
        System.out.println(f.exceptionally(e -> "handled " + e).get() + " " + f.handle((v, e) -> e.getCause().getMessage()).join());
        try { f.join(); } catch (CompletionException e) { System.out.println(e); }
        System.out.println(CompletableFuture.allOf(base, base.thenApply(x -> x)).thenApply(v -> "all").get()
            + CompletableFuture.anyOf(base).get());
        CompletableFuture<String> man = new CompletableFuture<>();
        man.whenComplete((v, e) -> System.out.println("completed " + v)); man.complete("by hand");
        System.out.println(man.complete("again") + " " + man.getNow("none") + " "
            + new CompletableFuture<String>().completeOnTimeout("late", 2, TimeUnit.MILLISECONDS).get());
        try {
            new CompletableFuture<String>().orTimeout(2, TimeUnit.MILLISECONDS).get();
        } catch (ExecutionException e) {
            System.out.println(e.getCause());
        }
        System.out.println(IntStream.range(0, 5000).parallel().filter(i -> i % 7 == 0).mapToLong(i -> (long) i * i).sum() + " "
            + Arrays.asList(3, 1, 2).parallelStream().sorted().map(String::valueOf).collect(Collectors.joining(",")) + " "
            + IntStream.range(0, 1000).parallel().boxed().collect(Collectors.groupingByConcurrent(i -> i % 3, Collectors.counting())) + " "
            + Stream.iterate(1, i -> i + 1).limit(100).parallel().reduce(0, Integer::sum));
        ConcurrentHashMap<String, Integer> chm = new ConcurrentHashMap<>(); Thread[] ts = new Thread[4];
        for (int i = 0; i < 4; i++) {
            ts[i] = new Thread(() -> { for (int k = 0; k < 1000; k++) chm.merge("k" + k % 50, 1, Integer::sum); }); ts[i].start();
        }
        for (Thread t : ts) t.join();
        System.out.println(chm.size() + " " + chm.reduceValues(1, Integer::sum) + " " + chm.computeIfAbsent("new", k -> 5) + " "
            + new TreeMap<>(chm).firstEntry());
        ConcurrentLinkedQueue<Integer> q = new ConcurrentLinkedQueue<>();
        CopyOnWriteArrayList<Integer> cow = new CopyOnWriteArrayList<>();
        ConcurrentSkipListMap<Integer, Integer> sk = new ConcurrentSkipListMap<>();
        for (int i = 0; i < 4; i++) {
            int id = i;
            ts[i] = new Thread(() -> { for (int k = 0; k < 50; k++) { q.add(k); cow.add(k); sk.put(id * 50 + k, k); } });
            ts[i].start();
        }
        for (Thread t : ts) t.join();
        System.out.println(q.size() + " " + cow.size() + " " + sk.size() + " " + sk.firstKey() + " " + sk.lastKey());
        TL.get()[0] = 5; ITL.set("main"); int[] other = new int[1]; String[] inh = new String[1];
        Thread tl = new Thread(() -> { other[0] = TL.get()[0]; TL.get()[0] = 9; inh[0] = ITL.get(); });
        tl.start(); tl.join();
        System.out.println(TL.get()[0] + " " + other[0] + " " + inh[0] + " " + ITL.get()); TL.remove();
        System.out.println(TL.get()[0]); List<ThreadLocal<Integer>> locals = new ArrayList<>();
        for (int i = 0; i < 200; i++) { ThreadLocal<Integer> l = new ThreadLocal<>(); l.set(i); locals.add(l); }
        int tot = 0; for (ThreadLocal<Integer> l : locals) tot += l.get(); System.out.println(tot);
        ThreadGroup g = new ThreadGroup("outer"), in = new ThreadGroup(g, "inner");
        CountDownLatch end = new CountDownLatch(1);
        Thread gt = new Thread(in, () -> { try { end.await(); } catch (InterruptedException e) { } }, "grouped");
        gt.start(); Thread[] list = new Thread[5];
        System.out.println(g.activeCount() + " " + g.activeGroupCount() + " " + g.enumerate(list) + " " + list[0].getName() + " "
            + in.getParent().getName() + " " + g.getParent().getName() + " " + g.parentOf(in) + " " + g.getMaxPriority() + " " + g);
        g.interrupt(); gt.join(); end.countDown(); g.setMaxPriority(3); Thread lp = new Thread(g, () -> { });
        lp.setPriority(9); System.out.println(lp.getPriority() + " " + in.getMaxPriority());
        in.setDaemon(true); in.destroy(); System.out.println(in.isDestroyed()); Timer timer = new Timer(true);
        CountDownLatch tk = new CountDownLatch(2);
        timer.schedule(new TimerTask() { public void run() { tk.countDown(); } }, 1, 1); tk.await();
        timer.cancel(); System.out.println("timer ticked");
    }
}
