package dev.bloomery.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.gate.Gate;
import dev.bloomery.gate.GateListener;
import dev.bloomery.gate.StoreWriters;
import dev.bloomery.gate.report.WriteCounts.Operation;
import dev.bloomery.gate.report.WriteCounts.Outcome;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.spring.autoconfigure.BloomeryTransactionAutoConfiguration;
import dev.bloomery.spring.internal.store.MemoryStore;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What a ticket is told for each way in which a Spring transaction can end. */
class GateTicketsTest {
    private final MemoryStore<String> store = new MemoryStore<>();
    private final Gate<String> gate = open();
    private final Gate<String> second = open();

    private Gate<String> open() {
        return Gate.over(store, KeyEncoder.utf8(), CuckooSpec.of(1_000, 0.0001))
                .writers(StoreWriters.onlyThisProcess().unguarded())
                .listener(GateListener.NONE)
                .openWarm(keys -> {});
    }

    private FakeTransactions transactions = new FakeTransactions();
    private GateTickets tickets = notYet();

    private static GateTickets notYet() {
        return (GateTickets) java.lang.reflect.Proxy.newProxyInstance(
                GateTicketsTest.class.getClassLoader(), new Class<?>[] {GateTickets.class}, (proxy, method, args) -> {
                    throw new IllegalStateException("not started");
                });
    }

    @BeforeEach
    void reset() {
        transactions = new FakeTransactions();
    }

    @AfterEach
    void close() {
        assertThat(TransactionSynchronizationManager.getResourceMap())
                .as("nothing is left on the thread")
                .isEmpty();
        gate.close();
        second.close();
    }

