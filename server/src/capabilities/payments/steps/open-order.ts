import { KeyUnknown } from '#platform/crypto/envelope.ts';
import type { Context } from '#platform/work/context.ts';
import type { PaymentHead } from '../store/payments.store.ts';

/** What was ordered, under its seal. */
interface Sealed<Order> {
  readonly head: Pick<PaymentHead, 'paymentId'>;
  readonly open: () => Order;
}

/**
 * Opens what was ordered; undefined if its seal is broken, which is logged: what was approved is not known any more. A key
 * that this process lacks is no such case: another process may have it.
 */
export function openOrder<Order>(
  { bankId, log }: Pick<Context, 'bankId' | 'log'>,
  { head: { paymentId }, open }: Sealed<Order>,
): Order | undefined {
  try {
    return open();
  } catch (error) {
    if (error instanceof KeyUnknown) throw error;
    log.error(
      { bankId, aggregateKind: 'payment', aggregateId: paymentId, error },
      'the order of a payment cannot be opened',
    );
    return undefined;
  }
}
