package dev.bloomery.interop.parquet;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The filters of a column in a file of Parquet. A row group without one may have every key. {@link
 * ParquetFile#column} gives it.
 *
 * @param <K> the type of the keys
 */
public final class ParquetColumn<K> {
    private final List<@Nullable SplitBlockFilter<K>> filters;
    private final SplitBlockFilter<K> first;

    /** Expects one filter at least. */
    ParquetColumn(List<@Nullable SplitBlockFilter<K>> filters) {
        this.filters = filters;
        this.first = first(filters);
    }

    private static <K> SplitBlockFilter<K> first(List<@Nullable SplitBlockFilter<K>> filters) {
        for (SplitBlockFilter<K> filter : filters) {
            if (filter != null) {
                return filter;
            }
        }
        throw new IllegalArgumentException("no filter");
    }

    /**
     * Whether the column may have a value.
     *
     * @param key the value; null values are in no filter
     * @return false: certainly not; true: probably
     */
    public boolean mightContain(K key) {
        long hash = first.hash(key);
        for (SplitBlockFilter<K> filter : filters) {
            if (filter == null || filter.mightContainHash(hash)) {
                return true;
            }
        }
        return false;
    }

    /**
     * The row groups that may have a value; the others certainly have not.
     *
     * @param key the value
     * @return their numbers, from 0 on
     */
    public List<Integer> rowGroups(K key) {
        long hash = first.hash(key);
        List<Integer> maybe = new ArrayList<>();
        for (int i = 0; i < filters.size(); i++) {
            SplitBlockFilter<K> filter = filters.get(i);
            if (filter == null || filter.mightContainHash(hash)) {
                maybe.add(i);
            }
        }
        return maybe;
    }
}
