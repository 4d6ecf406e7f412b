// argus-only: HotSpot refuses these redefinitions; the program itself says what is expected
// jvm: -XX:+AllowEnhancedClassRedefinition -Xbatch -XX:ArgusStencilThreshold=40 -XX:ArgusProfileEnough=200
// also: -XX:ArgusRedefinitionRoom=0
// also: -XX:-Generational
// also: -XX:+ArgusConcurrentMarking -XX:+GCStressConcurrent -XX:GCStress=3000 -XX:GCStressBackoff=40 -XX:+VerifyHeap
// also: -XX:GCStress=3000 -XX:GCStressBackoff=40 -XX:+GCStressMoving -XX:+VerifyHeap
// also: -Xint
// timeout: 120
import java.lang.invoke.*;
import java.util.*;
import java.util.function.*;

/**
 * Superclasses are inserted, replaced and removed, with and without fields. Objects, callers, handles and frames from before look on.
 * Values that need one that goes are found wherever they are.
 */
public class SupertypesChange extends Redefining {
    static int initialized;
    static final int HIERARCHY = 66, CIRCULAR = 61;

    /* The verifier of this class must not see that the classes are related: everything goes through Object. */
    static String one(Object o) { return ((Mid_0) o).one(); }
    static String two(Object o) { return ((Mid_0) o).two(); }
    static String mid(Mid_0 m) { return m.one() + m.two() + m.shared() + m.inPackage(); }
    static boolean isMid(Object o) { return o instanceof Mid_0; }
    static String calls(Leaf_0 o) { return o.a() + o.b() + o.told() + o.shared() + o.inPackage(); }
    static String heir(LeafHeir_0 o) { return o.a() + o.b() + o.d() + o.told() + o.shared(); }
    static String told(Told_0 o) { return o.told() + o.twice(); }

