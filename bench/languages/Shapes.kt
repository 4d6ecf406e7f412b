/* Everyday Kotlin: each job is timed (bench/languages.py). */
import kotlin.math.max
data class P(val x: Int, val y: Int) { operator fun plus(o: P) = P(x + o.x, y + o.y) }
sealed class E2; data class N(val n: Int) : E2(); data class A(val l: E2, val r: E2) : E2(); object Z : E2()
interface Sh { val area: Double; fun twice() = area * 2 }
class Ci(val r: Double) : Sh { override val area get() = r * r * 3.14 }
class Re(val a: Double, val b: Double) : Sh by object : Sh { override val area = a * b }
object Reg { val m = HashMap<String, Int>(); var hits = 0; fun get(k: String) = m.getOrPut(k) { hits++; k.length } }
val top = IntArray(1000) { it * 7 % 1000 }
fun ev(e: E2): Int = when (e) { is N -> e.n; is A -> ev(e.l) + ev(e.r); Z -> 0 }
fun tr(d: Int): E2 = if (d == 0) N(1) else A(tr(d - 1), if (d % 3 == 0) Z else N(d))
val only: String = System.getProperty("only", "")
val clock = java.lang.management.ManagementFactory.getThreadMXBean()
fun now() = clock.currentThreadCpuTime
/** A job's processor time in nanoseconds. */
fun bench(name: String, f: () -> Int) {
    if (only != "" && only != name) return
    var sum = 0
    val end = System.nanoTime() + 1500000000L
    while (System.nanoTime() < end) sum += f()
    val start = now()
    sum += f()
    val turns = max(1, (20000000L / max(1, now() - start)).toInt())
    var best = Long.MAX_VALUE
    repeat(15) {
        val begin = now()
        for (i in 0 until turns) sum += f()
        best = minOf(best, (now() - begin) / turns)
    }
    println(String.format("%-22s %10d", name, best))
    if (sum == 42) println()
}
fun gen() = sequence { var a = 0; var b = 1; while (true) { yield(a); val c = a + b; a = b; b = c } }
fun main() {
    val list = (1..200).toList(); val e = tr(20); val shapes = List(100) { if (it % 2 == 0) Ci(it.toDouble()) else Re(it.toDouble(), 2.0) }
    bench("map filter") { list.map { it * 3 }.filter { it % 2 == 0 }.sum() }
    bench("sequence") { list.asSequence().map { it * 3 }.filter { it % 2 == 0 }.sum() }
    bench("generator") { gen().take(40).sum() }
    bench("when sealed") { ev(e) }
    bench("delegates") { shapes.sumOf { it.twice() }.toInt() }
    bench("data plus") { var p = P(1, 2); for (i in 0 until 100) p += P(i, 1); p.hashCode() }
    bench("object") { var s = 0; for (i in 0 until 50) s += Reg.get("key" + i % 10); s }
    bench("top level") { var s = 0; for (i in top.indices) s += top[i]; s }
    bench("group by") { list.groupBy { it % 7 }.mapValues { it.value.sum() }.values.sum() }
    bench("strings") { list.joinToString { "n$it:${it * 2}" }.length }
    bench("destructure") { val m = mapOf("a" to 1, "b" to 2, "c" to 3); var s = 0; for ((k, v) in m) s += k.length + v; s }
    bench("elvis let") { var s = 0; for (i in 0 until 100) { val x: Int? = if (i % 3 == 0) null else i; s += x?.let { it * 2 } ?: -1 }; s }
    bench("build string") { buildString { for (i in 0 until 50) append(i).append(',') }.length }
    bench("ranges step") { var s = 0; for (i in 0..1000 step 7) s += i; for (i in 500 downTo 0) s = s xor i; s }
    bench("sorted") { list.sortedByDescending { it * 7919 % 1009 }.first() }
    bench("fold windows") { list.windowed(3).fold(0) { a, w -> a + w[0] * w[2] } }
    bench("associate") { list.associateWith { it * it }.entries.sumOf { it.value } }
    bench("zip chunked") { list.zip(list.drop(1)) { a, b -> a * b }.chunked(10).size }
}
