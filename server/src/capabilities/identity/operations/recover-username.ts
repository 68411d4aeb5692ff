import { listPartyNumbers } from '#capabilities/party/index.ts';
import { normalizeEmail } from '#platform/kernel/email-address.ts';
import { parsePhone } from '#platform/kernel/phone-number.ts';
import type { Context } from '#platform/work/context.ts';
import type { RecoveryChannel } from '../domain/recovery.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { checkHuman } from '../steps/check-human.ts';
import { requestRecovery } from '../steps/request-recovery.ts';
import { findOnlyUserId } from '../store/recoveries.store.ts';

export interface RecoverUsername {
  /** An e-mail address, a phone number in any spelling, a customer number, or the name itself. */
  readonly identifier: string;
  readonly channel: RecoveryChannel | undefined;
  readonly humanCheck: string | undefined;
  /** The address of the person, as an application passed it on. */
  readonly personAddress?: string | undefined;
}

/** Has a username sent to its owner, if exactly one is meant. Nothing in the answer depends on it. */
export async function recoverUsername(
  ctx: Context & IdentityPorts,
  { channel, humanCheck, identifier: given, personAddress }: RecoverUsername,
): Promise<void> {
  await checkHuman(ctx, { token: humanCheck, personAddress });
  const { authorization, bankId, db, identityVault } = ctx;
  const { country } = authorization.authorizationFacts.of(bankId);
  const text = given.normalize('NFC').trim();
  const email = normalizeEmail(text);
  const phone = parsePhone(text, country)?.number;
  const customerNumbers = await listPartyNumbers(db, { bankId, customerNumber: text });
  // Of a text that cannot be one of them the index is asked for all the same, and nobody has it.
  const userId = await findOnlyUserId(db, {
    bankId,
    username: text.toLowerCase(),
    emailIndexes: identityVault.contactIndexes(bankId, 'email', email?.address ?? text),
    phoneIndexes: identityVault.contactIndexes(bankId, 'phone', phone ?? text),
    customerNumbers,
  });
  const identifier = email?.key ?? phone ?? text.toLowerCase();
  await requestRecovery(ctx, { wish: 'username', channel, identifier, userId, personAddress });
}
