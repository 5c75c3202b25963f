package dev.bloomery.gate.internal.jfr;

/** Whether events can be made here. */
final class FlightRecorder {
    static final boolean IS_PRESENT = isPresent();

    private FlightRecorder() {}

    /** By a try, because the module may be missing, or be there and not be read by this one. */
    private static boolean isPresent() {
        try {
            GateEvents.Question unused = new RecordedEvents("").question();
            return true;
        } catch (LinkageError missing) {
            return false;
        }
    }
}
