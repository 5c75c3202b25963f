/**
 * Filters of the Bitcoin protocol: BIP 37 and BIP 158.
 */
@NullMarked
package dev.bloomery.interop.bitcoin;

import org.jspecify.annotations.NullMarked;
