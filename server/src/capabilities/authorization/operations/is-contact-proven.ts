import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';
import type { OtpChannel } from '../domain/literals.ts';
import { recipientKey } from '../domain/sends/canonical-recipient.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import { hasContactProof } from '../store/proofs.store.ts';
import { clientOf } from './client-of.ts';

/**
 * Whether a code for a registration came back from this contact to the calling client, and is still a proof. It is not
 * used up: the registration that follows uses it.
 */
export async function isContactProven(
  { authorizationVault: vault, bankId, caller, clock }: Context & AuthorizationPorts,
  db: Reader,
  { channel, contact }: { readonly channel: OtpChannel; readonly contact: string },
): Promise<boolean> {
  return hasContactProof(db, {
    bankId,
    clientId: clientOf(caller),
    channel,
    recipientIndexes: vault.recipientIndexes(bankId, channel, recipientKey(channel, contact)),
    now: clock.now(),
  });
}
