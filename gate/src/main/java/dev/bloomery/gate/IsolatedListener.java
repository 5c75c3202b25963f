package dev.bloomery.gate;

import dev.bloomery.gate.report.GateProblem;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.report.RebuildReport;
import java.util.Objects;

/** Passes everything on to a listener of the caller. What that throws is logged, and goes no further. */
final class IsolatedListener implements GateListener {
    private static final System.Logger LOG = System.getLogger("dev.bloomery.gate");

    private final GateListener listener;

    IsolatedListener(GateListener listener) {
        this.listener = Objects.requireNonNull(listener, "listener");
    }

    @Override
    public void stateChanged(GateState state) {
        tell("stateChanged", () -> listener.stateChanged(state));
    }

    @Override
    public void rebuilt(RebuildReport report) {
        tell("rebuilt", () -> listener.rebuilt(report));
    }

    @Override
    public void rebuildFailed(RuntimeException problem) {
        tell("rebuildFailed", () -> listener.rebuildFailed(problem));
    }

    @Override
    public void problemFound(GateProblem problem) {
        tell("problemFound", () -> listener.problemFound(problem));
    }

    @Override
    public void fppAlarm(double measuredFpp, double promisedFpp) {
        tell("fppAlarm", () -> listener.fppAlarm(measuredFpp, promisedFpp));
    }

    private static void tell(String what, Runnable call) {
        try {
            call.run();
        } catch (Throwable thrown) {
            LOG.log(System.Logger.Level.ERROR, "the listener of a gate failed in " + what, thrown);
        }
    }
}
