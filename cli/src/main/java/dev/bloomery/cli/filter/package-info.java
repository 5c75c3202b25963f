/** Filters in files and directories, as the commands open and save them. */
@NullMarked
package dev.bloomery.cli.filter;

import org.jspecify.annotations.NullMarked;
