package dev.bloomery.examples.nodes;

import dev.bloomery.examples.Options;
import dev.bloomery.examples.Report;
import dev.bloomery.spec.Seed;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Spreads keys over nodes and looks for keys, half of which nobody has: first without filters, then with those of all nodes but one, then
 * with all.
 */
public final class WhichNode {
    private static final double TARGET_FPP = 0.01;

    private WhichNode() {}

    /**
     * Runs.
     *
     * @param args {@code nodes=8 keys=100000 lookups=2000}, or other numbers; keys are those of each node
     * @throws IOException if a node cannot be reached
     * @throws InterruptedException if the program is ended
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        Options options = Options.orExit(args, "nodes=8", "keys=100000", "lookups=2000");
        run(options.number("nodes"), options.number("keys"), options.number("lookups"), new Report(System.out));
    }

    /** What lookups cost with the filters of so many nodes. */
    record Row(int published, Router.Counts counts, int found, double micros) {
        /** Wrong asks over all that a filter had to say of nodes without the key. */
        double measuredFpp() {
            return (double) counts.wrongAsks() / (counts.wrongAsks() + counts.savedAsks());
        }
    }

    static List<Row> run(int count, int keys, int lookups, Report report) throws IOException, InterruptedException {
        Seed secret = Seed.random();
        List<StorageNode> nodes = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                nodes.add(new StorageNode(secret, TARGET_FPP));
                for (int j = 0; j < keys; j++) {
                    nodes.get(i).put("key " + i + "/" + j, "value " + j);
                }
            }
            report.text("%d nodes with %,d keys each; %,d lookups, half of them of absent keys", count, keys, lookups);
            report.text("FPP promised: %s", TARGET_FPP);
            report.text(
                    "%n%9s %12s %12s %11s %13s %12s",
                    "published", "filters, B", "asks", "wrong asks", "FPP measured", "us a lookup");
            List<Row> rows = new ArrayList<>();
            for (int published : new int[] {0, count - 1, count}) {
                nodes.subList(0, published).forEach(StorageNode::publish);
                Row row = lookUp(nodes, secret, published, keys, lookups);
                rows.add(row);
                report.text(
                        "%9d %,12d %,12d %,11d %13s %,12.0f",
                        published,
                        row.counts().filterBytes(),
                        row.counts().asks(),
                        row.counts().wrongAsks(),
                        published == 0 ? "-" : String.format(Locale.ROOT, "%.5f", row.measuredFpp()),
                        row.micros());
            }
            return rows;
        } finally {
            nodes.forEach(StorageNode::close);
        }
    }

    private static Row lookUp(List<StorageNode> nodes, Seed secret, int published, int keys, int lookups)
            throws IOException, InterruptedException {
        List<URI> addresses = nodes.stream().map(StorageNode::address).toList();
        Router router = new Router(addresses, secret);
        router.refresh();
        int found = 0;
        long start = System.nanoTime();
        for (int i = 0; i < lookups; i++) {
            int node = i / 2 % nodes.size();
            Optional<String> value = router.find("key " + node + "/" + (i % 2 == 0 ? i % keys : keys + i));
            found += value.isPresent() ? 1 : 0;
        }
        return new Row(published, router.counts(), found, (System.nanoTime() - start) / 1e3 / lookups);
    }
}
