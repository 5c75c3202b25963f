package dev.bloomery.testkit.snapshot;

import dev.bloomery.testkit.SnapshotBytes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Snapshots whose checksums are right and whose numbers are not: every field of the header and every number in spec and state set to what a
 * careless reader stumbles over.
 */
final class HostileSnapshots {
    private static final long[] NUMBERS = {
        0,
        1,
        -1,
        2,
        63,
        255,
        65_535,
        (1 << 16) + 1,
        Integer.MAX_VALUE - 1,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        1L << 31,
        (1L << 32) - 1,
        1L << 32,
        1L << 36,
        (1L << 37) - 512,
        1L << 37,
        1L << 40,
        (1L << 40) + 1,
        (1L << 61) + 1,
        1L << 62,
        Long.MAX_VALUE - 1,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        Long.MIN_VALUE + 1
    };
    private static final List<String> FRACTIONS = List.of(
            "0.0",
            "-0.0",
            "1.0",
            "0.999999",
            "0.5",
            "1e-5",
            "1e-9",
            "1e-19",
            "1e-30",
            "4.9E-324",
            "1e308",
            "NaN",
            "Infinity",
            "-1",
            "0x1p-3",
            "1.0f");
    private static final Pattern VALUE = Pattern.compile("=([^ ]+)");

    private HostileSnapshots() {}

    /** Hands over each of them, with what was done to it. */
    static void of(byte[] good, BiConsumer<String, byte[]> use) {
        SnapshotBytes parts = SnapshotBytes.of(good);
        headers(good, use);
        specs(
                parts.spec(),
                (what, spec) -> use.accept(what, parts.withSpec(spec).toBytes()));
        states(parts, use);
        encoders(parts, use);
        sizes(parts, use);
        padding(good, parts, use);
    }

    /** Large ones, which a reader must not believe either: headers of many parts whose bodies are missing, and bodies of megabytes. */
    static void large(BiConsumer<String, byte[]> use) {
        SnapshotBytes fuse = SnapshotBytes.of(SnapshotSample.of("fuse").bytes());
        for (int shards : new int[] {2, 100, 8_192, 8_193, 13_000, 100_000}) {
            byte[] stateBytes = new byte[8 + 20 * shards];
            ByteBuffer state = littleEndian(stateBytes);
            state.putInt(7).putInt(shards);
            for (int i = 0; i < shards; i++) {
                state.putLong(i).putInt(16).putInt(500).putInt(5_000);
            }
            SnapshotBytes many = fuse.withSpec("fuse capacity=" + 5_000L * shards + " fpp=0.01 arity=3 hash=xxh3-64")
                    .withState(stateBytes);
            use.accept(
                    shards + " shards without cells", many.withBody(new byte[0]).toBytes());
            int length = (shards - 1) * 7_040 + 7_028; // 502 * 16 cells of 7 bits, up to the next multiple of 64
            if (shards <= 100) {
                use.accept(shards + " shards", many.withBody(new byte[length]).toBytes());
            }
            byte[] cut = many.withBody(new byte[0]).toBytes();
            put(cut, SnapshotBytes.BODY_LENGTH, Long.BYTES, length);
            put(
                    cut,
                    SnapshotBytes.FILE_LENGTH,
                    Long.BYTES,
                    cut.length + length + 4L * ((length + (1 << 20) - 1) >> 20));
            use.accept(shards + " shards that do not come", SnapshotBytes.repaired(cut));
        }
        SnapshotBytes scalable = SnapshotBytes.of(SnapshotSample.of("scalable").bytes());
        for (int slices : new int[] {2, 100, 256, 257, 2_000}) {
            for (String bits : List.of("64 k=1", "4096 k=64", "4096 k=1")) {
                slices(scalable, slices, "bits=" + bits, use);
            }
        }
        SnapshotBytes bloom = SnapshotBytes.of(SnapshotSample.of("bloom").bytes());
        for (int spaces : new int[] {900, 1_100, 250_000, 300_000, 2_000_000}) {
            use.accept(
                    spaces + " spaces",
                    bloom.withSpec(bloom.spec() + " ".repeat(spaces)).toBytes());
            use.accept(
                    spaces + " state bytes", bloom.withState(new byte[spaces]).toBytes());
            use.accept(
                    spaces / 4 + " values",
                    bloom.withSpec(bloom.spec() + " a=b".repeat(spaces / 4)).toBytes());
        }
        for (int bytes : new int[] {1 << 16, 1 << 20, 3 << 20}) {
            String spec = "bloom capacity=1000 fpp=0.01 layout=classic bits=" + 8L * bytes + " k=7 hash=xxh3-64";
            byte[] whole = bloom.withSpec(spec).withBody(new byte[bytes]).toBytes();
            use.accept("a filter of " + bytes + " bytes", whole);
            use.accept("a filter of " + bytes + " bytes, cut", Arrays.copyOf(whole, whole.length / 2));
            use.accept(
                    "counters of " + bytes + " bytes",
                    bloom.withSpec("counting-bloom capacity=1000 fpp=0.01 layout=classic bits=" + 2L * bytes
                                    + " k=7 hash=xxh3-64 counter=4")
                            .withState(new byte[0])
                            .withBody(new byte[bytes])
                            .toBytes());
            use.accept(
                    "slots of " + bytes + " bytes",
                    bloom.withSpec("cuckoo capacity=1000 fpp=0.1 buckets=" + bytes / 8 + " width=16 hash=xxh3-64")
                            .withBody(new byte[bytes])
                            .toBytes());
        }
    }

