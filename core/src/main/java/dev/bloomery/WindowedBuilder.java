package dev.bloomery;

import dev.bloomery.internal.kind.MappedTable;
import dev.bloomery.internal.kind.Opening;
import dev.bloomery.internal.snapshot.MappedSnapshot;
import dev.bloomery.internal.window.SteadyClock;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.KeyHash;
import dev.bloomery.spec.Layout;
import dev.bloomery.spec.Seed;
import dev.bloomery.spec.WindowedSpec;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Objects;

/**
 * Builds a {@link WindowedFilter}.
 *
 * @param <K> the type of the keys
 */
public final class WindowedBuilder<K> extends FilterBuilder<K, WindowedBuilder<K>> {
    static final Kinds.Kind<WindowedSpec> KIND = new Kinds.Kind<>() {
        @Override
        public <K> WindowedBuilder<K> builder(KeyEncoder<K> encoder, WindowedSpec spec) {
            return new WindowedBuilder<>(encoder, spec);
        }

        @Override
        public <K> WindowedFilter<K> read(Opening<K> opening, WindowedSpec spec) throws IOException {
            return WindowedFilter.read(opening, spec);
        }

        @Override
        public MappedTable map(MappedSnapshot mapped, WindowedSpec spec, InstantSource clock) throws IOException {
            return MappedTable.windowed(mapped, spec, clock);
        }
    };

    private WindowedSpec spec;
    private InstantSource clock = SteadyClock.INSTANCE;

    WindowedBuilder(KeyEncoder<K> encoder, WindowedSpec spec) {
        super(encoder);
        this.spec = spec;
    }

    @Override
    WindowedBuilder<K> self() {
        return this;
    }

    /**
     * Into how many parts the window is cut; 8 unless you say otherwise. A key is forgotten by {@code window * (1 + 1 / slices)}. More
     * slices forget sooner, and cost more to ask.
     *
     * @param slices from 1 to 1,000
     * @return this
     */
    public WindowedBuilder<K> slices(int slices) {
        spec = spec.withSlices(slices);
        return this;
    }

    /**
     * Where the bits of a key go in a slice; {@link Layout#AUTO} unless you say otherwise.
     *
     * @param layout the layout
     * @return this
     */
    public WindowedBuilder<K> layout(Layout layout) {
        spec = spec.withLayout(layout);
        return this;
    }

    @Override
    WindowedBuilder<K> hash(KeyHash hash) {
        spec = spec.withHash(hash);
        return this;
    }

    /**
     * The clock. Unless you say otherwise it is that of the system when the program started, and goes on from there without
     * jumps.
     *
     * @param clock the clock; if it goes back, the filter remembers longer, never shorter
     * @return this
     */
    public WindowedBuilder<K> clock(InstantSource clock) {
        this.clock = Objects.requireNonNull(clock, "clock");
        return this;
    }

    /**
     * The filter, empty.
     *
     * @return a new filter
     * @throws IllegalArgumentException if a slice needs more than 2^37 bits
     */
    @Override
    public WindowedFilter<K> build() {
        Seed chosen = chosenSeed();
        return WindowedFilter.empty(hasher(spec.hash(), chosen), spec.sized(), chosen, singleWriter, rule, clock);
    }
}
