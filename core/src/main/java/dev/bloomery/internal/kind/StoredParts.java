package dev.bloomery.internal.kind;

import dev.bloomery.internal.snapshot.Body;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * What a snapshot keeps of a filter beside plan and seed.
 *
 * @param state small numbers, as {@code docs/format.md} describes them for each kind
 * @param parts the bits, one part after the other
 */
public record StoredParts(ByteBuffer state, List<Body> parts) {}
