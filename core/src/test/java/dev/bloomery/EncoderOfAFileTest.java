package dev.bloomery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.bloomery.family.FilterFamily;
import dev.bloomery.file.WrongKeysException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.key.KeyForm;
import dev.bloomery.key.LongKeyEncoder;
import dev.bloomery.spec.Seed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A file is opened with the encoder it was written with, or refused: with another one its keys would be missed. */
class EncoderOfAFileTest {
    private static final KeyEncoder<String> WITH_LENGTH = (text, sink) -> sink.putString(text);

    record Visit(long user, String page) {}

    private static final KeyEncoder<Visit> VISITS =
            (visit, sink) -> sink.putLong(visit.user()).putString(visit.page());
    private static final KeyEncoder<Visit> OTHER_ORDER =
            (visit, sink) -> sink.putString(visit.page()).putLong(visit.user());

    @TempDir
    Path directory;

    private static KeyEncoder<Visit> named(String name, KeyEncoder<Visit> encoder) {
        return KeyEncoder.named(name, encoder, new Visit(1, "/home"), new Visit(2, "/cart"));
    }

    private static byte[] bytesOf(Snapshotable<?> filter) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        filter.snapshotTo(out);
        return out.toByteArray();
    }

    private static <K> byte[] fileOf(KeyEncoder<K> encoder, K key) throws IOException {
        BloomFilter<K> filter =
                Filters.bloom(encoder).capacity(1_000).targetFpp(0.01).build();
        filter.add(key);
        return bytesOf(filter);
    }

    private static <K> void assertOpens(byte[] file, KeyEncoder<K> encoder, K key) throws IOException {
        assertThat(Filters.load(encoder).from(file).bloom().mightContain(key)).isTrue();
    }

    private static WrongKeysException refused(byte[] file, KeyEncoder<?> encoder) {
        return catchThrowableOfType(
                WrongKeysException.class, () -> Filters.load(encoder).from(file).any());
    }

    /** The ten of 1,000 keys that were found were found by chance. */
    @Test
    void load_stringsWithLambdaOfOtherBytes_isRefused() throws IOException {
        byte[] file = fileOf(KeyEncoder.utf8(), "some secret key");
        assertThat(refused(file, WITH_LENGTH))
                .hasMessageContaining("'bytes' (KeyEncoder.utf8, utf8Chars, bytes or byteBuffer)")
                .hasMessageContaining("an encoder without a name")
                .hasMessageContaining("KeyEncoder.trusted(...)")
                .hasMessageNotContaining("secret");
    }

    @Test
    void load_encodersThatAreDocumentedAsEqual_open() throws IOException {
        String text = "caf\u00e9";
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        List<byte[]> files = List.of(
                fileOf(KeyEncoder.utf8(), text),
                fileOf(KeyEncoder.utf8Chars(), text),
                fileOf(KeyEncoder.bytes(), utf8),
                fileOf(KeyEncoder.byteBuffer(), ByteBuffer.wrap(utf8)));
        for (byte[] file : files) {
            assertOpens(file, KeyEncoder.utf8(), text);
            assertOpens(file, KeyEncoder.utf8Chars(), CharBuffer.wrap(text));
            assertOpens(file, KeyEncoder.bytes(), utf8);
            assertOpens(file, KeyEncoder.byteBuffer(), ByteBuffer.wrap(utf8));
        }
        assertOpens(fileOf(KeyEncoder.int32(), 42), KeyEncoder.int64(), 42L);
        assertOpens(fileOf(KeyEncoder.int64(), 42L), KeyEncoder.int32(), 42);
    }

    @Test
    void load_otherBuiltInEncoder_isRefused() throws IOException {
        byte[] strings = fileOf(KeyEncoder.utf8(), "a");
        byte[] uuids = fileOf(KeyEncoder.uuid(), new UUID(1, 2));
        byte[] longs = fileOf(KeyEncoder.int64(), 1L);
        assertThat(refused(strings, KeyEncoder.uuid())).hasMessageContaining("'uuid'");
        assertThat(refused(uuids, KeyEncoder.bytes())).hasMessageContaining("'uuid'");
        assertThat(refused(longs, KeyEncoder.bytes())).hasMessageContaining("its keys were longs");
        LongKeyEncoder<String> lengths = String::length;
        assertThat(refused(longs, lengths)).hasMessageContaining("'int64' (KeyEncoder.int64 or int32)");
    }

    @Test
    void load_namedFileWithItsEncoder_opens() throws IOException {
        byte[] file = fileOf(named("visit/1", VISITS), new Visit(7, "/a"));
        assertOpens(file, named("visit/1", VISITS), new Visit(7, "/a"));
        assertThat(Filters.load(KeyEncoder.utf8()).from(file).keyForm()).get().hasToString("'visit/1'");
    }

    /** The same name for other bytes: the samples tell. */
    @Test
    void load_fieldsInAnotherOrder_isRefused() throws IOException {
        byte[] file = fileOf(named("visit/1", VISITS), new Visit(7, "/a"));
        assertThat(refused(file, named("visit/1", OTHER_ORDER)))
                .hasMessageContaining("'visit/1' gives other bytes for its samples");
        assertThat(refused(file, named("visit/2", OTHER_ORDER)))
                .hasMessageContaining("'visit/1'")
                .hasMessageContaining("'visit/2'");
        assertThat(refused(file, VISITS)).hasMessageContaining("an encoder without a name");
        assertThat(refused(file, KeyEncoder.utf8())).hasMessageContaining("'visit/1'");
    }

    @Test
    void load_longsOfAnotherName_isRefused() throws IOException {
        LongKeyEncoder<Visit> users = LongKeyEncoder.named("user/1", Visit::user, new Visit(1, ""), new Visit(2, ""));
        byte[] file = fileOf(users, new Visit(7, ""));
        assertOpens(file, users, new Visit(7, "/other"));
        LongKeyEncoder<Visit> negated =
                LongKeyEncoder.named("user/1", visit -> -visit.user(), new Visit(1, ""), new Visit(2, ""));
        assertThat(refused(file, negated)).hasMessageContaining("other bytes for its samples");
        assertThat(refused(file, KeyEncoder.int64())).hasMessageContaining("'user/1'");
    }

    /** Documented: without names there is nothing to compare. With a built-in one there is. */
    @Test
    void load_fileOfUnnamedEncoder_opensWithUnnamedOnesOnly() throws IOException {
        byte[] file = fileOf(VISITS, new Visit(7, "/a"));
        assertOpens(file, VISITS, new Visit(7, "/a"));
        assertThatCode(() -> Filters.load(OTHER_ORDER).from(file).any()).doesNotThrowAnyException();
        assertThat(refused(file, named("visit/1", VISITS)))
                .hasMessageContaining("written by an encoder without a name")
                .hasMessageContaining("'visit/1'");
        assertThat(refused(fileOf(WITH_LENGTH, "a"), KeyEncoder.utf8())).hasMessageContaining("without a name");
    }

    @Test
    void load_trustedNamedEncoder_givesTheFileItsName() throws IOException {
        byte[] file = fileOf(VISITS, new Visit(7, "/a"));
        KeyEncoder<Visit> visits = named("visit/1", VISITS);
        BloomFilter<Visit> opened =
                Filters.load(KeyEncoder.trusted(visits)).from(file).bloom();
        byte[] saved = bytesOf(opened);
        assertOpens(saved, visits, new Visit(7, "/a"));
        assertThat(refused(saved, VISITS)).isNotNull();
    }

    @Test
    void load_trustedUnnamedEncoder_leavesTheNameOfTheFile() throws IOException {
        byte[] file = fileOf(KeyEncoder.utf8(), "a");
        KeyEncoder<String> raw = (text, sink) -> sink.putRawUtf8(text);
        BloomFilter<String> opened =
                Filters.load(KeyEncoder.trusted(raw)).from(file).bloom();
        assertThat(opened.mightContain("a")).isTrue();
        assertThat(bytesOf(opened)).isEqualTo(file);
    }

    /** Longs are hashed by a function of their own: no trust makes them bytes. */
    @Test
    void load_trustedBytesForLongs_isRefused() throws IOException {
        byte[] file = fileOf(KeyEncoder.int64(), 1L);
        assertThat(refused(file, KeyEncoder.trusted(KeyEncoder.bytes()))).hasMessageContaining("its keys were longs");
        assertOpens(file, KeyEncoder.trusted((LongKeyEncoder<Integer>) Integer::longValue), 1);
    }

    static List<Snapshotable<?>> everyKind() {
        KeyEncoder<String> encoder = KeyEncoder.utf8();
        return List.of(
                Filters.bloom(encoder).capacity(10).targetFpp(0.01).build(),
                Filters.countingBloom(encoder).capacity(10).targetFpp(0.01).build(),
                Filters.scalableBloom(encoder).targetFpp(0.01).build(),
                Filters.windowed(encoder)
                        .window(Duration.ofHours(1), 10)
                        .targetFpp(0.01)
                        .build(),
                Filters.cuckoo(encoder).capacity(10).targetFpp(0.01).build(),
                Filters.fuse(encoder).targetFpp(0.01).build(List.of("a")),
                Filters.fuse(encoder).targetFpp(0.01).buildHashes(new long[] {1, 2}));
    }

    @ParameterizedTest
    @MethodSource("everyKind")
    void load_everyKindAndWay_isRefused(Snapshotable<?> filter) throws IOException {
        Path file = directory.resolve("some.flt");
        filter.snapshotTo(file);
        assertThatExceptionOfType(WrongKeysException.class)
                .isThrownBy(() -> Filters.load(WITH_LENGTH).from(file).any());
        assertThatExceptionOfType(WrongKeysException.class)
                .isThrownBy(() -> Filters.load(WITH_LENGTH).from(file).mapped());
        assertThatExceptionOfType(WrongKeysException.class)
                .isThrownBy(() -> Filters.load(WITH_LENGTH).from(file).mappedUnverified());
        try (MappedFilter<String> mapped =
                Filters.load(KeyEncoder.utf8()).from(file).mapped()) {
            assertThat(bytesOf(mapped)).isEqualTo(Files.readAllBytes(file));
        }
    }

    @Test
    void snapshot_copiesAndFolds_keepTheName() throws IOException {
        KeyEncoder<Visit> visits = named("visit/1", VISITS);
        CountingBloomFilter<Visit> counting =
                Filters.countingBloom(visits).capacity(1_000).targetFpp(0.01).build();
        for (byte[] file : List.of(
                bytesOf(counting.copy()),
                bytesOf(counting.toBloomFilter()),
                bytesOf(counting.toBloomFilter().fold(2)))) {
            assertThat(Filters.load(visits).from(file).keyForm())
                    .map(KeyForm::name)
                    .contains("visit/1");
        }
    }

    @Test
    void open_familyWithOtherEncoders_isRefused() throws IOException {
        Path path = directory.resolve("family");
        KeyEncoder<Visit> visits = named("visit/1", VISITS);
        try (FilterFamily<String, Visit> family =
                FilterFamily.of(KeyEncoder.utf8(), visits, 0.01).open(path)) {
            family.add("a", new Visit(7, "/a"));
        }
        assertFamilyIsRefused(path, KeyEncoder.utf8(), named("visit/1", OTHER_ORDER));
        assertFamilyIsRefused(path, KeyEncoder.utf8(), VISITS);
        assertFamilyIsRefused(path, WITH_LENGTH, visits);
        try (FilterFamily<byte[], Visit> family =
                FilterFamily.of(KeyEncoder.bytes(), visits, 0.01).open(path)) {
            assertThat(family.mightContain(new byte[] {'a'}, new Visit(7, "/a")))
                    .isTrue();
        }
    }

    @Test
    void open_familyWithTrustedEncoder_givesItItsName() throws IOException {
        Path path = directory.resolve("family");
        FilterFamily.of(KeyEncoder.utf8(), VISITS, 0.01).open(path).close();
        KeyEncoder<Visit> visits = named("visit/1", VISITS);
        assertFamilyIsRefused(path, KeyEncoder.utf8(), visits);
        FilterFamily.of(KeyEncoder.utf8(), KeyEncoder.trusted(visits), 0.01)
                .open(path)
                .close();
        FilterFamily.of(KeyEncoder.utf8(), visits, 0.01).open(path).close();
        assertFamilyIsRefused(path, KeyEncoder.utf8(), VISITS);
    }

    private static <O, K> void assertFamilyIsRefused(Path path, KeyEncoder<O> owners, KeyEncoder<K> keys) {
        assertThatExceptionOfType(WrongKeysException.class)
                .isThrownBy(() -> FilterFamily.of(owners, keys, 0.01).open(path).close());
    }

    @Test
    void merge_filtersOfTwoEncoders_isRefused() {
        BloomFilter<String> one = filterOf(KeyEncoder.utf8());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> one.mergeFrom(filterOf(WITH_LENGTH)))
                .withMessageContaining("'bytes'")
                .withMessageContaining("without a name");
        one.mergeFrom(filterOf(KeyEncoder.utf8()));
        BloomFilter<String> unnamed = filterOf(WITH_LENGTH);
        unnamed.mergeFrom(filterOf(WITH_LENGTH));
    }

    private static BloomFilter<String> filterOf(KeyEncoder<String> encoder) {
        return Filters.bloom(encoder)
                .capacity(100)
                .targetFpp(0.01)
                .seed(Seed.of(42))
                .build();
    }
}
