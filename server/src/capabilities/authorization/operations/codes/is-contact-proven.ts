import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';
import type { OtpChannel } from '../../domain/literals.ts';
import { recipientKey } from '../../domain/sends/canonical-recipient.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { clientOf } from '../../steps/callers.ts';
import { contactName } from '../../steps/code-targets.ts';
import { isProofOfContact } from '../../steps/codes.ts';
import { listContactProofs } from '../../store/proofs.store.ts';

/**
 * Returns whether the calling client has a valid, unconsumed proof that a registration code was received at this
 * contact. The proof is not consumed: the registration that follows consumes it.
 */
export async function isContactProven(
  ctx: Context & Pick<AuthorizationPorts, 'authorizationVault'>,
  db: Reader,
  criteria: { readonly channel: OtpChannel; readonly contact: string },
): Promise<boolean> {
  const { authorizationVault: vault, bankId, caller, clock } = ctx;
  const { channel, contact } = criteria;
  const key = recipientKey(channel, contact);
  const proofs = await listContactProofs(db, {
    bankId,
    clientId: clientOf(caller),
    channel,
    subjects: vault.unknownUserKeys(bankId, contactName(channel, key)),
    now: clock.now(),
  });
  return proofs.some((proof) => isProofOfContact(ctx, proof, criteria));
}
