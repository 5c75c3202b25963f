/** The properties as they are written: names, types, and who reads them. */
@NullMarked
package dev.bloomery.spring.internal.properties;

import org.jspecify.annotations.NullMarked;
