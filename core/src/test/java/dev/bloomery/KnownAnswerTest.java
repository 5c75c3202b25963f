package dev.bloomery;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.hash.Hashing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Hashes and positions of fixed keys, which never change: a filter that was stored is asked by a later release. If this
 * test fails, the change that made it fail needs a new name of the hash or of the layout.
 */
class KnownAnswerTest {
    /** XXH3 under the seeds 42 and (1, 2), then SipHash under the same. */
    private static final String HASHES = """
            utf8 empty                 b029411ff43d84d2 4dc5b0cc826f6703 24a6f58014baabdd 8628af35e1cba77b
            utf8 a                     4c437dd47f0716f4 d2f6d0996f37a720 23a031a9579d7a21 4795cb2ed678fcf6
            utf8 URL                   6c5a8d811d95dc1f 553eeef7dff7c2c4 cf03e28cb2defae1 6742c56b663c90c0
            utf8 U+00E9                8001c7414850805b c8a7ea0595bc5faf 0505c26276615956 379b9d3f9c8f11ff
            utf8 two kanji             4c2521d88e68a7a7 00ff56b6bb731759 decf0b3d1856e501 2edcca715da4bd4b
            utf8 emoji                 1a987b0dde6797fe 7054664d5bed557b 4c5b6bd9ecb513b8 a431ca3d8be96684
            utf8 U+0000                5cf10f10bf2dd245 5eaac1f7b17ef730 29a88dea72edd246 3f7f7f034cc671d6
            utf8 lone high             6a1dfb2920aa2e0a a2b540ae30466ed7 253d78cf94e4232f ace3c7afc462cf90
            utf8 lone low              6f5c8b0a71d58edd ebd723de8e31fd51 d71448c1fe7e7a4b f6b841fc4d2f8426
            utf8 300 chars             49b3132212c8f2ca 176b6ca81101dcf1 f8e5fd6bde3e784f bcf8b503bcb61efe
            utf8Chars empty            b029411ff43d84d2 4dc5b0cc826f6703 24a6f58014baabdd 8628af35e1cba77b
            utf8Chars a                4c437dd47f0716f4 d2f6d0996f37a720 23a031a9579d7a21 4795cb2ed678fcf6
            utf8Chars URL              6c5a8d811d95dc1f 553eeef7dff7c2c4 cf03e28cb2defae1 6742c56b663c90c0
            utf8Chars U+00E9           8001c7414850805b c8a7ea0595bc5faf 0505c26276615956 379b9d3f9c8f11ff
            utf8Chars two kanji        4c2521d88e68a7a7 00ff56b6bb731759 decf0b3d1856e501 2edcca715da4bd4b
            utf8Chars emoji            1a987b0dde6797fe 7054664d5bed557b 4c5b6bd9ecb513b8 a431ca3d8be96684
            utf8Chars U+0000           5cf10f10bf2dd245 5eaac1f7b17ef730 29a88dea72edd246 3f7f7f034cc671d6
            utf8Chars lone high        6a1dfb2920aa2e0a a2b540ae30466ed7 253d78cf94e4232f ace3c7afc462cf90
            utf8Chars lone low         6f5c8b0a71d58edd ebd723de8e31fd51 d71448c1fe7e7a4b f6b841fc4d2f8426
            utf8Chars 300 chars        49b3132212c8f2ca 176b6ca81101dcf1 f8e5fd6bde3e784f bcf8b503bcb61efe
            bytes empty                b029411ff43d84d2 4dc5b0cc826f6703 24a6f58014baabdd 8628af35e1cba77b
            bytes 11                   e63d52af5b7609c6 db165e72665d4db6 2d6b9e8d903999fd 9ace33475251ab84
            bytes 1000                 f8916690d002f1e9 5c789091e5457ad7 367db01d6a8f298e 4905ed15746c5b11
            byteBuffer heap            e63d52af5b7609c6 db165e72665d4db6 2d6b9e8d903999fd 9ace33475251ab84
            byteBuffer direct          e63d52af5b7609c6 db165e72665d4db6 2d6b9e8d903999fd 9ace33475251ab84
            byteBuffer slice           8ed175a7853a484c a116b732254505a0 dcc477917ccf5281 f3bafb0eed7cc40b
            byteBuffer empty           b029411ff43d84d2 4dc5b0cc826f6703 24a6f58014baabdd 8628af35e1cba77b
            int64 0                    b29ed950786f5ae3 dce423fc82c0d5b8 1f5e6d5a5f87d7ee da6a5e17da3b77b0
            int64 1                    c69f3558819af2c8 5c52bd4054e958c9 7b9cfc1ace9eb496 e4c64f414a98bee4
            int64 -1                   e994a1b11d6c10a0 75222573cc8a0d24 7bc80356ee5b276b 65a3e5210850d82e
            int64 42                   608b0eeb4397212e a9cb101be2f6824f f8a2c2d7ba37984a 53b1edd645416cbb
            int64 -9223372036854775808 baa060e70583934d 6ed7cca2c8b584c6 59ecec2e8e89df39 2ac8888f85aa34ea
            int64 9223372036854775807  a288e7d296dc71a6 fa26da379732676e 96bbcb7032ba1aeb d229d616c132775a
            int32 0                    b29ed950786f5ae3 dce423fc82c0d5b8 1f5e6d5a5f87d7ee da6a5e17da3b77b0
            int32 -1                   e994a1b11d6c10a0 75222573cc8a0d24 7bc80356ee5b276b 65a3e5210850d82e
            int32 42                   608b0eeb4397212e a9cb101be2f6824f f8a2c2d7ba37984a 53b1edd645416cbb
            int32 -2147483648          aa9bca849d3a88cd 4c9ac05ef1750741 93687822abc76530 ec9f813e35e32874
            int32 2147483647           106f9e51212a35e4 db5ac89aa237f64b 7f3aeccfa9950cfd d0e5cfd720b89ec0
            uuid nil                   4140d6ee25b0da7a 416805fca4ca5e1b 648774875f6a1076 a4ff6a6a4aeb91e6
            uuid                       fd81c9b98a39af6a 7cbd7707ded68f7f c73b484a3fd8ea42 31f4a81f4e6d043f
            fields                     716472cab8843342 9371f12b334e7aa6 34834fef99c9bfe1 f949e5e22fa7c677
            fields empty               f4d2b100940454b6 f72d572039cb3137 f3cb43e3a06c241e 380de836daca32b1
            fields NaN                 39078ae54dcf8c01 ccb2a19c6cefc339 e934a0f50cf30b56 26fc631de2f75f72
            """;

