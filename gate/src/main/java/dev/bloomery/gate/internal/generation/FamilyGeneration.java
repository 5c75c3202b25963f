package dev.bloomery.gate.internal.generation;

import dev.bloomery.AddResult;
import dev.bloomery.capacity.FilterFullException;
import dev.bloomery.family.FamilyInfo;
import dev.bloomery.family.FilterFamily;
import dev.bloomery.gate.report.GateInfo;
import dev.bloomery.gate.report.GateQuickInfo;
import dev.bloomery.gate.store.OwnedKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A generation that is a family. Keys are not taken out of it one by one; an owner is, with {@link #dropIf}: an add that begins after the
 * condition was found true comes after the drop.
 */
public final class FamilyGeneration<O, K> extends Generation<OwnedKey<O, K>> implements ForgetsOwners<O> {
    private static final int LOCKS = 64;

    private final FilterFamily<O, K> family;
    private final @Nullable Path directory;
    private final double promisedFpp;
    private final ReentrantLock[] locks = new ReentrantLock[LOCKS];
    private final @Nullable BudgetWatch watch;

    /** @param directory where it spills to, its own; null: nowhere */
    public FamilyGeneration(FilterFamily<O, K> family, @Nullable Path directory, @Nullable CapacityChoice choice) {
        this.watch = choice == null || family.info().memoryBudget() == Long.MAX_VALUE
                ? null
                : new BudgetWatch(choice, family);
        this.family = family;
        this.directory = directory;
        this.promisedFpp = family.info().targetFpp();
        Arrays.setAll(locks, i -> new ReentrantLock());
    }

    public FamilyInfo familyInfo() {
        return family.info();
    }

    @Override
    public GateInfo info(Duration age) {
        FamilyInfo info = family.info();
        return new GateInfo(
                "family",
                info.keys(),
                OptionalLong.empty(),
                info.memoryBudget() == Long.MAX_VALUE ? 0 : (double) info.memoryBytes() / info.memoryBudget(),
                info.memoryBytes(),
                info.targetFpp(),
                info.expectedFpp(),
                age,
                Optional.empty(),
                Optional.of(info));
    }

    /** A family counts as it goes: a look visits its parts, however many owners they have. */
    @Override
    public GateQuickInfo quickInfo(Duration age) {
        FamilyInfo info = family.info();
        return new GateQuickInfo(
                "family",
                info.keys(),
                OptionalLong.empty(),
                info.memoryBudget() == Long.MAX_VALUE ? 0 : (double) info.memoryBytes() / info.memoryBudget(),
                info.memoryBytes(),
                info.targetFpp(),
                age,
                Optional.empty());
    }

    @Override
    public double expectedFpp() {
        return family.info().expectedFpp();
    }

    /** Equal owners have equal hash codes; those that have not are never dropped. */
    private ReentrantLock lock(O owner) {
        int hash = owner.hashCode();
        return locks[(hash ^ (hash >>> 16)) & (LOCKS - 1)];
    }

    @Override
    public double promisedFpp() {
        return promisedFpp;
    }

    /** Of its memory budget, if it cannot spill. */
    @Override
    public boolean isFilledTo(double share) {
        FamilyInfo info = family.info();
        return directory == null
                && info.memoryBudget() < Long.MAX_VALUE
                && info.memoryBytes() > share * info.memoryBudget();
    }

    @Override
    public boolean test(OwnedKey<O, K> key) {
        return family.mightContain(key.owner(), key.key());
    }

    /** One batch for each run of keys of the same owner; usually all are of one. */
    @Override
    @SuppressWarnings("ReferenceEquality") // an equal owner that is another object begins a batch of its own
    public boolean[] testEach(List<OwnedKey<O, K>> keys) {
        boolean[] answers = new boolean[keys.size()];
        int from = 0;
        while (from < answers.length) {
            O owner = keys.get(from).owner();
            List<K> ofOwner = new ArrayList<>();
            for (int i = from; i < answers.length && keys.get(i).owner() == owner; i++) {
                ofOwner.add(keys.get(i).key());
            }
            boolean[] some = family.mightContainEach(owner, ofOwner);
            System.arraycopy(some, 0, answers, from, some.length);
            from += some.length;
        }
        return answers;
    }

    @Override
    public AddResult put(OwnedKey<O, K> key) {
        AddResult result = putLocked(key);
        if (watch != null) {
            if (result == AddResult.FULL) {
                watch.full();
            } else {
                watch.added();
            }
        }
        return result;
    }

    private AddResult putLocked(OwnedKey<O, K> key) {
        ReentrantLock lock = lock(key.owner());
        lock.lock();
        try {
            return family.add(key.owner(), key.key()) ? AddResult.ADDED : AddResult.MAYBE_PRESENT;
        } catch (FilterFullException full) {
            return AddResult.FULL;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void take(OwnedKey<O, K> key) {}

    /** If the disk fails they stay. */
    @Override
    public void dropIf(O owner, BooleanSupplier condition) {
        ReentrantLock lock = lock(owner);
        lock.lock();
        try {
            if (condition.getAsBoolean()) {
                boolean unused = dropped(owner);
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean dropped(O owner) {
        try {
            return family.drop(owner);
        } catch (UncheckedIOException | IllegalStateException failed) {
            return false; // they are false positives until the next rebuild
        }
    }

    /** Its files are of no use to the next gate. */
    @Override
    public void release(boolean keepFiles) {
        if (directory != null) {
            try {
                family.abandon();
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            } finally {
                GateDirectory.deleteTree(directory);
            }
        }
    }
}
