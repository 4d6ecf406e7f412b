# Everyday Ruby: each job is timed (bench/languages.py).
require 'java'
CLOCK = java.lang.management.ManagementFactory.thread_mx_bean
def now() CLOCK.current_thread_cpu_time end
ONLY = java.lang.System.getProperty('only', '')
def bench(name)
  return if ONLY != '' && ONLY != name
  stop = now + 3_000_000_000
  yield while now < stop
  start = now
  yield
  turns = [1, 20_000_000 / [1, now - start].max].max
  best = 1 << 60
  15.times do
    start = now
    turns.times { yield }
    best = [best, (now - start) / turns].min
  end
  puts format('%-22s %10d', name, best)
end
def fib(n) n < 2 ? n : fib(n - 1) + fib(n - 2) end
P2 = Struct.new(:x, :y)
class V; attr_accessor :a; def initialize(a) @a = a end; def +(o) V.new(@a + o.a) end; end
nums = (1..200).to_a
bench('fib') { fib(12) }
bench('map select sum') { nums.map { |x| x * 3 }.select(&:even?).sum }
bench('while') { i = 0; s = 0; while i < 1000; s += i; i += 1; end; s }
bench('hash') { h = {}; 50.times { |i| h["k#{i}"] = i }; h.size }
bench('symbols hash') { h = { a: 1, b: 2 }; s = 0; 50.times { s += h[:a] + h[:b] }; s }
bench('struct') { p = P2.new(1, 2); 20.times { |i| p.x += i }; p.x }
bench('objects') { v = V.new(0); 50.times { |i| v = v + V.new(i) }; v.a }
bench('string build') { s = +''; 50.times { |i| s << i.to_s << ',' }; s.size }
bench('inject') { nums.inject { |a, b| a + b } }
bench('floats') { x = 0.0; 200.times { |i| x += i * 0.5 }; x.to_i }
bench('case') { s = 0; [1, 'a', :b, nil, 2.5].each { |x| s += case x when Integer then 1 when String then 2 when Symbol then 3 when nil then 4 else 5 end }; s }
bench('sort_by') { nums.sort_by { |x| x * 7919 % 1009 }.first }
