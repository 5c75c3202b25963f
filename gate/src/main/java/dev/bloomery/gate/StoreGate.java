package dev.bloomery.gate;

import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.protocol.BatchLookup;
import dev.bloomery.gate.internal.protocol.Write;
import dev.bloomery.gate.internal.state.CountedAnswers;
import dev.bloomery.gate.internal.state.CountedWrite;
import dev.bloomery.gate.internal.state.GateView;
import dev.bloomery.gate.internal.state.HeldKeys;
import dev.bloomery.gate.report.WriteCounts.Operation;
import dev.bloomery.gate.store.KeyScan;
import dev.bloomery.gate.store.StoreException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What {@link Gate} and {@link OwnerGate} have in common: whether a key is there, and writes.
 *
 * @param <K> the type of the keys
 */
abstract sealed class StoreGate<K> extends AbstractGate<K, Boolean> permits KeyGate, OwnerGate {
    private final WhenStoreFails whenStoreFails;

    StoreGate(
            GateSettings<K> settings,
            KeyScan<K> scan,
            CountedAnswers<K, Boolean> answers,
            WhenStoreFails whenStoreFails) {
        super(settings, scan, answers);
        this.whenStoreFails = whenStoreFails;
    }

    final boolean has(K key) {
        GateView<K> tested = viewUnlessAbsent(key);
        return tested != null && hasByStore(key, tested);
    }

    final CompletionStage<Boolean> hasLater(K key) {
        GateView<K> tested = viewUnlessAbsent(key);
        return tested == null ? CompletableFuture.completedFuture(false) : later(() -> hasByStore(key, tested));
    }

    private boolean hasByStore(K key, GateView<K> tested) {
        try {
            return finishLookup(key, tested).isPresent();
        } catch (StoreException problem) {
            if (whenStoreFails == WhenStoreFails.SAY_PRESENT) {
                return true;
            }
            throw problem;
        }
    }

    /**
     * Asks the filter, and then this lookup instead of the store. It may see writes of the caller that are
     * not committed, so its answer is shared with nobody, not remembered, and not counted as a false
     * positive.
     */
    final boolean has(K key, Predicate<? super K> lookup) {
        if (viewUnlessAbsent(key, true) == null) {
            return false;
        }
        core.views.get().requireOpen();
        int unused = core.countQuestion(key);
        boolean answered = false;
        try {
            boolean found = lookup.test(key);
            answered = true;
            return found;
        } catch (StoreException problem) {
            if (whenStoreFails == WhenStoreFails.SAY_PRESENT) {
                return true;
            }
            throw problem;
        } finally {
            if (!answered) {
                answers.countFailure();
            }
        }
    }

    /** Those of the keys that are there, in their order; the set given is used up. */
    final Set<K> which(Set<K> distinct) {
        if (!distinct.stream().allMatch(HeldKeys::canHold)) {
            distinct.removeIf(key -> !has(key)); // the store's answer could not be matched with the keys
            return distinct;
        }
        BatchLookup<K, Boolean> lookup = new BatchLookup<>(core, answers, distinct);
        try {
            Set<K> found = new LinkedHashSet<>(lookup.run().keySet());
            watchFpp();
            return found;
        } catch (StoreException problem) {
            if (whenStoreFails == WhenStoreFails.SAY_PRESENT) {
                return lookup.maybes();
            }
            throw problem;
        }
    }

    final boolean write(Operation operation, @Nullable K added, @Nullable K deleted, BooleanSupplier change) {
        return counted(operation, change, counted -> run(new Write<>(core, added, deleted, counted, settlesDoubts())));
    }

    /** A write that inserts the key unless it is there. */
    final boolean insert(Operation operation, K key, BooleanSupplier change) {
        return counted(
                operation,
                change,
                counted -> run(new Write<>(core, key, null, counted, settlesDoubts()).noMeansPresent()));
    }

    /** Does a write when the gate may, and counts what becomes of it. At the last moment before the store is asked it is looked whether the gate still may. */
    final boolean counted(Operation operation, BooleanSupplier change, Predicate<BooleanSupplier> whole) {
        doubts.settleDue();
        CountedWrite counted = new CountedWrite(core.counts.writes, operation, change);
        return counted.count(() -> {
            long right = rights.begin();
            try {
                return whole.test(() -> {
                    rights.require(right);
                    return counted.getAsBoolean();
                });
            } finally {
                rights.end();
            }
        });
    }

    private boolean run(Write<K> write) {
        try {
            return write.run();
        } finally {
            Generation<K> incomplete = write.foreignWrite();
            if (incomplete != null) {
                foreignWriteFound(incomplete);
            }
        }
    }
}
