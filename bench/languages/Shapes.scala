/* Everyday Scala: each job is timed (bench/languages.py). */
import scala.collection.mutable
trait Shape { def area: Double; def scaled(k: Double): Double = area * k }
trait Named { val name: String; def greet: String = "I am " + name }
trait Logged extends Shape { abstract override def area: Double = { Shapes.count += 1; super.area } }
case class Circle(r: Double) extends Shape with Named { val name = "circle"; def area = 3.14 * r * r }
case class Rect(a: Double, b: Double) extends Shape with Named { val name = "rect"; def area = a * b }
class Sq(val s: Double) extends Shape { def area = s * s }
sealed trait Expr
case class Num(n: Int) extends Expr
case class Add(l: Expr, r: Expr) extends Expr
case class Mul(l: Expr, r: Expr) extends Expr
case class Neg(e: Expr) extends Expr
object Shapes {
  var count = 0; val only = System.getProperty("only", "")
  def eval(e: Expr): Int = e match {
    case Num(n) => n
    case Add(l, r) => eval(l) + eval(r)
    case Mul(Num(0), _) => 0
    case Mul(l, r) => eval(l) * eval(r)
    case Neg(x) => -eval(x)
  }
  def tree(d: Int): Expr = if (d == 0) Num(d + 1) else if (d % 3 == 0) Neg(tree(d - 1)) else if (d % 2 == 0) Add(tree(d - 1), Num(d)) else Mul(tree(d - 1), Num(2))
  lazy val table: Vector[Int] = Vector.tabulate(1000)(i => i * 7 % 1000)
  val clock = java.lang.management.ManagementFactory.getThreadMXBean
  def now = clock.getCurrentThreadCpuTime
  /** A job's processor time in nanoseconds. */
  def bench(name: String)(f: => Int): Unit = if (only == "" || only == name) {
    var sum = 0
    val end = System.nanoTime() + 1500000000L
    while (System.nanoTime() < end) sum += f
    val start = now
    sum += f
    val turns = math.max(1, (20000000L / math.max(1, now - start)).toInt)
    var best = Long.MaxValue
    for (_ <- 0 until 15) {
      val begin = now
      var i = 0
      while (i < turns) { sum += f; i += 1 }
      best = math.min(best, (now - begin) / turns)
    }
    println(f"$name%-22s $best%10d")
    if (sum == 42) println()
  }
  def fibs: LazyList[Int] = 0 #:: fibs.scanLeft(1)(_ + _)
  implicit class Ops(val x: Int) extends AnyVal { def sq: Int = x * x }
  trait Monoid[T] { def zero: T; def plus(a: T, b: T): T }
  implicit val ints: Monoid[Int] = new Monoid[Int] { def zero = 0; def plus(a: Int, b: Int) = a + b }
  def sumAll[T](xs: Seq[T])(implicit m: Monoid[T]): T = xs.foldLeft(m.zero)(m.plus)
  def main(args: Array[String]): Unit = {
    val shapes: Array[Shape] = Array.tabulate(100)(i => if (i % 3 == 0) Circle(i) else if (i % 3 == 1) Rect(i, 2) else new Sq(i) with Logged)
    val list = (1 to 200).toList; val vec = (1 to 200).toVector; val e = tree(30)
    bench("traits") { var s = 0.0; var i = 0; while (i < shapes.length) { s += shapes(i).scaled(2); i += 1 }; s.toInt }
    bench("matching") { eval(e) }
    bench("list map filter") { list.map(_ * 3).filter(_ % 2 == 0).sum }
    bench("vector fold") { vec.foldLeft(0)((a, b) => a + b * 2) }
    bench("for ranges") { var s = 0; for (i <- 0 until 100; j <- i until 100 if (i + j) % 3 == 0) s += i ^ j; s }
    bench("immutable map") { var m = Map.empty[Int, Int]; for (i <- 0 until 100) m = m.updated(i * 37 % 64, i); m.values.sum }
    bench("mutable map") { val m = mutable.HashMap.empty[String, Int]; for (i <- 0 until 100) { val k = "k" + i % 30; m(k) = m.getOrElse(k, 0) + i }; m.size }
    bench("options") { var s = 0; var i = 0; while (i < 200) { s += Option(i).filter(_ % 3 == 0).map(_ + 1).getOrElse(-1); i += 1 }; s }
    bench("lazy val") { var s = 0; var i = 0; while (i < 1000) { s += table(i); i += 1 }; s }
    bench("lazy list") { fibs.take(40).sum }
    bench("strings") { list.map(i => s"n$i:${i * 2}").mkString(",").length }
    bench("sort by") { vec.sortBy(x => -(x * 7919 % 1009)).head }
    bench("group by") { vec.groupBy(_ % 7).map { case (k, v) => k * v.sum }.sum }
    bench("type class") { sumAll(list) + list.map(_.sq).sum }
    bench("either") { var s = 0; for (i <- list) s += ((if (i % 5 == 0) Left("no") else Right(i)): Either[String, Int]).map(_ * 2).fold(_.length, identity); s }
    bench("zip with index") { vec.zipWithIndex.collect { case (x, i) if i % 2 == 0 => x * i }.sum }
    bench("case copies") { var c = Rect(1, 2); var i = 0; while (i < 100) { c = c.copy(a = c.b, b = c.a + i); i += 1 }; c.hashCode }
    bench("set") { var s = Set.empty[String]; for (i <- 0 until 60) s += "v" + i % 20; s.size }
    bench("iterator") { Iterator.from(1).map(_ * 3).takeWhile(_ < 600).filter(_ % 2 == 1).sum }
    bench("partial function") { val pf: PartialFunction[Int, Int] = { case x if x % 2 == 0 => x / 2 }; list.collect(pf).sum }
  }
}
