package dev.bloomery.redis;

import dev.bloomery.gate.store.StoreLocks;
import dev.bloomery.testkit.store.LocksHolder;
import dev.bloomery.testkit.store.LocksProcess;
import dev.bloomery.testkit.store.StoreLocksContract;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;

/** The contract of locks, on a server and on a cluster. */
@ParameterizedClass
@EnumSource(Client.class)
class RedisLocksContractTest {
    private static final AtomicInteger PREFIXES = new AtomicInteger();
    /** Shorter than processes are stopped. */
    private static final long LEASE_MILLIS = 300;

    private static RedisProcess server;
    private static ClusterProcesses cluster;

    private final Client client;

    RedisLocksContractTest(Client client) {
        this.client = client;
    }

    @BeforeAll
    static void start() {
        server = RedisProcess.started();
        cluster = ClusterProcesses.started();
    }

    @AfterAll
    static void stop() {
        cluster.close();
        server.close();
    }

    abstract class OnRedis extends StoreLocksContract {
        private static final String CLIENTS = "connected_clients:";

        private final String prefix = "set " + PREFIXES.incrementAndGet() + ":";
        private ConnectedClient connected;

        abstract ConnectedClient connected();

        abstract List<RedisProcess> servers();

        @BeforeEach
        void connect() {
            connected = connected();
        }

        @AfterEach
        void disconnect() {
            connected.close();
        }

        private StoreLocks locks(String of) {
            return LocksChild.locks(connected.servers(), of, LEASE_MILLIS);
        }

        @Override
        protected StoreLocks locks() {
            return locks(prefix);
        }

        @Override
        protected StoreLocks locksOfOtherKeys() {
            return locks("other " + prefix);
        }

        @Override
        protected LocksHolder otherProcess() throws IOException {
            return LocksProcess.start(
                    LocksChild.class,
                    Integer.toString(servers().get(0).port()),
                    servers().size() > 1 ? "cluster" : "alone",
                    prefix,
                    Long.toString(LEASE_MILLIS),
                    client.name());
        }

        @Override
        protected void breakSessions() {
            for (RedisProcess process : servers()) {
                try (Jedis direct = process.direct()) {
                    direct.clientKill(
                            new ClientKillParams().type(ClientType.NORMAL).skipMe(ClientKillParams.SkipMe.YES));
                }
            }
        }

        /** Fields of sessions, and connections. */
        @Override
        protected int leftBehind() {
            int left = 0;
            for (RedisProcess process : servers()) {
                try (Jedis direct = process.direct()) {
                    left += direct.info("clients")
                            .lines()
                            .filter(line -> line.startsWith(CLIENTS))
                            .mapToInt(line -> Integer.parseInt(line.substring(CLIENTS.length())))
                            .sum();
                    for (String name : direct.keys("bloomery:locks:" + prefix + "*")) {
                        left += (int) direct.hkeys(name).stream()
                                .filter(field -> field.startsWith("l") || field.startsWith("s"))
                                .count();
                    }
                }
            }
            return left;
        }
    }

    @Nested
    class OnOneServer extends OnRedis {
        @Override
        ConnectedClient connected() {
            return client.to(server.port(), Duration.ofSeconds(10));
        }

        @Override
        List<RedisProcess> servers() {
            return List.of(server);
        }
    }

    @Nested
    class OnCluster extends OnRedis {
        @Override
        ConnectedClient connected() {
            return client.toCluster(cluster.ports(), Duration.ofSeconds(10));
        }

        @Override
        List<RedisProcess> servers() {
            return List.of(cluster.node(0), cluster.node(1), cluster.node(2));
        }
    }
}
