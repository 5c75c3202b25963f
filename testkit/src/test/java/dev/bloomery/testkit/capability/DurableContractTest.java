package dev.bloomery.testkit.capability;

import dev.bloomery.AddableFilter;
import dev.bloomery.ClaimableFilter;
import dev.bloomery.RemovableFilter;
import dev.bloomery.capacity.CapacityPolicy;
import dev.bloomery.durable.DurableBuilder;
import dev.bloomery.durable.DurableFilter;
import dev.bloomery.durable.DurableRemovableFilter;
import dev.bloomery.file.SyncPolicy;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.key.LongKeyEncoder;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.CountingSpec;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.spec.ScalableSpec;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import dev.bloomery.testkit.AddableFilterContract;
import dev.bloomery.testkit.ClaimableFilterContract;
import dev.bloomery.testkit.ClaimableLongKeysContract;
import dev.bloomery.testkit.KeyType;
import dev.bloomery.testkit.RemovableFilterContract;
import dev.bloomery.testkit.RemovableLongKeysContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** Durable filters of every kind are filters like all others: they pass the contracts of what they can. */
class DurableContractTest {
    private static final Seed SEED = Seed.of(Seeds.base(), 41);

    private final List<AutoCloseable> opened = new ArrayList<>();

    @TempDir
    private Path parent;

    /** Opens a filter in a directory of its own, to be closed after the test. */
    private <F extends AutoCloseable> F open(Function<Path, DurableBuilder<?, F>> builder) {
        try {
            F filter = builder.apply(parent.resolve("filter-" + opened.size()))
                    .seed(SEED)
                    .sync(SyncPolicy.onClose())
                    .open();
            opened.add(filter);
            return filter;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable filter : opened) {
            filter.close();
        }
    }

    @Nested
    class OfBloom extends AddableFilterContract<String> {
        private final KeyType<String> keys = KeyType.strings();

        @Override
        protected AddableFilter<String> empty(long capacity) {
            return open(path -> DurableFilter.in(path, keys.encoder(), BloomSpec.of(capacity, 0.01)));
        }

        @Override
        protected boolean sharedByWriters() {
            return true;
        }

        @Override
        protected String key(long index) {
            return keys.key().apply(index);
        }

        @Override
        protected String[] array(List<String> members) {
            return members.toArray(keys.array());
        }
    }

    @Nested
    class OfBloomWithArchive extends AddableFilterContract<Long> {
        @Override
        protected AddableFilter<Long> empty(long capacity) {
            return open(path -> DurableFilter.in(path, KeyEncoder.int64(), BloomSpec.of(capacity, 0.01))
                    .keepHashes());
        }

        @Override
        protected boolean sharedByWriters() {
            return true;
        }

        @Override
        protected Long key(long index) {
            return index;
        }

        @Override
        protected Long[] array(List<Long> members) {
            return members.toArray(Long[]::new);
        }
    }

    /** With slices from ten keys on. */
    @Nested
    class OfScalable extends AddableFilterContract<Long> {
        @Override
        protected AddableFilter<Long> empty(long capacity) {
            return open(path -> DurableFilter.in(
                    path, KeyEncoder.int64(), ScalableSpec.of(0.01).withFirstCapacity(10)));
        }

        @Override
        protected boolean sharedByWriters() {
            return true;
        }

        @Override
        protected boolean grows() {
            return true;
        }

        @Override
        protected Long key(long index) {
            return index;
        }

        @Override
        protected Long[] array(List<Long> members) {
            return members.toArray(Long[]::new);
        }
    }

    @Nested
    class OfCounting extends RemovableFilterContract<String> {
        private final KeyType<String> keys = KeyType.strings();

        @Override
        protected RemovableFilter<String> empty(long capacity) {
            return open(path ->
                    DurableRemovableFilter.in(path, keys.encoder(), new CountingSpec(BloomSpec.of(capacity, 0.01), 4)));
        }

        @Override
        protected boolean sharedByWriters() {
            return true;
        }

        @Override
        protected String key(long index) {
            return keys.key().apply(index);
        }

        @Override
        protected String[] array(List<String> members) {
            return members.toArray(keys.array());
        }
    }

