/** The bloomery command: a class for each subcommand, and what they share. */
@NullMarked
package dev.bloomery.cli;

import org.jspecify.annotations.NullMarked;
