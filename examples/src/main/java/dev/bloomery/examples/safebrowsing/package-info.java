/** A browser that warns of malicious pages, and asks a server only for those that a local filter takes for listed. */
@NullMarked
package dev.bloomery.examples.safebrowsing;

import org.jspecify.annotations.NullMarked;
