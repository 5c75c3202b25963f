package dev.bloomery.examples;

import dev.bloomery.Filters;
import dev.bloomery.WindowedFilter;
import dev.bloomery.key.KeyEncoder;
import java.time.Duration;
import java.time.InstantSource;

/** A feed that does not show a story to its reader twice within a week, and may afterwards. */
public final class SeenThisWeek {
    private final WindowedFilter<String> shown;

    /** @param storiesPerWeek how many stories are shown in a week, to all readers together */
    public SeenThisWeek(long storiesPerWeek, InstantSource clock) {
        shown = Filters.windowed(KeyEncoder.utf8())
                .window(Duration.ofDays(7), storiesPerWeek)
                .targetFpp(0.001)
                .clock(clock)
                .build();
    }

    /** Whether to show the story; if so, it counts as shown. */
    public boolean show(String story) {
        return shown.add(story);
    }

    /** How many stories are remembered, and for how long. */
    public String describe() {
        return shown.info().toString();
    }
}
