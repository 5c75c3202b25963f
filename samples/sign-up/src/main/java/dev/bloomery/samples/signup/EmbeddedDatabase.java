package dev.bloomery.samples.signup;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A PostgreSQL that begins and ends with this application. Yours has {@code spring.datasource.url} instead. */
@Configuration
@ConditionalOnBooleanProperty("sample.embedded")
class EmbeddedDatabase {

    @Bean
    EmbeddedPostgres postgres() throws IOException {
        // it ends as a bean, after those that use it, and not by a hook of its own
        return EmbeddedPostgres.builder().setRegisterShutdownHook(false).start();
    }

    @Bean
    JdbcConnectionDetails connectionDetails(EmbeddedPostgres postgres) {
        return new JdbcConnectionDetails() {
            @Override
            public String getJdbcUrl() {
                return postgres.getJdbcUrl("postgres", "postgres");
            }

            @Override
            public String getUsername() {
                return "postgres";
            }

            @Override
            public String getPassword() {
                return "";
            }
        };
    }
}
