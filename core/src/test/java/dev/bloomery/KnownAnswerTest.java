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
            int64 0                    4596708167f8eb2e 9e51ad6d2f3e695c 1f5e6d5a5f87d7ee da6a5e17da3b77b0
            int64 1                    e3acd5dec7d7d3fb 85671091eda75eb5 7b9cfc1ace9eb496 e4c64f414a98bee4
            int64 -1                   412b089853a0709e 7b016d4ccc01c9bf 7bc80356ee5b276b 65a3e5210850d82e
            int64 42                   bffc15058f956b16 67572691c5abfc9c f8a2c2d7ba37984a 53b1edd645416cbb
            int64 -9223372036854775808 8ffd6e7eae2cb767 e9e81420d7ca0631 59ecec2e8e89df39 2ac8888f85aa34ea
            int64 9223372036854775807  d995a1454d388792 081aedd03dcfab63 96bbcb7032ba1aeb d229d616c132775a
            int32 0                    4596708167f8eb2e 9e51ad6d2f3e695c 1f5e6d5a5f87d7ee da6a5e17da3b77b0
            int32 -1                   412b089853a0709e 7b016d4ccc01c9bf 7bc80356ee5b276b 65a3e5210850d82e
            int32 42                   bffc15058f956b16 67572691c5abfc9c f8a2c2d7ba37984a 53b1edd645416cbb
            int32 -2147483648          917bf0db4d934b13 48f59d15c2983961 93687822abc76530 ec9f813e35e32874
            int32 2147483647           986af0892ec13b31 174cbeab72c11fe8 7f3aeccfa9950cfd d0e5cfd720b89ec0
            uuid nil                   4140d6ee25b0da7a 416805fca4ca5e1b 648774875f6a1076 a4ff6a6a4aeb91e6
            uuid                       fd81c9b98a39af6a 7cbd7707ded68f7f c73b484a3fd8ea42 31f4a81f4e6d043f
            fields                     716472cab8843342 9371f12b334e7aa6 34834fef99c9bfe1 f949e5e22fa7c677
            fields empty               f4d2b100940454b6 f72d572039cb3137 f3cb43e3a06c241e 380de836daca32b1
            fields NaN                 39078ae54dcf8c01 ccb2a19c6cefc339 e934a0f50cf30b56 26fc631de2f75f72
            """;

    private static final String POSITIONS = """
            classic 1000/7 0000000000000000: 883 431 26 970 106 327 173
            classic 1000/7 ffffffffffffffff: 893 912 219 426 705 824 942
            classic 1000/7 0123456789abcdef: 83 833 185 636 4 80 722
            classic 1000/7 8000000000000000: 281 767 381 348 48 302 521
            classic 1000/7 key a: 57 248 764 625 955 16 510
            classic 68719476800/3 0000000000000000: 60700656592 29654378181 1816514953
            classic 68719476800/3 ffffffffffffffff: 61431289770 62713202360 15082685657
            classic 68719476800/3 0123456789abcdef: 5765300351 57297676776 12768211701
            classic 68719476800/3 8000000000000000: 19359599155 52730422203 26212851732
            blocked 25600/4 0000000000000000: 47 118 156 199
            blocked 25600/4 ffffffffffffffff: 25376 25456 25490 25561
            blocked 25600/4 0123456789abcdef: 29 106 186 227
            blocked 25600/4 8000000000000000: 12827 12879 12959 13034
            blocked 25600/4 key a: 7454 7540 7611 7678
            blocked 51200/8 0000000000000000: 47 118 156 199 315 357 387 490
            blocked 51200/8 ffffffffffffffff: 50720 50800 50834 50905 50971 51036 51095 51164
            blocked 51200/8 0123456789abcdef: 29 106 186 227 292 350 384 462
            blocked 51200/8 8000000000000000: 25627 25679 25759 25834 25874 25928 25994 26096
            blocked 51200/8 key a: 14878 14964 15035 15102 15137 15171 15258 15314
            blocked 51200/16 0000000000000000: 47 118 156 199 315 357 387 490 52 87 150 238 289 362 422 487
            blocked 51200/16 ffffffffffffffff: 50720 50800 50834 50905 50971 51036 51095 51164 50697 50763 50856 50941 50971 51039 51078 51198
            blocked 51200/16 0123456789abcdef: 29 106 186 227 292 350 384 462 19 66 157 232 308 364 425 468
            blocked 51200/16 8000000000000000: 25627 25679 25759 25834 25874 25928 25994 26096 25618 25664 25737 25804 25894 25954 26019 26089
            blocked 51200/16 key a: 14878 14964 15035 15102 15137 15171 15258 15314 14875 14915 14989 15099 15144 15181 15237 15359
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
