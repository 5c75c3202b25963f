package dev.bloomery.examples.blocklist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.examples.Report;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    void blocks_emptyList_nobody() throws IOException {
        BlockList list = read("# nobody");
        assertThat(list.blocks(0)).isFalse();
        assertThat(list.blocksEach(new int[] {0, 1})).containsExactly(false, false);
    }

    @Test
    void read_wrongLine_saysWhichAndWhy() {
        assertThatThrownBy(() -> read("192.0.2.7", "192.0.2.700")).hasMessageContaining("line 2", "700", "255");
        assertThatThrownBy(() -> read("0.0.0.0/0")).hasMessageContaining("everyone");
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