    /** As in an application: the manager is a bean. */
    private void inApplication(Consumer<TransactionTemplate> test) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(BloomeryTransactionAutoConfiguration.class))
                .withBean(PlatformTransactionManager.class, () -> transactions)
                .run(context -> {
                    tickets = context.getBean(GateTickets.class);
                    test.accept(new TransactionTemplate(context.getBean(PlatformTransactionManager.class)));
                });
    }

    private long count(Outcome outcome) {
        return gate.statistics().writes().count(Operation.TICKET, outcome);
    }

    private void add(String key) {
        tickets.adding(gate, key);
        store.insert(key);
    }

    private void delete(String key) {
        tickets.deleting(gate);
        if (store.delete(key)) {
            tickets.deleted(gate, key);
        }
    }

    @Test
    void commit_thatReturns_isCommitted() {
        inApplication(template -> {
            template.executeWithoutResult(status -> add("ada"));
            assertThat(count(Outcome.DONE)).isEqualTo(1);
            assertThat(gate.contains("ada")).isTrue();
            template.executeWithoutResult(status -> delete("ada"));
            assertThat(gate.isCertainlyAbsent("ada"))
                    .as("it was taken out of the filter")
                    .isTrue();
        });
    }

    @Test
    void rollback_beforeAnyCommit_isRolledBack() {
        inApplication(template -> {
            assertThatThrownBy(() -> template.executeWithoutResult(status -> {
                        tickets.adding(gate, "ada");
                        throw new IllegalStateException("the application changed its mind");
                    }))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(count(Outcome.FAILED)).isEqualTo(1);
            assertThat(gate.inDoubt()).isEmpty();
            assertThat(gate.isCertainlyAbsent("ada")).isTrue();
            template.executeWithoutResult(status -> {
                tickets.adding(gate, "bob");
                status.setRollbackOnly();
            });
            assertThat(count(Outcome.FAILED)).isEqualTo(2);
        });
    }

    /** Spring reports ROLLED_BACK: {@link FakeTransactions} does with a failed commit what JpaTransactionManager does. */
    @Test
    void commit_thatDies_isUnknown() {
        inApplication(template -> {
            int[] reported = {-1};
            transactions.failCommits(true);
            assertThatThrownBy(() -> template.executeWithoutResult(status -> {
                        reportStatus(reported);
                        add("ada");
                    }))
                    .isInstanceOf(TransactionSystemException.class);
            assertThat(reported[0]).isEqualTo(TransactionSynchronization.STATUS_ROLLED_BACK);
            assertThat(count(Outcome.UNKNOWN)).isEqualTo(1);
            assertThat(gate.inDoubt()).containsExactly("ada");
            assertThat(gate.contains("ada")).as("the server had committed").isTrue();
        });
    }

    /** The control: whoever believes Spring's own status answers wrongly. */
    @Test
    void commit_thatDiesAndSpringIsBelieved_answersWrongly() {
        inApplication(template -> {
            transactions.failCommits(true);
            assertThatThrownBy(() -> template.executeWithoutResult(status -> {
                        new TicketsBySpringsStatus().adding(gate, "ada");
                        store.insert("ada");
                    }))
                    .isInstanceOf(TransactionSystemException.class);
            assertThat(store.contains("ada")).isTrue();
            assertThat(gate.contains("ada")).as("wrongly").isFalse();
        });
    }

    private static void reportStatus(int[] reported) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCompletion(int status) {
                reported[0] = status;
            }
        });
    }

    /** As a flush of Hibernate does it: the first ticket is opened when the commit has begun already. */
    @Test
    void commit_thatOpensTheTicketAndDies_isUnknown() {
        inApplication(template -> {
            transactions.failCommits(true);
            transactions.duringCommit(() -> add("ada"));
            assertThatThrownBy(() -> template.executeWithoutResult(status -> {}))
                    .isInstanceOf(TransactionSystemException.class);
            assertThat(count(Outcome.UNKNOWN)).isEqualTo(1);
            assertThat(gate.contains("ada")).isTrue();
        });
    }

    @Test
    void deletes_duringTheCommit_areTold() {
        inApplication(template -> {
            template.executeWithoutResult(status -> add("ada"));
            transactions.duringCommit(() -> delete("ada"));
            template.executeWithoutResult(status -> {});
            assertThat(gate.isCertainlyAbsent("ada")).isTrue();
        });
    }

    @Test
    void transaction_ofAManagerThatIsNoBean_isUnknownUnlessItCommits() {
        inApplication(template -> {
            TransactionTemplate other = new TransactionTemplate(new FakeTransactions());
            other.executeWithoutResult(status -> add("ada"));
            assertThat(count(Outcome.DONE)).isEqualTo(1);
            other.executeWithoutResult(status -> {
                tickets.adding(gate, "bob");
                status.setRollbackOnly();
            });
            assertThat(count(Outcome.UNKNOWN)).isEqualTo(1);
        });
    }

    @Test
    void transaction_suspended_hasATicketOfItsOwn() {
        inApplication(template -> {
            TransactionTemplate inner = new TransactionTemplate(transactions);
            inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
            template.executeWithoutResult(outer -> {
                add("outer");
                inner.executeWithoutResult(status -> {
                    tickets.adding(gate, "inner");
                    status.setRollbackOnly();
                });
                assertThat(count(Outcome.FAILED)).isEqualTo(1);
                assertThat(count(Outcome.DONE)).isZero();
                add("outer again");
            });
            assertThat(count(Outcome.DONE)).isEqualTo(1);
            assertThat(gate.isCertainlyAbsent("inner")).isTrue();
            assertThat(gate.contains("outer")).isTrue();
            assertThat(gate.contains("outer again")).isTrue();
        });
    }

    @Test
    void transaction_suspendedForNone_hasNoTicket() {
        inApplication(template -> {
            TransactionTemplate none = new TransactionTemplate(transactions);
            none.setPropagationBehavior(TransactionDefinition.PROPAGATION_NOT_SUPPORTED);
            template.executeWithoutResult(outer -> {
                add("ada");
                assertThatThrownBy(() -> none.executeWithoutResult(status -> add("bob")))
                        .hasMessageContaining("no Spring transaction is open on this thread");
            });
            assertThat(count(Outcome.DONE)).isEqualTo(1);
        });
    }

    @Test
    void transaction_insideAnother_sharesItsTicket() {
        inApplication(template -> {
            template.executeWithoutResult(outer -> {
                add("ada");
                template.executeWithoutResult(inner -> add("bob"));
                assertThat(count(Outcome.DONE)).isZero();
            });
            assertThat(count(Outcome.DONE)).isEqualTo(1);
        });
    }

    /** A delete that was rolled back to a savepoint must not take the key out of the filter when the rest commits. */
    @Test
    void savepoint_rolledBack_takesItsDeletesBack() {
        inApplication(template -> {
            template.executeWithoutResult(status -> {
                add("ada");
                add("bob");
            });
            TransactionTemplate nested = new TransactionTemplate(transactions);
            nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
            template.executeWithoutResult(outer -> {
                delete("bob");
                nested.executeWithoutResult(status -> {
                    delete("ada");
                    status.setRollbackOnly();
                });
                store.insert("ada"); // what the rollback does in the store
            });
            assertThat(gate.contains("ada")).isTrue();
            assertThat(gate.isCertainlyAbsent("bob")).isTrue();
        });
    }

    @Test
    void savepoint_ofALateBook_isUnknown() {
        inApplication(template -> {
            FakeTransactions unknownManager = new FakeTransactions();
            TransactionTemplate other = new TransactionTemplate(unknownManager);
            other.executeWithoutResult(status -> add("ada"));
            other.executeWithoutResult(status -> {
                tickets.deleting(gate);
                Object savepoint = status.createSavepoint();
                delete("ada");
                status.rollbackToSavepoint(savepoint);
                store.insert("ada");
            });
            assertThat(gate.contains("ada")).isTrue();
            assertThat(gate.inDoubt()).containsExactly("ada");
        });
    }

    @Test
    void gates_two_haveATicketEach() {
        inApplication(template -> template.executeWithoutResult(status -> {
            tickets.adding(gate, "ada");
            tickets.adding(second, "ada");
            tickets.notAdded(second, "ada");
            store.insert("ada");
        }));
        assertThat(second.statistics().writes().count(Operation.TICKET, Outcome.DONE))
                .isEqualTo(1);
    }

    @Test
    void calls_inTheWrongOrderOrPlace_areRefused() {
        inApplication(template -> {
            assertThatThrownBy(() -> tickets.adding(gate, "ada"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("call this inside of @Transactional");
            template.executeWithoutResult((TransactionStatus status) ->
                    assertThatThrownBy(() -> tickets.deleted(gate, "ada")).hasMessageContaining("call deleting(gate)"));
        });
    }

    /** A ticket that believes the status that Spring reports, as one would write it at first. */
    private static final class TicketsBySpringsStatus {
        void adding(Gate<String> gate, String key) {
            var ticket = gate.beginWrite();
            ticket.adding(key);
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCompletion(int status) {
                    if (status == STATUS_COMMITTED) {
                        ticket.committed();
                    } else if (status == STATUS_ROLLED_BACK) {
                        ticket.rolledBack();
                    } else {
                        ticket.unknown();
                    }
                }
            });
        }
    }
}
