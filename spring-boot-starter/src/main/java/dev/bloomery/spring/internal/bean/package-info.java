/** Plans become bean definitions, and these become gates, filters and families. */
@NullMarked
package dev.bloomery.spring.internal.bean;

import org.jspecify.annotations.NullMarked;
