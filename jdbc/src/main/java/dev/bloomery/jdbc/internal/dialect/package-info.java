/**
 * What differs between databases: the SQL, the check of a key column, and what is certain after a failure.
 *
 * <p>Uses no other package of this module.
 */
@NullMarked
package dev.bloomery.jdbc.internal.dialect;

import org.jspecify.annotations.NullMarked;
