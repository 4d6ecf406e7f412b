// compile: -XDstringConcat=inline
// More than 256 local variable slots: wide load, store and iinc of every kind, and a method whose arguments fill 254 slots.
public class WideLocals {
    static long many(long s) {
        long p0 = s + 0;
        long p1 = s + 1;
        long p2 = s + 2;
        long p3 = s + 3;
        long p4 = s + 4;
        long p5 = s + 5;
        long p6 = s + 6;
        long p7 = s + 7;
        long p8 = s + 8;
        long p9 = s + 9;
        long p10 = s + 10;
        long p11 = s + 11;
        long p12 = s + 12;
        long p13 = s + 13;
        long p14 = s + 14;
        long p15 = s + 15;
        long p16 = s + 16;
        long p17 = s + 17;
        long p18 = s + 18;
        long p19 = s + 19;
        long p20 = s + 20;
        long p21 = s + 21;
        long p22 = s + 22;
        long p23 = s + 23;
        long p24 = s + 24;
        long p25 = s + 25;
        long p26 = s + 26;
        long p27 = s + 27;
        long p28 = s + 28;
        long p29 = s + 29;
        long p30 = s + 30;
        long p31 = s + 31;
        long p32 = s + 32;
        long p33 = s + 33;
        long p34 = s + 34;
        long p35 = s + 35;
        long p36 = s + 36;
        long p37 = s + 37;
        long p38 = s + 38;
        long p39 = s + 39;
        long p40 = s + 40;
        long p41 = s + 41;
        long p42 = s + 42;
        long p43 = s + 43;
        long p44 = s + 44;
        long p45 = s + 45;
        long p46 = s + 46;
        long p47 = s + 47;
        long p48 = s + 48;
        long p49 = s + 49;
        long p50 = s + 50;
        long p51 = s + 51;
        long p52 = s + 52;
        long p53 = s + 53;
        long p54 = s + 54;
        long p55 = s + 55;
        long p56 = s + 56;
        long p57 = s + 57;
        long p58 = s + 58;
        long p59 = s + 59;
        long p60 = s + 60;
        long p61 = s + 61;
        long p62 = s + 62;
        long p63 = s + 63;
        long p64 = s + 64;
        long p65 = s + 65;
        long p66 = s + 66;
        long p67 = s + 67;
        long p68 = s + 68;
        long p69 = s + 69;
        long p70 = s + 70;
        long p71 = s + 71;
        long p72 = s + 72;
        long p73 = s + 73;
        long p74 = s + 74;
        long p75 = s + 75;
        long p76 = s + 76;
        long p77 = s + 77;
        long p78 = s + 78;
        long p79 = s + 79;
        long p80 = s + 80;
        long p81 = s + 81;
        long p82 = s + 82;
        long p83 = s + 83;
        long p84 = s + 84;
        long p85 = s + 85;
        long p86 = s + 86;
        long p87 = s + 87;
        long p88 = s + 88;
        long p89 = s + 89;
        long p90 = s + 90;
        long p91 = s + 91;
        long p92 = s + 92;
        long p93 = s + 93;
        long p94 = s + 94;
        long p95 = s + 95;
        long p96 = s + 96;
        long p97 = s + 97;
        long p98 = s + 98;
        long p99 = s + 99;
        long p100 = s + 100;
        long p101 = s + 101;
        long p102 = s + 102;
        long p103 = s + 103;
        long p104 = s + 104;
        long p105 = s + 105;
        long p106 = s + 106;
        long p107 = s + 107;
        long p108 = s + 108;
        long p109 = s + 109;
        long p110 = s + 110;
        long p111 = s + 111;
        long p112 = s + 112;
        long p113 = s + 113;
        long p114 = s + 114;
        long p115 = s + 115;
        long p116 = s + 116;
        long p117 = s + 117;
        long p118 = s + 118;
        long p119 = s + 119;
        long p120 = s + 120;
        long p121 = s + 121;
        long p122 = s + 122;
        long p123 = s + 123;
        long p124 = s + 124;
        long p125 = s + 125;
        long p126 = s + 126;
        long p127 = s + 127;
        long p128 = s + 128;
        long p129 = s + 129;
        int i = 5; long l = 6; float f = 7.5f; double d = 8.25; String a = "obj";
        i++; i += 100; i += 1000; i -= 40000; l = l * 2 + i; f += l; d -= f; a = a + i;
        int j = 3; j += 32767; j -= 32768; j += 128; j -= 129;
        for (int k = 0; k < 300; k += 150) i += k;
        long sum = 0;
        sum = sum * 3 + p0;
        sum = sum * 3 + p1;
        sum = sum * 3 + p2;
        sum = sum * 3 + p3;
        sum = sum * 3 + p4;
        sum = sum * 3 + p5;
        sum = sum * 3 + p6;
        sum = sum * 3 + p7;
        sum = sum * 3 + p8;
        sum = sum * 3 + p9;
        sum = sum * 3 + p10;
        sum = sum * 3 + p11;
        sum = sum * 3 + p12;
        sum = sum * 3 + p13;
        sum = sum * 3 + p14;
        sum = sum * 3 + p15;
        sum = sum * 3 + p16;
        sum = sum * 3 + p17;
        sum = sum * 3 + p18;
        sum = sum * 3 + p19;
        sum = sum * 3 + p20;
        sum = sum * 3 + p21;
        sum = sum * 3 + p22;
        sum = sum * 3 + p23;
        sum = sum * 3 + p24;
        sum = sum * 3 + p25;
        sum = sum * 3 + p26;
        sum = sum * 3 + p27;
        sum = sum * 3 + p28;
        sum = sum * 3 + p29;
        sum = sum * 3 + p30;
        sum = sum * 3 + p31;
        sum = sum * 3 + p32;
        sum = sum * 3 + p33;
        sum = sum * 3 + p34;
        sum = sum * 3 + p35;
        sum = sum * 3 + p36;
        sum = sum * 3 + p37;
        sum = sum * 3 + p38;
        sum = sum * 3 + p39;
        sum = sum * 3 + p40;
        sum = sum * 3 + p41;
        sum = sum * 3 + p42;
        sum = sum * 3 + p43;
        sum = sum * 3 + p44;
        sum = sum * 3 + p45;
        sum = sum * 3 + p46;
        sum = sum * 3 + p47;
        sum = sum * 3 + p48;
        sum = sum * 3 + p49;
        sum = sum * 3 + p50;
        sum = sum * 3 + p51;
        sum = sum * 3 + p52;
        sum = sum * 3 + p53;
        sum = sum * 3 + p54;
        sum = sum * 3 + p55;
        sum = sum * 3 + p56;
        sum = sum * 3 + p57;
        sum = sum * 3 + p58;
        sum = sum * 3 + p59;
        sum = sum * 3 + p60;
        sum = sum * 3 + p61;
        sum = sum * 3 + p62;
        sum = sum * 3 + p63;
        sum = sum * 3 + p64;
        sum = sum * 3 + p65;
        sum = sum * 3 + p66;
        sum = sum * 3 + p67;
        sum = sum * 3 + p68;
        sum = sum * 3 + p69;
        sum = sum * 3 + p70;
        sum = sum * 3 + p71;
        sum = sum * 3 + p72;
        sum = sum * 3 + p73;
        sum = sum * 3 + p74;
        sum = sum * 3 + p75;
        sum = sum * 3 + p76;
        sum = sum * 3 + p77;
        sum = sum * 3 + p78;
        sum = sum * 3 + p79;
        sum = sum * 3 + p80;
        sum = sum * 3 + p81;
        sum = sum * 3 + p82;
        sum = sum * 3 + p83;
        sum = sum * 3 + p84;
        sum = sum * 3 + p85;
        sum = sum * 3 + p86;
        sum = sum * 3 + p87;
        sum = sum * 3 + p88;
        sum = sum * 3 + p89;
        sum = sum * 3 + p90;
        sum = sum * 3 + p91;
        sum = sum * 3 + p92;
        sum = sum * 3 + p93;
        sum = sum * 3 + p94;
        sum = sum * 3 + p95;
        sum = sum * 3 + p96;
        sum = sum * 3 + p97;
        sum = sum * 3 + p98;
        sum = sum * 3 + p99;
        sum = sum * 3 + p100;
        sum = sum * 3 + p101;
        sum = sum * 3 + p102;
        sum = sum * 3 + p103;
        sum = sum * 3 + p104;
        sum = sum * 3 + p105;
        sum = sum * 3 + p106;
        sum = sum * 3 + p107;
        sum = sum * 3 + p108;
        sum = sum * 3 + p109;
        sum = sum * 3 + p110;
        sum = sum * 3 + p111;
        sum = sum * 3 + p112;
        sum = sum * 3 + p113;
        sum = sum * 3 + p114;
        sum = sum * 3 + p115;
        sum = sum * 3 + p116;
        sum = sum * 3 + p117;
        sum = sum * 3 + p118;
        sum = sum * 3 + p119;
        sum = sum * 3 + p120;
        sum = sum * 3 + p121;
        sum = sum * 3 + p122;
        sum = sum * 3 + p123;
        sum = sum * 3 + p124;
        sum = sum * 3 + p125;
        sum = sum * 3 + p126;
        sum = sum * 3 + p127;
        sum = sum * 3 + p128;
        sum = sum * 3 + p129;
        System.out.println(i + " " + j + " " + l + " " + f + " " + d + " " + a + " " + sum);
        return sum;
    }

