package dev.bloomery.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.gate.OwnedKey;
import dev.bloomery.gate.OwnedKeyStore;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnreadArticlesTest {
    @TempDir
    Path parent;

    @Test
    void unread_someRead_isExact() {
        Table table = new Table();
        table.insert("anna", 1L);
        try (UnreadArticles articles = new UnreadArticles(table, parent.resolve("read"))) {
            assertThat(articles.hasRead("anna", 2)).isTrue();
            assertThat(articles.hasRead("anna", 2)).isFalse();
            assertThat(articles.unread("anna", List.of(1L, 2L, 3L))).containsExactly(3L);
            List<Long> all = LongStream.range(0, 10_000).boxed().toList();
            assertThat(articles.unread("ben", all)).isEqualTo(all);
            assertThat(articles.spared()).isGreaterThan(9_900);
            articles.forget("anna");
            assertThat(articles.unread("anna", List.of(1L, 2L, 3L))).hasSize(3);
        }
    }

    /** With a unique index over user and article. */
    private static final class Table implements OwnedKeyStore<String, Long> {
        private final Set<OwnedKey<String, Long>> rows = new HashSet<>();

        @Override
        public synchronized boolean contains(String user, Long article) {
            return rows.contains(new OwnedKey<>(user, article));
        }

        @Override
        public synchronized boolean insert(String user, Long article) {
            return rows.add(new OwnedKey<>(user, article));
        }

        @Override
        public synchronized boolean delete(String user, Long article) {
            return rows.remove(new OwnedKey<>(user, article));
        }

        @Override
        public synchronized boolean deleteOwner(String user) {
            return rows.removeIf(row -> row.owner().equals(user));
        }

        @Override
        public synchronized long scan(Consumer<? super OwnedKey<String, Long>> sink) {
            rows.forEach(sink);
            return rows.size();
        }
    }
}
