package measured;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.*;
import org.openjdk.jmh.infra.Blackhole;

@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class Measured {
    @Param({"10", "100"}) int n;

    @Benchmark public String text() {
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < n; i++) b.append(i);
        return b.toString();
    }

    @Benchmark public void holes(Blackhole hole) {
        for (int i = 0; i < n; i++) hole.consume(i);
    }

    @Benchmark @CompilerControl(CompilerControl.Mode.DONT_INLINE) public long sum() {
        long sum = 0;
        for (int i = 0; i < n; i++) sum += i * 31L;
        return sum;
    }
}
