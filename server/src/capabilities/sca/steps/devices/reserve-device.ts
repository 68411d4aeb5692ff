import { lockName } from '#platform/db/named-lock.ts';
import type { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { deviceRequestRefusal } from '../../domain/device-request.ts';
import { deviceWaitMinutes } from '../../domain/policy.ts';
import type { ScaPorts } from '../../ports/sca-ports.ts';
import { problems } from '../../problems.ts';
import type { StoredAuthorisation } from '../../store/authorisations.store.ts';
import { findEarlierRequests } from '../../store/device-requests.store.ts';
import type { DetailsChange } from '../apply-event.ts';

/** Either the change that reserves the devices of a customer, or why they are not asked. */
export type DeviceReservation =
  | { readonly kind: 'reserved'; readonly change: DetailsChange }
  | { readonly kind: 'refused'; readonly refusal: DeviceRefusal };

type DeviceRefusal = NonNullable<ReturnType<typeof deviceRequestRefusal>>;

/**
 * Reserves the devices of a customer for a locked authorisation, so that no third party can flood a phone. Names without
 * a user, and users without a device, are reserved and refused in the same way.
 */
export async function reserveDevice(
  { bankId, clock }: Context & ScaPorts,
  work: Work,
  { authorisation, customer }: { readonly authorisation: StoredAuthorisation; readonly customer: string },
): Promise<DeviceReservation> {
  // Requests to one customer are counted one after the other.
  await lockName(work, 'device requests', bankId, customer);
  const now = clock.now();
  const earlier = await findEarlierRequests(work, {
    bankId,
    customer,
    organisationId: authorisation.organisationId,
    except: authorisation.authorisationId,
    now,
    openSince: now.subtract({ minutes: deviceWaitMinutes }),
    countedSince: now.subtract({ hours: 1 }),
  });
  const refusal = deviceRequestRefusal(earlier);
  return refusal === undefined
    ? { kind: 'reserved', change: { askedAt: now, askedCustomer: customer } }
    : { kind: 'refused', refusal };
}

/**
 * Returns the problem for a third party, with the step to repeat. The time to wait is a constant: the true one would tell
 * when another third party asked.
 */
export function deviceProblem(refusal: DeviceRefusal, links: Readonly<Record<string, string>>): Problem {
  switch (refusal) {
    case 'open':
      return problems['approval-pending']({ retryAfterSeconds: deviceWaitMinutes * 60, links });
    case 'too-many':
      return standardProblems['too-many-requests']({
        retryAfterSeconds: secondsPerHour,
        reason: 'device-requests',
        links,
      });
  }
}

const secondsPerHour = 3_600;
