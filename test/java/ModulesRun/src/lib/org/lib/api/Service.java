package org.lib.api;
import java.util.*;
public interface Service {
    String name();
    static List<String> all() {
        List<String> l = new ArrayList<>();
        for (Service s : ServiceLoader.load(Service.class)) l.add(s.name()); Collections.sort(l); return l;
    }
}
