package dev.bloomery.spring.internal.bean;

import dev.bloomery.BloomFilter;
import dev.bloomery.CountingBloomFilter;
import dev.bloomery.CuckooFilter;
import dev.bloomery.MappedFilter;
import dev.bloomery.ScalableBloomFilter;
import dev.bloomery.Snapshotable;
import dev.bloomery.WindowedFilter;
import dev.bloomery.durable.DurableFilter;
import dev.bloomery.durable.DurableRemovableFilter;
import dev.bloomery.durable.DurableWindowedFilter;
import dev.bloomery.family.FilterFamily;
import dev.bloomery.gate.ExpiringGate;
import dev.bloomery.gate.Gate;
import dev.bloomery.gate.LoadingGate;
import dev.bloomery.spec.FilterKind;
import dev.bloomery.spring.internal.plan.FamilyPlan;
import dev.bloomery.spring.internal.plan.FilterPlan;
import dev.bloomery.spring.internal.plan.GatePlan;
import dev.bloomery.spring.internal.plan.Plans;
import dev.bloomery.spring.internal.plan.SharedPlan;
import dev.bloomery.spring.internal.plan.StorePlan;
import dev.bloomery.spring.internal.plan.WritersPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.EnvironmentAware;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.ClassUtils;

/**
 * Defines a bean for each instance that the properties describe, with its full generic type, so that {@code Gate<String>} can be injected.
 *
 * <p>A definition names a factory bean, one of its methods, and the instance; there are no suppliers, which could not be processed ahead of
 * time. Each depends on what it needs, so that gates close before their stores, and stores before data sources and clients.
 */
public final class InstanceRegistrar implements ImportBeanDefinitionRegistrar, EnvironmentAware {
    /** The bean that makes gates. */
    public static final String GATES = "bloomeryGates";
    /** The bean that makes filters and families. */
    public static final String FILTERS = "bloomeryFilters";
    /** The bean that makes stores over tables. */
    public static final String JDBC_STORES = "bloomeryJdbcStores";
    /** The bean that makes stores over Redis. */
    public static final String REDIS_STORES = "bloomeryRedisStores";
    /** The bean that opens shared filters. */
    public static final String SHARED_FILTERS = "bloomerySharedFilters";
    /** The bean that makes stores in memory. */
    public static final String MEMORY_STORES = "bloomeryMemoryStores";

    private static final String REDIS_SERVERS = "bloomeryRedisServers";
    private static final List<String> REDIS_CONNECTIONS =
            List.of("org.springframework.data.redis.connection.RedisConnectionFactory");
    private static final List<String> MAKERS_OF_TABLES = List.of("jakarta.persistence.EntityManagerFactory");

    private Environment environment;

    /** Spring calls {@link #setEnvironment} before anything else. */
    @SuppressWarnings("NullAway.Init")
    public InstanceRegistrar() {}

    @Override
    public void setEnvironment(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        ConfigurableListableBeanFactory factory = (ConfigurableListableBeanFactory) registry;
        Plans plans = Plans.read(environment, DefinedBeans.before(factory));
        Definitions definitions = new Definitions(factory, registry);
        plans.gates().forEach(definitions::gate);
        plans.filters().forEach(definitions::filter);
        plans.families().forEach(definitions::family);
        plans.shared().forEach(definitions::shared);
    }

    private record Definitions(ConfigurableListableBeanFactory factory, BeanDefinitionRegistry registry) {

        void gate(GatePlan plan) {
            List<String> needs = new ArrayList<>();
            if (plan.store() instanceof StorePlan.Jdbc jdbc) {
                jdbcStore(plan, jdbc);
                needs.add(plan.storeBeanName());
            } else if (plan.store() instanceof StorePlan.Redis redis) {
                redisStore(plan, redis);
                needs.add(plan.storeBeanName());
            } else if (plan.store() instanceof StorePlan.Memory) {
                define(plan.storeBeanName(), MEMORY_STORES, "store", plan.name(), memoryStoreType(plan));
                needs.add(plan.storeBeanName());
            } else if (plan.store() instanceof StorePlan.Bean bean) {
                needs.add(bean.name());
            } else if (plan.store() instanceof StorePlan.Loader loader) {
                needs.add(loader.name());
            }
            if (plan.writers() instanceof WritersPlan.PostgresFeed) {
                closing(define(
                        plan.feedBeanName(),
                        JDBC_STORES,
                        "feed",
                        plan.name(),
                        generic("dev.bloomery.jdbc.PostgresFeed", plan.keys().type())));
                needs.add(plan.feedBeanName());
            }
            String method = plan.isLoading() ? "loadingGate" : plan.expiry() == null ? "gate" : "expiringGate";
            RootBeanDefinition gate = closing(define(plan.beanName(), GATES, method, plan.name(), gateType(plan)));
            gate.setDependsOn(needs.toArray(String[]::new));
        }

        private static ResolvableType gateType(GatePlan plan) {
            if (plan.isLoading()) {
                return ResolvableType.forClassWithGenerics(
                        LoadingGate.class, plan.keys().type(), plan.valueType());
            }
            Class<?> type = plan.expiry() == null ? Gate.class : ExpiringGate.class;
            return ResolvableType.forClassWithGenerics(type, plan.keys().type());
        }

        private static ResolvableType memoryStoreType(GatePlan plan) {
            return generic(
                    "dev.bloomery.spring.internal.store.MemoryStore",
                    plan.keys().type());
        }

