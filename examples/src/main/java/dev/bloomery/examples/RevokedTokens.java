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
     * Revokes some tokens, and lets half of them expire.
     *
     * @param args none
     */
    public static void main(String[] args) {
        RevokedTokens tokens = new RevokedTokens();
        for (int i = 0; i < 1_000; i++) {
            tokens.revoke("token " + i);
        }
        for (int i = 0; i < 1_000; i += 2) {
            tokens.expired("token " + i);
        }
        System.out.println("token 1 may be revoked: " + tokens.mayBeRevoked("token 1"));
        System.out.println("token 2 may be revoked: " + tokens.mayBeRevoked("token 2"));
        System.out.println(tokens.revoked.info());
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
