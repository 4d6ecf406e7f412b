/** Floating point: planets attracting each other, and the Mandelbrot set. */
final class Floating {
    double x, y, z, vx, vy, vz, mass;

    Floating(double x, double y, double z, double vx, double vy, double vz, double mass) {
        this.x = x;
        this.y = y;
        this.z = z;
        this.vx = vx;
        this.vy = vy;
        this.vz = vz;
        this.mass = mass;
    }

    static long nbody() {
        Floating[] bodies = {
            new Floating(0, 0, 0, 0, 0, 0, 39.5), new Floating(4.84, -1.16, -0.10, 0.60, 2.81, -0.02, 0.037),
            new Floating(8.34, 4.12, -0.4, -1.01, 1.82, 0.008, 0.011), new Floating(12.89, -15.11, -0.22, 1.08, 0.86, -0.01, 0.0017),
            new Floating(15.37, -25.91, 0.17, 0.97, 0.59, -0.03, 0.002)};
        for (int step = 0; step < 120_000; step++) {
            for (int i = 0; i < bodies.length; i++) {
                Floating a = bodies[i];
                for (int j = i + 1; j < bodies.length; j++) {
                    Floating b = bodies[j];
                    double dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
                    double d2 = dx * dx + dy * dy + dz * dz;
                    double mag = 0.001 / (d2 * Math.sqrt(d2));
                    a.vx -= dx * b.mass * mag;
                    a.vy -= dy * b.mass * mag;
                    a.vz -= dz * b.mass * mag;
                    b.vx += dx * a.mass * mag;
                    b.vy += dy * a.mass * mag;
                    b.vz += dz * a.mass * mag;
                }
            }
            for (Floating b : bodies) {
                b.x += 0.001 * b.vx;
                b.y += 0.001 * b.vy;
                b.z += 0.001 * b.vz;
            }
        }
        double energy = 0;
        for (Floating b : bodies) energy += 0.5 * b.mass * (b.vx * b.vx + b.vy * b.vy + b.vz * b.vz);
        return Double.doubleToLongBits(energy);
    }

    static long mandelbrot() {
        int n = 340;
        long inside = 0;
        for (int py = 0; py < n; py++)
            for (int px = 0; px < n; px++) {
                double cx = 3.0 * px / n - 2.1, cy = 2.4 * py / n - 1.2, x = 0, y = 0;
                int it = 0;
                while (it < 200 && x * x + y * y < 4) {
                    double t = x * x - y * y + cx;
                    y = 2 * x * y + cy;
                    x = t;
                    it++;
                }
                inside += it;
            }
        return inside;
    }
}