        private void jdbcStore(GatePlan plan, StorePlan.Jdbc jdbc) {
            RootBeanDefinition store = define(
                    plan.storeBeanName(),
                    JDBC_STORES,
                    "store",
                    plan.name(),
                    generic("dev.bloomery.jdbc.JdbcKeyStore", plan.keys().type()));
            List<String> needs = new ArrayList<>(beansOf(MAKERS_OF_TABLES));
            if (jdbc.dataSource() != null) {
                needs.add(jdbc.dataSource());
            }
            store.setDependsOn(needs.toArray(String[]::new));
        }

        private void redisStore(GatePlan plan, StorePlan.Redis redis) {
            String servers = redisServers(redis.serversBean());
            RootBeanDefinition store = define(
                    plan.storeBeanName(),
                    REDIS_STORES,
                    "store",
                    plan.name(),
                    generic("dev.bloomery.redis.RedisKeyStore", plan.keys().type()));
            store.getConstructorArgumentValues().addIndexedArgumentValue(1, servers);
            store.setDependsOn(servers);
        }

        /** Defines the servers for all that is over them. */
        private String redisServers(@Nullable String named) {
            String servers = named == null ? REDIS_SERVERS : REDIS_SERVERS + "." + named;
            if (!registry.containsBeanDefinition(servers)) {
                String bean = named == null ? "" : named;
                RootBeanDefinition definition =
                        define(servers, REDIS_STORES, "servers", bean, generic("dev.bloomery.redis.RedisServers"));
                closing(definition);
                List<String> needs = bean.isEmpty() ? beansOf(REDIS_CONNECTIONS) : List.of(bean);
                definition.setDependsOn(needs.toArray(String[]::new));
            }
            return servers;
        }

        void shared(SharedPlan plan) {
            String servers = redisServers(plan.serversBean());
            RootBeanDefinition filter = closing(define(
                    plan.beanName(),
                    SHARED_FILTERS,
                    "shared",
                    plan.name(),
                    generic("dev.bloomery.redis.SharedFilter", plan.keys().type())));
            filter.getConstructorArgumentValues().addIndexedArgumentValue(1, servers);
            String source = plan.creation() == null ? null : plan.creation().sourceBean();
            filter.setDependsOn(source == null ? new String[] {servers} : new String[] {servers, source});
        }

        /** The names of the beans of these types, of those that are on the class path. None of them is made. */
        private List<String> beansOf(List<String> types) {
            return types.stream()
                    .filter(type -> ClassUtils.isPresent(type, factory.getBeanClassLoader()))
                    .map(type -> ClassUtils.resolveClassName(type, factory.getBeanClassLoader()))
                    .flatMap(type -> Arrays.stream(factory.getBeanNamesForType(type, true, false)))
                    .toList();
        }

        void filter(FilterPlan plan) {
            ResolvableType type = ResolvableType.forClassWithGenerics(
                    filterClass(plan.source()), plan.keys().type());
            RootBeanDefinition filter = define(plan.beanName(), FILTERS, "filter", plan.name(), type);
            if (AutoCloseable.class.isAssignableFrom(type.toClass())) {
                closing(filter);
            }
        }

        private static Class<?> filterClass(FilterPlan.Source source) {
            if (source instanceof FilterPlan.Snapshot snapshot) {
                return snapshot.mapped() ? MappedFilter.class : Snapshotable.class;
            }
            if (source instanceof FilterPlan.Durable durable) {
                FilterKind kind = durable.spec().kind();
                return kind.removes()
                        ? DurableRemovableFilter.class
                        : kind.forgets() ? DurableWindowedFilter.class : DurableFilter.class;
            }
            return switch (((FilterPlan.Memory) source).spec().kind()) {
                case BLOOM -> BloomFilter.class;
                case COUNTING -> CountingBloomFilter.class;
                case SCALABLE -> ScalableBloomFilter.class;
                case WINDOWED -> WindowedFilter.class;
                case CUCKOO -> CuckooFilter.class;
                case FUSE -> throw new IllegalStateException("a fuse filter takes no keys, which was checked");
            };
        }

        void family(FamilyPlan plan) {
            closing(define(
                    plan.beanName(),
                    FILTERS,
                    "family",
                    plan.name(),
                    ResolvableType.forClassWithGenerics(
                            FilterFamily.class,
                            plan.owners().type(),
                            plan.keys().type())));
        }

        private static ResolvableType generic(String type, ResolvableType... arguments) {
            Class<?> found = ClassUtils.resolveClassName(type, InstanceRegistrar.class.getClassLoader());
            return arguments.length == 0
                    ? ResolvableType.forClass(found)
                    : ResolvableType.forClassWithGenerics(found, arguments);
        }

        private static RootBeanDefinition closing(RootBeanDefinition definition) {
            definition.setDestroyMethodName("close");
            return definition;
        }

        private RootBeanDefinition define(
                String name, String factoryBean, String method, String argument, ResolvableType type) {
            RootBeanDefinition definition = new RootBeanDefinition();
            definition.setFactoryBeanName(factoryBean);
            definition.setFactoryMethodName(method);
            definition.getConstructorArgumentValues().addIndexedArgumentValue(0, argument);
            definition.setTargetType(type);
            definition.setRole(BeanDefinition.ROLE_APPLICATION);
            definition.setResourceDescription("properties under 'bloomery'");
            registry.registerBeanDefinition(name, definition);
            return definition;
        }
    }
}
