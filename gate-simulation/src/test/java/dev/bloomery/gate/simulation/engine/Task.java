package dev.bloomery.gate.simulation.engine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Something that is done in a simulation, in plain code: wherever it touches what others see, another task may come in between. */
public abstract class Task {
    /** What kind of task it is: broken protocols break some kinds only. */
    public enum Role {
        LOOKUP,
        BATCH,
        WRITE,
        TICKET,
        DROP,
        REBUILD,
        OTHERS
    }

    private final Role role;
    private boolean begun;
    private boolean over;
    private boolean gone;
    private int begunAt;
    private @Nullable Worker worker;
    private @Nullable BooleanSupplier waitsFor;
    /** What a broken protocol keeps for this task until later. */
    private final Deque<Runnable> deferred = new ArrayDeque<>();

    private boolean defers = true;
    private final Map<String, Object> notes = new HashMap<>(4);

    protected Task(Role role) {
        this.role = role;
    }

    public final Role role() {
        return role;
    }

    /** Does it. What the gate refuses is no fault, and is caught here; a wrong answer is thrown. */
    public abstract void run(Simulation simulation);

    /** Whether it may begin now. */
    public boolean mayBegin(Simulation simulation) {
        return true;
    }

    /** The time at which it must be over. */
    public int deadline() {
        return Integer.MAX_VALUE;
    }

    // for broken protocols

    /** Does this at {@link #catchUp}, and not now. */
    public final void defer(Runnable work) {
        deferred.add(work);
    }

    /** Does what was deferred. */
    public final void catchUp() {
        for (Runnable work = deferred.poll(); work != null; work = deferred.poll()) {
            work.run();
        }
    }

    /** {@link #catchUp}, and from now on nothing is deferred any more. */
    public final void catchUpNow() {
        defers = false;
        catchUp();
    }

    /** Whether work may still be deferred. */
    public final boolean defers() {
        return defers;
    }

    /** What was noted under the name, by this task; null if nothing was. */
    public final @Nullable Object noted(String name) {
        return notes.get(name);
    }

    /** Whether something was noted under the name, by this task. */
    public final boolean has(String name) {
        return notes.containsKey(name);
    }

    public final void note(String name, Object what) {
        notes.put(name, what);
    }

    // for the simulation

    final void begin(int step) {
        begun = true;
        begunAt = step;
    }

    /** The step at which it began. */
    public final int begunAt() {
        return begunAt;
    }

    public final boolean hasBegun() {
        return begun;
    }

    public final boolean isOver() {
        return over;
    }

    final void setOver() {
        over = true;
    }

    /** Its process is gone: it does nothing any more. */
    final void setGone() {
        gone = true;
    }

    final boolean isGone() {
        return gone;
    }

    final @Nullable Worker worker() {
        return worker;
    }

    final void runBy(Worker given) {
        worker = given;
    }

    final void waitFor(BooleanSupplier condition) {
        waitsFor = condition;
    }

    final void goOn() {
        waitsFor = null;
    }

    final boolean mustWait() {
        return waitsFor != null && !waitsFor.getAsBoolean();
    }

    @Override
    public String toString() {
        return getClass().getSimpleName();
    }
}
