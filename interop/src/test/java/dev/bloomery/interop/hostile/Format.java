package dev.bloomery.interop.hostile;

import dev.bloomery.MembershipFilter;
import dev.bloomery.interop.ForeignFilter;
import dev.bloomery.interop.bitcoin.Bip37Filter;
import dev.bloomery.interop.bitcoin.BlockFilter;
import dev.bloomery.interop.guava.GuavaFilters;
import dev.bloomery.interop.guava.GuavaKeys;
import dev.bloomery.interop.parquet.ColumnFilter;
import dev.bloomery.interop.parquet.ParquetFile;
import dev.bloomery.interop.parquet.ParquetFilters;
import dev.bloomery.interop.parquet.ParquetKeys;
import dev.bloomery.interop.parquet.ParquetType;
import dev.bloomery.interop.parquet.SampleFiles;
import dev.bloomery.interop.redis.RedisBloomFilters;
import dev.bloomery.interop.spark.SparkFilters;
import dev.bloomery.interop.spark.SparkKeys;
import dev.bloomery.interop.spark.SparkVersion;
import dev.bloomery.key.KeyEncoder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;

/**
 * The formats that are read, each with a way to read bytes and to ask what came of them, and with good bytes.
 */
enum Format {
    GUAVA {
        @Override
        Object read(byte[] bytes, boolean stream) throws IOException {
            return stream
                    ? GuavaFilters.read(new ByteArrayInputStream(bytes), GuavaKeys.bytes())
                    : GuavaFilters.read(bytes, GuavaKeys.bytes());
        }

        @Override
        List<byte[]> good() {
            return List.of(filled(GuavaFilters.create(GuavaKeys.bytes(), 40, 0.01)));
        }
    },
    SPARK {
        @Override
        Object read(byte[] bytes, boolean stream) throws IOException {
            return stream
                    ? SparkFilters.read(new ByteArrayInputStream(bytes), SparkKeys.bytes())
                    : SparkFilters.read(bytes, SparkKeys.bytes());
        }

        @Override
        List<byte[]> good() {
            return List.of(
                    filled(SparkFilters.create(SparkVersion.V1, SparkKeys.bytes(), 40, 0.01)),
                    filled(SparkFilters.create(SparkVersion.V2, SparkKeys.bytes(), 40, 0.01)));
        }
    },
    REDIS {
        @Override
        Object read(byte[] bytes, boolean stream) throws IOException {
            return stream
                    ? RedisBloomFilters.read(new ByteArrayInputStream(bytes), KeyEncoder.bytes())
                    : RedisBloomFilters.read(bytes, KeyEncoder.bytes());
        }

        @Override
        List<byte[]> good() {
            return List.of(
                    filled(RedisBloomFilters.reserve(KeyEncoder.bytes(), 20, 0.01, 2)),
                    filled(RedisBloomFilters.reserveFixed(KeyEncoder.bytes(), 60, 0.01)));
        }
    },
    SPLIT_BLOCK {
        @Override
        Object read(byte[] bytes, boolean stream) throws IOException {
            return stream
                    ? ParquetFilters.read(new ByteArrayInputStream(bytes), ParquetKeys.bytes())
                    : ParquetFilters.read(bytes, ParquetKeys.bytes());
        }

        @Override
        List<byte[]> good() {
            return List.of(filled(ParquetFilters.ofBytes(ParquetKeys.bytes(), 64)));
        }
    },
    PARQUET_FILE {
        /** Only by file, always the same one. */
        @Override
        Object read(byte[] bytes, boolean stream) throws IOException {
            Files.write(OnDisk.FILE, bytes);
            return ParquetFile.open(OnDisk.FILE);
        }

        @Override
        List<byte[]> good() {
            try {
                return List.of(SampleFiles.small());
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            }
        }
    },
    BIP37 {
        @Override
        Object read(byte[] bytes, boolean stream) throws IOException {
            return stream ? Bip37Filter.read(new ByteArrayInputStream(bytes)) : Bip37Filter.read(bytes);
        }

        @Override
        List<byte[]> good() {
            return List.of(filled(Bip37Filter.create(40, 0.01, 7, Bip37Filter.Update.ALL)));
        }
    },
    BIP158 {
        @Override
        Object read(byte[] bytes, boolean stream) throws IOException {
            return BlockFilter.read(bytes, new byte[32]);
        }

        @Override
        List<byte[]> good() {
            return List.of(HexFormat.of().parseHex("09027acea61b6cc3fb33f5d52f7d088a6b2f75d234e89ca800"));
        }
    };

    private static final class OnDisk {
        static final Path FILE = create();

        private static Path create() {
            try {
                Path file = Files.createTempFile("hostile", ".parquet");
                file.toFile().deleteOnExit();
                return file;
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }

    /** Reads the bytes, which throws or gives a filter, or a file with filters. */
    abstract Object read(byte[] bytes, boolean stream) throws IOException;

    /** Bytes that are read. */
    abstract List<byte[]> good();

    /** Whether there is a way by stream that differs from that by array. */
    boolean hasStream() {
        return this != PARQUET_FILE && this != BIP158;
    }

    static byte[] filled(ForeignFilter<byte[]> filter) {
        for (int i = 0; i < 40; i++) {
            boolean unused = filter.add(key(i));
        }
        return filter.toBytes();
    }

    static byte[] key(int i) {
        return new byte[] {(byte) i, 9, (byte) (i >> 3)};
    }

    /** Asks what was read, and writes it where that can be done; keys that are added must be found. */
    static void use(Object read) throws IOException {
        if (read instanceof MembershipFilter<?> any) {
            @SuppressWarnings("unchecked") // all of them were read with keys of bytes
            MembershipFilter<byte[]> filter = (MembershipFilter<byte[]>) any;
            for (int i = 0; i < 10; i++) {
                boolean unused = filter.mightContain(key(i));
            }
            String unused = filter.info().toString();
        }
        if (read instanceof ParquetFile file) {
            String unused = file + " " + file.filters();
            for (ColumnFilter filter : file.filters()) {
                if (filter.type() == ParquetType.BYTE_ARRAY) {
                    use(file.read(filter, ParquetKeys.bytes()));
                }
            }
        }
    }
}
