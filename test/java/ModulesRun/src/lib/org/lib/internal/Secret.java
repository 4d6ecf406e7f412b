package org.lib.internal;
public class Secret { private int hidden = 5; public static String tell() { return "secret"; } private static String whisper() { return "whisper"; } }
