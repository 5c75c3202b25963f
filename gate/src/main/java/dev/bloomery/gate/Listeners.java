package dev.bloomery.gate;

import dev.bloomery.gate.internal.state.GateName;
import dev.bloomery.gate.report.GateProblem;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.report.RebuildReport;
import java.util.List;
import java.util.function.Consumer;

/**
 * Passes everything on to the listeners of a gate, in their order. What one of them throws is logged, and
 * goes no further.
 */
final class Listeners implements GateListener {
    private static final System.Logger LOG = System.getLogger("dev.bloomery.gate");

    private final List<GateListener> all;
    private final String gate;

    /** @param gate what messages begin with, see {@link GateName#inLog} */
    Listeners(List<GateListener> all, String gate) {
        this.all = List.copyOf(all);
        this.gate = gate;
    }

    @Override
    public void stateChanged(GateState state) {
        tell("stateChanged", listener -> listener.stateChanged(state));
    }

    @Override
    public void rebuilt(RebuildReport report) {
        tell("rebuilt", listener -> listener.rebuilt(report));
    }

    @Override
    public void rebuildFailed(RuntimeException problem) {
        tell("rebuildFailed", listener -> listener.rebuildFailed(problem));
    }

    @Override
    public void problemFound(GateProblem problem) {
        tell("problemFound", listener -> listener.problemFound(problem));
    }

    @Override
    public void fppAlarm(double measuredFpp, double promisedFpp) {
        tell("fppAlarm", listener -> listener.fppAlarm(measuredFpp, promisedFpp));
    }

    private void tell(String what, Consumer<GateListener> call) {
        for (GateListener listener : all) {
            try {
                call.accept(listener);
            } catch (Throwable thrown) {
                LOG.log(System.Logger.Level.ERROR, gate + "the listener of a gate failed in " + what, thrown);
            }
        }
    }
}
