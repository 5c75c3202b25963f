package dev.bloomery.durable;

import java.util.Arrays;

/** What one operation does to how often each key of a thread is in. */
record Change(Type type, int key) {
    enum Type {
        ADD,
        REMOVE,
        CLEAR
    }

    static Change add(int key) {
        return new Change(Type.ADD, key);
    }

    static Change remove(int key) {
        return new Change(Type.REMOVE, key);
    }

    static Change clear() {
        return new Change(Type.CLEAR, 0);
    }

    /**
     * Does it.
     *
     * @param counts whether copies count, or a key is in or not
     */
    void applyTo(int[] state, boolean counts) {
        switch (type) {
            case ADD -> state[key] = counts ? state[key] + 1 : 1;
            case REMOVE -> state[key] = Math.max(0, state[key] - 1);
            case CLEAR -> Arrays.fill(state, 0);
        }
    }
}
