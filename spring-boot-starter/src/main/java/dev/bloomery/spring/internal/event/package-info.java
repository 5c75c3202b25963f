/** What happens to gates becomes events of the application. */
@NullMarked
package dev.bloomery.spring.internal.event;

import org.jspecify.annotations.NullMarked;
