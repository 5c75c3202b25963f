package dev.bloomery.examples.cdn;

import dev.bloomery.Filters;
import dev.bloomery.WindowedFilter;
import dev.bloomery.gate.LoadingGate;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.WriteTicket;
import dev.bloomery.gate.report.GateStatistics;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.CuckooSpec;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;

/**
 * A disk cache in front of an origin. A gate answers for the disk: what is not there costs no access. An object is written when it is asked for a
 * second time within a day: most are asked for once only, and would push out others.
 *
 * <p>Answers are exact, whatever the filters say: a false positive of the first costs an access to the disk, one of the second a write. For one
 * thread at a time.
 */
final class EdgeCache implements AutoCloseable {
    private final DiskObjects disk;
    private final Function<String, byte[]> origin;
    private final LoadingGate<String, byte[]> onDisk;
    private final WindowedFilter<String> askedToday;

    /**
     * With what is on the disk already.
     *
     * @param most so many objects fit the disk
     * @param pathsPerDay distinct paths that are asked for in a day
     * @param targetFpp of both filters
     */
    EdgeCache(
            DiskObjects disk,
            Function<String, byte[]> origin,
            int most,
            int pathsPerDay,
            double targetFpp,
            InstantSource clock) {
        this.disk = disk;
        this.origin = origin;
        onDisk = LoadingGate.over(disk, KeyEncoder.utf8(), CuckooSpec.of(most, targetFpp))
                .writers(StoreWriters.onlyThisProcess())
                .openWarm(scanned -> {});
        askedToday = Filters.windowed(KeyEncoder.utf8())
                .window(Duration.ofDays(1), pathsPerDay)
                .targetFpp(targetFpp)
                .clock(clock)
                .build();
    }

    byte[] get(String path) {
        Optional<byte[]> cached = onDisk.get(path);
        if (cached.isPresent()) {
            return cached.get();
        }
        byte[] object = origin.apply(path);
        boolean firstToday = askedToday.add(path);
        if (!firstToday) {
            evict();
            onDisk.writing(path, () -> disk.write(path, object));
        }
        return object;
    }

    /** The filter forgets what goes, because its kind can. */
    private void evict() {
        for (String path : disk.surplus()) {
            try (WriteTicket<String> ticket = onDisk.beginWrite()) {
                disk.delete(path);
                ticket.deleted(path);
                ticket.committed();
            }
        }
    }

    GateStatistics statistics() {
        return onDisk.statistics();
    }

    long windowBytes() {
        return askedToday.info().memoryBytes();
    }

    @Override
    public void close() {
        onDisk.close();
    }
}
