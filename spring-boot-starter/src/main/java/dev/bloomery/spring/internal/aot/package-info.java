/** What an application that is compiled ahead of time must keep for us. */
@NullMarked
package dev.bloomery.spring.internal.aot;

import org.jspecify.annotations.NullMarked;
