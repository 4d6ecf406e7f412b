import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.operation.union.CascadedPolygonUnion;
import org.locationtech.jts.triangulate.DelaunayTriangulationBuilder;

/** Discs that overlap become islands, their centres a net of triangles: deep loops over graphs of edges, which the optimizer folds a lot. */
public class Islands {
    public static void main(String[] args) {
        GeometryFactory factory = new GeometryFactory();
        Random random = new Random(23);
        List<Geometry> discs = new ArrayList<>();
        List<Coordinate> centres = new ArrayList<>();
        for (int i = Integer.parseInt(args[0]); i > 0; i--) {
            Coordinate centre = new Coordinate(random.nextInt(100_000) / 100.0, random.nextInt(100_000) / 100.0);
            centres.add(centre);
            discs.add(factory.createPoint(centre).buffer(4 + random.nextInt(900) / 100.0, 12));
        }
        Geometry islands = CascadedPolygonUnion.union(discs);
        System.out.println("islands: " + islands.getNumGeometries() + " with " + islands.getNumPoints() + " points");
        System.out.printf("area: %.4f, shore: %.4f%n", islands.getArea(), islands.getLength());

        DelaunayTriangulationBuilder net = new DelaunayTriangulationBuilder();
        net.setSites(centres);
        Geometry triangles = net.getTriangles(factory);
        System.out.println("triangles: " + triangles.getNumGeometries());

        Geometry sea = islands.convexHull().difference(islands);
        System.out.printf("sea: %.4f, whole: %b%n", sea.getArea(), Math.abs(sea.getArea() + islands.getArea() - islands.convexHull().getArea()) < 1e-6);
        System.out.println("done");
    }
}
