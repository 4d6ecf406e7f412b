/** An operating system in small: tasks that pass packets, with a scheduler that picks the next (of the kind of Richards). */
final class Scheduler {
    private static final class Packet {
        Packet link;
        final int kind;
        int owner, datum;
        final int[] data = new int[4];

        Packet(Packet link, int owner, int kind) {
            this.link = link;
            this.owner = owner;
            this.kind = kind;
        }
    }

    private abstract static class Task {
        Task next;
        final int id, priority;
        Packet queue;
        boolean waiting, held;

        Task(int id, int priority) {
            this.id = id;
            this.priority = priority;
        }

        boolean ready() { return !held && (!waiting || queue != null); }

        abstract Task step(Scheduler s, Packet p);
    }

    /** Counts down, and lets the devices go in turn. */
    private static final class Idle extends Task {
        int left, bits = 1;

        Idle(int left) {
            super(0, 0);
            this.left = left;
        }

        Task step(Scheduler s, Packet p) {
            if (--left == 0) {
                held = true;
                return this;
            }
            boolean odd = (bits & 1) != 0;
            bits = odd ? bits >> 1 ^ 0xd008 : bits >> 1;
            return s.release(odd ? 5 : 4);
        }
    }

    private static final class Worker extends Task {
        int to = 2, count;

        Worker() { super(1, 1000); }

        Task step(Scheduler s, Packet p) {
            if (p == null) {
                waiting = true;
                return this;
            }
            to = 5 - to;
            p.owner = to;
            p.datum = 0;
            for (int i = 0; i < 4; i++) {
                count = count % 26 + 1;
                p.data[i] = 64 + count;
            }
            return s.send(p, this);
        }
    }

    private static final class Handler extends Task {
        Packet work, device;

        Handler(int id, int priority) { super(id, priority); }

        Task step(Scheduler s, Packet p) {
            if (p != null)
                if (p.kind == 1)
                    work = append(p, work);
                else
                    device = append(p, device);
            if (work != null && work.datum >= 4) {
                Packet done = work;
                work = done.link;
                return s.send(done, this);
            }
            if (work != null && device != null) {
                Packet out = device;
                device = out.link;
                out.datum = work.data[work.datum++];
                return s.send(out, this);
            }
            waiting = true;
            return this;
        }
    }

    private static final class Device extends Task {
        Packet pending;

        Device(int id, int priority) { super(id, priority); }

        Task step(Scheduler s, Packet p) {
            if (p != null) {
                pending = p;
                held = true;
                return this;
            }
            if (pending == null) {
                waiting = true;
                return this;
            }
            Packet out = pending;
            pending = null;
            return s.send(out, this);
        }
    }

    private static Packet append(Packet p, Packet list) {
        p.link = null;
        if (list == null) return p;
        Packet at = list;
        while (at.link != null) at = at.link;
        at.link = p;
        return list;
    }

    private final Task[] tasks = new Task[6];
    private Task list;
    private int sent, freed;

    private void add(Task t, Packet queue, boolean waiting) {
        t.queue = queue;
        t.waiting = waiting;
        t.next = list;
        list = tasks[t.id] = t;
    }

    private Task release(int id) {
        freed++;
        tasks[id].held = false;
        return list;
    }

    private Task send(Packet p, Task from) {
        Task to = tasks[p.owner];
        sent++;
        p.link = null;
        p.owner = from.id;
        to.queue = append(p, to.queue);
        return to.priority > from.priority ? to : list;
    }

    private void schedule() {
        for (Task t = list; t != null;) {
            if (!t.ready() || t.held) {
                t = t.next;
                continue;
            }
            Packet p = null;
            if (t.waiting || t.queue != null && t.id != 0) {
                p = t.queue;
                if (p != null) t.queue = p.link;
                t.waiting = false;
            }
            Task to = t.step(this, p);
            t = to == t ? t.next : to;
        }
    }

    static long run() {
        long sum = 0;
        for (int i = 0; i < 4; i++) {
            Scheduler s = new Scheduler();
            s.add(new Idle(10000), null, false);
            s.add(new Worker(), new Packet(new Packet(null, 1, 1), 1, 1), true);
            s.add(new Handler(2, 2000), new Packet(new Packet(new Packet(null, 4, 0), 4, 0), 4, 0), true);
            s.add(new Handler(3, 3000), new Packet(new Packet(new Packet(null, 5, 0), 5, 0), 5, 0), true);
            s.add(new Device(4, 4000), null, true);
            s.add(new Device(5, 5000), null, true);
            s.schedule();
            sum = sum * 31 + s.sent * 100003L + s.freed;
        }
        return sum;
    }
}
