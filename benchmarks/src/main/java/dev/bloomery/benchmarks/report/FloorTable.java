package dev.bloomery.benchmarks.report;

import dev.bloomery.benchmarks.result.Names;
import java.util.ArrayList;
import java.util.List;

/** The table "multiples of the floor": how far each of our operations is from what memory and hash alone take. */
final class FloorTable {
    private static final List<String> SINGLE = List.of(Names.ADD, Names.HIT, Names.MISS, Names.MIX);
    private static final List<String> BATCH =
            List.of(Names.BULK_ADD, Names.BATCH_HIT, Names.BATCH_MISS, Names.BATCH_MIX);

    private static final String LEGEND = """
            How many times as long as the floor: for a key at a time one single read and the hash, for many at once one
            overlapped read and the hash. 1 is as fast as the memory allows to a filter that reads one cache line.
            The dependent read, the latency of the memory, is there to show how much of it a processor hides.

            """;

    private FloorTable() {}

    /** The table, or an empty text if no floor was measured. */
    static String of(Figures figures) {
        List<String> operations = new ArrayList<>(SINGLE);
        operations.addAll(BATCH);
        List<String> header = new ArrayList<>(
                List.of("ours", "at", "single read + hash", "overlapped read + hash", "dependent read"));
        header.addAll(operations);
        MarkdownTable table = new MarkdownTable(2, header);
        boolean any = false;
        for (Point point : figures.points()) {
            Floor floor = new Floor(figures, point);
            if (Double.isNaN(floor.of(Names.MISS)) && Double.isNaN(floor.of(Names.BATCH_MISS))) {
                continue;
            }
            for (String contestant : figures.contestants(point)) {
                if (Names.isOurs(contestant)) {
                    List<String> row = new ArrayList<>(List.of(contestant, point.shortName()));
                    row.add(parts(floor, Names.SINGLE_READ));
                    row.add(parts(floor, Names.OVERLAPPED_READ));
                    row.add(Format.nanos(floor.read(Names.DEPENDENT_READ)));
                    for (String operation : operations) {
                        double nanos = figures.nanos(contestant, point, operation);
                        row.add(Format.ratio(nanos / floor.of(operation)));
                    }
                    table.row(row);
                    any = true;
                }
            }
        }
        return any ? LEGEND + table : "";
    }

    private static String parts(Floor floor, String read) {
        double sum = floor.read(read) + floor.hash();
        return Double.isNaN(sum) ? Format.NONE : Format.nanos(floor.read(read)) + " + " + Format.nanos(floor.hash());
    }
}
