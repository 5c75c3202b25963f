/** Methods that are not called for keys that are certainly absent. */
@NullMarked
package dev.bloomery.spring.internal.absent;

import org.jspecify.annotations.NullMarked;
