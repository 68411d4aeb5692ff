import { faultAt, refuseFaults } from '#dialects/channel/faults.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';

/** Applications must show that a person asks; people who are known need not. */
export async function checkHuman(
  { bankId, caller, humanCheck, origin }: Context & IdentityPorts,
  token: string | undefined,
): Promise<void> {
  if (caller.kind !== 'application') return;
  if (token === undefined) return refuseFaults([faultAt(['x-human-check'], 'required', 'header')]);
  const { sourceAddress } = origin;
  if (!(await humanCheck.isHuman({ bankId, token, sourceAddress }))) throw standardProblems.forbidden();
}
