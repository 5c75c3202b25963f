package dev.bloomery.samples.signup;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** People sign up under a name that nobody else has. The gate is in application.yaml; this is an application as any other. */
@SpringBootApplication
public class SignUpApplication {
    /** Starts. */
    public static void main(String[] args) {
        SpringApplication.run(SignUpApplication.class, args);
    }
}
