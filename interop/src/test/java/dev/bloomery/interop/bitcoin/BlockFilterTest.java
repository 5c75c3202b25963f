package dev.bloomery.interop.bitcoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.bloomery.interop.DamagedForeignFilterException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The blocks that the proposal publishes with their filters (blockfilters.json of Bitcoin Core, MIT), and
 * filters of a plain encoder.
 */
class BlockFilterTest {
    private static final HexFormat HEX = HexFormat.of();

    @Test
    void read_publishedBlocks_haveTheirScriptsAndNoOthers() throws IOException {
        JsonNode blocks;
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream("blockfilters.json"))) {
            blocks = new ObjectMapper().readTree(in);
        }
        int read = 0;
        for (int i = 1; i < blocks.size(); i++) {
            JsonNode block = blocks.get(i);
            byte[] hash = reversed(HEX.parseHex(block.get(1).asText()));
            byte[] bytes = HEX.parseHex(block.get(5).asText());
            Collection<byte[]> scripts = scripts(HEX.parseHex(block.get(2).asText()), block.get(3));
            assertThat(GolombRice.filter(scripts, hash)).isEqualTo(bytes);
            BlockFilter filter = BlockFilter.read(bytes, hash);
            assertThat(filter.elements()).isEqualTo(scripts.size());
            for (byte[] script : scripts) {
                assertThat(filter.mightContain(script)).isTrue();
                assertThat(filter.mightContainAny(List.of(new byte[] {1}, script)))
                        .isTrue();
            }
            assertThat(filter.mightContainAny(others(1_000))).isFalse();
            read++;
        }
        assertThat(read).isEqualTo(6);
    }

    private static List<byte[]> others(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> ("other" + i).getBytes(StandardCharsets.US_ASCII))
                .toList();
    }

    private static byte[] reversed(byte[] bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return reversed;
    }

    /**
     * What the filter of a block has: the scripts of its outputs without those that return data, and those
     * that its inputs spend.
     */
    private static Collection<byte[]> scripts(byte[] block, JsonNode spent) {
        Map<String, byte[]> distinct = new LinkedHashMap<>();
        ByteBuffer in = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN).position(80);
        long transactions = size(in);
        for (long t = 0; t < transactions; t++) {
            in.getInt();
            long inputs = size(in);
            boolean witness = inputs == 0;
            if (witness) {
                in.get();
                inputs = size(in);
            }
            for (long i = 0; i < inputs; i++) {
                in.position(in.position() + 36);
                script(in);
                in.getInt();
            }
            long outputs = size(in);
            for (long i = 0; i < outputs; i++) {
                in.getLong();
                add(script(in), distinct);
            }
            for (long i = 0; witness && i < inputs; i++) {
                long items = size(in);
                for (long item = 0; item < items; item++) {
                    script(in);
                }
            }
            in.getInt();
        }
        assertThat(in.hasRemaining()).isFalse();
        spent.forEach(script -> add(HEX.parseHex(script.asText()), distinct));
        return distinct.values();
    }

    private static void add(byte[] script, Map<String, byte[]> distinct) {
        if (script.length > 0 && script[0] != 0x6A) {
            distinct.put(HEX.formatHex(script), script);
        }
    }

    private static long size(ByteBuffer in) {
        int first = in.get() & 0xFF;
        return first < 0xFD ? first : first == 0xFD ? in.getShort() & 0xFFFF : in.getInt();
    }

    private static byte[] script(ByteBuffer in) {
        byte[] script = new byte[(int) size(in)];
        in.get(script);
        return script;
    }

    @Test
    void mightContain_manyElements_areAllFoundAndFewOthers() throws IOException {
        byte[] hash = new byte[32];
        hash[3] = 9;
        for (int size : new int[] {1, 127, 128, 129, 256, 5_000}) {
            List<byte[]> scripts = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                scripts.add(("script" + i).getBytes(StandardCharsets.US_ASCII));
            }
            BlockFilter filter = BlockFilter.read(GolombRice.filter(scripts, hash), hash);
            for (byte[] script : scripts) {
                assertThat(filter.mightContain(script)).isTrue();
                assertThat(filter.mightContainAny(List.of(script))).isTrue();
            }
            long found = others(20_000).stream().filter(filter::mightContain).count();
            assertThat(found).isLessThan(3);
            assertThat(filter.mightContainAny(List.of())).isFalse();
            assertThat(filter.info().insertions()).isEqualTo(size);
        }
    }

    @Test
    void mightContain_emptyFilter_isFalse() throws IOException {
        BlockFilter empty = BlockFilter.read(new byte[] {0}, new byte[32]);
        assertThat(empty.mightContain(new byte[] {1})).isFalse();
        assertThat(empty.mightContainAny(others(3))).isFalse();
        assertThat(empty.info().currentFpp()).isZero();
    }

    @Test
    void read_moreElementsThanBytesOrBitsLeftOver_isRefused() {
        for (String damaged : List.of("02ffffff", "0100000001", "0174a17000", "0174", "", "feffffffff00", "0174a171")) {
            assertThatExceptionOfType(DamagedForeignFilterException.class)
                    .as(damaged)
                    .isThrownBy(() -> BlockFilter.read(HEX.parseHex(damaged), new byte[32]));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> BlockFilter.read(new byte[] {0}, new byte[31]));
    }
}
