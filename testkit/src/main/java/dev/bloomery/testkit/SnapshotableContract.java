package dev.bloomery.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.AddResult;
import dev.bloomery.AddableFilter;
import dev.bloomery.Filters;
import dev.bloomery.MembershipFilter;
import dev.bloomery.RemovableFilter;
import dev.bloomery.Snapshotable;
import dev.bloomery.file.Progress;
import dev.bloomery.file.WrongKeysException;
import dev.bloomery.file.WrongKindException;
import dev.bloomery.file.WrongSecretException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.Seed;
import dev.bloomery.support.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every {@link Snapshotable} promises: {@code load(snapshot(f))} is {@code f}, wherever the bytes have been meanwhile.
 *
 * @param <K> the type of the keys
 */
public abstract class SnapshotableContract<K> {
    private static final int MEMBERS = 2_000;
    private static final int ABSENT = 10_000;
    private static final Seed OTHER_SEED = Seed.of(-1, -2);

    @TempDir
    Path directory;

    /** A filter of these keys with this seed, with room for them and no more; one that others may write beside, or one that they may not. */
    protected abstract Snapshotable<K> filterOf(List<K> members, Seed seed);

    protected abstract KeyEncoder<K> encoder();

    /** Key number {@code index}; different numbers give different keys. */
    protected abstract K key(long index);

    private final Seed seed = Seed.of(Seeds.base(), 0x5EED_0F_A_F117E2L);

    private List<K> keys(long from, long to) {
        return LongStream.range(from, to).mapToObj(this::key).toList();
    }

    private Snapshotable<K> filled() {
        return filterOf(keys(0, MEMBERS), seed);
    }

