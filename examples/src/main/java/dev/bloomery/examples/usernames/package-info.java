/** Unique user names: a sign-up form in front of a table of a database, which starts again without reading the table. */
@NullMarked
package dev.bloomery.examples.usernames;

import org.jspecify.annotations.NullMarked;
