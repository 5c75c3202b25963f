package dev.bloomery.cli.foreign;

import dev.bloomery.cli.text.Report;
import dev.bloomery.interop.ForeignInfo;
import java.nio.ByteBuffer;
import java.util.function.Predicate;

/**
 * A file of another system, open to be asked.
 *
 * @param system whose it is
 * @param mightContain asks with a line
 * @param text what {@code info} prints
 * @param report the same for machines
 */
public record ForeignFile(ForeignSystem system, Predicate<ByteBuffer> mightContain, String text, Report report) {

    static Report report(ForeignInfo info) {
        return new Report()
                .put("kind", info.kindName())
                .put("layout", info.description())
                .put("capacity", info.capacity())
                .put("target FPP", info.targetFpp())
                .put("insertions", info.insertions())
                .put("approximate distinct", info.approximateDistinct())
                .put("fill ratio", info.fillRatio())
                .put("current FPP", info.currentFpp())
                .put("memory bytes", info.memoryBytes());
    }
}
