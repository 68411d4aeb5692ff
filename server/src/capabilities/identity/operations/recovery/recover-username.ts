import { listPartyNumbers } from '#capabilities/party/index.ts';
import { normalizeEmail } from '#platform/kernel/email-address.ts';
import { parsePhone } from '#platform/kernel/phone-number.ts';
import type { Context } from '#platform/work/context.ts';
import type { RecoveryChannel } from '../../domain/recovery.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { checkHuman } from '../../steps/person.ts';
import { requestRecovery } from '../../steps/recovery.ts';
import { findOnlyUserId } from '../../store/recoveries.store.ts';

export interface RecoverUsername {
  /** An e-mail address, a phone number in any spelling, a customer number, or the username itself. */
  readonly identifier: string;
  readonly channel: RecoveryChannel | undefined;
  readonly humanCheck: string | undefined;
  /** The IP address of the person, as passed on by an application. */
  readonly personAddress?: string | undefined;
}

/** Sends a username to its owner if the identifier matches exactly one user. The response does not depend on it. */
export async function recoverUsername(
  ctx: Context & IdentityPorts,
  { channel, humanCheck, identifier: submitted, personAddress }: RecoverUsername,
): Promise<void> {
  await checkHuman(ctx, { token: humanCheck, personAddress });
  const { authorization, bankId, db, identityVault } = ctx;
  const { country } = authorization.authorizationFacts.of(bankId);
  const text = submitted.normalize('NFC').trim();
  const email = normalizeEmail(text);
  const phone = parsePhone(text, country)?.number;
  const customerNumbers = await listPartyNumbers(db, { bankId, customerNumber: text });
  // Looks up every index, also for a text that cannot be such a contact: the look-up finds no user, and takes the same
  // time.
  const userId = await findOnlyUserId(db, {
    bankId,
    username: text.toLowerCase(),
    emailIndexes: identityVault.contactIndexes(bankId, 'email', email?.address ?? text),
    phoneIndexes: identityVault.contactIndexes(bankId, 'phone', phone ?? text),
    customerNumbers,
  });
  const identifier = email?.key ?? phone ?? text.toLowerCase();
  await requestRecovery(ctx, { kind: 'username', channel, identifier, userId, personAddress });
}
