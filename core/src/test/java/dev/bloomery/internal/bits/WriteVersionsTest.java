package dev.bloomery.internal.bits;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WriteVersionsTest {
    private final long[] versions = WriteVersions.of(4);

    @Test
    void stripe_anyPart_isOneOfThem() {
        assertThat(WriteVersions.stripe(versions, 3)).isEqualTo(3);
        assertThat(WriteVersions.stripe(versions, 4)).isZero();
        assertThat(WriteVersions.stripe(WriteVersions.of(1), 12_345)).isZero();
    }

    @Test
    void isUnchanged_noWriter_isTrue() {
        assertThat(WriteVersions.isUnchanged(versions, 1, WriteVersions.read(versions, 1)))
                .isTrue();
    }

    @Test
    void isUnchanged_writerBeforeTheRead_isTrue() {
        WriteVersions.end(versions, 1, WriteVersions.begin(versions, 1));
        assertThat(WriteVersions.isUnchanged(versions, 1, WriteVersions.read(versions, 1)))
                .isTrue();
    }

    @Test
    void isUnchanged_writerAtAnyTimeOfTheRead_isFalse() {
        long before = WriteVersions.read(versions, 1);
        long odd = WriteVersions.begin(versions, 1);
        assertThat(WriteVersions.isUnchanged(versions, 1, before)).as("began").isFalse();
        long amid = WriteVersions.read(versions, 1);
        assertThat(WriteVersions.isUnchanged(versions, 1, amid)).as("is at it").isFalse();
        WriteVersions.end(versions, 1, odd);
        assertThat(WriteVersions.isUnchanged(versions, 1, amid)).as("ended").isFalse();
        assertThat(WriteVersions.isUnchanged(versions, 1, before))
                .as("began and ended")
                .isFalse();
    }

    @Test
    void isUnchanged_writerOfAnotherStripe_isTrue() {
        long before = WriteVersions.read(versions, 1);
        long unused = WriteVersions.begin(versions, 2);
        assertThat(WriteVersions.isUnchanged(versions, 1, before)).isTrue();
    }

    @Test
    void begin_afterAWriterThatNeverEnded_isAWriteLikeAnyOther() {
        long unused = WriteVersions.begin(versions, 0);
        long odd = WriteVersions.begin(versions, 0);
        assertThat(WriteVersions.isUnchanged(versions, 0, WriteVersions.read(versions, 0)))
                .isFalse();
        WriteVersions.end(versions, 0, odd);
        assertThat(WriteVersions.isUnchanged(versions, 0, WriteVersions.read(versions, 0)))
                .isTrue();
    }
}
