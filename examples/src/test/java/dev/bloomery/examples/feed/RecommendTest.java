package dev.bloomery.examples.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.examples.Report;
import dev.bloomery.examples.database.Database;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecommendTest {

    @TempDir
    Path directory;

    @Test
    void run_someHundredUsersOfAThousandArticles_isExactInEveryWay() throws Exception {
        Recommend.Result result =
                Recommend.run(350, 1_000, 1_000, new Report(new PrintStream(PrintStream.nullOutputStream())));
        assertThat(result.wrongByGate()).isZero();
        assertThat(result.wrongByFamily()).isZero();
        assertThat(result.wrongAfterCrash()).isZero();
        assertThat(result.spilled()).isPositive();
        assertThat(result.unknownShare()).isPositive();
        // 18,750 absent articles; filters that grow have less than the FPP asked for most of the time
        assertThat(result.gateFpp()).isBetween(0.001, 0.013);
        assertThat(result.familyFpp()).isBetween(0.001, 0.013);
    }

    @Test
    void gatedFeed_readAndForget_isExact() throws Exception {
        try (Database database = Database.sqlite(directory.resolve("feed.db"));
                GatedFeed feed = new GatedFeed(new ReadTable(database), directory.resolve("gate"), 0.01, 1 << 20)) {
            assertThat(feed.hasRead(7, 1)).isTrue();
            assertThat(feed.hasRead(7, 1)).isFalse();
            assertThat(feed.hasRead(8, 2)).isTrue();
            assertThat(feed.unread(7, List.of(1L, 2L))).containsExactly(2L);
            feed.forget(7);
            assertThat(feed.unread(7, List.of(1L, 2L))).containsExactly(1L, 2L);
            assertThat(feed.unread(8, List.of(1L, 2L))).containsExactly(1L);
        }
    }

    @Test
    void keptFeed_closedOrCrashed_knowsWhatWasRead() throws Exception {
        Path family = directory.resolve("family");
        try (Database database = Database.sqlite(directory.resolve("feed.db"))) {
            ReadTable table = new ReadTable(database);
            try (KeptFeed feed = new KeptFeed(table, family, 0.01, 1 << 20)) {
                assertThat(feed.hasRead(7, 1)).isTrue();
                assertThat(feed.hasRead(7, 1)).isFalse();
            }
            KeptFeed dies = new KeptFeed(table, family, 0.01, 1 << 20);
            assertThat(dies.family().unknownShare()).isZero();
            assertThat(dies.unread(7, List.of(1L, 2L))).containsExactly(2L);
            assertThat(dies.hasRead(7, 2)).isTrue();
            assertThat(dies.hasRead(8, 3)).isTrue();
            dies.crash();
            try (KeptFeed feed = new KeptFeed(table, family, 0.01, 1 << 20)) {
                assertThat(feed.family().unknownShare()).isPositive();
                assertThat(feed.unread(7, List.of(1L, 2L, 3L))).containsExactly(3L);
                assertThat(feed.unread(8, List.of(1L, 2L, 3L))).containsExactly(1L, 2L);
                feed.forget(7);
                assertThat(feed.unread(7, List.of(1L, 2L))).containsExactly(1L, 2L);
            }
        }
    }
}
