/**
 * Runs the code of production, of logs and feeds, against a model of the server, at times and speeds that
 * chance decides; and judges what gates would answer.
 */
@NullMarked
package dev.bloomery.redis.simulation;

import org.jspecify.annotations.NullMarked;
