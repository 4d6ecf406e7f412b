// needs: java.lang.management on the jmm interface: what does not depend on the machine or on one VM's names
import java.lang.management.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import javax.management.*;

public class ManagementBeans {
    interface Body { Object run() throws Throwable; }

    static void t(String what, Body b) {
        try {
            System.out.println(what + ": " + b.run());
        } catch (Throwable e) {
            System.out.println(what + ": " + e);
        }
    }

    static void awaitState(Thread t, Thread.State s) throws Exception {
        while (t.getState() != s) Thread.sleep(1);
    }

    static void runtime() {
        RuntimeMXBean r = ManagementFactory.getRuntimeMXBean();
        System.out.println(r.getSpecName() + " " + r.getSpecVersion() + " " + (r.getUptime() >= 0) + " "
                + (r.getPid() == ProcessHandle.current().pid()) + " "
                + r.getInputArguments().stream().filter(a -> a.startsWith("-Djava") || a.startsWith("-Dsun")).count() + " "
                + (r.getStartTime() > 1_500_000_000_000L));
        ClassLoadingMXBean c = ManagementFactory.getClassLoadingMXBean();
        long before = c.getTotalLoadedClassCount();
        new Object() { }.hashCode();
        System.out.println((c.getTotalLoadedClassCount() > before) + " " + (c.getLoadedClassCount() > 200) + " " + c.isVerbose());
        t("compilers' time", () -> ManagementFactory.getCompilationMXBean().isCompilationTimeMonitoringSupported()
                + " " + (ManagementFactory.getCompilationMXBean().getTotalCompilationTime() >= 0));
        OperatingSystemMXBean os = ManagementFactory.getOperatingSystemMXBean();
        System.out.println((os.getAvailableProcessors() == Runtime.getRuntime().availableProcessors()) + " " + os.getArch() + " " + os.getName());
    }

    static void memory() {
        MemoryMXBean m = ManagementFactory.getMemoryMXBean();
        MemoryUsage h = m.getHeapMemoryUsage(), n = m.getNonHeapMemoryUsage();
        System.out.println((h.getUsed() >= 0) + " " + (h.getCommitted() >= h.getUsed()) + " " + (h.getMax() >= h.getCommitted()) + " " + (n.getUsed() > 0));
        long count = 0, after = 0;
        for (GarbageCollectorMXBean g : ManagementFactory.getGarbageCollectorMXBeans()) count += g.getCollectionCount();
        m.gc();
        for (GarbageCollectorMXBean g : ManagementFactory.getGarbageCollectorMXBeans()) {
            after += g.getCollectionCount();
            System.out.println(g.isValid() + " " + (g.getMemoryPoolNames().length > 0) + " " + (g.getCollectionTime() >= 0));
            break;
        }
        for (GarbageCollectorMXBean g :
                ManagementFactory.getGarbageCollectorMXBeans().subList(1, ManagementFactory.getGarbageCollectorMXBeans().size()))
            after += g.getCollectionCount();
        System.out.println(after > count);
        boolean heap = false, other = false;
        for (MemoryPoolMXBean p : ManagementFactory.getMemoryPoolMXBeans()) {
            heap |= p.getType() == MemoryType.HEAP;
            other |= p.getType() == MemoryType.NON_HEAP;
            if (p.getUsage().getUsed() > p.getPeakUsage().getUsed()) System.out.println("peak below usage: " + p.getName());
            if (!p.isValid() || p.getMemoryManagerNames().length == 0) System.out.println("no manager: " + p.getName());
            if (!p.isUsageThresholdSupported()) {
                try {
                    p.setUsageThreshold(1);
                    System.out.println("threshold set");
                } catch (UnsupportedOperationException e) {
                }
            }
            p.resetPeakUsage();
        }
        System.out.println(heap + " " + other);
    }

