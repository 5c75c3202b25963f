package dev.bloomery.examples;

import dev.bloomery.FilterFamily;
import dev.bloomery.Filters;
import dev.bloomery.key.KeyEncoder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Which articles each user has read, so that none is recommended twice: a small filter for each user, in a directory, with a budget for
 * memory. An article that looks read but is not, one in a hundred, is merely not recommended.
 */
public final class ArticlesRead implements AutoCloseable {
    private static final long BUDGET = 64 << 20;

    private final FilterFamily<String, Long> read;

    /**
     * Opens what is in the directory.
     *
     * @param directory the directory, or where it is to be
     * @throws IOException if it cannot be opened
     */
    public ArticlesRead(Path directory) throws IOException {
        read = Filters.family(KeyEncoder.utf8(), KeyEncoder.int64())
                .targetFpp(0.01)
                .memoryBudget(BUDGET)
                .open(directory);
    }

    /**
     * A hundred thousand users read twenty articles each.
     *
     * @param args none
     * @throws IOException if the temporary directory fails
     */
    public static void main(String[] args) throws IOException {
        Path directory = Files.createTempDirectory("articles");
        try (ArticlesRead articles = new ArticlesRead(directory.resolve("read"))) {
            for (int user = 0; user < 100_000; user++) {
                for (long article = 0; article < 20; article++) {
                    articles.hasRead("user " + user, user + article);
                }
            }
            System.out.println("for user 7: " + articles.unread("user 7", List.of(7L, 26L, 27L, 28L)));
            System.out.println(articles.read.info());
        }
    }

    void hasRead(String user, long article) {
        read.add(user, article);
    }

    /** Of these articles, those that the user has certainly not read. */
    List<Long> unread(String user, List<Long> articles) {
        return articles.stream()
                .filter(article -> !read.mightContain(user, article))
                .toList();
    }

    /** The user has left. */
    void forget(String user) {
        read.drop(user);
    }

    @Override
    public void close() throws IOException {
        read.close();
    }
}