    static long arguments(long a0, long a1, long a2, long a3, long a4, long a5, long a6, long a7, long a8, long a9, long a10, long a11,
        long a12, long a13, long a14, long a15, long a16, long a17, long a18, long a19, long a20, long a21, long a22, long a23, long a24,
        long a25, long a26, long a27, long a28, long a29, long a30, long a31, long a32, long a33, long a34, long a35, long a36, long a37,
        long a38, long a39, long a40, long a41, long a42, long a43, long a44, long a45, long a46, long a47, long a48, long a49, long a50,
        long a51, long a52, long a53, long a54, long a55, long a56, long a57, long a58, long a59, long a60, long a61, long a62, long a63,
        long a64, long a65, long a66, long a67, long a68, long a69, long a70, long a71, long a72, long a73, long a74, long a75, long a76,
        long a77, long a78, long a79, long a80, long a81, long a82, long a83, long a84, long a85, long a86, long a87, long a88, long a89,
        long a90, long a91, long a92, long a93, long a94, long a95, long a96, long a97, long a98, long a99, long a100, long a101,
        long a102, long a103, long a104, long a105, long a106, long a107, long a108, long a109, long a110, long a111, long a112, long a113,
        long a114, long a115, long a116, long a117, long a118, long a119, long a120, long a121, long a122, long a123, long a124, long a125,
        long a126) {
        return a0 * 0 + a1 * 1 + a2 * 2 + a3 * 3 + a4 * 4 + a5 * 5 + a6 * 6 + a7 * 0 + a8 * 1 + a9 * 2 + a10 * 3 + a11 * 4 + a12 * 5
            + a13 * 6 + a14 * 0 + a15 * 1 + a16 * 2 + a17 * 3 + a18 * 4 + a19 * 5 + a20 * 6 + a21 * 0 + a22 * 1 + a23 * 2 + a24 * 3
            + a25 * 4 + a26 * 5 + a27 * 6 + a28 * 0 + a29 * 1 + a30 * 2 + a31 * 3 + a32 * 4 + a33 * 5 + a34 * 6 + a35 * 0 + a36 * 1
            + a37 * 2 + a38 * 3 + a39 * 4 + a40 * 5 + a41 * 6 + a42 * 0 + a43 * 1 + a44 * 2 + a45 * 3 + a46 * 4 + a47 * 5 + a48 * 6
            + a49 * 0 + a50 * 1 + a51 * 2 + a52 * 3 + a53 * 4 + a54 * 5 + a55 * 6 + a56 * 0 + a57 * 1 + a58 * 2 + a59 * 3 + a60 * 4
            + a61 * 5 + a62 * 6 + a63 * 0 + a64 * 1 + a65 * 2 + a66 * 3 + a67 * 4 + a68 * 5 + a69 * 6 + a70 * 0 + a71 * 1 + a72 * 2
            + a73 * 3 + a74 * 4 + a75 * 5 + a76 * 6 + a77 * 0 + a78 * 1 + a79 * 2 + a80 * 3 + a81 * 4 + a82 * 5 + a83 * 6 + a84 * 0
            + a85 * 1 + a86 * 2 + a87 * 3 + a88 * 4 + a89 * 5 + a90 * 6 + a91 * 0 + a92 * 1 + a93 * 2 + a94 * 3 + a95 * 4 + a96 * 5
            + a97 * 6 + a98 * 0 + a99 * 1 + a100 * 2 + a101 * 3 + a102 * 4 + a103 * 5 + a104 * 6 + a105 * 0 + a106 * 1 + a107 * 2
            + a108 * 3 + a109 * 4 + a110 * 5 + a111 * 6 + a112 * 0 + a113 * 1 + a114 * 2 + a115 * 3 + a116 * 4 + a117 * 5 + a118 * 6
            + a119 * 0 + a120 * 1 + a121 * 2 + a122 * 3 + a123 * 4 + a124 * 5 + a125 * 6 + a126 * 0;
    }

