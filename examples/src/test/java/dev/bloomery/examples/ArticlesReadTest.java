package dev.bloomery.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArticlesReadTest {

    @TempDir
    Path directory;

    @Test
    void unread_afterReadingAndARestart_leavesOutWhatWasRead() throws IOException {
        Path read = directory.resolve("read");
        try (ArticlesRead articles = new ArticlesRead(read)) {
            articles.hasRead("anna", 1);
            articles.hasRead("anna", 2);
            articles.hasRead("ben", 3);
        }
        try (ArticlesRead articles = new ArticlesRead(read)) {
            assertThat(articles.unread("anna", List.of(1L, 2L))).isEmpty();
            assertThat(articles.unread("carl", List.of(1L, 2L, 3L))).containsExactly(1L, 2L, 3L);
            articles.forget("ben");
            assertThat(articles.unread("ben", List.of(3L))).containsExactly(3L);
        }
    }
}
