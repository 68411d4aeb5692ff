import { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { endOf } from '../domain/deadlines.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import { problems } from '../problems.ts';
import { lockAuthorisation, type StoredAuthorisation } from '../store/authorisations.store.ts';
import { applyEvent } from './apply-event.ts';

/** A locked authorisation, as it was stored and as it is now. */
export interface LockedAuthorisation {
  readonly before: StoredAuthorisation;
  readonly authorisation: StoredAuthorisation;
}

/**
 * Locks an authorisation for a change. One whose time is over is ended here, in the same transaction: nothing that came
 * too late counts because a job was late too.
 */
export async function lockAsOfNow(
  ctx: Context & ScaPorts,
  work: Work,
  authorisationId: string,
): Promise<LockedAuthorisation> {
  const { bankId, clock, scaVault } = ctx;
  const before = await lockAuthorisation(work, scaVault, { bankId, authorisationId });
  if (before === undefined) throw problems['authorisation-unknown']();
  const end = endOf(before);
  if (end === undefined || Temporal.Instant.compare(clock.now(), end) < 0)
    return { before, authorisation: before };
  const event = { kind: 'ended', failure: 'timed-out' } as const;
  return { before, authorisation: await applyEvent(ctx, work, { authorisation: before, event }) };
}
