package dev.bloomery.examples.blocks;

import dev.bloomery.examples.Options;
import dev.bloomery.examples.Report;
import dev.bloomery.examples.Scratch;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

/** Looks for records in a large file, half of them absent, and counts the blocks read beside those that a scan and a zone map would read. */
public final class FindInBlocks {

    private FindInBlocks() {}

    /**
     * Runs in a temporary directory.
     *
     * @param args {@code records}, {@code lookups}, {@code fpp}
     */
    public static void main(String[] args) throws IOException {
        Options options = Options.orExit(args, "records=500000", "lookups=2000", "fpp=0.001");
        try (Scratch scratch = new Scratch("blocks")) {
            run(
                    scratch.directory(),
                    options.number("records"),
                    options.number("lookups"),
                    options.probability("fpp"),
                    System.out);
        }
    }

    /** What the run found: blocks that each way reads, blocks read that did not have the key, keys answered wrongly. */
    static final class Result {
        long byScan;
        long bytesByScan;
        long byZoneMap;
        long byFilter;
        long inVain;
        long wrong;
    }

    static Result run(Path directory, int records, int lookups, double fpp, PrintStream out) throws IOException {
        Path data = directory.resolve("records");
        Path beside = directory.resolve("records.summaries");
        RecordFile.write(data, LongStream.range(0, records).map(FindInBlocks::key));
        try (RecordFile file = new RecordFile(data)) {
            Summaries.of(file, fpp).save(beside);
        }
        Result result = new Result();
        try (RecordFile file = new RecordFile(data)) {
            Summaries summaries = Summaries.load(beside);
            Random random = new Random(31);
            long start = System.nanoTime();
            for (int i = 0; i < lookups; i++) {
                int number = random.nextInt(2 * records); // the upper half was never written
                boolean found = find(file, summaries.blocks(), key(number), result);
                result.wrong += found == number < records ? 0 : 1;
            }
            long nanos = System.nanoTime() - start;
            Report report = new Report(out);
            report.text(
                    "%,d records in %,d blocks of %,d bytes, %,d lookups, half of them for absent keys%n",
                    records, file.blocks(), RecordFile.BLOCK_BYTES, lookups);
            report.count("wrong answers", result.wrong);
            report.count("blocks a scan reads", result.byScan);
            report.count("blocks a zone map reads, keys in no order", result.byZoneMap);
            report.count("blocks read", result.byFilter);
            report.count("bytes read", file.bytesRead());
            report.count("bytes not read", result.bytesByScan - file.bytesRead());
            report.millis("time", nanos);
            report.count("filters, bytes in memory", summaries.memoryBytes());
            report.count("filters, bytes of their file", Files.size(beside));
            report.fpp(result.inVain, result.inVain + result.byScan - result.byFilter, fpp);
        }
        return result;
    }

    /** Hashes once, asks the filter of each block, reads where it says maybe. */
    private static boolean find(RecordFile file, List<Summaries.Block> blocks, long key, Result result)
            throws IOException {
        long hash = blocks.get(0).keys().hashLong(key);
        for (int i = 0; i < blocks.size(); i++) {
            result.byScan++;
            result.bytesByScan += file.blockBytes(i);
            result.byZoneMap += blocks.get(i).spans(key) ? 1 : 0;
            if (blocks.get(i).keys().mightContainHash(hash)) {
                result.byFilter++;
                if (file.find(i, key).isPresent()) {
                    return true;
                }
                result.inVain++;
            }
        }
        return false;
    }

    /** Another one for each number, and in no order. */
    private static long key(long number) {
        return number * 0x9E3779B97F4A7C15L;
    }
}