    private static final String POSITIONS = """
            classic 1000/7 0000000000000000: 0 0 0 0 0 0 0
            classic 1000/7 ffffffffffffffff: 999 182 305 548 714 93 823
            classic 1000/7 0123456789abcdef: 4 435 127 67 267 389 37
            classic 1000/7 8000000000000000: 500 500 500 500 500 500 500
            classic 1000/7 key a: 297 705 14 965 698 19 449
            classic 68719476800/3 0000000000000000: 0 0 0
            classic 68719476800/3 ffffffffffffffff: 68719476799 12561787853 21011544137
            classic 68719476800/3 0123456789abcdef: 305419896 29947744977 8761803027
            classic 68719476800/3 8000000000000000: 34359738400 34359738400 34359738400
            partitioned 1001/7 0000000000000000: 0 143 286 429 572 715 858
            partitioned 1001/7 ffffffffffffffff: 142 169 329 507 674 728 975
            partitioned 1001/7 0123456789abcdef: 0 205 304 438 610 770 863
            partitioned 1001/7 8000000000000000: 71 214 357 500 643 786 929
            partitioned 1001/7 key a: 42 243 288 567 671 717 922
            blocked 51200/2 0000000000000000: 0 64
            blocked 51200/2 ffffffffffffffff: 51135 51199
            blocked 51200/2 0123456789abcdef: 47 503
            blocked 51200/2 8000000000000000: 25600 25664
            blocked 51200/2 key a: 15028 14939
            blocked 51200/4 0000000000000000: 0 1 64 65
            blocked 51200/4 ffffffffffffffff: 51103 51135 51167 51199
            blocked 51200/4 0123456789abcdef: 0 47 456 503
            blocked 51200/4 8000000000000000: 25600 25601 25664 25665
            blocked 51200/4 key a: 14980 15028 14939 14955
            blocked 51200/6 0000000000000000: 0 1 2 64 65 66
            blocked 51200/6 ffffffffffffffff: 51091 51114 51135 51155 51178 51199
            blocked 51200/6 0123456789abcdef: 25 47 54 481 503 510
            blocked 51200/6 8000000000000000: 25600 25601 25602 25664 25665 25666
            blocked 51200/6 key a: 14979 15028 15035 14939 14946 14954
            blocked 51200/8 0000000000000000: 0 1 64 65 128 129 192 193
            blocked 51200/8 ffffffffffffffff: 50949 51007 51013 51071 51077 51135 51141 51199
            blocked 51200/8 0123456789abcdef: 303 317 69 119 138 188 490 504
            blocked 51200/8 8000000000000000: 25600 25616 25664 25680 25728 25744 25792 25808
            blocked 51200/8 key a: 15115 15156 15195 15218 15240 15281 15297 15320
            blocked 51200/12 0000000000000000: 0 1 2 64 65 66 128 129 130 192 193 194
            blocked 51200/12 ffffffffffffffff: 50945 51004 51007 51009 51068 51071 51073 51132 51135 51137 51196 51199
            blocked 51200/12 0123456789abcdef: 259 303 309 75 119 125 130 144 188 490 496 510
            blocked 51200/12 8000000000000000: 25600 25607 25618 25664 25671 25682 25728 25735 25746 25792 25799 25810
            blocked 51200/12 key a: 15130 15156 15166 15169 15195 15205 15255 15281 15291 15297 15307 15335
            paired 102400/4 0000000000000000: 0 64 51200 51264
            paired 102400/4 ffffffffffffffff: 51135 51199 71329 71420
            paired 102400/4 0123456789abcdef: 47 503 78634 78451
            paired 102400/4 8000000000000000: 25600 25664 80147 80210
            paired 102400/4 key a: 15028 14939 61109 61166
            paired 102400/8 0000000000000000: 0 1 64 65 51200 51201 51264 51265
            paired 102400/8 ffffffffffffffff: 51103 51135 51167 51199 71329 71339 71366 71420
            paired 102400/8 0123456789abcdef: 0 47 456 503 78634 78651 78404 78451
            paired 102400/8 8000000000000000: 25600 25601 25664 25665 80147 80169 80210 80232
            paired 102400/8 key a: 14980 15028 14939 14955 61072 61109 61129 61166
            paired 102400/12 0000000000000000: 0 1 2 64 65 66 51200 51201 51202 51264 51265 51266
            paired 102400/12 ffffffffffffffff: 51091 51114 51135 51155 51178 51199 71329 71333 71354 71360 71381 71420
            paired 102400/12 0123456789abcdef: 25 47 54 481 503 510 78611 78634 78641 78428 78451 78458
            paired 102400/12 8000000000000000: 25600 25601 25602 25664 25665 25666 80147 80157 80171 80210 80220 80234
            paired 102400/12 key a: 14979 15028 15035 14939 14946 14954 61058 61093 61109 61150 61166 61179
            paired 102400/16 0000000000000000: 0 1 64 65 128 129 192 193 51200 51201 51264 51265 51328 51329 51392 51393
            paired 102400/16 ffffffffffffffff: 50949 51007 51013 51071 51077 51135 51141 51199 71457 71476 71503 71548 71333 71352 71648 71667
            paired 102400/16 0123456789abcdef: 303 317 69 119 138 188 490 504 78634 78650 78403 78451 78498 78514 78784 78800
            paired 102400/16 8000000000000000: 25600 25616 25664 25680 25728 25744 25792 25808 80147 80166 80210 80229 80282 80301 80332 80351
            paired 102400/16 key a: 15115 15156 15195 15218 15240 15281 15297 15320 61205 61237 61262 61294 61077 61109 61381 61413
            paired 102400/24 0000000000000000: 0 1 2 64 65 66 128 129 130 192 193 194 51200 51201 51202 51264 51265 51266 51328 51329 51330 51392 51393 51394
            paired 102400/24 ffffffffffffffff: 50945 51004 51007 51009 51068 51071 51073 51132 51135 51137 51196 51199 71427 71457 71465 71492 71518 71548 71303 71333 71341 71618 71648 71656
            paired 102400/24 0123456789abcdef: 259 303 309 75 119 125 130 144 188 490 496 510 78592 78634 78641 78409 78451 78458 78498 78505 78520 78784 78791 78806
            paired 102400/24 8000000000000000: 25600 25607 25618 25664 25671 25682 25728 25735 25746 25792 25799 25810 80147 80155 80185 80210 80218 80248 80256 80282 80290 80332 80340 80370
            paired 102400/24 key a: 15130 15156 15166 15169 15195 15205 15255 15281 15291 15297 15307 15335 61192 61216 61237 61249 61273 61294 61056 61077 61096 61381 61400 61424
            """;