    private static void slices(SnapshotBytes parts, int slices, String size, BiConsumer<String, byte[]> use) {
        double tightening = 0.9999;
        byte[] stateBytes = new byte[4 + 200 * slices];
        ByteBuffer state = littleEndian(stateBytes).putInt(slices);
        for (int i = 0; i < slices; i++) {
            double fpp = 0.99 * (1 - tightening) * Math.pow(tightening, i);
            byte[] slice = ("bloom capacity=1 fpp=" + fpp + " layout=classic " + size + " hash=xxh3-64")
                    .getBytes(StandardCharsets.UTF_8);
            state.putInt(slice.length).put(slice).putLong(0);
        }
        byte[] used = Arrays.copyOf(stateBytes, state.position());
        SnapshotBytes many = parts.withSpec("scalable-bloom fpp=0.99 first=1 growth=1.0 tightening=" + tightening
                        + " layout=auto ceiling=8589934592 hash=xxh3-64")
                .withState(used);
        use.accept(slices + " slices without bits", many.withBody(new byte[0]).toBytes());
        int bytes = size.startsWith("bits=64 ") ? 64 : 512;
        use.accept(
                slices + " slices of " + size,
                many.withBody(new byte[bytes * (slices - 1) + (bytes == 64 ? 8 : bytes)])
                        .toBytes());
    }

