/** A short comparison on the machine of the user. */
@NullMarked
package dev.bloomery.cli.bench;

import org.jspecify.annotations.NullMarked;
