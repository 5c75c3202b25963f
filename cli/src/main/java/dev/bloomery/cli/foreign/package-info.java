/** Files of filters of other systems, as the commands see them. */
@NullMarked
package dev.bloomery.cli.foreign;

import org.jspecify.annotations.NullMarked;
