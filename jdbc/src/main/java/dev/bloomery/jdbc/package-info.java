/**
 * The store over a {@code DataSource}: an existing table, one unique column of it, and the database as the judge of races. Knows SQLite,
 * PostgreSQL, MySQL and MariaDB well, and others by plain SQL; needs no driver to compile.
 */
@NullMarked
package dev.bloomery.jdbc;

import org.jspecify.annotations.NullMarked;
