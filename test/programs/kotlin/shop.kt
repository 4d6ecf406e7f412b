import kotlin.math.sqrt

sealed interface Item { val price: Int }
data class Book(val title: String, override val price: Int) : Item
data class Box(val content: List<Item>, override val price: Int = content.sumOf { it.price }) : Item
object Nothing : Item { override val price = 0 }

enum class Kind(val text: String) { CHEAP("cheap"), FAIR("fair"), DEAR("dear") }

fun Item.kind() = when {
    price < 10 -> Kind.CHEAP
    price in 10..99 -> Kind.FAIR
    else -> Kind.DEAR
}

fun describe(item: Item): String = when (item) {
    is Book -> "'${item.title}' for ${item.price}"
    is Box -> item.content.joinToString(prefix = "[", postfix = "]", transform = ::describe)
    Nothing -> "nothing"
}

fun primes(): Sequence<Int> = sequence {
    val found = mutableListOf<Int>()
    for (n in generateSequence(2) { it + 1 }) {
        if (found.takeWhile { it <= sqrt(n.toDouble()) }.none { n % it == 0 }) {
            found += n
            yield(n)
        }
    }
}

inline fun <reified T> List<*>.count(): Int = count { it is T }

class Counter(private var n: Int = 0) {
    operator fun invoke(step: Int = 1): Int { n += step; return n }
    val isEven by lazy { n % 2 == 0 }
}

fun main() {
    val items = (1..200).map { if (it % 7 == 0) Box(List(it % 5) { i -> Book("b$i", i * it) }) else Book("title $it", it * 3 % 131) } + Nothing
    println(items.groupingBy { it.kind() }.eachCount().toSortedMap())
    println(items.takeLast(6).joinToString("; ", transform = ::describe))
    println("boxes ${items.count<Box>()} books ${items.count<Book>()}")
    println(primes().dropWhile { it < 5000 }.take(12).toList())
    val c = Counter()
    repeat(5) { c(it) }
    println("${c()} ${c.isEven} ${runCatching { items[1000] }.exceptionOrNull()?.message}")
    val (title, price) = items[0] as Book
    println("$title $price ${Book("a", 1) == Book("a", 1)} ${(items[3] as Book).copy(price = 5)}")
    println("total ${items.sumOf { it.price }}")
}
