/** The subcommands, a class each. */
@NullMarked
package dev.bloomery.cli.command;

import org.jspecify.annotations.NullMarked;
