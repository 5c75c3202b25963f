package dev.bloomery.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.gate.AnyGate;
import dev.bloomery.gate.Gate;
import dev.bloomery.gate.WriteTicket;
import dev.bloomery.gate.report.GateState;
import dev.bloomery.gate.report.RebuildException;
import dev.bloomery.gate.report.WriteCounts.Operation;
import dev.bloomery.gate.report.WriteCounts.Outcome;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.support.Seeds;
import dev.bloomery.testkit.store.LoopbackProxy;
import dev.bloomery.testkit.store.StoreHistory;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Entities that are inserted, renamed and deleted by eight threads through Hibernate, with rollbacks, names that are taken, and connections
 * that are cut in the commit, beside lookups through the gate.
 */
class JpaStressTest {
    private static final int THREADS = 8;
    private static final int KEYS = 48;

    private final PGSimpleDataSource direct = TestPostgres.source(TestPostgres.newSchema());
    private final List<String> keys = new ArrayList<>();
    private final StoreHistory<String> history = new StoreHistory<>();
    private final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
    private final AtomicInteger cuts = new AtomicInteger();
    private final AtomicInteger taken = new AtomicInteger();

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {
        /** This one alone: beside it are entities that are refused. */
        @Bean
        PersistenceManagedTypes entities() {
            return PersistenceManagedTypes.of(Member.class.getName());
        }
    }

    /** The control: tickets that end as Spring reports it. */
    @Configuration(proxyBeanMethods = false)
    static class BelievesSpring {
        @Bean
        GateTickets gateTickets() {
            return new TicketsBySpringsStatus();
        }
    }

    private ConfigurableApplicationContext start(int port, Class<?>... configurations) {
        List<String> properties = new ArrayList<>(List.of(TestPostgres.properties(direct.getCurrentSchema(), port)));
        properties.addAll(List.of(
                "spring.jpa.hibernate.ddl-auto=create",
                "spring.jpa.open-in-view=false",
                "bloomery.gates.usernames.keys=text",
                "bloomery.gates.usernames.filter=cuckoo capacity=10000 fpp=0.001",
                "bloomery.gates.usernames.store.jdbc.table=members",
                "bloomery.gates.usernames.store.jdbc.column=name",
                "bloomery.gates.usernames.writers=only-this-process",
                "logging.level.root=OFF",
                "bloomery.gates.usernames.start=warm"));
        return new SpringApplicationBuilder(Application.class)
                .sources(configurations)
                .web(WebApplicationType.NONE)
                .properties(properties.toArray(String[]::new))
                .run();
    }

    /** What the threads work with. */
    private record Work(
            Gate<String> gate, TransactionTemplate transactions, EntityManager entities, LoopbackProxy proxy) {
        @SuppressWarnings("unchecked")
        static Work of(ConfigurableApplicationContext context, LoopbackProxy proxy) {
            return new Work(
                    context.getBean("usernames", Gate.class),
                    new TransactionTemplate(context.getBean(PlatformTransactionManager.class)),
                    SharedEntityManagerCreator.createSharedEntityManager(
                            context.getBean(jakarta.persistence.EntityManagerFactory.class)),
                    proxy);
        }
    }

    @Test
    void entities_withRollbacksViolationsAndCuts_gateAgreesWithTheTable() throws Exception {
        try (LoopbackProxy proxy = LoopbackProxy.to(TestPostgres.port());
                ConfigurableApplicationContext context = start(proxy.port())) {
            Work work = Work.of(context, proxy);
            run(work, 4_000);
            compareWithTable(work);
            var writes = work.gate().statistics().writes();
            System.out.println("lookups " + work.gate().statistics().lookups() + ", cuts " + cuts + ", names taken "
                    + taken + ", tickets " + writes + ", rebuilds "
                    + work.gate().statistics().rebuilds());
            assertThat(wrong).as(Seeds.describe()).isEmpty();
            assertThat(work.gate().audit().missing()).isZero();
            assertThat(cuts).hasValueGreaterThan(5);
            assertThat(taken).hasValueGreaterThan(5);
            assertThat(writes.count(Operation.TICKET, Outcome.DONE)).isGreaterThan(100);
            assertThat(writes.count(Operation.TICKET, Outcome.FAILED)).isGreaterThan(10);
            assertThat(writes.count(Operation.TICKET, Outcome.UNKNOWN)).isGreaterThan(5);
        }
    }

