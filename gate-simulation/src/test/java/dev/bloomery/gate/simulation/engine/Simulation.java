package dev.bloomery.gate.simulation.engine;

import dev.bloomery.gate.HiddenConstructors;
import dev.bloomery.gate.HiddenConstructors.Surroundings;
import dev.bloomery.gate.OwnerGate;
import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.state.KeyStripes;
import dev.bloomery.gate.report.RebuildException;
import dev.bloomery.gate.store.OwnedKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One run of a scenario: a real gate, over a store, filters and a feed that are models. Its tasks run the code that production runs, one at a time. Wherever a task touches
 * what others see, which is a {@link #point}, the {@link Choices} say whether it goes on or which task does, whether a late write takes effect, or whether time passes.
 */
public final class Simulation {
    /** Looks at tasks that wait, when nobody can do anything, after which they are stuck. */
    private static final int STUCK = 1_000;

    /** Who may be interrupted, and how often. */
    public interface Switching {
        /** Whether the task that runs gives way before it touches this part; others could go on. */
        boolean giveWay(Choices choices, Part part);
    }

    private final Scenario scenario;
    private final Protocol protocol;
    private final Choices choices;
    private final Switching switching;
    private final SimulatedStore store;
    private final Judge judge;
    private final SimulatedFeed feed;
    private final List<Task> tasks = new ArrayList<>();
    private final List<Task> ready = new ArrayList<>();
    private final SimulatedGenerations generations = new SimulatedGenerations(this);
    private final Worker main = Worker.ofThisThread();
    private final @Nullable StringBuilder trace;
    private final int lateOneIn;
    private @Nullable ScheduledStripes stripes;
    private SimulatedGate gate;
    private @Nullable Task running;
    private @Nullable Worker unwinds;
    private @Nullable BooleanSupplier willWaitFor;
    private @Nullable Throwable failure;
    private int now = 1;
    private int steps;
    private int lateWritesEnd;
    private boolean firstPoint;
    private boolean crashing;
    private boolean crashed;
    private boolean rebuilding;
    private int foreignWrites;
    private int alarms;

    public Simulation(Scenario scenario, Protocol protocol, Choices choices, Switching switching, boolean traced) {
        this.scenario = scenario;
        this.protocol = protocol;
        this.choices = choices;
        this.switching = switching;
        this.trace = traced ? new StringBuilder() : null;
        store = new SimulatedStore(scenario.store(), this);
        judge = new Judge(store);
        feed = new SimulatedFeed(this);
        gate = newGate(0);
        lateWritesEnd =
                scenario.store().timeToLive() > 0 ? 0 : Integer.MAX_VALUE; // a key that expires may not come late
        for (int key = 0; key < store.keys(); key++) {
            if ((scenario.presentAtFirst() >> key & 1) != 0) {
                store.put(key);
            }
        }
        if (scenario.activeAtFirst()) {
            rebuild(); // before the first task begins there are no points
        }
        if (scenario.lease() > 0) {
            feed.sendHeartbeat();
            feed.deliver();
        }
        lateOneIn = choices.oneIn(2) ? 8 : 64;
        for (Supplier<Task> task : scenario.tasks()) {
            tasks.add(task.get());
        }
    }

    private SimulatedGate newGate(int afterOpening) {
        return scenario.owners() ? newGateOfOwners(afterOpening) : newGateOfKeys(afterOpening);
    }

    private SimulatedGate newGateOfKeys(int afterOpening) {
        Surroundings<Integer> surroundings = surroundings(afterOpening);
        surroundings.generations = generations;
        boolean fed = !scenario.knowsAllWriters() && !scenario.expires();
        surroundings.feed = fed ? feed : null;
        surroundings.expiryNanos =
                scenario.expires() ? Math.max(1, scenario.store().timeToLive()) : 0;
        var made = HiddenConstructors.gate(store, surroundings);
        return new GateOfKeys(made, HiddenConstructors.core(made));
    }

    private SimulatedGate newGateOfOwners(int afterOpening) {
        Surroundings<OwnedKey<Integer, Integer>> surroundings = surroundings(afterOpening);
        surroundings.generations = () -> new ModelFamily(this, newFilter());
        OwnerGate<Integer, Integer> made = HiddenConstructors.ownerGate(new StoreOfOwners(store), surroundings);
        return new GateOfOwners(made, HiddenConstructors.core(made));
    }

    private <K> Surroundings<K> surroundings(int afterOpening) {
        Surroundings<K> surroundings = new Surroundings<>();
        surroundings.parts = new ScheduledParts(this);
        surroundings.stripes = scenario.stripes();
        surroundings.remembered = scenario.remembered();
        surroundings.nanoTime = () -> now;
        surroundings.lateWritesNanos = afterOpening;
        surroundings.longestWriteNanos = protocol.waitAfterAnnouncement(scenario.longestWrite());
        surroundings.foreignWriteFound = this::tripped;
        return surroundings;
    }

    /**
     * Runs it to its end.
     *
     * @throws Judge.WrongAnswer if an answer was wrong
     */
    public void run() {
        Task first = choose(null, Part.STORE);
        first.runBy(main);
        running = first;
        runFrom(first, main);
        running = null;
        throwFailure();
        while (store.lateWrites() > 0) {
            store.endLate(0);
        }
        feed.deliver();
        checkFilter();
    }

    private void throwFailure() {
        if (failure instanceof RuntimeException problem) {
            throw problem;
        }
        if (failure instanceof Error problem) {
            throw problem;
        }
    }

    // whose turn it is

    /** Runs a task on this thread, and after it others, until one must go on that another thread has begun. The main thread returns when all are over. */
    private void runFrom(Task first, Worker here) {
        @Nullable Task task = first;
        while (task != null) {
            runToItsEnd(task);
            task = nextOn(here);
        }
    }

    /** What is to be begun next on this thread; null if there is nothing: the turn was passed on. */
    private @Nullable Task nextOn(Worker here) {
        Worker heir = unwinds;
        if (heir == null) {
            Task next = tasks.isEmpty() ? null : chooseOrFail();
            running = next;
            if (next != null && next.worker() == null) {
                next.runBy(here);
                return next;
            }
            heir = next == null ? main : Objects.requireNonNull(next.worker());
        }
        if (here != main) {
            here.becomeIdle();
            here.giveTurnTo(heir);
        } else if (heir != main) {
            main.giveTurnTo(heir);
            main.awaitTurn(); // until all are over
        }
        return null;
    }

    private void runToItsEnd(Task task) {
        task.begin(++steps);
        firstPoint = true; // where it was chosen to go on
        note(task, "begins");
        try {
            task.run(this);
        } catch (Gone gone) {
            // its process is
        } catch (RuntimeException | Error problem) {
            fail(problem);
        }
        firstPoint = false;
        note(task, "ends");
        task.setOver();
        tasks.remove(task);
        if (failure != null && unwinds == null) {
            endAll(task);
        }
    }

    private void fail(Throwable problem) {
        if (failure == null) {
            failure = problem;
        }
    }

    /** What happened is wrong: nobody goes on. */
    private void endAll(Task last) {
        running = last;
        unwind(last);
        tasks.clear();
    }

    private @Nullable Task chooseOrFail() {
        try {
            return choose(null, Part.STORE);
        } catch (AssertionError stuck) {
            fail(stuck);
            endAll(Objects.requireNonNull(running));
            return null;
        }
    }

    /** A task is going to touch what others see: now they may come first. */
    public void point(Part part) {
        Task self = running;
        if (self == null) {
            return;
        }
        if (self.isGone()) {
            throw new Gone();
        }
        steps++;
        if (firstPoint) {
            firstPoint = false;
            note(self, part);
        } else {
            pointOf(self, part);
        }
    }

    private void pointOf(Task self, Part part) {
        try {
            happensByItself();
            goOnWith(self, choose(self, part));
        } catch (AssertionError stuck) {
            fail(stuck);
            self.setGone();
        }
        if (self.isGone()) {
            throw new Gone();
        }
        note(self, part);
    }

    private void goOnWith(Task self, Task next) {
        if (next == self) {
            return;
        }
        running = next;
        if (next.worker() == null) {
            startWorker(next);
        }
        Worker here = Objects.requireNonNull(self.worker());
        here.giveTurnTo(Objects.requireNonNull(next.worker()));
        here.awaitTurn();
    }

    private void startWorker(Task task) {
        Worker[] made = new Worker[1];
        made[0] = Worker.with(() -> runFrom(task, made[0]));
        task.runBy(made[0]);
    }

    /** The task goes on when this holds, and others first. */
    public void waitUntil(BooleanSupplier condition) {
        Task self = running;
        if (self == null) {
            return;
        }
        self.waitFor(condition);
        firstPoint &= condition.getAsBoolean();
        point(Part.STORE);
        self.goOn();
    }

    /** What the task that runs will wait for, if it is going to. */
    void willWaitFor(BooleanSupplier condition) {
        willWaitFor = condition;
    }

    /** The task waits for others who tell nobody when they are done, or for time to pass, or for what it does not know yet: that nobody wants it any more. */
    void waitForOthers() {
        BooleanSupplier condition = willWaitFor;
        willWaitFor = null;
        int since = now;
        Object seen = gate.view();
        if (running == null) {
            now++;
        } else {
            waitUntil(() -> (condition == null ? now != since : condition.getAsBoolean()) || gate.view() != seen);
        }
    }

    private Task choose(@Nullable Task self, Part part) {
        boolean goesOn = self != null && !self.mustWait();
        for (int looks = 0; looks < STUCK; looks++) {
            ready.clear();
            for (Task task : tasks) {
                boolean able = task.hasBegun() ? !task.mustWait() : task.mayBegin(this);
                if (able && task != self) {
                    ready.add(task);
                }
            }
            if (self != null && goesOn && (ready.isEmpty() || !switching.giveWay(choices, part))) {
                return self;
            }
            if (!ready.isEmpty()) {
                return ready.get(choices.below(ready.size()));
            }
            boolean unused = timePasses();
            goesOn = self != null && !self.mustWait();
        }
        throw new AssertionError("nobody can go on: " + tasks);
    }

    /** A late write may end now, or time pass. */
    private void happensByItself() {
        if (store.lateWrites() > 0 && choices.oneIn(lateOneIn)) {
            note("a late write ends");
            store.endLate(choices.below(store.lateWrites()));
        } else if (scenario.longestWrite() > 0 && choices.oneIn(6)) {
            boolean unused = timePasses();
        }
    }

    private boolean timePasses() {
        if (scenario.longestWrite() == 0) {
            return false;
        }
        for (Task task : tasks) {
            if (task.hasBegun() && task.deadline() <= now) {
                return false;
            }
        }
        while (now >= lateWritesEnd && store.lateWrites() > 0) {
            store.endLate(0);
        }
        now++;
        witness();
        note("time passes");
        return true;
    }

    // the end of a process

    /** Ends all other tasks that have begun, where they are. */
    private void unwind(Task survivor) {
        Worker here = Objects.requireNonNull(survivor.worker());
        for (Task task : List.copyOf(tasks)) {
            if (task != survivor && task.hasBegun()) {
                task.setGone();
                unwinds = here;
                running = task;
                here.giveTurnTo(Objects.requireNonNull(task.worker()));
                here.awaitTurn();
            }
        }
        unwinds = null;
        running = survivor;
    }

    /** Whether the process of the first gate is gone. */
    public boolean hasCrashed() {
        return crashed;
    }

    boolean isCrashing() {
        return crashing;
    }

    void crash() {
        Task self = Objects.requireNonNull(running);
        crashing = true;
        unwind(self);
        crashing = false;
        crashed = true;
        rebuilding = false;
        willWaitFor = null;
        lateWritesEnd = now + scenario.longestWrite();
        while (scenario.longestWrite() == 0 && store.lateWrites() > 0) {
            store.endLate(0);
        }
        running = null; // the next process opens its gate before anything else happens
        gate = newGate(protocol.waitAfterOpening(scenario.longestWrite()));
        running = self;
    }

    // what happens

    /** At the end a filter that answers knows every key. */
    private void checkFilter() {
        Generation<?> answering = gate.view().answering();
        for (int key = 0; key < store.keys(); key++) {
            if (answering != null && store.isPresent(key) && !gate.mightContain(answering, key)) {
                throw new Judge.WrongAnswer("at the end the filter does not know key " + key + ", which is there");
            }
        }
    }

    /** Somebody writes the store who does not tell the gate. */
    public void writeForeign(int key) {
        point(Part.STORE);
        foreignWrites++;
        store.put(key);
    }

    /** A write says that somebody did. */
    private void tripped() {
        if (foreignWrites == 0) {
            fail(new Judge.FalseAlarm());
        }
        alarms++;
    }

    public int alarms() {
        return alarms;
    }

    /** A rebuild; one that is given up is no fault. */
    public void rebuild() {
        rebuilding = true;
        try {
            var unused = gate.real().rebuild();
        } catch (RebuildException givenUp) {
            // as it may be
        } finally {
            rebuilding = false;
        }
    }

    void witness() {
        judge.witness();
    }

    private void note(Task task, Object what) {
        if (trace != null) {
            note(task + ": " + what);
        }
    }

    private void note(String what) {
        if (trace != null) {
            trace.append(now).append(' ').append(what).append('\n');
        }
    }

    public String trace() {
        return String.valueOf(trace);
    }

    ModelFilter newFilter() {
        ModelFilter.Shape shape = scenario.filter();
        return scenario.removable() ? new RemovableModelFilter(shape, () -> now) : new ModelFilter(shape, () -> now);
    }

    public Scenario scenario() {
        return scenario;
    }

    public Protocol protocol() {
        return protocol;
    }

    public Choices choices() {
        return choices;
    }

    public SimulatedStore store() {
        return store;
    }

    public Judge judge() {
        return judge;
    }

    public SimulatedGate gate() {
        return gate;
    }

    /** The stripes of the gate. */
    public ScheduledStripes stripes() {
        return Objects.requireNonNull(stripes, "a gate has stripes");
    }

    void madeStripes(KeyStripes made) {
        stripes = made instanceof ScheduledStripes scheduled ? scheduled : null;
    }

    public SimulatedFeed feed() {
        return feed;
    }

    public int now() {
        return now;
    }

    public int steps() {
        return steps;
    }

    /** The task that runs; null before the first and after the last. */
    public @Nullable Task running() {
        return running;
    }

    /** Whether a task of one of these kinds runs. */
    public boolean runs(Task.Role... roles) {
        return running != null && List.of(roles).contains(running.role());
    }

    /** The step at which the task that runs began. */
    int runningSince() {
        return running == null ? 0 : running.begunAt();
    }

    public boolean isRebuilding() {
        return rebuilding;
    }
}
