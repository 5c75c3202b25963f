package dev.bloomery.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NamesTest {

    @Test
    void utf8_loneSurrogate_isRefused() {
        assertThatThrownBy(() -> KeyNames.utf8().nameOf("a\uD83D"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("surrogate");
    }

    @Test
    void utf8_bytesThatAreNoText_areNoKey() {
        assertThat(KeyNames.utf8().keyOf(new byte[] {(byte) 0xff})).isNull();
    }

    @Test
    void int64_numberNotAsItIsPrinted_isNoKey() {
        for (String name : new String[] {"007", "+7", "-0", "", "7 ", "99999999999999999999", "\u0667"}) {
            assertThat(KeyNames.int64().keyOf(name.getBytes(StandardCharsets.UTF_8)))
                    .as(name)
                    .isNull();
        }
        assertThat(KeyNames.int64().keyOf("-7".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(-7);
    }

    @Test
    void hashing_knownKey_hasTheNameOfEveryOtherProgram() {
        assertThat(text(NameHashing.above(4).of("abcde"))).isEqualTo("#NrvlDtloQdEEQ7y2cNZVTw");
        assertThat(text(NameHashing.above(4).of("abcd"))).isEqualTo("abcd");
    }

    @Test
    void hashing_shortKeyThatLooksHashed_isHashed() {
        NameHashing names = NameHashing.above(64);
        String longKey = "x".repeat(65);
        String itsName = text(names.of(longKey));
        assertThat(names.of(itsName)).isNotEqualTo(names.of(longKey));
        Set<StoredName> all = new HashSet<>();
        for (String key : StrangeText.ALL) {
            assertThat(all.add(names.of(key))).isTrue();
        }
    }

    @Test
    void hashing_callerChangesTheBytes_nameStays() {
        byte[] key = {1, 2, 3};
        StoredName name = NameHashing.above(8).of(key);
        key[0] = 9;
        assertThat(name).isEqualTo(NameHashing.above(8).of(new byte[] {1, 2, 3}));
    }

    @Test
    void toString_ofAName_showsNoKey() {
        assertThat(NameHashing.above(8).of("secret").toString()).isEqualTo("StoredName[6 bytes]");
    }

    private static String text(StoredName name) {
        return new String(StoredName.names().nameOf(name), StandardCharsets.US_ASCII);
    }
}
