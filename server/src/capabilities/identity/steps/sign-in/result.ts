import { Temporal } from 'temporal-polyfill';
import { equalBytes } from '#platform/crypto/equal-bytes.ts';
import { networkOfOrigin } from '#platform/http/source-address.ts';
import type { Context } from '#platform/work/context.ts';
import type { Finished } from '../../domain/sign-in/finished.ts';
import type { FinishedSignIn } from '../../domain/sign-in/state.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import type { StoredSignIn } from '../../store/sign-ins.store.ts';
import { type BrowserInfo, decryptState } from './live-sign-in.ts';

/**
 * Builds the result of a sign-in. Its secrets are derived from the secret of the next step, so that the same form gets
 * the same ones again, and a secret that an attacker has planted in the browser is useless.
 */
export function toFinished(
  { bankId, identityVault }: Pick<Context, 'bankId'> & Pick<IdentityPorts, 'identityVault'>,
  input: { readonly finished: FinishedSignIn; readonly signInId: string; readonly nextSecret: string },
): Finished {
  const { finished, nextSecret, signInId } = input;
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

/** A request of a browser for the result of a finished sign-in. */
interface RepeatRequest {
  readonly browserInfo: BrowserInfo;
  /** The secrets that the browser has or can derive; one of them is the last one of the sign-in. */
  readonly secrets: readonly string[];
}

/** Returns the same result again, to the same browser and network only. */
export function repeatFinished(
  ctx: Context & IdentityPorts,
  { secrets, browserInfo }: RepeatRequest,
  row: StoredSignIn,
): Finished | undefined {
  const { identityVault, origin } = ctx;
  const matching = secrets.find((secret) => equalBytes(row.bindingHash, identityVault.secretHash(secret)));
  const state = decryptState(ctx, row)?.state;
  const finished = state?.step === 'finished' ? state.finished : undefined;
  const isSameBrowser =
    finished?.browserName === browserInfo.browserName && finished.network === networkOfOrigin(origin);
  if (matching === undefined || finished === undefined || !isSameBrowser) return undefined;
  return toFinished(ctx, { finished, nextSecret: matching, signInId: row.signInId });
}
