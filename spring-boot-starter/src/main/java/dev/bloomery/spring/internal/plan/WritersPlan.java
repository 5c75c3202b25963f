package dev.bloomery.spring.internal.plan;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Who writes the store. */
public sealed interface WritersPlan {

    /**
     * Only this process.
     *
     * @param guarded whether another gate is noticed
     */
    record OnlyThisProcess(boolean guarded) implements WritersPlan {}

    /**
     * Others, whose keys PostgreSQL tells.
     *
     * @param lease null: that of the feed
     */
    record PostgresFeed(@Nullable Duration lease) implements WritersPlan {}

    /** A bean of the user. */
    record Bean(String name) implements WritersPlan {}
}
