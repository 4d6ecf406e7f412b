package shop;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TillTest {
    Till till;

    @BeforeEach
    void open() {
        till = new Till();
    }

    @Test
    void hasItsNameFromMaven() {
        assertEquals("shop 1", till.name());
    }

    @ParameterizedTest
    @CsvSource({"tea, 1, 2.50", "tea, 4, 10.00", "scone, 2, 7.50"})
    void multiplies(String ware, int count, BigDecimal total) {
        till.sell(ware, count);
        assertEquals(total, till.total());
    }

    static Stream<Till.Discount> discounts() {
        return Stream.of(new Till.Percent(50), new Till.Fixed(new BigDecimal("5.00")));
    }

    @ParameterizedTest
    @MethodSource("discounts")
    void givesDiscounts(Till.Discount discount) {
        till.sell("tea", 4);
        assertEquals(0, new BigDecimal("5").compareTo(till.total(discount)));
    }

    @RepeatedTest(3)
    void startsEmpty() {
        assertEquals(BigDecimal.ZERO, till.total());
        till.sell("tea", 1);
    }

    @TestFactory
    List<DynamicTest> refuses() {
        return List.of(DynamicTest.dynamicTest("soup", () -> assertThrows(IllegalArgumentException.class, () -> till.sell("soup", 1))),
            DynamicTest.dynamicTest("nothing", () -> assertThrows(IllegalArgumentException.class, () -> till.sell("tea", 0))));
    }

    @Nested
    @DisplayName("when something was sold")
    class Sold {
        @BeforeEach
        void sell() {
            till.sell("tea", 2);
        }

        @Test
        void addsUp() {
            till.sell("tea", 2);
            assertAll(() -> assertEquals(new BigDecimal("10.00"), till.total()),
                () -> assertEquals(new BigDecimal("9.0000"), till.total(new Till.Percent(10))));
        }

        @Test
        void neverGivesMoney() {
            assertEquals(BigDecimal.ZERO, till.total(new Till.Fixed(new BigDecimal(100))));
        }
    }

    @Test
    void writes(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("receipt.txt");
        Files.writeString(file, till.name());
        assertEquals(List.of("shop 1"), Files.readAllLines(file));
    }

    @Test
    void isQuick() {
        assertTimeout(Duration.ofMinutes(1), () -> {
            for (int i = 0; i < 1000; i++) till.sell("scone", 1);
            assertEquals(new BigDecimal("3750.00"), till.total());
        });
    }

    @Test
    void runsInAForkOfTheSameMaker() {
        assertEquals(Path.of(System.getProperty("java.home"), "bin", "java").toString(), ProcessHandle.current().info().command().get());
    }

    @Test
    @Disabled("always")
    void isLeftOut() {
        throw new AssertionError();
    }

    @Test
    @EnabledIfSystemProperty(named = "broken", matches = "true")
    void isBroken() {
        till.sell("tea", 1);
        assertEquals(BigDecimal.ONE, till.total());
    }
}
