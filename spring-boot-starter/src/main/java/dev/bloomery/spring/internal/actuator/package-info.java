/** Health and endpoint: what gates and filters show to those who run the application; never a key, never a seed. */
@NullMarked
package dev.bloomery.spring.internal.actuator;

import org.jspecify.annotations.NullMarked;
