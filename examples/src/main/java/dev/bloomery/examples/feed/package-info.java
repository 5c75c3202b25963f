/** Recommendations that skip what each user has read: a small filter for each user, and a table that decides where it cannot. */
@NullMarked
package dev.bloomery.examples.feed;

import org.jspecify.annotations.NullMarked;
