/** Messages are compared with those that were reported as spam, by signature; a gate keeps the rest away from the database. */
@NullMarked
package dev.bloomery.examples.spam;

import org.jspecify.annotations.NullMarked;
