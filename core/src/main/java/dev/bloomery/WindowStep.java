package dev.bloomery;

import dev.bloomery.key.KeyEncoder;
import java.time.Duration;
import java.util.Objects;

/**
 * The questions for the keys of a window and for its length, asked first.
 *
 * @param <K> the type of the keys
 */
public final class WindowStep<K> {
    private final KeyEncoder<K> encoder;

    WindowStep(KeyEncoder<K> encoder) {
        this.encoder = encoder;
    }

    /**
     * Remembers a key for at least this long, and forgets it by an eighth more (see {@link WindowedBuilder#slices}).
     *
     * @param window a millisecond to a hundred years
     * @param keysPerWindow keys that come in such a time, up to which the FPP promise holds; from 0 to 2^40
     * @return the question for the FPP
     */
    public TargetStep<WindowedBuilder<K>> window(Duration window, long keysPerWindow) {
        Objects.requireNonNull(window, "window");
        WindowedSpec unused = WindowedSpec.of(keysPerWindow, window, 0.5); // refused here, and not a step later
        return new TargetStep<>(
                targetFpp -> new WindowedBuilder<>(encoder, WindowedSpec.of(keysPerWindow, window, targetFpp)));
    }
}
