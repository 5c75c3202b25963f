package dev.bloomery.durable;

import dev.bloomery.file.SyncPolicy;
import java.time.Duration;

/** The sync policies, by name. */
enum CrashPolicy {
    ALWAYS,
    EVERY,
    ON_CLOSE;

    /** The policy, with that period if it has one. */
    SyncPolicy sync(Duration period) {
        return switch (this) {
            case ALWAYS -> SyncPolicy.always();
            case EVERY -> SyncPolicy.every(period);
            case ON_CLOSE -> SyncPolicy.onClose();
        };
    }
}
