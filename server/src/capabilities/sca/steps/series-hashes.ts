import type { Context } from '#platform/work/context.ts';
import type { SinglePayment } from '../domain/order.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import type { StoredAuthorisation } from '../store/authorisations.store.ts';

/** Returns the hashes of the series that a payment belongs to, the one of the newest key first. */
export function seriesHashesOf(
  { bankId, scaVault }: Pick<Context, 'bankId'> & Pick<ScaPorts, 'scaVault'>,
  {
    authorisation: { organisationId },
    payment: { debtorAccount, transfer },
    userId,
  }: {
    readonly authorisation: Pick<StoredAuthorisation, 'organisationId'>;
    readonly payment: SinglePayment;
    readonly userId: string;
  },
): readonly [Buffer, ...Buffer[]] {
  const { amount, creditorAccount, creditorAgent } = transfer;
  const payee = { account: creditorAccount, agent: creditorAgent };
  return scaVault.seriesHashes(bankId, { userId, organisationId, debtorAccount, payee, amount });
}
