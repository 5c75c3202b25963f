/** Input as lines of bytes: files, pipes and gzip are split without being decoded. */
@NullMarked
package dev.bloomery.cli.lines;

import org.jspecify.annotations.NullMarked;
