/** Properties become plans: everything that can be checked before a bean is made. */
@NullMarked
package dev.bloomery.spring.internal.plan;

import org.jspecify.annotations.NullMarked;