    static void withoutFields() throws Throwable {
        Leaf_0 leaf = new Leaf_0(), heir = new LeafHeir_0(), last = new LeafHeirHeir_0();
        MethodHandles.Lookup l = MethodHandles.lookup();
        MethodType text = MethodType.methodType(String.class);
        MethodHandle a = l.findVirtual(Leaf_0.class, "a", text), b = l.findVirtual(Leaf_0.class, "b", text);
        MethodHandle d = l.findVirtual(LeafHeir_0.class, "d", text), t = l.findVirtual(Told_0.class, "told", text);
        MethodHandle twice = l.findVirtual(Leaf_0.class, "twice", text), string = l.findVirtual(Object.class, "toString", text);
        var reflected = Leaf_0.class.getDeclaredMethod("b");
        var ofMid = Class.forName("Mid_0", false, Leaf_0.class.getClassLoader()).getDeclaredMethod("one"); /* its accessor is not verified */
        Supplier<String> bound = leaf::a, boundHeir = heir::b;
        Runnable before = () -> {
            hot("calls", () -> calls(leaf), "abatoldleaf sharedleaf package");
            hot("calls", () -> calls(heir), "aheir bbaheir toldleaf sharedleaf package");
            hot("heir", () -> heir((LeafHeir_0) heir), "aheir bbadheir toldleaf shared");
            hot("heir", () -> heir((LeafHeir_0) last), "aheir bbaheir dheir toldleaf shared");
            hot("told", () -> told(leaf), "toldtoldtold");
            hot("isMid", () -> isMid(leaf), false);
            hot("one", () -> one(leaf), "ClassCastException");
            hot("handle", () -> (String) a.invokeExact(leaf) + (String) b.invokeExact(heir), "aheir bba");
            hot("handle", () -> (String) d.invoke((LeafHeir_0) last) + (String) t.invoke(heir), "heir dheir told");
            hot("handle", () -> (String) twice.invokeExact(leaf), "toldtold");
            hot("bound", () -> bound.get() + boundHeir.get(), "aheir bba");
            hot("reflected", () -> reflected.invoke(last), "heir bba");
            hot("string", () -> ((String) string.invoke((Object) leaf)).startsWith("Leaf_0@"), true);
        };
        before.run();
        is("initialized", initialized, 0);
        for (int i = 0; i < 3; i++) {
            is("insert", put(Leaf_0.class, 1), 0);
            is("initialized", initialized, 1);
            is("superclass", Leaf_0.class.getSuperclass(), Mid_0.class);
            is("superclass", LeafHeir_0.class.getSuperclass().getSuperclass(), Mid_0.class);
            String three = "told mid three";
            hot("calls", () -> calls(leaf), "aba" + three + "leaf sharedleaf package");
            hot("calls", () -> calls(heir), "aheir bbaheir " + three + "leaf sharedleaf package");
            hot("heir", () -> heir((LeafHeir_0) heir), "aheir bbadheir " + three + "leaf shared");
            hot("heir", () -> heir((LeafHeir_0) last), "aheir bbaheir dheir " + three + "leaf shared");
            hot("told", () -> told(leaf), three + three + three);
            hot("c", () -> leaf.c(), "c mid constant mid shared 1");
            hot("isMid", () -> isMid(leaf) && isMid(heir) && isMid(new Leaf_0()) && !isMid("x"), true);
            hot("one", () -> one(leaf) + one(heir) + one(last), "mid onemid oneown one");
            hot("reflected", () -> (String) ofMid.invoke(leaf) + (String) ofMid.invoke(last), "mid oneown one");
            hot("two", () -> two(leaf) + two(last), "mid two mid onemid two own one");
            hot("mid", () -> mid(new Mid_0()), "mid onemid two mid onemid sharedmid package");
            hot("shared", () -> ((Mid_0) (Object) leaf).shared() + ((Mid_0) (Object) leaf).inPackage(), "leaf sharedleaf package");
            hot("handle", () -> (String) a.invokeExact(leaf) + (String) b.invokeExact(heir), "aheir bba");
            hot("handle", () -> (String) d.invoke((LeafHeir_0) last) + (String) t.invoke(heir), "heir dheir " + three);
            hot("handle", () -> (String) twice.invokeExact(leaf), three + three);
            hot("bound", () -> bound.get() + boundHeir.get(), "aheir bba");
            hot("reflected", () -> reflected.invoke(last), "heir bba");
            hot("string", () -> (String) string.invoke((Object) leaf) + leaf, "mid constantmid constant");
            MethodHandle one = l.findVirtual(Leaf_0.class, "one", text);
            hot("new handle", () -> (String) one.invokeExact(leaf) + (String) one.invokeExact((Leaf_0) last), "mid oneown one");
            Object[] array = new Mid_0[2];
            array[0] = leaf;
            is("array", of(() -> array[1] = "x"), "ArrayStoreException");
            if (i == 1) {
                Leaf_0 later = (Leaf_0) l.defineClass(file("LeafLater_0")).getDeclaredConstructor().newInstance();
                laterObject = later;
            }
            if (i > 0) hot("later", () -> calls(laterObject) + one(laterObject), "later ablater a" + three + "leaf sharedleaf packagelater one");
            is("remove", put(Leaf_0.class, 0), HIERARCHY); /* the array */
            array[0] = null;
            is("remove", put(Leaf_0.class, 0), 0);
            before.run();
            is("superclass", Leaf_0.class.getSuperclass(), Object.class);
            hot("handle", () -> (String) one.invokeExact(leaf), "NullPointerException");
            hot("reflected", () -> ofMid.invoke(leaf), "IllegalArgumentException");
            hot("own", () -> ((LeafHeirHeir_0) last).one(), "own one");
            hot("mid", () -> mid(new Mid_0()), "mid onemid two mid onemid sharedmid package");
            if (i > 0) hot("later", () -> calls(laterObject), "later ablater atoldleaf sharedleaf package");
        }
    }
    static Leaf_0 laterObject;

    /* ---- fields ---- */

    static Own_0[] make(int n) {
        Own_0[] all = new Own_0[n];
        for (int i = 0; i < n; i++) {
            all[i] = i % 3 == 0 ? new OwnHeir_0() : new Own_0();
            all[i].set(i);
        }
        return all;
    }
    static void check(String what, Own_0[] all, String base) {
        for (int i = 0; i < all.length; i++) {
            if (!all[i].is(i)) is(what + " " + i, false, true);
            if (!Objects.equals(all[i].base(), base)) is(what + " " + i, all[i].base(), base);
        }
    }
    static final String ZERO = "0 null null 0.0 0", ZERO_OTHER = "null null 0";

