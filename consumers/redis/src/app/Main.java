package app;

import dev.bloomery.gate.store.StoreException;
import dev.bloomery.redis.KeyNames;
import dev.bloomery.redis.RedisKeyStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import redis.clients.jedis.RedisClient;

/** Asks a store over a server that is not there, by the client that the library brings along. */
final class Main {
    private Main() {}

    public static void main(String[] args) throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        try (RedisClient jedis = RedisClient.builder().hostAndPort("127.0.0.1", port).build()) {
            boolean found = RedisKeyStore.over(jedis, "user:", KeyNames.utf8()).open().contains("anna");
            System.out.print("found: " + found);
        } catch (StoreException expected) {
            System.out.print("ok");
        }
    }
}