    @Test
    void url_ofTheTable_hasSixtyCharacters() {
        assertThat(KnownAnswers.URL).hasSize(60);
    }

    @Test
    void hash_everyEncoderHashAndSeed_isTheKnownOne() {
        assertThat(KnownAnswers.hashes()).isEqualTo(HASHES);
    }

    @Test
    void position_everyLayoutAndShape_isTheKnownOne() {
        assertThat(KnownAnswers.positions()).isEqualTo(POSITIONS);
    }

    /** The table is right also in the eyes of another implementation. */
    @Test
    void hash_siphashOfStrings_isThatOfGuava() {
        long hash = Hashing.sipHash24(1, 2)
                .hashString(KnownAnswers.URL, StandardCharsets.UTF_8)
                .asLong();
        assertThat(HASHES.lines().filter(line -> line.startsWith("utf8 URL")))
                .singleElement()
                .asString()
                .endsWith(String.format(" %016x", hash));
    }

    /** Without compact strings the JVM keeps every string in two bytes a character. */
    @Test
    void table_inAJvmWithoutCompactStrings_isTheSame() throws IOException, InterruptedException {
        assertThat(outputOfJvm("-XX:-CompactStrings")).isEqualTo(HASHES + POSITIONS);
    }

    private static String outputOfJvm(String option) throws IOException, InterruptedException {
        Process jvm = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        option,
                        "-cp",
                        System.getProperty("java.class.path"),
                        KnownAnswers.class.getName()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(jvm.waitFor()).isZero();
        return output;
    }
}
