package dev.bloomery.internal.kind;

import dev.bloomery.internal.snapshot.Body;
import java.util.List;

/**
 * What makes two filters of one plan answer alike: their bits, and what says how to read them.
 *
 * @param shape what the kind needs to know of the parts, with an {@code equals} by value; the times of slices, say
 * @param parts the bits
 */
public record Content(Object shape, List<Body> parts) {

    public boolean isSame(Content other) {
        if (!shape.equals(other.shape) || parts.size() != other.parts.size()) {
            return false;
        }
        for (int i = 0; i < parts.size(); i++) {
            if (!parts.get(i).hasSameBytes(other.parts.get(i))) {
                return false;
            }
        }
        return true;
    }
}
