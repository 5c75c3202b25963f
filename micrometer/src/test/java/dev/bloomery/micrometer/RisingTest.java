package dev.bloomery.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RisingTest {

    @Test
    void of_estimateThatFalls_staysUntilItIsPassed() {
        Rising rising = new Rising();
        assertThat(rising.of(0)).isZero();
        assertThat(rising.of(500)).isEqualTo(500);
        assertThat(rising.of(400)).isEqualTo(500);
        assertThat(rising.of(501)).isEqualTo(501);
    }
}
