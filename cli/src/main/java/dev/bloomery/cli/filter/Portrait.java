package dev.bloomery.cli.filter;

import dev.bloomery.BloomFilter;
import dev.bloomery.HashedFilter;
import dev.bloomery.cli.text.Bars;
import dev.bloomery.cli.text.FppCurve;
import dev.bloomery.info.BloomInfo;
import dev.bloomery.info.CountingInfo;
import dev.bloomery.info.FilterInfo;
import dev.bloomery.info.ScalableInfo;
import dev.bloomery.info.WindowedInfo;
import dev.bloomery.spec.BloomSizing;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A filter in pictures: how full it is, and how its FPP goes up with its keys. */
public final class Portrait {

    private Portrait() {}

    /** How full it is: slice by slice, if it has some. */
    public static String fill(HashedFilter<ByteBuffer> filter, FilterInfo info) {
        if (info instanceof ScalableInfo scalable) {
            return slices(scalable.slices());
        }
        if (info instanceof WindowedInfo windowed) {
            return slices(
                    windowed.slices().stream().map(WindowedInfo.Slice::bits).toList());
        }
        String bar = "fill  " + Bars.bar(info.fillRatio());
        if (filter instanceof BloomFilter<ByteBuffer> bloom) {
            ByteBuffer key = ByteBuffer.allocate(Long.BYTES);
            return bar + "\n" + FillMap.draw(bloom, number -> key.putLong(0, number));
        }
        return bar;
    }

    private static String slices(List<BloomInfo> slices) {
        return IntStream.range(0, slices.size())
                .mapToObj(i -> String.format(
                        Locale.ROOT,
                        "slice %2d  %s",
                        i + 1,
                        Bars.bar(slices.get(i).fillRatio())))
                .collect(Collectors.joining("\n"));
    }

    /** The curve of the FPP, for kinds whose size has one. */
    public static Optional<String> curve(FilterInfo info) {
        Optional<BloomSizing> size = Optional.empty();
        if (info instanceof BloomInfo bloom) {
            size = bloom.spec().size();
        } else if (info instanceof CountingInfo counting) {
            size = counting.spec().sized().positions().size();
        }
        return size.map(sized -> FppCurve.draw(sized::fpp, info.capacity(), info.insertions(), info.targetFpp()));
    }
}
