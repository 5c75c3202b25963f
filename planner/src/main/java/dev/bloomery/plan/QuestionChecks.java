package dev.bloomery.plan;

import java.time.Duration;

/** What a question refuses, and how it says so: what was given, what is allowed, what to do. */
final class QuestionChecks {
    private static final long MAX_KEYS = 1L << 40;

    private QuestionChecks() {}

    static long keys(long keys) {
        if (keys < 1 || keys > MAX_KEYS) {
            throw new IllegalArgumentException("keys is " + keys
                    + "; use the number of distinct keys you expect, from 1 to 2^40 (" + MAX_KEYS + ")");
        }
        return keys;
    }

    static double targetFpp(double targetFpp) {
        if (!(targetFpp > 0 && targetFpp < 1)) {
            throw new IllegalArgumentException("targetFpp is " + targetFpp
                    + "; use a probability between 0 and 1, both excluded" + percentAdvice(targetFpp));
        }
        return targetFpp;
    }

    static void sameFpp(Need need, double targetFpp) {
        if (need.targetFpp() != targetFpp) {
            throw new IllegalArgumentException("targetFpp is " + targetFpp + ", but the need '" + need + "' stands for "
                    + need.targetFpp() + "; give one of them");
        }
    }

    static Duration window(Duration window) {
        return positive(window, "window", "the time for which a key is to be remembered");
    }

    static long owners(long owners, long keysOfEach) {
        if (owners < 1 || owners > MAX_KEYS / keysOfEach) {
            throw new IllegalArgumentException("owners is " + owners + "; use 1 to " + MAX_KEYS / keysOfEach
                    + ", so that all of them together have at most 2^40 keys, each " + keysOfEach);
        }
        return owners;
    }

    static long memoryBudget(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException(
                    "memoryBudget is " + bytes + "; use a number of bytes, 1 or more, or leave it out for no limit");
        }
        return bytes;
    }

    static Duration storeAccess(Duration time) {
        return positive(time, "storeAccess", "the time that one access to the store takes");
    }

    static double absentShare(double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException(
                    "absentShare is " + share + "; use a share from 0 to 1" + percentAdvice(share));
        }
        return share;
    }

    static long lookupsPerDay(long lookups) {
        if (lookups < 0) {
            throw new IllegalArgumentException("lookupsPerDay is " + lookups + "; use 0 or more");
        }
        return lookups;
    }

    private static Duration positive(Duration time, String name, String meaning) {
        if (time.isZero() || time.isNegative()) {
            throw new IllegalArgumentException(name + " is " + time + "; use " + meaning + ", more than zero");
        }
        return time;
    }

    private static String percentAdvice(double given) {
        return given >= 1 && given <= 100 ? "; for " + given + " percent write " + given / 100 : "";
    }
}
