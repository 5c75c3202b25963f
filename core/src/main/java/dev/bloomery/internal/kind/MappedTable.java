package dev.bloomery.internal.kind;

import dev.bloomery.info.MappedInfo;
import dev.bloomery.internal.bloom.BloomTable;
import dev.bloomery.internal.bloom.CountingTable;
import dev.bloomery.internal.bloom.StoredBits;
import dev.bloomery.internal.bloom.StoredCounts;
import dev.bloomery.internal.cuckoo.CuckooTable;
import dev.bloomery.internal.cuckoo.StoredSlots;
import dev.bloomery.internal.fuse.FuseShard;
import dev.bloomery.internal.fuse.StoredCells;
import dev.bloomery.internal.geometry.CuckooGeometry;
import dev.bloomery.internal.geometry.FuseFit;
import dev.bloomery.internal.geometry.Geometry;
import dev.bloomery.internal.snapshot.Body;
import dev.bloomery.internal.snapshot.MappedSnapshot;
import dev.bloomery.internal.snapshot.StateInput;
import dev.bloomery.internal.table.SpecGeometry;
import dev.bloomery.internal.table.TableLoad;
import dev.bloomery.internal.window.WindowTime;
import dev.bloomery.spec.BloomSpec;
import dev.bloomery.spec.CountingSpec;
import dev.bloomery.spec.CuckooSpec;
import dev.bloomery.spec.FilterSpec;
import dev.bloomery.spec.FuseSpec;
import dev.bloomery.spec.ScalableSpec;
import dev.bloomery.spec.WindowedSpec;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.function.Supplier;

/**
 * The body of a mapped snapshot as a filter of its kind.
 *
 * @param test whether a hash may be in
 * @param info by the counts of the file
 */
public record MappedTable(LongPredicate test, Supplier<MappedInfo> info) {

    /** Each of these expects the plan of the snapshot, and throws if its lengths do not go with it. */
    public static MappedTable bloom(MappedSnapshot mapped, BloomSpec spec) throws IOException {
        long insertions = BloomState.read(state(mapped)).count().count();
        Geometry geometry = SpecGeometry.of(spec);
        mapped.in().requireBody(BloomTable.byteLength(geometry));
        StoredBits bits = new StoredBits(geometry, mapped::longAt, 0);
        return new MappedTable(bits::mightContainHash, () -> {
            long keys = geometry.keysAfter(insertions);
            double fill = geometry.setBitsFor(keys) / geometry.bits();
            return info(
                    mapped,
                    spec,
                    insertions,
                    keys,
                    fill,
                    TableLoad.fpp(geometry, spec.capacity(), insertions, bits::countSet));
        });
    }

    public static MappedTable counting(MappedSnapshot mapped, CountingSpec spec) throws IOException {
        state(mapped).end();
        Geometry geometry = SpecGeometry.of(spec.positions());
        mapped.in().requireBody(CountingTable.byteLength(geometry, spec.counterBits()));
        StoredCounts counts = new StoredCounts(geometry, spec.counterBits(), mapped::longAt);
        return new MappedTable(counts::mightContainHash, () -> {
            long used = counts.countUsed();
            long keys = TableLoad.distinct(geometry, used);
            return info(mapped, spec, keys, keys, (double) used / geometry.bits(), TableLoad.fppByBits(geometry, used));
        });
    }

    public static MappedTable scalable(MappedSnapshot mapped, ScalableSpec spec) throws IOException {
        ScalableState plan = ScalableState.read(state(mapped), spec, mapped.in());
        mapped.in().requireBody(plan.byteLength());
        List<StoredBits> slices = new ArrayList<>();
        long start = 0;
        for (ScalableState.Slice slice : plan.slices()) {
            Geometry geometry = SpecGeometry.of(slice.spec());
            slices.add(new StoredBits(geometry, mapped::longAt, start));
            start = Body.aligned(start + BloomTable.byteLength(geometry));
        }
        return new MappedTable(
                hash -> slices.stream().anyMatch(slice -> slice.mightContainHash(hash)),
                () -> info(
                        mapped,
                        spec,
                        plan.insertions(),
                        plan.keys(),
                        plan.expectedSetBits() / plan.bits(),
                        plan.expectedFpp(i -> slices.get(i).countSet())));
    }

