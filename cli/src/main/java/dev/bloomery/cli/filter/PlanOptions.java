package dev.bloomery.cli.filter;

import dev.bloomery.Filters;
import dev.bloomery.cli.text.CountConverter;
import dev.bloomery.cli.text.DurationConverter;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.ScalableSpec;
import dev.bloomery.spec.Seed;
import dev.bloomery.spec.SeededSpec;
import dev.bloomery.spec.WindowedSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a new filter is to be. */
public final class PlanOptions {
    private static final double DEFAULT_FPP = 0.01;

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            description =
                    "bloom, counting and cuckoo (can remove), scalable (grows), fuse (fixed, the smallest), windowed (forgets). Default: bloom.")
    private @Nullable FilterKind kind;

    @Option(names = "--fpp", paramLabel = "P", description = "The false positive probability. Default: 0.01.")
    private @Nullable Double fpp;

    @Option(
            names = "--keys",
            paramLabel = "N",
            converter = CountConverter.class,
            description = "Distinct keys that it shall have room for. Default: as many as there are.")
    private @Nullable Long keys;

    @Option(
            names = "--window",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "For --kind windowed: forget keys after this time: 30d.")
    private @Nullable Duration window;

    @Option(
            names = "--spec",
            paramLabel = "SPEC",
            description = "The whole plan as one text, as 'plan' and 'info' print it.")
    private @Nullable String spec;

    @Option(
            names = "--seed",
            paramLabel = "HEX",
            description = "The secret seed, for filters to be built alike. Default: a random one.")
    private @Nullable String seed;

    @Option(
            names = "--like",
            paramLabel = "FILTER",
            description = "The plan and the seed of this filter, so that both can be merged.")
    private @Nullable Path like;

    /** A filter that grows begins with room for so many keys, as the library has it: slices of a few keys cost more bits a key for ever. */
    private static final long LEAST_FIRST_SLICE = ScalableSpec.of(DEFAULT_FPP).firstCapacity();

    /** The plan as far as it is known before the keys are, and the seed. */
    public SeededSpec draft() throws IOException {
        if (like != null) {
            return ofOther(like);
        }
        return new SeededSpec(draftSpec(), seed == null ? Seed.random() : Seed.fromHex(seed));
    }

    private SeededSpec ofOther(Path other) throws IOException {
        if (kind != null || fpp != null || keys != null || window != null || spec != null || seed != null) {
            throw new IllegalArgumentException(
                    "--like says all there is to a plan; leave the other options of the plan out");
        }
        Path file = Files.isDirectory(other) ? DurableDirectory.snapshot(other) : other;
        SeededSpec plan =
                Filters.load(FilterKeys.forBits(file)).from(file).any().seededSpec();
        if (!plan.spec().kind().takesKeys()) {
            throw new IllegalArgumentException(
                    "a fuse filter cannot be made like another: it has the size of its keys");
        }
        return plan;
    }

    private FilterSpec draftSpec() {
        if (spec != null) {
            if (kind != null || fpp != null || keys != null || window != null) {
                throw new IllegalArgumentException(
                        "--spec says all there is to a plan; leave --kind, --fpp, --keys and --window out");
            }
            return FilterSpec.parse(spec);
        }
        double target = fpp == null ? DEFAULT_FPP : fpp;
        if (window != null || kind == FilterKind.WINDOWED) {
            return windowed(target);
        }
        return kind().spec(keys == null ? 1 : keys, target);
    }

    private FilterSpec windowed(double target) {
        if (window == null || keys == null || (kind != null && kind != FilterKind.WINDOWED)) {
            throw new IllegalArgumentException(
                    "a windowed filter needs --window, and --keys for the busiest window; and no other --kind");
        }
        return WindowedSpec.of(keys, window, target);
    }

    private FilterKind kind() {
        return kind == null ? FilterKind.BLOOM : kind;
    }

    /** Whether all keys must be there before the filter is made: to be counted, or to be in it once each. */
    public boolean needsCount() {
        if (like != null || window != null || kind == FilterKind.WINDOWED) {
            return false;
        }
        FilterKind of = spec == null ? kind() : FilterKind.of(FilterSpec.parse(spec));
        boolean sizeOpen = spec == null && keys == null;
        return sizeOpen || of.removes() || of == FilterKind.FUSE;
    }

    /** The plan, now that the keys are counted. */
    public FilterSpec sized(FilterSpec draft, long count) {
        if (spec != null || keys != null) {
            return draft;
        }
        FilterKind of = FilterKind.of(draft);
        return of.spec(of == FilterKind.SCALABLE ? firstSlice(count) : count, draft.targetFpp());
    }

    /**
     * Room for all lines and a few more. A slice that grows goes by an estimate of its keys, which varies by less than
     * their square root; without the margin every second build would end with a second slice, twice as large, for ten keys.
     */
    private static long firstSlice(long count) {
        return Math.max(LEAST_FIRST_SLICE, count + (long) (4 * Math.sqrt((double) count)));
    }
}
