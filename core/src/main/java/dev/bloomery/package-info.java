/**
 * The filters and what they can do. Start at {@link dev.bloomery.Filters}.
 *
 * <pre>
 * key --encode--&gt; bytes or long --hash--&gt; 64 bits --geometry--&gt; positions --bits--&gt; no | maybe
 * </pre>
 *
 * <p>Capabilities are types: {@link dev.bloomery.MembershipFilter} answers, {@link dev.bloomery.AddableFilter} also
 * takes keys, {@link dev.bloomery.RemovableFilter} takes them back. What a filter cannot do is not in its type. This package stands at the end of the arrows and may use all
 * of them; none of them uses this package.
 */
@NullMarked
package dev.bloomery;

import org.jspecify.annotations.NullMarked;
