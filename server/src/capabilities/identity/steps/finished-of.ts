import { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import type { Finished } from '../domain/sign-in/finished.ts';
import type { FinishedSignIn } from '../domain/sign-in/state.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';

/**
 * The answer to a customer who has signed in. Its secrets are derived from the secret of the next step, so that the same form
 * gets the same ones again, and a secret that an attacker has put into the browser opens nothing.
 */
export function finishedOf(
  { bankId, identityVault }: Pick<Context, 'bankId'> & Pick<IdentityPorts, 'identityVault'>,
  given: { readonly finished: FinishedSignIn; readonly signInId: string; readonly nextSecret: string },
): Finished {
  const { finished, nextSecret, signInId } = given;
  const { assurance, at, methods, userId } = finished;
  const derived = (purpose: 'browser' | 'session'): string =>
    identityVault.derivedSecret(bankId, purpose, [signInId, nextSecret]);
  return {
    kind: 'finished',
    userId,
    assurance,
    methods,
    at: Temporal.Instant.from(at),
    browserSecret: derived('browser'),
    sessionSecret: derived('session'),
    nextSecret,
  };
}
