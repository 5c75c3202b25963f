package app;

import dev.bloomery.spring.GatedBy;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;

/** An entity whose name is the key of a gate. */
@Entity
@Table(name = "USERS")
public class User {
    @Id
    @GeneratedValue
    Long id;

    @Version
    int version;

    @GatedBy("usernames")
    @Column(name = "NAME", unique = true)
    String name;
}
