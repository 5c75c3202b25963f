package dev.bloomery;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;

/**
 * A second reader of snapshots, written from {@code docs/format.md} alone and in its words: slow, plain, believing every byte. It answers
 * hashes.
 */
final class PlainSnapshotReader {
    private static final long SPREAD = 0x9E3779B97F4A7C15L;
    private static final long FINGERPRINT = 0x94D049BB133111EBL;
    private static final long STEP = 0xD1342543DE82EF95L;

    private final ByteBuffer file;
    private final ByteBuffer state;
    private final String kind;
    private final Map<String, String> spec;
    private int part;

    private PlainSnapshotReader(byte[] bytes) {
        file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int specEnd = 64 + file.getInt(56);
        String text = new String(bytes, 64, specEnd - 64, StandardCharsets.UTF_8);
        kind = text.substring(0, text.indexOf(' '));
        spec = values(text);
        state = file.slice(specEnd, file.getInt(60)).order(ByteOrder.LITTLE_ENDIAN);
        part = file.getInt(12);
    }

    static LongPredicate read(byte[] bytes) {
        PlainSnapshotReader reader = new PlainSnapshotReader(bytes);
        return switch (reader.kind) {
            case "bloom" -> reader.bloom(reader.spec);
            case "counting-bloom" -> reader.counting();
            case "scalable-bloom" -> reader.scalable();
            case "windowed" -> reader.windowed();
            case "cuckoo" -> reader.cuckoo();
            default -> reader.fuse();
        };
    }

    private static Map<String, String> values(String text) {
        Map<String, String> values = new HashMap<>();
        for (String value : text.substring(text.indexOf(' ') + 1).split(" ", -1)) {
            values.put(value.substring(0, value.indexOf('=')), value.substring(value.indexOf('=') + 1));
        }
        return values;
    }

    private static long number(Map<String, String> spec, String name) {
        return Long.parseLong(spec.getOrDefault(name, "0"));
    }

    /** Bits from a position of a part on, the lowest first. */
    private long bits(int part, long from, int count) {
        long value = 0;
        for (int i = 0; i < count; i++) {
            long bit = from + i;
            value |= ((file.get(part + (int) (bit / 8)) >>> (bit % 8)) & 1L) << i;
        }
        return value;
    }

    private LongPredicate bloom(Map<String, String> spec) {
        int start = part;
        return hash -> positions(spec, hash).stream().allMatch(position -> bits(start, position, 1) == 1);
    }

    private LongPredicate counting() {
        int width = (int) number(spec, "counter");
        boolean planes = "blocked".equals(spec.get("layout"));
        int start = part;
        return hash -> positions(spec, hash).stream().allMatch(position -> {
            long used = 0;
            for (int i = 0; i < width; i++) {
                used |= planes
                        ? bits(start, (position / 64 * width + i) * 64 + position % 64, 1)
                        : bits(start, position * width + i, 1);
            }
            return used != 0;
        });
    }

    private LongPredicate scalable() {
        int slices = state.getInt();
        LongPredicate any = hash -> false;
        for (int i = 0; i < slices; i++) {
            byte[] text = new byte[state.getInt()];
            state.get(text);
            state.getLong();
            Map<String, String> slice = values(new String(text, StandardCharsets.UTF_8));
            any = any.or(bloom(slice));
            part = aligned(part + (int) ((number(slice, "bits") + 63) / 64 * 8));
        }
        return any;
    }

    /** Whatever the time. */
    private LongPredicate windowed() {
        state.getLong();
        int slices = state.getInt();
        LongPredicate any = hash -> false;
        for (int i = 0; i < slices; i++) {
            any = any.or(bloom(spec));
            part = aligned(part + (int) ((number(spec, "bits") + 63) / 64 * 8));
        }
        return any;
    }

    private static int aligned(int position) {
        return (position + 63) / 64 * 64;
    }

    private static long high(long x, long y) {
        return Math.multiplyHigh(x, y);
    }

    private static long reduce(long x, long size) {
        return high(x >>> 1, 2 * size);
    }

    private static List<Long> positions(Map<String, String> spec, long hash) {
        long bits = number(spec, "bits");
        int k = (int) number(spec, "k");
        if ("blocked".equals(spec.get("layout"))) {
            return blocked(bits / 512, k, hash);
        }
        if ("paired".equals(spec.get("layout"))) {
            List<Long> both = blocked(bits / 1024, k / 2, hash);
            for (long position : blocked(bits / 1024, k / 2, remixed(hash))) {
                both.add(bits / 2 + position);
            }
            return both;
        }
        boolean partitioned = "partitioned".equals(spec.get("layout"));
        List<Long> positions = new ArrayList<>();
        long word = hash;
        for (int i = 0; i < k; i++) {
            positions.add(partitioned ? i * (bits / k) + reduce(word, bits / k) : reduce(word, bits));
            word *= STEP;
        }
        return positions;
    }

