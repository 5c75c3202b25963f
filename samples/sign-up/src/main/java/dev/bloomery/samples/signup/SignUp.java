package dev.bloomery.samples.signup;

import dev.bloomery.gate.Gate;
import dev.bloomery.spring.AbsentUnless;
import java.util.Optional;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Who has which name. */
@Service
class SignUp {
    private final Gate<String> usernames;
    private final Users users;

    /** The gate is the bean of that name; of several gates the name of the parameter would choose one. */
    SignUp(Gate<String> usernames, Users users) {
        this.usernames = usernames;
        this.users = users;
    }

    /** Exact. If the name is free, the filter says so without a query, but for one name in a hundred. */
    boolean isFree(String name) {
        return !usernames.contains(name);
    }

    /** The unique index decides between two who want the same name at the same time; the other one's insert fails. */
    @Transactional
    void signUp(String name, String mail) {
        users.saveAndFlush(new User(name, mail));
    }

    /** Not called, and no connection is taken, for a name that nobody has. */
    @AbsentUnless(gate = "usernames", key = "#name")
    @Transactional(readOnly = true)
    public Optional<User> find(String name) {
        return users.findByName(name);
    }

    @Transactional
    boolean leave(String name) {
        Optional<User> user = users.findByName(name);
        user.ifPresent(users::delete);
        return user.isPresent();
    }
}
