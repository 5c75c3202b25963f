package dev.bloomery.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bloomery.gate.store.Loader;
import dev.bloomery.gate.store.StoreException;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.BloomSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class LoadingGateTest {
    private final Pages pages = new Pages();

    private LoadingGate<String, String> gate() {
        return builder().openWarm(keys -> {});
    }

    private LoadingGateBuilder<String, String> builder() {
        return LoadingGate.over(pages, KeyEncoder.utf8(), BloomSpec.of(1_000, 1e-6))
                .writers(StoreWriters.onlyThisProcess());
    }

    @Test
    void get_presentAndAbsent_loadsOnlyThePresent() throws Exception {
        pages.byUrl.put("/a", "page a");
        LoadingGate<String, String> gate = gate();
        assertThat(gate.get("/a")).contains("page a");
        assertThat(gate.get("/b")).isEmpty();
        assertThat(gate.getAsync("/a").toCompletableFuture().get()).contains("page a");
        assertThat(gate.getAsync("/b").toCompletableFuture()).isCompletedWithValue(Optional.empty());
        assertThat(pages.loads).hasValue(2);
    }

    @Test
    void getAll_manyKeys_loadsOnce() {
        pages.byUrl.put("/a", "page a");
        pages.byUrl.put("/b", "page b");
        LoadingGate<String, String> gate = gate();
        assertThat(gate.getAll(List.of("/b", "/x", "/a")))
                .containsExactly(Map.entry("/b", "page b"), Map.entry("/a", "page a"));
        assertThat(pages.batches).containsExactly(List.of("/b", "/a"));
    }

    @Test
    void writing_newKey_isFoundAtOnce() {
        LoadingGate<String, String> gate = gate();
        gate.writing("/new", () -> pages.byUrl.put("/new", "page"));
        assertThat(gate.get("/new")).contains("page");
        assertThat(gate.inDoubt()).isEmpty();
    }

    @Test
    void writing_thatThrows_isInDoubt() {
        LoadingGate<String, String> gate = gate();
        assertThatThrownBy(() -> gate.writing("/new", () -> {
                    throw new IllegalStateException("cut off");
                }))
                .hasMessage("cut off");
        assertThat(gate.inDoubt()).containsExactly("/new");
        pages.byUrl.put("/new", "done late");
        assertThat(gate.get("/new")).contains("done late");
    }

    @Test
    void get_loaderFails_fallbackOrException() {
        pages.byUrl.put("/a", "page a");
        pages.byUrl.put("/b", "page b");
        LoadingGate<String, String> gate = builder()
                .whenLoaderFails(url -> url.equals("/a") ? Optional.of("older page a") : Optional.empty())
                .openWarm(keys -> {});
        pages.down = true;
        assertThat(gate.get("/a")).contains("older page a");
        assertThatThrownBy(() -> gate.get("/b")).isInstanceOf(StoreException.class);
        assertThat(gate.get("/x")).as("the filter needs no loader").isEmpty();
    }

    private static final class Pages implements Loader<String, String> {
        private final Map<String, String> byUrl = new TreeMap<>();
        private final AtomicInteger loads = new AtomicInteger();
        private final List<Collection<String>> batches = new ArrayList<>();
        private boolean down;

        @Override
        public Optional<String> load(String url) {
            loads.incrementAndGet();
            if (down) {
                throw new StoreException("the pages cannot be read", null);
            }
            return Optional.ofNullable(byUrl.get(url));
        }

        @Override
        public Map<String, String> loadAll(Collection<String> urls) {
            batches.add(List.copyOf(urls));
            return Loader.super.loadAll(urls);
        }

        @Override
        public long scan(Consumer<? super String> sink) {
            byUrl.keySet().forEach(sink);
            return byUrl.size();
        }
    }
}
