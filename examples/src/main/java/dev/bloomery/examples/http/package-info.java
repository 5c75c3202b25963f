/** The HTTP server that some of the examples talk to: that of the JDK, on the loopback device. */
@NullMarked
package dev.bloomery.examples.http;

import org.jspecify.annotations.NullMarked;
