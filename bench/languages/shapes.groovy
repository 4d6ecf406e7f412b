/* Everyday Groovy: each job is timed (bench/languages.py). */
@groovy.transform.Field def clock = java.lang.management.ManagementFactory.threadMXBean
def bench(String name, Closure f) {
    def only = System.getProperty('only', '')
    if (only && only != name) return
    def end = System.nanoTime() + 1500000000L
    while (System.nanoTime() < end) f()
    long start = clock.currentThreadCpuTime
    f()
    int turns = Math.max(1, (int) (20000000L / Math.max(1L, clock.currentThreadCpuTime - start)))
    long best = Long.MAX_VALUE
    for (int k = 0; k < 15; k++) {
        long begin = clock.currentThreadCpuTime
        for (int i = 0; i < turns; i++) f()
        best = Math.min(best, (long) ((clock.currentThreadCpuTime - begin) / turns))
    }
    println String.format('%-22s %10d', name, best)
}
class Pt {
    int x, y
    Pt plus(Pt o) { new Pt(x: x + o.x, y: y + o.y) }
    int dist() { Math.abs(x) + Math.abs(y) }
}
class Dyn {
    def methodMissing(String n, args) { n.length() }
    def propertyMissing(String n) { 7 }
}
def fib(n) { n < 2 ? n : fib(n - 1) + fib(n - 2) }
def list = (1..200).toList()
bench('fib') { fib(12) }
bench('collect findAll') { list.collect { it * 3 }.findAll { it % 2 == 0 }.sum() }
bench('each') { def s = 0; list.each { s += it }; s }
bench('for loop') { def s = 0; for (int i = 0; i < 200; i++) s += i * 2; s }
bench('maps') { def m = [:]; for (i in 0..<50) m["k$i".toString()] = i; m.size() }
bench('gstring') { def s = ''; for (i in 0..<20) s = "$s,$i"; s.length() }
bench('properties') { def p = new Pt(x: 1, y: 2); for (i in 0..<20) p = p + new Pt(x: i, y: 1); p.dist() }
bench('missing') { def d = new Dyn(); def s = 0; for (i in 0..<10) s += d.hello() + d.foo; s }
bench('inject') { list.inject(0) { a, b -> a + b } }
bench('spread') { list*.toString()*.length().sum() }
bench('ranges') { def s = 0; (1..100).each { s += it }; 10.times { s += it }; s }
bench('groupBy') { list.groupBy { it % 7 }.collectEntries { k, v -> [k, v.sum()] }.size() }
bench('switch') { def s = 0; for (x in [1, 'a', 2.5, [1], null]) switch (x) { case Integer: s += 1; break; case String: s += 2; break; case List: s += 3; break; default: s += 4 }; s }
