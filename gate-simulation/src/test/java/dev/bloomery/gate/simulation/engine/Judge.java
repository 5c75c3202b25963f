package dev.bloomery.gate.simulation.engine;

import java.util.ArrayList;
import java.util.List;

/**
 * Judges the answers of lookups against the store as it was at every moment.
 *
 * <p>A <i>no</i> is wrong if the key was there from the begin of the lookup to its end, a <i>yes</i> if it never was. The simulation knows the moment
 * at which each write took effect, so that this is all that linearizability asks of a lookup.
 */
public final class Judge {
    /** A key whose lookup is on its way. */
    public static final class Case {
        private final int key;
        private boolean wasPresent;
        private boolean wasAbsent;

        public Case(int key) {
            this.key = key;
        }
    }

    /** An answer that is wrong. */
    public static final class WrongAnswer extends RuntimeException {
        private static final long serialVersionUID = 1;

        public WrongAnswer(String message) {
            super(message);
        }
    }

    /** A write that took another one of this gate for one past it. */
    public static final class FalseAlarm extends RuntimeException {
        private static final long serialVersionUID = 1;

        public FalseAlarm() {
            super("nobody wrote past the gate, but a write says so");
        }
    }

    private final SimulatedStore store;
    private final List<Case> open = new ArrayList<>();

    Judge(SimulatedStore store) {
        this.store = store;
    }

    public Case begin(int key) {
        Case begun = new Case(key);
        open.add(begun);
        witness(begun);
        return begun;
    }

    /** To be called after each change of the store. */
    public void witness() {
        open.forEach(this::witness);
    }

    private void witness(Case lookup) {
        if (store.isPresent(lookup.key)) {
            lookup.wasPresent = true;
        } else {
            lookup.wasAbsent = true;
        }
    }

    public void end(Case lookup, boolean yes) {
        open.remove(lookup);
        if (yes ? !lookup.wasPresent : !lookup.wasAbsent) {
            throw new WrongAnswer("key " + lookup.key
                    + (yes ? " was never there, the answer was yes" : " was there all the time, the answer was no"));
        }
    }

    /** The lookup failed, or nobody waits for it any more. */
    public void drop(Case lookup) {
        open.remove(lookup);
    }
}
