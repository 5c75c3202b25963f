package dev.bloomery.redis.internal.shared;

import java.util.List;

/** The fields of the head that a shared filter has beside those of its log. */
public final class Fields {
    /** What was chosen at the creation: {@link SharedPlan}. */
    public static final String PLAN = "plan";

    /** The seed, or how it is recognised if it is not to be stored. */
    public static final String SEED = "seed";

    /** {@link HeadState}. */
    public static final String STATE = "state";

    /** The identity of the server under which the state holds. */
    public static final String SERVER = "sound";

    /** The text of the generations. */
    public static final String GENERATIONS = "gens";

    /** The number of the newest generation. */
    public static final String NEWEST = "newest";

    /** How often a merge has changed generations before the newest. */
    public static final String OLDER = "older";

    /** How many keys were new in the newest generation. */
    public static final String KEYS = "keys";

    /** The ids of the writers, with a space between them. */
    public static final String WRITERS = "writers";

    /** The ids of the writers that have not yet brought their bits back. */
    public static final String OWING = "owing";

    private static final List<String> ALL =
            List.of(PLAN, SEED, STATE, SERVER, GENERATIONS, NEWEST, OLDER, KEYS, WRITERS, OWING);

    private Fields() {}

    /** All of them. */
    public static List<String> all() {
        return ALL;
    }

    /** Those that a follower reads with each sync. */
    public static List<String> followed() {
        return List.of(STATE, SERVER, GENERATIONS, OLDER, WRITERS, OWING);
    }
}
