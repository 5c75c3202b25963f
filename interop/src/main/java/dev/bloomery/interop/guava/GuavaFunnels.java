package dev.bloomery.interop.guava;

import com.google.common.hash.Funnel;
import dev.bloomery.key.KeyEncoder;
import java.util.Objects;

/**
 * Keys as a {@link Funnel} of your own writes them. Wants Guava on the class path, which the rest of this
 * module does not.
 *
 * <pre>{@code
 * KeyEncoder<Person> people = GuavaFunnels.encoder(personFunnel);
 * GuavaFilter<Person> old = GuavaFilters.read(file, people);
 * BloomFilter<Person> fresh = Filters.bloom(people).capacity(n).targetFpp(0.01).build();
 * }</pre>
 *
 * <p>For a filter that is kept in a file give the encoder a name: {@link KeyEncoder#named}.
 */
public final class GuavaFunnels {
    private GuavaFunnels() {}

    /**
     * The bytes that a funnel writes, as keys of a filter of Guava or of this library.
     *
     * @param funnel the funnel; must be safe for use by many threads
     * @param <K> the type of the keys
     * @return the encoder, without a name
     */
    @SuppressWarnings("exports") // who has a Funnel has Guava; everybody else needs none
    public static <K> KeyEncoder<K> encoder(Funnel<? super K> funnel) {
        Objects.requireNonNull(funnel, "funnel");
        return (key, sink) -> funnel.funnel(key, new FunnelSink(sink));
    }
}
