import type { Temporal } from 'temporal-polyfill';
import { lockName } from '#platform/db/named-lock.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { type TurnRefusal, turnRefusal } from '../../domain/device-turn.ts';
import { deviceHistoryHours } from '../../domain/policy.ts';
import {
  insertDeviceRequest,
  listEarlierRequests,
  type NewDeviceRequest,
} from '../../store/device-requests.store.ts';

/** A request for which a turn on the devices of a customer is reserved. */
export interface AskedTurn extends Omit<NewDeviceRequest, 'askedAt' | 'bankId'> {
  /** Its open request that this one replaces. */
  readonly replaces?: string | undefined;
}

/**
 * Reserves the devices of a customer for a request of a third party, an application or the bank's page, or returns why
 * they are not asked now. Names without a user, and users without a device, are reserved and refused in the same way.
 */
export async function reserveTurn(
  { bankId, clock }: Context,
  work: Work,
  { replaces, ...request }: AskedTurn,
): Promise<TurnRefusal | undefined> {
  const { asker, customer } = request;
  // Requests to one customer are counted one after the other.
  await lockName(work, 'device requests', bankId, customer);
  const now: Temporal.Instant = clock.now();
  const since = now.subtract({ hours: deviceHistoryHours });
  const earlier = await listEarlierRequests(work, { bankId, customer, since });
  const refusal = turnRefusal(earlier, { asker, now, replaces });
  if (refusal === undefined) insertDeviceRequest(work, { ...request, bankId, askedAt: now });
  return refusal;
}
