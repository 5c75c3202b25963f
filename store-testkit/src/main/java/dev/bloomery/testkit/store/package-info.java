/** What it takes to show that a store keeps the contract of a gate: its contract test, a history that judges answers, a stress run and a network that fails. */
@NullMarked
package dev.bloomery.testkit.store;

import org.jspecify.annotations.NullMarked;
