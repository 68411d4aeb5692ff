import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { AuthorisationEvent } from '../../domain/authorisation.ts';
import type { DeviceProof } from '../../domain/device-request.ts';
import { scaFailuresMax } from '../../domain/policy.ts';
import type { ScaPorts } from '../../ports/sca-ports.ts';
import type { StoredAuthorisation } from '../../store/authorisations.store.ts';
import { applyEvent } from '../apply-event.ts';
import { approve, approvedNow, approveOnPage } from '../approve.ts';
import type { PreparedApproval } from '../prepare-approval.ts';

/** What the answer of a device led to. */
export type DeviceOutcome =
  | { readonly kind: 'approved' }
  | { readonly kind: 'declined' }
  | { readonly kind: 'wrong-number'; readonly attemptsLeft: number }
  /** Nothing waits for this answer: unknown, ended, answered, or meant for another device. */
  | { readonly kind: 'over' };

/** An approval with a valid signature of the device that was asked. */
export interface CheckedAnswer {
  /** Locked. */
  readonly authorisation: StoredAuthorisation;
  readonly request: DeviceProof;
  readonly prepared: PreparedApproval;
  /** The two digits that the customer typed. */
  readonly number: string;
}

interface Settled {
  readonly authorisation: StoredAuthorisation;
  readonly outcome: DeviceOutcome;
}

/** Compares what was approved with what would be executed, and the numbers; then signs and moves the subject. */
export async function settleApproval(
  ctx: Context & ScaPorts,
  work: Work,
  { authorisation, number, prepared, request }: CheckedAnswer,
): Promise<Settled> {
  const apply = (event: AuthorisationEvent) => applyEvent(ctx, work, { authorisation, event });
  // What the customer was shown is not what would be executed.
  if (request.digest !== prepared.toSign.digest)
    return {
      authorisation: await apply({ kind: 'ended', failure: 'subject-ended' }),
      outcome: { kind: 'over' },
    };
  if (request.number !== number) {
    const counted = await apply({ kind: 'code-wrong' });
    const attemptsLeft = Math.max(0, scaFailuresMax - counted.wrongCodes);
    return { authorisation: counted, outcome: { kind: 'wrong-number', attemptsLeft } };
  }
  const proof = { kind: 'verified', by: 'device', reference: request.requestId } as const;
  const approval = { authorisation, prepared, proof };
  const approved =
    authorisation.approach === 'REDIRECT'
      ? (await approveOnPage(ctx, work, { ...approval, methodKind: 'device' })).authorisation
      : await approve(ctx, work, { ...approval, event: approvedNow });
  return {
    authorisation: approved,
    outcome: { kind: approved.status === 'failed' ? 'over' : 'approved' },
  };
}
