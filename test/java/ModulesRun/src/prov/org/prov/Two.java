package org.prov;
public class Two implements org.lib.api.Service {
    private final String n; private Two(String n) { this.n = n; }
    public String name() { return n; }
    public static Two provider() { return new Two("two by provider method"); }
}
