import { faultAt, refuseFaults } from '#dialects/channel/field-errors.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { personAddress } from './person-address.ts';

/** What an application shows to prove that a person asks. */
export interface HumanProof {
  readonly token: string | undefined;
  readonly personAddress: string | undefined;
}

/** Applications must show that a person asks; people who are known need not. */
export async function checkHuman(
  ctx: Context & IdentityPorts,
  { personAddress: passed, token }: HumanProof,
): Promise<void> {
  const { bankId, caller, humanCheck } = ctx;
  if (caller.kind !== 'application') return;
  if (token === undefined) return refuseFaults([faultAt(['x-human-check'], 'required', 'header')]);
  const sourceAddress = personAddress(ctx, passed);
  if (!(await humanCheck.isHuman({ bankId, token, sourceAddress })))
    throw standardProblems.forbidden({ reason: 'human-check-failed' });
}
