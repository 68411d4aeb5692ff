import type { Context } from '#platform/work/context.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { findLiveRow } from './sign-in/live-sign-in.ts';

/** Encrypts the challenge of a passkey creation. It is in the table of sign-ins, and is none: it has no state. */
export function encryptChallenge(
  { bankId, identityVault }: Context & IdentityPorts,
  signInId: string,
  challenge: string,
): Buffer {
  return identityVault.sealText({ bankId, table: 'sign_in', rowId: signInId }, JSON.stringify({ challenge }));
}

/** Finds the challenge of a passkey creation; undefined when it has expired or was used. */
export async function findChallenge(
  ctx: Context & IdentityPorts,
  signInId: string,
): Promise<string | undefined> {
  const { bankId, identityVault } = ctx;
  const row = await findLiveRow(ctx, { signInId, secret: signInId });
  if (row === undefined) return undefined;
  const stored: unknown = JSON.parse(
    identityVault.openText({ bankId, table: 'sign_in', rowId: signInId }, row.sealedState),
  );
  const isChallenge = typeof stored === 'object' && stored !== null && 'challenge' in stored;
  return isChallenge && typeof stored.challenge === 'string' ? stored.challenge : undefined;
}
