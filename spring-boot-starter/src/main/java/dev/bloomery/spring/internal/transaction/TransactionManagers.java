package dev.bloomery.spring.internal.transaction;

import dev.bloomery.spring.GateTickets;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionExecutionListener;

/** Adds the listener of tickets to every transaction manager of the application, whoever makes it. */
public final class TransactionManagers implements BeanPostProcessor {
    private final TransactionTickets tickets = new TransactionTickets();
    private final TransactionExecutionListener listener = tickets.listener();

    /** The tickets of the transactions of these managers. */
    public GateTickets tickets() {
        return tickets;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (bean instanceof ConfigurableTransactionManager manager) {
            manager.addListener(listener);
        }
        return bean;
    }
}
