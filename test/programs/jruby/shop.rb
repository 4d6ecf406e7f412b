require 'json'
require 'set'
require 'digest'

module Loud
  refine String do
    def shout = upcase + '!'
  end
end
using Loud

Item = Struct.new(:name, :price) do
  include Comparable
  def <=>(other) = price <=> other.price
end

items = (1..60).map { |n| Item.new("item #{n}", n * 17 % 61) }
puts items.min, items.max.to_a.inspect
p items.group_by { |i| i.price.digits.size }.transform_values { |v| v.sum(&:price) }
puts 'abc'.shout
fib = Enumerator.new { |y| a, b = 0, 1; loop { y << a; a, b = b, a + b } }
p fib.lazy.select(&:even?).first(12)
fiber = Fiber.new { |x| 3.times { x = Fiber.yield(x * 2) }; :end }
p [fiber.resume(1), fiber.resume(5), fiber.resume(7), fiber.resume(0)]
puts JSON.generate('a' => [1, 2.5, nil, { b: 'c' }]), JSON.parse('{"x":[1,{"y":"z"}]}').dig('x', 1, 'y')
p 'the year 1984, then 2001'.scan(/\d{4}/).map(&:to_i).sum
p 'x-y_z'.gsub(/[-_](\w)/) { $1.upcase }
case { name: 'n', list: [1, [2, 3]] }
in { name: String => n, list: [Integer, [*, last]] } then p [n, last]
end
q = Queue.new
threads = 4.times.map { |t| Thread.new { 100.times { |i| q << t * i } } }
threads.each(&:join)
p q.size, Array.new(q.size) { q.pop }.sum
puts Digest::SHA256.hexdigest('argus')[0, 16]
class Ghost
  def method_missing(name, *args) = name.end_with?('?') ? args.size : super
  def respond_to_missing?(name, all = false) = name.end_with?('?') || super
end
p Ghost.new.any_thing?(1, 2)
begin
  Ghost.new.nothing
rescue NoMethodError => e
  puts e.message[0, 26]
end
p (1..30).reduce(:*), 2**200, 10.0 / 3, Rational(3, 4) + 1, Complex(1, 2) * Complex(0, 1)
p ObjectSpace.respond_to?(:each_object), catch(:out) { 10.times { |i| throw :out, i if i == 7 } }
x = 0
300_000.times { |i| x += i % 7 if i.odd? }
p x, Set[3, 1, 2].include?(2), [3, 1, 2].sort_by { |v| -v }, %w[b a].each_with_index.to_h
puts format('%05.2f|%-6s|%+d|%x', 3.14159, 'ab', 5, 255)
puts 'done'
