package dev.bloomery.samples.crawler;

import dev.bloomery.gate.ExpiringGate;
import dev.bloomery.gate.report.GateQuickInfo;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.report.GateStatistics;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** What the gate spared Redis, and how full its filter is. The same numbers, and more, are meters under /actuator/prometheus. */
@Component
class Statistics {
    private final ExpiringGate<String> seenUrls;

    Statistics(ExpiringGate<String> seenUrls) {
        this.seenUrls = seenUrls;
    }

    /**
     * As of now.
     *
     * @param state ACTIVE: the filter answers; otherwise Redis is asked for everything, and answers are as exact
     * @param urls in the filter, of those that it was made for
     * @param promisedFpp null while there is no filter: JSON has no NaN
     * @param asked URLs that somebody asked for
     * @param answeredByFilter of these, those for which nobody asked Redis
     */
    record Now(
            GateState state,
            long urls,
            long capacity,
            long memoryBytes,
            Double promisedFpp,
            long asked,
            long answeredByFilter,
            long askedOfRedis,
            long falsePositives) {}

    Now now() {
        GateStatistics gate = seenUrls.statistics();
        Optional<GateQuickInfo> filter = seenUrls.quickInfo();
        return new Now(
                gate.state(),
                filter.map(GateQuickInfo::insertions).orElse(0L),
                filter.map(info -> info.capacity().orElse(0L)).orElse(0L),
                filter.map(GateQuickInfo::memoryBytes).orElse(0L),
                Double.isNaN(gate.promisedFpp()) ? null : gate.promisedFpp(),
                gate.lookups(),
                gate.answeredByFilter(),
                gate.askedOfStore(),
                gate.falsePositives());
    }
}
