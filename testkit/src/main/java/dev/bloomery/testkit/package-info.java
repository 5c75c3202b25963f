/**
 * What it takes to show that a filter keeps its contract: contract tests, oracles, seeded keys and assertions on rates.
 *
 * <p>The tests of this module run all of it on every filter of {@code core}. Who writes a filter or a key encoder of
 * their own can do the same with it.
 */
@NullMarked
package dev.bloomery.testkit;

import org.jspecify.annotations.NullMarked;
