import static org.mockito.Mockito.*;

import java.util.*;
import org.mockito.*;
import org.mockito.exceptions.base.MockitoAssertionError;

public class MockShop {
    static final class Till {
        final int open(String key) { return key.length(); }
        static String name() { return "real"; }
        private int sum;
        void add(int n) { sum += n; }
        int sum() { return sum; }
    }
    record Price(int amount) { int twice() { return amount * 2; } }
    enum Color { RED { @Override String text() { return "red"; } }; abstract String text(); }
    interface Store { default String get(int i) { return "default " + i; } List<String> all(); }

    public static void main(String[] args) throws Exception {
        Till till = mock(Till.class);
        when(till.open(anyString())).thenReturn(1, 2).thenThrow(new IllegalStateException("shut"));
        System.out.println(till.open("a") + " " + till.open("b"));
        try {
            till.open("c");
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        verify(till, times(3)).open(any());
        try {
            verify(till, never()).open("a");
        } catch (MockitoAssertionError e) {
            System.out.println(e.getMessage().strip().split("\n")[0].strip());
        }
        Till spy = spy(new Till());
        doAnswer(i -> { i.callRealMethod(); return null; }).when(spy).add(anyInt());
        spy.add(4);
        spy.add(5);
        System.out.println(spy.sum());
        ArgumentCaptor<Integer> captor = ArgumentCaptor.forClass(Integer.class);
        verify(spy, atLeastOnce()).add(captor.capture());
        System.out.println(captor.getAllValues());
        try (MockedStatic<Till> s = mockStatic(Till.class)) {
            s.when(Till::name).thenReturn("mocked");
            System.out.println(Till.name());
        }
        System.out.println(Till.name());
        try (MockedConstruction<Till> c = mockConstruction(Till.class, (m, context) -> when(m.sum()).thenReturn(99))) {
            System.out.println(new Till().sum() + " " + c.constructed().size());
        }
        System.out.println(new Till().sum());
        Price price = mock(Price.class);
        when(price.twice()).thenReturn(7);
        System.out.println(price.twice() + " " + price.amount() + " " + new Price(3).twice());
        Color color = mock(Color.RED.getClass());
        System.out.println(color.text() + " " + Color.RED.text());
        Store store = mock(Store.class, CALLS_REAL_METHODS);
        System.out.println(store.get(3) + " " + mock(Store.class).get(3) + " " + mock(Store.class).all());
        Map<String, Integer> map = mock();
        when(map.get("x")).thenReturn(5);
        when(map.computeIfAbsent(eq("y"), any())).thenAnswer(i -> i.getArguments().length);
        System.out.println(map.get("x") + " " + map.get("z") + " " + map.computeIfAbsent("y", k -> 1));
        StringBuilder deep = mock(StringBuilder.class, RETURNS_SELF);
        System.out.println(deep.append("x") == deep);
        Optional<String> real = spy(Optional.of("real"));
        System.out.println(real.map(String::length));
        System.out.println(mockingDetails(till).isMock() + " " + mockingDetails(new Till()).isMock() + " " + mockingDetails(till).getInvocations().size());
        InOrder order = inOrder(map);
        order.verify(map).get("x");
        order.verify(map).get("z");
        System.out.println("done");
    }
}
