/** Plans become stores, over the database and the servers that the application has. */
@NullMarked
package dev.bloomery.spring.internal.store;

import org.jspecify.annotations.NullMarked;