    static void fields() {
        Own_0[] all = make(1000);
        Own_0 held = all[7], heldHeir = all[9];
        check("before", all, null);
        for (int round = 0; round < 20; round++) {
            int n = round;
            is("insert", put(Own_0.class, 1), 0);
            check("inserted", all, ZERO);
            for (int i = 0; i < all.length; i++) all[i].fillBase(i + n);
            System.gc();
            for (int i = 0; i < all.length; i++) {
                int k = i + n;
                is("own", all[i].is(i), true);
                is("base", all[i].base(), k + " y" + k + " " + k + " " + k / 2.0 + " " + (byte) k);
            }
            int m = 7 + n;
            hot("held", () -> held.is(7) + held.base() + heldHeir.is(9), "true" + m + " y" + m + " " + m + " " + m / 2.0 + " " + m + "true");
            Own_0 fresh = new OwnHeir_0();
            fresh.set(5);
            is("fresh", fresh.is(5) + fresh.base(), "true" + ZERO);
            is("text", held.superText(), "Own_0");
            is("replace", put(Own_0.class, 2), 0);
            check("replaced", all, ZERO_OTHER);
            for (int i = 0; i < all.length; i++) all[i].fillBase(i);
            System.gc();
            for (int i = 0; i < all.length; i++) is("other", all[i].is(i) + all[i].base(), "truep" + i + " q" + i + " " + i);
            is("remove", put(Own_0.class, 0), 0);
            check("removed", all, null);
            System.gc();
            check("removed", all, null);
        }
        /* objects of the superclass itself are what they were */
        Based_0 based = new Based_0();
        based.fill(3);
        is("insert", put(Own_0.class, 1), 0);
        check("inserted", all, ZERO);
        is("based", based.all(), "3 y3 3 1.5 3");
        is("remove", put(Own_0.class, 0), 0);
        is("based", based.all(), "3 y3 3 1.5 3");
        check("removed", all, null);
    }

