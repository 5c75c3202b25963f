package dev.bloomery.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.gate.Gate;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Transient;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.hibernate.annotations.SoftDelete;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.PersistenceExceptionTranslationAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What an entity tells its gate, and what cannot be a key. */
@ExtendWith(OutputCaptureExtension.class)
class JpaTest {

    private static ApplicationContextRunner runner(Class<?> entity, String table) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DataSourceAutoConfiguration.class,
                        HibernateJpaAutoConfiguration.class,
                        TransactionAutoConfiguration.class,
                        PersistenceExceptionTranslationAutoConfiguration.class,
                        dev.bloomery.spring.autoconfigure.BloomeryAutoConfiguration.class,
                        dev.bloomery.spring.autoconfigure.BloomeryTransactionAutoConfiguration.class))
                .withBean(PersistenceManagedTypes.class, () -> PersistenceManagedTypes.of(entity.getName()))
                .withPropertyValues(
                        "spring.datasource.url=jdbc:h2:mem:" + entity.getSimpleName() + ";DB_CLOSE_DELAY=-1",
                        "spring.datasource.hikari.auto-commit=false",
                        "spring.jpa.hibernate.ddl-auto=create",
                        "bloomery.gates.usernames.keys=text",
                        "bloomery.gates.usernames.filter=cuckoo capacity=1000 fpp=0.0001",
                        "bloomery.gates.usernames.store.jdbc.table=" + table,
                        "bloomery.gates.usernames.store.jdbc.column=NAME",
                        "bloomery.gates.usernames.start=cold",
                        "bloomery.gates.usernames.writers=unguarded");
    }

    private static void inApplication(
            Class<?> entity,
            String table,
            BiConsumer<Gate<String>, java.util.function.Consumer<java.util.function.Consumer<EntityManager>>> test) {
        runner(entity, table).run(context -> {
            assertThat(context).hasNotFailed();
            @SuppressWarnings("unchecked")
            Gate<String> gate = context.getBean("usernames", Gate.class);
            gate.rebuild();
            EntityManager entities =
                    SharedEntityManagerCreator.createSharedEntityManager(context.getBean(EntityManagerFactory.class));
            TransactionTemplate transactions =
                    new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            test.accept(gate, work -> transactions.executeWithoutResult(status -> work.accept(entities)));
        });
    }

    @Test
    void entity_insertedRenamedAndRemoved_gateFollows() {
        inApplication(Member.class, "MEMBERS", (gate, transaction) -> {
            Member ada = new Member("ada");
            transaction.accept(entities -> entities.persist(ada));
            assertThat(gate.contains("ada")).isTrue();
            transaction.accept(entities -> entities.find(Member.class, ada.id).name = "lovelace");
            assertThat(gate.contains("lovelace")).isTrue();
            assertThat(gate.isCertainlyAbsent("ada")).as("it left the filter").isTrue();
            transaction.accept(entities -> entities.remove(entities.find(Member.class, ada.id)));
            assertThat(gate.isCertainlyAbsent("lovelace")).isTrue();
        });
    }

    /** Auto-commit is off in these applications, and the column is made by Hibernate: both are seen to. */
    @Test
    void entity_insertedInATransactionThatRollsBack_leavesNothing() {
        inApplication(Member.class, "MEMBERS", (gate, transaction) -> {
            try {
                transaction.accept(entities -> {
                    entities.persist(new Member("bob"));
                    entities.flush();
                    throw new IllegalStateException("no");
                });
            } catch (IllegalStateException asked) {
                // rolled back
            }
            assertThat(gate.isCertainlyAbsent("bob")).isTrue();
            assertThat(gate.inDoubt()).isEmpty();
        });
    }

    /** An entity without a version. */
    @Entity(name = "guests")
    static class Guest {
        @Id
        @GeneratedValue
        @Nullable
        Long id;

        @GatedBy("usernames")
        @Column(name = "NAME", unique = true)
        @Nullable
        String name;
    }

    @Test
    void entity_withoutVersion_keysStayInTheFilter(CapturedOutput output) {
        inApplication(Guest.class, "GUESTS", (gate, transaction) -> {
            Guest guest = new Guest();
            guest.name = "ada";
            transaction.accept(entities -> entities.persist(guest));
            transaction.accept(entities -> entities.remove(entities.find(Guest.class, guest.id)));
            assertThat(gate.contains("ada")).isFalse();
            assertThat(gate.isCertainlyAbsent("ada")).as("as a false positive").isFalse();
        });
        assertThat(output).contains("Guest has no @Version");
    }

    /** The identifier is the key. */
    @Entity(name = "tokens")
    static class Token {
        @Id
        @GatedBy("usernames")
        @Column(name = "NAME")
        String name = "";
    }

    @Test
    void entity_withTheIdentifierAsKey_gateFollows(CapturedOutput output) {
        inApplication(Token.class, "TOKENS", (gate, transaction) -> {
            Token token = new Token();
            token.name = "t1";
            transaction.accept(entities -> entities.persist(token));
            assertThat(gate.contains("t1")).isTrue();
            transaction.accept(entities -> entities.remove(entities.find(Token.class, "t1")));
            assertThat(gate.isCertainlyAbsent("t1")).isTrue();
        });
        assertThat(output).doesNotContain("has no @Version");
    }

    @Entity
    static class Generated {
        @Id
        @GeneratedValue
        @GatedBy("numbers")
        @Nullable
        Long id;
    }

    @Entity
    static class OtherGate {
        @Id
        @GatedBy("user")
        String name = "";
    }

    @Entity
    static class OtherType {
        @Id
        @GatedBy("usernames")
        long number;
    }

    @Entity
    @SoftDelete
    static class Soft {
        @Id
        @GatedBy("usernames")
        String name = "";
    }

    @Entity
    static class NotStored {
        @Id
        String id = "";

        @Transient
        @GatedBy("usernames")
        String name = "";
    }

    @Embeddable
    static class Part {
        @GatedBy("usernames")
        String name = "";
    }

    @Entity
    static class Whole {
        @Id
        String id = "";

        @Embedded
        Part part = new Part();
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                Arguments.of(Generated.class, "is generated, so that its value is not known before the insert"),
                Arguments.of(
                        OtherGate.class,
                        "names the gate 'user', which does not exist; use the name of one of [usernames]"),
                Arguments.of(
                        OtherType.class, "is a java.lang.Long, and the keys of gate 'usernames' are java.lang.String"),
                Arguments.of(Soft.class, "whose rows stay when they are deleted"),
                Arguments.of(NotStored.class, "is no attribute with one value that Hibernate stores"),
                Arguments.of(Whole.class, "is an embeddable with @GatedBy inside"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void attribute_thatCannotBeAKey_isRefusedAtTheStart(Class<?> entity, String message) {
        runner(entity, "ANY").run(context -> assertThat(context).getFailure().hasStackTraceContaining(message));
    }
}
