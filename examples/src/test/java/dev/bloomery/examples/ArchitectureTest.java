package dev.bloomery.examples;

import dev.bloomery.support.PackageArrows;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The arrows between the packages of this module. That the rules notice a wrong arrow is shown beside {@link PackageArrows}. */
class ArchitectureTest {
    private static final String ROOT = "dev.bloomery.examples";
    private static final String BACKUP = "dev.bloomery.examples.backup";
    private static final String BLOCKLIST = "dev.bloomery.examples.blocklist";
    private static final String BLOCKS = "dev.bloomery.examples.blocks";
    private static final String CDN = "dev.bloomery.examples.cdn";
    private static final String CRAWLER = "dev.bloomery.examples.crawler";
    private static final String DATABASE = "dev.bloomery.examples.database";
    private static final String EVENTS = "dev.bloomery.examples.events";
    private static final String FEED = "dev.bloomery.examples.feed";
    private static final String HTTP = "dev.bloomery.examples.http";
    private static final String NODES = "dev.bloomery.examples.nodes";
    private static final String REDIS = "dev.bloomery.examples.redis";
    private static final String SAFEBROWSING = "dev.bloomery.examples.safebrowsing";
    private static final String SPAM = "dev.bloomery.examples.spam";
    private static final String SSTABLES = "dev.bloomery.examples.sstables";
    private static final String USERNAMES = "dev.bloomery.examples.usernames";
    private static final String WALLET = "dev.bloomery.examples.wallet";

    /** What each package uses of this module beside itself. */
    private static final Map<String, Set<String>> USES = Map.ofEntries(
            Map.entry(ROOT, Set.of()),
            Map.entry(BACKUP, Set.of(ROOT)),
            Map.entry(BLOCKLIST, Set.of(ROOT)),
            Map.entry(BLOCKS, Set.of(ROOT)),
            Map.entry(CDN, Set.of(ROOT)),
            Map.entry(CRAWLER, Set.of(ROOT, HTTP, REDIS)),
            Map.entry(DATABASE, Set.of()),
            Map.entry(EVENTS, Set.of(ROOT)),
            Map.entry(FEED, Set.of(ROOT, DATABASE)),
            Map.entry(HTTP, Set.of()),
            Map.entry(NODES, Set.of(ROOT, HTTP)),
            Map.entry(REDIS, Set.of()),
            Map.entry(SAFEBROWSING, Set.of(ROOT, HTTP)),
            Map.entry(SPAM, Set.of(ROOT, DATABASE)),
            Map.entry(SSTABLES, Set.of(ROOT)),
            Map.entry(USERNAMES, Set.of(ROOT, DATABASE)),
            Map.entry(WALLET, Set.of(ROOT, HTTP)));

    private static final PackageArrows ARROWS = PackageArrows.ofModuleOf(MillionKeys.class);

    @Test
    void packages_each_useWhatIsListedAndNothingElse() {
        ARROWS.requireExactlyInside(USES);
    }

    @Test
    void packages_all_areFreeOfCycles() {
        ARROWS.requireNoCycle();
    }

    @Test
    void packages_each_haveFewFiles() {
        ARROWS.requireAtMostFiles(31);
    }
}