    private static long remixed(long hash) {
        long r = hash;
        r = (r ^ (r >>> 33)) * 0xFF51AFD7ED558CCDL;
        r = (r ^ (r >>> 33)) * 0xC4CEB9FE1A85EC53L;
        return r ^ (r >>> 33);
    }

    private static List<Long> blocked(long blocks, int k, long hash) {
        long block = ((hash >>> 32) * blocks) >>> 32;
        int words = k <= 6 ? 2 : 4;
        int pick = (int) (words == 2 ? (hash >>> 16) & 0xFFFF : (hash * STEP) >>> 48);
        List<Long> positions = new ArrayList<>();
        for (int group = 0; group < words; group++) {
            long word = words == 4
                    ? ((hash >>> (22 + group)) & 4) | group
                    : group == 0 ? (hash >>> 11) & 6 : ((hash >>> 13) & 6) | 1;
            for (int bit : set(k / words, pick)) {
                long rotated = (bit + ((hash >>> (6 * group)) & 63)) % 64;
                positions.add((block * 8 + word) * 64 + rotated);
            }
        }
        return positions;
    }

    private static List<Integer> set(int bits, int pick) {
        if (bits == 1) {
            return List.of(0);
        }
        if (bits == 2) {
            return List.of(0, 1 + ((pick * 63) >>> 16) / 2);
        }
        List<List<Integer>> triples = new ArrayList<>();
        for (int i = 1; i < 64; i++) {
            for (int j = i + 1; j < 64; j++) {
                if (i <= j - i && i < 64 - j) {
                    triples.add(List.of(0, i, j));
                }
            }
        }
        return triples.get(((pick >>> 7) * 651) >>> 9);
    }

    private LongPredicate cuckoo() {
        long buckets = number(spec, "buckets");
        int width = (int) number(spec, "width");
        int start = part;
        return hash -> {
            long fingerprint = 1 + reduce(Long.reverseBytes(hash), (1L << width) - 1);
            long first = reduce(hash, buckets);
            long h = high(Long.reverseBytes(fingerprint * SPREAD) >>> 1, buckets);
            long other = Math.floorMod(2 * h + 1 - first, buckets);
            for (int slot = 0; slot < 4; slot++) {
                if (bits(start, (4 * first + slot) * width, width) == fingerprint
                        || bits(start, (4 * other + slot) * width, width) == fingerprint) {
                    return true;
                }
            }
            return false;
        };
    }

    private LongPredicate fuse() {
        int width = state.getInt();
        int count = state.getInt();
        List<LongPredicate> shards = new ArrayList<>();
        long keys = 0;
        for (int i = 0; i < count; i++) {
            long seed = state.getLong();
            int length = state.getInt();
            int windows = state.getInt();
            keys += state.getInt();
            int arity = (int) number(spec, "arity");
            int start = part;
            shards.add(hash -> isInShard(hash, seed, length, (long) windows * length, arity, width, start));
            part = aligned(part + ((windows + arity - 1) * length * width + 7) / 8);
        }
        boolean empty = keys == 0;
        return hash -> !empty && shards.get((int) reduce(hash, count)).test(hash);
    }

    private boolean isInShard(long hash, long seed, int length, long range, int arity, int width, int start) {
        long product = (hash ^ seed) * STEP;
        long spread = seed == 0 ? hash : product ^ (product >>> 32);
        long mask = length - 1L;
        long first = ((spread >>> 32) * range) >>> 32;
        long second = (first + length) ^ (spread & mask);
        long third = (first + 2L * length) ^ ((spread >>> 13) & mask);
        long fourth = (first + 3L * length) ^ (((spread * STEP) >>> 32) & mask);
        int b = 64 - Long.numberOfLeadingZeros(range - 1);
        long fingerprint = 26 + width + b > 63
                ? Long.reverseBytes((hash ^ (hash >>> 32)) * FINGERPRINT)
                : Long.rotateRight(hash, 26);
        long xor = cell(start, first, width) ^ cell(start, second, width) ^ cell(start, third, width);
        xor ^= arity == 4 ? cell(start, fourth, width) : 0;
        return (fingerprint & ((1L << width) - 1)) == xor;
    }

    private long cell(int start, long index, int width) {
        return bits(start, index * width, width);
    }
}