    /** A field does not find the value of another one that was there before it. */
    static void residue() {
        Back_0 back = new Back_0();
        back.set();
        is("before", back.text(), "a 0.5");
        is("delete", put(Back_0.class, 1), 0);
        is("deleted", back.text(), "none");
        is("back", put(Back_0.class, 2), 0);
        is("back", back.text(), "a 0.0");
        back.set();
        is("another", put(Back_0.class, 3), 0);
        is("another", back.text(), "b 0");
        is("remove", put(Back_0.class, 1), 0);
        is("back", put(Back_0.class, 0), 0);
        is("back", back.text(), "a 0.0");
        /* the superclass that comes gets a field where the one that goes had one */
        Low_0 low = new Low_0();
        is("before", low.text(), "f 0.5");
        is("delete", put(Gone_0.class, 1, Low_0.class, 1), 0);
        is("deleted", low.text(), "none");
        is("another", put(Kin_0.class, 2, Low_0.class, 2), 0);
        is("another", low.text(), "b 0");
        Small_0[] all = new Small_0[100];
        for (int i = 0; i < all.length; i++) (all[i] = new Small_0()).x = i;
        is("small", put(Large_0.class, 1, Small_0.class, 1), 0);
        for (int i = 0; i < all.length; i++) is("small", all[i].text(), "x " + i + " 0000");
        Number_0 number = new Number_0();
        Later_0 later = new Later_0();
        number.set();
        is("keeps", put(Keeps_0.class, 1, Number_0.class, 1, Later_0.class, 1), 0);
        later.set();
        System.gc();
        is("number", number.get(), 0x1234567);
        is("later", later.get(), 0x1234567);
        Has_0 has = new Has_0();
        is("between", put(Half_0.class, 1, Has_0.class, 1), 0);
        is("between", has.text(), "d 0.3 a 0");
        Twin_0 twin = new Twin_0();
        TwinLost_0 loses = new TwinLost_0();
        is("twins", put(Twin_0.class, 1, TwinSub_0.class, 1), 0);
        is("twins", put(TwinSub_0.class, 2), 0);
        is("twins", put(TwinSub_0.class, 3, Twin_0.class, 3, TwinLost_0.class, 3), 0);
        is("twins", put(TwinLost_0.class, 4), 0);
        is("twins", textOf(loses), "x 0");
        is("twins", twin.text(), "c 0");
        is("twins", put(TwinSub_0.class, 4), 0);
        is("twins", put(Twin_0.class, 5), 0);
        System.gc();
        is("twins", twin.text(), "c 0 o null");
        Join_0[] joins = new Join_0[100];
        for (int i = 0; i < joins.length; i++) joins[i] = new Join_0();
        is("tall", put(Tall_0.class, 1, Drop_0.class, 1, Join_0.class, 1), 0);
        is("tall", put(Drop_0.class, 2, Join_0.class, 2), 0);
        for (Join_0 join : joins) is("tall", join.zero(), true);
        System.gc();
        Low3_0 low3 = new Low3_0();
        is("wedge", put(Low3_0.class, 1), 0);
        is("wedge", put(Low3_0.class, 2), 0);
        ((Bag_0) (Object) low3).b = "bag";
        is("wedge", put(Wedge_0.class, 3, Low3_0.class, 3), 0);
        is("wedge", low3.text(), "b bag e 0");
        Residue_0[] residues = new Residue_0[100];
        for (int i = 0; i < residues.length; i++) residues[i] = new Residue_0();
        is("residue", put(Ints_0.class, 1), 0);
        is("residue", put(Loser_0.class, 1, Residue_0.class, 1), 0);
        Poor_0 poor = new Poor_0();
        is("poor", poor.text(), "ref ref");
        is("poor", put(Link_0.class, 1, Poor_0.class, 1), 0);
        is("poor", poor.text(), "a 0 b 0");
        poor.set();
        System.gc();
        is("poor", poor.text(), "a 0 b -2");
        is("guests", put(Wide_0.class, 1, Host_0.class, 1), 0);
        guests();
    }

