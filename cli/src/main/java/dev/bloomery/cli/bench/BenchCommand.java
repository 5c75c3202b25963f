package dev.bloomery.cli.bench;

import dev.bloomery.cli.text.CountConverter;
import dev.bloomery.cli.text.ExitCode;
import dev.bloomery.cli.text.Figures;
import dev.bloomery.cli.text.Report;
import dev.bloomery.cli.text.ResultOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bloomery bench}. */
@Command(
        name = "bench",
        description =
                "Compares a Bloom filter with a HashSet and with Guava's on this machine, in less than a minute; strings, one thread.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  bloomery bench --keys 1e7",
            "",
            "For a thorough one, beside more libraries and with JMH, see benchmarks/bench."
        })
public final class BenchCommand implements Callable<Integer> {
    @Option(names = "--keys", paramLabel = "N", converter = CountConverter.class, description = "Keys. Default: 1e6.")
    private long keys = 1_000_000;

    @Option(names = "--fpp", paramLabel = "P", description = "The false positive probability. Default: 0.01.")
    private double fpp = 0.01;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How often each is measured; the fastest round counts. Default: 5.")
    private int rounds = 5;

    @Mixin
    private final ResultOptions result = new ResultOptions();

    @Override
    public Integer call() throws IOException {
        if (keys < 1 || keys > 100_000_000 || rounds < 1) {
            throw new IllegalArgumentException("use 1 to 1e8 keys and at least one round");
        }
        String[] present = new String[(int) keys];
        String[] absent = new String[(int) keys];
        for (int i = 0; i < keys; i++) {
            present[i] = "https://example.com/item/" + i;
            absent[i] = "https://example.com/none/" + i;
        }
        List<Supplier<Contender>> contenders =
                List.of(() -> Contender.bloomery(keys, fpp), () -> Contender.guava(keys, fpp), Contender::hashSet);
        List<Measured> best = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < contenders.size(); i++) {
                Measured measured = Measured.of(contenders.get(i), present, absent);
                if (round == 0) {
                    best.add(measured);
                } else {
                    best.set(i, best.get(i).faster(measured));
                }
            }
        }
        tell(best, LineSpeed.measure(rounds));
        return ExitCode.OK;
    }

    private void tell(List<Measured> all, double megabytesPerSecond) {
        Measured ours = all.get(0);
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%,d strings, FPP %s, one thread; times are multiples of ours: 3.0 takes three times as long%n%n%-12s%12s%12s%12s%12s%10s%n",
                keys,
                Figures.of(fpp),
                "",
                "add",
                "hit",
                "miss",
                "bytes/key",
                "FPP"));
        List<Report> reports = new ArrayList<>();
        for (Measured one : all) {
            text.append(String.format(
                    Locale.ROOT,
                    "%-12s%12s%12s%12s%12.2f%9.2f%%%n",
                    one.name(),
                    ratio(one.addNanos(), ours.addNanos()),
                    ratio(one.hitNanos(), ours.hitNanos()),
                    ratio(one.missNanos(), ours.missNanos()),
                    (double) one.bytes() / keys,
                    100 * one.fpp()));
            reports.add(new Report()
                    .put("name", one.name())
                    .put("add nanos", one.addNanos())
                    .put("hit nanos", one.hitNanos())
                    .put("miss nanos", one.missNanos())
                    .put("bytes per key", (double) one.bytes() / keys)
                    .put("FPP", one.fpp()));
        }
        text.append(String.format(
                Locale.ROOT,
                "%nours: %.0f ns an add, %.0f ns a hit, %.0f ns a miss, the hash of the string included%nlines of a file are read and split at %,.0f MB/s, without a filter",
                ours.addNanos(),
                ours.hitNanos(),
                ours.missNanos(),
                megabytesPerSecond));
        result.tell(
                new Report()
                        .put("keys", keys)
                        .put("contenders", reports)
                        .put("lines MB per second", megabytesPerSecond),
                text.toString());
    }

    private static String ratio(double nanos, double ours) {
        return String.format(Locale.ROOT, "%.1f", nanos / ours);
    }
}
