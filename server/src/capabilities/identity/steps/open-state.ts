import type { Context } from '#platform/work/context.ts';
import type { SignInState } from '../domain/sign-in/state.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import type { StoredSignIn } from '../store/sign-ins.store.ts';

/** The state of a sign-in, as it was put away. */
export function openState(
  { bankId, identityVault }: Pick<Context, 'bankId'> & Pick<IdentityPorts, 'identityVault'>,
  { sealedState, signInId }: StoredSignIn,
): SignInState {
  const opened: unknown = JSON.parse(
    identityVault.openText({ bankId, table: 'sign_in', rowId: signInId }, sealedState),
  );
  // oxlint-disable-next-line typescript/consistent-type-assertions -- sealed by us, and opens only if unchanged
  return opened as SignInState;
}
