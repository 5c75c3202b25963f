package dev.bloomery.testkit.snapshot;

import dev.bloomery.Filters;
import dev.bloomery.HashedFilter;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import dev.bloomery.testkit.HashedFilterContract;
import dev.bloomery.testkit.KeyType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Filters of all kinds that stay in their files, against the contract. */
@ParameterizedClass
@MethodSource("variants")
class MappedFilterContractTest<K> extends HashedFilterContract<K> {
    @TempDir
    Path directory;

    private final StoredVariant variant;
    private final KeyType<K> keyType;

    MappedFilterContractTest(StoredVariant variant, KeyType<K> keyType) {
        this.variant = variant;
        this.keyType = keyType;
    }

    /** All of longs, and one of each kind of strings. */
    static Stream<Arguments> variants() {
        return Stream.concat(
                StoredVariant.all().stream().map(variant -> Arguments.of(variant, KeyType.longs())),
                StoredVariant.kinds().stream().map(variant -> Arguments.of(variant, KeyType.strings())));
    }

    @Override
    protected HashedFilter<K> filterOf(List<K> members) {
        try {
            Path file = Files.createTempFile(directory, "filter", ".flt");
            variant.maker()
                    .make(keyType.encoder(), members, Seed.of(Seeds.base(), 7))
                    .snapshotTo(file);
            return Filters.load(keyType.encoder()).from(file).mapped();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    protected boolean estimatesInsertions() {
        return true;
    }

    @Override
    protected K key(long index) {
        return keyType.key().apply(index);
    }

    @Override
    protected K[] array(List<K> keys) {
        return keys.toArray(keyType.array());
    }
}
