// compile: -parameters
// Annotations on every target, all element types, defaults, repeated, inherited, type annotations, parameters with names, equality
// and printing of annotations, missing constants.
import java.lang.annotation.*;
import java.lang.reflect.*;
import java.util.*;

@Annotations.All(i = 5, s = "type", e = Annotations.Color.BLUE, c = List.class, n = @Annotations.In("nested"), ia = {1, 2}, sa = {"x", "y"},
    ca = {int.class, String[].class}, na = {@Annotations.In("a"), @Annotations.In("b")})
@Annotations.Rep(1) @Annotations.Rep(2)
public class Annotations {
    enum Color { RED, BLUE }
    @Retention(RetentionPolicy.RUNTIME) @interface In { String value() default "dflt"; }
    @Retention(RetentionPolicy.RUNTIME) @Inherited @interface All {
        int i() default 1; byte b() default -1; short sh() default 7; char ch() default 'q';
        long l() default 1L << 40; float f() default 1.5f; double d() default 2.5; boolean z() default true;
        String s() default "str\n\u00e9"; Color e() default Color.RED; Class<?> c() default void.class;
        In n() default @In; int[] ia() default {}; String[] sa() default {"one"}; Class<?>[] ca() default {};
        In[] na() default {}; double[] da() default {0.5}; Color[] ea() default {Color.BLUE, Color.RED};
    }
    @Retention(RetentionPolicy.RUNTIME) @Repeatable(Reps.class) @interface Rep { int value(); }
    @Retention(RetentionPolicy.RUNTIME) @interface Reps { Rep[] value(); }
    @Retention(RetentionPolicy.RUNTIME) @Target({ElementType.TYPE_USE, ElementType.TYPE_PARAMETER}) @interface Use { String value() default ""; }
    @Retention(RetentionPolicy.CLASS) @interface InClass { }
    @Retention(RetentionPolicy.SOURCE) @interface InSource { }
    @Retention(RetentionPolicy.RUNTIME) @interface NotInherited { }
    @All @NotInherited static class Sup { } static class Sub extends Sup { }
    @In("field") @InClass @InSource static int field; @Deprecated(since = "9", forRemoval = true) void old() { }
    @In("ctor") Annotations(@In("p0") int first, final String second, @In("p2") @Rep(7) Object... rest) { } Annotations() { }
    @In("method") static <@Use("tp") T extends @Use("bound") Comparable<T>> @Use("ret") List<@Use("arg") String> method(@In("mp") T one,
        @Use("param") String @Use("dim") [] two) throws @Use("exc") Exception { return null; }
    class Inner { Inner(@In("inner") int x) { } } record Rec(@In("rc") int x) { } enum En { @In("constant") A, B }
    static @Use("f") Map<@Use("k") String, @Use("v") ? extends @Use("w") Number> map;

    static String show(Annotation[] a) {
        List<String> l = new ArrayList<>(); for (Annotation x : a) l.add(x.toString()); Collections.sort(l); return l.toString();
    }

    public static void main(String[] args) throws Exception {
        All a = Annotations.class.getAnnotation(All.class);
        System.out.println(a.i() + " " + a.b() + " " + a.sh() + " " + a.ch() + " " + a.l() + " " + a.f() + " " + a.d() + " " + a.z() + " "
            + a.s() + " " + a.e() + " " + a.c() + " " + a.n().value() + " " + Arrays.toString(a.ia()) + Arrays.toString(a.sa())
            + Arrays.toString(a.ca()) + a.na()[1].value() + Arrays.toString(a.da()) + Arrays.toString(a.ea()));
        System.out.println(a.toString()
                        .chars()
                        .sorted()
                        .mapToObj(c -> "" + (char) c)
                        .collect(java.util.stream.Collectors.joining())); // members come in no set order
        System.out.println(Sub.class.getAnnotation(All.class).toString().length() + " " + new Annotations().getClass().getAnnotation(Rep.class));
        System.out.println(a.annotationType() + " " + a.equals(Annotations.class.getAnnotation(All.class)) + " "
                + a.equals(Sup.class.getAnnotation(All.class)) + " "
                + Sub.class.getAnnotation(All.class).equals(Sup.class.getAnnotation(All.class)) + " " + new In() {
                      public String value() { return "field"; }
                      public Class<In> annotationType() { return In.class; }
                  }.equals(Annotations.class.getDeclaredField("field").getAnnotation(In.class)));
        System.out.println(Annotations.class.getDeclaredField("field").getAnnotation(In.class).hashCode() == (127 * "value".hashCode() ^ "field".hashCode()));
        System.out.println(show(Annotations.class.getAnnotationsByType(Rep.class)) + " " + Annotations.class.getAnnotation(Rep.class) + " "
            + Annotations.class.getAnnotation(Reps.class));
        System.out.println(show(Sub.class.getAnnotations()).length() > 50);
        System.out.println(Sub.class.getDeclaredAnnotations().length + " "
            + show(Annotations.class.getDeclaredField("field").getAnnotations()) + " "
            + show(Annotations.class.getDeclaredMethod("old").getAnnotations()));
        for (Executable e : new Executable[] {Annotations.class.getDeclaredConstructor(int.class, String.class, Object[].class),
            Annotations.class.getDeclaredMethod("method", Comparable.class, String[].class), Inner.class.getDeclaredConstructors()[0],
            Rec.class.getDeclaredConstructors()[0], En.class.getDeclaredMethod("valueOf", String.class)}) {
            System.out.println(e.toGenericString() + " " + show(e.getAnnotations()));
            for (Parameter p : e.getParameters()) System.out.println("   " + p + " | " + p.getName() + " " + p.isNamePresent()
                + p.isImplicit() + p.isSynthetic() + p.isVarArgs() + " " + Modifier.toString(p.getModifiers()) + " "
                + show(p.getAnnotations()) + " " + p.getAnnotatedType());
            System.out.println("   " + e.getParameterAnnotations().length + " " + Arrays.toString(e.getAnnotatedExceptionTypes()));
        }
        Method m = Annotations.class.getDeclaredMethod("method", Comparable.class, String[].class);
        System.out.println(m.getAnnotatedReturnType() + " | " + m.getTypeParameters()[0] + show(m.getTypeParameters()[0].getAnnotations())
            + Arrays.toString(m.getTypeParameters()[0].getAnnotatedBounds()));
        System.out.println(Annotations.class.getDeclaredField("map").getAnnotatedType());
        System.out.println(show(En.class.getField("A").getAnnotations()) + show(Rec.class.getRecordComponents()[0].getAnnotations())
            + show(Rec.class.getDeclaredField("x").getAnnotations()) + show(Rec.class.getDeclaredMethod("x").getAnnotations()));
        System.out.println(All.class.getMethod("sa").getDefaultValue() instanceof String[] s ? s[0] : "?");
        System.out.println(In.class.getMethod("value").getDefaultValue() + " " + Rep.class.getMethod("value").getDefaultValue() + " "
            + In.class.getInterfaces()[0] + " " + Override.class.getAnnotation(Retention.class).value() + " "
            + Modifier.toString(In.class.getModifiers()));
        System.out.println(Thread.class.getMethod("stop").isAnnotationPresent(Deprecated.class) + " "
            + FunctionalInterface.class.isAnnotationPresent(Documented.class) + " "
            + Runnable.class.isAnnotationPresent(FunctionalInterface.class));
    }
}
