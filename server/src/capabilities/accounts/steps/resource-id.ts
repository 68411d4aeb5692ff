import { createHmac } from 'node:crypto';
import type { UsableConsent } from '#capabilities/consents/index.ts';
import type { CoreAccount } from '#capabilities/core-banking/index.ts';
import type { AccountPart } from '../domain/account-view.ts';

const idLength = 32;

/** Returns the id of an account under a consent: the same as long as the consent lives, and another under any other. */
export function resourceIdOf(
  { access: { salt } }: Pick<UsableConsent, 'access'>,
  { account: { accountId }, currency }: AccountPart<Pick<CoreAccount, 'accountId'>>,
): string {
  return createHmac('sha256', salt)
    .update(`${accountId} ${currency ?? ''}`)
    .digest('base64url')
    .slice(0, idLength);
}
