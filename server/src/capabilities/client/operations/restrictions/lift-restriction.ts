import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { nextState, stateAt } from '../../domain/restrictions/restriction.ts';
import { restrictionEvent } from '../../events.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { problems } from '../../problems.ts';
import { releaseDevices } from '../../steps/restrictions/device-blocks.ts';
import { lockWithClient } from '../../steps/restrictions/lock-client.ts';
import { type Restriction, updateRestriction } from '../../store/restrictions.store.ts';

type Ctx = Context & ClientPorts;

export interface LiftRestriction {
  readonly restrictionId: string;
  /** Who lifts: the caller is a command, which acts for an employee. */
  readonly employeeId: string;
  /** For a restriction of the client: how the customer was identified. */
  readonly reason: string;
}

/** What became of the restriction. */
export interface LiftResult {
  readonly restriction: Restriction;
  readonly outcome: 'lifted' | 'proposed';
}

/**
 * Lifts a restriction. One that the client set is lifted by one employee, who has identified the customer; one that the
 * bank set by two: the first proposes, another one confirms.
 */
export async function liftRestriction(ctx: Ctx, lift: LiftRestriction): Promise<LiftResult> {
  return runCommand(ctx, async (work) => {
    const locked = await lockWithClient(ctx, work, lift.restrictionId);
    if (locked === undefined) throw standardProblems['not-found']();
    const { client, restriction: before } = locked;
    const result = decide(ctx, work, { before, lift });
    if (result.outcome === 'lifted' && client !== undefined)
      await releaseDevices(ctx, work, { client, ended: result.restriction });
    work.audit({
      aggregateKind: 'client',
      aggregateId: before.clientNumber,
      changes: [
        { field: 'restriction', after: before.restrictionId },
        { field: result.outcome, after: lift.employeeId },
        { field: 'reason', after: lift.reason },
      ],
    });
    return result;
  });
}

function decide(
  ctx: Ctx,
  work: Work,
  { before, lift }: { readonly before: Restriction; readonly lift: LiftRestriction },
): LiftResult {
  const { bankId, clientVault, clock } = ctx;
  const { employeeId, reason } = lift;
  const now = clock.now();
  const { liftProposedBy } = before;
  if (before.setBy === 'bank' && liftProposedBy === undefined) {
    if (stateAt(before, now) !== 'active') throw problems['restriction-ended']();
    const restriction = {
      ...before,
      liftProposedBy: employeeId,
      liftProposedAt: now,
      details: { ...before.details, liftReason: reason },
    };
    updateRestriction(work, clientVault, { bankId, restriction, now });
    return { restriction, outcome: 'proposed' };
  }
  const next = nextState(
    before,
    liftProposedBy === undefined
      ? { kind: 'lifted-for-client' }
      : { kind: 'lifted-by-two', proposedBy: liftProposedBy, confirmedBy: employeeId },
    now,
  );
  if ('fault' in next) throw problems[next.fault]();
  const restriction = {
    ...before,
    state: next.state,
    endedAt: now,
    details: {
      ...before.details,
      liftedBy: liftProposedBy === undefined ? [employeeId] : [liftProposedBy, employeeId],
      liftReason: before.details.liftReason ?? reason,
    },
  };
  updateRestriction(work, clientVault, { bankId, restriction, now });
  work.emit(restrictionEvent('restrictionLifted', restriction, now));
  return { restriction, outcome: 'lifted' };
}
