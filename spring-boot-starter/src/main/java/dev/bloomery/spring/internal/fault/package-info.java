/** What is wrong with the properties, collected and told at once. */
@NullMarked
package dev.bloomery.spring.internal.fault;

import org.jspecify.annotations.NullMarked;
