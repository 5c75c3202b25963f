/**
 * The first arrow: a key becomes bytes or a long. The same key gives the same bytes on every machine and every JDK.
 *
 * <p>Depends on nothing.
 */
@NullMarked
package dev.bloomery.key;

import org.jspecify.annotations.NullMarked;
