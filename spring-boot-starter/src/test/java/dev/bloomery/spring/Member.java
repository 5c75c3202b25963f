package dev.bloomery.spring;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import org.jspecify.annotations.Nullable;

/** An entity whose name is the key of a gate. */
@Entity
@Table(name = "members")
class Member {
    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE)
    @Nullable
    Long id;

    @Version
    int version;

    @GatedBy("usernames")
    @Column(name = "name", unique = true, nullable = false)
    String name = "";

    /** For Hibernate. */
    Member() {}

    Member(String name) {
        this.name = name;
    }
}
