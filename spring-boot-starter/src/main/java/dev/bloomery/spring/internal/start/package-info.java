/** When the application is ready, and what the log says when it stops. */
@NullMarked
package dev.bloomery.spring.internal.start;

import org.jspecify.annotations.NullMarked;