    private static ByteBuffer littleEndian(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Where zeros belong: behind the state, behind the last bit; and a seed in a file that says it has none. */
    private static void padding(byte[] good, SnapshotBytes parts, BiConsumer<String, byte[]> use) {
        int headerLength = (int) get(good, SnapshotBytes.HEADER_LENGTH, Integer.BYTES);
        byte[] padded = good.clone();
        padded[headerLength - 5] ^= 1;
        use.accept("not zero behind the state", SnapshotBytes.repaired(padded));
        byte[] fixed = parts.fixed();
        fixed[SnapshotBytes.FLAGS] |= 1;
        use.accept("a seed that is elsewhere and here", parts.withFixed(fixed).toBytes());
        byte[] body = parts.body();
        for (int bit = 0; bit < 8; bit++) {
            body[body.length - 1] ^= (byte) (1 << bit);
            use.accept("bit " + bit + " of the last byte", parts.withBody(body).toBytes());
        }
    }

    /** Fields of the fixed part, the lengths in it too, with nothing but the checksums repaired. */
    private static void headers(byte[] good, BiConsumer<String, byte[]> use) {
        numbers(good, SnapshotBytes.VERSION, Short.BYTES, "version", use);
        numbers(good, SnapshotBytes.FLAGS, Short.BYTES, "flags", use);
        numbers(good, SnapshotBytes.HEADER_LENGTH, Integer.BYTES, "length of the header", use);
        numbers(good, SnapshotBytes.FILE_LENGTH, Long.BYTES, "length of the file", use);
        numbers(good, SnapshotBytes.BODY_LENGTH, Long.BYTES, "length of the body", use);
        numbers(good, SnapshotBytes.KNOWN_ANSWER, Long.BYTES, "known answer", use);
        numbers(good, SnapshotBytes.SEED, Long.BYTES, "seed", use);
        numbers(good, SnapshotBytes.SPEC_LENGTH, Integer.BYTES, "length of the spec", use);
        numbers(good, SnapshotBytes.STATE_LENGTH, Integer.BYTES, "length of the state", use);
        numbers(good, good.length - 12, Long.BYTES, "length at the end", use);
    }

    private static void numbers(byte[] good, int at, int bytes, String field, BiConsumer<String, byte[]> use) {
        for (long number : around(get(good, at, bytes))) {
            byte[] changed = good.clone();
            put(changed, at, bytes, number);
            use.accept(field + " " + number, SnapshotBytes.repaired(changed));
        }
    }

    private static List<Long> around(long present) {
        List<Long> numbers = new ArrayList<>(List.of(
                present - 64,
                present - 1,
                present + 1,
                present + 64,
                2 * present,
                -present,
                Long.reverseBytes(present)));
        for (long number : NUMBERS) {
            numbers.add(number);
        }
        return numbers;
    }

    private static long get(byte[] from, int at, int bytes) {
        ByteBuffer in = littleEndian(from);
        return switch (bytes) {
            case Short.BYTES -> in.getShort(at);
            case Integer.BYTES -> in.getInt(at);
            default -> in.getLong(at);
        };
    }

    private static void put(byte[] to, int at, int bytes, long number) {
        for (int i = 0; i < bytes; i++) {
            to[at + i] = (byte) (number >>> (8 * i));
        }
    }

    /** Every value of a spec: other numbers, other words, none, twice; and specs that are none. */
    private static void specs(String good, BiConsumer<String, String> use) {
        for (String spec : List.of(
                "",
                " ",
                "unknown capacity=1",
                good + " more=1",
                good + " counter=4",
                good + " seed=00000000000000000000000000000000",
                good.toUpperCase(Locale.ROOT),
                "  " + good.replace(" ", "\t") + "  ",
                good.substring(good.indexOf(' ')),
                good.substring(0, good.indexOf(' ')),
                "\u0000",
                "\uFFFD=\uFFFD")) {
            use.accept("spec '" + spec + "'", spec);
        }
        for (String kind : List.of("bloom", "counting-bloom", "scalable-bloom", "cuckoo", "fuse")) {
            String other = kind + good.substring(good.indexOf(' '));
            use.accept("spec '" + other + "'", other);
        }
        Matcher value = VALUE.matcher(good);
        while (value.find()) {
            for (String text : values(value.group(1))) {
                String spec = good.substring(0, value.start(1)) + text + good.substring(value.end(1));
                use.accept("spec '" + spec + "'", spec);
            }
        }
    }

    private static List<String> values(String present) {
        List<String> values = new ArrayList<>(FRACTIONS);
        values.addAll(List.of(
                "",
                "auto",
                "classic",
                "partitioned",
                "blocked",
                "paired",
                "xxh3-64",
                "siphash-2-4",
                "99999999999999999999"));
        long number = present.matches("-?\\d+") ? Long.parseLong(present) : 8;
        for (long other : around(number)) {
            values.add(Long.toString(other));
        }
        return values;
    }

    /** Every number in the state, taken for 32 and for 64 bits, and states that are too short or too long. */
    private static void states(SnapshotBytes parts, BiConsumer<String, byte[]> use) {
        byte[] state = parts.state();
        for (int bytes : new int[] {Integer.BYTES, Long.BYTES}) {
            for (int at = 0; at + bytes <= state.length; at += Integer.BYTES) {
                for (long number : around(get(state, at, bytes))) {
                    byte[] changed = state.clone();
                    put(changed, at, bytes, number);
                    use.accept(
                            "state: " + number + " at " + at,
                            parts.withState(changed).toBytes());
                }
            }
        }
        for (int length = 0; length < state.length + 40; length++) {
            use.accept(
                    "state of " + length + " bytes",
                    parts.withState(Arrays.copyOf(state, length)).toBytes());
        }
    }

    /** Other check values, names and lengths of names, entries that are too short or too long, and none, in both versions. */
    private static void encoders(SnapshotBytes parts, BiConsumer<String, byte[]> use) {
        byte[] encoder = parts.encoder();
        for (long number : around(get(encoder, 0, Long.BYTES))) {
            byte[] changed = encoder.clone();
            put(changed, 0, Long.BYTES, number);
            use.accept("check value " + number, parts.withEncoder(changed).toBytes());
        }
        for (long number : around(get(encoder, Long.BYTES, Integer.BYTES))) {
            byte[] changed = encoder.clone();
            put(changed, Long.BYTES, Integer.BYTES, number);
            use.accept(
                    "name of " + number + " bytes", parts.withEncoder(changed).toBytes());
        }
        for (int character = 0; character < 256; character++) {
            byte[] changed = encoder.clone();
            changed[changed.length - 1] = (byte) character;
            use.accept(
                    "name that ends with " + character,
                    parts.withEncoder(changed).toBytes());
        }
        for (int length = 0; length < 120; length++) {
            use.accept(
                    "encoder of " + length + " bytes",
                    parts.withEncoder(Arrays.copyOf(encoder, length)).toBytes());
            byte[] named = Arrays.copyOf(encoder, 12 + length);
            put(named, Long.BYTES, Integer.BYTES, length);
            Arrays.fill(named, 12, named.length, (byte) 'n');
            use.accept(
                    "name of " + length + " characters",
                    parts.withEncoder(named).toBytes());
        }
        byte[] first = parts.fixed();
        first[SnapshotBytes.VERSION] = 1;
        use.accept("version 1", parts.withFixed(first).withEncoder(new byte[0]).toBytes());
        use.accept("version 1 with an encoder", parts.withFixed(first).toBytes());
    }

    /** Bodies of other lengths than those of the spec, and headers as large as they may be. */
    private static void sizes(SnapshotBytes parts, BiConsumer<String, byte[]> use) {
        byte[] body = parts.body();
        for (int length :
                new int[] {0, 1, 8, 63, 64, body.length - 1, body.length + 1, 2 * body.length, 1 << 20, (1 << 20) + 1
                }) {
            use.accept(
                    "body of " + length + " bytes",
                    parts.withBody(Arrays.copyOf(body, length)).toBytes());
        }
        byte[] ones = body.clone();
        Arrays.fill(ones, (byte) -1);
        use.accept("body of ones", parts.withBody(ones).toBytes());
    }
}
