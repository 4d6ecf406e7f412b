import scala.collection.immutable.LazyList
import scala.collection.mutable
import scala.util.{Failure, Success, Try}

sealed trait Tree[+A] { def size: Int }
case object Leaf extends Tree[Nothing] { val size = 0 }
case class Branch[A](left: Tree[A], value: A, right: Tree[A]) extends Tree[A] { lazy val size: Int = left.size + 1 + right.size }

trait Show[A] { def show(a: A): String }
object Show {
  def apply[A](implicit s: Show[A]): Show[A] = s
  implicit val ints: Show[Int] = (n: Int) => s"#$n"
  implicit def pairs[A: Show, B: Show]: Show[(A, B)] = { case (a, b) => s"<${Show[A].show(a)},${Show[B].show(b)}>" }
  implicit def lists[A: Show]: Show[List[A]] = _.map(Show[A].show).mkString("[", " ", "]")
  implicit def trees[A: Show]: Show[Tree[A]] = {
    case Leaf => "."
    case Branch(l, v, r) => s"(${trees[A].show(l)}${Show[A].show(v)}${trees[A].show(r)})"
  }
  implicit class Ops[A: Show](a: A) { def shown: String = Show[A].show(a) }
}

object Shop {
  import Show._
  def insert[A](t: Tree[A], a: A)(implicit o: Ordering[A]): Tree[A] = t match {
    case Leaf => Branch(Leaf, a, Leaf)
    case b @ Branch(l, v, _) if o.lt(a, v) => b.copy(left = insert(l, a))
    case b @ Branch(_, v, r) if o.gt(a, v) => b.copy(right = insert(r, a))
    case same => same
  }
  val fibs: LazyList[BigInt] = BigInt(0) #:: fibs.scanLeft(BigInt(1))(_ + _)
  object Even { def unapply(n: Int): Option[Int] = if (n % 2 == 0) Some(n / 2) else None }

  def main(args: Array[String]): Unit = {
    val tree = (1 to 40).map(n => n * 37 % 41).foldLeft(Leaf: Tree[Int])((t, n) => insert(t, n))
    println(tree.shown)
    println(tree.size)
    println(List((1, List(2, 3)), (4, Nil)).shown)
    println(fibs.slice(90, 95).toList)
    val words = "the quick brown fox jumps over the lazy dog the end".split(' ')
    println(words.groupMapReduce(identity)(_ => 1)(_ + _).toList.sortBy { case (w, n) => (-n, w) })
    println((1 to 6).map { case Even(h) => s"2*$h"; case n => n.toString }.mkString(","))
    println(Try("12x".toInt) match { case Failure(e) => e.toString; case Success(n) => n.toString })
    val found = for { a <- 1 to 30; b <- a to 30; c <- b to 30 if a * a + b * b == c * c } yield (a, b, c)
    println(found)
    val memo = mutable.LinkedHashMap.empty[Int, Long]
    def collatz(n: Long): Int = if (n == 1) 0 else 1 + collatz(if (n % 2 == 0) n / 2 else 3 * n + 1)
    for (n <- 1 to 20) memo(n) = collatz(n.toLong)
    println("sum " + memo.values.sum)
  }
}