    static void threads() throws Exception {
        ThreadMXBean b = ManagementFactory.getThreadMXBean();
        System.out.println((b.getThreadCount() >= 1) + " " + (b.getPeakThreadCount() >= b.getThreadCount()) + " "
                + (b.getDaemonThreadCount() < b.getThreadCount()) + " " + (b.getTotalStartedThreadCount() >= b.getThreadCount()));
        System.out.println(b.isCurrentThreadCpuTimeSupported() + " " + b.isThreadCpuTimeSupported() + " " + b.isThreadCpuTimeEnabled() + " "
                + (b.getCurrentThreadCpuTime() > 0) + " " + (b.getCurrentThreadUserTime() >= 0) + " "
                + (b.getThreadCpuTime(Thread.currentThread().getId()) > 0) + " " + b.getThreadCpuTime(999999));
        com.sun.management.ThreadMXBean x = (com.sun.management.ThreadMXBean) b;
        long id = Thread.currentThread().getId(), a0 = x.getThreadAllocatedBytes(id);
        byte[] big = new byte[100_000];
        System.out.println((x.getThreadAllocatedBytes(id) - a0 >= big.length) + " " + (x.getCurrentThreadAllocatedBytes() > a0) + " "
                + x.getThreadAllocatedBytes(new long[] {id, 999999})[1]);
        t("bad id", () -> b.getThreadInfo(0));
        t("bad depth", () -> b.getThreadInfo(id, -1));
        System.out.println(b.getThreadInfo(999999) + " " + Arrays.toString(b.getThreadInfo(new long[] {999999}, 3)));

        Object lock = new Object();
        ReentrantLock juc = new ReentrantLock();
        CountDownLatch ready = new CountDownLatch(1);
        Thread owner = new Thread(() -> {
            juc.lock();
            synchronized (lock) {
                ready.countDown();
                LockSupport.park(lock);
            }
            juc.unlock();
        }, "owner");
        owner.start();
        ready.await();
        awaitState(owner, Thread.State.WAITING);
        Thread blocked = new Thread(() -> { synchronized (lock) { } }, "blocked");
        Thread queued = new Thread(() -> { juc.lock(); juc.unlock(); }, "queued");
        blocked.start();
        queued.start();
        awaitState(blocked, Thread.State.BLOCKED);
        awaitState(queued, Thread.State.WAITING);
        for (Thread t : List.of(owner, blocked, queued)) {
            ThreadInfo i = b.getThreadInfo(new long[] {t.getId()}, true, true)[0];
            System.out.println(i.getThreadName() + " " + i.getThreadState() + " "
                    + (i.getLockInfo() == null ? null : i.getLockInfo().getClassName()) + " by " + i.getLockOwnerName() + " suspended "
                    + i.isSuspended() + " native " + i.isInNative() + " daemon " + i.isDaemon() + " priority " + i.getPriority());
            for (MonitorInfo m : i.getLockedMonitors())
                System.out.println("  monitor " + m.getClassName() + " at " + m.getLockedStackFrame().getMethodName() + " depth "
                        + m.getLockedStackDepth());
            for (LockInfo l : i.getLockedSynchronizers()) System.out.println("  synchronizer " + l.getClassName());
            System.out.println("  " + i.getStackTrace()[i.getStackTrace().length - 1].getMethodName() + " "
                    + b.getThreadInfo(t.getId()).getStackTrace().length + " " + b.getThreadInfo(t.getId(), 1).getStackTrace().length);
        }
        System.out.println(Arrays.toString(b.findDeadlockedThreads()) + " " + Arrays.toString(b.findMonitorDeadlockedThreads()));
        StackTraceElement[] all = Thread.getAllStackTraces().get(owner);
        System.out.println(Arrays.equals(all, owner.getStackTrace()) + " " + all[0].getMethodName());
        LockSupport.unpark(owner);
        owner.join();
        blocked.join();
        queued.join();
    }

