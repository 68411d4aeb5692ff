import { refuseTokenOfResource } from '#platform/auth/third-party-token.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import type { ApprovalRequest } from './new-authorisation.ts';

/**
 * Returns what a third party says about the approval, with the customer whom its token names: a token of the pre-step
 * stands for PSU-ID, and a PSU-ID beside it must be of the same customer. It replaces no factor. SPEC 001, xs2a 6.4
 */
export async function nameCustomerOfToken<Request extends Pick<ApprovalRequest, 'claimedName'>>(
  ctx: Context & ScaPorts,
  request: Request,
): Promise<Request> {
  const { bankId, caller, db, identity } = ctx;
  const standsFor = caller.kind === 'tpp' ? caller.standsFor : undefined;
  if (standsFor?.kind !== 'customer') return request;
  const { users } = identity.authorization;
  const user = await users.find(db, { bankId, name: standsFor.userId });
  if (user === undefined) throw standardProblems['token-invalid']();
  const { claimedName } = request;
  const claimed = claimedName === undefined ? user : await users.find(db, { bankId, name: claimedName });
  if (claimed?.userId !== user.userId) throw standardProblems['token-invalid']();
  return { ...request, claimedName: user.username };
}

/**
 * The same for a request that creates a resource: a token for another resource allows nothing new, and a bank may want a
 * token of the pre-step.
 */
export async function nameCustomerOfNew<Request extends Pick<ApprovalRequest, 'claimedName'>>(
  ctx: Context & ScaPorts,
  request: Request,
): Promise<Request> {
  const { bankId, caller, scaChoices } = ctx;
  refuseTokenOfResource(caller);
  const isWithout = caller.kind === 'tpp' && caller.standsFor === undefined;
  if (isWithout && scaChoices.of(bankId).isPreStepMandated === true)
    throw standardProblems['token-unknown']();
  return nameCustomerOfToken(ctx, request);
}