    public static void main(String[] none) {
        System.out.println(many(1));
        System.out.println(many(-7));
        for (long s = 1; s < 4; s++)
            System.out.println(arguments(0L * s, 1L * s, 2L * s, 3L * s, 4L * s, 5L * s, 6L * s, 7L * s, 8L * s, 9L * s, 10L * s, 11L * s,
                12L * s, 13L * s, 14L * s, 15L * s, 16L * s, 17L * s, 18L * s, 19L * s, 20L * s, 21L * s, 22L * s, 23L * s, 24L * s,
                25L * s, 26L * s, 27L * s, 28L * s, 29L * s, 30L * s, 31L * s, 32L * s, 33L * s, 34L * s, 35L * s, 36L * s, 37L * s,
                38L * s, 39L * s, 40L * s, 41L * s, 42L * s, 43L * s, 44L * s, 45L * s, 46L * s, 47L * s, 48L * s, 49L * s, 50L * s,
                51L * s, 52L * s, 53L * s, 54L * s, 55L * s, 56L * s, 57L * s, 58L * s, 59L * s, 60L * s, 61L * s, 62L * s, 63L * s,
                64L * s, 65L * s, 66L * s, 67L * s, 68L * s, 69L * s, 70L * s, 71L * s, 72L * s, 73L * s, 74L * s, 75L * s, 76L * s,
                77L * s, 78L * s, 79L * s, 80L * s, 81L * s, 82L * s, 83L * s, 84L * s, 85L * s, 86L * s, 87L * s, 88L * s, 89L * s,
                90L * s, 91L * s, 92L * s, 93L * s, 94L * s, 95L * s, 96L * s, 97L * s, 98L * s, 99L * s, 100L * s, 101L * s, 102L * s,
                103L * s, 104L * s, 105L * s, 106L * s, 107L * s, 108L * s, 109L * s, 110L * s, 111L * s, 112L * s, 113L * s, 114L * s,
                115L * s, 116L * s, 117L * s, 118L * s, 119L * s, 120L * s, 121L * s, 122L * s, 123L * s, 124L * s, 125L * s, 126L * s));
    }
}
