import type { Context } from '#platform/work/context.ts';
import { signInIdleSeconds } from '../domain/policy.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import type { LoginBeginning } from '../ports/login-providers.ts';
import type { SignedInUser } from './own-user.ts';

type Ctx = Context & IdentityPorts;

/** Time of the request, a random part, and the proof that a session of ours made it. */
const shape = /^link\.(?<seconds>\d{1,12})\.(?<random>[\w\-]{43})\.(?<proof>[\w\-]{43})$/v;

/** Returns whether a `state` is that of a customer who links a login. */
export function isLoginLinkState(state: string): boolean {
  return shape.test(state);
}

/** Returns a new request of a session to a provider. */
export function newLoginLink(ctx: Ctx, own: SignedInUser, provider: string): LoginBeginning {
  const seconds = String(Math.floor(ctx.clock.now().epochMilliseconds / 1_000));
  return requestOf(ctx, own, { provider, seconds, random: ctx.identityVault.newSecret() });
}

/** Returns the request that a session has made with this `state`, as long as it may be finished. */
export function loginLinkWith(
  ctx: Ctx,
  own: SignedInUser,
  { provider, state }: { readonly provider: string; readonly state: string },
): LoginBeginning | undefined {
  const { random = '', seconds = '' } = shape.exec(state)?.groups ?? {};
  const request = requestOf(ctx, own, { provider, seconds, random });
  const ageSeconds = ctx.clock.now().epochMilliseconds / 1_000 - Number(seconds);
  return request.state === state && ageSeconds <= signInIdleSeconds ? request : undefined;
}

/**
 * Derives the whole request from the session and a random part, so that nothing is stored: another session has another
 * code verifier, and the provider redeems no code for it.
 */
function requestOf(
  { bankId, identityVault }: Ctx,
  { session: { sessionId } }: SignedInUser,
  {
    provider,
    random,
    seconds,
  }: { readonly provider: string; readonly random: string; readonly seconds: string },
): LoginBeginning {
  const derived = (part: string): string =>
    identityVault.derivedSecret(bankId, 'login-link', [part, sessionId, provider, seconds, random]);
  return {
    state: `link.${seconds}.${random}.${derived('state')}`,
    nonce: derived('nonce'),
    codeVerifier: derived('code-verifier'),
  };
}
