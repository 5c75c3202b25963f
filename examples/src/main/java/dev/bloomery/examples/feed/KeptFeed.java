package dev.bloomery.examples.feed;

import dev.bloomery.family.FamilyAnswer;
import dev.bloomery.family.FamilyInfo;
import dev.bloomery.family.FilterFamily;
import dev.bloomery.gate.store.OwnedKey;
import dev.bloomery.key.KeyEncoder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/**
 * What a user has not read yet, by a family that is kept in a directory: the table is read as a whole once in its life. After a crash the family
 * does not know some of the users, and says so; each of them is read from the table when it is asked for. For any number of threads.
 *
 * <p>The filter learns first, then the table: so what the table has, the filter never denies. Both under the lock of the user, because a user who is
 * read from the table at that moment would lose the new article.
 */
final class KeptFeed implements AutoCloseable {
    private final ReadTable table;
    private final FilterFamily<Long, Long> family;
    private final Object[] locks = new Object[64];
    private final LongAdder denied = new LongAdder();
    private final LongAdder falsePositives = new LongAdder();

    /**
     * Opens the directory, or fills a new one from the table.
     *
     * @param table the table, which nobody else writes, also not while this is closed
     * @param directory the directory, or where it is to be
     * @param memoryBudget bytes for filters of users that are active; the others are on the disk
     * @throws IOException if the disk fails, or the directory is damaged: delete it then
     */
    KeptFeed(ReadTable table, Path directory, double targetFpp, long memoryBudget) throws IOException {
        this.table = table;
        for (int i = 0; i < locks.length; i++) {
            locks[i] = new Object();
        }
        if (!Files.exists(directory)) {
            fill(table, directory, targetFpp, memoryBudget);
        }
        family = open(directory, targetFpp, memoryBudget);
    }

    private static FilterFamily<Long, Long> open(Path directory, double targetFpp, long memoryBudget)
            throws IOException {
        return FilterFamily.of(KeyEncoder.int64(), KeyEncoder.int64(), targetFpp)
                .memoryBudget(memoryBudget)
                .open(directory);
    }

    /** Under another name until it is complete: half of it would deny what is not in it yet. */
    private static void fill(ReadTable table, Path directory, double targetFpp, long memoryBudget) throws IOException {
        Path unfinished = Files.createTempDirectory(directory.toAbsolutePath().getParent(), "unfinished");
        try (FilterFamily<Long, Long> family = open(unfinished.resolve("family"), targetFpp, memoryBudget)) {
            long unused = table.scan((OwnedKey<Long, Long> pair) -> family.add(pair.owner(), pair.key()));
        }
        Path unused = Files.move(unfinished.resolve("family"), directory);
        Files.delete(unfinished);
    }

    private Object lockOf(long user) {
        return locks[Math.floorMod(Long.hashCode(user), locks.length)];
    }

    /** Of these articles, those that the user has not read; the table is asked once, unless the user was not known. */
    List<Long> unread(long user, List<Long> articles) {
        FamilyAnswer[] answers = family.answerEach(user, articles);
        if (answers.length > 0 && answers[0] == FamilyAnswer.UNKNOWN) { // then all of them are
            synchronized (lockOf(user)) {
                family.replace(user, table.articlesOf(user));
            }
            answers = family.answerEach(user, articles);
        }
        List<Long> maybe = new ArrayList<>();
        for (int i = 0; i < answers.length; i++) {
            if (answers[i] != FamilyAnswer.NO) {
                maybe.add(articles.get(i));
            }
        }
        Set<Long> known = table.containsWhich(user, maybe);
        denied.add(articles.size() - maybe.size());
        falsePositives.add(maybe.size() - known.size());
        List<Long> rest = new ArrayList<>(articles);
        rest.removeAll(known);
        return rest;
    }

    /** True if it was not read before. */
    boolean hasRead(long user, long article) {
        synchronized (lockOf(user)) {
            boolean unused = family.add(user, article);
            return table.insert(user, article);
        }
    }

    /** The user has left. */
    void forget(long user) {
        synchronized (lockOf(user)) {
            boolean had = table.deleteOwner(user);
            boolean unused = had && family.drop(user);
        }
    }

    /** Articles that the filter alone found unread. */
    long denied() {
        return denied.sum();
    }

    /** Articles that the table found unread. */
    long falsePositives() {
        return falsePositives.sum();
    }

    FamilyInfo family() {
        return family.info();
    }

    /** Ends as a crash would, for the sake of showing it. */
    void crash() throws IOException {
        family.abandon();
    }

    @Override
    public void close() throws IOException {
        family.close();
    }
}
