import { KeyUnknown } from '#platform/crypto/envelope.ts';
import type { Context } from '#platform/work/context.ts';
import type { SealedPayment, StoredPayment } from '../store/payments.store.ts';

/** Opens a standing order; undefined if its seal is broken, which is logged. */
export function openStandingOrder(
  { bankId, log }: Pick<Context, 'bankId' | 'log'>,
  sealed: SealedPayment,
): StoredPayment | undefined {
  try {
    return sealed.open();
  } catch (error) {
    // Another process may have the key.
    if (error instanceof KeyUnknown) throw error;
    const { paymentId } = sealed.head;
    log.error(
      { bankId, aggregateKind: 'payment', aggregateId: paymentId, error },
      'a standing order cannot be opened',
    );
    return undefined;
  }
}
