package dev.bloomery.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bloomery.gate.KeyStore;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class SignUpFormTest {

    @Test
    void names_signUpRenameLeave_areGivenOutOnce() {
        Users users = new Users();
        users.names.add("ada");
        try (SignUpForm form = new SignUpForm(users, 1_000)) {
            assertThat(form.isFree("ada")).isFalse();
            assertThat(form.signUp("ada")).isFalse();
            assertThat(form.signUp("grace")).isTrue();
            assertThat(form.rename("grace", "hopper")).isTrue();
            assertThat(form.isFree("grace")).isTrue();
            assertThat(form.leave("hopper")).isTrue();
            int asked = users.asked;
            for (int i = 0; i < 10_000; i++) {
                assertThat(form.isFree("free" + i)).isTrue();
            }
            assertThat(users.asked - asked)
                    .as("questions to the table for 10,000 free names")
                    .isLessThan(100);
            assertThat(form.statistics().lookups()).isEqualTo(10_002);
        }
    }

    /** A table with a unique column. */
    private static final class Users implements KeyStore<String> {
        private final Set<String> names = new TreeSet<>();
        private int asked;

        @Override
        public synchronized boolean contains(String name) {
            asked++;
            return names.contains(name);
        }

        @Override
        public synchronized boolean insert(String name) {
            return names.add(name);
        }

        @Override
        public synchronized boolean delete(String name) {
            return names.remove(name);
        }

        @Override
        public synchronized boolean replace(String oldName, String newName) {
            return names.contains(oldName) && names.add(newName) && names.remove(oldName);
        }

        @Override
        public synchronized long scan(Consumer<? super String> sink) {
            names.forEach(sink);
            return names.size();
        }
    }
}
