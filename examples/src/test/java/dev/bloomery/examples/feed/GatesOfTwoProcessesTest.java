package dev.bloomery.examples.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.examples.database.Database;
import dev.bloomery.examples.redis.Redis;
import dev.bloomery.gate.Gate;
import dev.bloomery.gate.store.KeyStore;
import dev.bloomery.jdbc.JdbcKeyStore;
import dev.bloomery.jdbc.KeyColumn;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.redis.JedisServers;
import dev.bloomery.redis.KeyNames;
import dev.bloomery.redis.RedisFeed;
import dev.bloomery.redis.RedisServers;
import dev.bloomery.spec.BloomSpec;
import java.nio.file.Path;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The start that docs/feeds.md shows, twice: two gates over one table, which hear of each other by Redis. */
class GatesOfTwoProcessesTest {

    @Test
    void contains_whatTheOtherHasAdded_isTrue(@TempDir Path directory) throws Exception {
        try (Database database = Database.sqlite(directory.resolve("users.db"));
                Redis redis = Redis.started()) {
            database.execute("CREATE TABLE users (name TEXT PRIMARY KEY)");
            try (RedisServers servers = JedisServers.of(redis.client());
                    RedisFeed<String> one = feed(database.source(), servers);
                    Gate<String> ours = gate(one);
                    RedisFeed<String> other = feed(database.source(), servers);
                    Gate<String> theirs = gate(other)) {
                for (int i = 0; i < 20; i++) {
                    assertThat(ours.addIfAbsent("ada " + i)).isTrue();
                    assertThat(theirs.contains("ada " + i)).isTrue();
                    assertThat(theirs.addIfAbsent("bob " + i)).isTrue();
                    assertThat(ours.contains("bob " + i)).isTrue();
                    assertThat(ours.contains("eve " + i)).isFalse();
                }
            }
        }
    }

    private static RedisFeed<String> feed(DataSource source, RedisServers redis) {
        KeyStore<String> users =
                JdbcKeyStore.over(source, KeyColumn.text("users", "name")).open();
        return RedisFeed.of(users, redis, "users", KeyNames.utf8())
                .lease(Duration.ofMillis(200))
                .longestWrite(Duration.ofMillis(500))
                .open();
    }

    private static Gate<String> gate(RedisFeed<String> feed) {
        return feed.gate(KeyEncoder.utf8(), BloomSpec.of(100_000, 0.01)).openWarm(keys -> {});
    }
}
