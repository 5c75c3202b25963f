package dev.bloomery.cli.command;

import dev.bloomery.HashedFilter;
import dev.bloomery.cli.filter.FilterKeys;
import dev.bloomery.cli.filter.OpenFilter;
import dev.bloomery.cli.lines.FilterAndFiles;
import dev.bloomery.cli.lines.KeyInput;
import dev.bloomery.cli.lines.LineOptions;
import dev.bloomery.cli.text.ExitCode;
import dev.bloomery.cli.text.Figures;
import dev.bloomery.cli.text.Meter;
import dev.bloomery.cli.text.Report;
import dev.bloomery.cli.text.ResultOptions;
import dev.bloomery.info.FilterInfo;
import dev.bloomery.key.KeyEncoder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bloomery verify}. */
@Command(
        name = "verify",
        description =
                "Reads all of a filter and checks its checksums; with files of keys, that it has every one of them; and measures its FPP.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  bloomery verify words.flt                checksums, and the FPP by random hashes",
            "  bloomery verify words.flt words.txt      no key of the file is missing, either",
            "",
            "Exit code 0 if all is well, 3 if the filter is damaged, a key is missing, or the FPP is too high for the keys that are in."
        })
public final class VerifyCommand implements Callable<Integer> {
    private static final int BATCH = 4096;
    /** So many absent keys should look present: their number is off by a twentieth in one of some two thousand runs. */
    private static final double HITS_WANTED = 5000;

    private static final double MOST_PROBES = 5e6;
    /** Six standard deviations: one false alarm in a billion. */
    private static final double ALARM = 6;

    @Mixin
    private final FilterAndFiles arguments = new FilterAndFiles();

    @Mixin
    private final LineOptions lineOptions = new LineOptions();

    @Mixin
    private final ResultOptions result = new ResultOptions();

    @Option(names = "--stdin", description = "Read keys from the standard input, if no file is named.")
    private boolean standardInput;

    private long missing;

    @Override
    public Integer call() throws IOException {
        Meter meter = result.meter("verify");
        boolean hasKeys = standardInput || !arguments.inputs().files().equals(List.of(Path.of("-")));
        KeyEncoder<ByteBuffer> encoder = hasKeys ? arguments.encoder() : FilterKeys.forBits(arguments.filter());
        try (OpenFilter open = OpenFilter.toAsk(arguments.filter(), encoder, meter)) {
            HashedFilter<ByteBuffer> filter = open.filter();
            long keys = hasKeys ? countKeys(filter, meter) : 0;
            FilterInfo info = filter.info();
            long probes = (long) Math.min(MOST_PROBES, Math.max(1e5, HITS_WANTED / Math.max(info.currentFpp(), 1e-12)));
            long hits = hits(filter, probes);
            meter.end();
            double expected = probes * info.currentFpp();
            boolean tooMany = hits > expected * 1.05 + ALARM * Math.sqrt(expected) + ALARM;
            tell(keys, info, (double) hits / probes, probes, tooMany);
            return missing > 0 || tooMany ? ExitCode.FAILED : ExitCode.OK;
        } finally {
            meter.end();
        }
    }

    private long countKeys(HashedFilter<ByteBuffer> filter, Meter meter) throws IOException {
        return new KeyInput(arguments.inputs(), lineOptions).forEachBatch(filter::hash, meter, keys -> {
            for (boolean maybe : filter.mightContainEachHash(keys.hashes())) {
                missing += maybe ? 0 : 1;
            }
        });
    }

    /** How many random hashes look present: none of them is that of a key, but for one in 2^64 for each key. */
    private static long hits(HashedFilter<ByteBuffer> filter, long probes) {
        SplittableRandom random = new SplittableRandom();
        long hits = 0;
        for (long done = 0; done < probes; done += BATCH) {
            long[] hashes = random.longs(Math.min(BATCH, probes - done)).toArray();
            for (boolean maybe : filter.mightContainEachHash(hashes)) {
                hits += maybe ? 1 : 0;
            }
        }
        return hits;
    }

    private void tell(long keys, FilterInfo info, double measured, long probes, boolean tooMany) {
        Report report = new Report()
                .put("filter", arguments.filter().toString())
                .put("checksums", "right")
                .put("keys checked", keys)
                .put("keys missing", missing)
                .put("measured FPP", measured)
                .put("current FPP", info.currentFpp())
                .put("target FPP", info.targetFpp())
                .put("probes", probes);
        String text = arguments.filter() + ": checksums right";
        if (keys > 0) {
            text += String.format(Locale.ROOT, "; %,d keys checked, %,d missing", keys, missing);
            text += missing > 0 ? ": it was not built from them, or they were removed" : "";
        }
        text += String.format(
                Locale.ROOT,
                "%nFPP %s measured with %,d absent keys, %s by the bits, %s asked for%s",
                Figures.of(measured),
                probes,
                Figures.of(info.currentFpp()),
                Figures.of(info.targetFpp()),
                tooMany ? ": too high, please report this" : "");
        result.tell(report, text);
    }
}
