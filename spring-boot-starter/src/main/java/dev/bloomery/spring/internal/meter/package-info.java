/** Meters of the gates, filters and families of an application. */
@NullMarked
package dev.bloomery.spring.internal.meter;

import org.jspecify.annotations.NullMarked;
