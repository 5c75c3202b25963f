/**
 * What all filters of other systems have in common, and the filter that stands between an old one and a new
 * one.
 */
@NullMarked
package dev.bloomery.interop;

import org.jspecify.annotations.NullMarked;