    /** Only a slice that has the key needs the time: whether that is over. */
    public static MappedTable windowed(MappedSnapshot mapped, WindowedSpec spec, InstantSource clock)
            throws IOException {
        WindowedState plan = WindowedState.read(state(mapped), mapped.in());
        mapped.in().requireBody(plan.byteLength(spec));
        WindowTime time = new WindowTime(clock, plan.latest());
        long keepMillis = spec.window().toMillis() + spec.sliceMillis();
        Geometry geometry = SpecGeometry.of(spec.slice());
        long partLength = Body.aligned(BloomTable.byteLength(geometry));
        List<StoredBits> slices = new ArrayList<>();
        for (int i = 0; i < plan.slices().size(); i++) {
            slices.add(new StoredBits(geometry, mapped::longAt, i * partLength));
        }
        LongPredicate test = hash -> {
            for (int i = slices.size() - 1; i >= 0; i--) {
                if (slices.get(i).mightContainHash(hash)) {
                    return time.now() < plan.slices().get(i).start() + keepMillis;
                }
            }
            return false;
        };
        return new MappedTable(test, () -> {
            long insertions = 0;
            long keys = 0;
            double setBits = 0;
            double[] fpps = new double[slices.size()];
            for (int i = 0; i < slices.size(); i++) {
                long count = plan.slices().get(i).insertions();
                long keysOfSlice = geometry.keysAfter(count);
                insertions += count;
                keys += keysOfSlice;
                setBits += geometry.setBitsFor(keysOfSlice);
                fpps[i] = TableLoad.fpp(geometry, spec.slice().capacity(), count, slices.get(i)::countSet);
            }
            double fill = slices.isEmpty() ? 0 : setBits / geometry.bits() / slices.size();
            return info(mapped, spec, insertions, keys, fill, TableLoad.fppOfAny(Arrays.stream(fpps)));
        });
    }

    public static MappedTable cuckoo(MappedSnapshot mapped, CuckooSpec spec) throws IOException {
        StateInput state = state(mapped);
        CuckooGeometry geometry = SpecGeometry.of(spec);
        long taken = state.takeCount("a number of keys of", geometry.slots());
        state.end();
        mapped.in().requireBody(CuckooTable.byteLength(geometry));
        StoredSlots slots = new StoredSlots(geometry, mapped::longAt);
        return new MappedTable(slots::mightContainHash, () -> {
            long keys = geometry.keysAfter(taken);
            return info(mapped, spec, taken, keys, (double) taken / geometry.slots(), geometry.fpp(keys));
        });
    }

    public static MappedTable fuse(MappedSnapshot mapped, FuseSpec spec) throws IOException {
        FuseState plan = FuseState.read(state(mapped), spec, mapped.in());
        mapped.in().requireBody(plan.byteLength());
        long[] starts = new long[plan.shards().size()];
        long cells = plan.shards().get(0).geometry().cells();
        for (int i = 1; i < starts.length; i++) {
            FuseShard before = plan.shards().get(i - 1);
            starts[i] = Body.aligned(starts[i - 1] + before.byteLength(plan.width()));
            cells += plan.shards().get(i).geometry().cells();
        }
        StoredCells stored = new StoredCells(plan.shards(), starts, plan.width(), mapped::longAt);
        long keys = spec.keys().orElseThrow();
        double fill = (double) keys / cells;
        return new MappedTable(
                stored::mightContainHash, () -> info(mapped, spec, keys, keys, fill, FuseFit.fpp(keys, plan.width())));
    }

    private static StateInput state(MappedSnapshot mapped) {
        return new StateInput(mapped.in().header().state(), mapped.in().name());
    }

    private static MappedInfo info(
            MappedSnapshot mapped, FilterSpec spec, long insertions, long keys, double fill, double expectedFpp) {
        return new MappedInfo(spec, insertions, keys, fill, mapped.in().header().fileLength(), expectedFpp);
    }
}
