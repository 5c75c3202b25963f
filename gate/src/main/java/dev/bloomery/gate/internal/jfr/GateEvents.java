package dev.bloomery.gate.internal.jfr;

import dev.bloomery.gate.report.GateState;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The events of one gate for the flight recorder. No signature here names a class of {@code jdk.jfr}, so a gate works in a runtime without that
 * module. While nobody records, an event is an object that does not outlive the call.
 */
public interface GateEvents {
    /** A question to the store that is on its way. */
    @FunctionalInterface
    interface Question {
        /**
         * The store has answered, or failed.
         *
         * @param keys how many it was asked for
         */
        void end(int keys, boolean answered);
    }

    /** A rebuild that is on its way. */
    @FunctionalInterface
    interface Rebuild {
        /**
         * The rebuild is over.
         *
         * @param keys how many the store has handed over, if it was completed
         * @param problem why it was given up; null: it was completed
         */
        void end(long keys, @Nullable Throwable problem);
    }

    /** Tells nobody. */
    GateEvents UNRECORDED = new GateEvents() {
        @Override
        public Question question() {
            return (keys, answered) -> {};
        }

        @Override
        public Rebuild rebuild() {
            return (keys, problem) -> {};
        }

        @Override
        public void stateChanged(GateState before, GateState now) {}
    };

    /**
     * The events of a gate.
     *
     * @param name what it is called, if anything
     */
    static GateEvents of(Optional<String> name) {
        return FlightRecorder.IS_PRESENT ? new RecordedEvents(name.orElse("")) : UNRECORDED;
    }

    /** The store is going to be asked by a lookup; to be ended by the same thread. */
    Question question();

    /** A rebuild begins; to be ended by the same thread. */
    Rebuild rebuild();

    void stateChanged(GateState before, GateState now);
}
