package dev.bloomery.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StoreHistoryTest {
    private final StoreHistory<String> history = new StoreHistory<>();

    private boolean canBeNow(boolean present) {
        return history.canBe("key", present, history.now());
    }

    @Test
    void canBe_neverWritten_absentOnly() {
        assertThat(canBeNow(false)).isTrue();
        assertThat(canBeNow(true)).isFalse();
    }

    @Test
    void canBe_insertDone_presentOnly() {
        history.inserting("key").done();
        assertThat(canBeNow(true)).isTrue();
        assertThat(canBeNow(false)).isFalse();
    }

    @Test
    void canBe_insertRunningOrUnknown_both() {
        StoreHistory<String>.Change insert = history.inserting("key");
        assertThat(canBeNow(true)).isTrue();
        assertThat(canBeNow(false)).isTrue();
        insert.unknown();
        assertThat(canBeNow(true)).isTrue();
        assertThat(canBeNow(false)).isTrue();
    }

    @Test
    void canBe_insertNotDone_absentOnly() {
        history.inserting("key").notDone();
        assertThat(canBeNow(true)).isFalse();
    }

    @Test
    void canBe_askedBeforeTheInsertEnded_both() {
        StoreHistory<String>.Change insert = history.inserting("key");
        long asked = history.now();
        insert.done();
        assertThat(history.canBe("key", false, asked)).isTrue();
        assertThat(history.canBe("key", true, asked)).isTrue();
        assertThat(canBeNow(false)).isFalse();
    }

    @Test
    void canBe_insertAndDeleteOverlapped_both() {
        StoreHistory<String>.Change insert = history.inserting("key");
        StoreHistory<String>.Change delete = history.deleting("key");
        insert.done();
        delete.done();
        assertThat(canBeNow(true)).isTrue();
        assertThat(canBeNow(false)).isTrue();
    }

    @Test
    void canBe_insertedAgainAfterADelete_presentOnly() {
        history.inserting("key").done();
        history.deleting("key").done();
        assertThat(canBeNow(true)).isFalse();
        history.inserting("key").done();
        assertThat(canBeNow(false)).isFalse();
        assertThat(canBeNow(true)).isTrue();
    }

    @Test
    void canBe_unknownDelete_bothUntilItIsOverAndTheKeyInsertedAgain() {
        history.inserting("key").done();
        StoreHistory<String>.Change delete = history.deleting("key");
        delete.unknown();
        assertThat(canBeNow(false)).isTrue();
        delete.isOver();
        assertThat(canBeNow(false)).isTrue();
        assertThat(canBeNow(true)).isTrue();
        history.inserting("key").done();
        assertThat(canBeNow(false)).isFalse();
    }

    @Test
    void canBe_replaced_theNewOneOnly() {
        history.inserting("old").done();
        history.replacing("old", "key").done();
        assertThat(canBeNow(false)).isFalse();
        assertThat(history.canBe("old", true, history.now())).isFalse();
    }

    @Test
    void canBe_storeLosesKeys_absentToo() {
        history.inserting("key").done();
        Runnable over = history.losing();
        assertThat(canBeNow(false)).isTrue();
        over.run();
        assertThat(canBeNow(false)).isTrue();
        history.deleting("key").notDone();
        history.inserting("key").done();
        assertThat(canBeNow(false)).isFalse();
    }

    @Test
    void canBe_manyWrites_olderOnesStillCount() {
        StoreHistory<String>.Change first = history.inserting("key");
        for (int i = 0; i < 1_000; i++) {
            history.inserting("key").done();
            history.deleting("key").done();
        }
        assertThat(canBeNow(true)).as("the first insert is still running").isTrue();
        first.done();
        assertThat(canBeNow(true)).isTrue();
        history.deleting("key").done();
        assertThat(canBeNow(true)).isFalse();
        for (int i = 0; i < 1_000; i++) {
            history.inserting("other").done();
        }
        assertThat(canBeNow(true)).isFalse();
    }
}
