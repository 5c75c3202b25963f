package dev.bloomery.samples.signup;

import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;

/** The table of users. */
interface Users extends JpaRepository<User, Long> {
    Optional<User> findByName(String name);
}