    @Nested
    class OfCuckoo extends RemovableFilterContract<Long> {
        @Override
        protected RemovableFilter<Long> empty(long capacity) {
            return open(path -> DurableRemovableFilter.in(path, KeyEncoder.int64(), CuckooSpec.of(capacity, 0.01)));
        }

        @Override
        protected boolean sharedByWriters() {
            return true;
        }

        @Override
        protected boolean fillsUp() {
            return true;
        }

        @Override
        protected boolean estimatesInsertions() {
            return false;
        }

        @Override
        protected Long key(long index) {
            return index;
        }

        @Override
        protected Long[] array(List<Long> members) {
            return members.toArray(Long[]::new);
        }
    }

    @Nested
    class ClaimsOfBloom extends ClaimableFilterContract<Long> {
        @Override
        protected ClaimableFilter<Long> empty(long capacity) {
            return open(path -> DurableFilter.in(path, KeyEncoder.int64(), BloomSpec.of(capacity, 0.01)));
        }

        @Override
        protected ClaimableFilter<Long> emptyThatRejects() {
            return open(path -> DurableFilter.in(path, KeyEncoder.int64(), BloomSpec.of(300, 0.01))
                    .whenFull(CapacityPolicy.REJECT));
        }

        @Override
        protected boolean sharedByWriters() {
            return true;
        }

        @Override
        protected Long key(long index) {
            return index;
        }
    }

    @Nested
    class ClaimsOfScalable extends ClaimableFilterContract<Long> {
        @Override
        protected ClaimableFilter<Long> empty(long capacity) {
            return open(path -> DurableFilter.in(
                    path, KeyEncoder.int64(), ScalableSpec.of(0.01).withFirstCapacity(Math.max(1, capacity / 10))));
        }

        @Override
        protected ClaimableFilter<Long> emptyThatRejects() {
            return open(path -> DurableFilter.in(
                    path,
                    KeyEncoder.int64(),
                    ScalableSpec.of(0.01).withFirstCapacity(50).withCeilingBits(8_000)));
        }

        @Override
        protected boolean sharedByWriters() {
            return true;
        }

        @Override
        protected Long key(long index) {
            return index;
        }
    }

    @Nested
    class LongsOfBloom extends ClaimableLongKeysContract<Integer> {
        @Override
        protected ClaimableFilter<Integer> empty(long capacity) {
            return open(path -> DurableFilter.in(path, KeyEncoder.int32(), BloomSpec.of(capacity, 0.01)));
        }

        @Override
        protected ClaimableFilter<Integer> emptyThatRejects() {
            return open(path -> DurableFilter.in(path, KeyEncoder.int32(), BloomSpec.of(300, 0.01))
                    .whenFull(CapacityPolicy.REJECT));
        }

        @Override
        protected boolean sharedByWriters() {
            return true;
        }

        @Override
        protected LongKeyEncoder<Integer> encoder() {
            return KeyEncoder.int32();
        }

        @Override
        protected Integer key(long index) {
            return (int) index - 1;
        }

        @Override
        protected List<Integer> edges() {
            return List.of(0, -1, 1, Integer.MIN_VALUE, Integer.MAX_VALUE);
        }
    }

    @Nested
    class LongsOfCuckoo extends RemovableLongKeysContract<Long> {
        @Override
        protected RemovableFilter<Long> empty(long capacity) {
            return open(path -> DurableRemovableFilter.in(path, KeyEncoder.int64(), CuckooSpec.of(2 * capacity, 0.01)));
        }

        @Override
        protected RemovableFilter<Long> emptyThatRejects() {
            return open(path -> DurableRemovableFilter.in(path, KeyEncoder.int64(), CuckooSpec.of(300, 0.01))
                    .whenFull(CapacityPolicy.REJECT));
        }

        @Override
        protected boolean fillsUp() {
            return true;
        }

        @Override
        protected LongKeyEncoder<Long> encoder() {
            return KeyEncoder.int64();
        }

        @Override
        protected Long key(long index) {
            return (index - 1) * 0x9E3779B9L;
        }

        @Override
        protected List<Long> edges() {
            return List.of(0L, -1L, 1L, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32);
        }
    }
}
