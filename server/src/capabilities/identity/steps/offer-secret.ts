import type { Context } from '#platform/work/context.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';

/** Derives what an offered sign-in needs from its id. Later steps derive theirs from three parts, so none of these is theirs. */
export function offerSecret(
  { bankId, identityVault }: Context & IdentityPorts,
  signInId: string,
  what: 'first-step' | 'passkey-challenge',
): string {
  return identityVault.derivedSecret(bankId, 'next-step', [signInId, what]);
}
