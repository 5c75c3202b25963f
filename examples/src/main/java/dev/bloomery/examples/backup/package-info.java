/** A backup that stores every chunk of content once, with a filter in front of the chunks. */
@NullMarked
package dev.bloomery.examples.backup;

import org.jspecify.annotations.NullMarked;