    private static byte[] bytesOf(Object filter) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ((Snapshotable<?>) filter).snapshotTo(out);
        return out.toByteArray();
    }

    @SuppressWarnings("unchecked") // every filter that can be kept can be asked, for the keys it was made of
    private MembershipFilter<K> asked(Object filter) {
        return (MembershipFilter<K>) filter;
    }

    private MembershipFilter<K> load(byte[] bytes) throws IOException {
        return Filters.load(encoder()).from(bytes).any();
    }

    private void assertSame(Object loaded, Object original) throws IOException {
        MembershipFilter<K> one = asked(loaded);
        MembershipFilter<K> other = asked(original);
        assertThat(one.info()).isEqualTo(other.info());
        for (long i = 0; i < MEMBERS + ABSENT; i++) {
            assertThat(one.mightContain(key(i)))
                    .as("key %d, %s", i, Seeds.describe())
                    .isEqualTo(other.mightContain(key(i)));
        }
        assertThat(bytesOf(loaded)).isEqualTo(bytesOf(original));
    }

    @Test
    void load_anyWay_answersLikeTheOriginalAndIsKeptAlike() throws IOException {
        Snapshotable<?> original = filled();
        byte[] bytes = bytesOf(original);
        for (SnapshotWay way : SnapshotWay.values()) {
            assertSame(way.load(Filters.load(encoder()), bytes, directory.resolve("some.flt")), original);
        }
        MembershipFilter<K> loaded = load(bytes);
        for (long i = 0; i < MEMBERS; i++) {
            assertThat(loaded.mightContain(key(i))).as("key %d", i).isTrue();
        }
    }

    @Test
    void hasSameContent_ofWhatWasLoaded_isTrueUntilOneChanges() throws IOException {
        Snapshotable<?> original = filled();
        MembershipFilter<K> loaded = load(bytesOf(original));
        assertThat(original.hasSameContent(original)).isTrue();
        assertThat(original.hasSameContent((Snapshotable<?>) loaded)).isTrue();
        assertThat(((Snapshotable<?>) loaded).hasSameContent(original)).isTrue();
        assertThat(loaded).as("equals is that of objects").isNotEqualTo(original);
        if (loaded instanceof AddableFilter<?>) {
            long other = MEMBERS;
            while (loaded.mightContain(key(other))) {
                other++;
            }
            addUntilFull(loaded, other, other + 1);
            assertThat(loaded.mightContain(key(other))).isTrue();
            assertThat(original.hasSameContent((Snapshotable<?>) loaded)).isFalse();
            assertThat(((Snapshotable<?>) loaded).hasSameContent(original)).isFalse();
        }
    }

    @Test
    void hasSameContent_ofOtherKeysOrAnotherSeed_isFalse() {
        Snapshotable<?> filter = filled();
        assertThat(filter.hasSameContent(filterOf(keys(0, MEMBERS), OTHER_SEED)))
                .as("another seed")
                .isFalse();
        assertThat(filter.hasSameContent(filterOf(keys(MEMBERS, 2 * MEMBERS), seed)))
                .as("other keys")
                .isFalse();
        assertThat(filterOf(List.of(), seed).hasSameContent(filterOf(List.of(), OTHER_SEED)))
                .as("another seed, without keys")
                .isFalse();
        assertThatNullPointerException()
                .isThrownBy(() -> filter.hasSameContent(MembershipFilterContract.nothing()))
                .withMessage("other");
    }

    @Test
    void load_emptyFilter_isEmpty() throws IOException {
        Snapshotable<?> original = filterOf(List.of(), seed);
        MembershipFilter<K> loaded = load(bytesOf(original));
        assertSame(loaded, original);
        assertThat(loaded.info().insertions()).isZero();
        assertThat(loaded.mightContain(key(0))).isFalse();
    }

    @Test
    void load_overfullFilter_isOverfull() throws IOException {
        Snapshotable<?> original = filterOf(keys(0, 300), seed);
        addUntilFull(original, 300, 3_000);
        assertSame(load(bytesOf(original)), original);
    }

    @SuppressWarnings("unchecked") // as in asked
    private void addUntilFull(Object filter, long from, long to) {
        if (filter instanceof AddableFilter<?> addable) {
            long i = from;
            while (i < to && ((AddableFilter<K>) addable).tryAdd(key(i)) != AddResult.FULL) {
                i++;
            }
        }
    }

    /** What follows does to the loaded filter what it does to the original: adds, removes, growth, also beyond capacity. */
    @Test
    void load_goesOnBeingUsed_staysLikeTheOriginal() throws IOException {
        Snapshotable<?> original = filterOf(keys(0, 500), seed);
        MembershipFilter<K> loaded = load(bytesOf(original));
        SplittableRandom random = Seeds.random("goesOnBeingUsed");
        for (int step = 0; step < 3_000; step++) {
            long index = random.nextInt(1_500);
            boolean remove = random.nextInt(3) == 0;
            assertThat(use(loaded, index, remove))
                    .as("step %d, %s", step, Seeds.describe())
                    .isEqualTo(use(original, index, remove));
        }
        assertSame(loaded, original);
        assertSame(load(bytesOf(loaded)), original);
    }

    /** Removes or adds, if the filter can; what it answered. */
    @SuppressWarnings("unchecked") // as in asked
    private String use(Object filter, long index, boolean remove) {
        if (remove && filter instanceof RemovableFilter<?> removable) {
            return "removed " + ((RemovableFilter<K>) removable).remove(key(index));
        }
        if (filter instanceof AddableFilter<?> addable) {
            return ((AddableFilter<K>) addable).tryAdd(key(index)).toString();
        }
        return "asked " + asked(filter).mightContain(key(index));
    }

    @Test
    void load_withoutSeed_needsTheRightOne() throws IOException {
        Snapshotable<?> original = filled();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        original.snapshot().withoutSeed().to(out);
        byte[] bytes = out.toByteArray();
        assertThat(contains(bytes, seed)).as("the seed is in the file").isFalse();
        assertThat(contains(bytesOf(original), seed)).as("control: it is found").isTrue();
        assertThatExceptionOfType(WrongSecretException.class)
                .isThrownBy(() -> load(bytes))
                .withMessageContaining("seed(...)");
        assertThatExceptionOfType(WrongSecretException.class)
                .isThrownBy(() ->
                        Filters.load(encoder()).seed(OTHER_SEED).from(bytes).any())
                .withMessageContaining("not that of this filter");
        assertSame(Filters.load(encoder()).seed(seed).from(bytes).any(), original);
    }

    /** Any half of it, either way round. */
    private static boolean contains(byte[] bytes, Seed seed) {
        String text = Arrays.toString(bytes).replace("[", ", ").replace("]", ",");
        String hex = seed.toHex();
        return Stream.of(hex.substring(0, 16), hex.substring(16))
                .map(half -> Long.parseUnsignedLong(half, 16))
                .flatMap(half -> Stream.of(half, Long.reverseBytes(half)))
                .map(half -> Arrays.toString(
                        ByteBuffer.allocate(Long.BYTES).putLong(half).array()))
                .anyMatch(half -> text.contains(half.replace("[", ", ").replace("]", ",")));
    }

    @Test
    void load_seedGivenBesideItsOwn_mustBeTheSame() throws IOException {
        byte[] bytes = bytesOf(filled());
        assertThat(Filters.load(encoder()).seed(seed).from(bytes).any().mightContain(key(0)))
                .isTrue();
        assertThatExceptionOfType(WrongSecretException.class)
                .isThrownBy(() ->
                        Filters.load(encoder()).seed(OTHER_SEED).from(bytes).any())
                .withMessageContaining("another seed");
    }

    @Test
    void load_encoderOfOtherKeys_isRefused() throws IOException {
        byte[] bytes = bytesOf(filled());
        boolean longs = key(0) instanceof Long;
        KeyEncoder<?> other = longs ? KeyEncoder.utf8() : KeyEncoder.int64();
        assertThatExceptionOfType(WrongKeysException.class)
                .isThrownBy(() -> Filters.load(other).from(bytes).any())
                .withMessageContaining(longs ? "its keys were longs" : "its keys were bytes");
    }

    @Test
    void load_asEveryKind_isRefusedButForItsOwn() throws IOException {
        Snapshotable<?> original = filled();
        byte[] bytes = bytesOf(original);
        List<Object> loaded = new ArrayList<>();
        for (Kind<K> kind : List.<Kind<K>>of(
                snapshot -> snapshot.bloom(),
                snapshot -> snapshot.countingBloom(),
                snapshot -> snapshot.scalableBloom(),
                snapshot -> snapshot.windowed(),
                snapshot -> snapshot.cuckoo(),
                snapshot -> snapshot.fuse())) {
            try {
                loaded.add(kind.open(Filters.load(encoder()).from(bytes)));
            } catch (WrongKindException wrong) {
                assertThat(wrong).hasMessageContaining("open it as that kind");
            }
        }
        assertThat(loaded).hasSize(1);
        assertThat(loaded.get(0)).hasSameClassAs(original);
    }

    /** Opens a snapshot as one kind. */
    @FunctionalInterface
    private interface Kind<K> {
        Object open(dev.bloomery.Snapshot<K> snapshot) throws IOException;
    }

    @Test
    void spec_anyEncoderAndNoSeed_isThatOfTheFilter() throws IOException {
        Snapshotable<?> original = filled();
        Path file = directory.resolve("some.flt");
        original.snapshot().withoutSeed().to(file);
        assertThat(Filters.load(KeyEncoder.utf8()).from(file).spec())
                .isEqualTo(original.info().spec());
    }

    @Test
    void progress_savingAndLoading_risesToTheEnd() throws IOException {
        Snapshotable<?> original = filled();
        Path file = directory.resolve("some.flt");
        Rising saving = new Rising();
        original.snapshot().onProgress(saving).to(file);
        assertThat(saving.done).isEqualTo(saving.total).isEqualTo(Files.size(file));
        Rising loading = new Rising();
        MembershipFilter<K> loaded =
                Filters.load(encoder()).onProgress(loading).from(file).any();
        assertThat(loading.done).isEqualTo(loading.total).isEqualTo(Files.size(file));
        assertThat(loaded.mightContain(key(0))).isTrue();
    }

    /** Fails if it goes back, or beyond its end. */
    private static final class Rising implements Progress {
        long done;
        long total;

        @Override
        public void report(long done, long total) {
            assertThat(done).isBetween(this.done, total);
            this.done = done;
            this.total = total;
        }
    }

    @Test
    void progress_thatThrows_leavesTheOldFile() throws IOException {
        Snapshotable<?> original = filled();
        Path file = directory.resolve("some.flt");
        original.snapshotTo(file);
        byte[] before = Files.readAllBytes(file);
        Snapshotable<?> other = filterOf(keys(MEMBERS, 2 * MEMBERS), seed);
        assertThatThrownBy(() -> other.snapshot()
                        .onProgress((done, total) -> {
                            throw new IllegalStateException("stop");
                        })
                        .to(file))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("stop");
        assertThat(file).hasBinaryContent(before);
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).containsExactly(file);
        }
        assertThatThrownBy(() -> Filters.load(encoder())
                        .onProgress((done, total) -> {
                            throw new IllegalStateException("stop");
                        })
                        .from(file)
                        .any())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("stop");
        other.snapshotTo(file);
        assertSame(Filters.load(encoder()).from(file).any(), other);
    }
}
