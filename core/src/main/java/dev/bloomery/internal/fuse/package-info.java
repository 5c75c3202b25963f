/**
 * The fourth arrow of static filters: positions meet cells. {@link dev.bloomery.internal.fuse.FuseShards} answers,
 * {@link dev.bloomery.internal.fuse.FuseConstruction} makes one of the hashes in a
 * {@link dev.bloomery.internal.fuse.HashCollector}.
 *
 * <p>Depends on {@code dev.bloomery.internal.geometry} and {@code dev.bloomery.internal.bits}.
 */
@NullMarked
package dev.bloomery.internal.fuse;

import org.jspecify.annotations.NullMarked;
