package dev.bloomery.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class MonitorsTest {

    @Test
    void areIn_everyWayToHoldOne_isSeen() {
        assertThat(Monitors.areIn("synchronized void a() {}")).isTrue();
        assertThat(Monitors.areIn("void a() { synchronized (this) { b(); } }")).isTrue();
        assertThat(Monitors.areIn("map.computeIfAbsent(key, this::read);")).isTrue();
        assertThat(Monitors.areIn("map\n    .compute(key, this::read);")).isTrue();
        assertThat(Monitors.areIn("String c = \"// \"; synchronized (c) {}")).isTrue();
    }

    @Test
    void areIn_wordsOfTexts_areNotTaken() {
        assertThat(Monitors.areIn("/** Not synchronized. */ // synchronized\nString s = \"synchronized\";"))
                .isFalse();
        assertThat(Monitors.areIn("compute(key); Collections.synchronizedList(list);"))
                .isFalse();
    }

    /** The control: this module holds none, so a list with one fails, as one that lacks one would. */
    @Test
    void requireOnlyIn_listThatDoesNotFit_fails() {
        assertThatThrownBy(() -> Monitors.requireOnlyIn(Monitors.class, Map.of("Imports", "as a control")))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> Monitors.requireOnlyIn(Monitors.class, Map.of()))
                .isInstanceOf(AssertionError.class);
    }
}
