/**
 * What the library does to files and directories: create, write, sync, rename. Every step that can fail is here and nowhere else, so that
 * tests can make each of them fail, or forget what was not synced.
 *
 * <p>Uses nothing of the other packages.
 */
@NullMarked
package dev.bloomery.internal.disk;

import org.jspecify.annotations.NullMarked;
