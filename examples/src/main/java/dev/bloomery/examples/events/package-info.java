/** A consumer of a stream in which events come more than once: each is handled once, nearly, also when the consumer dies in the middle. */
@NullMarked
package dev.bloomery.examples.events;

import org.jspecify.annotations.NullMarked;
