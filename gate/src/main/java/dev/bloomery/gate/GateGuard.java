package dev.bloomery.gate;

import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.guard.Entry;
import dev.bloomery.gate.internal.guard.Guard;
import dev.bloomery.gate.internal.guard.GuardRunner;
import dev.bloomery.gate.internal.guard.Guarded;
import dev.bloomery.gate.internal.guard.WriteRights;
import dev.bloomery.gate.internal.state.GateProblems;
import dev.bloomery.gate.internal.state.GateView;
import dev.bloomery.gate.report.GateProblem;
import dev.bloomery.gate.report.RebuildException;
import dev.bloomery.gate.store.KeyScan;
import dev.bloomery.gate.store.StoreLocks;
import dev.bloomery.gate.store.StoreLocks.Epoch;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a gate does when its {@link Guard} finds that others have the same store open, or have no more. */
final class GateGuard<K> implements Guarded {
    private static final System.Logger LOG = System.getLogger("dev.bloomery.gate");
    private static final long EARLIER_WRITES_MILLIS = 200;

    private final AbstractGate<K, ?> gate;
    private final GuardRunner runner;
    private volatile boolean started;
    private boolean mustRebuild; // of the thread that looks: it answered, or was going to

    private GateGuard(AbstractGate<K, ?> gate, StoreLocks locks) {
        this.gate = gate;
        GateSettings<K> settings = gate.settings;
        Guard.Times times =
                new Guard.Times(settings.grace.toNanos(), settings.lateWrites.toNanos(), EARLIER_WRITES_MILLIS);
        Guard guard = new Guard(locks, this, times, settings.guardNanoTime, new SecureRandom().nextLong());
        this.runner = new GuardRunner(guard, settings.guardPace);
    }

    /** The guard of the gate, which has begun nothing yet; null if it has none. */
    static <K> @Nullable GateGuard<K> of(AbstractGate<K, ?> gate, KeyScan<K> scan) {
        try {
            Optional<StoreLocks> locks = gate.settings.writers.isGuarded() ? scan.locks() : Optional.empty();
            if (locks.isEmpty()) {
                return null;
            }
            gate.core.views.beginAmongOthers();
            return new GateGuard<>(gate, locks.get());
        } catch (RuntimeException | Error problem) {
            gate.settings.generations.close(null); // nobody will close this gate
            throw problem;
        }
    }

    WriteRights rights() {
        return runner;
    }

    /** Looks once for others if that is quick, and from then on in the background. */
    void start() {
        runner.start();
        started = true;
    }

    void close() {
        runner.close();
    }

    /** @throws RebuildException if another gate is open for too long */
    void awaitAlone(Duration longest) {
        boolean alone;
        try {
            alone = runner.awaitAlone(longest.toNanos());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new RebuildException(
                    "the thread was interrupted while the rebuild waited for another gate; rebuild again");
        }
        gate.core.views.get().requireOpen();
        if (!alone) {
            throw new RebuildException("the gate cannot be rebuilt beside others, and was not alone for "
                    + longest.toMillis() + " ms: " + runner.whyNotAlone()
                    + ". It rebuilds itself when it is alone");
        }
    }

    // what the guard finds

    @Override
    public void stopAnswering() {
        try {
            gate.giveUp(() -> {
                GateView<K> before = gate.core.views.letOthersWrite();
                mustRebuild = mustRebuild || before.current() != null || before.building() != null;
                return before;
            });
        } catch (RuntimeException failed) {
            LOG.log(System.Logger.Level.ERROR, "a gate that had to give way had trouble with its directory", failed);
        }
    }

    @Override
    public void mayAnswer(Entry entry) {
        try {
            boolean refused = refuseFirst(entry);
            gate.core.endOthers(entry.own());
            gate.problems.end(GateProblem.Kind.ANOTHER_GATE);
            gate.mendWhenAlone(mustRebuild || (refused && started));
            mustRebuild = false;
        } catch (RuntimeException failed) {
            LOG.log(System.Logger.Level.ERROR, "a gate that is alone again had trouble with its directory", failed);
        }
    }

    /** Gives the filter of the process before up, if others may have written since; whether it did. */
    private boolean refuseFirst(Entry entry) {
        Generation<K> first = gate.core.views.get().unchecked();
        if (first == null) {
            return false;
        }
        Epoch noted = gate.settings.generations.notedEpoch();
        if (entry.continues(noted)) {
            return false;
        }
        LOG.log(
                System.Logger.Level.WARNING,
                "the filter in the directory of the gate is not used, and the gate begins with a scan: "
                        + whyRefused(entry, noted));
        if (gate.core.views.reject(first)) {
            first.discard();
        }
        return true;
    }

    private static String whyRefused(Entry entry, @Nullable Epoch noted) {
        if (entry.own() == null) {
            return "the store keeps no epoch, by which a gate knows whether another one has written while it was closed. Let the store keep one, see the"
                    + " documentation of the store; or say StoreWriters.onlyThisProcess().unguarded() if nothing else ever writes";
        }
        return noted == null
                ? "no epoch of the store was noted with it; it is of a gate without a guard, or of a store that kept none"
                : "another gate was opened over the same keys since, and may have written";
    }

    @Override
    public void met(boolean wasAlone) {
        gate.report(GateProblems.anotherGate(wasAlone));
    }

    @Override
    public void lost(RuntimeException problem) {
        gate.report(GateProblems.noLocks(problem));
    }

    @Override
    public void found() {
        gate.problems.end(GateProblem.Kind.NO_LOCKS);
    }

    @Override
    public boolean hasWritesInDoubt() {
        return gate.core.inDoubt.size() > 0 || gate.core.ownersInDoubt.size() > 0;
    }
}
