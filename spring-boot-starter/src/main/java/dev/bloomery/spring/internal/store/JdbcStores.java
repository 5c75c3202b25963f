package dev.bloomery.spring.internal.store;

import dev.bloomery.jdbc.ColumnType;
import dev.bloomery.jdbc.JdbcKeyStore;
import dev.bloomery.jdbc.JdbcKeyStoreBuilder;
import dev.bloomery.jdbc.KeyColumn;
import dev.bloomery.jdbc.PostgresFeed;
import dev.bloomery.jdbc.PostgresFeedBuilder;
import dev.bloomery.spring.internal.plan.GatePlan;
import dev.bloomery.spring.internal.plan.Plans;
import dev.bloomery.spring.internal.plan.StorePlan;
import dev.bloomery.spring.internal.plan.WritersPlan;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;

/** Makes stores over tables. Its methods are the factory methods of bean definitions, by their names. */
public final class JdbcStores {
    private final Plans plans;
    private final BeanFactory beans;

    /** For these plans. */
    public JdbcStores(Plans plans, BeanFactory beans) {
        this.plans = plans;
        this.beans = beans;
    }

    /** The store of a gate. */
    public JdbcKeyStore<Object> store(String gate) {
        GatePlan plan = plans.gate(gate);
        StorePlan.Jdbc jdbc = (StorePlan.Jdbc) plan.store();
        KeyColumn<Object> column = KeyColumn.of(jdbc.table(), jdbc.column(), columnType(plan, jdbc));
        JdbcKeyStoreBuilder<Object> builder = JdbcKeyStore.over(
                source(plan, jdbc.dataSource()), jdbc.schema() == null ? column : column.inSchema(jdbc.schema()));
        if (jdbc.timeout() != null) {
            builder.timeout(jdbc.timeout());
        }
        if (jdbc.fetchSize() != null) {
            builder.fetchSize(jdbc.fetchSize());
        }
        if (jdbc.locksDataSource() != null) {
            builder.locksFrom(source(plan, jdbc.locksDataSource()));
        }
        return builder.open();
    }

    /** The feed of a gate, over its store. */
    @SuppressWarnings("unchecked")
    public PostgresFeed<Object> feed(String gate) {
        GatePlan plan = plans.gate(gate);
        JdbcKeyStore<Object> store = beans.getBean(plan.storeBeanName(), JdbcKeyStore.class);
        PostgresFeedBuilder<Object> builder = PostgresFeed.of(store);
        if (plan.writers() instanceof WritersPlan.PostgresFeed feed && feed.lease() != null) {
            builder.lease(feed.lease());
        }
        return builder.open();
    }

    @SuppressWarnings("unchecked")
    private ColumnType<Object> columnType(GatePlan plan, StorePlan.Jdbc jdbc) {
        if (jdbc.typeBean() != null) {
            return beans.getBean(jdbc.typeBean(), ColumnType.class);
        }
        ColumnType<?> type = switch (plan.keys().form()) {
            case TEXT -> ColumnType.text();
            case INT64 -> ColumnType.int64();
            case UUID -> ColumnType.uuid();
            case STORED_NAME, BEAN ->
                throw new IllegalStateException(plan.property() + " has no ColumnType, which was checked");
        };
        return (ColumnType<Object>) type;
    }

    private DataSource source(GatePlan plan, @Nullable String name) {
        DataSource given;
        try {
            given = name == null ? beans.getBean(DataSource.class) : beans.getBean(name, DataSource.class);
        } catch (NoUniqueBeanDefinitionException several) {
            throw new IllegalStateException(
                    plan.property() + ".store.jdbc: the application has several data sources, "
                            + several.getBeanNamesFound() + "; add 'data-source' with the name of one of them",
                    several);
        } catch (NoSuchBeanDefinitionException none) {
            throw new IllegalStateException(
                    plan.property()
                            + ".store.jdbc: the application has no DataSource; set spring.datasource.url and add spring-boot-starter-jdbc, or define a DataSource bean",
                    none);
        }
        return PlainSource.of(given);
    }
}
