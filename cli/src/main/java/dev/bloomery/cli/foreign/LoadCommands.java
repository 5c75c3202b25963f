package dev.bloomery.cli.foreign;

import dev.bloomery.interop.redis.BloomChunk;
import dev.bloomery.interop.redis.RedisBloomFilter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** A filter as the commands that load it into a server: what {@code redis-cli --pipe} reads. */
final class LoadCommands {
    private LoadCommands() {}

    static void write(RedisBloomFilter<?> filter, String key, OutputStream out) throws IOException {
        for (BloomChunk chunk : filter.chunks()) {
            ascii("*4\r\n", out);
            bulk("BF.LOADCHUNK".getBytes(StandardCharsets.US_ASCII), out);
            bulk(key.getBytes(StandardCharsets.UTF_8), out);
            bulk(Long.toString(chunk.iterator()).getBytes(StandardCharsets.US_ASCII), out);
            bulk(chunk.data(), out);
        }
    }

    private static void bulk(byte[] bytes, OutputStream out) throws IOException {
        ascii("$" + bytes.length + "\r\n", out);
        out.write(bytes);
        ascii("\r\n", out);
    }

    private static void ascii(String text, OutputStream out) throws IOException {
        out.write(text.getBytes(StandardCharsets.US_ASCII));
    }
}
