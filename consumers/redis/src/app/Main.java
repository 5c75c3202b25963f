package app;

import dev.bloomery.redis.KeyNames;
import dev.bloomery.redis.NameHashing;
import dev.bloomery.redis.RedisKeyStore;

/** Uses the module without a client of Redis: that one, and its version, the application chooses. */
final class Main {
    private Main() {}

    public static void main(String[] args) {
        for (String client :
                new String[] {"redis.clients.jedis.UnifiedJedis", "org.apache.commons.pool2.ObjectPool", "io.lettuce.core.RedisClient"}) {
            if (isThere(client)) {
                System.out.print("came along: " + client);
                return;
            }
        }
        boolean isShort = NameHashing.above(64).of("anna").equals(NameHashing.above(8).of("anna"));
        boolean isText = "anna".equals(KeyNames.utf8().keyOf(new byte[] {'a', 'n', 'n', 'a'}));
        boolean isStore = RedisKeyStore.class.getMethods().length > 0;
        System.out.print(isShort && isText && isStore ? "ok" : "names are not what they should be");
    }

    private static boolean isThere(String name) {
        try {
            return Class.forName(name, false, Main.class.getClassLoader()) != null;
        } catch (ClassNotFoundException expected) {
            return false;
        }
    }
}
