package dev.bloomery.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class KnownPasswordsTest {

    @Test
    void run_someWordsOnTheList_missesNoneAndKeepsTheFpp() {
        List<String> passwords =
                IntStream.range(0, 20_000).mapToObj(i -> "secret" + i).toList();
        List<String> words = IntStream.range(0, 100_000)
                .mapToObj(i -> i % 10 == 0 ? "secret" + i / 10 : "word" + i)
                .toList();
        KnownPasswords.Result result =
                KnownPasswords.run(passwords, words, new Report(new PrintStream(PrintStream.nullOutputStream())));
        assertThat(result.missed()).isZero();
        assertThat(result.measuredFpp()).isBetween(0.0027, 0.0052); // 351 hits expected: six sigmas
    }

    @Test
    @Tag("lists")
    void run_wordsAgainstLeakedPasswords_missesNoneAndKeepsTheFpp() throws IOException {
        KnownPasswords.Result result = KnownPasswords.run(
                KnownPasswords.read(Lists.file("passwords.txt")),
                KnownPasswords.read(Lists.file("words.txt")),
                new Report(System.out));
        assertThat(result.missed()).isZero();
        assertThat(result.measuredFpp()).isBetween(0.8 * result.promisedFpp(), 1.2 * result.promisedFpp());
    }
}
