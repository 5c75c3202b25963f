package dev.bloomery.internal.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.BloomFilter;
import dev.bloomery.Filters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.KeyHash;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BitReplicaTest {
    private static final BloomSpec SPEC =
            BloomSpec.of(5_000, 0.01).withLayout(Layout.BLOCKED).sized();

    @Test
    void answers_ofAReplica_areThoseOfTheLocalFilter() {
        BloomFilter<Long> local =
                Filters.bloom(KeyEncoder.int64(), SPEC).seed(Seed.of(7)).build();
        ReplicaHash<Long> hash = ReplicaHash.of(KeyEncoder.int64(), KeyHash.XXH3_64, Seed.of(7));
        BitReplica replica = BitReplica.of(SPEC);
        for (long key = 0; key < 5_000; key++) {
            assertThat(hash.hash(key)).isEqualTo(local.hash(key));
            assertThat(replica.addHash(hash.hash(key))).isEqualTo(local.add(key));
        }
        for (long key = 0; key < 50_000; key++) {
            assertThat(replica.mightContainHash(hash.hash(key))).isEqualTo(local.mightContain(key));
        }
        assertThat(replica.currentFpp()).isEqualTo(local.info().currentFpp());
    }

    @Test
    void orBytes_ofAnotherReplica_setsItsBitsAndKeepsTheOwn() {
        Random random = new Random(Seeds.orElse(5));
        BitReplica first = BitReplica.of(SPEC);
        BitReplica second = BitReplica.of(SPEC);
        long[] hashes = random.longs(4_000).toArray();
        for (int i = 0; i < hashes.length; i++) {
            boolean unused = (i % 2 == 0 ? first : second).addHash(hashes[i]);
        }
        BitReplica alone = BitReplica.of(SPEC);
        int length = Math.toIntExact(second.byteLength());
        byte[] bytes = new byte[length + 64];
        for (int from = 0; from < length; from += 192) {
            int some = Math.min(192, length - from);
            byte[] piece = new byte[some];
            second.copyBytes(from, piece, some);
            System.arraycopy(piece, 0, bytes, 64 + from, some);
            first.orBytes(from, bytes, 64 + from, some);
            alone.orBytesAlone(from, bytes, 64 + from, some);
        }
        for (int i = 0; i < hashes.length; i++) {
            assertThat(first.mightContainHash(hashes[i])).isTrue();
            assertThat(alone.mightContainHash(hashes[i]) || i % 2 == 0).isTrue();
        }
        assertThat(alone.fill()).isEqualTo(second.fill());
        alone.orAll(first);
        assertThat(alone.fill()).isEqualTo(first.fill());
    }

    @Test
    void position_ofABit_isWhereItsByteHasIt() {
        BitReplica replica = BitReplica.of(SPEC);
        long hash = 0x1234_5678_9abc_def0L;
        boolean unused = replica.addHash(hash);
        byte[] bytes = new byte[Math.toIntExact(replica.byteLength())];
        replica.copyBytes(0, bytes, bytes.length);
        for (int probe = 0; probe < replica.probes(); probe++) {
            long position = replica.position(hash, probe);
            assertThat(bytes[Math.toIntExact(position / 8)] >> (position % 8) & 1)
                    .isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.3, 0.01, 0.0001})
    void words_ofAHash_haveTheBitsThatItSets(double fpp) {
        BloomSpec spec = BloomSpec.of(5_000, fpp).withLayout(Layout.BLOCKED).sized();
        for (long hash : new Random(Seeds.orElse(9)).longs(500).toArray()) {
            BitReplica replica = BitReplica.of(spec);
            boolean unused = replica.addHash(hash);
            byte[] bytes = new byte[Math.toIntExact(replica.byteLength())];
            replica.copyBytes(0, bytes, bytes.length);
            byte[] expected = new byte[bytes.length];
            for (int which = 0; which < replica.wordsOfKey(); which++) {
                int at = Math.toIntExact(replica.word(hash, which) * Long.BYTES);
                ByteBuffer.wrap(expected).order(ByteOrder.LITTLE_ENDIAN).putLong(at, replica.mask(hash, which));
            }
            assertThat(bytes).isEqualTo(expected);
        }
    }

    @Test
    void of_aLayoutWithoutBlocks_isRefused() {
        BloomSpec classic = BloomSpec.of(5_000, 0.01).withLayout(Layout.CLASSIC).sized();
        assertThatThrownBy(() -> BitReplica.of(classic))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("BLOCKED");
    }
}
