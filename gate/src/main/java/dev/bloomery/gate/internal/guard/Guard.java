package dev.bloomery.gate.internal.guard;

import dev.bloomery.gate.store.StoreLocks;
import dev.bloomery.gate.store.StoreLocks.Epoch;
import dev.bloomery.gate.store.StoreLocks.Session;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Knows whether other gates have the same store open. Lock 0 is the door, the others are places; the store gives each lock to one session at a time, and takes all
 * locks of a session back when its process has ended.
 *
 * <ol>
 *   <li>A gate writes only while it has a place, and answers by itself only while it has all of them. So a gate that answers is the only one that writes. This needs
 *       no clock: a process that is stopped keeps its locks, and others wait for it.
 *   <li>A gate that comes takes all places if nobody has a lock, else one place that is free. If none is free it takes the door, and looks again.
 *   <li>A gate that has all places gives way when it sees any lock of others: first it stops answering, then it gives back all places but one.
 *   <li>A gate that has a place takes the others when nobody else has a lock, the door included. If it does not get all, it gives back those that it just took.
 *   <li>A session may be lost, with all its locks, and its process notices that only when it looks. So who has got a place waits for the <i>grace</i> before its
 *       first write, and who has got all places waits for it before it answers. Every process must notice within the grace that its session is lost.
 *   <li>Who has all places also waits until writes that others began have ended in the store.
 *   <li>An <i>epoch</i> is raised in the store by who has got a place, and by who has got all, before it writes or answers. Who ends while it is alone, without a
 *       write on its way or in doubt, marks its epoch as ended. If the epoch before one's own has ended, or is the own one of the last time alone, then no other gate
 *       has begun since, and nobody need be waited for.
 *   <li>When a look fails the session counts as lost: the gate stops writing and answering, gives the session up, and begins again.
 *   <li>A gate that is closed keeps a place until its last write is over, but does not get alone any more. Then it gives all locks back.
 * </ol>
 *
 * <p>{@link #look} does all of this, step by step, and is called by one thread at a time, every so often; it asks the clock for nothing but the waits of rule 5. All
 * other methods are for any number of threads and do not block.
 */
public final class Guard {
    private static final int DOOR = 0;
    private static final int NONE = 0;
    private static final int ALL = (1 << StoreLocks.COUNT) - 1 & ~(1 << DOOR);

    /**
     * What it waits for.
     *
     * @param graceNanos within which every process notices that its session is lost
     * @param lateWritesNanos for how much longer a write of a process that is gone may take effect
     * @param earlierWritesMillis for how long one look waits for earlier writes
     */
    public record Times(long graceNanos, long lateWritesNanos, long earlierWritesMillis) {}

    private final StoreLocks locks;
    private final Guarded gate;
    private final Times times;
    private final LongSupplier nanoTime;
    private final long owner;

    // of the thread that looks
    private @Nullable Session session;
    private int places = NONE;
    private boolean hasDoor;
    private boolean answers; // from before it may until after it may not
    private boolean isAcquainted; // with the others that it has met
    private boolean saidLost;
    private long placedNanos;
    private boolean nobodyBefore; // has begun and may not have noticed that it must end
    private long aloneNanos; // since when it has all places
    private boolean hasBegun;
    private @Nullable Epoch before;
    private @Nullable Epoch own;
    private @Nullable Epoch ownAlone;

    private final AtomicLong inside = new AtomicLong(); // writes
    private final AtomicLong rights = new AtomicLong(); // given so far
    private volatile long right; // the present one; 0: none
    private volatile GuardState state = GuardState.LOST;
    private volatile boolean closing;
    private volatile @Nullable RuntimeException problem;

    /** @param owner a number by chance, which no other gate has */
    public Guard(StoreLocks locks, Guarded gate, Times times, LongSupplier nanoTime, long owner) {
        this.locks = locks;
        this.gate = gate;
        this.times = times;
        this.nanoTime = nanoTime;
        this.owner = owner;
    }

    public GuardState state() {
        return state;
    }

    /** Why the locks are lost, if they are. */
    @Nullable
    public RuntimeException problem() {
        return problem;
    }

    // writes

    /**
     * A write begins.
     *
     * @return its right, for {@link #isValid}; 0 if it may not begin now
     */
    public long tryBegin() {
        inside.incrementAndGet(); // first: from now on the place is kept
        long given = closing ? 0 : right;
        if (given == 0) {
            boolean unused = end();
        }
        return given;
    }

    /**
     * A write is over.
     *
     * @return whether that was the last one that a gate which is closed has waited for
     */
    public boolean end() {
        return inside.decrementAndGet() == 0 && closing;
    }

    /** Whether the right was not lost since it was given. */
    public boolean isValid(long given) {
        return right == given;
    }

    /** No write begins any more. The next looks give the locks back, as soon as none is on its way. */
    public void close() {
        closing = true;
    }

    public boolean isClosing() {
        return closing;
    }

    public boolean hasWrites() {
        return inside.get() > 0;
    }

    // looks

    /** Looks once what others do, and does what follows. Throws nothing that a store throws. */
    public void look() {
        if (state == GuardState.CLOSED) {
            return;
        }
        if (closing && (session == null || !hasWrites())) {
            leave();
            return;
        }
        try {
            step();
        } catch (RuntimeException lookFailed) {
            lose(lookFailed);
        }
    }

    private void step() {
        Session here = session;
        if (here == null) {
            here = locks.open();
            session = here;
        }
        int others = here.lockedByOthers();
        sayFound();
        if (places == NONE) {
            come(here, others);
        } else if (others != 0) {
            meet();
            giveWay(here);
        } else if (places != ALL && !closing) {
            takeTheRest(here);
        }
        mayWriteIfWaited();
        mayAnswerIfWaited(here);
    }

    private void come(Session here, int others) {
        places = takePlaces(here, others);
        if (places == NONE) {
            meet();
            hasDoor = hasDoor || here.tryLock(DOOR);
            state = GuardState.WAITING;
            return;
        }
        placedNanos = nanoTime.getAsLong();
        if (others != 0) {
            meet();
        }
        if (hasDoor) {
            hasDoor = false;
            here.unlock(DOOR);
        }
        nobodyBefore = raise(here);
        if (places == ALL) {
            aloneNanos = placedNanos;
        }
        state = GuardState.ARRIVING;
    }

    private static int takePlaces(Session here, int others) {
        int taken = NONE;
        for (int place = DOOR + 1; place < StoreLocks.COUNT; place++) {
            boolean isFree = (others & 1 << place) == 0;
            if (isFree && here.tryLock(place)) {
                taken |= 1 << place;
                if (others != 0) {
                    return taken;
                }
            }
        }
        return taken == ALL ? ALL : keepOne(here, taken);
    }

    /** Gives back all places but the first; what is left. */
    private static int keepOne(Session here, int taken) {
        int kept = Integer.lowestOneBit(taken);
        unlock(here, taken & ~kept);
        return kept;
    }

    private static void unlock(Session here, int taken) {
        for (int rest = taken; rest != 0; rest &= rest - 1) {
            here.unlock(Integer.numberOfTrailingZeros(rest));
        }
    }

    private void takeTheRest(Session here) {
        int taken = NONE;
        for (int place = DOOR + 1; place < StoreLocks.COUNT; place++) {
            if ((places & 1 << place) == 0) {
                if (!here.tryLock(place)) {
                    unlock(here, taken);
                    return;
                }
                taken |= 1 << place;
            }
        }
        places = ALL;
        aloneNanos = nanoTime.getAsLong();
        nobodyBefore = raise(here);
    }

    /** Raises the epoch; whether that proves that nobody else can write, or answer, who has not noticed that it must not. */
    private boolean raise(Session here) {
        Optional<Epoch> kept = here.raiseEpoch(owner);
        Epoch last = kept.orElse(null);
        if (!hasBegun) {
            hasBegun = true;
            before = last;
        } else if (!isSame(last, own)) {
            before = null;
        }
        own = last == null ? null : new Epoch(last.number() + 1, owner, false);
        return last != null && (last.ended() || isSame(last, ownAlone));
    }

    static boolean isSame(@Nullable Epoch one, @Nullable Epoch other) {
        return one != null && other != null && one.number() == other.number() && one.owner() == other.owner();
    }

    private void mayWriteIfWaited() {
        if (state == GuardState.ARRIVING && (nobodyBefore || hasPassed(times.graceNanos, placedNanos))) {
            right = rights.incrementAndGet();
            state = GuardState.PRESENT;
        }
    }

    private void mayAnswerIfWaited(Session here) {
        if (state != GuardState.PRESENT || places != ALL || closing) {
            return;
        }
        if (!nobodyBefore) {
            boolean waited = hasPassed(times.graceNanos + times.lateWritesNanos, aloneNanos);
            if (!waited || !here.awaitEarlierWrites(times.earlierWritesMillis)) {
                return;
            }
        }
        ownAlone = own;
        isAcquainted = false;
        answers = true;
        gate.mayAnswer(new Entry(before, own));
        state = GuardState.ALONE;
    }

    private boolean hasPassed(long nanos, long since) {
        return nanoTime.getAsLong() - since >= nanos;
    }

    private void meet() {
        if (!isAcquainted) {
            isAcquainted = true;
            gate.met(answers);
        }
    }

    private void giveWay(Session here) {
        if (places == ALL) {
            stopAnswering();
            places = keepOne(here, places);
        }
    }

    private void stopAnswering() {
        if (state == GuardState.ALONE) {
            state = GuardState.PRESENT;
        }
        if (answers) {
            gate.stopAnswering();
            answers = false;
        }
    }

    private void sayFound() {
        if (saidLost) {
            saidLost = false;
            problem = null;
            gate.found();
        }
    }

    private void lose(RuntimeException lookFailed) {
        right = 0;
        stopAnswering();
        state = GuardState.LOST;
        problem = lookFailed;
        endSession();
        if (!saidLost && !closing) {
            saidLost = true;
            gate.lost(lookFailed);
        }
    }

    private void leave() {
        boolean wasAlone = state == GuardState.ALONE;
        right = 0;
        state = GuardState.CLOSED;
        Session here = session;
        Epoch begun = own;
        if (here != null && wasAlone && begun != null && !gate.hasWritesInDoubt()) {
            try {
                here.endEpoch(begun);
            } catch (RuntimeException unreachable) {
                problem = unreachable; // the next gate waits for the grace
            }
        }
        endSession();
    }

    private void endSession() {
        Session here = session;
        session = null;
        places = NONE;
        hasDoor = false;
        if (here != null) {
            here.close();
        }
    }
}
