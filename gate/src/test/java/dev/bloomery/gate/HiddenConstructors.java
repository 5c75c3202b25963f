package dev.bloomery.gate;

import dev.bloomery.gate.internal.guard.WriteRights;
import dev.bloomery.gate.internal.state.GateCore;

/** Makes the parts of the API that only a gate makes, for a simulation, which has no gate but its core. */
public final class HiddenConstructors {
    private HiddenConstructors() {}

    public static <K> WriteTicket<K> ticket(GateCore<K> core, boolean settlesDoubts) {
        return new WriteTicket<>(core, settlesDoubts, WriteRights.ALWAYS);
    }

    public static <K> Bypass<K> bypass(GateCore<K> core) {
        return new Bypass<>(core, core.views::degrade, WriteRights.ALWAYS);
    }
}
