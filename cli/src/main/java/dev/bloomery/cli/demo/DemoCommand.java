package dev.bloomery.cli.demo;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.cli.filter.FillMap;
import dev.bloomery.cli.text.Bars;
import dev.bloomery.cli.text.CountConverter;
import dev.bloomery.cli.text.ExitCode;
import dev.bloomery.cli.text.Figures;
import dev.bloomery.cli.text.Report;
import dev.bloomery.cli.text.ResultOptions;
import dev.bloomery.gate.Gate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.report.GateStatistics;
import dev.bloomery.info.BloomInfo;
import dev.bloomery.jdbc.JdbcKeyStore;
import dev.bloomery.key.KeyEncoder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bloomery demo}. */
@Command(
        name = "demo",
        description =
                "Shows the main job in under a minute: a million user names in a database, and a filter in front that knows which are free.",
        mixinStandardHelpOptions = true)
public final class DemoCommand implements Callable<Integer> {
    private static final double FPP = 0.01;

    @Option(
            names = "--names",
            paramLabel = "N",
            converter = CountConverter.class,
            description = "Names in the table. Default: 1e6.")
    private long names = 1_000_000;

    @Option(
            names = "--checks",
            paramLabel = "N",
            converter = CountConverter.class,
            description = "Names that are checked. Default: 2e5.")
    private long checks = 200_000;

    @Mixin
    private final ResultOptions result = new ResultOptions();

    /** What one way of checking did. */
    private record Round(long found, double seconds) {}

    @Override
    public Integer call() throws IOException, SQLException {
        Path directory = Files.createTempDirectory("bloomery-demo");
        try {
            return run(directory);
        } finally {
            delete(directory);
        }
    }

    private int run(Path directory) throws SQLException {
        int taken = Math.toIntExact(names);
        say(String.format(Locale.ROOT, "Puts %,d user names into a table of SQLite ...", names));
        try (NameTable table = new NameTable(directory.resolve("users.db"))) {
            table.insertAll(Names.allTaken(taken));
            say("Opens a gate in front of it: reads the table once, into a Bloom filter ...");
            JdbcKeyStore<String> store = table.store();
            BloomFilter<String> filter = Filters.bloom(KeyEncoder.utf8())
                    .capacity(names)
                    .targetFpp(FPP)
                    .build();
            try (Gate<String> gate = Gate.over(store, () -> filter)
                    .writers(StoreWriters.onlyThisProcess())
                    .openWarm(scanned -> {})) {
                say(String.format(
                        Locale.ROOT,
                        "Checks %,d names, of which nine in ten are free, first without and then with it ...",
                        checks));
                List<String> warmUp = Names.asked(Math.toIntExact(Math.min(checks, 20_000)), taken, new Random(1));
                Round unusedCold = check(warmUp, store::contains);
                unusedCold = check(warmUp, gate::contains);
                GateStatistics before = gate.statistics();
                List<String> asked = Names.asked(Math.toIntExact(checks), taken, new Random(2));
                Round without = check(asked, store::contains);
                Round with = check(asked, gate::contains);
                tell(filter, without, with, before, gate.statistics());
                return without.found == with.found ? ExitCode.OK : ExitCode.FAILED;
            }
        }
    }

    private static Round check(List<String> names, Predicate<String> isTaken) {
        long began = System.nanoTime();
        long found = 0;
        for (String name : names) {
            found += isTaken.test(name) ? 1 : 0;
        }
        return new Round(found, (System.nanoTime() - began) / 1e9);
    }

    private void tell(
            BloomFilter<String> filter, Round without, Round with, GateStatistics before, GateStatistics after) {
        BloomInfo info = filter.info();
        long calls = after.storeCalls() - before.storeCalls();
        long falsePositives = after.falsePositives() - before.falsePositives();
        double measured = (double) falsePositives / Math.max(1, checks - with.found);
        Report report = new Report()
                .put("names", names)
                .put("checks", checks)
                .put("taken", with.found)
                .put("filter bytes", info.memoryBytes())
                .put("bits per name", 8.0 * info.memoryBytes() / names)
                .put("store calls without", checks)
                .put("store calls with", calls)
                .put("store calls avoided", checks - calls)
                .put("promised FPP", FPP)
                .put("measured FPP", measured)
                .put("seconds without", without.seconds)
                .put("seconds with", with.seconds)
                .put("times as fast", without.seconds / with.seconds);
        String table = String.format(
                Locale.ROOT,
                """

                                          without    with the filter
                names checked        %,12d       %,12d
                of these taken       %,12d       %,12d   the answers are the same, and exact
                store calls          %,12d       %,12d   %.1f %% avoided
                time, seconds        %12.2f       %12.2f   %.1f times as fast
                checks a second      %,12.0f       %,12.0f
                memory of the filter            -       %12s   %.1f bits a name
                FPP promised                    -         %8.2f %%
                FPP measured                    -         %8.2f %%   free names that were asked for in vain

                fill  %s
                %s""",
                checks,
                checks,
                without.found,
                with.found,
                checks,
                calls,
                100.0 * (checks - calls) / checks,
                without.seconds,
                with.seconds,
                without.seconds / with.seconds,
                checks / without.seconds,
                checks / with.seconds,
                Figures.bytes(info.memoryBytes()),
                8.0 * info.memoryBytes() / names,
                100 * FPP,
                100 * measured,
                Bars.bar(info.fillRatio()),
                FillMap.draw(filter, Long::toString));
        result.tell(report, table);
    }

    private void say(String text) {
        if (!result.json()) {
            System.out.println(text);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }
}
