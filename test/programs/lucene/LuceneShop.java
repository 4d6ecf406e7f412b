import java.nio.file.Path;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.document.*;
import org.apache.lucene.index.*;
import org.apache.lucene.queryparser.classic.QueryParser;
import org.apache.lucene.search.*;
import org.apache.lucene.store.*;
import org.apache.lucene.util.BytesRef;

public class LuceneShop {
    static final String[] WORDS = ("time person year way day thing man world life hand part child eye woman place work "
        + "week case point government company number group problem fact running").split(" ");

    public static void main(String[] args) throws Exception {
        EnglishAnalyzer analyzer = new EnglishAnalyzer();
        try (Directory dir = new MMapDirectory(Path.of("index"))) {
            IndexWriterConfig config = new IndexWriterConfig(analyzer).setRAMBufferSizeMB(1).setMergeScheduler(new SerialMergeScheduler());
            try (IndexWriter w = new IndexWriter(dir, config)) {
                long seed = 42;
                for (int i = 0; i < 20_000; i++) {
                    Document d = new Document();
                    StringBuilder text = new StringBuilder();
                    for (int k = 0; k < 20; k++) {
                        seed = seed * 6364136223846793005L + 1442695040888963407L;
                        text.append(WORDS[(int) ((seed >>> 33) % WORDS.length)]).append(k % 5 == 4 ? ". " : " ");
                    }
                    d.add(new StringField("id", "d" + i, Field.Store.YES));
                    d.add(new TextField("text", text.toString(), Field.Store.YES));
                    d.add(new IntPoint("number", i % 1000));
                    d.add(new NumericDocValuesField("order", i * 7919L % 20011));
                    d.add(new SortedDocValuesField("room", new BytesRef("room" + i % 17)));
                    if (i % 10 == 0) d.add(new KnnFloatVectorField("vector", new float[] {i % 31, i % 37, i % 41}));
                    w.addDocument(d);
                }
                w.deleteDocuments(new Term("id", "d77"));
                w.updateDocument(new Term("id", "d78"), new Document());
                w.forceMerge(2);
            }
            try (DirectoryReader reader = DirectoryReader.open(dir)) {
                IndexSearcher searcher = new IndexSearcher(reader);
                System.out.println(reader.numDocs() + " documents, " + reader.leaves().size() + " segments");
                QueryParser parser = new QueryParser("text", analyzer);
                for (String q : new String[] {"world AND life", "\"time person\"~3", "run -day", "gov*", "wrld~1", "text:[man TO point]",
                    "(child OR eye) AND +hand^2", "/wom[ae]n/"})
                    show(searcher, q, parser.parse(q), null);
                show(searcher, "range", IntPoint.newRangeQuery("number", 10, 12), new Sort(new SortField("order", SortField.Type.LONG)));
                show(searcher, "room", new MatchAllDocsQuery(), new Sort(new SortField("room", SortField.Type.STRING, true), new SortField("order",
                    SortField.Type.LONG)));
                show(searcher, "near", new KnnFloatVectorQuery("vector", new float[] {3, 4, 5}, 10), null);
                CheckIndex check = new CheckIndex(dir);
                System.out.println("clean " + check.checkIndex().clean);
                check.close();
            }
        }
        System.out.println("done");
    }

    static void show(IndexSearcher s, String name, Query q, Sort sort) throws Exception {
        TopDocs top = sort == null ? s.search(q, 5) : s.search(q, 5, sort);
        StringBuilder line = new StringBuilder(name + ": " + top.totalHits);
        for (ScoreDoc d : top.scoreDocs) {
            line.append(' ').append(s.storedFields().document(d.doc).get("id")).append(sort == null ? String.format("=%.5f", d.score) : "");
        }
        System.out.println(line);
    }
}
