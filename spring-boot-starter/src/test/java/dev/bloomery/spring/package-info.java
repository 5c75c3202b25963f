@org.jspecify.annotations.NullMarked
package dev.bloomery.spring;
