package dev.bloomery.spring.internal.bean;

import dev.bloomery.gate.ExpiringGateBuilder;
import dev.bloomery.gate.GateBuilder;
import dev.bloomery.gate.LoadingGateBuilder;
import dev.bloomery.gate.RebuildPolicy;
import dev.bloomery.spring.internal.properties.GateProperties;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What properties say to builders of gates as it is. The builders have these methods in common, and no public type for them. */
record GateSettings(
        @Nullable Duration longestWait,
        @Nullable Duration longestDrain,
        @Nullable Duration lateWrites,
        @Nullable Duration doubtsEndAfter,
        @Nullable Integer rememberFalsePositives,
        @Nullable RebuildPolicy policy) {

    static GateSettings of(GateProperties given, @Nullable RebuildPolicy policy) {
        return new GateSettings(
                given.longestWait(),
                given.longestDrain(),
                given.lateWrites(),
                given.doubtsEndAfter(),
                given.rememberFalsePositives(),
                policy);
    }

    void say(GateBuilder<?> builder) {
        given(longestWait, builder::longestWait);
        given(longestDrain, builder::longestDrain);
        given(lateWrites, builder::lateWrites);
        given(doubtsEndAfter, builder::doubtsEndAfter);
        given(rememberFalsePositives, builder::rememberFalsePositives);
        given(policy, builder::rebuild);
    }

    void say(ExpiringGateBuilder<?> builder) {
        given(longestWait, builder::longestWait);
        given(longestDrain, builder::longestDrain);
        given(lateWrites, builder::lateWrites);
        given(doubtsEndAfter, builder::doubtsEndAfter);
        given(rememberFalsePositives, builder::rememberFalsePositives);
        given(policy, builder::rebuild);
    }

    void say(LoadingGateBuilder<?, ?> builder) {
        given(longestWait, builder::longestWait);
        given(longestDrain, builder::longestDrain);
        given(lateWrites, builder::lateWrites);
        given(doubtsEndAfter, builder::doubtsEndAfter);
        given(rememberFalsePositives, builder::rememberFalsePositives);
        given(policy, builder::rebuild);
    }

    private static <T> void given(@Nullable T value, Consumer<T> setter) {
        if (value != null) {
            setter.accept(value);
        }
    }
}