    static void contention() throws Exception {
        ThreadMXBean b = ManagementFactory.getThreadMXBean();
        System.out.println(b.isThreadContentionMonitoringSupported() + " " + b.isThreadContentionMonitoringEnabled() + " "
                + b.getThreadInfo(Thread.currentThread().getId()).getBlockedTime());
        b.setThreadContentionMonitoringEnabled(true);
        Object lock = new Object();
        CountDownLatch go = new CountDownLatch(1), done = new CountDownLatch(1);
        Thread t = new Thread(() -> {
            try {
                synchronized (lock) { lock.wait(30); }
                go.await();
                synchronized (lock) { }
                done.countDown();
                Thread.sleep(100_000);
            } catch (InterruptedException e) {
            }
        });
        t.start();
        awaitState(t, Thread.State.WAITING);
        synchronized (lock) {
            go.countDown();
            awaitState(t, Thread.State.BLOCKED);
            Thread.sleep(50);
        }
        done.await();
        awaitState(t, Thread.State.TIMED_WAITING);
        ThreadInfo i = b.getThreadInfo(t.getId());
        System.out.println(i.getBlockedCount() + " " + (i.getBlockedTime() >= 49) + " " + (i.getWaitedCount() >= 3) + " "
                + (i.getWaitedTime() >= 29) + " " + (i.getWaitedTime() < 90_000));
        b.setThreadContentionMonitoringEnabled(false);
        System.out.println(b.getThreadInfo(t.getId()).getBlockedTime() + " " + b.getThreadInfo(t.getId()).getBlockedCount());
        t.interrupt();
        t.join();
    }

    static void deadlocks() throws Exception {
        ThreadMXBean b = ManagementFactory.getThreadMXBean();
        Object a = new Object(), c = new Object();
        ReentrantLock l = new ReentrantLock(), m = new ReentrantLock();
        CyclicBarrier pair = new CyclicBarrier(2);
        List<Thread> all = new ArrayList<>();
        all.add(new Thread(() -> { synchronized (a) { await(pair); synchronized (c) { } } }, "A"));
        all.add(new Thread(() -> { synchronized (c) { await(pair); synchronized (a) { } } }, "C"));
        for (Thread t : all) { t.setDaemon(true); t.start(); }
        for (Thread t : all) awaitState(t, Thread.State.BLOCKED);
        System.out.println(names(b, b.findMonitorDeadlockedThreads()) + " " + names(b, b.findDeadlockedThreads()));
        Thread x = new Thread(() -> { l.lock(); await(pair); m.lock(); }, "L"), y = new Thread(() -> { m.lock(); await(pair); l.lock(); }, "M");
        for (Thread t : List.of(x, y)) { t.setDaemon(true); t.start(); }
        for (Thread t : List.of(x, y)) awaitState(t, Thread.State.WAITING);
        while (b.findDeadlockedThreads().length < 4) Thread.sleep(1);
        System.out.println(names(b, b.findMonitorDeadlockedThreads()) + " " + names(b, b.findDeadlockedThreads()));
        ThreadInfo i = b.getThreadInfo(x.getId());
        System.out.println(i.getLockOwnerName() + " " + (i.getLockOwnerId() == y.getId()) + " " + i.getLockInfo().getClassName());
    }

    static void await(CyclicBarrier b) {
        try {
            b.await();
        } catch (Exception e) {
            throw new Error(e);
        }
    }

    static Set<String> names(ThreadMXBean b, long[] ids) {
        Set<String> s = new TreeSet<>();
        for (ThreadInfo i : b.getThreadInfo(ids)) s.add(i.getThreadName());
        return s;
    }

