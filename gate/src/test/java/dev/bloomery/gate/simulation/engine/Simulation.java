package dev.bloomery.gate.simulation.engine;

import dev.bloomery.gate.internal.generation.Generation;
import dev.bloomery.gate.internal.protocol.Rebuild;
import dev.bloomery.gate.internal.protocol.StepResult;
import dev.bloomery.gate.internal.state.GateCore;
import dev.bloomery.gate.internal.state.GateView;
import dev.bloomery.gate.internal.state.GateViews;
import dev.bloomery.gate.internal.state.LateWrites;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One run of a scenario: no threads, no time, no input or output. At each moment the {@link Choices} say which task does its next step, whether a
 * late write takes effect, or whether time passes.
 */
public final class Simulation {
    /** Steps of a task that waits, when nobody else can do anything, after which it is stuck. */
    private static final int STUCK = 1_000;

    private final Scenario scenario;
    private final Protocol protocol;
    private final Choices choices;
    private final Switching switching;
    private final SimulatedStore store;
    private final Judge judge;
    private final List<Task> tasks = new ArrayList<>();
    private final List<Task> blocked = new ArrayList<>();
    private final List<Task> ready = new ArrayList<>();
    private final SimulatedGenerations generations = new SimulatedGenerations(this);
    private final @Nullable StringBuilder trace;
    private final SimulatedFeed feed;
    private GateCore<Integer> core;
    private GateView<Integer> viewAtFirst;
    private SimulatedAnswers answers;
    private final int lateOneIn;
    private @Nullable Task running;
    private int now = 1;
    private int steps;
    private int insisted;
    private int lateWritesEnd;
    private boolean rebuilding;
    private int foreignWrites;
    private int alarms;

    /** Who may be interrupted, and how often. */
    public interface Switching {
        /** Whether the task that runs gives way now. */
        boolean giveWay(Choices choices);
    }

    public Simulation(Scenario scenario, Protocol protocol, Choices choices, Switching switching, boolean traced) {
        this.scenario = scenario;
        this.protocol = protocol;
        this.choices = choices;
        this.switching = switching;
        this.trace = traced ? new StringBuilder() : null;
        store = new SimulatedStore(scenario.store(), choices, () -> now, () -> steps);
        judge = new Judge(store);
        feed = new SimulatedFeed(this);
        core = newCore(0, null);
        lateWritesEnd =
                scenario.store().timeToLive() > 0 ? 0 : Integer.MAX_VALUE; // a key that expires may not come late
        answers = new SimulatedAnswers(store);
        for (int key = 0; key < store.keys(); key++) {
            if ((scenario.presentAtFirst() >> key & 1) != 0) {
                store.put(key);
            }
        }
        if (scenario.activeAtFirst()) {
            buildAtFirst();
        }
        if (scenario.lease() > 0) {
            feed.sendHeartbeat();
            deliverAll();
            core.hearOthersBy(feed);
        }
        viewAtFirst = core.views.get();
        lateOneIn = choices.oneIn(2) ? 8 : 64;
        for (Supplier<Task> task : scenario.tasks()) {
            tasks.add(task.get());
        }
    }

    private GateCore<Integer> newCore(int afterOpening, @Nullable Generation<Integer> first) {
        return new GateCore<>(
                new GateViews<>(generations, first),
                scenario.stripes(),
                scenario.remembered(),
                scenario.knowsAllWriters(),
                new LateWrites(now, afterOpening, scenario.knowsAllWriters() ? 0 : scenario.longestWrite()),
                () -> now,
                scenario.owners() ? key -> key >> 1 : key -> key);
    }

    private void buildAtFirst() {
        Rebuild<Integer> rebuild = new SimulatedRebuild(this, Rebuild.ORDER);
        while (rebuild.step() != StepResult.DONE) {
            now += scenario.longestWrite() > 0 ? 1 : 0;
        }
    }

    /** Runs it to its end. */
    public void run() {
        while (!tasks.isEmpty()) {
            if (!happensByItself()) {
                step(next());
            }
            judge.witness();
        }
        while (store.lateWrites() > 0) {
            store.endLate(0);
        }
        deliverAll();
        checkFilter();
    }

    private void deliverAll() {
        StepResult step = feed.deliver();
        while (step != StepResult.DONE) {
            step = feed.deliver();
        }
    }

