package dev.bloomery.gate.internal.guard;

import dev.bloomery.gate.fixture.InMemoryLocks;
import dev.bloomery.gate.simulation.engine.Choices;
import dev.bloomery.gate.store.StoreLocks.Epoch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gates that are nothing but their guards, over the same locks, and all that can happen to them: in any order, also in the middle of a look. After each step, and
 * before each call of a session, it is judged whether a gate that answers may miss a write.
 */
final class ModelGates {
    static final long TICK = 500;
    static final long GRACE = 1_000;
    /** Within which the store does what is in doubt, or never. */
    static final long LATE = 2_000;

    /** What is broken on purpose. */
    enum Fault {
        NONE,
        /** Nobody waits for those who may not have noticed that their session is lost. */
        NO_GRACE,
        /** A process needs longer than the grace to notice that its session is lost. */
        NOTICE_LATE,
        /** Nobody waits for what the store may still do of a write whose outcome is not known. */
        NO_WAIT_FOR_EARLIER_WRITES,
        /** A gate goes on answering when it gives way. */
        GO_ON_ANSWERING,
        /** A gate says that it has ended although a write of it is in doubt. */
        FORGET_DOUBTS,
        /** A filter of the process before is believed without a look at the epoch. */
        BELIEVE_ALWAYS
    }

    private final Choices choices;
    private final Fault fault;
    private final boolean storeTells;
    private final InMemoryLocks locks = new InMemoryLocks();
    private final List<ModelGate> gates = new ArrayList<>();
    private long now;
    private int interruptions;
    private int depth;
    private String story = "";

    /** @param storeTells whether the store knows when earlier writes have ended; else a time was said after which they have */
    ModelGates(Choices choices, Fault fault, boolean storeTells, int number, int interruptions) {
        this.choices = choices;
        this.fault = fault;
        this.storeTells = storeTells;
        this.interruptions = interruptions;
        for (int i = 0; i < number; i++) {
            gates.add(new ModelGate(i));
        }
        locks.beforeEachCall(this::inTheMiddle);
    }

    /** A process that has a gate, which it may open again with the same directory. */
    private final class ModelGate implements Guarded {
        private final int number;
        private int opened;
        private InMemoryLocks.Client client = locks.client();
        private @Nullable Guard guard;
        private boolean looking;
        private boolean answers;
        private long lostSince = -1;
        private long writing; // the right of the write that is on its way; 0: none
        private boolean doubts;
        private long doubtsEnd; // of the processes before, too

        // the directory: what its filter was complete for
        private @Nullable Epoch noted;
        private boolean missesWrites;

        ModelGate(int number) {
            this.number = number;
        }

        void open() {
            client = locks.client();
            long graceNanos = fault == Fault.NO_GRACE ? 0 : GRACE;
            long lateNanos = storeTells || fault == Fault.NO_WAIT_FOR_EARLIER_WRITES ? 0 : LATE;
            Guard.Times times = new Guard.Times(graceNanos, lateNanos, 0);
            guard = new Guard(client, this, times, () -> now, 1 + number + 16L * ++opened);
        }

        boolean mayWrite() {
            Guard open = guard;
            if (open == null || open.isClosing()) {
                return false;
            }
            boolean may = open.tryBegin() != 0;
            if (may) {
                boolean unused = open.end();
            }
            return may;
        }

        void look() {
            Guard open = guard;
            if (open == null || looking) {
                return;
            }
            looking = true;
            open.look();
            looking = false;
            if (guard != open) {
                return; // crashed meanwhile
            }
            if (!client.hasLostUnknowingly()) {
                lostSince = -1;
            }
            if (open.state() == GuardState.CLOSED) {
                guard = null;
                answers = false;
            }
        }

        void crash() {
            client.crash();
            guard = null;
            answers = false;
            lostSince = -1;
            writing = 0;
            doubts = false;
        }

        void lose() {
            client.loseSessions();
            if (client.hasLostUnknowingly() && lostSince < 0) {
                lostSince = now;
            }
        }

        @Override
        public void stopAnswering() {
            if (fault != Fault.GO_ON_ANSWERING) {
                answers = false;
                noted = null; // the mark is taken away
            }
        }

        @Override
        public void mayAnswer(Entry entry) {
            boolean believed = fault == Fault.BELIEVE_ALWAYS ? noted != null : entry.continues(noted);
            if (believed && missesWrites) {
                throw new AssertionError("gate " + number + " believes a filter that misses writes:" + story);
            }
            noted = entry.own();
            missesWrites = false;
            answers = true;
        }

        @Override
        public void met(boolean wasAlone) {}

