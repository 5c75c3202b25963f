package dev.bloomery.testkit.snapshot;

import dev.bloomery.testkit.SnapshotBytes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Bytes of a fuzzer taken as steps that change a good snapshot: which one, then again and again which part, where, and to what. The result
 * has right lengths and checksums.
 */
final class SnapshotRecipe {
    private static final Pattern VALUE = Pattern.compile("(?<==)[^ ]*");

    private final ByteBuffer steps;
    private SnapshotBytes parts;

    private SnapshotRecipe(ByteBuffer steps, SnapshotBytes parts) {
        this.steps = steps;
        this.parts = parts;
    }

    static byte[] cook(byte[] input, List<byte[]> good) {
        ByteBuffer steps = ByteBuffer.wrap(input).order(ByteOrder.LITTLE_ENDIAN);
        int which = steps.hasRemaining() ? steps.get() & 0xFF : 0;
        SnapshotRecipe recipe = new SnapshotRecipe(steps, SnapshotBytes.of(good.get(which % good.size())));
        while (steps.remaining() >= 3) {
            recipe.step();
        }
        return recipe.parts.toBytes();
    }

    private void step() {
        int kind = steps.get() & 0xFF;
        int at = steps.getShort() & 0xFFFF;
        if (kind >= 0xF0) {
            byte[] encoder = parts.encoder();
            parts = parts.withEncoder(kind % 2 == 0 ? written(encoder, at) : Arrays.copyOf(encoder, at % 128));
            return;
        }
        switch (kind & 7) {
            case 0 -> parts = parts.withFixed(written(parts.fixed(), at));
            case 1 -> parts = parts.withSpec(withValue(parts.spec(), at, Long.toString(number())));
            case 2 ->
                parts = parts.withSpec(withValue(parts.spec(), at, Double.toString(Double.longBitsToDouble(number()))));
            case 3 -> parts = parts.withSpec(withValue(parts.spec(), at, text()));
            case 4 -> parts = parts.withState(written(parts.state(), at));
            case 5 -> parts = parts.withState(Arrays.copyOf(parts.state(), at % 512));
            case 6 -> parts = parts.withBody(written(parts.body(), at));
            default -> parts = parts.withBody(Arrays.copyOf(parts.body(), at % 4_096));
        }
    }

    /** Of as many bytes as the first one says, so that small numbers are as likely as large ones. */
    private long number() {
        int bytes = Math.min(steps.hasRemaining() ? steps.get() & 15 : 0, steps.remaining());
        long number = 0;
        for (int i = 0; i < bytes; i++) {
            number = (number << 8) | (steps.get() & 0xFF);
        }
        return number;
    }

    private String text() {
        byte[] text = new byte[Math.min(steps.hasRemaining() ? steps.get() & 31 : 0, steps.remaining())];
        steps.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }

    /** With a number of one to eight bytes written somewhere. */
    private byte[] written(byte[] bytes, int at) {
        if (bytes.length == 0) {
            return bytes;
        }
        int from = at % bytes.length;
        int width = 1 << (at >>> 14);
        long number = number();
        for (int i = from; i < Math.min(bytes.length, from + width); i++) {
            bytes[i] = (byte) number;
            number >>>= 8;
        }
        return bytes;
    }

    /** With one of its values replaced, or the whole spec. */
    private static String withValue(String spec, int at, String text) {
        Matcher matcher = VALUE.matcher(spec);
        List<MatchResult> values = matcher.results().toList();
        int which = at % (values.size() + 1);
        if (which == values.size()) {
            return text;
        }
        MatchResult value = values.get(which);
        return spec.substring(0, value.start()) + text + spec.substring(value.end());
    }
}
