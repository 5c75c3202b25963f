/** The main job, shown with what is in the jar: a million names in SQLite, and a gate in front of them. */
@NullMarked
package dev.bloomery.cli.demo;

import org.jspecify.annotations.NullMarked;
