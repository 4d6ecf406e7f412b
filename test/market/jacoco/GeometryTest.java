import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeometryTest {
    int prepared;

    @BeforeEach
    void prepare() {
        prepared++;
    }

    @Test
    void areas() {
        assertEquals(12, Geometry.area(new Geometry.Rectangle(3, 4)), 1e-9);
        assertEquals(6, Geometry.area(new Geometry.Triangle(3, 4, 5)), 1e-9);
        assertEquals(1, prepared);
    }

    @Test
    void noTriangle() {
        assertThrows(IllegalArgumentException.class, () -> new Geometry.Triangle(1, 1, 5));
    }

    @ParameterizedTest
    @CsvSource({"17, 17", "x, -1", "-4, -4"})
    void numbers(String text, int expected) {
        assertEquals(expected, Geometry.guarded(text));
    }

    @RepeatedTest(5)
    void repeated() {
        assertEquals(Geometry.Size.SMALL, Geometry.size(new Geometry.Rectangle(1, 2)));
    }

    @Nested
    class WhenManyShapes {
        @Test
        void largest() {
            var found = Geometry.largest(List.of(new Geometry.Circle(2), new Geometry.Rectangle(9, 9), new Geometry.Circle(1)));
            assertTrue(found.orElseThrow() instanceof Geometry.Rectangle);
            assertEquals("large", Geometry.describe(Geometry.size(found.get())));
        }

        @Test
        void fails() {
            assertEquals("huge", Geometry.describe(Geometry.Size.LARGE), "a failure must look the same everywhere");
        }
    }
}
