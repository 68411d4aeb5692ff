import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { SignInEvent } from '../../domain/sign-in/event.ts';
import type { Finished } from '../../domain/sign-in/finished.ts';
import type { LinkedLoginProof } from '../../domain/sign-in/state.ts';
import { type StepResult, unchanged } from '../../domain/sign-in/step-result.ts';
import type { LoginError } from '../../domain/sign-in/view.ts';
import { isActive, type User } from '../../domain/user.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import type { LoginProof } from '../../ports/login-providers.ts';
import { findLoginOwner } from '../../store/linked-logins.store.ts';
import { findUser } from '../../store/users.store.ts';
import { type NetworkQuota, reserveNetworkQuota } from './attempt-quotas.ts';
import { finishSignIn } from './finish.ts';
import { isSignInForbidden } from './forbidden.ts';
import { linkedLoginState } from './linked-login-state.ts';
import type { SignInTransition } from './live-sign-in.ts';
import { beginFactorOrOffer } from './second-factor.ts';

type Ctx = Context & IdentityPorts;
type ReturnTransition = SignInTransition<'linked-login'>;

/** Processes the choice of another provider: prepares the request that the customer takes there. */
export async function chooseProvider(transition: SignInTransition<'identify'>): Promise<StepResult> {
  const { browserInfo, ctx, fields, signInId } = transition;
  const { bankId, identityVault, loginProviders } = ctx;
  const chosen = fields.get('provider') ?? '';
  const offered = loginProviders.offered(bankId).find(({ provider }) => provider === chosen);
  if (offered === undefined) return unchanged;
  const request = {
    state: linkedLoginState(
      { signInId, isOwnPage: browserInfo.clientName === undefined },
      identityVault.newSecret(),
    ),
    nonce: identityVault.newSecret(),
    codeVerifier: identityVault.newSecret(),
  };
  const begun = await offered.page.begin(request);
  if (begun.kind === 'away') return transition.apply(await refusal(ctx, 'login-unavailable'));
  const { address } = begun;
  const { page, provider } = offered;
  return transition.apply({
    kind: 'provider-chosen',
    provider,
    providerName: page.name,
    address,
    ...request,
  });
}

/**
 * Processes the return from a provider. The user is found by issuer and subject only. Failed attempts count for the
 * network of the browser, as wrong passwords do.
 */
export async function submitLinkedLogin(transition: ReturnTransition): Promise<StepResult | Finished> {
  const { ctx, fields, state } = transition;
  // Of another request, or of another provider: the customer may still come back from the right one.
  if (fields.get('state') !== state.state || fields.get('provider') !== state.provider) return unchanged;
  const quota = await reserveNetworkQuota(ctx);
  if (quota.blocked !== undefined) {
    ctx.metrics?.countOutcome(ctx.bankId, { what: 'sign-in', outcome: 'limited' });
    const { scope, until } = quota.blocked;
    return transition.apply({
      kind: 'limit-met',
      limit: { limit: 'connection', until: until.toString(), reason: scope },
    });
  }
  const proof = await redeem(transition).catch(async (error: unknown) => {
    await quota.refundAll();
    throw error;
  });
  if (proof.kind === 'away') {
    await quota.refundAll();
    return transition.apply(await refusal(ctx, 'login-unavailable'));
  }
  return proof.kind === 'proven' ? confirm(transition, proof, quota) : refuse(transition, 'login-failed');
}

async function redeem({ ctx, fields, state }: ReturnTransition): Promise<LoginProof> {
  const provider = ctx.loginProviders.of(ctx.bankId, state.provider);
  const code = fields.get('code') ?? '';
  if (provider?.page === undefined || code === '') return { kind: 'not-proven' };
  const { codeVerifier, nonce } = state;
  return provider.redeem({ code, codeVerifier, nonce, redirectUri: provider.page.redirectUri });
}

/** Continues with the user of a confirmed login, if that user may sign in. */
async function confirm(
  transition: ReturnTransition,
  { issuer, subject }: Extract<LoginProof, { readonly kind: 'proven' }>,
  quota: NetworkQuota,
): Promise<StepResult | Finished> {
  const { ctx } = transition;
  const first: LinkedLoginProof = { kind: 'linked-login', issuer, subject };
  const owner = await findLoginOwner(ctx.db, { bankId: ctx.bankId, issuer, subject });
  const user = owner === undefined ? undefined : await findUser(ctx.db, ctx, owner);
  if (user === undefined || !(await maySignIn(ctx, user))) return refuse(transition, 'login-unknown', user);
  const { userId, username } = user;
  const next = await runCommand(ctx, async (work) => {
    quota.refund(work);
    audit(work, userId, 'right');
    return transition.applyAndContinue(work, { kind: 'login-confirmed', username, userId, first });
  });
  if (next === undefined) return unchanged;
  return next.state.assurance === '1fa'
    ? finishSignIn(next, { user, factor: undefined })
    : beginFactorOrOffer(next, user);
}

async function maySignIn(ctx: Ctx, user: User): Promise<boolean> {
  return isActive(user) && !(await isSignInForbidden(ctx, ctx.db, user.customerNumber ?? user.userId));
}

/** Refuses a login; the attempt stays counted. */
async function refuse(transition: ReturnTransition, error: LoginError, user?: User): Promise<StepResult> {
  const { ctx } = transition;
  const event = await refusal(ctx, error);
  return runCommand(ctx, async (work) => {
    audit(work, user?.userId ?? 'unknown-user', 'refused');
    work.count({ what: 'sign-in', outcome: 'refused' });
    return transition.applyIn(work, event);
  });
}

async function refusal({ passkeys }: Ctx, error: LoginError): Promise<SignInEvent> {
  const { challenge, options } = await passkeys.beginUse(undefined);
  return { kind: 'login-refused', challenge, options, error };
}

function audit(work: Work, userId: string, after: 'right' | 'refused'): void {
  work.audit({
    aggregateKind: 'user',
    aggregateId: userId,
    changes: [{ field: 'linked-login', after }],
  });
}
