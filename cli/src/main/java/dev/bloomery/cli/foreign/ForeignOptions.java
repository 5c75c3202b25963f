package dev.bloomery.cli.foreign;

import dev.bloomery.cli.text.Figures;
import dev.bloomery.cli.text.Report;
import dev.bloomery.interop.ForeignFilter;
import dev.bloomery.interop.parquet.ColumnFilter;
import dev.bloomery.interop.parquet.ParquetColumn;
import dev.bloomery.interop.parquet.ParquetFile;
import dev.bloomery.interop.parquet.ParquetKeys;
import dev.bloomery.interop.parquet.SplitBlockFilter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whose a file is, and what its keys are: known by its bytes, or said by options. */
public final class ForeignOptions {
    @Option(
            names = "--from",
            paramLabel = "SYSTEM",
            description = "Whose filter the file is: ${COMPLETION-CANDIDATES}. Default: known by its bytes.")
    private @Nullable ForeignSystem from;

    @Option(
            names = "--keys-are",
            paramLabel = "TYPE",
            defaultValue = "text",
            description =
                    "What the keys of another system's filter are: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}. A Parquet file says it for numbers.")
    private KeysAre keysAre = KeysAre.TEXT;

    @Option(names = "--column", paramLabel = "NAME", description = "The column of a Parquet file.")
    private @Nullable String column;

    /** Whose the file is; empty if it is one of ours, or none. */
    public Optional<ForeignSystem> system(Path path) throws IOException {
        if (from != null) {
            return Optional.of(from);
        }
        List<ForeignSystem> found = ForeignSystem.of(path);
        if (found.size() > 1) {
            throw new IllegalArgumentException(
                    path + " can be a filter of " + found + "; say which: --from " + found.get(0));
        }
        return found.stream().findFirst();
    }

    /** Opens the file if it is of another system. */
    public Optional<ForeignFile> open(Path path) throws IOException {
        Optional<ForeignSystem> system = system(path);
        if (system.isEmpty()) {
            return Optional.empty();
        }
        if (isParquetFile(system.get(), path)) {
            return Optional.of(column == null ? whole(path) : column(ParquetFile.open(path), column));
        }
        ForeignFilter<ByteBuffer> filter = system.get().read(path, keysAre);
        return Optional.of(new ForeignFile(
                system.get(), filter::mightContain, filter.info().toString(), ForeignFile.report(filter.info())));
    }

    private static boolean isParquetFile(ForeignSystem system, Path path) throws IOException {
        return system == ForeignSystem.PARQUET && ForeignSystem.isParquetFile(path);
    }

    /** A file whose columns have not been chosen from: it can be asked if one column alone has filters. */
    private ForeignFile whole(Path path) throws IOException {
        ParquetFile file = ParquetFile.open(path);
        List<String> columns =
                file.filters().stream().map(ColumnFilter::column).distinct().toList();
        if (columns.size() == 1) {
            return column(file, columns.get(0));
        }
        return described(file, file.filters(), key -> {
            throw new IllegalArgumentException(
                    path + " has filters of the columns " + columns + "; choose one: --column");
        });
    }

    private ForeignFile column(ParquetFile file, String name) throws IOException {
        List<ColumnFilter> filters = file.filters().stream()
                .filter(filter -> filter.column().equals(name))
                .toList();
        if (filters.isEmpty()) {
            return described(file, file.filters(), key -> {
                throw new IllegalArgumentException("no row group has a filter of the column " + name);
            });
        }
        ParquetColumn<ByteBuffer> asked = file.column(name, keys(filters.get(0)));
        return described(file, filters, asked::mightContain);
    }

    private ParquetKeys<ByteBuffer> keys(ColumnFilter filter) {
        return KeysAre.of(filter.type(), keysAre);
    }

    private ForeignFile described(
            ParquetFile file, List<ColumnFilter> filters, java.util.function.Predicate<ByteBuffer> asked)
            throws IOException {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "Parquet file, %,d row groups, %,d filters%n%9s  %-24s %-20s %12s %12s %10s",
                file.rowGroups(),
                filters.size(),
                "row group",
                "column",
                "type",
                "values",
                "bytes",
                "FPP"));
        List<Report> parts = new ArrayList<>();
        for (ColumnFilter filter : filters) {
            SplitBlockFilter<ByteBuffer> bits = file.read(filter, keys(filter));
            double fpp = bits.currentFpp();
            text.append(String.format(
                    Locale.ROOT,
                    "%n%9d  %-24s %-20s %,12d %,12d %10s",
                    filter.rowGroup(),
                    filter.column(),
                    filter.type(),
                    filter.values(),
                    bits.sizeInBytes(),
                    Figures.of(fpp)));
            parts.add(new Report()
                    .put("row group", filter.rowGroup())
                    .put("column", filter.column())
                    .put("type", filter.type().toString())
                    .put("values", filter.values())
                    .put("bytes", bits.sizeInBytes())
                    .put("current FPP", fpp));
        }
        Report report = new Report()
                .put("kind", "parquet")
                .put("row groups", file.rowGroups())
                .put("filters", parts);
        return new ForeignFile(ForeignSystem.PARQUET, asked, text.toString(), report);
    }

    /** The filter of a column chunk. */
    public SplitBlockFilter<ByteBuffer> chunk(Path path, int rowGroup) throws IOException {
        ParquetFile file = ParquetFile.open(path);
        List<ColumnFilter> found = file.filters().stream()
                .filter(filter -> filter.rowGroup() == rowGroup
                        && (column == null || filter.column().equals(column)))
                .toList();
        if (found.size() != 1) {
            throw new IllegalArgumentException("row group " + rowGroup + " of " + path + " has "
                    + (found.isEmpty() ? "no filter" : "filters of several columns")
                    + (column == null ? "; choose the column: --column" : " of the column " + column));
        }
        return file.read(found.get(0), keys(found.get(0)));
    }

    /** The keys that were said. */
    public KeysAre keysAre() {
        return keysAre;
    }
}
