package dev.bloomery;

import dev.bloomery.internal.kind.MappedTable;
import dev.bloomery.internal.kind.Opening;
import dev.bloomery.internal.snapshot.MappedSnapshot;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.FilterSpec;
import java.io.IOException;
import java.time.InstantSource;

/** From a plan to what knows how filters of its kind are built, read and mapped. There is no other place that asks for all kinds. */
final class Kinds {

    private Kinds() {}

    /**
     * What knows a kind.
     *
     * @param <S> the plans of that kind
     */
    interface Kind<S extends FilterSpec> {

        /** A builder of filters of that plan. */
        <K> HashedBuilder<K, ?> builder(KeyEncoder<K> encoder, S spec);

        /** A filter from a snapshot whose header was read; expects a settled plan. */
        <K> AbstractFilter<K, S> read(Opening<K> opening, S spec) throws IOException;

        /** The body of a mapped snapshot; expects a settled plan. */
        MappedTable map(MappedSnapshot mapped, S spec, InstantSource clock) throws IOException;
    }

    static <S extends FilterSpec> Kind<S> of(S spec) {
        Kind<? extends FilterSpec> kind = switch (spec.kind()) {
            case BLOOM -> BloomBuilder.KIND;
            case COUNTING -> CountingBuilder.KIND;
            case SCALABLE -> ScalableBuilder.KIND;
            case WINDOWED -> WindowedBuilder.KIND;
            case CUCKOO -> CuckooBuilder.KIND;
            case FUSE -> FuseBuilder.KIND;
        };
        @SuppressWarnings("unchecked") // a plan says the kind that it is of
        Kind<S> ofThePlan = (Kind<S>) kind;
        return ofThePlan;
    }
}
