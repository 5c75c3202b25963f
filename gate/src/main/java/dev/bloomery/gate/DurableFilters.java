package dev.bloomery.gate;

import dev.bloomery.file.SyncPolicy;
import dev.bloomery.gate.internal.generation.DurableGenerations;
import dev.bloomery.gate.internal.generation.Generations;
import dev.bloomery.gate.internal.generation.SpecFilters;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.spec.FilterSpec;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Filters in a directory, so that a gate is {@link dev.bloomery.gate.report.GateState#ACTIVE} at once when it is opened again, without a scan of the store.
 *
 * <pre>{@code
 * Gate<String> names = Gate.over(store, DurableFilters.in(directory, KeyEncoder.utf8(), BloomSpec.of(10_000_000, 0.01)))
 *         .writers(StoreWriters.onlyThisProcess())
 *         .open();
 * }</pre>
 *
 * <ol>
 *   <li>After {@link Gate#close}, under any {@link SyncPolicy}, and after a crash under {@link SyncPolicy#always}, a gate that was complete is complete
 *       again. Otherwise, or if the directory is damaged, a journal was cut, or its filter has another plan or another encoder, it begins with a scan as
 *       without a directory, and a warning in the log says why.
 *   <li>Before such a filter answers, the store is asked for a few keys. If the filter lacks one, it is not used; while the store cannot be asked, it is not
 *       either, and the store is asked again from time to time.
 *   <li>Give an encoder of your own a name, by {@link KeyEncoder#named}: a release that encodes its keys otherwise is then noticed at once, and not
 *       only by those few keys.
 *   <li>Every add is journaled before the store is written, and synced under {@link SyncPolicy#always}. One that cannot be refuses the write.
 *   <li>Where the store has locks and keeps an epoch, a gate that was opened elsewhere since is noticed, and the gate begins with a scan: see
 *       {@link StoreWriters#onlyThisProcess}.
 *   <li><b>You promise</b> that nothing else is written past the gate while it is closed. If something was, or if the store was restored from a backup,
 *       delete the directory before the gate is opened.
 *   <li><b>You promise</b> that the store keeps, also through a crash, what it reported as deleted. If it does not, use a kind that cannot remove.
 *   <li>The directory has the secret seed, and can be read by its owner only. One gate at a time has it.
 * </ol>
 *
 * @param <K> the type of the keys
 */
public final class DurableFilters<K> {
    private final Path directory;
    private final KeyEncoder<K> encoder;
    private final FilterSpec spec;
    private final SyncPolicy policy;

    private DurableFilters(Path directory, KeyEncoder<K> encoder, FilterSpec spec, SyncPolicy policy) {
        this.directory = directory;
        this.encoder = encoder;
        this.spec = spec;
        this.policy = policy;
    }

    /**
     * Filters in a directory, which is created if need be; its parent must be there.
     *
     * @param directory the directory, of one gate alone
     * @param encoder how keys become bytes, with a name: see {@link KeyEncoder#named}
     * @param spec the filter: any kind but fuse
     * @param <K> the type of the keys
     * @return the filters, under {@link SyncPolicy#always}
     */
    public static <K> DurableFilters<K> in(Path directory, KeyEncoder<K> encoder, FilterSpec spec) {
        if (!Objects.requireNonNull(spec, "spec").kind().takesKeys()) {
            throw SpecFilters.takesNoKeys(spec);
        }
        return new DurableFilters<>(
                Objects.requireNonNull(directory, "directory"),
                Objects.requireNonNull(encoder, "encoder"),
                spec,
                SyncPolicy.always());
    }

    /**
     * With another policy: writes wait less, and a crash costs a scan.
     *
     * @param other the policy
     * @return the filters
     */
    public DurableFilters<K> sync(SyncPolicy other) {
        return new DurableFilters<>(directory, encoder, spec, Objects.requireNonNull(other, "other"));
    }

    Generations<K> generations() {
        return new DurableGenerations<>(directory, encoder, spec, policy);
    }
}