    static String textOf(Object o) { // asked by reflection: the verifier must not see that it is a Twin_0
        try {
            var text = o.getClass().getDeclaredMethod("text");
            text.setAccessible(true);
            return (String) text.invoke(o);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static void guests() {
        Guest_0[] guests = new Guest_0[100];
        for (int i = 0; i < guests.length; i++) guests[i] = new Guest_0();
        is("guests", put(Host_0.class, 2), 0);
        for (Guest_0 guest : guests) is("guests", guest.sum(), 0);
        for (Guest_0 guest : guests) guest.fill();
        for (Guest_0 guest : guests) is("guests", guest.s + guest.sum(), 1);
        System.gc();
    }

    static void heirs() {
        Face_0 left = new Left_0(), right = new Right_0();
        hot("face", () -> left.face() + right.face(), "faceface");
        is("lost", put(Top_0.class, 1), 0);
        hot("face", () -> left.face() + right.face(), "faceface");
        is("own", put(Left_0.class, 2), 0);
        hot("face", () -> left.face() + right.face(), "leftface");
    }

    /* ---- values and code that need it ---- */

    static Object kept;
    static Base_0 keptBase;
    static Base_0[] keptBases = new Base_0[1];

    static int inVariable(Base_0 b) {
        int answer = put(Free_0.class, 0);
        return b == null ? -1 : answer;
    }
    static int inOperand(Base_0 b) { return same(b, put(Free_0.class, 0)); }
    static int same(Base_0 b, int answer) { return b == null ? -1 : answer; }

    static int inVariable(Mark_0 m) {
        int answer = put(Tag_0.class, 0);
        return m == null ? -1 : answer;
    }

    static void needed() throws Throwable {
        Object tag = new Tag_0();
        is("interface", put(Tag_0.class, 1), 0);
        is("interface", inVariable((Mark_0) tag), HIERARCHY);
        is("interface", put(Tag_0.class, 0), 0);
        Object free = new Free_0();
        is("insert", put(Free_0.class, 1), 0);
        is("variable", inVariable((Base_0) free), HIERARCHY);
        is("operand", inOperand((Base_0) free), HIERARCHY);
        keptBase = (Base_0) free;
        is("static", put(Free_0.class, 0), HIERARCHY);
        keptBase = null;
        keptBases[0] = (Base_0) free;
        is("element", put(Free_0.class, 0), HIERARCHY);
        keptBases[0] = null;
        kept = new Free_0[0];
        keptBases = (Base_0[]) kept;
        is("array", put(Free_0.class, 0), HIERARCHY);
        keptBases = null;
        kept = MethodHandles.lookup().findVirtual(Base_0.class, "text", MethodType.methodType(String.class)).bindTo(free);
        is("bound", put(Free_0.class, 0), HIERARCHY);
        is("bound", ((MethodHandle) kept).invoke(), "base");
        kept = null;
        is("removed", put(Free_0.class, 0), 0);
        is("cast", of(() -> (Base_0) free), "ClassCastException");
        /* code that takes one for the other */
        is("insert", put(Free_0.class, 1, User_0.class, 1), 0);
        is("user", User_0.text((Free_0) free), "base0");
        is("code", put(Free_0.class, 0), HIERARCHY);
        is("user", User_0.text((Free_0) free), "base0");
        is("both", put(User_0.class, 0, Free_0.class, 0), 0);
        is("user", User_0.text((Free_0) free), "none");
        /* an old body goes on: it may not call what its class has lost */
        Own_0 own = new Own_0();
        own.set(1);
        is("insert", put(Own_0.class, 1), 0);
        MethodHandle across = MethodHandles.lookup().findVirtual(Own_0.class, "across", MethodType.methodType(String.class, Supplier.class));
        Supplier<Object> removes = () -> put(Own_0.class, 0);
        is("across", of(() -> (String) across.invoke(own, (Supplier<Object>) () -> "")), ZERO);
        is("across", of(() -> (String) across.invoke(own, removes)), "IncompatibleClassChangeError");
        is("across", own.is(1) + own.base(), "truenull");
    }

    static void refused() throws Throwable {
        is("thread", put(Free_0.class, 2), HIERARCHY);
        is("final", put(Free_0.class, 3), HIERARCHY);
        var handle = MethodHandles.lookup().findVarHandle(Given_0.class, "given", int.class);
        Given_0 given = new Given_0();
        handle.set(given, 5);
        is("given", put(Given_0.class, 1), 0); /* KeptOffsets has more of these */
        is("given", (int) handle.get(given), 5);
    }

    static void swapped() {
        Upper_0 upper = new Upper_0();
        Object lower = new Lower_0();
        upper.upper = 1;
        ((Lower_0) lower).lower = 2;
        ((Lower_0) lower).upper = 3;
        hot("who", () -> upper.who() + ((Lower_0) lower).who(), "upper 1lower 2lower");
        is("circle", put(Upper_0.class, 2), CIRCULAR);
        for (int i = 0; i < 5; i++) {
            is("swap", put(Upper_0.class, 1, Lower_0.class, 1), 0);
            hot("who", () -> upper.who() + ((Lower_0) lower).who(), "upper 1upperlower 2lower");
            is("super", Upper_0.class.getSuperclass(), Lower_0.class);
            is("super", Lower_0.class.getSuperclass(), Object.class);
            hot("lower", () -> ((Lower_0) (Object) upper).onlyLower() + ((Lower_0) (Object) upper).lower, "only lower0");
            is("back", put(Lower_0.class, 0, Upper_0.class, 0), 0);
            hot("who", () -> upper.who() + ((Lower_0) lower).who(), "upper 1lower 2lower");
            is("lost", ((Upper_0) lower).upper, 0);
        }
    }

    public static void main(String[] args) throws Throwable {
        withoutFields();
        fields();
        residue();
        heirs();
        needed();
        refused();
        swapped();
        System.gc();
        System.out.println(failed == 0 ? "PASS" : "FAIL");
    }
}
