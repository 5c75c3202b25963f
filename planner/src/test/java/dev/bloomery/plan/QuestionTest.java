package dev.bloomery.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class QuestionTest {
    private static final Duration MINUS = Duration.ofSeconds(-1);

    @Test
    void about_wrongValues_saysWhatToWrite() {
        refused(() -> Question.about(0, 0.01), "keys is 0; use the number of distinct keys you expect, from 1 to 2^40");
        refused(() -> Question.about((1L << 40) + 1, 0.01), "keys is 1099511627777; use");
        refused(() -> Question.about(1, 0.0), "targetFpp is 0.0; use a probability between 0 and 1, both excluded");
        refused(() -> Question.about(1, Double.NaN), "targetFpp is NaN; use");
        refused(() -> Question.about(1, 5.0), "targetFpp is 5.0; use", "for 5.0 percent write 0.05");
    }

    @Test
    @SuppressWarnings("NullAway") // null on purpose
    void about_null_isNamed() {
        assertThatNullPointerException()
                .isThrownBy(() -> Question.about(1, (Need) null))
                .withMessage("need");
    }

    @Test
    void builder_wrongValues_areRefusedWhereTheyAreGiven() {
        QuestionBuilder builder = Question.about(20, Need.CRAWLER);
        refused(
                () -> builder.window(Duration.ZERO),
                "window is PT0S; use the time for which a key is to be remembered");
        refused(() -> builder.owners(0), "owners is 0; use 1 to 54975581388");
        refused(() -> builder.owners(1L << 40), "so that all of them together have at most 2^40 keys, each 20");
        refused(() -> builder.memoryBudget(0), "memoryBudget is 0; use a number of bytes, 1 or more");
        refused(() -> builder.storeAccess(MINUS), "storeAccess is PT-1S; use the time that one access");
        refused(() -> builder.absentShare(90), "absentShare is 90.0; use a share from 0 to 1", "write 0.9");
        refused(() -> builder.absentShare(-0.1), "absentShare is -0.1");
        refused(() -> builder.lookupsPerDay(-1), "lookupsPerDay is -1; use 0 or more");
        refused(() -> builder.owners(1_000_000_000).keys(10_000), "owners is 1000000000; use 1 to 109951162");
        assertThat(Question.about(20, Need.CRAWLER).owners(1_000_000_000).build())
                .as("nothing of what was refused is left")
                .isEqualTo(builder.build());
    }

    @Test
    void change_oneValue_keepsAllOthers() {
        Question all = Question.about(20, Need.MONEY)
                .fixedSet()
                .deletes()
                .grows()
                .window(Duration.ofDays(1))
                .owners(7)
                .memoryBudget(1_000)
                .storeAccess(Duration.ofMillis(1))
                .absentShare(0.25)
                .lookupsPerDay(5)
                .build();
        assertThat(all.change().build()).isEqualTo(all);
        assertThat(all.totalKeys()).isEqualTo(140);
        Question other = all.change().targetFpp(0.01).build();
        assertThat(other.need()).isEmpty();
        assertThat(other.lookupsPerDay()).hasValue(5);
        assertThat(all)
                .hasToString(
                        "7 owners of 20 keys within 24 h, FPP 0.01 % (money), fixed set, with deletes, grows, at most"
                                + " 1,000 bytes, store access 1 ms, 25 % of lookups absent, 5 lookups a day");
    }

    @Test
    void amounts_anySize_haveThreeDigitsAndAUnit() {
        assertThat(Amounts.bytes(9_999)).isEqualTo("9,999 bytes");
        assertThat(Amounts.bytes(1_272_614_976)).isEqualTo("1.27 GB");
        assertThat(Amounts.bytes(999_600)).isEqualTo("1 MB");
        assertThat(Amounts.percent(0.00742)).isEqualTo("0.742 %");
        assertThat(Amounts.percent(0)).isEqualTo("0 %");
        assertThat(Amounts.percent(1.1e-13)).isEqualTo("1.10e-13");
        assertThat(Amounts.time(Duration.ofMinutes(90))).isEqualTo("90 min");
        assertThat(Amounts.time(Duration.ofDays(30))).isEqualTo("30 days");
        assertThat(Amounts.nanos(217_840)).isEqualTo("218 us");
        assertThat(Amounts.nanos(12.34)).isEqualTo("12.3 ns");
    }

    private static void refused(ThrowingCallable given, String... words) {
        assertThatIllegalArgumentException()
                .isThrownBy(given)
                .satisfies(refusal -> assertThat(refusal).message().contains(words));
    }
}
