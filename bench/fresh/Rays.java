/** A picture of spheres above a floor: small objects, virtual calls, floating point. */
final class Rays {
    record Vec(double x, double y, double z) {
        Vec plus(Vec o) { return new Vec(x + o.x, y + o.y, z + o.z); }

        Vec minus(Vec o) { return new Vec(x - o.x, y - o.y, z - o.z); }

        Vec times(double f) { return new Vec(x * f, y * f, z * f); }

        double dot(Vec o) { return x * o.x + y * o.y + z * o.z; }

        Vec unit() { return times(1 / Math.sqrt(dot(this))); }
    }

    interface Shape {
        double hit(Vec from, Vec to);

        Vec normal(Vec at);

        double brightness(Vec at);
    }

    record Sphere(Vec center, double radius, double shade) implements Shape {
        public double hit(Vec from, Vec to) {
            Vec o = from.minus(center);
            double b = o.dot(to), d = b * b - o.dot(o) + radius * radius;
            if (d < 0) return -1;
            double t = -b - Math.sqrt(d);
            return t > 1e-6 ? t : -1;
        }

        public Vec normal(Vec at) { return at.minus(center).times(1 / radius); }

        public double brightness(Vec at) { return shade; }
    }

    record Floor(double height) implements Shape {
        public double hit(Vec from, Vec to) {
            double t = (height - from.y) / to.y;
            return t > 1e-6 ? t : -1;
        }

        public Vec normal(Vec at) { return new Vec(0, 1, 0); }

        public double brightness(Vec at) { return ((int) Math.floor(at.x) + (int) Math.floor(at.z) & 1) == 0 ? 0.9 : 0.2; }
    }

    private static final Vec LIGHT = new Vec(-3, 8, -5);

    private static double trace(Shape[] shapes, Vec from, Vec to, int depth) {
        Shape best = null;
        double near = 1e9;
        for (Shape s : shapes) {
            double t = s.hit(from, to);
            if (t > 0 && t < near) {
                near = t;
                best = s;
            }
        }
        if (best == null) return 0.5 + 0.5 * to.y;
        Vec at = from.plus(to.times(near)), n = best.normal(at), toLight = LIGHT.minus(at).unit();
        double light = Math.max(0.1, n.dot(toLight));
        for (Shape s : shapes)
            if (s.hit(at, toLight) > 0) light = 0.1;
        double own = light * best.brightness(at);
        return depth == 0 ? own : 0.7 * own + 0.3 * trace(shapes, at, to.minus(n.times(2 * to.dot(n))), depth - 1);
    }

    static long run() {
        Shape[] shapes = {
            new Floor(-1), new Sphere(new Vec(0, 0, 4), 1, 0.9), new Sphere(new Vec(1.8, -0.3, 3), 0.7, 0.6),
            new Sphere(new Vec(-1.7, -0.2, 3.4), 0.8, 0.4), new Sphere(new Vec(0.4, 1.4, 5), 0.5, 0.8)};
        int w = 120, h = 90;
        Vec eye = new Vec(0, 0.4, -2);
        double sum = 0;
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) sum += (x % 7 + 1) * trace(shapes, eye, new Vec((x - 60) / 60.0, (45 - y) / 60.0, 1.5).unit(), 2);
        return (long) (sum * 1000);
    }
}
