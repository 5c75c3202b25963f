package dev.bloomery.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bloomery.Filters;
import dev.bloomery.key.KeyEncoder;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CuckooSpecTest {

    @Test
    void toString_openAndSettled_isAsTheJavadocSays() {
        CuckooSpec open = CuckooSpec.of(1_000_000, 0.01);
        assertThat(open).hasToString("cuckoo capacity=1000000 fpp=0.01 hash=xxh3-64");
        assertThat(open.sized()).hasToString("cuckoo capacity=1000000 fpp=0.01 buckets=262934 width=10 hash=xxh3-64");
        CuckooSpec sized = open.sized();
        assertThat(sized.sized()).isSameAs(sized);
    }

    @Test
    void parse_ofToString_isEqual() {
        for (long capacity : new long[] {0, 1, 9, 1_000, 1L << 33}) {
            for (double fpp : new double[] {0.5, 0.01, 1e-9}) {
                CuckooSpec open = CuckooSpec.of(capacity, fpp).withHash(KeyHash.SIPHASH_2_4);
                assertThat(FilterSpec.parse(open.toString())).isEqualTo(open);
                assertThat(FilterSpec.parse(open.sized().toString())).isEqualTo(open.sized());
                assertThat(SeededSpec.parse(new SeededSpec(open, Seed.of(7)).toSecretString()))
                        .isEqualTo(new SeededSpec(open, Seed.of(7)));
            }
        }
    }

    @Test
    void parse_wrongText_saysWhatToWrite() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FilterSpec.parse("cuckoo capacity=10 fpp=0.1 bits=9"))
                .withMessageContaining("unknown name 'bits'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FilterSpec.parse("cuckoo capacity=10 fpp=0.1 width=9"))
                .withMessageContaining("one of buckets and width");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FilterSpec.parse("cuckoo capacity=10 fpp=0.1 buckets=5 width=9"))
                .withMessageContaining("an even number");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FilterSpec.parse("cuckoo capacity=10 fpp=0.1 buckets=6 width=41"))
                .withMessage("fingerprintBits is 41; use 1 to 40");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FilterSpec.parse("cuckoo capacity=25 fpp=0.1 buckets=6 width=20"))
                .withMessageContaining("24 slots");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FilterSpec.parse("cuckoo capacity=20 fpp=0.1 buckets=6 width=4"))
                .withMessageContaining("leave buckets and width out");
    }

    @Test
    void of_targetTooLow_isRefusedWithAdvice() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CuckooSpec.of(1_000, 1e-13))
                .withMessageContaining("too low for a cuckoo filter of 1000 keys")
                .withMessageContaining("layout classic");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CuckooSizing.of(1L << 40, 1e-12))
                .withMessageContaining("too low");
    }

    @Test
    void ofSize_explicit_hasTheRoomAndTheFppOfThatSize() {
        CuckooSizing size = new CuckooSizing(262_934, 8);
        CuckooSpec spec = CuckooSpec.ofSize(size);
        assertThat(spec.capacity()).isBetween(1_000_000L, 1_000_010L);
        assertThat(spec.targetFpp()).isBetween(0.029, 0.030);
        assertThat(spec.size()).isEqualTo(Optional.of(size));
        assertThat(size.slots()).isEqualTo(4 * 262_934);
        assertThat(size.sizeInBits()).isEqualTo(32 * 262_934);
        assertThat(Filters.cuckoo(KeyEncoder.int64(), spec).build().info().memoryBytes())
                .isBetween(4 * 262_934L, 4 * 262_934L + 40);
    }

    @Test
    void build_moreThanTheHeapHolds_isRefusedBeforeAllocating() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Filters.cuckoo(KeyEncoder.int64())
                        .capacity(1L << 36)
                        .targetFpp(0.01)
                        .build())
                .withMessageContaining("2^34");
    }
}
