/** Text for people and machines: numbers as they are typed, results as a table or JSON, progress, pictures; and the exit codes for the shell. */
@NullMarked
package dev.bloomery.cli.text;

import org.jspecify.annotations.NullMarked;
