package dev.bloomery.samples.signup;

import dev.bloomery.spring.GatedBy;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;

/** A user. Hibernate tells the gate which names it inserts, changes and deletes, in the right order around each transaction. */
@Entity
@Table(name = "users")
public class User {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private Long id;

    @Version
    private int version;

    @GatedBy("usernames")
    private String name;

    private String mail;

    /** For Hibernate. */
    protected User() {}

    User(String name, String mail) {
        this.name = name;
        this.mail = mail;
    }

    String name() {
        return name;
    }

    String mail() {
        return mail;
    }
}
