import groovy.json.JsonOutput
import groovy.json.JsonSlurper
import groovy.transform.*
import groovy.xml.MarkupBuilder

@Canonical class Item { String name; int price }
@TupleConstructor @EqualsAndHashCode @ToString class Point { int x, y; Point plus(Point o) { new Point(x + o.x, y + o.y) } }
trait Loud { String shout() { toString().toUpperCase() + '!' } }
class Dog implements Loud { String toString() { 'wau' } }
@CompileStatic long fib(int n) { n < 2 ? n : fib(n - 1) + fib(n - 2) }

def items = (1..50).collect { new Item("item $it", it * 7 % 31) }
println items.groupBy { it.price % 3 }.collectEntries { k, v -> [k, v*.price.sum()] }.sort()
println items.findAll { it.price > 25 }*.name.join(', ')
println new Point(1, 2) + new Point(3, 4)
println new Dog().shout()
println fib(22)
Integer.metaClass.half = { -> delegate / 2 }
println 7.half()
String.metaClass.getTwice = { -> delegate * 2 }
println 'ab'.twice
println JsonOutput.prettyPrint(JsonOutput.toJson([a: [1, 2.5, null, true], b: [c: 'd']]))
println new JsonSlurper().parseText('{"x": [1, {"y": "z"}]}').x[1].y
def w = new StringWriter()
new MarkupBuilder(w).shop { items.take(3).each { i -> item(price: i.price, i.name) } }
println w
println((1..10).inject { a, b -> a * b })
def acc = { a, Object... more -> "$a ${more.size()}" }
def or = { a, b = 10 -> "$a $b" }
println([acc(1), acc(1, 2, 3, 4), or(1), or(1, 2)])
println(['x', 'y'].withIndex().collectMany { s, i -> [s] * (i + 1) })
try { items.nothing() } catch (MissingMethodException e) { println e.message.readLines()[0].take(60) }
def text = 'a1b22c333'
println text.findAll(/\d+/)*.toInteger().sum()
@Memoized def slow(n) { n <= 1 ? 1G : n * slow(n - 1) }
println slow(30)
int total = 0
200_000.times { total += it % 7 }
println "total $total"
println 'done'
