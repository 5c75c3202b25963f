package dev.bloomery.benchmarks;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Ways to hash the UTF-8 bytes of a 60-character ASCII string. All but {@link #getBytesUtf8} allocate nothing. Basis of
 * ADR 0002.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 4, time = 1)
@Fork(2)
public class StringEncodingBenchmark {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int KEYS = 1 << 12;

    private final Hasher64 hasher = Hashing.xxh3_64(42);
    private final String[] urls = new String[KEYS];
    private final byte[] bytes = new byte[256];
    private final char[] chars = new char[256];
    private int next;

    @Setup
    public void setup() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < KEYS; i++) {
            StringBuilder url = new StringBuilder("https://www.example.com/");
            while (url.length() < 60) {
                url.append((char) ('a' + random.nextInt(26)));
            }
            urls[i] = url.toString();
        }
    }

    private String nextUrl() {
        return urls[next++ & (KEYS - 1)];
    }

    /** The floor: the hash of bytes that are already there. */
    @Benchmark
    public long hashAlone() {
        next++;
        return hasher.hashBytesToLong(bytes, 0, 60);
    }

    /** Allocates: the figure to beat. */
    @Benchmark
    public long getBytesUtf8() {
        byte[] encoded = nextUrl().getBytes(StandardCharsets.UTF_8);
        return hasher.hashBytesToLong(encoded, 0, encoded.length);
    }

    /** One pass that copies and checks. */
    @Benchmark
    public long charAtLoop() {
        String key = nextUrl();
        int length = key.length();
        int seen = 0;
        for (int i = 0; i < length; i++) {
            char c = key.charAt(i);
            seen |= c;
            bytes[i] = (byte) c;
        }
        return seen < 0x80 ? hasher.hashBytesToLong(bytes, 0, length) : 0;
    }

    /** The characters into an array, then one pass over it. */
    @Benchmark
    public long getCharsThenNarrow() {
        String key = nextUrl();
        int length = key.length();
        key.getChars(0, length, chars, 0);
        int seen = 0;
        for (int i = 0; i < length; i++) {
            char c = chars[i];
            seen |= c;
            bytes[i] = (byte) c;
        }
        return seen < 0x80 ? hasher.hashBytesToLong(bytes, 0, length) : 0;
    }

    /** Checks every character for ASCII, then copies whole. */
    @Benchmark
    @SuppressWarnings("deprecation")
    public long checkAsciiThenCopy() {
        String key = nextUrl();
        int length = key.length();
        for (int i = 0; i < length; i++) {
            if (key.charAt(i) > 0x7F) {
                return 0;
            }
        }
        key.getBytes(0, length, bytes, 0);
        return hasher.hashBytesToLong(bytes, 0, length);
    }

    /** Checks every character for Latin-1, which costs nothing for a compact string; copies whole; checks words for ASCII. */
    @Benchmark
    @SuppressWarnings("deprecation")
    public long checkLatin1CopyCheckWords() {
        String key = nextUrl();
        int length = key.length();
        for (int i = 0; i < length; i++) {
            if (key.charAt(i) > 0xFF) {
                return 0;
            }
        }
        key.getBytes(0, length, bytes, 0);
        LONG.set(bytes, length, 0L);
        long seen = 0;
        for (int i = 0; i < length; i += 8) {
            seen |= (long) LONG.get(bytes, i);
        }
        return (seen & 0x8080808080808080L) == 0 ? hasher.hashBytesToLong(bytes, 0, length) : 0;
    }
}
