package dev.bloomery.examples.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.examples.Report;
import dev.bloomery.spec.Seed;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class WhichNodeTest {

    @Test
    void run_moreFilters_findTheSameWithFewerAsks() throws Exception {
        List<WhichNode.Row> rows =
                WhichNode.run(4, 1_000, 400, new Report(new PrintStream(PrintStream.nullOutputStream())));
        assertThat(rows).extracting(WhichNode.Row::found).containsOnly(200);
        assertThat(rows.get(0).counts().asks()).isEqualTo(4 * 200 + 500); // present ones: 2.5 nodes in the mean
        assertThat(rows.get(1).counts().asks()).isBetween(400L, 460L); // 200 present, 200 of the silent node
        assertThat(rows.get(2).counts().asks()).isBetween(200L, 260L);
        assertThat(rows.get(2).counts().filterBytes()).isPositive();
        assertThat(rows.get(2).measuredFpp()).isLessThan(0.03); // 0.01 promised, 11 of 1,100 expected: six sigmas
    }

    @Test
    void find_keyPutThroughTheRouter_isThereAtOnceAndAnotherAfterRefresh() throws Exception {
        Seed secret = Seed.of(11);
        try (StorageNode node = new StorageNode(secret, 0.001)) {
            node.publish();
            Router router = new Router(List.of(node.address()), secret);
            router.refresh();
            router.put(node.address(), "by the router", "1\n2");
            assertThat(router.find("by the router")).contains("1\n2");

            node.put("another way", "3");
            assertThat(router.find("another way")).as("not known to the filter").isEmpty();
            router.refresh();
            assertThat(router.find("another way")).contains("3");
            assertThat(router.find("by the router")).contains("1\n2");
        }
    }

    @Test
    void find_filterOfAnotherSecret_asksAlways() throws Exception {
        try (StorageNode node = new StorageNode(Seed.of(1), 0.001)) {
            node.publish();
            node.put("key", "value");
            Router router = new Router(List.of(node.address()), Seed.of(2));
            router.refresh();
            assertThat(router.find("key")).contains("value");
            assertThat(router.find("absent")).isEmpty();
            assertThat(router.counts().asks()).isEqualTo(2);
        }
    }
}
