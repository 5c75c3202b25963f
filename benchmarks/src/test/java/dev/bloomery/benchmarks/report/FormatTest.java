package dev.bloomery.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FormatTest {
    @Test
    void nanos_anySize_hasThreeDigitsAndNoExponent() {
        assertThat(Format.nanos(0.8124)).isEqualTo("0.812");
        assertThat(Format.nanos(3.416)).isEqualTo("3.42");
        assertThat(Format.nanos(27.06)).isEqualTo("27.1");
        assertThat(Format.nanos(412.3)).isEqualTo("412");
        assertThat(Format.nanos(12_345)).isEqualTo("12345");
        assertThat(Format.nanos(Double.NaN)).isEqualTo("-");
    }

    @Test
    void percent_probability_isShort() {
        assertThat(Format.percent(0.01)).isEqualTo("1 %");
        assertThat(Format.percent(0.009871)).isEqualTo("0.987 %");
        assertThat(Format.percent(1e-5)).isEqualTo("0.001 %");
        assertThat(Format.percent(0.1)).isEqualTo("10 %");
        assertThat(Format.percent(0)).isEqualTo("0 %");
    }

    @Test
    void keys_roundNumbers_areShortened() {
        assertThat(Format.keys(1_000_000)).isEqualTo("1M");
        assertThat(Format.keys(2_500_000)).isEqualTo("2.5M");
        assertThat(Format.keys(100_000_000)).isEqualTo("100M");
        assertThat(Format.keys(30_000)).isEqualTo("30k");
        assertThat(Format.keys(1_048_576)).isEqualTo("1,048,576");
        assertThat(Format.keys(999)).isEqualTo("999");
    }

    @Test
    void size_bytes_areBinaryUnits() {
        assertThat(Format.size(512)).isEqualTo("512 B");
        assertThat(Format.size(32 * 1024)).isEqualTo("32 KiB");
        assertThat(Format.size(1.5 * 1024 * 1024)).isEqualTo("1.5 MiB");
        assertThat(Format.size(Math.pow(2, 30))).isEqualTo("1 GiB");
    }

    @Test
    void table_cells_standUnderEachOther() {
        MarkdownTable table = new MarkdownTable(1, List.of("name", "ns"));
        table.row(List.of("a|b", "10.5"));
        assertThat(table).hasToString("""
                        | name |   ns |
                        |------|-----:|
                        | a\\|b | 10.5 |
                        """);
    }
}
