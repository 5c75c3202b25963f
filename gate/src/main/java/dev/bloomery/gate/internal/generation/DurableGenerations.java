package dev.bloomery.gate.internal.generation;

import dev.bloomery.file.DirectoryInUseException;
import dev.bloomery.file.SyncPolicy;
import dev.bloomery.gate.internal.generation.GateDirectory.Mark;
import dev.bloomery.gate.store.StoreLocks.Epoch;
import dev.bloomery.info.DurableStatistics;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.WindowedSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Durable filters, and a mark that says which of them is complete.
 *
 * <ol>
 *   <li>Under {@link SyncPolicy#always} the mark is there while the gate runs: it is moved to the next generation before that answers, and
 *       taken away before a write goes past the one that answers. Every add is on the disk before the store is written. After a crash the filter
 *       opens only if its journal was not cut.
 *   <li>Under another policy a crash may lose adds: the mark is taken away when the gate begins, and set when it has been closed.
 *   <li>Under every policy the mark says so when the gate has been closed; then the filter must have been closed, too.
 *   <li>Where the store keeps an epoch, the mark has that in which the filter was complete. Whoever believes it has compared it with that of the store.
 *   <li>Without a mark, or if what it names cannot be opened, a gate begins without a filter.
 * </ol>
 *
 * <p>Filters are opened with {@link SyncPolicy#onClose} for the first: writes sync for themselves, and keys that are scanned all at once.
 */
public final class DurableGenerations<K> implements Generations<K> {
    private static final System.Logger LOG = System.getLogger("dev.bloomery.gate");

    private final Path path;
    private final KeyEncoder<K> encoder;
    private final FilterSpec spec;
    private final SyncPolicy policy;
    private final boolean always;
    private final DurableTotals totals = new DurableTotals();
    private @Nullable GateDirectory directory;
    private @Nullable CapacityChoice choice;
    private @Nullable Epoch noted; // with the first one
    private @Nullable Epoch epoch;
    private @Nullable String marked; // what the mark names, while the gate runs

    public DurableGenerations(Path path, KeyEncoder<K> encoder, FilterSpec spec, SyncPolicy policy) {
        this.path = path;
        this.encoder = encoder;
        this.spec = spec;
        this.policy = policy;
        this.always = policy instanceof SyncPolicy.Always;
    }

    @Override
    public void onCapacity(CapacityChoice heard) {
        choice = heard;
    }

    private GateDirectory directory() {
        if (directory == null) {
            throw new IllegalStateException("the gate has not begun yet");
        }
        return directory;
    }

    @Override
    public @Nullable Generation<K> first() {
        GateDirectory opened = GateDirectory.open(path);
        directory = opened;
        DurableGeneration<K> first = null;
        boolean begun = false;
        try {
            Mark mark = opened.mark().orElse(null);
            first = mark == null ? null : named(opened, mark);
            noted = first == null || mark == null ? null : mark.epoch();
            if (first == null || !always) {
                opened.clearMark();
            } else {
                mark(first.name(), noted); // until it was compared with that of the store
            }
            opened.deleteGenerationsBut(first == null ? null : first.name());
            begun = true;
            return first;
        } finally {
            if (!begun) {
                giveUp(opened, first);
            }
        }
    }

    private void giveUp(GateDirectory opened, @Nullable DurableGeneration<K> first) {
        try (opened) {
            if (first != null) {
                first.close();
            }
        }
    }

    /** What the mark names, if it is as the mark says; null if not. As long as the mark is there, nothing is created or deleted where it points to. */
    private @Nullable DurableGeneration<K> named(GateDirectory opened, Mark mark) {
        Path place = opened.generation(mark.generation());
        if (!GateDirectory.hasFilter(place)) {
            return null;
        }
        try {
            DurableFilterHandle<K> filter = openFilter(place);
            DurableGeneration<K> generation = new DurableGeneration<>(filter, place, always);
            if (mark.closed() && !filter.recovery().cleanClose()) {
                generation.close();
                return null;
            }
            return generation;
        } catch (DirectoryInUseException used) {
            throw new UncheckedIOException(used);
        } catch (IOException | IllegalArgumentException unusable) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the filter in " + place + " cannot be used, so the gate begins with a scan of its store: "
                            + unusable.getMessage());
            return null;
        }
    }

    private DurableFilterHandle<K> openFilter(Path place) throws IOException {
        return totals.including(
                DurableFilterHandle.open(place, encoder, spec, always ? SyncPolicy.onClose() : policy, choice));
    }

    @Override
    public @Nullable Duration plannedWindow() {
        return spec instanceof WindowedSpec windowed ? windowed.window() : null;
    }

    @Override
    public Generation<K> next() {
        Path place = directory().newGeneration();
        try {
            return new DurableGeneration<>(openFilter(place), place, always);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public Optional<DurableStatistics> statistics() {
        return Optional.of(totals.sum());
    }

    @Override
    public @Nullable Epoch notedEpoch() {
        return noted;
    }

    @Override
    public void noteEpoch(@Nullable Epoch now) {
        epoch = now;
        String name = marked;
        if (name != null) {
            mark(name, now);
        }
    }

    private void mark(String name, @Nullable Epoch of) {
        directory().setMark(new Mark(name, false, of));
        marked = name;
    }

    @Override
    public void complete(Generation<K> generation) {
        if (always && generation instanceof DurableGeneration<K> durable) {
            mark(durable.name(), epoch);
        }
    }

    @Override
    public void incomplete() {
        marked = null;
        if (always) {
            directory().clearMark();
        }
    }

    @Override
    public void close(@Nullable Generation<K> complete) {
        try (GateDirectory open = directory()) {
            if (complete instanceof DurableGeneration<K> durable) {
                open.setMark(new Mark(durable.name(), true, epoch));
            }
        }
    }
}
