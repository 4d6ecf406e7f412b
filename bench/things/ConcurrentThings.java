import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** java.util.concurrent, without contention. */
final class ConcurrentThings {
    static final class Updated {
        volatile int x;
    }

    static void register() {
        AtomicInteger integer = new AtomicInteger();
        AtomicLong wide = new AtomicLong();
        AtomicReference<String> reference = new AtomicReference<>("a");
        AtomicBoolean flag = new AtomicBoolean();
        AtomicIntegerArray array = new AtomicIntegerArray(64);
        AtomicIntegerFieldUpdater<Updated> updater = AtomicIntegerFieldUpdater.newUpdater(Updated.class, "x");
        Updated updated = new Updated();
        Things.add("atomic/incrementAndGet", n -> {
            integer.set(0);
            for (int i = 0; i < n; i++) integer.incrementAndGet();
            return integer.get();
        });
        Things.add("atomic/compareAndSet-loop", n -> {
            integer.set(0);
            for (int i = 0; i < n; i++) { int x; do x = integer.get(); while (!integer.compareAndSet(x, x + 3)); }
            return integer.get();
        });
        Things.add("atomic/updateAndGet", n -> {
            wide.set(0);
            for (int i = 0; i < n; i++) wide.updateAndGet(x -> x + 2);
            return wide.get();
        });
        Things.add("atomic/lazySet", n -> { for (int i = 0; i < n; i++) wide.lazySet(i); return wide.getAndSet(0); });
        Things.add("atomic/reference-swap", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += reference.getAndSet((i & 1) == 0 ? "bc" : "a").length();
            reference.set("a");
            return s;
        });
        Things.add("atomic/boolean", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) { if (flag.compareAndSet(false, true)) s++; flag.set(false); }
            return s;
        });
        Things.add("atomic/array", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += array.getAndIncrement(i & 63);
            return s - s;
        });
        Things.add("atomic/field-updater", n -> {
            updated.x = 0;
            for (int i = 0; i < n; i++) updater.incrementAndGet(updated);
            return updated.x;
        });
        Things.add("atomic/longAdder", n -> {
            LongAdder a = new LongAdder();
            for (int i = 0; i < n; i++) a.add(i);
            return a.sum();
        });
        ReentrantLock lock = new ReentrantLock();
        ReentrantReadWriteLock both = new ReentrantReadWriteLock();
        StampedLock stamped = new StampedLock();
        Semaphore permits = new Semaphore(3);
        Things.add("lock/reentrant", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) { lock.lock(); try { s += i; } finally { lock.unlock(); } }
            return s;
        });
        Things.add("lock/tryLock", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) if (lock.tryLock()) { s++; lock.unlock(); }
            return s;
        });
        Things.add("lock/read", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) { both.readLock().lock(); s += i; both.readLock().unlock(); }
            return s;
        });
        Things.add("lock/write", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) { both.writeLock().lock(); s += i; both.writeLock().unlock(); }
            return s;
        });
        Things.add("lock/stamped-optimistic", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                long t = stamped.tryOptimisticRead();
                s += i;
                if (!stamped.validate(t)) s = 0;
            }
            return s;
        });
        Things.add("lock/semaphore", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) { permits.acquire(); s++; permits.release(); }
            return s;
        });
        Things.add("lock/latch", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                CountDownLatch l = new CountDownLatch(1);
                l.countDown();
                l.await();
                s += l.getCount();
            }
            return s;
        });
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        Integer[] keys = new Integer[64];
        for (int i = 0; i < 64; i++) map.put(keys[i] = i * 1000, i);
        Things.add("concurrentMap/get", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += map.get(keys[i & 63]) == null ? 0 : 1;
            return s;
        });
        Things.add("concurrentMap/put", n -> {
            for (int i = 0; i < n; i++) map.put(keys[i & 63], 7);
            return map.size();
        });
        Things.add("concurrentMap/computeIfAbsent", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += map.computeIfAbsent(keys[i & 63], k -> 9) == null ? 0 : 1;
            return s;
        });
        Things.add("concurrentMap/merge", n -> {
            for (int i = 0; i < n; i++) map.merge(keys[i & 63], 0, Integer::sum);
            return map.size();
        });
        Things.add("concurrentMap/putIfAbsent-remove", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) { if (map.putIfAbsent(5, 5) == null) s++; map.remove(5); }
            return s;
        });
        ConcurrentLinkedQueue<Integer> linked = new ConcurrentLinkedQueue<>();
        ArrayBlockingQueue<Integer> bounded = new ArrayBlockingQueue<>(16);
        LinkedBlockingQueue<Integer> blocking = new LinkedBlockingQueue<>();
        CopyOnWriteArrayList<Integer> copied = new CopyOnWriteArrayList<>(java.util.List.of(1, 2, 3, 4));
        Things.add("queue/concurrent-linked", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) { linked.offer(5); s += linked.poll(); }
            return s;
        });
        Things.add("queue/array-blocking", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) { bounded.offer(5); s += bounded.poll(); }
            return s;
        });
        Things.add("queue/linked-blocking", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) { blocking.offer(5); s += blocking.poll(); }
            return s;
        });
        Things.add("list/copy-on-write-iterate", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) for (int x : copied) s += x;
            return s;
        });
        Things.add("future/thenApply", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                s += CompletableFuture.completedFuture(3).thenApply(x -> x + 1).thenApply(x -> x * 2).join();
            }
            return s;
        });
        Things.add("future/complete", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                CompletableFuture<Integer> f = new CompletableFuture<>();
                CompletableFuture<Integer> g = f.thenApply(x -> x + 1);
                f.complete(4);
                s += g.join();
            }
            return s;
        });
        Things.add("random/threadLocal", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += ThreadLocalRandom.current().nextInt(100) >>> 31;
            return s;
        });
        Things.add("timeUnit/convert", n -> {
            long s = 0;
            for (int i = 0; i < n; i++) {
                s += TimeUnit.MILLISECONDS.toNanos(i) + TimeUnit.NANOSECONDS.toMicros(i * 1000L);
            }
            return s;
        });
    }
}