    static void notifications() throws Exception {
        GarbageCollectorMXBean major = null;
        for (GarbageCollectorMXBean g : ManagementFactory.getGarbageCollectorMXBeans()) {
            long before = g.getCollectionCount();
            System.gc();
            if (g.getCollectionCount() > before) major = g;
        }
        BlockingQueue<com.sun.management.GarbageCollectionNotificationInfo> got = new LinkedBlockingQueue<>();
        NotificationListener listener = (n, handback)
                -> got.add(com.sun.management.GarbageCollectionNotificationInfo.from(
                        (javax.management.openmbean.CompositeData) n.getUserData()));
        ((NotificationEmitter) major).addNotificationListener(listener, null, null);
        System.gc();
        com.sun.management.GarbageCollectionNotificationInfo i;
        do {
            i = got.poll(30, TimeUnit.SECONDS);
        } while (i != null && !i.getGcCause().equals("System.gc()"));
        com.sun.management.GcInfo info = i.getGcInfo();
        System.out.println(i.getGcAction() + " " + i.getGcCause() + " " + i.getGcName().equals(major.getName()) + " " + (info.getId() > 0)
                + " " + (info.getEndTime() >= info.getStartTime()) + " " + (info.getDuration() >= 0) + " "
                + info.getMemoryUsageBeforeGc().keySet().equals(info.getMemoryUsageAfterGc().keySet()) + " "
                + info.getMemoryUsageAfterGc().keySet().containsAll(List.of(major.getMemoryPoolNames())));
        com.sun.management.GcInfo last = ((com.sun.management.GarbageCollectorMXBean) major).getLastGcInfo();
        System.out.println((last.getId() >= info.getId()) + " "
                + last.getMemoryUsageAfterGc().keySet().equals(info.getMemoryUsageAfterGc().keySet()) + " "
                + (last.getCompositeType().containsKey("GcThreadCount")));
        ((NotificationEmitter) major).removeNotificationListener(listener);
    }

    static void beans() throws Exception {
        MBeanServer s = ManagementFactory.getPlatformMBeanServer();
        for (String n :
                List.of("java.lang:type=Memory", "java.lang:type=Runtime", "java.lang:type=Threading", "java.lang:type=ClassLoading",
                        "com.sun.management:type=DiagnosticCommand", "com.sun.management:type=HotSpotDiagnostic"))
            System.out.println(n + " " + s.isRegistered(new ObjectName(n)));
        ObjectName commands = new ObjectName("com.sun.management:type=DiagnosticCommand");
        System.out.println(((String) s.invoke(commands, "vmVersion", null, null)).contains("version"));
        String threads = (String) s.invoke(commands, "threadPrint", new Object[] {new String[0]}, new String[] {String[].class.getName()});
        System.out.println(threads.contains("\"main\"") + " " + threads.contains("ManagementBeans.beans"));
        System.out.println(
                ((String) s.invoke(commands, "gcClassHistogram", new Object[] {new String[0]}, new String[] {String[].class.getName()}))
                        .contains("java.lang.String"));
        com.sun.management.HotSpotDiagnosticMXBean d = ManagementFactory.getPlatformMXBean(com.sun.management.HotSpotDiagnosticMXBean.class);
        System.out.println((Long.parseLong(d.getVMOption("MaxHeapSize").getValue())
                                   == ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getMax())
                + " " + d.getVMOption("MaxHeapSize").isWriteable());
        t("no flag", () -> d.getVMOption("NoSuchFlag"));
        java.nio.file.Path dump = java.nio.file.Files.createTempDirectory("beans").resolve("x.hprof");
        d.dumpHeap(dump.toString(), true);
        System.out.println((java.nio.file.Files.size(dump) > 100_000) + " " + new String(java.nio.file.Files.readAllBytes(dump), 0, 18, "ISO-8859-1"));
        t("dump again", () -> { d.dumpHeap(dump.toString(), true); return 0; });
        t("dump without suffix", () -> { d.dumpHeap("/no-such-folder/x", true); return 0; });
        t("dump nowhere", () -> { d.dumpHeap("/no-such-folder/x.hprof", true); return 0; });
        java.nio.file.Files.delete(dump);
        java.nio.file.Files.delete(dump.getParent());
        t("read only", () -> { d.setVMOption("MaxHeapSize", "3"); return 0; });
    }

    public static void main(String[] args) throws Exception {
        runtime();
        memory();
        threads();
        contention();
        deadlocks();
        notifications();
        beans();
    }
}