        @Override
        public void lost(RuntimeException problem) {}

        @Override
        public void found() {}

        @Override
        public boolean hasWritesInDoubt() {
            return doubts && fault != Fault.FORGET_DOUBTS;
        }
    }

    // what can happen

    private record Action(String name, Runnable run) {}

    private List<Action> actions(boolean inTheMiddle) {
        List<Action> actions = new ArrayList<>();
        for (ModelGate gate : gates) {
            Guard guard = gate.guard;
            if (guard == null) {
                if (!gate.looking) {
                    actions.add(new Action("open " + gate.number, gate::open));
                }
                continue;
            }
            if (!gate.looking) {
                actions.add(new Action("look " + gate.number, gate::look));
                actions.add(new Action("crash " + gate.number, gate::crash));
            }
            if (gate.lostSince < 0) {
                actions.add(new Action("lose " + gate.number, gate::lose));
            }
            if (!inTheMiddle && !guard.isClosing()) {
                actions.add(new Action("close " + gate.number, () -> {
                    gate.answers = false;
                    guard.close();
                }));
            }
            if (gate.mayWrite() && gate.writing == 0) {
                actions.add(new Action("write " + gate.number, () -> gate.writing = guard.tryBegin()));
            }
            if (gate.writing != 0) {
                actions.add(new Action("end " + gate.number, () -> endWrite(gate, guard, false)));
                actions.add(new Action("doubt " + gate.number, () -> endWrite(gate, guard, true)));
            }
        }
        if (gates.stream().noneMatch(this::mustNotice)) {
            actions.add(new Action("tick", () -> now += TICK));
        }
        return actions;
    }

    private void endWrite(ModelGate gate, Guard guard, boolean doubt) {
        if (guard.isValid(gate.writing)) { // else the store is not asked
            gates.stream().filter(other -> other != gate).forEach(other -> {
                if (other.answers) {
                    throw new AssertionError(
                            "gate " + gate.number + " writes, and gate " + other.number + " answers:" + story);
                }
                other.missesWrites = true;
            });
            if (doubt) {
                gate.doubts = true;
                gate.doubtsEnd = now + LATE;
            }
        }
        gate.writing = 0;
        boolean unused = guard.end();
    }

    /** What is assumed: within the grace a process notices that its session is lost, unless it is gone. */
    private boolean mustNotice(ModelGate gate) {
        return gate.lostSince >= 0
                && fault != Fault.NOTICE_LATE
                && now + TICK - gate.lostSince >= GRACE
                && gate.guard != null;
    }

    private void inTheMiddle() {
        locks.setEarlierWrites(storeTells
                && fault != Fault.NO_WAIT_FOR_EARLIER_WRITES
                && gates.stream().anyMatch(gate -> gate.doubtsEnd > now));
        judge();
        if (interruptions > 0 && depth == 0 && choices.below(2) == 1) {
            interruptions--;
            depth++;
            act(true);
            depth--;
        }
    }

    private void act(boolean inTheMiddle) {
        List<Action> actions = actions(inTheMiddle);
        int chosen = choices.below(actions.size());
        story += (inTheMiddle ? " [" : " ") + actions.get(chosen).name() + (inTheMiddle ? "]" : ",");
        actions.get(chosen).run().run();
        judge();
    }

    /** Runs some steps. */
    void run(int steps) {
        for (int i = 0; i < steps; i++) {
            act(false);
        }
    }

    /** The gates with these numbers open, and look until nothing is left to wait for. */
    void begin(int... numbers) {
        int allowed = interruptions;
        interruptions = 0;
        for (int number : numbers) {
            gates.get(number).open();
            for (int i = 0; i < 6; i++) {
                gates.forEach(ModelGate::look);
                now += TICK;
            }
        }
        interruptions = allowed;
    }

    private void judge() {
        for (ModelGate gate : gates) {
            if (gate.doubtsEnd > now) {
                gates.stream().filter(other -> other != gate).forEach(other -> other.missesWrites = true);
            }
            if (gate.answers) {
                gates.stream().filter(other -> other != gate).forEach(other -> requireQuiet(gate, other));
            }
        }
    }

    private void requireQuiet(ModelGate answering, ModelGate other) {
        Guard guard = other.guard;
        boolean isWriting = other.writing != 0 && guard != null && guard.isValid(other.writing);
        boolean writes = other.mayWrite() || isWriting || other.doubtsEnd > now;
        if (other.answers || writes) {
            throw new AssertionError("gate " + answering.number + " answers, and gate " + other.number
                    + (other.answers ? " does as well:" : " may write:") + story);
        }
    }
}
