package dev.bloomery.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KnownPasswordsTest {

    @Test
    void mayBeLeaked_passwordOnTheList_isTrueAndOthersAreMostlyNot() {
        KnownPasswords passwords = new KnownPasswords(IntStream.range(0, 1_000).mapToObj(i -> "secret" + i));
        assertThat(IntStream.range(0, 1_000)).allMatch(i -> passwords.mayBeLeaked("secret" + i));
        assertThat(IntStream.range(0, 1_000).filter(i -> passwords.mayBeLeaked("other" + i)))
                .hasSizeLessThan(50);
    }
}