    /** Whether a late write ended now, or time passed. */
    private boolean happensByItself() {
        if (store.lateWrites() > 0 && choices.oneIn(lateOneIn)) {
            note("a late write ends");
            store.endLate(choices.below(store.lateWrites()));
            return true;
        }
        return scenario.longestWrite() > 0 && choices.oneIn(6) && timePasses();
    }

    private boolean timePasses() {
        for (Task task : tasks) {
            if (task.hasBegun() && task.deadline() <= now) {
                return false;
            }
        }
        while (now >= lateWritesEnd && store.lateWrites() > 0) {
            store.endLate(0);
        }
        now++;
        note("time passes");
        return true;
    }

    private Task next() {
        Task last = running;
        boolean goesOn = last != null && !last.isOver() && !blocked.contains(last);
        if (last != null && goesOn && !switching.giveWay(choices)) {
            return last;
        }
        ready.clear();
        for (Task task : tasks) {
            if (!blocked.contains(task) && (task.hasBegun() || task.mayBegin(this))) {
                ready.add(task);
            }
        }
        if (goesOn && ready.size() > 1) {
            ready.remove(last);
        }
        return ready.isEmpty() ? insisted() : ready.get(choices.below(ready.size()));
    }

    /** All wait. One that waits only so often will go on, or time must pass. */
    private Task insisted() {
        if (++insisted > STUCK) {
            throw new AssertionError("nobody can go on: " + tasks);
        }
        if (scenario.longestWrite() > 0) {
            boolean unused = timePasses();
            judge.witness();
        }
        Task task = tasks.get(insisted % tasks.size());
        return task.hasBegun() || task.mayBegin(this) ? task : insisted();
    }

    private void step(Task task) {
        steps++;
        StepResult step = task.step(this);
        note(task, step);
        running = task;
        if (step == StepResult.WAIT) {
            blocked.add(task);
            return;
        }
        insisted = 0;
        blocked.clear();
        if (step == StepResult.DONE) {
            tasks.remove(task);
            task.setOver();
            judge.witness();
            task.end(this);
        }
    }

    /** At the end a filter that answers knows every key. */
    private void checkFilter() {
        GateView<Integer> view = core.views.get();
        Generation<Integer> current = view.current();
        for (int key = 0; key < store.keys(); key++) {
            if (view.isActive() && current != null && store.isPresent(key) && !current.mightContain(key)) {
                throw new Judge.WrongAnswer("at the end the filter does not know key " + key + ", which is there");
            }
        }
    }

    void crash() {
        for (Task task : List.copyOf(tasks)) {
            if (task.hasBegun() && !(task instanceof Crash)) {
                tasks.remove(task);
                task.setOver();
                task.drop(this);
            }
        }
        blocked.clear();
        lateWritesEnd = now + scenario.longestWrite();
        while (scenario.longestWrite() == 0 && store.lateWrites() > 0) {
            store.endLate(0);
        }
        Generation<Integer> first = generations.first();
        core = newCore(protocol.waitAfterOpening(scenario.longestWrite()), first);
        if (first != null) {
            boolean unused = core.views.activate(first);
        }
        viewAtFirst = core.views.get();
        answers = new SimulatedAnswers(store);
    }

    /** Somebody writes the store who does not tell the gate. */
    public void writeForeign(int key) {
        foreignWrites++;
        store.put(key);
    }

    /** A write says that somebody did. */
    public void tripped(Generation<Integer> incomplete) {
        if (foreignWrites == 0) {
            throw new Judge.FalseAlarm();
        }
        alarms++;
        boolean unused = core.views.degradeIfCurrent(incomplete);
    }

    public int alarms() {
        return alarms;
    }

    private void note(Task task, StepResult step) {
        if (trace != null) {
            note(task + ": " + step);
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

    Generation<Integer> newGeneration() {
        return generations.next();
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

    public GateCore<Integer> core() {
        return core;
    }

    /** What the gate was before the first task began, or after the crash. */
    public GateView<Integer> viewAtFirst() {
        return viewAtFirst;
    }

    public SimulatedAnswers answers() {
        return answers;
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

    public boolean isRebuilding() {
        return rebuilding;
    }

    public void setRebuilding(boolean rebuilding) {
        this.rebuilding = rebuilding;
    }
}
