package dev.bloomery.samples.signup;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** The service by HTTP. */
@RestController
class SignUpController {
    private final SignUp signUp;

    SignUpController(SignUp signUp) {
        this.signUp = signUp;
    }

    record Availability(String name, boolean free) {}

    record Profile(String name, String mail) {}

    /** While somebody types. */
    @GetMapping("/names/{name}")
    Availability isFree(@PathVariable String name) {
        return new Availability(name, signUp.isFree(name));
    }

    @PostMapping("/users")
    @ResponseStatus(HttpStatus.CREATED)
    Profile signUp(@RequestBody Profile wanted) {
        if (!signUp.isFree(wanted.name())) {
            throw taken();
        }
        try {
            signUp.signUp(wanted.name(), wanted.mail());
        } catch (DataIntegrityViolationException somebodyElseWasFaster) {
            throw taken();
        }
        return wanted;
    }

    private static ResponseStatusException taken() {
        return new ResponseStatusException(HttpStatus.CONFLICT, "somebody has this name; choose another one");
    }

    @GetMapping("/users/{name}")
    Profile profile(@PathVariable String name) {
        return signUp.find(name)
                .map(user -> new Profile(user.name(), user.mail()))
                .orElseThrow(SignUpController::unknown);
    }

    @DeleteMapping("/users/{name}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void leave(@PathVariable String name) {
        if (!signUp.leave(name)) {
            throw unknown();
        }
    }

    private static ResponseStatusException unknown() {
        return new ResponseStatusException(HttpStatus.NOT_FOUND, "nobody has this name");
    }
}
