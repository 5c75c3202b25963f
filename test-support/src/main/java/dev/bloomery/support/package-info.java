/**
 * What the tests of all modules share: {@link dev.bloomery.support.Seeds}, the arrows between packages
 * ({@link dev.bloomery.support.PackageArrows}) and the list of the public API ({@link dev.bloomery.support.PublicApi}).
 *
 * <p>Knows nothing of filters.
 */
@NullMarked
package dev.bloomery.support;

import org.jspecify.annotations.NullMarked;
