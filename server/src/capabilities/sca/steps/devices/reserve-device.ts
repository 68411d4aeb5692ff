import type { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { deviceRequestEnd } from '../../domain/deadlines.ts';
import type { DeviceProof } from '../../domain/device-request.ts';
import { pageAsker, type TurnRefusal, thirdPartyAsker } from '../../domain/device-turn.ts';
import { deviceWaitMinutes, deviceWindowMinutes } from '../../domain/policy.ts';
import type { ScaPorts } from '../../ports/sca-ports.ts';
import { problems } from '../../problems.ts';
import type { StoredAuthorisation } from '../../store/authorisations.store.ts';
import { isMuted } from '../../store/device-mutes.store.ts';
import type { DetailsChange } from '../apply-event.ts';
import { loadSubjectOf } from '../load-subject.ts';
import { reserveTurn } from './reserve-turn.ts';

/** Either the change that reserves the devices of a customer, or why they are not asked. */
export type DeviceReservation =
  | {
      readonly kind: 'reserved';
      readonly change: DetailsChange;
      /** What is awaited; without a device if the customer has muted the third party. */
      readonly awaited: DeviceProof;
    }
  | { readonly kind: 'refused'; readonly refusal: TurnRefusal };

/** A request to a device that a locked authorisation sends. */
interface ReservedRequest {
  readonly authorisation: StoredAuthorisation;
  readonly awaited: DeviceProof;
  /** User id, or a keyed hash of a name that no user has. */
  readonly customer: string;
  /** Whose mutes count: a customer number, or like `customer`. Undefined on the bank's page, which no one mutes. */
  readonly owner: string | undefined;
}

/**
 * Reserves the devices of a customer for a locked authorisation. A third party that is muted gets what it would get if
 * the customer did not answer: all is counted alike, and no device is asked.
 */
export async function reserveDevice(
  ctx: Context & ScaPorts,
  work: Work,
  { authorisation, awaited, customer, owner }: ReservedRequest,
): Promise<DeviceReservation> {
  const { bankId, clock } = ctx;
  const { details, expiresAt, organisationId } = authorisation;
  const now = clock.now();
  const asker = owner === undefined ? pageAsker : thirdPartyAsker(organisationId);
  const { thirdPartyName } = await loadSubjectOf(ctx, work, authorisation);
  const refusal = await reserveTurn(ctx, work, {
    requestId: awaited.requestId,
    customer,
    asker,
    askerName: thirdPartyName,
    endsAt: deviceRequestEnd({ askedAt: now, expiresAt }) ?? expiresAt,
    replaces: details.awaited?.kind === 'device' ? details.awaited.requestId : undefined,
  });
  if (refusal !== undefined) return { kind: 'refused', refusal };
  const isSilent = owner !== undefined && (await isMuted(work, { bankId, owner, asker, now }));
  const { deviceId: _, ...unsent } = awaited;
  return {
    kind: 'reserved',
    change: { askedAt: now, askedCustomer: customer },
    awaited: isSilent ? unsent : awaited,
  };
}

/**
 * Returns the problem for a third party, with the step to repeat. A time that follows from requests of others is never
 * told: it would tell when they asked.
 */
export function deviceProblem(
  { clock }: Context,
  refusal: TurnRefusal,
  links: Readonly<Record<string, string>>,
): Problem {
  if (refusal.kind === 'open')
    return problems['approval-pending']({ retryAfterSeconds: deviceWaitMinutes * 60, links });
  const retryAfterSeconds =
    refusal.kind === 'full'
      ? deviceWindowMinutes * 60
      : Math.ceil(refusal.until.since(clock.now()).total('seconds'));
  return standardProblems['too-many-requests']({ retryAfterSeconds, reason: 'device-requests', links });
}