    @Test
    void entities_withTicketsThatBelieveSpring_disagreeWithTheTable() throws Exception {
        try (LoopbackProxy proxy = LoopbackProxy.to(TestPostgres.port());
                ConfigurableApplicationContext context = start(proxy.port(), BelievesSpring.class)) {
            Work work = Work.of(context, proxy);
            for (int i = 0; i < 20; i++) {
                String key = "cut" + i;
                keys.add(key);
                proxy.cutAfterRequest("COMMIT");
                insert(work, key, false, true);
            }
            compareWithTable(work);
            assertThat(wrong).isNotEmpty();
        }
    }

    private void run(Work work, int operations) throws Exception {
        for (int i = 0; i < KEYS; i++) {
            keys.add("name" + i);
        }
        AtomicInteger left = new AtomicInteger(operations);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                SplittableRandom random = Seeds.random("jpa " + i);
                running.add(threads.submit(() -> {
                    for (int at = left.decrementAndGet(); at >= 0; at = left.decrementAndGet()) {
                        if (at % 500 == 0 && at > operations / 3) { // a rebuild mends what was wrong: none near the end
                            rebuild(work);
                        }
                        act(work, random);
                    }
                }));
            }
            for (Future<?> one : running) {
                one.get(2, TimeUnit.MINUTES);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static void rebuild(Work work) {
        try {
            Object unused = work.gate().rebuild();
        } catch (StoreException | RebuildException cut) {
            // a connection of the pool was cut
        }
    }

    private void act(Work work, SplittableRandom random) {
        String key = keys.get(random.nextInt(KEYS));
        int kind = random.nextInt(100);
        if (kind < 50) {
            lookUp(work, key);
        } else if (kind < 75) {
            insert(work, key, random.nextInt(10) < 3, random.nextBoolean());
        } else if (kind < 88) {
            delete(work, key, random.nextInt(10) < 3, random.nextBoolean());
        } else if (kind < 96) {
            rename(work, key, keys.get(random.nextInt(KEYS)));
        } else if (kind < 98) {
            work.proxy().cutAfterRequest("COMMIT");
            cuts.incrementAndGet();
        } else {
            work.proxy().cutBeforeRequest("COMMIT");
            cuts.incrementAndGet();
        }
    }

    private void lookUp(Work work, String key) {
        long begin = history.now();
        try {
            judge(work, key, work.gate().contains(key), begin);
        } catch (StoreException unanswered) {
            // a connection of the pool was cut
        }
    }

    private void judge(Work work, String key, boolean present, long begin) {
        if (!history.canBe(key, present, begin)) {
            wrong.add(key + " said " + present + " between " + begin + " and " + history.now() + ", gate is "
                    + work.gate().state());
        }
    }

    private void insert(Work work, String key, boolean rollback, boolean flush) {
        StoreHistory<String>.Change change = history.inserting(key);
        write(work, change, rollback, entities -> {
            entities.persist(new Member(key));
            if (flush) {
                entities.flush();
            }
        });
    }

    private void delete(Work work, String key, boolean rollback, boolean flush) {
        StoreHistory<String>.Change change = history.deleting(key);
        boolean[] found = {false};
        write(
                work,
                change,
                rollback,
                entities -> {
                    List<Member> members = find(entities, key);
                    found[0] = !members.isEmpty();
                    members.forEach(entities::remove);
                    if (flush) {
                        entities.flush();
                    }
                },
                found);
    }

    private void rename(Work work, String from, String to) {
        if (from.equals(to)) {
            return;
        }
        StoreHistory<String>.Change change = history.replacing(from, to);
        boolean[] found = {false};
        write(
                work,
                change,
                false,
                entities -> {
                    List<Member> members = find(entities, from);
                    found[0] = !members.isEmpty();
                    members.forEach(member -> member.name = to);
                },
                found);
    }

    private static List<Member> find(EntityManager entities, String key) {
        return entities.createQuery("select m from Member m where m.name = :name", Member.class)
                .setParameter("name", key)
                .getResultList();
    }

    private void write(
            Work work, StoreHistory<String>.Change change, boolean rollback, Consumer<EntityManager> statements) {
        write(work, change, rollback, statements, new boolean[] {true});
    }

    private void write(
            Work work,
            StoreHistory<String>.Change change,
            boolean rollback,
            Consumer<EntityManager> statements,
            boolean[] changed) {
        long[] server = {0};
        try {
            work.transactions().executeWithoutResult(status -> {
                server[0] = ((Number) work.entities()
                                .createNativeQuery("select pg_backend_pid()")
                                .getSingleResult())
                        .longValue();
                statements.accept(work.entities());
                if (rollback) {
                    status.setRollbackOnly();
                }
            });
            if (changed[0] && !rollback) {
                change.done();
            } else {
                change.notDone();
            }
        } catch (DataIntegrityViolationException violated) {
            taken.incrementAndGet();
            change.notDone();
        } catch (RuntimeException failed) {
            if (server[0] == 0 || isOptimistic(failed)) {
                change.notDone();
                return;
            }
            change.unknown();
            awaitEnd(server[0]);
            change.isOver();
        }
    }

    /** Somebody else deleted or changed the row: Hibernate found that out, and rolled back. */
    private static boolean isOptimistic(RuntimeException failed) {
        return failed instanceof org.springframework.dao.OptimisticLockingFailureException
                || failed instanceof jakarta.persistence.PersistenceException
                || failed instanceof org.springframework.dao.PessimisticLockingFailureException;
    }

    /** Until the server has ended the transaction, one way or the other. */
    private void awaitEnd(long process) {
        while (TestPostgres.number(
                        direct,
                        "select count(*) from pg_stat_activity where pid = " + process + " and xact_start is not null")
                > 0) {
            Thread.onSpinWait();
        }
    }

    private void compareWithTable(Work work) {
        work.proxy().heal();
        for (int i = 0; i < 200 && work.gate().state() != GateState.ACTIVE; i++) {
            pause();
        }
        assertThat(work.gate().state()).isEqualTo(GateState.ACTIVE);
        for (String key : keys) {
            boolean present =
                    TestPostgres.number(direct, "select count(*) from members where name = '" + key + "'") == 1;
            if (gateSays(work, key) != present) {
                wrong.add("at the end the table says " + present + " of " + key + ", and the gate does not");
            }
        }
    }

    private static boolean gateSays(Work work, String key) {
        while (true) {
            try {
                return work.gate().contains(key);
            } catch (StoreException cut) {
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    /** Tickets that are ended by the status that Spring reports. */
    private static final class TicketsBySpringsStatus implements GateTickets {
        private static final Object KEY = new Object();

        @SuppressWarnings("unchecked")
        private <K> WriteTicket<K> ticket(AnyGate<K> gate) {
            Map<AnyGate<?>, WriteTicket<?>> open =
                    (Map<AnyGate<?>, WriteTicket<?>>) TransactionSynchronizationManager.getResource(KEY);
            if (open == null) {
                Map<AnyGate<?>, WriteTicket<?>> begun = new java.util.HashMap<>();
                open = begun;
                TransactionSynchronizationManager.bindResource(KEY, begun);
                TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                    @Override
                    public void afterCompletion(int status) {
                        @Nullable Object unused = TransactionSynchronizationManager.unbindResource(KEY);
                        begun.values().forEach(one -> end(one, status));
                    }
                });
            }
            return (WriteTicket<K>) open.computeIfAbsent(gate, AnyGate::beginWrite);
        }

        private static void end(WriteTicket<?> ticket, int status) {
            switch (status) {
                case TransactionSynchronization.STATUS_COMMITTED -> ticket.committed();
                case TransactionSynchronization.STATUS_ROLLED_BACK -> ticket.rolledBack();
                default -> ticket.unknown();
            }
        }

        @Override
        public <K> void adding(AnyGate<K> gate, K key) {
            ticket(gate).adding(key);
        }

        @Override
        public <K> void notAdded(AnyGate<K> gate, K key) {
            ticket(gate).notAdded(key);
        }

        @Override
        public void deleting(AnyGate<?> gate) {
            Object unused = ticket(gate);
        }

        @Override
        public <K> void deleted(AnyGate<K> gate, K key) {
            ticket(gate).deleted(key);
        }
    }
}
