package dev.bloomery.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import dev.bloomery.gate.LoadingGate;
import dev.bloomery.gate.store.Loader;
import dev.bloomery.spring.autoconfigure.BloomeryAutoConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The code of docs/spring.md, "In front of a cache". That of {@code @Cacheable} is in {@link AbsentUnlessTest}. */
class CacheRecipesTest {

    record Product(long id, String name) {}

    /** A table. */
    static class ProductRepository {
        final Map<Long, Product> rows = new ConcurrentHashMap<>(Map.of(7L, new Product(7, "seven")));
        final AtomicInteger queries = new AtomicInteger();

        @Nullable
        Product find(Long id) {
            queries.incrementAndGet();
            return rows.get(id);
        }

        long scanIds(Consumer<? super Long> sink) {
            rows.keySet().forEach(sink);
            return rows.size();
        }

        void save(Product product) {
            rows.put(product.id(), product);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @SuppressWarnings("NullAway") // a loader of Caffeine says by null that there is nothing
    static class Beans {
        @Bean
        ProductRepository productRepository() {
            return new ProductRepository();
        }

        // recipe begins
        @Bean
        Loader<Long, Product> productLoader(LoadingCache<Long, Product> cache, ProductRepository products) {
            return new Loader<>() {
                @Override
                public Optional<Product> load(Long id) {
                    return Optional.ofNullable(cache.get(id)); // behind the filter: absent keys never get here
                }

                @Override
                public long scan(Consumer<? super Long> sink) {
                    return products.scanIds(sink); // past the cache: the filter must know all
                }
            };
        }

        @Bean
        LoadingCache<Long, Product> productCache(ProductRepository products) {
            return Caffeine.newBuilder().maximumSize(10_000).build(products::find);
        }
        // recipe ends
    }

    static class Service {
        private final LoadingGate<Long, Product> products;
        private final LoadingCache<Long, Product> cache;
        private final ProductRepository repository;

        Service(LoadingGate<Long, Product> products, LoadingCache<Long, Product> cache, ProductRepository repository) {
            this.products = products;
            this.cache = cache;
            this.repository = repository;
        }

        // recipe begins
        void rename(Product product) {
            products.writing(
                    product.id(),
                    () -> { // a LoadingGate<Long, Product>
                        repository.save(product);
                        cache.invalidate(product.id());
                    });
        }
        // recipe ends
    }

    @Test
    void caffeine_behindALoadingGate_isAskedForKeysThatExistAlone() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(BloomeryAutoConfiguration.class))
                .withUserConfiguration(Beans.class, Service.class)
                .withPropertyValues(
                        "bloomery.gates.products.keys=int64",
                        "bloomery.gates.products.filter=cuckoo capacity=1000000 fpp=0.01",
                        "bloomery.gates.products.loader=productLoader",
                        "bloomery.gates.products.writers=only-this-process",
                        "bloomery.gates.products.start=cold")
                .run(context -> {
                    Service service = context.getBean(Service.class);
                    Object unused = service.products.rebuild();
                    for (long id = 8; id < 108; id++) {
                        assertThat(service.products.get(id)).isEmpty();
                    }
                    assertThat(service.repository.queries).as("absent keys").hasValueLessThan(20);
                    int before = service.repository.queries.get();
                    for (int i = 0; i < 10; i++) {
                        assertThat(service.products.get(7L)).contains(new Product(7, "seven"));
                    }
                    assertThat(service.repository.queries)
                            .as("one for the cache")
                            .hasValue(before + 1);
                    service.rename(new Product(7, "septem"));
                    service.rename(new Product(9, "novem"));
                    assertThat(service.products.get(7L)).contains(new Product(7, "septem"));
                    assertThat(service.products.get(9L)).contains(new Product(9, "novem"));
                });
    }

    /** What this class has between the marks is in the documentation, but for white space. */
    @Test
    void code_ofTheRecipe_isInTheDocumentation() throws IOException {
        String page = withoutSpace(Path.of("../docs/spring.md"));
        String source = withoutSpace(Path.of("src/test/java/dev/bloomery/spring/CacheRecipesTest.java"));
        String[] parts = source.split("//recipe(begins|ends)(?=[@v}])", -1);
        assertThat(parts).hasSize(5);
        assertThat(page).contains(parts[1]).contains(parts[3]);
    }

    private static String withoutSpace(Path file) throws IOException {
        return Files.readString(file).replaceAll("\\s", "");
    }
}
