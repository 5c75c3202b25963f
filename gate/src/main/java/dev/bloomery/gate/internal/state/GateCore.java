package dev.bloomery.gate.internal.state;

import dev.bloomery.gate.store.KeyFeed;
import dev.bloomery.gate.store.StoreLocks.Epoch;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What all operations of a gate share. */
public final class GateCore<K> {
    public final GateViews<K> views;
    public final WritePhases phases = new WritePhases();
    public final KeysInDoubt<K> inDoubt;
    /** Owners all of whose keys may vanish without a write that is seen. */
    public final KeysInDoubt<Object> ownersInDoubt;

    public final FalsePositives<K> falsePositives;
    public final GateCounts counts = new GateCounts();
    public final LateWrites lateWrites;
    public final LongSupplier nanoTime;
    private final KeyStripes stripes;
    private final boolean knowsAllWriters;
    private final boolean seesAll; // and no writes of a process before
    private final Function<? super K, ?> ownerOf;
    private Runnable rebuilding = () -> {}; // set before the gate is handed out, by who made it
    private KeyFeed.@Nullable Subscription feed; // set before the gate is handed out, by who made it

    /**
     * @param views what the gate begins with
     * @param stripes how many groups of keys are told apart, a power of two
     * @param rememberedFalsePositives how many at most, a power of two, or 0
     * @param knowsAllWriters whether every write of the store passes through here from its begin to its end
     * @param lateWrites for how long a scan must wait for writes that do not
     * @param ownerOf whose key it is, where keys have owners, who share a stripe with all their keys; else the key itself
     */
    public GateCore(
            GateViews<K> views,
            int stripes,
            int rememberedFalsePositives,
            boolean knowsAllWriters,
            LateWrites lateWrites,
            LongSupplier nanoTime,
            Function<? super K, ?> ownerOf) {
        this.views = views;
        this.stripes = new KeyStripes(stripes);
        this.falsePositives = new FalsePositives<>(rememberedFalsePositives);
        this.knowsAllWriters = knowsAllWriters;
        this.lateWrites = lateWrites;
        this.nanoTime = nanoTime;
        this.ownerOf = ownerOf;
        this.inDoubt = new KeysInDoubt<>(key -> this.stripes.doubt(stripe(key)));
        this.ownersInDoubt = new KeysInDoubt<>(owner -> this.stripes.doubt(this.stripes.stripe(owner)));
        this.seesAll = knowsAllWriters && lateWrites.afterOpeningNanos() == 0;
    }

    private int stripe(K key) {
        return stripes.stripe(ownerOf.apply(key));
    }

    public void hearOthersBy(KeyFeed.Subscription subscription) {
        feed = subscription;
    }

    /** What rebuilds the gate in the background. */
    public void rebuildBy(Runnable inBackground) {
        rebuilding = inBackground;
    }

    /** A write found that the gate must be rebuilt. */
    public void rebuildByItself() {
        rebuilding.run();
    }

    public boolean isFed() {
        return feed != null;
    }

    /**
     * Whether the filter has every key of others that was visible when this was called. For who reads the bits <i>afterwards</i>: of bits that were
     * read before, a feed that has caught up meanwhile says nothing.
     */
    public boolean hearsOthers() {
        KeyFeed.Subscription subscription = feed;
        return subscription == null || subscription.isCurrent();
    }

    /** Others write no more, see {@link GateViews#endOthers}. What is remembered, or shared, from before they did is void. */
    public void endOthers(@Nullable Epoch epoch) {
        stripes.changeAll(); // first: who finds all quiet afterwards has another number
        views.endOthers(epoch);
    }

    /** Marks a key that is going to be written; what to ask {@link #onlyThisWroteKey} with. */
    public long mark(K key) {
        return stripes.enter(stripe(key));
    }

    public void unmark(K key) {
        stripes.leave(stripe(key));
    }

    /** Marks all keys of an owner; what to ask {@link #onlyThisWrote} with. */
    public long markOwner(Object owner) {
        return stripes.enter(stripes.stripe(owner));
    }

    public void unmarkOwner(Object owner) {
        stripes.leave(stripes.stripe(owner));
    }

    /** Whether nobody but who marked the owner with this number has written a key of the owner since. */
    public boolean onlyThisWrote(Object owner, long marked) {
        return knowsAllWriters && HeldKeys.canHold(owner) && stripes.isAlone(stripes.stripe(owner), marked);
    }

    /**
     * Whether nobody but who marked the key with this number can have written it since: nobody else marked a key of the stripe, nobody writes who is not seen
     * here, and no write of a process before can come any more. Keys that expire by themselves do not matter.
     */
    public boolean onlyThisWroteKey(K key, long marked) {
        return !isFed()
                && HeldKeys.canHold(key)
                && !lateWrites.mayComeFromBefore(nanoTime)
                && stripes.isAlone(stripe(key), marked);
    }

    /** Whether a write of a key of the owner is in doubt: it may be done later. */
    public boolean hasKeyInDoubt(Object owner) {
        for (K key : inDoubt.all()) {
            if (ownerOf.apply(key).equals(owner)) {
                return true;
            }
        }
        return false;
    }

    /**
     * How often the stripe of the key was written so far, if nothing can be happening to the key: nobody writes the stripe, no write of the key is
     * in doubt, nobody writes who is not seen here. Else {@link KeyStripes#BUSY}. Between two equal numbers the store did not change.
     *
     * <p>The stripe is read first: a write records its doubt before it leaves the stripe. Where it never had one, the doubts need no look.
     */
    public long changesIfQuiet(K key) {
        if (views.othersMayWrite() || (!seesAll && (!knowsAllWriters || lateWrites.mayComeFromBefore(nanoTime)))) {
            return KeyStripes.BUSY;
        }
        long changes = ownChangesIfQuiet(key);
        if (changes == KeyStripes.BUSY || stripes.neverDoubted(stripe(key))) {
            return changes;
        }
        return inDoubt.contains(key) || ownersInDoubt.contains(ownerOf.apply(key)) ? KeyStripes.BUSY : changes;
    }

    /** Like {@link #changesIfQuiet}, of the writes that pass through here alone: between two equal numbers nothing was taken out of a filter. */
    public long ownChangesIfQuiet(K key) {
        return HeldKeys.canHold(key) ? stripes.quiet(stripe(key)) : KeyStripes.BUSY;
    }

    /** The store is going to be asked for the key; for how many questions the time that this takes shall stand, or 0 if it need not be measured. */
    public int countQuestion(K key) {
        long before = stripes.countQuestion(stripe(key));
        if (before % GateCounts.TIMED_OF != 0) {
            return 0;
        }
        return before == 0 ? 1 : GateCounts.TIMED_OF;
    }

    /** How often that was. */
    public long questions() {
        return stripes.questions();
    }

    /** All writes of the key that are in doubt have ended: whoever calls this knows it. */
    public void settle(K key) {
        long unused = mark(key); // what was thought of the key before is void
        inDoubt.settle(key);
        unmark(key);
    }

    /** All writes of the owner as a whole that are in doubt have ended: whoever calls this knows it. */
    public void settleOwner(Object owner) {
        long unused = markOwner(owner);
        ownersInDoubt.settle(owner);
        unmarkOwner(owner);
    }
}
