package dev.bloomery.cli.foreign;

import dev.bloomery.interop.ForeignFilter;
import dev.bloomery.interop.ForeignFilterException;
import dev.bloomery.interop.bitcoin.Bip37Filter;
import dev.bloomery.interop.guava.GuavaFilters;
import dev.bloomery.interop.parquet.ParquetFile;
import dev.bloomery.interop.parquet.ParquetFilters;
import dev.bloomery.interop.redis.RedisBloomFilters;
import dev.bloomery.interop.spark.SparkFilters;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The systems whose files the command knows, as they are named on the command line. */
public enum ForeignSystem {
    GUAVA {
        @Override
        boolean mayBe(ByteBuffer start, long length) {
            return start.remaining() >= 6
                    && start.get(0) >= 0
                    && start.get(0) <= 1
                    && start.get(1) != 0
                    && length == 6 + 8L * start.getInt(2);
        }

        @Override
        ForeignFilter<ByteBuffer> read(Path file, KeysAre keys) throws IOException {
            return GuavaFilters.read(file, keys.encoder());
        }
    },

    PARQUET {
        @Override
        boolean mayBe(ByteBuffer start, long length) {
            boolean wholeFile = start.remaining() >= 4 && start.getInt(0) == PARQUET_MAGIC;
            boolean filterAlone = start.remaining() >= 8 && start.get(0) == 0x15 && length % 32 <= 20;
            return wholeFile || filterAlone;
        }

        /** A filter alone; for a file see {@link ForeignOptions}. */
        @Override
        ForeignFilter<ByteBuffer> read(Path file, KeysAre keys) throws IOException {
            return ParquetFilters.read(file, keys.parquetKeys());
        }
    },

    REDIS {
        @Override
        boolean mayBe(ByteBuffer start, long length) {
            start.order(ByteOrder.LITTLE_ENDIAN);
            return start.remaining() >= 73
                    && start.getLong(0) >= 0
                    && start.getInt(8) >= 1
                    && length >= 20 + 53L * start.getInt(8)
                    && start.getLong(20) > 0
                    && start.getLong(28) == 8 * start.getLong(20);
        }

        @Override
        ForeignFilter<ByteBuffer> read(Path file, KeysAre keys) throws IOException {
            return RedisBloomFilters.read(file, keys.encoder());
        }
    },

    SPARK {
        @Override
        boolean mayBe(ByteBuffer start, long length) {
            if (start.remaining() < 16) {
                return false;
            }
            int version = start.getInt(0);
            return version == 1
                    ? length == 12 + 8L * start.getInt(8)
                    : version == 2 && length == 16 + 8L * start.getInt(12);
        }

        @Override
        ForeignFilter<ByteBuffer> read(Path file, KeysAre keys) throws IOException {
            return SparkFilters.read(file, keys.sparkEncoder());
        }
    },

    BIP37 {
        @Override
        boolean mayBe(ByteBuffer start, long length) {
            int first = start.get(0) & 0xFF;
            return first < 0xFD
                    ? length == 10 + first
                    : first == 0xFD
                            && start.remaining() > 3
                            && length
                                    == 12
                                            + (start.order(ByteOrder.LITTLE_ENDIAN)
                                                            .getShort(1)
                                                    & 0xFFFF);
        }

        @Override
        ForeignFilter<ByteBuffer> read(Path file, KeysAre keys) throws IOException {
            return new AsBytes(Bip37Filter.read(Files.readAllBytes(file)), keys);
        }
    };

    private static final int PARQUET_MAGIC = 0x50415231; // PAR1
    private static final int ENOUGH = 96;

    /** Whether a file that begins like that, and is so long, can be of this system. Reading it decides. */
    abstract boolean mayBe(ByteBuffer start, long length);

    /** Reads the filter in a file. */
    abstract ForeignFilter<ByteBuffer> read(Path file, KeysAre keys) throws IOException;

    /** The systems by which a file can be read. */
    static List<ForeignSystem> of(Path file) throws IOException {
        List<ForeignSystem> found = new ArrayList<>();
        if (!Files.isRegularFile(file)) {
            return found;
        }
        byte[] start;
        try (InputStream in = Files.newInputStream(file)) {
            start = in.readNBytes(ENOUGH);
        }
        for (ForeignSystem system : values()) {
            if (start.length > 0 && system.mayBe(ByteBuffer.wrap(start), Files.size(file)) && system.canRead(file)) {
                found.add(system);
            }
        }
        return found;
    }

    private boolean canRead(Path file) throws IOException {
        try {
            if (this == PARQUET && isParquetFile(file)) {
                ParquetFile unused = ParquetFile.open(file);
            } else {
                ForeignFilter<ByteBuffer> unused = read(file, KeysAre.TEXT);
            }
            return true;
        } catch (ForeignFilterException other) {
            return false;
        }
    }

    /** Whether it begins as a whole file of Parquet does. */
    static boolean isParquetFile(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] start = in.readNBytes(Integer.BYTES);
            return start.length == Integer.BYTES && ByteBuffer.wrap(start).getInt() == PARQUET_MAGIC;
        }
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
