package org.gone;

import java.util.function.Supplier;

public class Task implements Supplier<String> {
    @Override
    public String get() {
        Supplier<String> s = () -> getClass().getModule() + " " + getClass().getPackageName();
        return s.get();
    }
}
