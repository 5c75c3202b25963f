/** A crawler that fetches no page twice within 30 days: a filter in front of Redis, and statistics over HTTP. */
@NullMarked
package dev.bloomery.examples.crawler;

import org.jspecify.annotations.NullMarked;
