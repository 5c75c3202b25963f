package dev.bloomery.gate;

import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.protocol.BatchLookup;
import dev.bloomery.gate.internal.protocol.Write;
import dev.bloomery.gate.internal.state.AnswerSource;
import dev.bloomery.gate.internal.state.GateView;
import dev.bloomery.gate.internal.state.HeldKeys;
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
            AnswerSource<K, Boolean> answers,
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
        if (viewUnlessAbsent(key) == null) {
            return false;
        }
        core.views.get().requireOpen();
        int unused = core.countQuestion(key);
        try {
            return lookup.test(key);
        } catch (StoreException problem) {
            if (whenStoreFails == WhenStoreFails.SAY_PRESENT) {
                return true;
            }
            throw problem;
        }
    }

    /** Those of the keys that are there, in their order; the set given is used up. */
    final Set<K> which(Set<K> distinct) {
        if (!distinct.stream().allMatch(HeldKeys::canHold)) {
            distinct.removeIf(key -> !has(key)); // the store's answer could not be matched with the keys
            return distinct;
        }
        BatchLookup<K, Boolean> lookup = new BatchLookup<>(core, answers, distinct);
        lookup.run();
        try {
            Set<K> found = new LinkedHashSet<>(lookup.result().keySet());
            watchFpp();
            return found;
        } catch (StoreException problem) {
            if (whenStoreFails == WhenStoreFails.SAY_PRESENT) {
                return lookup.maybes();
            }
            throw problem;
        }
    }

    final boolean write(@Nullable K added, @Nullable K deleted, BooleanSupplier change) {
        long right = rights.begin();
        try {
            return run(new Write<>(core, Write.ORDER, added, deleted, ifAllowed(right, change), settlesDoubts()));
        } finally {
            rights.end();
        }
    }

    /** A write that inserts the key unless it is there. */
    final boolean insert(K key, BooleanSupplier change) {
        long right = rights.begin();
        try {
            BooleanSupplier allowed = ifAllowed(right, change);
            return run(new Write<>(core, Write.ORDER, key, null, allowed, settlesDoubts()).noMeansPresent());
        } finally {
            rights.end();
        }
    }

    /** Looks at the last moment whether the gate may still write. */
    final BooleanSupplier ifAllowed(long right, BooleanSupplier change) {
        return () -> {
            rights.require(right);
            return change.getAsBoolean();
        };
    }

    private boolean run(Write<K> write) {
        write.run();
        Generation<K> incomplete = write.foreignWrite();
        if (incomplete != null) {
            foreignWriteFound(incomplete);
        }
        return write.result();
    }
}
