import { fieldErrorAt, rejectFieldErrors } from '#dialects/channel/field-errors.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { linkedLoginsMax } from '../../domain/policy.ts';
import { userEvent } from '../../events.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import type { LoginCode, LoginProof } from '../../ports/login-providers.ts';
import { problems } from '../../problems.ts';
import { lockOwnUser } from '../../steps/own-user.ts';
import { findLoginOwner, insertLinkedLogin, listLinkedLogins } from '../../store/linked-logins.store.ts';

export interface LinkLogin extends LoginCode {
  readonly provider: string;
}

/**
 * Links a login at another provider, which states itself who has signed in there. A linked login counts as one factor
 * at most.
 */
export async function linkLogin(ctx: Context & IdentityPorts, request: LinkLogin): Promise<void> {
  const { bankId, loginProviders } = ctx;
  const { provider, ...code } = request;
  const known = loginProviders.of(bankId, provider);
  if (known === undefined) throw problems['provider-not-supported']();
  const proof = await known.redeem(code);
  await runCommand(ctx, (work) => link(ctx, work, { provider, proof }));
}

async function link(
  ctx: Context & IdentityPorts,
  work: Work,
  { proof, provider }: { readonly provider: string; readonly proof: LoginProof },
): Promise<void> {
  const { bankId, clock } = ctx;
  // Checked within the command: a repeated request has a used code, and finds its idempotency record here.
  if (proof.kind === 'away') throw standardProblems['service-unavailable']();
  if (proof.kind === 'not-proven') return rejectFieldErrors([fieldErrorAt(['code'], 'mismatch')]);
  const { issuer, login, subject } = proof;
  const { userId } = await lockOwnUser(ctx, work);
  const aggregate = { aggregateKind: 'user', aggregateId: userId };
  const [owner, linked] = await Promise.all([
    findLoginOwner(work, { bankId, issuer, subject }),
    listLinkedLogins(work, ctx, userId),
  ]);
  if (owner === userId) return work.audit({ ...aggregate, changes: [] });
  if (owner !== undefined) throw problems['login-already-used']();
  if (linked.length >= linkedLoginsMax) throw standardProblems.conflict();
  insertLinkedLogin(work, ctx, { provider, issuer, subject, login, userId, now: clock.now() });
  work.emit(userEvent('loginLinked', userId, { reason: provider }));
  work.audit({ ...aggregate, changes: [{ field: 'linked-login', after: provider }] });
}
