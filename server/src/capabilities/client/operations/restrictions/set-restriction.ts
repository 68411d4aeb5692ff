import type { Temporal } from 'temporal-polyfill';
import { findPolicy } from '#platform/policy/find-policy.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { clientRestrictionMax } from '../../domain/policy.ts';
import {
  expiryOf,
  maySet,
  type RestrictionKind,
  type RestrictionReason,
  type RestrictionScope,
  scopeFault,
} from '../../domain/restrictions/restriction.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { problems } from '../../problems.ts';
import { actingFor, invalid } from '../../steps/restrictions/client-of-caller.ts';
import { endOtherSessions } from '../../steps/restrictions/end-other-sessions.ts';
import { lockVisibleClient } from '../../steps/restrictions/lock-client.ts';
import { putRestriction } from '../../steps/restrictions/put-restriction.ts';
import type { RestrictionHead } from '../../store/restrictions.store.ts';

export interface SetRestriction {
  readonly kind: RestrictionKind;
  readonly scope: RestrictionScope;
  readonly reason: RestrictionReason;
  readonly note: string | undefined;
  readonly expiresAt: Temporal.Instant | undefined;
  readonly clientNumber: string | undefined;
}

/** The restriction that is in force now. */
export interface SetResult {
  readonly restriction: RestrictionHead;
  readonly isNew: boolean;
}

/**
 * Restricts what a client can do. What was decided before stays; from the commit on nothing is signed, submitted or
 * signed in to against it. A block of sign-in also ends the other sessions.
 */
export async function setRestriction(
  ctx: Context & ClientPorts,
  command: SetRestriction,
): Promise<SetResult> {
  const acting = actingFor(ctx.caller, command.clientNumber);
  const { kind, note, reason, scope } = command;
  if (!maySet(acting.setterKind, kind)) throw problems['restriction-kind-not-allowed']();
  const misplaced = scopeFault(kind, scope);
  if (misplaced !== undefined)
    throw invalid(['scope', misplaced], 'combination-not-allowed', 'Not possible for this kind.');
  const expiry = expiryOf(
    {
      setter: acting.setterKind,
      reason,
      expiresAt: command.expiresAt,
      maxDays: await findPolicy(ctx.db, ctx, clientRestrictionMax),
    },
    ctx.clock.now(),
  );
  if ('fault' in expiry)
    throw invalid(['expiresAt'], expiry.fault, 'Not possible for this caller and reason.');
  return runCommand(ctx, async (work) => {
    const client = await lockVisibleClient(ctx, work, acting.clientNumber);
    const { isNew, restriction } = await putRestriction(ctx, work, client, {
      ...acting,
      kind,
      scope,
      reason,
      note,
      expiresAt: expiry.expiresAt,
    });
    if (isNew && kind === 'login-block') await endOtherSessions(ctx, work, client);
    work.audit({
      aggregateKind: 'client',
      aggregateId: client.clientNumber,
      changes: [
        { field: 'restriction', after: restriction.restrictionId },
        { field: 'kind', after: kind },
        { field: 'is-new', after: isNew },
      ],
    });
    return { restriction, isNew };
  });
}
