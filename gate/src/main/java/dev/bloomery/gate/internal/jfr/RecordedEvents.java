package dev.bloomery.gate.internal.jfr;

import dev.bloomery.gate.report.GateState;

/** Where there is a flight recorder. */
final class RecordedEvents implements GateEvents {
    private final String gate;

    RecordedEvents(String gate) {
        this.gate = gate;
    }

    @Override
    public Question question() {
        StoreQuestionEvent event = new StoreQuestionEvent(gate);
        event.begin();
        return event;
    }

    @Override
    public Rebuild rebuild() {
        RebuildEvent event = new RebuildEvent(gate);
        event.begin();
        return event;
    }

    @Override
    public void stateChanged(GateState before, GateState now) {
        StateChangeEvent event = new StateChangeEvent(gate, before.name(), now.name());
        event.commit();
    }
}
