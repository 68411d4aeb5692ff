import type { Context } from '#platform/work/context.ts';
import type { SignInState } from '../domain/sign-in/state.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';

/** Puts the state of a sign-in away. */
export function sealState(
  { bankId, identityVault }: Pick<Context, 'bankId'> & Pick<IdentityPorts, 'identityVault'>,
  signInId: string,
  state: SignInState,
): Buffer {
  return identityVault.sealText({ bankId, table: 'sign_in', rowId: signInId }, JSON.stringify(state));
}
