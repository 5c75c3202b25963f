package dev.bloomery.examples;

import dev.bloomery.family.FilterFamily;
import dev.bloomery.key.KeyEncoder;
import java.io.IOException;
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
        read = FilterFamily.of(KeyEncoder.utf8(), KeyEncoder.int64(), 0.01)
                .memoryBudget(BUDGET)
                .open(directory);
    }

    /**
     * Users read twenty articles each.
     *
     * @param args {@code users=100000}, or another number
     * @throws IOException if the temporary directory fails
     */
    public static void main(String[] args) throws IOException {
        int users = Options.orExit(args, "users=100000").number("users");
        Report report = new Report(System.out);
        try (Scratch scratch = new Scratch("articles");
                ArticlesRead articles = new ArticlesRead(scratch.directory().resolve("read"))) {
            for (int user = 0; user < users; user++) {
                for (long article = 0; article < 20; article++) {
                    articles.hasRead("user " + user, user + article);
                }
            }
            report.text("for user 7: %s", articles.unread("user 7", List.of(7L, 26L, 27L, 28L)));
            long falsePositives = 0;
            for (int user = 0; user < users; user++) {
                falsePositives +=
                        articles.unread("user " + user, List.of(user + 20L)).isEmpty() ? 1 : 0;
            }
            report.text("%s", articles.read.info());
            report.fpp(falsePositives, users, articles.read.info().targetFpp());
        }
    }

    void hasRead(String user, long article) {
        read.add(user, article);
    }

    /** Of these articles, those that the user has certainly not read. */
    List<Long> unread(String user, List<Long> articles) {
        return read.unseen(user, articles);
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
