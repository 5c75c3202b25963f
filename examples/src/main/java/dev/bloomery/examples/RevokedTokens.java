package dev.bloomery.examples;

import dev.bloomery.AddResult;
import dev.bloomery.CuckooFilter;
import dev.bloomery.Filters;
import dev.bloomery.key.KeyEncoder;

/**
 * Tokens that were revoked before they expire: a cuckoo filter in front of the table of revoked tokens. When a token has expired it
 * is taken out again, so that the filter stays small. Only what was put in is taken out.
 */
public final class RevokedTokens {
    private final CuckooFilter<String> revoked =
            Filters.cuckoo(KeyEncoder.utf8()).capacity(100_000).targetFpp(0.001).build();

    /** With no token. */
    public RevokedTokens() {}

    /**
     * Revokes tokens, of which every other one expires, then asks for all that are revoked and for as many that never were.
     *
     * @param args {@code tokens=200000}, or another number up to that: there is no room for more
     */
    public static void main(String[] args) {
        run(Options.orExit(args, "tokens=200000").number("tokens"), new Report(System.out));
    }

    /** Tokens that are revoked and were not found: there must be none. */
    static int run(int count, Report report) {
        RevokedTokens tokens = new RevokedTokens();
        for (int i = 0; i < count; i++) {
            boolean unused = tokens.revoke("token " + i);
            unused = i % 2 == 1 && tokens.expired("token " + (i - 1));
        }
        int missed = 0;
        int falsePositives = 0;
        for (int i = 1; i < count; i += 2) {
            missed += tokens.mayBeRevoked("token " + i) ? 0 : 1;
            falsePositives += tokens.mayBeRevoked("valid " + i) ? 1 : 0;
        }
        int revoked = count / 2;
        report.text("%,d tokens revoked, every other one expired; as many valid ones come as are revoked", count);
        report.count("revoked tokens that were missed", missed);
        report.sideBySide("table asked, without the filter and with it", 2L * revoked, revoked + falsePositives);
        report.count("memory of the filter, bytes", tokens.revoked.info().memoryBytes());
        report.fpp(falsePositives, revoked, tokens.revoked.info().targetFpp());
        report.text("%s", tokens.revoked.info());
        return missed;
    }

    /** False: there is no room, so the table must be asked for every token until some have expired. */
    boolean revoke(String token) {
        AddResult result = revoked.tryAdd(token);
        return result == AddResult.ADDED || result == AddResult.MAYBE_PRESENT;
    }

    /** Call it once for each token that was revoked. */
    boolean expired(String token) {
        return revoked.remove(token);
    }

    boolean mayBeRevoked(String token) {
        return revoked.mightContain(token);
    }
}
