package org.prov;
public class One implements org.lib.api.Service { public String name() { return "one " + org.lib.internal.Secret.tell(); } }
