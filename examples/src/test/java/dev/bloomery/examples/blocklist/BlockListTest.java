package dev.bloomery.examples.blocklist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.examples.Lists;
import dev.bloomery.examples.Report;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlockListTest {

    @TempDir
    Path directory;

    @Test
    void blocks_addressesAndNetworks_exactlyThose() throws IOException {
        BlockList list =
                read("# comment", "", "192.0.2.7", "198.51.100.0/24", "10.0.0.0/8", "255.255.255.255", "128.0.0.0/1");
        assertThat(list.lookupsPerPacket()).isEqualTo(4);
        for (String blocked : List.of(
                "192.0.2.7",
                "198.51.100.0",
                "198.51.100.255",
                "10.0.0.0",
                "10.255.255.255",
                "255.255.255.255",
                "128.0.0.1")) {
            assertThat(blocks(list, blocked)).as(blocked).isTrue();
        }
        for (String free : List.of("0.0.0.0", "9.255.255.255", "11.0.0.0", "127.255.255.255")) {
            assertThat(blocks(list, free)).as(free).isFalse();
        }
    }

    private static boolean blocks(BlockList list, String address) {
        int bits = (int) Network.parse(address);
        boolean one = list.blocks(bits);
        assertThat(list.blocksEach(new int[] {1, bits, 2})[1]).isEqualTo(one);
        assertThat(list.blocksByExactSet(bits)).isEqualTo(one);
        return one;
    }

    @Test
    void networks_ofARange_areTheRangeAndNoMore() {
        assertThat(texts("192.0.2.5", "192.0.2.5")).containsExactly("192.0.2.5");
        assertThat(texts("192.0.2.0", "192.0.2.255")).containsExactly("192.0.2.0/24");
        assertThat(texts("192.0.2.255", "192.0.4.2"))
                .containsExactly("192.0.2.255", "192.0.3.0/24", "192.0.4.0/31", "192.0.4.2");
        assertThat(texts("0.0.0.0", "255.255.255.255")).containsExactly("0.0.0.0/1", "128.0.0.0/1");
        assertThat(texts("0.0.0.1", "255.255.255.254")).hasSize(62);
    }

    private static List<String> texts(String from, String to) {
        return Arrays.stream(AddressRange.networks(from, to))
                .mapToObj(Network::text)
                .toList();
    }

    @Test
    void runList_ranges_dropsTheSameInEveryWay() throws IOException {
        List<String> ranges = IntStream.range(0, 1_000)
                .mapToObj(i -> (i % 200) + "." + i % 256 + ".0.1," + (i % 200) + "." + i % 256 + ".77.255")
                .toList();
        DropPackets.Result result = DropPackets.runList(
                Files.write(directory.resolve("ranges"), ranges),
                50_000,
                new Report(new PrintStream(PrintStream.nullOutputStream())));
        assertThat(result.blocked()).isPositive().isEqualTo(result.blockedByExactSet());
        assertThat(result.blockedInBatches()).isEqualTo(result.blocked());
    }

    @Test
    @Tag("lists")
    void runList_rangesOfProviders_dropsTheSameInEveryWayAndKeepsTheFpp() throws IOException {
        DropPackets.Result result =
                DropPackets.runList(Lists.file("address-ranges.txt"), 1_000_000, new Report(System.out));
        assertThat(result.blocked()).isPositive().isEqualTo(result.blockedByExactSet());
        assertThat(result.blockedInBatches()).isEqualTo(result.blocked());
        assertThat(result.measuredFpp()).isBetween(result.promisedFpp() / 2, 1.3 * result.promisedFpp());
    }

    @Test
    void blocks_emptyList_nobody() throws IOException {
        BlockList list = read("# nobody");
        assertThat(list.blocks(0)).isFalse();
        assertThat(list.blocksEach(new int[] {0, 1})).containsExactly(false, false);
    }

    @Test
    void read_wrongLine_saysWhichAndWhy() {
        assertThatThrownBy(() -> read("192.0.2.7", "192.0.2.700")).hasMessageContaining("line 2", "700", "255");
        assertThatThrownBy(() -> read("0.0.0.0/0")).hasMessageContaining("everyone");
        assertThatThrownBy(() -> read("192.0.2.7,192.0.2.6")).hasMessageContaining("before it begins");
        assertThatThrownBy(() -> read("192.0.2.7,192.0.2.8/31")).hasMessageContaining("no length");
        assertThatThrownBy(() -> read("example.com")).hasMessageContaining("192.0.2.0/24");
    }

    @Test
    void text_parsed_isTheSame() {
        for (String text : List.of("192.0.2.7", "255.255.255.255", "10.0.0.0/8", "128.0.0.0/1")) {
            assertThat(Network.text(Network.parse(text))).isEqualTo(text);
        }
        assertThat(Network.text(Network.parse("192.0.2.7/24"))).isEqualTo("192.0.2.0/24");
    }

    @Test
    void run_fiftyThousandAddresses_dropsTheSameInEveryWayAndKeepsTheFpp() throws IOException {
        DropPackets.Result result =
                DropPackets.run(50_000, 200_000, new Report(new PrintStream(PrintStream.nullOutputStream())));
        assertThat(result.blocked()).isGreaterThanOrEqualTo(2_000).isEqualTo(result.blockedByExactSet());
        assertThat(result.blockedInBatches()).isEqualTo(result.blocked());
        // 198 hits expected; networks of length 16 come three times each, which makes it less even: more than eight
        // sigmas
        assertThat(result.measuredFpp()).isBetween(0.0002, 0.002);
    }

    private BlockList read(String... lines) throws IOException {
        return BlockList.read(Files.write(directory.resolve("list"), List.of(lines)), 0.001);
    }
}
