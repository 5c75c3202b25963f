package dev.bloomery.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisURI;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.UnifiedJedis;

/** Clients that are too old, or not there, played by class loaders that do not find some of their classes. */
class OldClientsTest {

    /** Loads everything anew, but for what begins with one of these. */
    private static final class Without extends URLClassLoader {
        private final Set<String> missing;

        Without(String... missing) {
            super(path(), null); // that of the platform would find modules of the application
            this.missing = Set.of(missing);
        }

        private static URL[] path() {
            String classes = System.getProperty("java.class.path");
            String modules = System.getProperty("jdk.module.path", "");
            return Arrays.stream((classes + File.pathSeparator + modules).split(File.pathSeparator))
                    .filter(entry -> !entry.isEmpty())
                    .map(Without::url)
                    .toArray(URL[]::new);
        }

        private static URL url(String entry) {
            try {
                return Path.of(entry).toUri().toURL();
            } catch (MalformedURLException problem) {
                throw new IllegalArgumentException(problem);
            }
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (missing.stream().anyMatch(name::startsWith)) {
                throw new ClassNotFoundException(name);
            }
            return super.findClass(name);
        }

        /** Runs a program that has no arguments. */
        void run(Class<? extends Runnable> program) throws Exception {
            try {
                ((Runnable) loadClass(program.getName())
                                .getDeclaredConstructor()
                                .newInstance())
                        .run();
            } catch (InvocationTargetException problem) {
                throw problem.getCause() instanceof Exception thrown ? thrown : problem;
            }
        }
    }

    /** Opens a store over a client of Jedis. */
    public static final class OverJedis implements Runnable {
        @Override
        public void run() {
            try (UnifiedJedis jedis = JedisOfAnyVersion.to(1, Duration.ofSeconds(1))) {
                RedisKeyStore.over(JedisServers.of(jedis), "k:", KeyNames.int64())
                        .open();
            }
        }
    }

    /** Opens a store over a client of Lettuce. */
    public static final class OverLettuce implements Runnable {
        @Override
        public void run() {
            RedisURI uri = RedisURI.create("127.0.0.1", 1);
            var client = io.lettuce.core.RedisClient.create(uri);
            try {
                RedisServers servers = LettuceServers.of(client, uri);
                RedisKeyStore.over(servers, "k:", KeyNames.int64()).open();
                servers.close();
            } finally {
                client.shutdown();
            }
        }
    }

    /** Uses what needs no client. */
    public static final class OverNothing implements Runnable {
        @Override
        public void run() {
            assertThat(RedisKeyStore.class.getDeclaredMethods()).isNotEmpty();
            assertThat(RedisServers.class.getDeclaredMethods()).isNotEmpty();
            assertThat(NameHashing.above(4).of("abcd")).isNotNull();
        }
    }

    @Test
    void of_jedisWithoutAClassThatIsNeeded_saysWhichToSet() throws IOException {
        try (Without older = new Without("dev.bloomery.redis.internal.jedis.JedisServer")) {
            assertThatThrownBy(() -> older.run(OverJedis.class))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("set redis.clients:jedis to one from 6.0.0");
        }
    }

    @Test
    void of_lettuceWithoutAClassThatIsNeeded_saysWhichToSet() throws IOException {
        try (Without older = new Without("dev.bloomery.redis.internal.lettuce.OwnClient")) {
            assertThatThrownBy(() -> older.run(OverLettuce.class))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("set io.lettuce:lettuce-core to one from 6.6.0");
        }
    }

    /** Each client works without the other, and what needs none without both. */
    @Test
    void open_oneClientIsNotThere_otherWorks() throws IOException {
        try (Without jedis = new Without("redis.clients.", "org.apache.commons.pool2.");
                Without lettuce = new Without("io.lettuce.", "io.netty.", "reactor.");
                Without both = new Without("redis.clients.", "org.apache.commons.pool2.", "io.lettuce.")) {
            assertThatCode(() -> jedis.run(OverLettuce.class)).doesNotThrowAnyException();
            assertThatCode(() -> lettuce.run(OverJedis.class)).doesNotThrowAnyException();
            assertThatCode(() -> both.run(OverNothing.class)).doesNotThrowAnyException();
        }
    }

    /** Control: what is hidden is missed. */
    @Test
    void open_withoutItsClient_fails() throws IOException {
        try (Without jedis = new Without("redis.clients.");
                Without lettuce = new Without("io.lettuce.")) {
            assertThatThrownBy(() -> jedis.run(OverJedis.class)).isInstanceOf(NoClassDefFoundError.class);
            assertThatThrownBy(() -> lettuce.run(OverLettuce.class)).isInstanceOf(NoClassDefFoundError.class);
        }
    }
}
