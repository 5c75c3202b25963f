package dev.bloomery.benchmarks.report;

import java.util.ArrayList;
import java.util.List;

/** A table in Markdown whose columns also stand under each other in plain text. The first columns are texts, the others figures. */
public final class MarkdownTable {
    private final int textColumns;
    private final List<List<String>> rows = new ArrayList<>();

    public MarkdownTable(int textColumns, List<String> header) {
        this.textColumns = textColumns;
        rows.add(List.copyOf(header));
    }

    public void row(List<String> cells) {
        if (cells.size() != rows.get(0).size()) {
            throw new IllegalArgumentException(
                    cells.size() + " cells for " + rows.get(0).size() + " columns: " + cells);
        }
        rows.add(cells.stream().map(cell -> cell.replace("|", "\\|")).toList());
    }

    @Override
    public String toString() {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (int r = 0; r < rows.size(); r++) {
            for (int i = 0; i < columns; i++) {
                String cell = rows.get(r).get(i);
                String space = " ".repeat(widths[i] - cell.length());
                text.append("| ")
                        .append(i < textColumns ? cell + space : space + cell)
                        .append(' ');
            }
            text.append("|\n");
            if (r == 0) {
                for (int i = 0; i < columns; i++) {
                    String line = "-".repeat(widths[i] + 1);
                    text.append('|').append(i < textColumns ? line + '-' : line + ':');
                }
                text.append("|\n");
            }
        }
        return text.toString();
    }
}
